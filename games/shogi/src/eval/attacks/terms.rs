//! What the evaluation counts in a position, before it is weighted.

use starboard_core::Player;

use super::numbers::place;
use crate::{Kind, Shogi, Square, Squares};

/// How often each weight counts in a position, the first player's pieces less
/// the second's. The lead of the first player is
///
/// > Σ count · weight + Σ count · weight · weight
///
/// over [`linear`](Self::linear) and [`products`](Self::products), with the
/// weights as [numbers](super::Weights::to_numbers); the move counts for whoever has it.
///
/// ```
/// use starboard_core::Game;
/// use starboard_shogi::{Shogi, tuning::Terms};
/// // All is even, but for the move.
/// assert_eq!(Terms::of(&Shogi::start()).linear.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Places of weights, each once, and how often they count.
    pub linear: Vec<(u16, i16)>,
    /// Pairs of places, each once, and how often the product counts: so many
    /// attackers, on squares at that distance.
    pub products: Vec<(u16, u16, i16)>,
}

impl Terms {
    /// Counts the terms of a position that is not over.
    pub fn of(game: &Shogi) -> Self {
        let mut linear = Vec::with_capacity(96);
        // By number of attackers and distance, of the own and the enemy king.
        let mut squares = [[[0_i16; 9]; 6]; 2];
        for player in [Player::First, Player::Second] {
            let sign = if player == Player::First { 1 } else { -1 };
            let (own, enemy) = (game.king(player), game.king(player.other()));
            let mut add = |place: usize, count: i16| linear.push((place as u16, sign * count));
            for square in Square::all() {
                let mut attackers = game.attackers(player, square);
                if own.distance(square) == 1 {
                    attackers |= Squares::only(own);
                }
                if let Some(before) = (attackers.count() as usize).min(6).checked_sub(1) {
                    squares[0][before][usize::from(own.distance(square))] += sign;
                    squares[1][before][usize::from(enemy.distance(square))] += sign;
                }
                let Some((_, kind)) = game.on(square).filter(|&(owner, _)| owner == player) else {
                    continue;
                };
                let (files, ahead) = from_king(player, enemy, square);
                add(place::near_enemy(kind, files, ahead), 1);
                if kind == Kind::King {
                    let rank = usize::from(square.rank_for(player)) - 1;
                    add(place::king(rank, usize::from(square.file().abs_diff(5))), 1);
                } else {
                    let (files, ahead) = from_king(player, own, square);
                    add(place::board(kind), 1);
                    add(place::near_own(kind, files, ahead), 1);
                }
            }
            for (kind, count) in game.hand(player).iter() {
                add(place::hand(kind), i16::from(count));
            }
        }
        linear.push((place::TEMPO as u16, if game.player() == Player::First { 1 } else { -1 }));
        Self { linear: summed(linear), products: products(&squares) }
    }
}

/// Where a square is relative to the king on `king`: how many files away, and how many ranks
/// ahead as `player` counts, from 0 for 8 behind.
fn from_king(player: Player, king: Square, square: Square) -> (usize, usize) {
    let files = king.file().abs_diff(square.file());
    let ahead = 8 + king.rank_for(player) - square.rank_for(player);
    (files.into(), ahead.into())
}

/// Merges equal places; those whose counts cancel out are left out.
fn summed(mut all: Vec<(u16, i16)>) -> Vec<(u16, i16)> {
    all.sort_unstable_by_key(|&(place, _)| place);
    all.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    all.retain(|&(_, count)| count != 0);
    all
}

fn products(squares: &[[[i16; 9]; 6]; 2]) -> Vec<(u16, u16, i16)> {
    let mut products = Vec::with_capacity(64);
    for (king, table) in squares.iter().enumerate() {
        for (before, row) in table.iter().enumerate() {
            for (distance, &count) in row.iter().enumerate() {
                let worth = if king == 0 { place::own(distance) } else { place::enemy(distance) };
                if count != 0 {
                    products.push((place::attackers(before + 1) as u16, worth as u16, count));
                }
            }
        }
    }
    products
}

#[cfg(test)]
mod tests {
    use starboard_core::Evaluator;

    use super::*;
    use crate::{Attacks, Weights, middle_games};

    #[test]
    fn weighed_terms_are_the_evaluation() {
        let mut odd = Weights::hand_crafted().to_numbers();
        for (i, number) in odd.iter_mut().enumerate() {
            *number += (i * 37 % 11) as f64 / 4.0;
        }
        let odd = Weights::from_numbers(&odd).expect("as many as there are");
        for weights in [Weights::hand_crafted(), odd] {
            let mut attacks = Attacks::new(&weights).expect("they fit");
            let numbers = weights.to_numbers();
            for game in middle_games() {
                let terms = Terms::of(&game);
                let at = |place: u16| numbers[usize::from(place)];
                let linear = terms.linear.iter().map(|&(i, n)| f64::from(n) * at(i)).sum::<f64>();
                let products = terms.products.iter().map(|&(i, j, n)| f64::from(n) * at(i) * at(j));
                let lead = linear + products.sum::<f64>();
                let value = if game.player() == Player::First { lead } else { -lead };
                let found = f64::from(attacks.evaluate(&game).raw());
                // Attacks are rounded, attackers to a 32nd.
                assert!((found - value).abs() < 8.0, "{found} {value} {game:?}");
            }
        }
    }
}
