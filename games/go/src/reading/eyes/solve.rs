//! Exhaustive solution of the fate of a wall around a shape.
//!
//! The attacker has captured the wall once none of its liberties is left: the free cells it
//! touches, those outside, and one more if it has an eye elsewhere, which can only be filled
//! last, as the capturing move. A state of the shape is which cells hold stones of either player.
//! Together with whose turn it is, the ko, who has a threat, and the liberties outside, it is a
//! node of a graph. The attacker wins a node if it can force the capture without repeating
//! a node: this is the least fixed point, found by sweeping all nodes until nothing changes.

use super::{
    entry::{Entry, Half, LIBERTIES, PASS},
    shape::{Shape, beside, each},
};
use crate::Success;

/// Who has a ko threat: nobody, the attacker, or the owner.
const THREATS: usize = 3;
/// No cell: of a ko.
const NONE: u8 = u8::MAX;

/// A shape with all states of its stones.
struct Solver {
    len: usize,
    /// By cell: those beside it.
    beside: Vec<u16>,
    /// Cells that the wall touches.
    touched: u16,
    /// By state: what the stones are, and the liberties of the wall inside.
    stones: Vec<Stones>,
    /// By state, whose turn it is and cell.
    moves: Vec<Option<Change>>,
}

/// Where stones stand.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct Stones {
    attacker: u16,
    owner: u16,
    /// How many free cells the wall touches, or strings of its owner's that it touches.
    liberties: u8,
}

/// A stone played on a cell.
#[derive(Copy, Clone, Debug)]
struct Change {
    to: u16,
    /// Where a ko is then.
    ko: u8,
    /// Whether the stone needs a liberty of the wall's, or else a capture of it, to be
    /// allowed.
    needs: bool,
}

/// The entries of a shape, by the attacker's stones: whether there is another eye, the
/// liberties outside.
pub(super) fn solve(shape: &Shape) -> Vec<Option<[[Entry; LIBERTIES]; 2]>> {
    let solver = Solver::new(shape);
    let solved = [0, 1].map(|eyes| solver.solve(eyes));
    (0..1_u16 << solver.len)
        .map(|attacker| {
            let at = solver.state(attacker, 0);
            let whole = solver.is_whole(&solver.stones[at]);
            whole.then(|| {
                [0, 1].map(|eyes| {
                    std::array::from_fn(|outside| solver.entry(&solved[eyes], eyes, outside, at))
                })
            })
        })
        .collect()
}

impl Solver {
    fn new(shape: &Shape) -> Self {
        let bits: Vec<u64> = each(shape.cells).collect();
        let to_mask = |cells: u64| {
            bits.iter().enumerate().fold(0, |all, (i, &bit)| all | u16::from(cells & bit != 0) << i)
        };
        let len = bits.len();
        let mut solver = Self {
            len,
            beside: bits.iter().map(|&bit| to_mask(beside(bit))).collect(),
            touched: to_mask(shape.cells & !shape.inner),
            stones: Vec::new(),
            moves: Vec::new(),
        };
        for state in 0..3_usize.pow(len as u32) {
            let (mut rest, mut stones) = (state, Stones::default());
            for cell in 0..len {
                match rest % 3 {
                    1 => stones.attacker |= 1 << cell,
                    2 => stones.owner |= 1 << cell,
                    _ => {}
                }
                rest /= 3;
            }
            stones.liberties = solver.liberties(&stones).count_ones() as u8;
            solver.stones.push(stones);
        }
        for state in 0..solver.stones.len() {
            for attacks in [true, false] {
                for cell in 0..len {
                    let change = solver.change(state, attacks, cell);
                    solver.moves.push(change);
                }
            }
        }
        solver
    }

    fn state(&self, attacker: u16, owner: u16) -> usize {
        (0..self.len).rev().fold(0, |state, cell| {
            state * 3 + usize::from(attacker >> cell & 1) + 2 * usize::from(owner >> cell & 1)
        })
    }

    /// The cells beside these.
    fn around(&self, cells: u16) -> u16 {
        let each = (0..self.len).filter(|&cell| cells >> cell & 1 != 0);
        each.fold(0, |all, cell| all | self.beside[cell])
    }

    fn flood(&self, from: u16, room: u16) -> u16 {
        let mut reached = from & room;
        loop {
            let next = reached | self.around(reached) & room;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The free cells that the wall touches, by itself or with stones of its owner's.
    fn liberties(&self, stones: &Stones) -> u16 {
        let free = self.free(stones);
        let joined = self.flood(stones.owner & self.touched, stones.owner);
        free & (self.touched | self.around(joined))
    }

    const fn free(&self, stones: &Stones) -> u16 {
        ((1 << self.len) - 1) & !stones.attacker & !stones.owner
    }

    /// Those of one player's stones that have no free cell beside them, and of the owner's
    /// are not joined to the wall.
    fn without_liberty(&self, stones: &Stones, attackers: bool) -> u16 {
        let free = self.free(stones);
        let all = if attackers { stones.attacker } else { stones.owner };
        let (mut rest, mut gone) = (all, 0);
        while rest != 0 {
            let string = self.flood(rest & rest.wrapping_neg(), all);
            rest &= !string;
            let joined = !attackers && string & self.touched != 0;
            if !joined && self.around(string) & free == 0 {
                gone |= string;
            }
        }
        gone
    }

    /// Whether no string stands there without a liberty.
    fn is_whole(&self, stones: &Stones) -> bool {
        self.without_liberty(stones, true) | self.without_liberty(stones, false) == 0
    }

    /// The state after a stone on a cell; `None` if that is illegal, whatever liberties
    /// the wall has.
    fn change(&self, state: usize, attacks: bool, cell: usize) -> Option<Change> {
        let mut stones = self.stones[state];
        if self.free(&stones) >> cell & 1 == 0 || !self.is_whole(&stones) {
            return None;
        }
        let own = if attacks { &mut stones.attacker } else { &mut stones.owner };
        *own |= 1 << cell;
        let taken = self.without_liberty(&stones, !attacks);
        if attacks {
            stones.owner &= !taken;
        } else {
            stones.attacker &= !taken;
        }
        let own = if attacks { stones.attacker } else { stones.owner };
        let string = self.flood(1 << cell, own);
        let free = self.around(string) & self.free(&stones);
        let joined = !attacks && string & self.touched != 0;
        if free == 0 && !attacks && !joined {
            return None;
        }
        let ko = taken.count_ones() == 1
            && string.count_ones() == 1
            && free.count_ones() == 1
            && !joined;
        Some(Change {
            to: self.state(stones.attacker, stones.owner) as u16,
            ko: if ko { taken.trailing_zeros() as u8 } else { NONE },
            needs: if attacks { free == 0 } else { joined },
        })
    }

    fn index(&self, outside: usize, threats: usize, attacks: bool, ko: u8, state: usize) -> usize {
        let ko = if ko == NONE { self.len } else { usize::from(ko) };
        let turn = (outside * THREATS + threats) * 2 + usize::from(attacks);
        (turn * (self.len + 1) + ko) * self.stones.len() + state
    }

    /// By [`index`](Self::index), whether the attacker captures the wall.
    fn solve(&self, eyes: usize) -> Vec<bool> {
        let all = self.index(LIBERTIES, 0, false, 0, 0);
        let mut won = vec![false; all];
        for outside in 0..LIBERTIES {
            for threats in 0..THREATS {
                while self.sweep(&mut won, eyes, outside, threats) {}
            }
        }
        won
    }

    /// Sweeps all nodes once; returns whether anything has changed.
    fn sweep(&self, won: &mut [bool], eyes: usize, outside: usize, threats: usize) -> bool {
        let mut changed = false;
        for state in 0..self.stones.len() {
            if !self.is_whole(&self.stones[state]) {
                continue;
            }
            for ko in (0..self.len as u8).chain([NONE]) {
                if ko != NONE && self.free(&self.stones[state]) >> ko & 1 == 0 {
                    continue;
                }
                for attacks in [true, false] {
                    let at = self.index(outside, threats, attacks, ko, state);
                    if won[at] {
                        continue;
                    }
                    let node = Node { eyes, outside, threats, attacks, ko, state };
                    let wins = {
                        let mut results = self.moves(&node, won).map(|(_, won)| won);
                        if attacks { results.any(|won| won) } else { results.all(|won| won) }
                    };
                    won[at] = wins;
                    changed |= wins;
                }
            }
        }
        changed
    }

    /// The moves of a node, each with whether the attacker wins then; the pass, and every
    /// move elsewhere, last.
    fn moves<'a>(
        &'a self,
        node: &'a Node,
        won: &'a [bool],
    ) -> impl Iterator<Item = (u8, bool)> + use<'a> {
        let Node { eyes, outside, threats, attacks, ko, state } = *node;
        let favoured = if attacks { 1 } else { 2 };
        let within = (0..self.len).filter_map(move |cell| {
            let retakes = usize::from(ko) == cell;
            if retakes && threats != favoured {
                return None;
            }
            let turn = 2 * state + usize::from(!attacks);
            let change = self.moves[turn * self.len + cell]?;
            let to = usize::from(change.to);
            let left = usize::from(self.stones[to].liberties) + outside + eyes;
            if left == 0 {
                // The wall is captured, or would be by its owner's own move.
                return attacks.then_some((cell as u8, true));
            }
            if change.needs && attacks {
                return None;
            }
            let threats = if retakes { 0 } else { threats };
            let next = self.index(outside, threats, !attacks, change.ko, to);
            Some((cell as u8, won[next]))
        });
        let inside = usize::from(self.stones[state].liberties);
        let filled = (attacks && outside > 0).then(|| {
            inside + outside - 1 + eyes == 0
                || won[self.index(outside - 1, threats, false, NONE, state)]
        });
        // The last eye is filled by capturing.
        let last = (attacks && inside + outside == 0).then_some(true);
        let passed = won[self.index(outside, threats, !attacks, NONE, state)];
        let elsewhere = filled.into_iter().chain(last).chain([passed]);
        within.chain(elsewhere.map(|won| (PASS, won)))
    }

    /// What is known of a state without a ko.
    fn entry(&self, won: &[bool], eyes: usize, outside: usize, state: usize) -> Entry {
        let half = |attacks: bool| {
            let at = |threats| Node { eyes, outside, threats, attacks, ko: NONE, state };
            let is_won = |threats| won[self.index(outside, threats, attacks, NONE, state)];
            let success = match () {
                () if is_won(2) => Success::Yes,
                () if is_won(0) => Success::Ko,
                () if is_won(1) => Success::KoWithThreat,
                () => Success::No,
            };
            // The attacker's moves are those that do as well; the owner's those that do not
            // let it do better, which shows where it has one threat less.
            let shows = if attacks { threats_for(success) } else { threats_below(success) };
            let moves = shows.map_or(0, |threats| {
                let node = at(threats);
                let good = self.moves(&node, won).filter(|&(_, won)| won == attacks);
                good.fold(0, |all, (m, _)| all | 1 << m)
            });
            Half { success, moves }
        };
        Entry { attacked: half(true), defended: half(false) }
    }
}

/// The threats with which the attacker does this well, and not with one fewer.
const fn threats_for(success: Success) -> Option<usize> {
    match success {
        Success::Yes => Some(2),
        Success::Ko => Some(0),
        Success::KoWithThreat => Some(1),
        Success::No => None,
    }
}

/// The most threats with which the attacker does not do better than this.
const fn threats_below(success: Success) -> Option<usize> {
    match success {
        Success::Yes => None,
        Success::Ko => Some(2),
        Success::KoWithThreat => Some(0),
        Success::No => Some(1),
    }
}

/// A position, and who has what.
struct Node {
    eyes: usize,
    outside: usize,
    threats: usize,
    attacks: bool,
    ko: u8,
    state: usize,
}
