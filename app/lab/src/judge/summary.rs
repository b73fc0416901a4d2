//! What the choices of each variant gain.

use serde::Serialize;
use starboard::{AnyGame, Payoff};
use starboard_core::Limits;

use super::{Contender, Header, Judged};
use crate::{
    arena::report::limits,
    html::{Table, counted},
    stats::{Estimate, logistic, mean, mean_interval, ratio},
};

/// The standard deviation of the prior of the slope, whose mean is 0: by how many factors of e a
/// value of the usual size changes the odds of winning.
const PRIOR: f64 = 10.0;
/// The least slope: a value is worth something.
const LEAST_SLOPE: f64 = 0.1;
/// Values are clipped at this many times the usual size: beyond it they say that the game is
/// decided, but nothing more about how much a value is worth.
const FARTHEST: f64 = 5.0;

/// A judgement in figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// What was searched.
    pub settings: Header,
    /// The limits on each choice, those of the engine's own included.
    pub limits: Limits,
    /// How many positions.
    pub positions: usize,
    /// What the gains are thousandths of.
    pub unit: String,
    /// The lead, in grid points, with which 73 % of the games are won; `None` where the payoff is
    /// not just a win or a loss.
    pub scale: Option<f64>,
    /// The mean depth of the base engine.
    pub mean_depth: f64,
    /// Every variant, in order.
    pub lines: Vec<Line>,
}

/// What one variant gains by its choices.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// What it has.
    pub level: String,
    /// What the base engine has in its place.
    pub beside: String,
    /// The share of positions in which it chooses the same move as the base engine.
    pub same: f64,
    /// The mean gain of its choices over the base engine's, in thousandths of [`Summary::unit`].
    pub gain: Estimate,
    /// How much deeper it searched than the base engine, on average.
    pub depth: f64,
    /// Its CPU time, as a multiple of the base engine's; `None` where times were not recorded.
    pub time: Option<f64>,
}

/// The figures for the positions of a run by these contenders.
pub fn summarise(
    header: &Header,
    contenders: &[Contender],
    judged: &[Judged],
    game: &dyn AnyGame,
) -> Summary {
    let scale = (game.info().payoff == Payoff::Outcome).then(|| scale(judged));
    let start = game.start();
    let (points, unit) = start.unit();
    // A value as a win probability, or in units.
    let worth = |value: i32| match scale {
        Some(scale) => 1.0 / (1.0 + (-f64::from(value) / scale).exp()),
        None => f64::from(value) / f64::from(points),
    };
    let depth = |i: usize| {
        let depths: Vec<_> = judged.iter().map(|j| f64::from(j.choices[i].depth)).collect();
        mean(&depths).unwrap_or(0.0)
    };
    let lines = contenders.iter().enumerate().skip(1).map(|(i, contender)| {
        let gains: Vec<_> = judged
            .iter()
            .map(|judged| {
                let of = |i: usize| {
                    let found = judged.worth.iter().find(|(m, _)| *m == judged.choices[i].chosen);
                    found.map_or(0.0, |&(_, value)| worth(value))
                };
                1000.0 * (of(i) - of(0))
            })
            .collect();
        let alike = judged.iter().filter(|j| j.choices[i].chosen == j.choices[0].chosen).count();
        let times: Vec<_> =
            judged.iter().map(|j| (j.choices[i].cpu_seconds, j.choices[0].cpu_seconds)).collect();
        Line {
            level: contender.level.clone(),
            beside: contender.beside.clone(),
            same: alike as f64 / judged.len().max(1) as f64,
            gain: Estimate { value: mean(&gains).unwrap_or(0.0), interval: mean_interval(&gains) },
            depth: depth(i) - depth(0),
            time: ratio(&times).filter(|_| header.times),
        }
    });
    Summary {
        settings: header.clone(),
        limits: contenders[0].side.limits.clone(),
        positions: judged.len(),
        unit: if scale.is_some() { "win".to_owned() } else { unit.to_owned() },
        scale,
        mean_depth: depth(0),
        lines: lines.collect(),
    }
}

/// The lead with which 73 % of the games are won: logistic regression of how they ended on
/// what the engine took the positions to be worth.
fn scale(judged: &[Judged]) -> f64 {
    let mut sizes: Vec<_> = judged.iter().map(|j| f64::from(j.value).abs()).collect();
    sizes.retain(|&size| size > 0.0);
    sizes.sort_by(f64::total_cmp);
    let usual = sizes.get(sizes.len() / 2).copied().unwrap_or(1.0);
    let samples = judged.iter().filter_map(|j| {
        let score = match j.end? {
            ..0 => 0.0,
            0 => 0.5,
            1.. => 1.0,
        };
        let size = (f64::from(j.value) / usual).clamp(-FARTHEST, FARTHEST);
        Some(vec![(vec![size], score)])
    });
    let fitted = logistic(&samples.collect::<Vec<_>>(), PRIOR);
    usual / fitted.map_or(1.0, |fitted| fitted.weights[0].max(LEAST_SLOPE))
}

/// The figures as a table, in at most `width` characters where the words allow.
pub fn text(summary: &Summary, width: usize) -> String {
    let Header { game, engine, judge, .. } = &summary.settings;
    let caption = format!(
        "{game}: {engine}, {}\nwhat a choice gains by each option, in thousandths of a {}, in {}, {:.1} \
         moves deep on average; judged by {}, {}",
        limits(&summary.limits, None),
        summary.unit,
        counted(summary.positions, "position"),
        summary.mean_depth,
        if judge.description == *engine { "itself" } else { &judge.description },
        limits(&judge.limits, None)
    );
    let columns = ["option", "beside", "same move", "gain", "95 %", "depth", "time"];
    let mut table = Table::new(caption, columns);
    // 0 rather than the negative zero of a small loss.
    let signed = |x: f64| format!("{:+.2}", (x * 100.0).round() / 100.0 + 0.0);
    let shown = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
    for line in &summary.lines {
        let interval = line.gain.interval;
        table.row([
            shown(&line.level),
            shown(&line.beside),
            format!("{:.0} %", 100.0 * line.same),
            signed(line.gain.value),
            interval.map_or(String::new(), |i| format!("{} to {}", signed(i.low), signed(i.high))),
            signed(line.depth),
            line.time.map_or(String::new(), |time| format!("x {time:.2}")),
        ]);
    }
    if !summary.settings.times {
        table.leave_out(6..7);
    }
    table.text(width)
        + "\nThe first two lines say what a gain is: what twice the limit is worth, much of that is worth in \
           games. A judge that is one of the engines prefers what it does itself; what is taken on should \
           win a match.\n"
}
