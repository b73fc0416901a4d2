//! Quick tests that rule out checks and mates in one.

mod zones;

use starboard_core::Player;

use self::zones::Zone;
use crate::{
    Hand, Kind, Shogi, Square, Squares, attacks,
    rules::{Runners, lines},
};

/// What the mover can bring to bear on the enemy king.
struct Siege<'a> {
    game: &'a Shogi,
    player: Player,
    king: Square,
    /// The squares next to the king.
    around: Squares,
    /// The mover's pieces.
    own: Squares,
    /// The enemy pieces other than the king.
    enemies: Squares,
    /// Those of `around` that a piece of the mover attacks, or would if others
    /// of its own side did not stand in the way.
    once: Squares,
    /// Those that two such pieces attack.
    twice: Squares,
    /// Where the king may still go.
    free: Squares,
    /// Those of `around` from where a piece may cover all of `free`, whatever
    /// it is: it attacks what it can in straight lines.
    tight: Squares,
}

impl<'a> Siege<'a> {
    fn new(game: &'a Shogi) -> Self {
        let player = game.player();
        let king = game.king(player.other());
        let zone = Zone::of(king);
        let around = zone.around;
        let own = game.pieces(player);
        let theirs = game.pieces(player.other());
        let enemies = theirs - Squares::only(king);
        let (mut once, mut twice) = (Squares::EMPTY, Squares::EMPTY);
        let mut add = |squares: Squares| {
            let squares = squares & around;
            twice |= once & squares;
            once |= squares;
        };
        if !(own & zone.steps_of(player)).is_empty() {
            game.board.steps(player, &mut add);
        }
        let runners = game.board.runners(player);
        for from in (runners.lances & zone.lances[player.index()]).iter() {
            add(lines::lance(player, from, enemies));
        }
        for from in (runners.bishops & zone.bishops).iter() {
            add(lines::bishop(from, enemies));
        }
        for from in (runners.rooks & zone.rooks).iter() {
            add(lines::rook(from, enemies));
        }
        let free = around - enemies - once;
        let tight = free.iter().fold(around, |tight, square| tight & Zone::of(square).star);
        Self { game, player, king, around, own, enemies, once, twice, free, tight }
    }

    /// Whether a piece of this kind that gives check from `square` may leave
    /// the king no square to go to.
    fn covers(&self, kind: Kind, square: Square) -> bool {
        let reach = attacks(self.player, kind, square, self.own | self.enemies);
        reach.contains(self.king) && (self.free - reach - Squares::only(square)).is_empty()
    }

    /// Whether some piece next to the king may mate: one that others protect.
    fn close(&self) -> bool {
        let hand = self.game.hand(self.player);
        let drops = (self.once & self.tight) - self.own - self.enemies;
        if !hand.is_empty() && !drops.is_empty() {
            // A pawn must not mate, a knight gives no check from there.
            let kinds = [Kind::Gold, Kind::Silver, Kind::Rook, Kind::Bishop, Kind::Lance];
            for kind in kinds.into_iter().filter(|&kind| hand.has(kind)) {
                if drops.iter().any(|square| self.covers(kind, square)) {
                    return true;
                }
            }
        }
        // Whatever steps there covers no more than a king and what runs, which
        // may run over where it came from.
        let steps = (self.twice & self.tight) - self.own;
        steps.iter().any(|square| {
            let left = self.free - Zone::of(square).around - Squares::only(square);
            left.is_empty() || {
                let left = left - lines::bishop(square, self.enemies);
                (left - lines::rook(square, self.enemies)).is_empty()
            }
        })
    }

    /// Whether a knight may mate.
    fn jumps(&self) -> bool {
        self.free.is_empty()
            && (self.game.hand(self.player).has(Kind::Knight)
                || !self.game.pieces_of(self.player, Kind::Knight).is_empty())
    }

    /// Whether a sliding piece may mate from afar, where nothing can be interposed.
    fn far(&self) -> bool {
        const BETWEEN: u32 = Hand::bits(&[Kind::Gold, Kind::Silver, Kind::Bishop, Kind::Rook]);
        let gaps = self.tight - self.own - self.enemies;
        // Two on the line through the king, and two beside it.
        if gaps.is_empty()
            || self.free.count() > 4
            || self.game.hand(self.player.other()).has_any(BETWEEN)
        {
            return false;
        }
        [Kind::Rook, Kind::Bishop, Kind::Lance].into_iter().any(|kind| self.runs(kind))
    }

    /// Whether a piece of this kind, promoted or not, may mate from afar.
    fn runs(&self, kind: Kind) -> bool {
        let Self { game, player, king, around, own, enemies, free, tight, .. } = *self;
        let promoted = kind.promoted().filter(|_| kind != Kind::Lance);
        let of = |kind| game.pieces_of(player, kind);
        let pieces = promoted.map_or(of(kind), |promoted| of(kind) | of(promoted));
        let held = game.hand(player).has(kind);
        if pieces.is_empty() && !held {
            return false;
        }
        let all = game.occupied();
        let targets = game.board.checks_from(kind) - around - own;
        if targets.is_empty() {
            return false;
        }
        let comes = pieces.iter().any(|from| !(game.attacks_from(from) & targets).is_empty());
        if !comes && (!held || (targets - all).is_empty()) {
            return false;
        }
        // Seen from the king, the attack runs the other way.
        let empty = attacks(player.other(), kind, king, Squares::EMPTY);
        ((empty & tight) - own - enemies).iter().any(|next| {
            // The line through both squares; a promoted piece two steps away
            // attacks what is beside it, too.
            let line = if kind == Kind::Lance { Kind::Rook } else { kind };
            let mut cover = Squares::only(next)
                | attacks(player, line, next, Squares::EMPTY)
                    & attacks(player, line, king, Squares::EMPTY);
            if comes
                && promoted.is_some()
                && let Some(second) = next.opposite(king)
                && targets.contains(second)
            {
                cover |= Zone::of(second).around;
            }
            (free - cover).is_empty()
        })
    }

    /// Whether a discovered check may mate: the piece that moves out of the way covers what the
    /// others do not.
    fn reveals(&self) -> bool {
        let Self { game, player, own, enemies, free, .. } = *self;
        let shields = game.shields(player.other()) & own;
        shields.iter().any(|from| {
            let Some((_, kind)) = game.on(from) else { return false };
            (game.attacks_from(from) - own).iter().any(|to| {
                let covers = |kind| {
                    (free - Squares::only(to) - attacks(player, kind, to, enemies)).is_empty()
                };
                covers(kind) || kind.promoted().is_some_and(covers)
            })
        })
    }
}

/// Whether the mover may have a move that gives check: a quick test that is never
/// wrong when it says no.
pub(crate) fn may_check(game: &Shogi) -> bool {
    const NOT_PAWNS: u32 = {
        use Kind::{Bishop, Gold, Knight, Lance, Rook, Silver};
        Hand::bits(&[Lance, Knight, Silver, Bishop, Rook, Gold])
    };
    let (player, own) = (game.player(), game.pieces(game.player()));
    if !game.board.has_king(player.other()) {
        return false;
    }
    let zone = Zone::of(game.king(player.other()));
    let (hand, occupied) = (game.hand(player), game.occupied());
    let from = |kind| game.board.checks_from(kind) - own;
    // A pawn is dropped right before the king.
    let drops = hand.has_any(NOT_PAWNS)
        || hand.has(Kind::Pawn) && !(from(Kind::Pawn) - occupied).is_empty();
    if drops
        || !(own & zone.checks[player.index()]).is_empty()
        || !(own & game.shields(player.other())).is_empty()
    {
        return true;
    }
    // What is promoted gives the same checks and more.
    let lances = from(Kind::Lance) | from(Kind::Gold);
    let (bishops, rooks) = (from(Kind::Horse), from(Kind::Dragon));
    // A horse or a dragon may step as well.
    let any = |square, attacked: Squares, checks: Squares| {
        !((attacked | Zone::of(square).around) & checks).is_empty()
    };
    let Runners { lances: l, bishops: b, rooks: r } = game.board.runners(player);
    l.iter().any(|square| any(square, lines::lance(player, square, occupied), lances))
        || b.iter().any(|square| any(square, lines::bishop(square, occupied), bishops))
        || r.iter().any(|square| any(square, lines::rook(square, occupied), rooks))
}

/// Whether there may be a mate in one: a quick test that is never wrong when it says
/// no.
pub(crate) fn may_mate(game: &Shogi) -> bool {
    let siege = Siege::new(game);
    debug_assert!(!siege.around.is_empty());
    siege.close() || siege.jumps() || siege.far() || siege.reveals()
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::{Game, Node};

    use super::*;
    use crate::{mates, middle_games};

    /// Plays on at random, towards the enemy king more often than not.
    #[test]
    fn no_mate_is_missed() {
        let mut rng = starboard_core::rng(17, 0);
        let (mut moves, mut found, mut ruled_out, mut seen) = (Vec::new(), 0, 0, 0);
        let mut harmless = 0;
        let starts = middle_games().chain(mates().map(|(game, _)| game));
        for mut game in starts {
            for _ in 0..60 {
                if game.node() != Node::Decision {
                    break;
                }
                let mate = game.board.mate_in_one();
                seen += 1;
                moves.clear();
                game.checks(&mut moves);
                assert!(may_check(&game) || moves.is_empty(), "{moves:?} in {game:?}");
                harmless += usize::from(!may_check(&game));
                if may_mate(&game) {
                    found += usize::from(mate.is_some());
                } else {
                    assert_eq!(mate, None, "{game:?}");
                    ruled_out += 1;
                }
                moves.clear();
                if rng.random_range(0..3) == 0 {
                    game.checks(&mut moves);
                }
                if moves.is_empty() {
                    game.moves(&mut moves);
                }
                game.play(moves[rng.random_range(0..moves.len())]);
            }
        }
        assert!(found > 1000 && ruled_out * 10 > seen * 3, "{found} {ruled_out} {seen}");
        assert!(harmless > 200, "{harmless} {seen}");
    }
}
