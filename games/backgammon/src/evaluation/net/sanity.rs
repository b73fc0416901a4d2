//! What the rules decide, whatever a network says.

use super::{network::OUTPUTS, sigmoid::CERTAIN};
use crate::{
    Backgammon, Checkers,
    evaluation::turns_left::{fewest, fewest_to_save, most, most_to_leave, most_to_save},
};

/// Corrects the outcome probabilities, in units of 2^-24, of a position before the roll by what the
/// rules decide; the game must not be over.
///
/// - A player who has borne off a checker cannot be gammoned.
/// - Without contact, the turns that each side needs can be counted at best ([`fewest`]) and at
///   worst ([`most`]): a player may be sure to win or to lose, a gammon or a backgammon may be out
///   of reach, and a gammon may be certain if the game is won at all.
/// - A gammon is no likelier than a win, and a backgammon no likelier than a
///   gammon.
#[inline(always)]
pub(super) fn apply_sanity_rules(game: &Backgammon, p: &mut [u32; OUTPUTS]) {
    if !game.is_contact() {
        count_turns(game, p);
    }
    let [win, mut win_gammon, win_backgammon, mut lose_gammon, lose_backgammon] = *p;
    if game.theirs().off() > 0 {
        win_gammon = 0;
    }
    if game.mine().off() > 0 {
        lose_gammon = 0;
    }
    let (win_gammon, lose_gammon) = (win_gammon.min(win), lose_gammon.min(CERTAIN - win));
    let (win_backgammon, lose_backgammon) =
        (win_backgammon.min(win_gammon), lose_backgammon.min(lose_gammon));
    *p = [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon];
}

/// What is certain without contact, by the turns that both sides need.
fn count_turns(game: &Backgammon, p: &mut [u32; OUTPUTS]) {
    let (mine, theirs) = (game.mine(), game.theirs());
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = p;
    // By the mover's last turn, the other player has had one turn less.
    let (my_fewest, their_fewest) = (fewest(mine), fewest(theirs));
    let (my_most, their_most) = (most(mine), most(theirs));
    if my_most <= their_fewest {
        *win = CERTAIN;
    } else if their_most < my_fewest {
        *win = 0;
    }
    if my_most <= fewest_to_save(theirs) {
        *win_gammon = *win;
    } else if most_to_be_saved(theirs) < my_fewest {
        *win_gammon = 0;
    }
    if their_most < fewest_to_save(mine) {
        *lose_gammon = CERTAIN - *win;
    } else if most_to_be_saved(mine) <= their_fewest {
        *lose_gammon = 0;
    }
    if most_to_have_left(theirs) < my_fewest {
        *win_backgammon = 0;
    }
    if most_to_have_left(mine) <= their_fewest {
        *lose_backgammon = 0;
    }
}

/// The most turns it takes to play so many pips without contact: both dice are always played, each
/// for at least one pip.
const fn most_for(pips: u32) -> u32 {
    pips.div_ceil(2)
}

/// The most turns until a side has borne off its first checker, if it plays for that alone: all
/// checkers have to come home, and then one has to be borne off.
fn most_to_be_saved(side: Checkers) -> u32 {
    if side.off() > 0 {
        return 0;
    }
    let home = side.occupied() & 0x7e;
    let nearest = if home == 0 { 6 } else { home.trailing_zeros() };
    most_for(side.beyond(6) + nearest).min(most_to_save(side))
}

/// The most turns until a side has left the enemy home board, if it plays for that alone.
fn most_to_have_left(side: Checkers) -> u32 {
    most_for(side.beyond(18)).min(most_to_leave(side))
}

#[cfg(test)]
mod tests {
    use starboard_core::{Game, Node};

    use super::*;
    use crate::Scoring;

    /// The fewest and the most points that the mover can still get, by playing all games to their
    /// end.
    fn extremes(game: &Backgammon) -> (i32, i32) {
        let mut range = (3, -3);
        match game.node() {
            Node::Over(value) => {
                let points = value.raw() / Backgammon::UNIT;
                (points, points)
            }
            Node::Chance => {
                for dice in crate::Dice::all() {
                    let (low, high) = extremes(&game.with_dice(Some(dice)));
                    range = (range.0.min(low), range.1.max(high));
                }
                range
            }
            Node::Decision => {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                for m in moves {
                    let mut next = *game;
                    next.play(m);
                    let (low, high) = extremes(&next);
                    range = (range.0.min(-high), range.1.max(-low));
                }
                range
            }
        }
    }

    #[track_caller]
    fn check(id: &str, before: [u32; 5], after: [u32; 5]) {
        let game = Backgammon::parse(id).expect("a position");
        let mut p = before;
        apply_sanity_rules(&game, &mut p);
        assert_eq!(p, after, "\n{}", game.board());
    }

    const HALF: u32 = CERTAIN / 2;

    #[test]
    fn who_is_sure_to_win() {
        // One checker each on the ace point, and one against three.
        check("AQAABAAAAAAAAA", [HALF, 9, 8, 7, 6], [CERTAIN, 0, 0, 0, 0]);
        // Fifteen checkers on the ace point each: nobody is sure to win yet, and a gammon is
        // impossible for both, as the first die saves it.
        check("/38AAAD/fwAAAA", [HALF, 9, 8, 7, 6], [HALF, 0, 0, 0, 0]);
    }

    #[test]
    fn probabilities_are_in_order() {
        check("4HPwATDgc/ABMA", [HALF, CERTAIN, CERTAIN, HALF + 1, 9], {
            [HALF, HALF, HALF, HALF, 9]
        });
    }

    /// Compares what is certain in small endings with every way they can go.
    #[test]
    fn what_is_said_to_be_sure_is() {
        let mut seen = [0; 3];
        for stream in 0..40 {
            use rand::RngExt;
            let mut rng = starboard_core::rng(3, stream);
            let mut side = |men: u32, far: u8| {
                let mut counts = [0; 25];
                for _ in 0..men {
                    counts[usize::from(rng.random_range(0..far))] += 1;
                }
                Checkers::on_board(counts).expect("few")
            };
            let (few, many) = (side(1 + stream as u32 % 2, 3), side(5 + stream as u32 % 2, 3));
            let (mine, theirs) = if stream % 3 == 0 { (many, few) } else { (few, many) };
            let Ok(game) = Backgammon::new(mine, theirs) else { continue };
            if game.is_contact() {
                continue;
            }
            let mut p = [HALF, 0, 0, 0, 0];
            apply_sanity_rules(&game, &mut p);
            let (low, high) = extremes(&game.with_scoring(Scoring::Single));
            seen[match p[0] {
                CERTAIN => {
                    assert_eq!(low.min(high), 1, "{}", game.board());
                    2
                }
                0 => {
                    assert_eq!(high.max(low), -1, "{}", game.board());
                    1
                }
                _ => 0,
            }] += 1;
        }
        assert!(seen.iter().all(|&n| n > 0), "{seen:?}");
    }
}
