//! Backgammon as one engine, which every front end uses.
//!
//! Advice, the review of a match, UBGI, GNU Backgammon's socket and matches all use a
//! [`BackgammonEngine`], which is made of an evaluator, the databases for the end and one
//! set of [`EngineSettings`]; and get the same answer.

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

/// How deep an engine looks, and by what rules it plays.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSettings {
    /// How many plies moves are looked ahead; none is a look at the position after the move.
    pub plies: u32,
    /// How many plies decisions about the cube are looked ahead.
    pub cube_plies: u32,
    /// Which moves go on to be looked at deeper.
    pub filter: FilterSet,
    /// How many rolls stand for all where it is looked further ahead; all 21 if not given.
    pub rolls: Option<NonZeroUsize>,
    /// At money, gammons count single while the cube is in the middle, whatever a position
    /// says.
    pub jacoby: bool,
    /// At money, who is doubled may beaver, whatever a position says.
    pub beavers: bool,
    /// What scores are worth.
    pub table: Arc<MatchEquity>,
}

impl Default for EngineSettings {
    /// Two plies for moves and for the cube, with the filter `normal`; at money neither the
    /// Jacoby rule nor beavers.
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
    /// As GNU Backgammon analyses a record: two plies for both, with the filter `large`.
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

    /// The position of a board of FIBS, under these rules.
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

/// An evaluator with the databases for the end and the cube, which decides.
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
    /// How deep it looks, and by what rules.
    pub settings: EngineSettings,
    search: CubefulSearch<E>,
}

impl<E: OutcomeEvaluator> BackgammonEngine<E> {
    /// An engine by these parts.
    pub fn new(evaluator: E, bearoff: Option<Arc<Bearoff>>, settings: EngineSettings) -> Self {
        Self { settings, search: CubefulSearch::new(evaluator, bearoff, Stakes::MONEY) }
    }

    /// What knows how games end.
    pub fn evaluator(&mut self) -> &mut E {
        &mut self.search.evaluator
    }

    /// The moves with these dice, the best first; each looked at as deep as the filter lets
    /// it come.
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

    /// What the player should answer who was doubled.
    pub fn reply(&mut self, position: &MatchPosition) -> Reply {
        self.cube(position).decision.reply()
    }

    /// The search behind it, for these stakes seen by the player on roll: what rollouts and
    /// reviews ask for single moves.
    pub fn search(&mut self, stakes: &Stakes) -> &mut CubefulSearch<E> {
        self.search.rolls = self.settings.rolls;
        self.search.play_for(stakes);
        &mut self.search
    }
}
