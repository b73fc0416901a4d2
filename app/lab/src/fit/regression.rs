//! Linear regressions of deeper on shallower values.

use serde::Serialize;

use super::{Header, Sample};
use crate::html::{Table, counted};

/// The linear regression of the value at one depth on that at a smaller one.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Regression {
    /// How many pairs of values.
    pub pairs: usize,
    /// Their correlation, from -1 to 1.
    pub correlation: f64,
    /// The slope: how much the deeper value grows with the shallower one.
    pub slope: f64,
    /// The intercept: the deeper value where the shallower one is 0, in grid points for the
    /// mover.
    pub shift: f64,
    /// The standard deviation of the residuals, in grid points.
    pub error: f64,
}

impl Regression {
    /// The least-squares fit; `None` for fewer than three pairs, or if all values are equal.
    pub fn of(pairs: &[(f64, f64)]) -> Option<Self> {
        let alike =
            |of: fn(&(f64, f64)) -> f64| pairs.windows(2).all(|two| of(&two[0]) == of(&two[1]));
        if pairs.len() < 3 || alike(|pair| pair.0) || alike(|pair| pair.1) {
            return None;
        }
        let n = pairs.len() as f64;
        let (x, y) = pairs.iter().fold((0.0, 0.0), |(x, y), pair| (x + pair.0 / n, y + pair.1 / n));
        let sums = pairs.iter().map(|pair| (pair.0 - x, pair.1 - y));
        let [xx, xy, yy] = sums
            .fold([0.0; 3], |[xx, xy, yy], (dx, dy)| [xx + dx * dx, xy + dx * dy, yy + dy * dy]);
        let slope = xy / xx;
        let left = (yy - slope * xy).max(0.0);
        Some(Self {
            pairs: pairs.len(),
            correlation: xy / (xx * yy).sqrt(),
            slope,
            shift: y - slope * x,
            error: (left / (n - 2.0)).sqrt(),
        })
    }
}

/// One pair of depths.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The deeper search, in moves.
    pub depth: u32,
    /// The shallower search, in moves.
    pub shallow: u32,
    /// The regression of the deeper on the shallower value.
    pub regression: Regression,
    /// The arguments with which a search uses this pair, if there is such a search.
    pub arguments: Option<String>,
}

/// The results of a fit.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// What was searched.
    pub header: Header,
    /// Whether the game has chance.
    #[serde(skip)]
    chance: bool,
    /// How many positions.
    pub positions: usize,
    /// The width of the arguments' margins, in standard deviations.
    pub confidence: f64,
    /// Every pair of depths, the deepest first.
    pub rows: Vec<Row>,
}

/// The least depth at which alpha-beta's ProbCut has a shallower search to use.
const LEAST_OF_ALPHA_BETA: u32 = 4;

/// With fewer pairs than this, the error is hardly known.
const FEW: usize = 30;

/// Regressions of all pairs of depths. Values at which a win or a loss is certain, beyond
/// `decisive` grid points, are left out. Arguments are those of star1 and star2 for games with
/// `chance`, and those of alpha-beta without, with margins of so many standard deviations.
pub fn summarise(
    header: &Header,
    samples: &[Sample],
    (decisive, chance): (Option<i32>, bool),
    confidence: f64,
) -> Summary {
    let open = |value: i32| decisive.is_none_or(|decisive| value.abs() < decisive);
    let mut rows = Vec::new();
    for depth in (1..=header.depth).rev() {
        for shallow in (0..depth).rev() {
            let pairs = samples.iter().filter_map(|sample| {
                let at =
                    |depth: u32| sample.values.get(depth as usize).copied().filter(|&v| open(v));
                Some((f64::from(at(shallow)?), f64::from(at(depth)?)))
            });
            let Some(regression) = Regression::of(&pairs.collect::<Vec<_>>()) else { continue };
            let arguments = match chance {
                true => Some(of_star(&regression, depth, shallow, confidence)),
                false => of_alpha_beta(&regression, depth, shallow, confidence),
            };
            rows.push(Row { depth, shallow, regression, arguments });
        }
    }
    Summary { header: header.clone(), chance, positions: samples.len(), confidence, rows }
}

fn of_star(regression: &Regression, depth: u32, shallow: u32, confidence: f64) -> String {
    format!(
        "probcut={:.0}, probcut-depth={depth}, probcut-reduction={}, probcut-slope={:.0}, \
         probcut-shift={:.0}",
        (confidence * regression.error).clamp(1.0, 1e9),
        depth - shallow,
        (1000.0 * regression.slope).clamp(1.0, 1e6),
        regression.shift
    )
}

/// After a move, alpha-beta's ProbCut searches three moves less deep than otherwise. It has a
/// single margin and no slope: the margin is that for a deeper value of 0.
fn of_alpha_beta(
    regression: &Regression,
    depth: u32,
    shallow: u32,
    confidence: f64,
) -> Option<String> {
    let Regression { slope, shift, error, .. } = *regression;
    let margin = || (confidence * error + shift) / slope;
    (depth >= LEAST_OF_ALPHA_BETA && depth - shallow == 3 && slope > 0.0)
        .then(|| format!("probcut={:.0}", margin().clamp(1.0, 1e9)))
}

/// Tables for people, at most `width` characters wide.
pub fn text(summary: &Summary, unit: (i32, &str), width: usize) -> String {
    let Summary { header, chance, positions, confidence, rows } = summary;
    let (points, name) = unit;
    let caption = format!(
        "{}: {} by {}\nwhat a deeper search finds by what a shallower one did; shift and error \
         in grid points, {points} to a unit of {name}",
        header.game,
        counted(*positions, "position"),
        header.engine,
    );
    let columns = ["depth", "from", "pairs", "correlation", "slope", "shift", "error"];
    let mut table = Table::new(caption, columns);
    for row in rows {
        let Regression { pairs, correlation, slope, shift, error } = row.regression;
        table.row([
            row.depth.to_string(),
            row.shallow.to_string(),
            pairs.to_string(),
            format!("{correlation:.4}"),
            format!("{slope:.3}"),
            format!("{shift:.1}"),
            format!("{error:.1}"),
        ]);
    }
    let mut text = table.text(width);
    let all = (1..=header.depth).sum::<u32>() as usize;
    if rows.len() < all {
        text += "\nDepths that are not listed have no three positions with different values; give \
                 more --positions.\n";
    }
    if rows.iter().any(|row| row.regression.pairs < FEW) {
        text += &format!(
            "\nWith fewer than {FEW} pairs the error is little more than a guess; give more \
             --positions.\n"
        );
    }
    let cuts: Vec<_> = rows.iter().filter_map(|row| Some((row, row.arguments.as_ref()?))).collect();
    if !cuts.is_empty() {
        let whose = match chance {
            true => "star1 and star2",
            false => "alpha-beta, which looks three moves less deep after a move",
        };
        text += &format!("\nFor {whose}, with margins of {confidence} standard deviations:\n");
    } else if !chance && header.depth < LEAST_OF_ALPHA_BETA {
        text += &format!(
            "\nWhat alpha-beta's probcut may be shows from depth {LEAST_OF_ALPHA_BETA} on; give \
             more --depth.\n"
        );
    }
    for (row, arguments) in cuts {
        text += &format!("  depth {} from depth {}: {arguments}\n", row.depth, row.shallow);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::{Files, Shard};

    #[test]
    fn a_line_is_found_with_what_it_leaves_unsaid() {
        // 2x + 10 with errors of 1, -1, -1, 1, which do not bend it.
        let pairs = [(0.0, 11.0), (1.0, 11.0), (2.0, 13.0), (3.0, 17.0)];
        let found = Regression::of(&pairs).expect("a line");
        assert!((found.slope - 2.0).abs() < 1e-12 && (found.shift - 10.0).abs() < 1e-12);
        assert!((found.error - 2_f64.sqrt()).abs() < 1e-12, "{found:?}");
        assert!((found.correlation - 10.0 / 120_f64.sqrt()).abs() < 1e-12, "{found:?}");
        assert_eq!(Regression::of(&pairs[..2]), None);
        assert_eq!(Regression::of(&[(1.0, 2.0); 9]), None);
    }

    #[test]
    fn every_pair_of_depths_has_its_row() {
        let header = Header {
            experiment: super::super::KIND.to_owned(),
            version: "1".to_owned(),
            game: "dice".to_owned(),
            engine: "star2".to_owned(),
            depth: 2,
            seed: 1,
            positions: 5,
            files: Files::new(),
            shard: Shard::WHOLE,
        };
        let sample = |game: usize, values: &[i32]| Sample {
            game,
            position: String::new(),
            values: values.to_vec(),
        };
        let samples = [
            sample(0, &[0, 10, 20]),
            sample(1, &[10, 20, 31]),
            sample(2, &[20, 30, 39]),
            sample(3, &[30, 40, 1000]),
            // The whole tree was searched at once.
            sample(4, &[40, 50]),
        ];
        let summary = summarise(&header, &samples, (Some(900), true), 2.0);
        let pairs: Vec<_> = summary.rows.iter().map(|row| (row.depth, row.shallow)).collect();
        assert_eq!(pairs, [(2, 1), (2, 0), (1, 0)]);
        let counts: Vec<_> = summary.rows.iter().map(|row| row.regression.pairs).collect();
        assert_eq!(counts, [3, 3, 5]);
        let exact = summary.rows[2].regression;
        assert!(exact.error < 1e-9 && (exact.shift - 10.0).abs() < 1e-9, "{exact:?}");
        let arguments = summary.rows[0].arguments.as_deref().expect("a game with chance");
        assert_eq!(
            arguments,
            "probcut=2, probcut-depth=2, probcut-reduction=1, probcut-slope=950, probcut-shift=11"
        );
        let text = text(&summary, (100, "points"), 80);
        assert!(text.contains("100 to a unit of points") && text.contains(arguments), "{text}");
        assert!(text.contains("With fewer than 30 pairs"), "{text}");
        let plain = summarise(&header, &samples, (None, false), 2.0);
        assert!(plain.rows[0].regression.pairs == 4 && plain.rows[0].arguments.is_none());
        let text = super::text(&plain, (100, "points"), 80);
        assert!(text.contains("give more --depth"), "{text}");
        // One position too few for the deepest rows.
        let fewer = summarise(&header, &samples[2..], (Some(900), true), 2.0);
        assert_eq!(fewer.rows.len(), 1);
        let text = super::text(&fewer, (100, "points"), 80);
        assert!(text.contains("Depths that are not listed"), "{text}");
    }

    #[test]
    fn margins_of_alpha_beta_are_those_three_moves_deeper() {
        let regression =
            Regression { pairs: 50, correlation: 0.9, slope: 1.25, shift: -5.0, error: 20.0 };
        let margin = |depth, shallow| of_alpha_beta(&regression, depth, shallow, 2.0);
        // (2 * 20 - 5) / 1.25
        assert_eq!(margin(4, 1).as_deref(), Some("probcut=28"));
        assert_eq!(margin(7, 4).as_deref(), Some("probcut=28"));
        assert_eq!((margin(3, 0), margin(4, 2), margin(5, 1)), (None, None, None));
        let against = Regression { slope: -1.0, ..regression };
        assert_eq!(of_alpha_beta(&against, 4, 1, 2.0), None);
    }
}
