//! What becomes of groups and of free points, as [`Prospects`] have it: labels for positions
//! from games ([`labels`]), and two networks fitted to them ([`fit`]).

pub(crate) mod command;
mod fit;
mod labels;

use std::{collections::BTreeMap, fs, path::PathBuf, sync::Arc};

use anyhow::Context;
use serde::{Deserialize, Serialize};
use starboard::BadInput;
use starboard_core::{Evaluator as _, Game};
use starboard_go::{
    Color, FullBoard, Go,
    prospects::{Asked, GROUP_INPUTS, POINT_INPUTS, PointInputs, Prospects},
};
use starboard_lab::{
    Progress,
    chart::{Axis, LineChart, Series},
    files::{write, write_json},
    parallel_map,
    runs::Shard,
};
use starboard_train::Options;

use self::{
    fit::{Fit, Sample},
    labels::{Drawing, Label},
};
pub(crate) use labels::{Header, LABELS};

/// Positions in which one side is further ahead than this, in points, are not learned from.
const DECIDED: f64 = 90.0;
/// Positions in which one side is further ahead than this, in points, are left out when the
/// evaluation is measured.
const CLOSE: f64 = 60.0;
/// Points are sampled from one position in this many, as each has many.
const POINTS: usize = 4;
/// Positions that are looked at by one thread.
const CHUNK: usize = 64;

/// What to do.
#[derive(Clone, Debug, PartialEq)]
struct Plan {
    /// Logs of matches and game records to take positions from.
    logs: Vec<PathBuf>,
    records: Vec<PathBuf>,
    /// The most games of a file.
    games: usize,
    drawing: Drawing,
    shard: Shard,
    /// The command that starts KataGo.
    katago: Option<String>,
    /// Logs of other labels.
    labels: Vec<PathBuf>,
    /// Whether to fit nothing.
    labels_only: bool,
    /// Hidden units for groups.
    units: usize,
    epochs: usize,
    seed: u64,
}

/// What was done.
enum Done {
    /// So many positions have labels.
    Labelled(usize),
    Fitted(Summary),
}

/// The summary of a fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Summary {
    version: String,
    /// Positions that were fitted to, and of the games held out.
    fitted: usize,
    held_out: usize,
    /// Samples of groups and of points.
    groups: usize,
    points: usize,
    units: usize,
    epochs: usize,
    seed: u64,
    /// The mean cross entropy in each epoch, in nats, of groups and of points.
    curves: [Vec<f64>; 2],
    /// How far the evaluation is from KataGo's leads.
    errors: Vec<Off>,
}

/// How far the evaluation is from KataGo's leads, in the positions held out on one size of
/// board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Off {
    /// Which networks were used.
    learned: String,
    /// Lines each way.
    size: usize,
    positions: usize,
    /// Points off.
    mean: f64,
    root_mean_square: f64,
}

/// Labels whatever is not yet labelled, as `labels.jsonl`, and fits `go.prospects` to it,
/// with `summary.json` and `curve.svg`.
///
/// # Errors
///
/// [`BadInput`] if there is nothing to learn from or the folder holds other labels; and if a
/// file cannot be read or written, or KataGo does not answer.
fn train(plan: &Plan, options: Options<'_>) -> anyhow::Result<Done> {
    let Options { folder, threads, visible } = options;
    let log = folder.join("labels.jsonl");
    if !(plan.logs.is_empty() && plan.records.is_empty()) {
        let games = crate::games::read(&plan.logs, &plan.records, plan.games, visible)?;
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let katago = plan.katago.as_deref();
        let count =
            labels::label(&games, plan.drawing, plan.shard, katago, &log, threads, visible)?;
        if plan.labels_only || !plan.shard.is_whole() {
            return Ok(Done::Labelled(count));
        }
    }
    let own = log.exists().then_some(&log);
    let mut all = Vec::new();
    for path in own.into_iter().chain(&plan.labels) {
        all.extend(labels::read(path)?);
    }
    all.retain(|label| label.lead.abs() < DECIDED);
    let (held, seen): (Vec<_>, Vec<_>) = all.into_iter().partition(Label::is_held_out);
    if seen.is_empty() {
        return Err(BadInput::error(
            "there are no labels to learn from: --log or --records name games to label, and \
             --labels labels that there are",
        ));
    }
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;

    let mut errors = Vec::new();
    let mut prospects = Prospects::default();
    errors.extend(off("rules of thumb", &prospects, &held, options));
    let mut curves = [Vec::new(), Vec::new()];
    let fit = Fit { units: plan.units, epochs: plan.epochs, seed: plan.seed, ..Fit::default() };
    let samples = groups(&prospects, &seen, options);
    let group_samples = samples.len();
    prospects.groups = Some(fitted(&fit, &samples, "groups", &mut curves[0], visible));
    drop(samples);
    errors.extend(off("groups learned", &prospects, &held, options));
    let samples = points(&prospects, &seen, options);
    let epochs = plan.epochs.div_ceil(4);
    let fit = Fit { units: plan.units / 2, epochs, batch: 1024, ..fit };
    prospects.points = Some(fitted(&fit, &samples, "points", &mut curves[1], visible));
    errors.extend(off("points learned, too", &prospects, &held, options));
    let summary = Summary {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        fitted: seen.len(),
        held_out: held.len(),
        groups: group_samples,
        points: samples.len(),
        units: plan.units,
        epochs: plan.epochs,
        seed: plan.seed,
        curves,
        errors,
    };
    write(&folder.join("go.prospects"), prospects.write())?;
    write(&folder.join("curve.svg"), summary.chart().svg())?;
    write_json(&folder.join("summary.json"), &summary)?;
    Ok(Done::Fitted(summary))
}

/// The network that fits the samples.
fn fitted<const N: usize>(
    fit: &Fit,
    samples: &[Sample<N>],
    what: &'static str,
    curve: &mut Vec<f64>,
    visible: bool,
) -> starboard_go::prospects::Net<N> {
    let progress = Progress::new(visible, fit.epochs as u64, what);
    fit.net(samples, &mut |_, loss| {
        progress.step();
        progress.say(format!("cross-entropy {loss:.5}"));
        curve.push(loss);
    })
}

/// What `find` makes of each label, in their order.
fn each<T: Send>(
    what: &'static str,
    prospects: &Prospects,
    labels: &[Label],
    options: Options<'_>,
    find: impl Fn(&mut FullBoard, &Label, usize) -> Vec<T> + Sync,
) -> Vec<T> {
    let prospects = Arc::new(prospects.clone());
    let chunks: Vec<_> = labels.chunks(CHUNK).collect();
    let progress = Progress::new(options.visible, chunks.len() as u64, what);
    let parts = parallel_map(chunks, options.threads, &progress, |i, labels| {
        let mut evaluator = FullBoard::with_prospects(Arc::clone(&prospects));
        let all = labels.iter().enumerate();
        all.flat_map(|(j, label)| find(&mut evaluator, label, i * CHUNK + j)).collect::<Vec<T>>()
    });
    parts.into_iter().flatten().collect()
}

/// The samples of groups: inputs, and whether KataGo expects them to live.
fn groups(
    prospects: &Prospects,
    labels: &[Label],
    options: Options<'_>,
) -> Vec<Sample<GROUP_INPUTS>> {
    each("groups of positions", prospects, labels, options, |evaluator, label, _| {
        let asked = evaluator.asked(&label.game).into_iter();
        let groups = asked.filter_map(|asked| {
            let Asked::Group { color, stones, mut inputs } = asked else { return None };
            let count = stones.len() as f32;
            let black: f32 = stones.iter().map(|stone| label.owner(stone)).sum::<f32>() / count;
            let own = if color == Color::Black { black } else { -black };
            if color != label.game.color() {
                inputs[inputs.len() - 1] = -1.0;
            }
            Some(Sample { inputs: *inputs, target: own.midpoint(1.0), weight: count })
        });
        groups.collect()
    })
}

/// The samples of points: inputs from either player's point of view, and who KataGo expects to own
/// them.
fn points(
    prospects: &Prospects,
    labels: &[Label],
    options: Options<'_>,
) -> Vec<Sample<POINT_INPUTS>> {
    each("points of positions", prospects, labels, options, |evaluator, label, number| {
        if !number.is_multiple_of(POINTS) {
            return Vec::new();
        }
        let asked = evaluator.asked(&label.game).into_iter();
        let points = asked.filter_map(|asked| {
            let Asked::Point { point, inputs } = asked else { return None };
            let black = label.owner(point);
            Some([(inputs[0], black), (inputs[1], -black)])
        });
        let sample = |(inputs, own): (PointInputs, f32)| Sample {
            inputs,
            target: own.midpoint(1.0),
            weight: 1.0,
        };
        points.flatten().map(sample).collect()
    })
}

/// How far the evaluation is from KataGo's leads, by the board's size.
fn off(
    learned: &str,
    prospects: &Prospects,
    labels: &[Label],
    options: Options<'_>,
) -> impl Iterator<Item = Off> + use<> {
    let off = each("positions held out", prospects, labels, options, |evaluator, label, _| {
        if label.lead.abs() > CLOSE {
            return Vec::new();
        }
        let black = if label.game.color() == Color::Black { 1.0 } else { -1.0 };
        let value = f64::from(evaluator.evaluate(&label.game).raw()) / f64::from(Go::UNIT);
        vec![(label.game.size().side(), value * black - label.lead)]
    });
    let mut by_size: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    off.into_iter().for_each(|(side, off)| by_size.entry(side).or_default().push(off));
    let learned = learned.to_owned();
    by_size.into_iter().map(move |(size, off)| {
        let count = off.len() as f64;
        Off {
            learned: learned.clone(),
            size,
            positions: off.len(),
            mean: off.iter().map(|off| off.abs()).sum::<f64>() / count,
            root_mean_square: (off.iter().map(|off| off * off).sum::<f64>() / count).sqrt(),
        }
    })
}

impl Summary {
    /// The fits, epoch by epoch.
    fn chart(&self) -> LineChart {
        let series = ["groups", "points"].into_iter().zip(&self.curves).map(|(name, curve)| {
            let points = curve.iter().enumerate().map(|(i, &loss)| ((i + 1) as f64, loss));
            Series { name: name.to_owned(), points: points.collect(), ..Series::default() }
        });
        LineChart {
            title: "Fit of what becomes of groups and points".to_owned(),
            x_label: "epochs".to_owned(),
            y_label: "mean cross-entropy, nats".to_owned(),
            x: Axis::Linear,
            y: Axis::Linear,
            series: series.collect(),
            ..LineChart::default()
        }
    }
}
