//! Parts b and e: an engine with negative plausibility against the same without.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use serde::Serialize;
use starboard_core::Limits;

use super::{
    Base, Cell, HistoryLevel, Part, Penalty, Standing, Subject, standing::deviation,
    subjects::PRUNING,
};
use starboard::{BadInput, Registry};
use starboard_lab::{
    arena::{self, Openings, PlayerLimits},
    runs::{self, Shard},
};

/// After so many decisions a game is a draw.
const MAX_PLIES: u32 = 512;

/// Plies played at random where there are not enough openings.
const RANDOM_PLIES: u32 = 6;

/// Positions for a move in part b where matches are tested, and where they are a control.
const NODES: [u64; 2] = [5_000, 50_000];

/// Positions for a move in part e.
const MANY_NODES: u64 = 200_000;

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Matches {
    /// Which part: b or e.
    pub part: Part,
    /// The game.
    pub game: Subject,
    /// Positions that each player visits for a move.
    pub nodes: u64,
    /// Games of each match.
    pub games: usize,
    /// Fixes openings and dice.
    pub seed: u64,
    /// Which part of the pairs.
    pub shard: Shard,
    /// Only the match of this name.
    pub only: Option<String>,
}

/// One match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// What it and its log are called.
    pub name: String,
    /// What is left out of the search.
    pub pruning: Pruning,
    /// The history of both players.
    pub history: HistoryLevel,
    /// What is played; A has negative plausibility.
    pub settings: arena::Header,
}

/// What players leave out of a principal-variation search.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Pruning {
    /// Nothing.
    None,
    /// Late moves are reduced.
    Reductions,
    /// All that Shogi's engine leaves out.
    All,
}

impl Matches {
    /// The matches of a part as laid down; of part b at so many nodes a move, as many games
    /// as there would be if others were.
    pub fn new(part: Part, nodes: Option<u64>) -> Self {
        let (usual, games) = match (part, nodes) {
            (Part::E, _) => (MANY_NODES, 600),
            (_, Some(nodes)) if nodes > NODES[0] => (nodes, 400),
            _ => (NODES[0], 2_000),
        };
        Self {
            part,
            game: Subject::Shogi,
            nodes: nodes.unwrap_or(usual),
            games,
            seed: 0,
            shard: Shard::WHOLE,
            only: None,
        }
    }

    /// For how many matches p-values are adjusted, those left out included.
    pub fn planned(&self) -> usize {
        self.kinds().iter().filter(|&&kind| self.tests(kind)).count()
    }

    /// Whether a match of this kind is tested if all is as planned, and not only explored.
    pub(super) fn tests(&self, (_, history): (Pruning, HistoryLevel)) -> bool {
        self.part == Part::B || history == HistoryLevel::None
    }

    /// How they compare with what was laid down.
    pub fn standing(&self) -> Standing {
        let plan = Self::new(self.part, Some(self.nodes));
        let nodes = match self.part {
            Part::E => deviation("nodes", &self.nodes, &MANY_NODES, ToString::to_string),
            _ => (!NODES.contains(&self.nodes))
                .then(|| format!("nodes {} for {} or {}", self.nodes, NODES[0], NODES[1])),
        };
        let deviations = [
            deviation("game", &self.game, &plan.game, ToString::to_string),
            nodes,
            deviation("games", &self.games, &plan.games, ToString::to_string),
            deviation("seed", &self.seed, &plan.seed, ToString::to_string),
        ];
        let part = (self.shard != Shard::WHOLE).then(|| format!("shard {}", self.shard));
        let is_control = self.part == Part::B && self.nodes == NODES[1];
        let control = is_control.then(|| format!("{} nodes are a control", NODES[1]));
        Standing::new(deviations.into_iter().flatten().collect(), part, control)
    }

    /// How the players of each match search, and what they learn.
    fn kinds(&self) -> Vec<(Pruning, HistoryLevel)> {
        use HistoryLevel::{Butterfly, Gravity, None};
        let (prunings, histories): (&[_], &[_]) = match self.part {
            Part::E => (&[Pruning::All], &[None, Gravity]),
            _ if self.game.has_chance() => (&[Pruning::None], &[None, Butterfly, Gravity]),
            _ => (&[Pruning::Reductions, Pruning::None], &[None, Butterfly, Gravity]),
        };
        let pairs = prunings
            .iter()
            .flat_map(|&pruning| histories.iter().map(move |&history| (pruning, history)));
        pairs.collect()
    }

    /// The matches.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if an engine cannot be made, or there is no match of the name
    /// asked for.
    pub fn duels(&self, games: &Registry) -> anyhow::Result<Vec<Duel>> {
        let mut duels = Vec::new();
        for (pruning, history) in self.kinds() {
            duels.push(self.duel(games, pruning, history)?);
        }
        let Some(only) = &self.only else { return Ok(duels) };
        let names: Vec<_> = duels.iter().map(|duel| duel.name.clone()).collect();
        duels.retain(|duel| duel.name == *only);
        if duels.is_empty() {
            let names = names.join(", ");
            bail!(BadInput(format!("there is no match {only:?}; there are {names}")));
        }
        Ok(duels)
    }

    fn duel(
        &self,
        games: &Registry,
        pruning: Pruning,
        history: HistoryLevel,
    ) -> anyhow::Result<Duel> {
        let game = self.game.find(games)?;
        let info = game.info();
        // No opening twice: players without dice would play the same games again.
        let openings = match Openings::usual(&info) {
            Openings::List if !info.chance && self.games / 2 > info.openings => {
                Openings::Random(RANDOM_PLIES)
            }
            Openings::Random(_) => Openings::Random(RANDOM_PLIES),
            other => other,
        };
        let base = self.game.bases().last().copied().unwrap_or(Base::None);
        let without = Cell { base, history, penalty: None };
        let with = Cell { penalty: Some(Penalty::ARTICLE), ..without };
        let search = search(self.game, info.quiescence.is_some(), pruning);
        let given = PlayerLimits { both: Limits::nodes(self.nodes), ..PlayerLimits::default() };
        let side = |cell: Cell| arena::side(game, &format!("{search}{}", cell.parts()), &given);
        let settings = arena::Header {
            seed: self.seed,
            shard: self.shard,
            openings,
            payoff: info.payoff,
            max_plies: MAX_PLIES,
            times: false,
            ..arena::Header::new(&info.name, side(with)?, side(without)?, self.games)
        };
        let pruned = match pruning {
            Pruning::None => "",
            Pruning::Reductions => "lmr-",
            Pruning::All => "pruning-",
        };
        let name = format!("{}-{}-{pruned}{}", self.game, self.nodes, history.name());
        Ok(Duel { name, pruning, history, settings })
    }
}

/// The search of the players and its table.
fn search(subject: Subject, quiescence: bool, pruning: Pruning) -> String {
    if subject.has_chance() {
        return format!("{} + tt(mb=16)", subject.search(Part::B));
    }
    if pruning == Pruning::All {
        return format!("{PRUNING} + tt(mb=64)");
    }
    let mut options = vec!["repetitions"];
    if quiescence {
        options.push("quiescence");
    }
    if pruning == Pruning::Reductions {
        options.push("lmr");
    }
    format!("alpha-beta({}) + tt(mb=16)", options.join(", "))
}

impl Duel {
    /// Its log in a folder of logs: each shard has one of its own. For the whole
    /// match, the logs of its shards are merged first if they are there and it is
    /// not.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if a shard is missing or not finished; and if a file cannot be
    /// read or written.
    pub fn log(&self, folder: &Path) -> anyhow::Result<PathBuf> {
        let name = &self.name;
        let (index, of) = self.settings.shard.parts();
        if self.settings.shard != Shard::WHOLE {
            return Ok(folder.join(format!("{name}-{index}-of-{of}.jsonl")));
        }
        let whole = folder.join(format!("{name}.jsonl"));
        let shards = self.shards(folder)?;
        if !whole.exists() && !shards.is_empty() {
            runs::merge::<arena::Header>(&shards, &whole)?;
        }
        Ok(whole)
    }

    /// The logs of its shards in a folder.
    fn shards(&self, folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
        let cannot = || format!("cannot read the folder {}", folder.display());
        let mut shards = Vec::new();
        for entry in fs::read_dir(folder).with_context(cannot)? {
            let path = entry.with_context(cannot)?.path();
            let shard = path.file_name().and_then(|name| {
                let name = name.to_str()?.strip_prefix(&self.name)?.strip_prefix('-')?;
                let (index, of) = name.strip_suffix(".jsonl")?.split_once("-of-")?;
                Some((index.parse::<usize>().ok()?, of.parse::<usize>().ok()?))
            });
            shards.extend(shard.map(|shard| (shard, path)));
        }
        shards.sort();
        Ok(shards.into_iter().map(|(_, path)| path).collect())
    }
}
