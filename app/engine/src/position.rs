//! A position whose game's type has been erased.

use std::{any::Any, fmt, sync::OnceLock};

use dyn_clone::DynClone;
use starboard_core::{ChanceChain, Game, Node, NotationError, Player, Value};

/// A move in a position, or an outcome of chance: its index in [`Game::options`] there. It
/// has a meaning in that position only.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub u32);

/// A position of any game: the rules as seen by code outside the searches.
///
/// Implemented once, for every [`Game`]. [`Position`] is how it is held.
pub trait AnyPosition: DynClone + Any + fmt::Debug + Send + Sync {
    /// What happens next.
    fn node(&self) -> Node;

    /// The player to move; before a roll, the one who moves after it. All values are from
    /// this player's point of view.
    fn mover(&self) -> Player;

    /// How many moves or outcomes there are; 0 when the game is over. Each is a [`Move`]
    /// with an index below this number.
    fn count(&self) -> usize;

    /// The weights of the outcomes of a chance node, in the order of the [`Move`]s; empty
    /// elsewhere.
    fn weights(&self) -> Vec<u32>;

    /// Plays a move or an outcome.
    ///
    /// # Panics
    ///
    /// If there is no such move here.
    fn play(&mut self, m: Move);

    /// The position after a move or an outcome.
    ///
    /// # Panics
    ///
    /// If there is no such move here.
    fn after(&self, m: Move) -> Position;

    /// What a move or an outcome earns the mover at once; see [`Game::reward`].
    ///
    /// # Panics
    ///
    /// If there is no such move here.
    fn reward(&self, m: Move) -> Value;

    /// A hash of everything the rules depend on; see [`Game::key`].
    fn key(&self) -> u64;

    /// A hash of the earlier positions of the game, as far as the rules depend on them; see
    /// [`Game::past`].
    fn past(&self) -> u64;

    /// The chain of chance nodes without end that begins here, if there is one; no game may
    /// have any.
    fn chance_chain(&self) -> Option<ChanceChain>;

    /// The same from the nearest position at or below this one, for a search or a perft
    /// that met such a chain.
    fn chance_chain_below(&self) -> ChanceChain;

    /// Whether `other` is the same position of the same game.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;

    /// The position in the game's own notation.
    fn format(&self) -> String;

    /// A move as the game writes it.
    ///
    /// # Panics
    ///
    /// If there is no such move here.
    fn format_move(&self, m: Move) -> String;

    /// Reads a move, or an outcome.
    ///
    /// # Errors
    ///
    /// Names the moves there are.
    fn parse_move(&self, text: &str) -> Result<Move, NotationError>;

    /// The board as text.
    fn board(&self) -> String;

    /// The board as an SVG picture, where the game can draw one.
    fn svg(&self) -> Option<String>;

    /// The places of the picture that choose the move; see [`Game::places`].
    ///
    /// # Panics
    ///
    /// If there is no such move here.
    fn places(&self, m: Move) -> Vec<String>;

    /// How many grid points of a value make one unit, and what that is called.
    fn unit(&self) -> (i32, &'static str);

    /// What a win is worth where a sooner one counts more; see [`Game::MATE`].
    fn mate(&self) -> i32;

    /// The position as a value of the game's own type.
    fn as_any(&self) -> &dyn Any;
}

dyn_clone::clone_trait_object!(AnyPosition);

/// A position of any game, with the methods of a [`Game`].
#[derive(Clone)]
pub struct Position(Box<dyn AnyPosition>);

impl Position {
    /// Erases the type of a position.
    pub fn new<G: Game>(game: G) -> Self {
        Self(Box::new(Erased { game, options: OnceLock::new() }))
    }

    /// The position as a `G`, if it is one.
    pub fn downcast_ref<G: Game>(&self) -> Option<&G> {
        self.0.as_any().downcast_ref()
    }

    /// Appends everything that can happen next; nothing when the game is over.
    pub fn options(&self, out: &mut Vec<Move>) {
        out.extend((0..self.count() as u32).map(Move));
    }

    /// Appends the outcomes of a chance node with their weights.
    pub fn chances(&self, out: &mut Vec<(Move, u32)>) {
        out.extend(self.weights().into_iter().enumerate().map(|(i, w)| (Move(i as u32), w)));
    }

    /// A value in units of the game.
    pub fn units(&self, value: Value) -> f64 {
        f64::from(value.raw()) / f64::from(self.unit().0)
    }

    /// What a move or an outcome earns the first player at once, in units: what the second
    /// earns counts against it.
    ///
    /// # Panics
    ///
    /// If there is no such move here.
    pub fn earned(&self, m: Move) -> f64 {
        self.mover().for_first(self.units(self.reward(m)))
    }
}

impl std::ops::Deref for Position {
    type Target = dyn AnyPosition;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl std::ops::DerefMut for Position {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(&**other)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A position, and its moves once they have been asked for.
struct Erased<G: Game> {
    game: G,
    options: OnceLock<Vec<G::Move>>,
}

impl<G: Game> Erased<G> {
    fn options(&self) -> &[G::Move] {
        self.options.get_or_init(|| {
            let mut options = Vec::new();
            self.game.options(&mut options);
            options
        })
    }

    fn get(&self, m: Move) -> G::Move {
        self.options()[m.0 as usize]
    }
}

impl<G: Game> Clone for Erased<G> {
    /// A position is copied to play on from it, so its moves are not copied.
    fn clone(&self) -> Self {
        Self { game: self.game.clone(), options: OnceLock::new() }
    }
}

impl<G: Game> fmt::Debug for Erased<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}

impl<G: Game> AnyPosition for Erased<G> {
    fn node(&self) -> Node {
        self.game.node()
    }

    fn mover(&self) -> Player {
        self.game.mover()
    }

    fn count(&self) -> usize {
        self.options().len()
    }

    fn weights(&self) -> Vec<u32> {
        let mut chances = Vec::new();
        if self.game.node() == Node::Chance {
            self.game.chances(&mut chances);
        }
        chances.into_iter().map(|(_, weight)| weight).collect()
    }

    fn play(&mut self, m: Move) {
        let m = self.get(m);
        self.game.play(m);
        self.options.take();
    }

    fn after(&self, m: Move) -> Position {
        let mut game = self.game.clone();
        game.play(self.get(m));
        Position::new(game)
    }

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn past(&self) -> u64 {
        self.game.past()
    }

    fn reward(&self, m: Move) -> Value {
        if G::REWARDS { self.game.reward(self.get(m)) } else { Value::ZERO }
    }

    fn chance_chain(&self) -> Option<ChanceChain> {
        ChanceChain::at(&self.game)
    }

    fn chance_chain_below(&self) -> ChanceChain {
        ChanceChain::below(&self.game)
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        other.as_any().downcast_ref::<G>() == Some(&self.game)
    }

    fn format(&self) -> String {
        self.game.format()
    }

    fn format_move(&self, m: Move) -> String {
        self.game.format_move(self.get(m))
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        let m = self.game.parse_move(text)?;
        place(self.options(), m).ok_or_else(|| {
            NotationError::illegal(text, self.options().iter().map(|&m| self.game.format_move(m)))
        })
    }

    fn board(&self) -> String {
        self.game.board()
    }

    fn svg(&self) -> Option<String> {
        self.game.svg()
    }

    fn places(&self, m: Move) -> Vec<String> {
        self.game.places(self.get(m))
    }

    fn unit(&self) -> (i32, &'static str) {
        (G::UNIT, G::UNIT_NAME)
    }

    fn mate(&self) -> i32 {
        G::MATE
    }

    fn as_any(&self) -> &dyn Any {
        &self.game
    }
}

/// The place of a move among the options of its position.
pub(crate) fn place<M: PartialEq>(options: &[M], m: M) -> Option<Move> {
    options.iter().position(|other| *other == m).map(|i| Move(i as u32))
}

#[cfg(test)]
mod tests {
    use starboard_core::testing::RandomTree;

    use super::*;

    /// Every call answers what the game itself does, through a random game to its end.
    #[test]
    fn a_position_is_its_game() {
        for seed in 0..50 {
            let mut game = RandomTree::<true>::new(seed);
            let mut position = Position::new(game.clone());
            for turn in 0.. {
                assert_eq!(position.downcast_ref(), Some(&game));
                assert_eq!((position.node(), position.mover()), (game.node(), game.mover()));
                assert_eq!((position.key(), position.format()), (game.key(), game.format()));
                let (mut options, mut moves) = (Vec::new(), Vec::new());
                game.options(&mut options);
                position.options(&mut moves);
                assert_eq!(options.len(), moves.len());
                if options.is_empty() {
                    break;
                }
                let (mut typed, mut chances) = (Vec::new(), Vec::new());
                if game.node() == Node::Chance {
                    game.chances(&mut typed);
                }
                position.chances(&mut chances);
                assert!(typed.iter().map(|c| c.1).eq(chances.iter().map(|c| c.1)));
                let i = (seed as usize + turn) % options.len();
                let text = position.format_move(moves[i]);
                assert_eq!(text, game.format_move(options[i]));
                assert_eq!(position.parse_move(&text), Ok(moves[i]));
                let before = position.clone();
                game.play(options[i]);
                position.play(moves[i]);
                assert!(before != position && before.after(moves[i]) == position);
            }
            assert!(position.parse_move("nonsense").is_err());
        }
    }

    #[test]
    fn games_of_other_types_are_others() {
        let chance = Position::new(RandomTree::<true>::new(1));
        assert!(chance.downcast_ref::<RandomTree<false>>().is_none());
        assert!(chance != Position::new(RandomTree::<false>::new(1)));
    }
}
