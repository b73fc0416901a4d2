//! A training under way as a file: weights, what Adam remembers, averages.

use anyhow::{bail, ensure};

use super::model::Model;

/// All numbers of the models, one after the other.
pub(super) fn write(models: &[Model]) -> Vec<u8> {
    let mut out = Vec::new();
    for Model { weights, adam, average, .. } in models {
        out.extend(adam.steps.to_le_bytes());
        let lists = [&weights.rows, &weights.last, &adam.mean, &adam.square];
        for x in lists.into_iter().chain([&average.rows, &average.last]).flatten() {
            out.extend(x.to_le_bytes());
        }
    }
    out
}

/// Reads what [`write`] wrote into models of the same shape.
pub(super) fn read(bytes: &[u8], models: &mut [Model]) -> anyhow::Result<()> {
    let (words, rest) = bytes.as_chunks::<4>();
    let mut words = words.iter().copied();
    for Model { weights, adam, average, .. } in models {
        let Some(steps) = words.next() else { bail!("it ends too soon") };
        adam.steps = u32::from_le_bytes(steps);
        let lists = [&mut weights.rows, &mut weights.last, &mut adam.mean, &mut adam.square];
        for x in lists.into_iter().chain([&mut average.rows, &mut average.last]).flatten() {
            let Some(word) = words.next() else { bail!("it ends too soon") };
            *x = f32::from_le_bytes(word);
        }
    }
    ensure!(words.next().is_none() && rest.is_empty(), "it goes on after its end");
    Ok(())
}
