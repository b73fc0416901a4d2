//! The full-board evaluation: tactics, groups, influence, and what is being
//! fought for.
//!
//! After Fotland's description of Many Faces of Go (posts to the computer-go
//! list, 2001 and 2006): strings are read first, then joined to groups; eyes,
//! room and races tell how strong these are, and their strength how far they
//! reach. The score is an estimate of the final one, in fiftieths of a point,
//! in three parts by how sure they are. What hangs is settled by turns: the player
//! to move takes the largest, the opponent the next; whoever may then play elsewhere
//! has sente, which is worth something.

mod fights;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use starboard_core::{Bounds, Evaluator, Game, Value};

pub use self::fights::{Fight, Prize};
use crate::{
    Area, Board, Chain, Color, Fate, Go, Point, Points, Scoring, World, game::UNIT, lives::Lives,
    tactics::Tactician, world,
};

/// What sente is worth on an empty board, in fiftieths of a point.
const SENTE_FIRST: i32 = 7 * UNIT;
/// The same at the end of a game.
const SENTE_LAST: i32 = UNIT;
/// How much of what is at stake in a fight goes to whoever plays there first, in
/// percent: the other has a threat, an exchange or a move elsewhere for it.
///
/// By the leads that KataGo's network sees in 568 positions on 13 lines: from 10 to 30
/// is best in either half of the games. What hangs is in what groups are worth already,
/// and matters less to who is to move than one would think.
const TAKEN: i32 = 25;

/// What the right to move is worth, in fiftieths of a point: 7 points on an
/// empty board, falling in proportion to the stones to 1 point when the end
/// begins (Fotland).
pub fn sente(board: &Board) -> i32 {
    let (done, late) = world::progress(board);
    SENTE_FIRST - (SENTE_FIRST - SENTE_LAST) * done / late
}

/// What is known of a position, whoever is to move.
#[derive(Clone, Debug)]
pub struct Study {
    /// Every string, in the order of the first stones.
    pub chains: Vec<Chain>,
    /// The position with what is lost taken off and what hangs standing.
    pub world: World,
    /// What hangs, the largest first.
    pub fights: Vec<Fight>,
    /// What the right to move is worth.
    pub sente: i32,
    /// By how much Black is ahead with komi, before the fights.
    pub lead: i32,
}

impl Study {
    /// Looks at a position, with the reader's help.
    pub(crate) fn new(game: &Go, tactician: &mut Tactician, lives: &mut Lives) -> Self {
        let board = game.board();
        let chains = tactician.chains(board);
        let lost = lost(board, &chains);
        let scoring = game.rules().scoring;
        let safe = world::unconditional(board);
        let world = World::new(board, &lost, &safe, scoring, |board, groups| {
            groups.iter().map(|group| lives.verdict(board, groups, group)).collect()
        });
        let fights = fights::fights(board, &chains, &world, &safe, scoring);
        let komi = game.rules().komi.raw();
        let lead = world.lead() - komi;
        Self { chains, world, fights, sente: sente(board), lead }
    }

    /// The string of a stone.
    pub fn chain(&self, board: &Board, stone: Point) -> Option<&Chain> {
        let first = board.string(stone).min()?;
        let place = self.chains.binary_search_by_key(&first, |chain| chain.first).ok()?;
        self.chains.get(place)
    }

    /// What the position is worth for `mover`, to move: the fights settled, and what the
    /// right to move is worth to whoever has it then.
    pub fn worth(&self, mover: Color) -> i32 {
        let (value, own) = self.value(mover);
        if own { value + self.sente } else { value - self.sente }
    }

    /// What the position is worth for `mover`, to move, the fights settled by
    /// turns and most of each given to whoever wins it, and whether the right to
    /// move is its after that.
    pub fn value(&self, mover: Color) -> (i32, bool) {
        let mut value = if mover == Color::Black { self.lead } else { -self.lead };
        let mut turn = mover;
        for fight in &self.fights {
            let own = if fight.owner == mover { 1 } else { -1 };
            if fight.swing() < 2 * self.sente {
                // Not worth a move yet: shared.
                value += own * (fight.gain - fight.loss) / 2 * TAKEN / 100;
            } else {
                let won = if fight.owner == turn { fight.gain } else { -fight.loss };
                value += own * won * TAKEN / 100;
                turn = turn.other();
            }
        }
        (value, turn == mover)
    }
}

/// The stones of the strings that are lost.
pub(crate) fn lost(board: &Board, chains: &[Chain]) -> Points {
    let mut lost = Points::EMPTY;
    for chain in chains.iter().filter(|chain| matches!(chain.fate, Fate::Lost { .. })) {
        lost.extend(board.string(chain.first));
    }
    lost
}

/// So many positions are remembered.
const STUDIES: usize = 2048;

/// What has been found out about positions, for all who ask.
#[derive(Debug, Default)]
pub(crate) struct Knowledge {
    tactician: Tactician,
    lives: Lives,
    studies: HashMap<u64, Arc<Study>>,
    made: u64,
}

impl Knowledge {
    fn study(&mut self, game: &Go) -> Arc<Study> {
        let key = game.key();
        if let Some(study) = self.studies.get(&key) {
            return Arc::clone(study);
        }
        if self.studies.len() >= STUDIES {
            self.studies.clear();
        }
        let study = Arc::new(Study::new(game, &mut self.tactician, &mut self.lives));
        self.made += 1;
        self.studies.insert(key, Arc::clone(&study));
        study
    }
}

/// The full-board evaluation, with what it has found out so far; copies share
/// that.
///
/// ```
/// use starboard_core::{Evaluator, Game};
/// use starboard_go::{Go, Judge};
///
/// // Three black stones have one liberty: who is to move saves or takes them.
/// let position = "9/4O4/3OXO3/3OXO3/3OXO3/9/9/9/9";
/// let (black, white) = (format!("{position} b 0"), format!("{position} w 0"));
/// let mut judge = Judge::default();
/// let saved = judge.evaluate(&Go::parse(&black)?);
/// let taken = judge.evaluate(&Go::parse(&white)?);
/// // Each judgement is its mover's, in fiftieths of a point, and has in it that the other
/// // has sente then: so their sum is what the turn is worth beyond playing elsewhere,
/// // more than a point.
/// let turn = saved.raw() + taken.raw();
/// assert!(turn > 50, "{turn}");
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Judge {
    knowledge: Arc<Mutex<Knowledge>>,
}

impl Judge {
    /// What is known of a position.
    pub fn study(&self, game: &Go) -> Arc<Study> {
        self.knowledge.lock().unwrap_or_else(PoisonError::into_inner).study(game)
    }

    /// How many positions it has looked at.
    pub fn studied(&self) -> u64 {
        self.knowledge.lock().unwrap_or_else(PoisonError::into_inner).made
    }
}

impl Evaluator<Go> for Judge {
    fn evaluate(&mut self, game: &Go) -> Value {
        let value = self.study(game).worth(game.color());
        let bounds = self.bounds(game);
        Value::new(value).clamp(bounds.low, bounds.high)
    }

    fn bounds(&self, game: &Go) -> Bounds {
        match game.rules().scoring {
            Scoring::Area => Area.bounds(game),
            Scoring::Territory => Bounds::FULL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a position is worth for its mover, but for sente, in points.
    #[track_caller]
    fn points(text: &str) -> i32 {
        let game = Go::parse(text).expect("a position");
        let study = Judge::default().study(&game);
        let value = study.value(game.color()).0;
        assert_eq!((study.worth(game.color()) - value).abs(), study.sente);
        value / UNIT
    }

    #[test]
    fn a_board_that_is_divided_is_counted() {
        // Walls, and what is behind them.
        let position = "2X1XO3/2X1XO3/2X1XO3/2X1XO3/2XXXO3/4XO3/4XO1O1/4XOO2/4XO3 b 0";
        let (black, white) = (points(position), points(&position.replace(" b ", " w ")));
        assert!((45 - 36 - 4..=45 - 36).contains(&black), "{black}");
        assert!((36 - 45..=36 - 45 + 4).contains(&white), "{white}");
    }

    #[test]
    fn what_is_lost_counts_for_the_opponent() {
        let alive = "1X1X1O3/XXXXXO3/OOOOOO3/9/9/9/9/9/9 b 0";
        assert!(points(alive) < 0);
        // The same with the black stones in one eye.
        let dead = "2XXXO3/XXXXXO3/OOOOOO3/9/9/9/9/9/9 b 0";
        assert!(points(dead) < points(alive) - 2 * 5, "{} {}", points(dead), points(alive));
    }

    #[test]
    fn sente_falls_from_seven_points_to_one() {
        let mut board = Board::new(crate::Size::new(9).expect("a size"));
        assert_eq!(sente(&board), 350);
        let mut last = 350;
        for point in board.all().iter().step_by(2).take(60) {
            board.play(point, Color::Black);
            assert!(sente(&board) <= last);
            last = sente(&board);
        }
        assert!(last < 130);
    }
}
