//! Evaluators that say how a game is likely to end, and what they would play.

use super::{Worth, search::after};
use crate::{
    Backgammon, Class, Dice, HandMade, NetEvaluator, Probabilities,
    eval::{Chances, ONE},
};

/// Something that knows how a game is likely to end.
pub trait Ends {
    /// How the game is likely to end for the player to move, before the roll.
    /// The game is not over.
    fn ends(&mut self, game: &Backgammon) -> Probabilities;

    /// What the best move with these dice leads to, without looking ahead; `worth`
    /// is what an end is worth for whoever has played.
    fn reply(&mut self, game: &Backgammon, dice: Dice, worth: &Worth) -> Played {
        best_reply(self, game, dice, worth)
    }

    /// The same inside a search, where it may be a little worse if it is found
    /// faster.
    fn quick_reply(&mut self, game: &Backgammon, dice: Dice, worth: &Worth) -> Played {
        self.reply(game, dice, worth)
    }
}

/// A position that a player has moved to.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Played {
    /// The position, before the other player's roll.
    pub next: Backgammon,
    /// How the game is likely to end, or has ended, for the other player.
    pub ends: Probabilities,
}

/// The best of these positions for the player who moves to one of them, by how games
/// end for the other.
fn best_of(
    positions: impl IntoIterator<Item = Backgammon>,
    worth: &Worth,
    mut ends: impl FnMut(&Backgammon) -> Probabilities,
) -> Option<Played> {
    let mut best = None;
    let mut most = f64::NEG_INFINITY;
    for next in positions {
        let ends = ends(&next);
        let value = worth.of(ends.flipped());
        if value > most || best.is_none() {
            (most, best) = (value, Some(Played { next, ends }));
        }
    }
    best
}

/// How a game ends that may be over already.
fn ends_of<E: Ends + ?Sized>(evaluator: &mut E, game: &Backgammon) -> Probabilities {
    Probabilities::of_end(game).unwrap_or_else(|| evaluator.ends(game))
}

/// What the best of all moves with these dice leads to.
pub(super) fn best_reply<E: Ends + ?Sized>(
    evaluator: &mut E,
    game: &Backgammon,
    dice: Dice,
    worth: &Worth,
) -> Played {
    let mut positions = Vec::new();
    game.for_each_turn(dice, |turn| positions.push(after(game, dice, turn)));
    best_of(positions, worth, |next| ends_of(evaluator, next)).expect("a player can pass at least")
}

impl<E: Ends + ?Sized> Ends for &mut E {
    fn ends(&mut self, game: &Backgammon) -> Probabilities {
        (**self).ends(game)
    }

    fn reply(&mut self, game: &Backgammon, dice: Dice, worth: &Worth) -> Played {
        (**self).reply(game, dice, worth)
    }

    fn quick_reply(&mut self, game: &Backgammon, dice: Dice, worth: &Worth) -> Played {
        (**self).quick_reply(game, dice, worth)
    }
}

impl Ends for HandMade {
    /// What the hand-made evaluator guesses; it knows no backgammons.
    fn ends(&mut self, game: &Backgammon) -> Probabilities {
        let Chances { lead, gammons_won, gammons_lost } = self.chances(game);
        let part = |x: i32| x as f32 / ONE as f32;
        let win = (0.5 + 0.5 * part(lead)).clamp(0.0, 1.0);
        let gammons = |share: i32, of: f32| part(share).clamp(0.0, 1.0) * of;
        Probabilities {
            win,
            win_gammon: gammons(gammons_won, win),
            win_backgammon: 0.0,
            lose_gammon: gammons(gammons_lost, 1.0 - win),
            lose_backgammon: 0.0,
        }
    }
}

impl Ends for NetEvaluator {
    fn ends(&mut self, game: &Backgammon) -> Probabilities {
        self.probabilities(&game.with_dice(None))
    }

    /// Of many moves only those are looked at closely that the small networks
    /// think best: five, and one more each time that the number of moves doubles,
    /// none of them far behind the first. Where moves lead to positions of different
    /// classes, about which different networks are asked, all are.
    fn quick_reply(&mut self, game: &Backgammon, dice: Dice, worth: &Worth) -> Played {
        const FEW: usize = 5;
        // The example `pruning` shows what it costs.
        const POINTS: f64 = 0.15;
        let mut moves: Vec<Backgammon> = Vec::with_capacity(64);
        let mut classes = [Class::Contact, Class::Over];
        game.for_each_turn(dice, |turn| {
            let next = after(game, dice, turn);
            let class = Class::of(&next);
            classes = [classes[0].min(class), classes[1].max(class)];
            moves.push(next);
        });
        let most = FEW + moves.len().checked_ilog2().unwrap_or(0) as usize;
        let [class, highest] = classes;
        let alike = class == highest;
        let best = if moves.len() > most && alike && class >= Class::Race {
            let mut rough = |next| worth.of(self.rough_probabilities_of(next, class).flipped());
            let mut rated: Vec<_> = moves.iter().map(|next| (rough(next), next)).collect();
            rated.select_nth_unstable_by(most, |a, b| b.0.total_cmp(&a.0));
            rated.truncate(most);
            let first = rated.iter().map(|(value, _)| *value).fold(f64::NEG_INFINITY, f64::max);
            let far = first - POINTS * worth.point();
            let close = rated.into_iter().filter(|(value, _)| *value >= far);
            best_of(close.map(|(_, next)| *next), worth, |next| self.probabilities_of(next, class))
        } else if alike && class > Class::Over {
            best_of(moves, worth, |next| self.probabilities_of(next, class))
        } else {
            best_of(moves, worth, |next| ends_of(self, next))
        };
        best.expect("a player can pass at least")
    }
}
