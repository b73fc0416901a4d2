//! Players that rank the moves of a decision.

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use starboard_backgammon::{
    Backgammon, Dice, FibsBoard, Move, NetEvaluator, Probabilities,
    bearoff::Bearoff,
    cube::{Cube, CubefulSearch, RatedTurn, Stakes, Utility, WithBearoff, rate_by},
};
use starboard_core::{FilterSet, Game, Instant};
use starboard_protocols::external::{Command, gnubg::Server};

/// How long GNU Backgammon may think about one position.
const PATIENCE: Duration = Duration::from_secs(600);

/// Networks with the bearoff databases, as the engine asks them.
pub(super) type Search = CubefulSearch<WithBearoff<NetEvaluator>>;

pub(super) fn search(evaluator: NetEvaluator, bearoff: Arc<Bearoff>) -> Search {
    let evaluator = WithBearoff { evaluator, bearoff: bearoff.clone() };
    CubefulSearch::new(evaluator, Some(bearoff), Stakes::MONEY)
}

/// A player: what evaluates the positions after moves.
pub(super) enum Player {
    Nets(Box<Search>),
    Gnubg(Server),
}

impl Player {
    /// Networks, with these databases.
    pub(super) fn of_nets(evaluator: NetEvaluator, bearoff: Arc<Bearoff>) -> Self {
        Self::Nets(Box::new(search(evaluator, bearoff)))
    }

    /// GNU Backgammon, started for this.
    ///
    /// # Errors
    ///
    /// If it does not listen.
    pub(super) fn gnubg(program: &str) -> anyhow::Result<Self> {
        let server = Server::start(&Command::new(program, [""; 0]));
        Ok(Self::Gnubg(server.with_context(|| format!("cannot ask GNU Backgammon, {program}"))?))
    }

    /// The cubeless outcome probabilities for the player who has moved to `next`, looking `plies`
    /// plies ahead.
    fn outcomes(&mut self, next: &Backgammon, plies: u32) -> anyhow::Result<Probabilities> {
        if let Some(end) = Probabilities::of_end(next) {
            return Ok(end.flipped());
        }
        match self {
            Self::Nets(search) => Ok(search.cube(next, Cube::default(), plies).outcomes.flipped()),
            Self::Gnubg(server) => {
                let board = FibsBoard::of(&next.with_dice(None));
                let line = format!("evaluation fibsboard {board} plies {plies} cubeless");
                let answer = server.ask(&line, Instant::now() + PATIENCE)?;
                let numbers: Vec<f32> = answer.split_whitespace().flat_map(str::parse).collect();
                let five = numbers.first_chunk::<5>();
                let five = five.with_context(|| format!("gnubg says {answer:?} of {board}"))?;
                Ok(Probabilities::from(*five).flipped())
            }
        }
    }

    /// The moves with these dice, the best first, for money without a cube; each is searched as
    /// deep as the filter lets it go, at most `plies` plies.
    ///
    /// # Errors
    ///
    /// If GNU Backgammon does not answer.
    pub(super) fn rank(
        &mut self,
        game: &Backgammon,
        dice: Dice,
        plies: u32,
        filter: &FilterSet,
    ) -> anyhow::Result<Vec<RatedTurn>> {
        let mut turns = Vec::new();
        game.for_each_turn(dice, |turn| turns.push(turn));
        let (utility, mut failed) = (Utility::new(&Stakes::MONEY, 1), None);
        let rated = rate_by(&turns, plies, filter, |turn, plies| {
            let mut next = game.with_dice(Some(dice));
            next.play(Move::Turn(turn));
            let outcomes = self.outcomes(&next, plies).unwrap_or_else(|error| {
                failed.get_or_insert(error);
                Probabilities::default()
            });
            let utility = utility.of(outcomes);
            RatedTurn { turn, plies, outcomes, equity: utility, utility }
        });
        failed.map_or(Ok(rated), Err)
    }
}
