//! Labels: what KataGo expects of positions from games, kept as the log of a run.

use std::{collections::HashSet, ops::ControlFlow, path::Path, sync::Arc};

use anyhow::Context;
use parking_lot::Mutex;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use starboard::BadInput;
use starboard_core::{Game, Node, mix};
use starboard_go::{Go, Move, Point, Selector};
use starboard_lab::{
    Progress, parallel_map,
    runs::{self, Keep, Shard},
};

use crate::games::Played;
use crate::katago::{Katago, Question};

/// What a log of labels says it is.
pub(crate) const LABELS: &str = "go-labels 1";

/// An unusual move is the best candidate by reasons once in this many times, otherwise the next
/// best once in this many times, and so on.
const ODD: u32 = 5;
/// How many moves of a game come before the first position taken.
const FIRST: usize = 6;
/// Questions to KataGo at a time; it decides itself how many it works on.
const QUESTIONS: usize = 64;
/// One game in so many is held out.
const HELD_OUT: u64 = 5;

/// Which positions of games are taken.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Drawing {
    /// A position is taken every this many moves.
    pub(super) every: usize,
    /// From each of these, one more is taken after up to this many unusual moves; 0 for none.
    pub(super) odd: usize,
    /// The seed for the positions and the unusual moves.
    pub(super) seed: u64,
}

/// Everything that labels depend on, except KataGo.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    experiment: String,
    version: String,
    every: usize,
    odd: usize,
    seed: u64,
    /// How many positions there are.
    positions: usize,
    /// A hash of them.
    fingerprint: String,
    #[serde(default)]
    shard: Shard,
}

impl runs::Header for Header {
    const RESULTS: &'static str = "labels";

    fn shard_mut(&mut self) -> Option<&mut Shard> {
        Some(&mut self.shard)
    }

    fn units(&self) -> usize {
        self.positions
    }
}

/// A position and what KataGo expects of it, as they are logged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    /// The name of the game it is from.
    game: String,
    start: String,
    moves: String,
    /// By how much Black is ahead.
    lead: f64,
    /// Whose each point will be, from -100 to 100 for Black, row by row from the top.
    owner: Vec<i32>,
}

/// A position to be labelled.
struct Place<'a> {
    played: &'a Played,
    game: Go,
    /// The moves that led there.
    moves: Vec<String>,
}

impl Place<'_> {
    /// The key that identifies the position.
    fn key(&self) -> (String, String) {
        (self.played.start.format(), self.moves.join(" "))
    }
}

/// A position and what KataGo expects of it.
#[derive(Clone, Debug)]
pub(super) struct Label {
    /// The name of the game it is from.
    from: String,
    pub(super) game: Go,
    /// By how much Black is ahead.
    pub(super) lead: f64,
    owner: Vec<i32>,
}

impl Label {
    fn of(row: Row) -> anyhow::Result<Self> {
        let mut game = Go::parse(&row.start)?;
        for name in row.moves.split_whitespace() {
            let m = game.parse_move(name)?;
            game.play(m);
        }
        if row.owner.len() != game.size().points() {
            return Err(BadInput::error(format!("{} points have an owner", row.owner.len())));
        }
        Ok(Self { from: row.game, game, lead: row.lead, owner: row.owner })
    }

    /// Whose a point will be, from -1 to 1 for Black.
    pub(super) fn owner(&self, point: Point) -> f32 {
        let size = self.game.size();
        self.owner[point.row(size) * size.side() + point.column(size)] as f32 / 100.0
    }

    /// Whether it is held out from fitting.
    pub(super) fn is_held_out(&self) -> bool {
        mix(hash([&*self.from])).is_multiple_of(HELD_OUT)
    }
}

/// FNV-1a (Fowler, Noll, Vo) of some texts, each ended by a zero.
fn hash<'a>(texts: impl IntoIterator<Item = &'a str>) -> u64 {
    let bytes = texts.into_iter().flat_map(|text| text.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A connection to KataGo, which is started at the first question.
struct Asker<'a> {
    command: Option<&'a str>,
    katago: Mutex<Option<Arc<Katago>>>,
}

impl Asker<'_> {
    fn ask(&self, game: &Go, moves: &[String]) -> anyhow::Result<serde_json::Value> {
        let katago = {
            let mut katago = self.katago.lock();
            match &*katago {
                Some(katago) => Arc::clone(katago),
                None => {
                    let command = self.command.ok_or_else(|| {
                        BadInput::error(
                            "--katago: the command that starts KataGo's analysis engine, as in \
                             --katago 'katago analysis -config FILE -model FILE'",
                        )
                    })?;
                    Arc::clone(katago.insert(Arc::new(Katago::start(command)?)))
                }
            }
        };
        Ok(katago.ask(game, moves, Question { visits: 1, ownership: true })?)
    }
}

/// Asks KataGo about all positions of the shard that are not yet in the log; returns how many
/// there are in it.
///
/// # Errors
///
/// [`BadInput`] if nobody can be asked, or the log is that of other positions; and if KataGo
/// does not answer.
pub(super) fn label(
    games: &[Played],
    drawing: Drawing,
    shard: Shard,
    katago: Option<&str>,
    log: &Path,
    threads: usize,
    visible: bool,
) -> anyhow::Result<usize> {
    let places = places(games, drawing, threads, visible)?;
    let keys: Vec<_> = places.iter().map(Place::key).collect();
    let texts = keys.iter().flat_map(|(start, moves)| [&**start, &**moves]);
    let header = Header {
        experiment: LABELS.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        every: drawing.every,
        odd: drawing.odd,
        seed: drawing.seed,
        positions: places.len(),
        fingerprint: format!("{:016x}", hash(texts)),
        shard,
    };
    let numbers: Vec<_> = shard.units(places.len()).collect();
    let progress = Progress::new(visible, numbers.len() as u64, "labels");
    let asker = Asker { command: katago, katago: Mutex::new(None) };
    let rows = runs::run(
        &header,
        Keep::new(Some(log), QUESTIONS),
        numbers.len(),
        |i, row: &Row| {
            let (start, moves) = &keys[numbers[i]];
            row.start == *start && row.moves == *moves
        },
        || Ok(()),
        |(), i| {
            let (place, (start, moves)) = (&places[numbers[i]], &keys[numbers[i]]);
            let answer = asker.ask(&place.game, &place.moves)?;
            let owner = answer["ownership"].as_array().context("KataGo tells no ownership")?;
            let percent =
                |owner: &serde_json::Value| owner.as_f64().map(|x| (100.0 * x).round() as i32);
            Ok(Row {
                game: place.played.name.clone(),
                start: start.clone(),
                moves: moves.clone(),
                lead: answer["rootInfo"]["scoreLead"].as_f64().context("KataGo tells no lead")?,
                owner: owner.iter().filter_map(percent).collect(),
            })
        },
        |_, _| {
            progress.step();
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok(rows.len())
}

/// The positions to be labelled, none twice.
fn places<'a>(
    games: &'a [Played],
    drawing: Drawing,
    threads: usize,
    visible: bool,
) -> anyhow::Result<Vec<Place<'a>>> {
    let progress = Progress::new(visible, games.len() as u64, "positions");
    let found = parallel_map(games.iter().collect(), threads, &progress, |number, played| {
        take(drawing, number as u64, played)
    });
    let mut places = Vec::new();
    for found in found {
        places.extend(found?);
    }
    let mut known = HashSet::new();
    places.retain(|place| known.insert(place.key()));
    Ok(places)
}

/// Positions of a game, with the moves that led there.
fn take(drawing: Drawing, number: u64, played: &Played) -> anyhow::Result<Vec<Place<'_>>> {
    let Drawing { every, odd, seed } = drawing;
    let mut rng = starboard_core::rng(seed, number);
    let selector = Selector::default();
    let mut places = Vec::new();
    let mut next = FIRST + rng.random_range(0..every);
    for (i, game) in played.positions()?.into_iter().enumerate().take(played.moves.len()) {
        if i != next || game.node() != Node::Decision {
            continue;
        }
        next += every;
        let moves = &played.moves[..i];
        places.push(Place { played, game: game.clone(), moves: moves.to_vec() });
        if odd > 0 {
            let (mut game, mut moves) = (game, moves.to_vec());
            for _ in 0..rng.random_range(1..=odd) {
                let candidates = selector.candidates(&game);
                let pick = candidates.iter().find(|_| rng.random_range(0..ODD) == 0);
                let Some(pick) = pick.or(candidates.first()) else { break };
                let m = Move::at(pick.point);
                moves.push(game.format_move(m));
                game.play(m);
            }
            places.push(Place { played, game, moves });
        }
    }
    Ok(places)
}

/// The labels of a log.
///
/// # Errors
///
/// [`BadInput`] if it is not one of labels, or not finished; and if it cannot be read.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Label>> {
    let name = path.display();
    let (header, rows) = runs::read::<Header, Row>(path)?;
    if header.experiment != LABELS {
        return Err(BadInput::error(format!("{name} is not a log of labels")));
    }
    let expected = header.shard.units(header.positions).count();
    if rows.len() != expected {
        let found = rows.len();
        return Err(BadInput::error(format!(
            "{name} is not finished: {found} of {expected} labels"
        )));
    }
    let labels = rows.into_iter().enumerate().map(|(i, row)| {
        Label::of(row).map_err(|e| BadInput::error(format!("{name}: line {}: {e}", i + 2)))
    });
    labels.collect()
}
