//! The move ordering of the *-Minimax paper.

use starboard_core::{Contribution, Heuristic, NodeInfo};

use crate::{Backgammon, Checkers, Move, Turn, rules::checkers::flip};

/// For hitting a checker.
const HIT: i32 = 300;
/// For holding a point.
const POINT: i32 = 100;
/// For leaving a blot within the enemy's reach.
const BLOT: i32 = -100;

/// Hits first, then safe points, then few blots: the criteria by which Hauk,
/// Buro and Schaeffer sort moves ("*-Minimax Performance in Backgammon", 2006,
/// section 6.4), with weights of our own as the paper gives none.
///
/// ```
/// use starboard_backgammon::{Backgammon, PaperOrder};
/// use starboard_core::{Game, Heuristic, NodeInfo, Window};
///
/// let game = Backgammon::parse("4HPwATDgc/ABMA 31")?;
/// let moves = [game.parse_move("24/20")?, game.parse_move("8/5 6/5")?];
/// let node = NodeInfo { game: &game, ply: 0, depth: 1, window: Window::FULL, line: &[] };
/// let mut scores = [0; 2];
/// PaperOrder.score(&node, &moves, &mut scores);
/// assert!(scores[0] < scores[1], "a point is better than blots");
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct PaperOrder;

impl Heuristic<Backgammon> for PaperOrder {
    fn score(&mut self, node: &NodeInfo<'_, Backgammon>, moves: &[Move], scores: &mut [i32]) {
        let looks = Looks::of(node.game);
        for (m, score) in moves.iter().zip(scores) {
            if let Move::Turn(turn) = m {
                let [hits, points, blots] = looks.count(*turn);
                *score += hits * HIT + points * POINT + blots * BLOT;
            }
        }
    }

    fn explain(&mut self, node: &NodeInfo<'_, Backgammon>, m: Move, out: &mut Vec<Contribution>) {
        let Move::Turn(turn) = m else { return };
        let [hits, points, blots] = Looks::of(node.game).count(turn);
        let mut add = |part, count: i32, each, what: &str| {
            if count != 0 {
                let s = if count == 1 { "" } else { "s" };
                let why = format!("{count} {what}{s}");
                out.push(Contribution { part, score: count * each, why });
            }
        };
        add("hits", hits, HIT, "checker sent to the bar");
        add("points", points, POINT, "point held");
        add("blots", blots, BLOT, "blot left");
    }
}

/// What the features of every move of a position are computed from.
struct Looks {
    mine: Checkers,
    /// Where a single enemy checker is.
    blots: u32,
    /// Where an enemy checker may still come by: nothing can be hit that the enemy's last checker
    /// has already passed.
    within_reach: u32,
}

impl Looks {
    fn of(game: &Backgammon) -> Self {
        let (theirs, made) = (game.theirs().occupied(), game.theirs().made());
        // The enemy's farthest checker is the one nearest to the mover's home.
        let last = u32::from(25 - game.theirs().last());
        Self { mine: game.mine(), blots: flip(theirs & !made) & !1, within_reach: !1 << last }
    }

    /// Checkers hit, points held and blots left within reach.
    fn count(&self, turn: Turn) -> [i32; 3] {
        let (mut mine, mut hits, mut blots) = (self.mine, 0, self.blots);
        for step in turn.steps() {
            mine.step(step.from(), step.to());
            let hit = blots >> step.to() & 1;
            hits += hit as i32;
            blots &= !(hit << step.to());
        }
        const POINTS: u32 = 0x1ff_fffe;
        let (occupied, made) = (mine.occupied() & POINTS, mine.made() & POINTS);
        // A checker on the bar still has to pass everything.
        let reach = if hits > 0 { POINTS } else { self.within_reach };
        let blots = occupied & !made & reach;
        [hits, made.count_ones() as i32, blots.count_ones() as i32]
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{Game, Window};

    use super::*;

    #[test]
    fn parts_add_up_to_the_score() {
        for game in crate::contact_positions().take(50) {
            let node = NodeInfo { game: &game, ply: 0, depth: 1, window: Window::FULL, line: &[] };
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let mut scores = vec![7; moves.len()];
            PaperOrder.score(&node, &moves, &mut scores);
            for (&m, score) in moves.iter().zip(scores) {
                let mut parts = Vec::new();
                PaperOrder.explain(&node, m, &mut parts);
                let sum: i32 = parts.iter().map(|part| part.score).sum();
                assert_eq!(sum + 7, score, "{}", game.format_move(m));
            }
        }
    }

    #[test]
    fn what_is_counted() {
        #[track_caller]
        fn check(position: &str, m: &str, counts: [i32; 3]) {
            let game = Backgammon::parse(position).expect("a position");
            let Ok(Move::Turn(turn)) = game.parse_move(m) else { panic!("{m} is no move") };
            assert_eq!(Looks::of(&game).count(turn), counts, "{m}");
        }
        check("4HPwATDgc/ABMA 31", "8/5 6/5", [0, 5, 0]);
        check("4HPwATDgc/ABMA 31", "24/20", [0, 3, 2]);
        // The enemy has a blot on the mover's 5 point.
        check("4HPhASjgc/ABMA 31", "8/4", [0, 4, 1]);
        check("4HPhASjgc/ABMA 44", "24/16* 6/2*(2)", [2, 4, 2]);
    }
}
