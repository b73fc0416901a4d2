//! The input features of Shogi's network: pieces by square, hands, and the zone of the own
//! king.

use std::sync::{Arc, LazyLock};

use starboard_core::Player;
use starboard_network::{Features, Network};

use crate::{Kind, Shogi, Square, rules::Board};

/// King and piece: which piece stands where and how many are in hand, with separate features
/// for each zone of the own king. Each player sees the board from its own side.
#[derive(Copy, Clone, Debug, Default)]
pub struct KingPiece;

/// Zones of the own king: three groups of files times the last rank, the one before it, and all
/// others.
const ZONES: usize = 9;

/// Pieces of each kind, both players' together.
const MOST: [usize; Kind::IN_HAND.len()] = [18, 4, 4, 4, 2, 2, 4];

/// Where the features of the pieces in hand of each kind begin: one for each piece that is
/// held.
const HELD: [usize; Kind::IN_HAND.len() + 1] = {
    let (mut starts, mut i) = ([0; Kind::IN_HAND.len() + 1], 0);
    while i < MOST.len() {
        starts[i + 1] = starts[i] + MOST[i];
        i += 1;
    }
    starts
};

/// The kinds on the board.
const KINDS: usize = Kind::ALL.len();
/// The features of one player's pieces on the board.
const BOARD: usize = KINDS * Square::COUNT;
/// Those of one player's pieces, in hand as well.
const SIDE: usize = BOARD + HELD[Kind::IN_HAND.len()];
/// Those of a zone.
const ZONE: usize = 2 * SIDE;

/// The square as the player sees it.
fn seen(player: Player, square: Square) -> Square {
    if player == Player::First { square } else { square.rotated() }
}

impl KingPiece {
    /// The network that comes with the game: `MODEL_CARD.md` says what it learned from.
    pub(crate) fn network() -> Arc<Network> {
        static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let network = Network::from_bytes(include_bytes!("king-piece.bin"));
            Arc::new(network.expect("as it was written"))
        });
        Arc::clone(&NETWORK)
    }
}

impl Features<Shogi> for KingPiece {
    fn count(&self) -> usize {
        ZONES * ZONE
    }

    fn cells(&self) -> usize {
        Square::COUNT + 2 * Kind::IN_HAND.len()
    }

    /// Each square, then what each player holds of each kind.
    fn look(&self, game: &Shogi, cells: &mut [u8]) {
        let (board, held) = cells.split_at_mut(Square::COUNT);
        game.board.copy_pieces(board);
        let hands = held.as_chunks_mut::<{ Kind::IN_HAND.len() }>().0;
        for (player, held) in [Player::First, Player::Second].into_iter().zip(hands) {
            *held = game.hand(player).counts();
        }
    }

    fn of_cell(&self, cell: usize, content: u8, player: Player, group: usize, out: &mut Vec<u16>) {
        let start = |owner: Player| ZONE * group + if owner == player { 0 } else { SIDE };
        if let Some(held) = cell.checked_sub(Square::COUNT) {
            let (side, kind) = (held / Kind::IN_HAND.len(), held % Kind::IN_HAND.len());
            let owner = if side == 0 { Player::First } else { Player::Second };
            let first = start(owner) + BOARD + HELD[kind];
            out.extend((first..first + usize::from(content)).map(|feature| feature as u16));
        } else {
            let (owner, number) = Board::piece_of(content);
            // Seen from the own side.
            let square = if player == Player::First { cell } else { Square::COUNT - 1 - cell };
            out.push((start(owner) + (number - 1) * Square::COUNT + square) as u16);
        }
    }

    fn groups(&self) -> usize {
        ZONES
    }

    fn group(&self, game: &Shogi, player: Player) -> usize {
        let king = seen(player, game.king(player));
        let ranks = 9 - usize::from(king.rank());
        usize::from(king.file() - 1) / 3 + 3 * ranks.min(2)
    }

    fn shared(&self) -> usize {
        ZONE
    }

    fn shared_by(&self, feature: u16) -> Option<u16> {
        Some(feature % ZONE as u16)
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::{Evaluator, Game, Node, rng};
    use starboard_network::{NetEvaluator, RealWeights, Shape};

    use super::*;
    use crate::middle_games;

    fn active(game: &Shogi, player: Player) -> Vec<u16> {
        let mut out = Vec::new();
        KingPiece.active(game, player, &mut out);
        out.sort_unstable();
        out
    }

    #[test]
    fn every_piece_is_a_feature_and_the_players_see_alike() {
        for game in middle_games() {
            let turned = game.mirrored().expect("turned round");
            for player in [Player::First, Player::Second] {
                let found = active(&game, player);
                assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "one twice: {found:?}");
                assert_eq!(found.len(), 40, "all pieces of the game");
                assert!(usize::from(*found.last().expect("some")) < KingPiece.count());
                assert_eq!(found, active(&turned, player.other()));
            }
        }
    }

    #[test]
    fn zones_are_those_of_the_own_king() {
        let game = Shogi::parse("4k4/9/9/9/9/9/9/9/K8 b P2p 1").expect("a position");
        let groups = [Player::First, Player::Second].map(|player| KingPiece.group(&game, player));
        // On 9i, and on 5a, which is 5i for who sits there.
        assert_eq!(groups, [2, 1]);
        let shared: Vec<_> = active(&game, Player::First)
            .into_iter()
            .map(|feature| usize::from(KingPiece.shared_by(feature).expect("all are shared")))
            .collect();
        let king = Kind::King.index() * Square::COUNT;
        let own = king + game.king(Player::First).index();
        let theirs = SIDE + king + game.king(Player::Second).index();
        assert_eq!(shared, [own, BOARD, theirs, SIDE + BOARD, SIDE + BOARD + 1]);
    }

    /// The network that comes with the game has learned what a lead is.
    #[test]
    fn the_own_network_counts() {
        let mut eval = NetEvaluator::new(KingPiece, KingPiece::network()).expect("for these");
        let mut value =
            |position: &str| eval.evaluate(&Shogi::parse(position).expect("a position")).raw();
        let start = value("startpos");
        assert!(start.abs() < 150, "{start}");
        // Without the opponent's rook, and without the own one.
        let more = value("lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
        let less = value("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B7/LNSGKGSNL b - 1");
        // The first player, to move at the start, too, has that lead besides.
        assert!(more - start > 500 && start - less > 500, "{start} {more} {less}");
    }

    /// What is updated incrementally from other positions is what it would be from scratch.
    #[test]
    fn networks_follow_play() {
        let mut rng = rng(9, 0);
        let shape = Shape { features: KingPiece.count(), hidden: 16 };
        let mut some = |count: usize, most: f32| -> Vec<f32> {
            (0..count).map(|_| rng.random_range(-most..most)).collect()
        };
        let (rows, direct) = (&some(shape.features * 16, 0.3)[..], &some(shape.features, 2.0)[..]);
        let (first, last) = (&some(16, 0.5)[..], &some(32, 1.9)[..]);
        let weights = RealWeights { rows, direct, first, last, bias: 0.1 };
        let network = Network::rounded(shape, &weights, 600.0);
        let mut eval = NetEvaluator::new(KingPiece, network.clone()).expect("for these features");
        for mut game in middle_games().step_by(5) {
            let mut moves = Vec::new();
            for _ in 0..30 {
                if game.node() != Node::Decision {
                    break;
                }
                let player = game.mover();
                let [own, other] = [player, player.other()].map(|player| active(&game, player));
                let value = network.value([&own, &other]) * f64::from(network.scale());
                let value = value.clamp(-28_975.0, 28_975.0);
                let found = f64::from(eval.evaluate(&game).raw());
                assert!((found - value).abs() < 1.0, "{found} {value}");
                moves.clear();
                game.options(&mut moves);
                game.play(moves[rng.random_range(0..moves.len())]);
            }
        }
    }
}
