//! The sum of what pieces count where they stand, updated incrementally from move to move.

use starboard_core::Player;

use super::tables::{Pieces, Tables, place};
use crate::{Kind, Move, Shogi, Square};

/// How many moves back to look for a sum to start from: each costs a tenth of
/// what counting all pieces does.
const BACK: usize = 4;

/// Sums over the pieces of positions seen on the way to the present one.
///
/// A search evaluates positions a move or two apart. The sum of one is that of another before
/// it, updated by what the moves since have changed; after a move of a king, on which the value
/// of every piece depends, all pieces are counted again.
#[derive(Clone, Default)]
pub(super) struct Trail(
    /// By the number of moves before: the key of the position evaluated last,
    /// and its sum.
    Vec<(u64, i32)>,
);

/// The square as `player` sees it.
#[inline(always)]
fn seen(player: Player, square: Square) -> Square {
    if player == Player::Second { square.rotated() } else { square }
}

/// Where to look up one player's pieces.
#[derive(Copy, Clone)]
struct Rows<'a> {
    player: Player,
    with_own: &'a Pieces,
    with_enemy: &'a Pieces,
}

impl<'a> Rows<'a> {
    #[inline(always)]
    fn of(tables: &'a Tables, game: &Shogi, player: Player) -> Self {
        let at = |whose: Player| seen(player, game.king(whose)).index();
        let with_own = &tables.with_own[at(player)];
        let with_enemy = &tables.with_enemy[at(player.other())];
        Self { player, with_own, with_enemy }
    }

    /// What a piece counts for its owner, by the number of its kind.
    #[inline(always)]
    fn piece(&self, number: usize, square: Square) -> i32 {
        let place = place(number, seen(self.player, square));
        i32::from(self.with_own[place]) + i32::from(self.with_enemy[place])
    }
}

/// The first player's pieces less the second's, hands included, counted one by
/// one.
#[inline(never)]
fn counted(tables: &Tables, game: &Shogi) -> i32 {
    let side = |player: Player| {
        let (rows, mut sum) = (Rows::of(tables, game, player), 0);
        game.board.each(player, |number, square| sum += rows.piece(number, square));
        let hand = game.hand(player).counts().into_iter().zip(tables.hand);
        sum + hand.map(|(count, value)| i32::from(count) * value).sum::<i32>()
    };
    side(Player::First) - side(Player::Second)
}

/// By how much a move, other than a king's, changed that sum for its player.
#[inline(always)]
fn change(
    tables: &Tables,
    mover: &Rows<'_>,
    other: &Rows<'_>,
    m: Move,
    captured: Option<Kind>,
) -> i32 {
    let (Some(to), Some(after), Some(before)) = (m.to(), m.kind_after(), m.kind_before()) else {
        return 0;
    };
    let gone = match m.from() {
        Some(from) => mover.piece(before.index() + 1, from),
        None => tables.hand[before.index()],
    };
    let won = captured
        .map_or(0, |kind| other.piece(kind.index() + 1, to) + tables.hand[kind.base().index()]);
    mover.piece(after.index() + 1, to) - gone + won
}

impl Trail {
    /// The first player's pieces less the second's, hands included, in grid
    /// points.
    pub(super) fn sum(&mut self, tables: &Tables, game: &Shogi) -> i32 {
        let (history, now) = (game.history(), game.depth() - 1);
        if self.0.len() <= now {
            self.0.resize(now + 1, (0, 0));
        }
        let mut place = now;
        let start = loop {
            let (key, made, _) = history.at(place);
            if self.0[place].0 == key {
                break Some(self.0[place].1);
            }
            if place == 0 || now - place == BACK || made.kind_after() == Some(Kind::King) {
                break None;
            }
            place -= 1;
        };
        let first = Rows::of(tables, game, Player::First);
        let second = Rows::of(tables, game, Player::Second);
        let made_to = |place: usize| {
            let (_, made, captured) = history.at(place);
            match made.player() {
                _ if !made.is_played() => 0,
                Player::First => change(tables, &first, &second, made, captured),
                Player::Second => -change(tables, &second, &first, made, captured),
            }
        };
        let sum = match start {
            Some(sum) => sum + (place + 1..=now).map(made_to).sum::<i32>(),
            None => {
                let sum = counted(tables, game);
                // For those that have the last move alone in their own.
                if now > 0 && history.at(now).1.kind_after() != Some(Kind::King) {
                    self.0[now - 1] = (history.at(now - 1).0, sum - made_to(now));
                }
                sum
            }
        };
        self.0[now] = (history.at(now).0, sum);
        sum
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::{Game, Node};

    use super::{super::Weights, *};
    use crate::middle_games;

    /// Goes up and down at random, and evaluates now and then.
    #[test]
    fn sums_kept_up_are_sums_counted() {
        let tables = Tables::new(&Weights::tuned());
        let (mut rng, mut moves) = (starboard_core::rng(31, 0), Vec::new());
        let (mut trail, mut kept) = (Trail::default(), 0);
        for mut game in middle_games() {
            for _ in 0..120 {
                match rng.random_range(0..10) {
                    0..3 => game.unmake(),
                    3 if !game.is_in_check() => game.make_pass(),
                    _ if game.node() == Node::Decision => {
                        moves.clear();
                        game.moves(&mut moves);
                        game.make(moves[rng.random_range(0..moves.len())]);
                    }
                    _ => {}
                }
                if game.node() == Node::Decision && rng.random_range(0..3) > 0 {
                    let now = game.depth() - 1;
                    let known = |&before: &usize| {
                        trail.0.get(before).map(|at| at.0) == Some(game.history().at(before).0)
                    };
                    kept += usize::from(now.checked_sub(1).as_ref().is_some_and(known));
                    assert_eq!(trail.sum(&tables, &game), counted(&tables, &game), "{game:?}");
                }
            }
        }
        assert!(kept > 1000, "{kept}");
    }
}
