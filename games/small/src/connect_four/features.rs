//! Input features of a network for Connect Four.

use starboard_core::{Bounds, Evaluator, Player, Value};
use starboard_network::{Features, Network};

use super::{COLUMNS, Column, ConnectFour, ROWS, Threats, bits};

/// The stones by square, and the squares that would complete a line of four, each player's own
/// and the opponent's; and which player gets the odd rows if the columns fill up.
#[derive(Copy, Clone, Debug, Default)]
pub struct Stones;

/// The squares of the board, and one bit above each column.
const BITS: usize = COLUMNS * (ROWS + 1);
/// The features of one player.
const SIDE: usize = 2 * BITS;

/// The trained network that is built in.
pub(crate) fn network() -> Network {
    Network::from_bytes(include_bytes!("network.bin")).expect("as it was written")
}

// ANCHOR: features
impl Features<ConnectFour> for Stones {
    fn count(&self) -> usize {
        2 * SIDE + 2
    }

    fn active(&self, game: &ConnectFour, player: Player, out: &mut Vec<u16>) {
        let empty = bits::BOARD & !game.filled();
        for (side, owner) in [player, player.other()].into_iter().enumerate() {
            let stones = game.stones[owner.index()];
            for (set, start) in [(stones, 0), (bits::completing(stones) & empty, BITS)] {
                let mut rest = set;
                while rest != 0 {
                    out.push((side * SIDE + start) as u16 + rest.trailing_zeros() as u16);
                    rest &= rest - 1;
                }
            }
        }
        // Whose the odd rows will be if the columns fill up.
        let first = game.mover == player;
        let even = game.played().is_multiple_of(2);
        out.push((2 * SIDE) as u16 + u16::from(first == even));
    }

    fn bounds(&self, game: &ConnectFour) -> Bounds {
        Threats.bounds(game)
    }

    fn certain(&self, game: &ConnectFour) -> Option<Value> {
        Threats.certain(game)
    }

    fn losing_moves(&self, game: &ConnectFour, moves: &[Column]) -> Option<(u64, Value)> {
        Threats.losing_moves(game, moves)
    }
}
// ANCHOR_END: features

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;

    fn active(game: &ConnectFour, player: Player) -> Vec<u16> {
        let mut out = Vec::new();
        Stones.active(game, player, &mut out);
        out.sort_unstable();
        out
    }

    #[test]
    fn stones_and_threats_are_features_and_the_players_see_alike() {
        // Three stones of the first player above each other, two of the second.
        let game = ConnectFour::parse("44443").expect("a position");
        let stones = ConnectFour::parse("343434").expect("a position");
        for game in [game, stones] {
            let turned = game.mirrored().expect("turned round");
            for player in [Player::First, Player::Second] {
                assert_eq!(active(&game, player), active(&turned, player.other()));
            }
        }
        let found = active(&stones, Player::First);
        // Three own stones in column 3 and the square above them; the same of the opponent in
        // column 4.
        let own = [14, 15, 16, BITS as u16 + 17];
        let theirs = [21, 22, 23, BITS as u16 + 24].map(|bit| SIDE as u16 + bit);
        assert_eq!(found[..8], [own, theirs].concat());
        assert_eq!(found.len(), 9);
        assert!(usize::from(found[8]) < Stones.count());
    }
}
