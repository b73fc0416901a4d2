//! Evaluators that give outcome probabilities.

use starboard_core::{Evaluator, Game, Limits, Stop};

use starboard_search::filtered::{Room, Tree};

use super::{
    Stakes, Utility,
    tree::{Cubeful, Level},
};
use crate::{Backgammon, Dice, HandCrafted, Move, NetEvaluator, Probabilities, net::probabilities};

/// Stakes that are not used where only the best reply is searched for.
const NO_STAKES: [Stakes; 2] = [Stakes::MONEY, Stakes::MONEY];

/// An evaluator of outcome probabilities: what a cubeful search needs.
///
/// Any boxed [`Evaluator`] whose figures are [`Probabilities::KINDS`] is one.
pub trait OutcomeEvaluator {
    /// The outcome probabilities for the player to move, before the roll, of a game that is not
    /// over.
    fn outcomes(&mut self, game: &Backgammon) -> Probabilities;

    /// Appends the outcome probabilities after each of these moves, exact where the game is over,
    /// for the other player, who is then on roll.
    fn outcomes_after(&mut self, game: &Backgammon, moves: &[Move], out: &mut Vec<Probabilities>) {
        for &m in moves {
            let next = played(game, m);
            out.push(Probabilities::of_end(&next).unwrap_or_else(|| self.outcomes(&next)));
        }
    }

    /// Appends cheap estimates of the same and returns `true`; or, if there are none, appends
    /// nothing and returns `false`.
    fn rough_outcomes_after(
        &mut self,
        game: &Backgammon,
        moves: &[Move],
        out: &mut Vec<Probabilities>,
    ) -> bool {
        let _ = (game, moves, out);
        false
    }
}

/// The position after a move.
pub(super) fn played(game: &Backgammon, m: Move) -> Backgammon {
    let mut next = *game;
    next.play(m);
    next
}

impl<E: OutcomeEvaluator + ?Sized> OutcomeEvaluator for &mut E {
    fn outcomes(&mut self, game: &Backgammon) -> Probabilities {
        (**self).outcomes(game)
    }

    fn outcomes_after(&mut self, game: &Backgammon, moves: &[Move], out: &mut Vec<Probabilities>) {
        (**self).outcomes_after(game, moves, out);
    }

    fn rough_outcomes_after(
        &mut self,
        game: &Backgammon,
        moves: &[Move],
        out: &mut Vec<Probabilities>,
    ) -> bool {
        (**self).rough_outcomes_after(game, moves, out)
    }
}

impl OutcomeEvaluator for Box<dyn Evaluator<Backgammon>> {
    fn outcomes(&mut self, game: &Backgammon) -> Probabilities {
        Probabilities::from_details(&self.estimate(&game.with_dice(None)).details)
    }

    fn outcomes_after(&mut self, game: &Backgammon, moves: &[Move], out: &mut Vec<Probabilities>) {
        let mut estimates = Vec::with_capacity(moves.len());
        self.estimate_children(game, moves, &mut estimates);
        out.extend(estimates.iter().map(|e| Probabilities::from_flipped_details(&e.details)));
    }

    fn rough_outcomes_after(
        &mut self,
        game: &Backgammon,
        moves: &[Move],
        out: &mut Vec<Probabilities>,
    ) -> bool {
        let mut estimates = Vec::with_capacity(moves.len());
        let some = self.estimate_roughly(game, moves, &mut estimates);
        out.extend(estimates.iter().map(|e| Probabilities::from_flipped_details(&e.details)));
        some
    }
}

impl OutcomeEvaluator for HandCrafted {
    /// The estimate of the hand-crafted evaluator, which does not estimate backgammons.
    fn outcomes(&mut self, game: &Backgammon) -> Probabilities {
        self.probabilities(game)
    }
}

impl OutcomeEvaluator for NetEvaluator {
    fn outcomes(&mut self, game: &Backgammon) -> Probabilities {
        self.probabilities(&game.with_dice(None))
    }

    fn outcomes_after(&mut self, game: &Backgammon, moves: &[Move], out: &mut Vec<Probabilities>) {
        out.extend(moves.iter().map(|&m| self.before_roll(&played(game, m))));
    }

    fn rough_outcomes_after(
        &mut self,
        game: &Backgammon,
        moves: &[Move],
        out: &mut Vec<Probabilities>,
    ) -> bool {
        self.roughly(game, moves, |units| out.push(probabilities(units)))
    }
}

/// The result of a player's best move.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct BestReply {
    /// The position, before the other player's roll.
    pub next: Backgammon,
    /// The outcome probabilities for the other player, exact if the game is over.
    pub outcomes: Probabilities,
}

/// What the best move with these dice leads to, by static evaluation; `utility` is the utility of
/// outcomes for the player who moves. If `quick`, as inside a search, only moves that survive
/// pruning by cheap estimates are evaluated.
pub fn best_reply<E: OutcomeEvaluator + ?Sized>(
    evaluator: &mut E,
    game: &Backgammon,
    dice: Dice,
    utility: &Utility,
    quick: bool,
) -> BestReply {
    let levels = [Level::plain(*utility)];
    let mut backup = Cubeful {
        evaluator,
        bearoff: None,
        stakes: &NO_STAKES,
        levels: &levels,
        quick,
        room: Vec::new(),
    };
    let (mut room, stop) = (Room::default(), Stop::default());
    let limits = Limits::default();
    let mut tree = Tree::new(&mut backup, (), None, &mut room, &limits, &stop);
    let game = game.with_dice(Some(dice));
    let (m, outcomes) = tree.reply(&game, 0);
    BestReply { next: played(&game, m), outcomes }
}
