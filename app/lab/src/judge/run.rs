//! The positions, the moves chosen in them, and what these are worth.

use std::ops::ControlFlow;

use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};
use starboard::{AnyEngine, AnyGame, Position};
use starboard_core::{Limits, Node, Root, Stop, rng};

use crate::{
    Progress,
    arena::{PlayerLimits, Side, side},
    runs::{self, Files, Keep, Shard},
    sampling::Walk,
    screen::Design,
};

/// What a log of this form says it is.
pub const KIND: &str = "judgement 1";

/// The games that positions come from are played with a fraction of the nodes,
const FRACTION: u64 = 20;
/// but with so many at least,
const LEAST_NODES: u64 = 100;
/// and with one decision in so many at random.
const RANDOM: u32 = 20;

/// All that the results depend on, except their number: more can be added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// What is logged: [`KIND`].
    pub experiment: String,
    /// The version of the program.
    pub version: String,
    /// The game.
    pub game: String,
    /// The base engine, of which all others are variants.
    pub engine: String,
    /// The factors that vary, as the user wrote them.
    pub vary: Vec<String>,
    /// The limits on each choice, in addition to an engine's own.
    pub limits: Limits,
    /// The judge, which says what a move is worth.
    pub judge: Judge,
    /// Seed for the positions.
    pub seed: u64,
    /// Whether times are written.
    pub times: bool,
    /// How many positions, each from a different game.
    #[serde(skip)]
    pub positions: usize,
    /// The files that the engines read.
    #[serde(default, skip_serializing_if = "Files::is_empty")]
    pub files: Files,
    /// Which part of the positions.
    #[serde(default)]
    pub shard: Shard,
}

/// The engine that judges, and how far it looks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judge {
    /// The engine.
    pub description: String,
    /// Its limits for each move.
    pub limits: Limits,
}

impl runs::Header for Header {
    const RESULTS: &'static str = "positions";
    const OPEN: bool = true;

    fn shard_mut(&mut self) -> Option<&mut Shard> {
        Some(&mut self.shard)
    }

    fn units(&self) -> usize {
        self.positions
    }
}

/// A line of the log: one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// The number of its game, from 0.
    pub game: usize,
    /// The position.
    pub position: String,
    /// Its value by the base engine, in grid points for the mover.
    pub value: i32,
    /// What the mover was paid in the end, in grid points; `None` where the game was abandoned.
    pub end: Option<i32>,
    /// What each [contender](contenders) chose, in their order.
    pub choices: Vec<Choice>,
    /// The value of each move chosen, by the judge, in grid points for the mover; empty
    /// where all chose the same move.
    pub worth: Vec<(String, i32)>,
}

/// The move that was chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The move.
    #[serde(rename = "move")]
    pub chosen: String,
    /// How deep it was searched.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time of the searching thread.
    pub cpu_seconds: f64,
}

/// An engine that chooses moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    /// The level that it has, as the user wrote it; or its limit.
    pub level: String,
    /// What the base engine has in its place.
    pub beside: String,
    /// The engine, with its limits.
    pub side: Side,
}

/// The base engine; the same with half and with twice its limit, for the scale of the gains; and
/// the base engine with each level of each factor.
///
/// # Errors
///
/// [`BadInput`](starboard::BadInput) if there is no such engine.
pub fn contenders(
    game: &dyn AnyGame,
    header: &Header,
    design: &Design,
) -> anyhow::Result<Vec<Contender>> {
    let given = PlayerLimits { both: header.limits.clone(), ..PlayerLimits::default() };
    let mut engines = design.alone().into_iter();
    let base = side(game, &engines.next().expect("the engine as it is"), &given)?;
    let contender = |level: &str, beside: &str, side: Side| Contender {
        level: level.to_owned(),
        beside: beside.to_owned(),
        side,
    };
    let looking = |factor: f64| Side { limits: scaled(&base.limits, factor), ..base.clone() };
    let mut all = vec![
        contender("", "", base.clone()),
        contender("half the limit", "the limit", looking(0.5)),
        contender("twice the limit", "the limit", looking(2.0)),
    ];
    for factor in design.factors() {
        let (first, others) = factor.levels.split_first().expect("two levels at least");
        for level in others {
            let engine = engines.next().expect("one for each level");
            all.push(contender(&level.text, &first.text, side(game, &engine, &given)?));
        }
    }
    Ok(all)
}

/// The limits multiplied by `factor`; a limit of depth alone changes by log2(`factor`) moves,
/// truncated.
pub fn scaled(limits: &Limits, factor: f64) -> Limits {
    let more = |count: u64| ((count as f64 * factor).round() as u64).max(1);
    let deeper = |depth: u32| (f64::from(depth) + factor.log2().trunc()).max(1.0) as u32;
    let counted = limits.nodes.is_some() || limits.evaluations.is_some() || limits.time.is_some();
    Limits {
        depth: if counted { limits.depth } else { limits.depth.map(deeper) },
        nodes: limits.nodes.map(more),
        evaluations: limits.evaluations.map(more),
        time: limits.time.map(|time| time.mul_f64(factor)),
        ..limits.clone()
    }
}

/// The engines of one thread.
struct Engines {
    /// That of the games.
    player: Box<dyn AnyEngine>,
    contenders: Vec<Box<dyn AnyEngine>>,
    judge: Box<dyn AnyEngine>,
}

/// Has moves chosen and judged in all positions of the shard that are not yet in the log; in
/// order, and, times aside, the same for any number of threads where no limit is one of time.
/// Where `stop` is requested, what is being searched is given up.
///
/// # Errors
///
/// [`BadInput`](starboard::BadInput) if an engine cannot be made, or the log is that of another
/// run.
pub fn run(
    game: &dyn AnyGame,
    header: &Header,
    contenders: &[Contender],
    keep: Keep<'_>,
    visible: bool,
    stop: &Stop,
) -> anyhow::Result<Vec<Judged>> {
    let nodes = contenders[0].side.limits.nodes;
    let nodes = nodes.unwrap_or(game.info().default_depths.compare_nodes) / FRACTION;
    let walk = Walk { limits: Limits::nodes(nodes.max(LEAST_NODES)), random: RANDOM };
    let (first, step) = header.shard.parts();
    let numbers: Vec<_> = (first..header.positions).step_by(step).collect();
    let progress = Progress::new(visible, numbers.len() as u64, "judge");
    let engine = |description: &str| game.engine(Some(description));
    runs::run(
        header,
        keep.until(stop),
        numbers.len(),
        |i, judged: &Judged| judged.game == numbers[i] && judged.choices.len() == contenders.len(),
        || {
            let made = contenders.iter().map(|contender| engine(&contender.side.description));
            Ok(Engines {
                player: engine(&header.engine)?,
                contenders: made.collect::<anyhow::Result<_>>()?,
                judge: engine(&header.judge.description)?,
            })
        },
        |engines, i| {
            // 1. A position of a game of the engine.
            engines.player.clear();
            let mut rng = rng(header.seed, numbers[i] as u64);
            let sampled = walk.sample(game, &mut *engines.player, &mut rng, |position| {
                position.node() == Node::Decision && position.count() > 1
            });
            let position = sampled.position;
            // 2. The moves chosen.
            let mut value = 0;
            let mut choices = Vec::new();
            for (engine, contender) in engines.contenders.iter_mut().zip(contenders) {
                let limits = &contender.side.limits;
                let (found, choice) = choose(&mut **engine, &position, limits, header.times, stop)?;
                if choices.is_empty() {
                    value = found;
                }
                choices.push(choice);
            }
            // 3. What they are worth, each searched alone.
            let mut moves: Vec<_> = choices.iter().map(|choice| &choice.chosen).collect();
            moves.sort();
            moves.dedup();
            let mut worth = Vec::new();
            if moves.len() == 1 {
                moves.clear();
            }
            for chosen in moves {
                let m = position.parse_move(chosen)?;
                engines.judge.clear();
                let limits = &header.judge.limits;
                let report =
                    engines.judge.search(&position, &Root::of(vec![m]), limits, stop, &mut ());
                engines.judge.sound(&position, report.stopped_by)?;
                worth.push((chosen.clone(), report.value.raw()));
            }
            let mover = position.mover();
            let end = sampled.end.map(|end| mover.for_first(end));
            let position = position.format();
            Ok(Judged { game: numbers[i], position, value, end, choices, worth })
        },
        |_, _| {
            progress.step();
            Ok(ControlFlow::Continue(()))
        },
    )
}

/// The move that an engine chooses, and what it takes the position to be worth.
fn choose(
    engine: &mut dyn AnyEngine,
    position: &Position,
    limits: &Limits,
    timed: bool,
    stop: &Stop,
) -> anyhow::Result<(i32, Choice)> {
    engine.clear();
    let started = ThreadTime::now();
    let report = engine.search(position, &Root::default(), limits, stop, &mut ());
    let elapsed = started.elapsed().as_secs_f64();
    engine.sound(position, report.stopped_by)?;
    let mut moves = Vec::new();
    position.options(&mut moves);
    // A search that was stopped before its first iteration ended prefers no move.
    let m = report.best_move().copied().unwrap_or(moves[0]);
    let choice = Choice {
        chosen: position.format_move(m),
        depth: report.depth,
        nodes: report.counters.nodes,
        cpu_seconds: if timed { elapsed } else { 0.0 },
    };
    Ok((report.value.raw(), choice))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{judge::summarise, testing::games};

    /// A judgement of `positions` positions, of the engine with these options.
    fn header(game: &str, engine: &str, vary: &[&str], positions: usize) -> Header {
        Header {
            experiment: KIND.to_owned(),
            version: "0".to_owned(),
            game: game.to_owned(),
            engine: engine.to_owned(),
            vary: vary.iter().map(|&text| text.to_owned()).collect(),
            limits: Limits::nodes(300),
            judge: Judge { description: engine.to_owned(), limits: Limits::nodes(3000) },
            seed: 5,
            times: false,
            positions,
            files: Files::default(),
            shard: Shard::default(),
        }
    }

    #[test]
    fn choices_are_judged_where_they_differ() -> anyhow::Result<()> {
        let games = games();
        let game = games.find("connect-four")?;
        let engine = "alpha-beta + tt(mb=1) + history";
        let header = header("connect-four", engine, &["depth=1", "- history"], 40);
        let design = Design::new(game, engine, &header.vary)?;
        let contenders = contenders(game, &header, &design)?;
        let limits: Vec<_> = contenders.iter().map(|c| c.side.limits.nodes).collect();
        assert_eq!(limits, [Some(300), Some(150), Some(600), Some(300), Some(300)]);
        let judged = run(game, &header, &contenders, Keep::new(None, 2), false, &Stop::default())?;
        let mut differ = 0;
        for one in &judged {
            let position = game.parse(&one.position)?;
            let mut moves: Vec<_> = one.choices.iter().map(|choice| &choice.chosen).collect();
            moves.iter().for_each(|m| assert!(position.parse_move(m).is_ok(), "{one:?}"));
            moves.sort();
            moves.dedup();
            let judged: Vec<_> = one.worth.iter().map(|(m, _)| m).collect();
            assert_eq!(judged, if moves.len() > 1 { moves } else { Vec::new() });
            differ += usize::from(!judged.is_empty());
            assert_eq!(one.choices[3].depth, 1, "{one:?}");
        }
        assert!((10..40).contains(&differ), "{differ}");
        // To look one move ahead loses, and more than half of the nodes does.
        let summary = summarise(&header, &contenders, &judged, game);
        let gains: Vec<_> = summary.lines.iter().map(|line| line.gain.value).collect();
        assert!(gains[2] < gains[0].min(-10.0), "{gains:?}");
        assert!(summary.lines[2].same < summary.lines[3].same);
        let again = run(game, &header, &contenders, Keep::new(None, 1), false, &Stop::default())?;
        assert_eq!(again, judged, "for any number of threads");
        Ok(())
    }

    #[test]
    fn limits_grow_by_what_they_count() {
        let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
        assert_eq!(scaled(&depth(4), 0.5), depth(3));
        assert_eq!(scaled(&depth(4), 2.0), depth(5));
        assert_eq!(scaled(&depth(1), 0.5), depth(1));
        assert_eq!(scaled(&depth(4), 10.0), depth(7));
        assert_eq!(scaled(&Limits::nodes(1), 0.5), Limits::nodes(1));
        let both = Limits { time: Some(Duration::from_millis(10)), ..depth(4) };
        let twice = Limits { time: Some(Duration::from_millis(20)), ..depth(4) };
        assert_eq!(scaled(&both, 2.0), twice);
    }
}
