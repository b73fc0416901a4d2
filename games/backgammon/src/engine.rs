//! The backgammon engine that every front end uses.
//!
//! Advice, match reviews, UBGI, GNU Backgammon's socket and matches between engines all use a
//! [`BackgammonEngine`], made of an evaluator, the bearoff databases and one set of
//! [`EngineSettings`], and so get the same answers.

mod on_board;
mod searcher;

use std::{num::NonZeroUsize, sync::Arc};

use starboard_core::{FilterSet, NotationError};

pub use searcher::filtered;

use crate::{
    Dice, FibsBoard,
    bearoff::Bearoff,
    cube::{
        CubeAnalysis, CubefulSearch, MatchPosition, OutcomeEvaluator, RatedTurn, Reply, Stakes,
    },
    met::MatchEquity,
};

/// How deep an engine searches, and by which rules it plays.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSettings {
    /// How many plies to look ahead after a move; at 0 the position after the move is evaluated
    /// statically.
    pub plies: u32,
    /// How many plies to look ahead for cube decisions.
    pub cube_plies: u32,
    /// Which moves are kept to be searched deeper.
    pub filter: FilterSet,
    /// How many representative rolls stand for all rolls at the deeper plies; all 21 if not given.
    pub rolls: Option<NonZeroUsize>,
    /// Whether the Jacoby rule holds in money games even where a position does not say so: gammons
    /// count single while the cube is in the middle.
    pub jacoby: bool,
    /// Whether beavers are allowed in money games even where a position does not say so.
    pub beavers: bool,
    /// The match equity table.
    pub table: Arc<MatchEquity>,
}

impl Default for EngineSettings {
    /// Two plies for moves and for the cube, with the move filter `normal`; in money games neither
    /// the Jacoby rule nor beavers.
    fn default() -> Self {
        Self {
            plies: 2,
            cube_plies: 2,
            filter: FilterSet::named("normal").expect("it is one of the predefined sets"),
            rolls: None,
            jacoby: false,
            beavers: false,
            table: MatchEquity::built_in(),
        }
    }
}

impl EngineSettings {
    /// As GNU Backgammon analyses a record: two plies for moves and for the cube, with the move
    /// filter `large`.
    pub fn of_reviews() -> Self {
        let filter = FilterSet::named("large").expect("it is one of the predefined sets");
        Self { filter, ..Self::default() }
    }

    /// Reads a position as [`MatchPosition::read`] does, under these rules.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn read(&self, text: &str) -> Result<MatchPosition, NotationError> {
        Ok(self.under_these_rules(MatchPosition::read(text, &self.table)?))
    }

    /// The position of a FIBS board, under these rules.
    ///
    /// # Errors
    ///
    /// If the match is over or longer than the table.
    pub fn of_fibs(&self, board: &FibsBoard) -> Result<MatchPosition, NotationError> {
        Ok(self.under_these_rules(board.position(&self.table)?))
    }

    fn under_these_rules(&self, mut position: MatchPosition) -> MatchPosition {
        if let Stakes::Money { jacoby, beavers, .. } = &mut position.stakes {
            *jacoby |= self.jacoby;
            *beavers |= self.beavers;
        }
        position
    }
}

/// An evaluator with bearoff databases and a cubeful search, which decides on moves and on the
/// cube.
///
/// ```
/// use starboard_backgammon::{HandCrafted, engine::{BackgammonEngine, EngineSettings}};
/// let settings = EngineSettings { plies: 0, ..EngineSettings::default() };
/// let mut engine = BackgammonEngine::new(HandCrafted::default(), None, settings);
/// let position = engine.settings.read("4HPwATDgc/ABMA 61")?;
/// let dice = position.game.dice().expect("they were rolled");
/// assert_eq!(format!("{:?}", engine.best(&position, dice).turn), "13/7 8/7");
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BackgammonEngine<E> {
    /// How deep it searches, and by which rules it plays.
    pub settings: EngineSettings,
    search: CubefulSearch<E>,
}

impl<E: OutcomeEvaluator> BackgammonEngine<E> {
    /// An engine made of these parts.
    pub fn new(evaluator: E, bearoff: Option<Arc<Bearoff>>, settings: EngineSettings) -> Self {
        Self { settings, search: CubefulSearch::new(evaluator, bearoff, Stakes::MONEY) }
    }

    /// The evaluator, which estimates how games end.
    pub fn evaluator(&mut self) -> &mut E {
        &mut self.search.evaluator
    }

    /// The moves with these dice, the best first, each searched as deep as the filter lets it go.
    pub fn play(&mut self, position: &MatchPosition, dice: Dice) -> Vec<RatedTurn> {
        let EngineSettings { plies, filter, .. } = self.settings.clone();
        self.search(&position.stakes).rate(&position.game, dice, position.cube, plies, &filter)
    }

    /// The best move with these dice.
    ///
    /// # Panics
    ///
    /// If the game is over.
    pub fn best(&mut self, position: &MatchPosition, dice: Dice) -> RatedTurn {
        *self.play(position, dice).first().expect("a player can pass at least")
    }

    /// What the player on roll should do with the cube before the roll.
    pub fn cube(&mut self, position: &MatchPosition) -> CubeAnalysis {
        let plies = self.settings.cube_plies;
        self.search(&position.stakes).cube(&position.game, position.cube, plies)
    }

    /// What the player who was doubled should answer.
    pub fn reply(&mut self, position: &MatchPosition) -> Reply {
        self.cube(position).decision.reply()
    }

    /// The search behind the engine, for these stakes from the point of view of the player on roll:
    /// rollouts and reviews use it for single moves.
    pub fn search(&mut self, stakes: &Stakes) -> &mut CubefulSearch<E> {
        self.search.rolls = self.settings.rolls;
        self.search.play_for(stakes);
        &mut self.search
    }
}
