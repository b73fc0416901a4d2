//! A position of the current line, and what is known of its moves.

use starboard_core::Game;

use super::numbers::{EVER, INFINITE, NOTHING, Numbers, finite, longer};

/// A move and what is known of the position after it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Kid<M, R> {
    pub(super) m: M,
    pub(super) key: u64,
    /// The hash without the resource, and the resource.
    pub(super) board: u64,
    pub(super) resource: R,
    pub(super) numbers: Numbers,
    /// Whether it has never been searched, as far as is known.
    pub(super) fresh: bool,
}

/// A position of the current line.
///
/// What is known of the moves is kept here while the position is being
/// searched: the table may lose it, and what depends on the path is never
/// stored there.
#[derive(Clone, Debug)]
pub(super) struct Frame<G: Game, R> {
    pub(super) game: G,
    pub(super) key: u64,
    pub(super) board: u64,
    pub(super) resource: R,
    /// A hash of the keys from the root to here, in order.
    pub(super) signature: u64,
    /// Whether the attacker is to move.
    pub(super) attacking: bool,
    /// Plies from the root, which has 1; 0 stands for the game before.
    pub(super) ply: u16,
    /// Plies within which the goal has to be attained.
    pub(super) left: u16,
    /// The thresholds at which the search turns elsewhere: for the number that the
    /// player to move wants to be 0, and for the other.
    pub(super) limits: (u32, u32),
    /// Searched on beyond the limits until more positions than this have been
    /// searched for the first time.
    pub(super) forced: Option<u64>,
    pub(super) kids: Vec<Kid<G::Move, R>>,
    /// The move being searched.
    pub(super) current: usize,
    /// The node count at which the search came here.
    pub(super) entered: u64,
}

/// How numbers are combined.
#[derive(Copy, Clone, Debug)]
pub(super) struct Rule {
    /// Sums instead of weak numbers.
    pub(super) sums: bool,
    /// Per cent.
    pub(super) epsilon: u32,
}

impl<G: Game, R: Copy> Frame<G, R> {
    /// A frame to be reused; everything but the position itself is still to be set.
    pub(super) fn new(game: G, resource: R) -> Self {
        Self {
            game,
            key: 0,
            board: 0,
            resource,
            signature: 0,
            attacking: true,
            ply: 0,
            left: 0,
            limits: (INFINITE, INFINITE),
            forced: None,
            kids: Vec::new(),
            current: 0,
            entered: 0,
        }
    }

    /// What is known of the position from its moves.
    pub(super) fn numbers(&self, rule: Rule) -> Numbers {
        let attacking = self.attacking;
        let (mut want, mut lost) = (INFINITE, true);
        for kid in &self.kids {
            let (mine, other) = kid.numbers.seen(attacking);
            want = want.min(mine);
            lost &= other == 0;
        }
        if want == 0 {
            return self.won();
        }
        if lost {
            return self.lost();
        }
        let fear = self.fear(rule, None);
        if attacking {
            Numbers::open(want, finite(fear))
        } else {
            Numbers::open(finite(fear), want)
        }
    }

    /// The place of the move by which the player to move has what it wants:
    /// one that does not depend on the path if there is one; then the attacker's
    /// quickest, or the defender's that holds longest.
    pub(super) fn winner(&self) -> Option<usize> {
        let winning = self.kids.iter().enumerate().filter(|(_, kid)| {
            let (mine, _) = kid.numbers.seen(self.attacking);
            mine == 0
        });
        let (best, _) = winning.min_by_key(|(_, kid)| {
            let Numbers { plies, since, .. } = kid.numbers;
            (self.depends(since), if self.attacking { plies } else { EVER - plies })
        })?;
        Some(best)
    }

    /// Whether a result depends on the path to this position. A dependence on this
    /// position itself is none: the result then holds however play came here.
    fn depends(&self, since: u16) -> bool {
        since < self.ply
    }

    fn won(&self) -> Numbers {
        let Some(best) = self.winner() else { return self.lost() };
        let Numbers { plies, since, .. } = self.kids[best].numbers;
        self.decided(self.attacking, longer(plies), since)
    }

    /// No move succeeds; without any, the attacker never will.
    fn lost(&self) -> Numbers {
        let since = self.kids.iter().map(|kid| kid.numbers.since).min().unwrap_or(NOTHING);
        let plies = self.kids.iter().map(|kid| longer(kid.numbers.plies));
        let plies = match self.attacking {
            true => plies.min().unwrap_or(EVER),
            false => plies.max().unwrap_or(0),
        };
        self.decided(!self.attacking, plies, since)
    }

    fn decided(&self, attained: bool, plies: u16, since: u16) -> Numbers {
        let since = if self.depends(since) { since } else { NOTHING };
        Numbers { since, ..Numbers::decided(attained, plies) }
    }

    /// The number that the player to move fears to be 0, from all moves but one.
    fn fear(&self, rule: Rule, but: Option<usize>) -> u64 {
        let (mut sum, mut most, mut open) = (0, 0, 0_u64);
        for (i, kid) in self.kids.iter().enumerate() {
            let (_, fear) = kid.numbers.seen(self.attacking);
            if fear == 0 || Some(i) == but {
                continue;
            }
            sum += u64::from(fear);
            most = most.max(u64::from(fear));
            open += 1;
        }
        if rule.sums {
            sum
        } else if but.is_some() {
            // What the others add as long as they are not the highest.
            open
        } else {
            most + open.saturating_sub(1)
        }
    }

    /// The move to search next and the thresholds to search it with, in the order
    /// of [`limits`](Self::limits), for this player.
    pub(super) fn next(&self, rule: Rule) -> (usize, (u32, u32)) {
        let (mut best, mut first, mut second) = (0, (INFINITE, INFINITE), INFINITE);
        for (i, kid) in self.kids.iter().enumerate() {
            let numbers = kid.numbers.seen(self.attacking);
            if numbers.0 < first.0 {
                (best, second, first) = (i, first.0, numbers);
            } else {
                second = second.min(numbers.0);
            }
        }
        let slack = u64::from(second) * u64::from(100 + rule.epsilon) / 100;
        let slack = slack.max(u64::from(second) + 1).min(u64::from(INFINITE)) as u32;
        let rest = self.fear(rule, Some(best));
        let fear = match self.limits.1 {
            INFINITE => INFINITE,
            limit => u64::from(limit).saturating_sub(rest) as u32,
        };
        // Above what it has, so that each search of a move raises a number.
        let want = self.limits.0.min(slack).max(first.0.saturating_add(1));
        (best, (want, fear.max(first.1.saturating_add(1))))
    }

    /// Whether the search turns elsewhere at these numbers.
    pub(super) fn exceeded(&self, numbers: Numbers) -> bool {
        let (want, fear) = numbers.seen(self.attacking);
        want >= self.limits.0 || fear >= self.limits.1
    }
}
