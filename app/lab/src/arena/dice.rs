//! The dice of a pair of games: the same for both.

use rand::Rng as _;
use starboard::Move;
use starboard_core::{Player, Rng, rng};

/// The random stream of the dice.
const STREAM: u64 = 0x6469_6365;

/// The chance outcomes of a game. The n-th roll for a turn of the first player is the same in
/// both games of a pair, and so is the second player's, as long as both games last and have
/// the same outcomes there.
pub struct Dice([Rng; 2]);

impl Dice {
    /// The dice of both games of a pair.
    pub fn new(seed: u64, pair: usize) -> Self {
        let of = |player: u64| rng(seed ^ STREAM, 2 * pair as u64 + player);
        Self([of(0), of(1)])
    }

    /// Draws one of the weighted outcomes, for a roll of `player`.
    pub fn draw(&mut self, player: Player, outcomes: &[(Move, u32)]) -> Option<Move> {
        let total: u64 = outcomes.iter().map(|&(_, weight)| u64::from(weight)).sum();
        // Each roll takes one number, however many outcomes there are.
        let number = self.0[player.index()].next_u64();
        let mut left = ((u128::from(number) * u128::from(total)) >> 64) as u64;
        outcomes
            .iter()
            .find(|&&(_, weight)| {
                let here = left < u64::from(weight);
                left = left.wrapping_sub(u64::from(weight));
                here
            })
            .map(|&(m, _)| m)
    }
}

#[cfg(test)]
mod tests {
    use starboard::Position;
    use starboard_backgammon::Backgammon;

    use super::*;

    #[test]
    fn rolls_are_as_likely_as_they_should_be() {
        let mut outcomes = Vec::new();
        Position::new(Backgammon::START).chances(&mut outcomes);
        let mut dice = Dice::new(1, 0);
        let mut counts = vec![0_u32; outcomes.len()];
        for _ in 0..36_000 {
            let m = dice.draw(Player::First, &outcomes).expect("a roll");
            let place = outcomes.iter().position(|&(other, _)| other == m).expect("listed");
            counts[place] += 1;
        }
        for (count, (m, weight)) in counts.into_iter().zip(outcomes) {
            let expected = 1000 * weight;
            // Five standard deviations.
            assert!(count.abs_diff(expected) < 240, "{m:?}: {count} of {expected}");
        }
    }

    #[test]
    fn a_pair_has_its_own_dice_and_a_player_too() {
        let mut outcomes = Vec::new();
        Position::new(Backgammon::START).chances(&mut outcomes);
        let rolls = |pair, players: &[Player]| {
            let mut dice = Dice::new(3, pair);
            let roll = |&p| dice.draw(p, &outcomes).expect("a roll");
            players.iter().map(roll).collect::<Vec<_>>()
        };
        let (first, second) = (Player::First, Player::Second);
        assert_eq!(rolls(7, &[first; 9]), rolls(7, &[first; 9]));
        assert_ne!(rolls(7, &[first; 9]), rolls(8, &[first; 9]));
        assert_ne!(rolls(7, &[first; 9]), rolls(7, &[second; 9]));
        // An extra turn of one player does not change what the other rolls.
        let [a, b] = [[first, second, first], [first, first, second]].map(|p| rolls(7, &p));
        assert_eq!((a[0], a[1], a[2]), (b[0], b[2], b[1]));
    }
}
