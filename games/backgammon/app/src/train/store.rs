//! A training under way as a file: weights, what Adam remembers, averages.

use anyhow::{bail, ensure};

use super::model::Model;

/// All numbers of the models, one after the other.
pub(super) fn write(models: &[Model]) -> Vec<u8> {
    let mut out = Vec::new();
    for model in models {
        out.extend(model.steps.to_le_bytes());
        for numbers in [&model.weights, &model.first, &model.second, &model.average] {
            for x in numbers.rows.iter().chain(&numbers.last) {
                out.extend(x.to_le_bytes());
            }
        }
    }
    out
}

/// Reads what [`write`] wrote into models of the same shape.
pub(super) fn read(bytes: &[u8], models: &mut [Model]) -> anyhow::Result<()> {
    let (words, rest) = bytes.as_chunks::<4>();
    let mut words = words.iter().copied();
    for model in models {
        let Some(steps) = words.next() else { bail!("it ends too soon") };
        model.steps = u32::from_le_bytes(steps);
        let Model { weights, first, second, average, .. } = model;
        for numbers in [weights, first, second, average] {
            for x in numbers.rows.iter_mut().chain(&mut numbers.last) {
                let Some(word) = words.next() else { bail!("it ends too soon") };
                *x = f32::from_le_bytes(word);
            }
        }
    }
    ensure!(words.next().is_none() && rest.is_empty(), "it goes on after its end");
    Ok(())
}
