//! How an effect changes from depth to depth, or from game to game.

use serde::Serialize;

use super::{Cell, Line, Parameters, Part, Penalty, Ratio, Row, Verdict};
use starboard_lab::stats::{geometric_interval, geometric_mean, holm_of, mean_p_value};

/// How what negative plausibility saves changes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trend {
    /// How moves were ordered.
    #[serde(flatten)]
    pub cell: Cell,
    /// By what the ratio of nodes is multiplied from a depth to the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_ply: Option<Ratio>,
    /// How the ratio goes with the number of legal moves, over games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with_moves: Option<Rank>,
}

/// Spearman's rank correlation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rank {
    /// From -1, the more the less, to 1.
    pub value: f64,
    /// The share of all orders of the games with a correlation as far from 0: two-sided.
    pub p: f64,
    /// What that says of the claim that more moves gain more; none where it is not tested.
    pub supported: Option<bool>,
}

/// The trends of a part: over depths in part d, over games in part f.
pub(super) fn trends(parameters: &Parameters, lines: &[Line], rows: &[Row]) -> Vec<Trend> {
    let cells = parameters.cells();
    let penalised = cells.iter().copied().filter(|cell| cell.penalty.is_some());
    match parameters.part {
        Part::D => penalised
            .map(|cell| {
                let per_ply = per_ply(parameters, cell, rows);
                Trend { cell, per_ply: Some(per_ply), with_moves: None }
            })
            .collect(),
        Part::F => penalised
            .map(|cell| {
                let own = lines.iter().filter(|line| line.cell == cell);
                let effects =
                    own.filter_map(|line| Some((line.moves, line.to_without.as_ref()?.value?)));
                Trend { cell, per_ply: None, with_moves: spearman(&effects.collect::<Vec<_>>()) }
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Tests the trends that were to be tested.
pub(super) fn test(part: Part, trends: &mut [Trend]) {
    if part == Part::D {
        let p = |trend: &Trend| trend.per_ply.as_ref().and_then(|ratio| ratio.p);
        let known: Vec<_> = trends.iter().map(|trend| p(trend).unwrap_or(1.0)).collect();
        for (trend, adjusted) in trends.iter_mut().zip(holm_of(&known, known.len())) {
            if let Some(ratio) = &mut trend.per_ply {
                let good = ratio.value.is_some_and(|value| value < 1.0);
                ratio.adjusted_p = Some(adjusted);
                ratio.verdict = Some(Verdict::new(adjusted, good, false));
            }
        }
    }
    for trend in trends {
        let tested = Cell::bare(trend.cell.base);
        let tested = Cell { penalty: Some(Penalty::ARTICLE), ..tested };
        if let Some(rank) = trend.with_moves.as_mut().filter(|_| trend.cell == tested) {
            rank.supported = Some(rank.p < super::summary::LEVEL && rank.value < 0.0);
        }
    }
}

/// The slope of the logarithm of the ratio over depth, by least squares of each position.
fn per_ply(parameters: &Parameters, cell: Cell, rows: &[Row]) -> Ratio {
    let of = |wanted: Cell| -> Vec<&Row> { rows.iter().filter(|row| row.cell == wanted).collect() };
    let (with, without) = (of(cell), of(Cell { penalty: None, ..cell }));
    let nodes = |rows: &[&Row], index: usize, depth: u32| {
        let found = rows.iter().find(|row| (row.index, row.depth) == (index, depth));
        found.map(|row| row.nodes as f64)
    };
    let middle = parameters.depths.iter().sum::<u32>() as f64 / parameters.depths.len() as f64;
    let factors: Vec<f64> = (0..parameters.positions)
        .filter_map(|index| {
            let (mut product, mut square) = (0.0, 0.0);
            for &depth in &parameters.depths {
                let ratio = nodes(&with, index, depth)? / nodes(&without, index, depth)?;
                let x = f64::from(depth) - middle;
                product += x * ratio.ln();
                square += x * x;
            }
            (square > 0.0).then(|| (product / square).exp())
        })
        .collect();
    let logarithms: Vec<_> = factors.iter().map(|factor| factor.ln()).collect();
    Ratio {
        value: geometric_mean(&factors),
        interval: geometric_interval(&factors, parameters.seed),
        p: mean_p_value(&logarithms),
        adjusted_p: None,
        verdict: None,
    }
}

/// The rank correlation of pairs without ties, and how many orders of so many have one as
/// strong; none of fewer than three or more than nine.
fn spearman(pairs: &[(f64, f64)]) -> Option<Rank> {
    let n = pairs.len();
    if !(3..=9).contains(&n) {
        return None;
    }
    let ranks = |of: fn(&(f64, f64)) -> f64| -> Vec<i64> {
        let below = |x: f64| pairs.iter().filter(|pair| of(pair) < x).count();
        pairs.iter().map(|pair| below(of(pair)) as i64).collect()
    };
    let (x, y) = (ranks(|pair| pair.0), ranks(|pair| pair.1));
    let squares =
        |order: &[i64]| -> i64 { x.iter().zip(order).map(|(a, b)| (a - b) * (a - b)).sum() };
    let (n, found) = (n as i64, squares(&y));
    let rho = |squares: i64| 1.0 - (6 * squares) as f64 / (n * (n * n - 1)) as f64;
    let (mut all, mut as_strong) = (0u32, 0u32);
    permutations(&mut (0..n).collect::<Vec<_>>(), 0, &mut |order| {
        all += 1;
        as_strong += u32::from(rho(squares(order)).abs() >= rho(found).abs() - 1e-12);
    });
    let p = f64::from(as_strong) / f64::from(all);
    Some(Rank { value: rho(found), p, supported: None })
}

/// Calls `each` with every order of the items from `from` on.
fn permutations(items: &mut [i64], from: usize, each: &mut impl FnMut(&[i64])) {
    if from == items.len() {
        return each(items);
    }
    for i in from..items.len() {
        items.swap(from, i);
        permutations(items, from + 1, each);
        items.swap(from, i);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_compared_with_all_orders() {
        let of = |ys: &[f64]| {
            let pairs: Vec<_> = ys.iter().zip(1..).map(|(&y, x)| (f64::from(x), y)).collect();
            spearman(&pairs).map(|rank| (rank.value, rank.p))
        };
        // Of five, two of 120 orders are as strict; of four with a swap, 8 of 24.
        assert_eq!(of(&[0.9, 0.8, 0.7, 0.3, 0.2]), Some((-1.0, 2.0 / 120.0)));
        assert_eq!(of(&[1.0, 2.0, 4.0, 3.0]), Some((0.8, 8.0 / 24.0)));
        assert_eq!(of(&[1.0, 2.0]), None);
    }
}
