//! The history of a position, as far as the rule of repetition needs it.

use starboard_core::{Player, mix};

use crate::{Kind, Move};

/// The positions of a game so far, the present one last; fewer than 65,536, as move numbers
/// are.
#[derive(Clone, Debug)]
pub(crate) struct History(Vec<Entry>);

/// A position that has occurred.
#[derive(Copy, Clone, Debug)]
struct Entry {
    key: u64,
    /// The move that led to it.
    made: Move,
    /// What it captured.
    captured: Option<Kind>,
    /// For each player, how many consecutive moves, up to the latest, gave check.
    checks: [u16; 2],
    /// How often the position occurred before.
    times: u16,
    /// How many plies ago it last occurred; 0 if never.
    last: u16,
    /// How many plies ago it first occurred; 0 if never.
    first: u16,
    /// Where the search for repetitions may start: a pass is no move of the game, so that
    /// nothing before it counts.
    since: u16,
}

/// How a repetition is judged.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Repetition {
    /// A draw: no player is more to blame than the other.
    Draw,
    /// All of this player's moves since then gave check, which loses.
    PerpetualCheck(Player),
}

impl History {
    /// A game that begins here.
    pub(crate) fn new(key: u64) -> Self {
        let made = Move::PASS;
        let (captured, checks) = (None, [0; 2]);
        let start = Entry { key, made, captured, checks, times: 0, last: 0, first: 0, since: 0 };
        Self(vec![start])
    }

    /// How many positions there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    fn now(&self) -> &Entry {
        self.0.last().expect("the start is never taken away")
    }

    /// Adds the position that `player` reached by a move.
    #[inline]
    pub(crate) fn push(
        &mut self,
        key: u64,
        made: Move,
        captured: Option<Kind>,
        player: Player,
        gave_check: bool,
    ) {
        let Entry { mut checks, since, .. } = *self.now();
        let own = &mut checks[player.index()];
        *own = if gave_check { own.saturating_add(1) } else { 0 };
        let mut entry = Entry { key, made, captured, checks, times: 0, last: 0, first: 0, since };
        let present = self.0.len();
        // Only every other ply has the same player to move, and no position recurs after two.
        for i in (usize::from(since)..present.saturating_sub(3)).rev().step_by(2) {
            let earlier = &self.0[i];
            if earlier.key == key {
                entry.times = earlier.times.saturating_add(1);
                entry.last = (present - i) as u16;
                entry.first = entry.last + earlier.first;
                break;
            }
        }
        self.0.push(entry);
    }

    /// Adds the position after a pass or at the end of the game, from which on repetitions are
    /// counted anew.
    pub(crate) fn push_break(&mut self, key: u64, made: Move) {
        let since = self.0.len() as u16;
        let (captured, checks) = (None, [0; 2]);
        let entry = Entry { key, made, captured, checks, times: 0, last: 0, first: 0, since };
        self.0.push(entry);
    }

    /// Takes the present position away. Returns the move that led to it;
    /// `None` if it is the start.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Move> {
        if self.0.len() == 1 { None } else { self.0.pop().map(|entry| entry.made) }
    }

    /// The key of the position at this place, counted from 0 at the start; the move that led to
    /// it, and what that captured.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> (u64, Move, Option<Kind>) {
        let Entry { key, made, captured, .. } = self.0[place];
        (key, made, captured)
    }

    /// How often the present position occurred before.
    #[inline]
    pub(crate) fn times(&self) -> u16 {
        self.now().times
    }

    /// How the repetition is judged by the moves since the position last occurred, and how many
    /// plies ago that was; `None` if it never did.
    pub(crate) fn since_last(&self) -> Option<(Repetition, u16)> {
        let now = self.now();
        (now.times > 0).then(|| (judged(now.checks, now.last), now.last))
    }

    /// How the repetition is judged by the moves since the position first occurred, as the
    /// rules do at the fourth occurrence; `None` before.
    #[inline]
    pub(crate) fn fourfold(&self) -> Option<Repetition> {
        let now = self.now();
        (now.times >= 3).then(|| judged(now.checks, now.first))
    }

    /// A hash of the positions before the present one that count for repetition; 0 if
    /// there are none.
    pub(crate) fn past(&self) -> u64 {
        let before = &self.0[usize::from(self.now().since)..self.0.len() - 1];
        before.iter().fold(0, |hash, entry| mix(hash ^ entry.key))
    }

    /// Whether the last move was a declaration.
    #[inline]
    pub(crate) fn is_declared(&self) -> bool {
        self.now().made == Move::DECLARATION
    }

    /// The moves so far; none twice, as nothing before a break is left out.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> {
        self.0[1..].iter().map(|entry| entry.made)
    }
}

/// Which player gave check with every move in the last `plies`. If both did, neither is more to
/// blame than the other.
fn judged(checks: [u16; 2], plies: u16) -> Repetition {
    let all = |player: Player| checks[player.index()] >= plies / 2;
    match (all(Player::First), all(Player::Second)) {
        (true, false) => Repetition::PerpetualCheck(Player::First),
        (false, true) => Repetition::PerpetualCheck(Player::Second),
        _ => Repetition::Draw,
    }
}
