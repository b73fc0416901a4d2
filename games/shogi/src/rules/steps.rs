//! What all pieces of a player attack one step or jump away, a direction at a
//! time.

use rsshogi::types::{Bitboard, PieceType};
use starboard_core::Player;

use super::{
    Board, Squares,
    convert::{color, player},
};

/// The edges that a step would lead over, as [words](Squares::words).
const LAST_RANK: [u64; 2] = [0x4020_1008_0402_0100, 0x2_0100];
const FIRST_RANK: [u64; 2] = [0x0040_2010_0804_0201, 0x201];

/// One rank ahead as `player` sees it; nothing from the far edge.
#[inline(always)]
fn ahead(player: Player, [low, high]: [u64; 2]) -> [u64; 2] {
    match player {
        Player::First => [(low & !FIRST_RANK[0]) >> 1, (high & !FIRST_RANK[1]) >> 1],
        Player::Second => [(low & !LAST_RANK[0]) << 1, (high & !LAST_RANK[1]) << 1],
    }
}

/// One file on, and one file back.
#[inline(always)]
fn aside([low, high]: [u64; 2]) -> [Squares; 2] {
    // What is pushed out of a word is masked out.
    let next = [low << 9, high << 9 | low >> 54];
    let last = [low >> 9 | high << 54, high >> 9];
    [next, last].map(|words| Squares(Bitboard::from_parts(words)))
}

/// The sliding pieces of a player, by how they slide: a dragon as a rook, a horse as a bishop.
pub(crate) struct Runners {
    pub(crate) lances: Squares,
    pub(crate) bishops: Squares,
    pub(crate) rooks: Squares,
}

impl Board {
    #[inline]
    pub(crate) fn runners(&self, side: Player) -> Runners {
        let sets = self.live().bitboards();
        let own = sets.color_pieces(color(side));
        Runners {
            lances: Squares(sets.pieces(PieceType::LANCE) & own),
            bishops: Squares(sets.bishop_horse() & own),
            rooks: Squares(sets.rook_dragon() & own),
        }
    }

    /// Whether some pawn of the mover has a legal move: a quick test, never
    /// wrong when it says so.
    #[inline]
    pub(super) fn has_pawn_move(&self) -> bool {
        let live = self.live();
        let side = live.turn();
        let free = live.pieces_for(PieceType::PAWN, side).and_not(live.blockers_for_king(side));
        let to = Bitboard::from_parts(ahead(player(side), free.parts()));
        let to = to.and_not(live.pieces_by_color(side));
        live.checkers().is_empty() && !to.is_empty()
    }

    /// Calls `add` with sets that hold each square as often as pieces of `side`
    /// attack it without running: by steps of pawns, silvers, golds and kings,
    /// by jumps of knights, and by those steps of horses and dragons that lead
    /// where these do not run.
    #[inline(always)]
    pub(crate) fn steps(&self, side: Player, mut add: impl FnMut(Squares)) {
        let sets = self.live().bitboards();
        let own = sets.color_pieces(color(side));
        let of = |set: Bitboard| (set & own).parts();
        let or = |a: [u64; 2], b: [u64; 2]| [a[0] | b[0], a[1] | b[1]];
        let [horses, dragons] = [PieceType::HORSE, PieceType::DRAGON].map(|kind| sets.pieces(kind));
        // Kings, horses and dragons are counted with golds and with silvers.
        let straight = of(sets.golds_hdk().and_not(dragons));
        let slanting = of(sets.silver_hdk().and_not(horses));
        let leading = or(slanting, of(sets.golds()));
        let silvers = of(sets.pieces(PieceType::SILVER) | sets.pieces(PieceType::PAWN));
        let knights = ahead(side, of(sets.pieces(PieceType::KNIGHT)));

        let single = |words| Squares(Bitboard::from_parts(words));
        add(single(ahead(side, or(straight, silvers))));
        add(single(ahead(side.other(), straight)));
        let mut both = |[next, last]: [Squares; 2]| {
            add(next);
            add(last);
        };
        both(aside(straight));
        both(aside(ahead(side, leading)));
        both(aside(ahead(side.other(), slanting)));
        both(aside(ahead(side, knights)));
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Player;

    use crate::{Kind, Shogi, Square, Squares, attacks, mates, middle_games};

    #[test]
    fn every_step_counts() {
        for game in middle_games().chain(mates().map(|(game, _)| game)).chain([Shogi::start()]) {
            for player in [Player::First, Player::Second] {
                let (mut counts, mut plain) = ([0; Square::COUNT], [0; Square::COUNT]);
                game.board.steps(player, |set| set.iter().for_each(|s| counts[s.index()] += 1));
                for from in game.pieces(player).iter() {
                    let (_, kind) = game.on(from).expect("a piece");
                    let of = |kind| attacks(player, kind, from, Squares::ALL);
                    let steps = match kind {
                        Kind::Lance | Kind::Bishop | Kind::Rook => Squares::EMPTY,
                        Kind::Horse => of(kind) - of(Kind::Bishop),
                        Kind::Dragon => of(kind) - of(Kind::Rook),
                        _ => of(kind),
                    };
                    steps.iter().for_each(|s| plain[s.index()] += 1);
                }
                assert_eq!(counts, plain, "{game:?}");
            }
        }
    }
}
