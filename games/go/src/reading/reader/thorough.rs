//! Answers checked beyond the candidates.
//!
//! A search reports on which points its answer depends: a move that changes the
//! answer has to be on one of these. So if a player fails with the
//! candidates, every such point is tried, and if it succeeds, every such
//! reply: a move far away may be a ladder breaker or a threat
//! elsewhere.

use super::{Found, Ko, Reader, UNFORCED_NODES, is_snapback, may_play, takes_ko};
use crate::{Board, Color, Point, Points};

/// How many moves deep everything is tried.
const PLIES: u32 = 3;
/// The most points that are tried.
const WIDEST: usize = 80;
/// By how much less the reading of each of these may cost that was too much for
/// Fotland's budget.
const SHARE: u32 = 4;
/// Stones played for all that, after which nothing more is tried.
const STONES: u64 = 400_000;

/// A question and what is asked of it.
struct Inquiry<'a> {
    reader: &'a mut Reader,
    board: &'a mut Board,
    target: Point,
    owner: Color,
    ko: Ko,
    /// Whether a capture in a ko was met.
    kos: bool,
}

impl Reader {
    /// What [`attack`](Self::attack) or [`defend`](Self::defend) says, checked
    /// beyond the candidates of the player and of the opponent.
    ///
    /// This costs up to a few hundred searches with Fotland's budget each.
    pub fn thoroughly(&mut self, board: &mut Board, target: Point, ko: Ko, attack: bool) -> Found {
        let Some(owner) = board.at(target) else {
            return Found::nothing(target);
        };
        let mut inquiry = Inquiry { reader: self, board, target, owner, ko, kos: false };
        let found = inquiry.settle(attack, PLIES);
        Found { kos: inquiry.kos, ..found }
    }
}

impl Inquiry<'_> {
    /// The answer, with everything tried for so many plies.
    fn settle(&mut self, attack: bool, plies: u32) -> Found {
        let mut found = self.reader.read(self.board, self.target, self.ko, attack);
        self.kos |= found.kos;
        if plies == 0 {
            return found;
        }
        let budget = self.reader.budget;
        if plies == PLIES {
            self.reader.budget = budget.min(UNFORCED_NODES);
            self.reader.end = self.reader.nodes + STONES;
        }
        let best = found.best;
        let works = found.captured == Some(attack);
        // What has been found stands until the contrary is proven; something
        // else has to be proven itself.
        let stands = works && self.reply(best, attack, plies - 1, &mut found) != Some(!attack);
        if !stands {
            let mut other = self.other(attack, plies, &mut found);
            if other.is_none() && plies == PLIES && budget > UNFORCED_NODES {
                self.reader.budget = budget / SHARE;
                other = self.other(attack, plies, &mut found);
            }
            if other.is_some() {
                (found.captured, found.best) = (Some(attack), other);
            } else if works {
                (found.captured, found.best) = (Some(!attack), None);
            }
        }
        self.reader.budget = budget;
        if plies == PLIES {
            self.reader.end = u64::MAX;
        }
        found
    }

    /// A move that works and is not among the candidates.
    fn other(&mut self, attack: bool, plies: u32, found: &mut Found) -> Option<Point> {
        let player = if attack { self.owner.other() } else { self.owner };
        // The defender's candidates leave out more than the attacker's, so an
        // attack is put to the test by fewer of its own.
        let rest = if attack { (plies - 1).min(1) } else { plies - 1 };
        let mut points = self.candidates(&found.touched, player);
        // What was found has been tried; what only promises comes first.
        points.retain(|&point| Some(point) != found.best);
        let promising = found.best.filter(|_| found.captured.is_none());
        promising.into_iter().chain(points).find(|&point| {
            if self.reader.nodes >= self.reader.end {
                return false;
            }
            let works = self.reply(Some(point), attack, rest, found) == Some(attack);
            // What took too long was not tried to the end.
            works && self.reader.nodes < self.reader.end
        })
    }

    /// Whether the target is captured after a move or a pass, if the opponent
    /// tries everything.
    fn reply(
        &mut self,
        best: Option<Point>,
        attack: bool,
        plies: u32,
        found: &mut Found,
    ) -> Option<bool> {
        let ko = self.board.ko();
        let player = if attack { self.owner.other() } else { self.owner };
        if best.is_some_and(|point| attack && is_snapback(self.board, self.target, point)) {
            return Some(false);
        }
        match best {
            Some(point) => self.board.play(point, player),
            None => self.board.set_ko(None),
        }
        let captured = if self.board.at(self.target) == Some(self.owner) {
            let reply = self.settle(!attack, plies);
            found.depends |= reply.depends;
            reply.captured
        } else {
            Some(true)
        };
        match best {
            Some(_) => _ = self.board.undo(),
            None => self.board.set_ko(ko),
        }
        captured
    }

    /// Where a player may change an answer, the nearest to the target first.
    fn candidates(&mut self, touched: &Points, player: Color) -> Vec<Point> {
        let mut left = *touched & self.board.empty();
        self.kos |= left.iter().any(|point| takes_ko(self.board, point, player));
        let mut reached: Points = self.board.string(self.target).collect();
        let mut points = Vec::new();
        while !left.is_empty() && points.len() < WIDEST {
            let wider = reached | self.board.beside(&reached);
            if wider == reached {
                break;
            }
            reached = wider;
            let legal = |&point: &Point| may_play(self.board, self.ko, point, player);
            points.extend((left & reached).iter().filter(legal));
            left = left - reached;
        }
        points.truncate(WIDEST);
        points
    }
}

#[cfg(test)]
mod tests {
    use super::{super::tests::random_game, *};

    /// A move that is said to work is read to work, and there are moves that
    /// only this way are found.
    #[test]
    fn more_is_found_and_it_holds() {
        let (mut more, mut less) = (0, 0);
        for seed in 0..3 {
            let game = random_game(8, seed, 24);
            for color in Color::BOTH {
                for target in game.board().strings(color) {
                    for attack in [true, false] {
                        let mut board = game.board().clone();
                        let mut reader = Reader::with_budget(20);
                        let plain = reader.read(&mut board, target, Ko::NoThreats, attack);
                        let found = reader.thoroughly(&mut board, target, Ko::NoThreats, attack);
                        assert_eq!(&board, game.board());
                        more += usize::from(plain.captured != found.captured);
                        less += usize::from(plain.captured == found.captured);
                        // What is not settled has a move that only promises.
                        let best = found.best.filter(|_| found.captured.is_some());
                        let Some(best) = best else { continue };
                        assert_eq!(found.captured, Some(attack));
                        board.play(best, if attack { color.other() } else { color });
                        if board.at(target) == Some(color) {
                            let reply = reader.read(&mut board, target, Ko::NoThreats, !attack);
                            assert_ne!(reply.captured, Some(!attack), "{game:?} {target:?}");
                        }
                    }
                }
            }
        }
        assert!(more > 0 && less > 40, "{more} more, {less} the same");
    }
}
