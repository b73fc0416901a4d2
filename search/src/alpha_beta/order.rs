//! The moves of all open nodes, on one stack, handed out best first.

use crate::rank;

/// The moves of all nodes between the root and the current one. One vector for
/// all of them, so that a node neither allocates nor passes vectors around.
#[derive(Debug)]
pub(super) struct MoveStack<M> {
    pub(super) moves: Vec<M>,
    /// For the nodes that are ranked: scores and places in the game's order.
    ranks: Vec<i64>,
    scores: Vec<i32>,
}

impl<M> Default for MoveStack<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), ranks: Vec::new(), scores: Vec::new() }
    }
}

/// The part of a [`MoveStack`] that belongs to one node.
#[derive(Copy, Clone, Debug)]
pub(super) struct Frame {
    /// Where the moves begin, in the game's order, and where they end. In a ranked
    /// node, those handed out follow them.
    start: usize,
    end: usize,
    /// Where the ranks begin; meaningless unless `ranked`.
    ranks: usize,
    ranked: bool,
    /// If the node is not ranked: the place of the move put first.
    first: usize,
    /// How many moves were passed over; they are the last of the ranks.
    passed: usize,
}

impl Frame {
    /// How many moves the node has.
    pub(super) fn count(&self) -> usize {
        self.end - self.start
    }

    /// Whether moves may still be [passed over](MoveStack::pass_over), which
    /// happens once at most.
    pub(super) fn may_pass(&self) -> bool {
        self.ranked && self.passed == 0
    }

    /// Whether some were [passed over](MoveStack::pass_over).
    pub(super) fn has_passed(&self) -> bool {
        self.passed > 0
    }
}

impl<M: Copy> MoveStack<M> {
    /// Opens a node with the moves that `generate` appends, to be handed out in
    /// that order, except that the one at place `first` comes first.
    #[inline(always)]
    pub(super) fn open(&mut self, first: Option<u16>, generate: impl FnOnce(&mut Vec<M>)) -> Frame {
        let start = self.moves.len();
        generate(&mut self.moves);
        let end = self.moves.len();
        let mut frame = Frame { start, end, ranks: 0, ranked: false, first: 0, passed: 0 };
        if let Some(first) = first.map(usize::from).filter(|&first| first < end - start) {
            self.moves[start..=start + first].rotate_right(1);
            frame.first = first;
        }
        frame
    }

    /// Opens a node whose moves are handed out by the scores that `score` adds
    /// to, highest first, except that the one at place `first` comes first.
    pub(super) fn open_ranked(
        &mut self,
        first: Option<u16>,
        generate: impl FnOnce(&mut Vec<M>),
        score: impl FnOnce(&[M], &mut [i32]),
    ) -> Frame {
        let (start, ranks) = (self.moves.len(), self.ranks.len());
        generate(&mut self.moves);
        let end = self.moves.len();
        if end - start == 1 {
            return Frame { start, end, ranks, ranked: false, first: 0, passed: 0 };
        }
        self.scores.clear();
        self.scores.resize(end - start, 0);
        score(&self.moves[start..], &mut self.scores);
        rank::pack(&self.scores, first, &mut self.ranks);
        Frame { start, end, ranks, ranked: true, first: 0, passed: 0 }
    }

    /// The `i`th move to search. Call once for each `i`, from 0 upwards, and only
    /// when every node opened since has been closed.
    #[inline(always)]
    pub(super) fn next(&mut self, frame: &Frame, i: usize) -> Option<M> {
        if frame.ranked {
            return (i < frame.count() - frame.passed).then(|| self.pick(frame, i));
        }
        // All nodes opened since are closed: the stack ends where the frame does.
        self.moves.get(frame.start + i).copied()
    }

    #[inline(never)]
    fn pick(&mut self, frame: &Frame, i: usize) -> M {
        let end = frame.ranks + frame.count() - frame.passed;
        let place = rank::pick(&mut self.ranks[frame.ranks..end], i).expect("one for each move");
        let m = self.moves[frame.start + place];
        self.moves.push(m);
        m
    }

    /// The place in the game's order of the `i`th move, which must have been handed out.
    #[inline]
    pub(super) fn place(&self, frame: &Frame, i: usize) -> usize {
        if frame.ranked {
            rank::place(self.ranks[frame.ranks + i])
        } else if i == 0 {
            frame.first
        } else {
            i - usize::from(i <= frame.first)
        }
    }

    /// The index of the `i`th move, which must have been handed out, among those
    /// [stored](Self::stored).
    #[inline]
    fn index(&self, frame: &Frame, i: usize) -> usize {
        if frame.ranked { rank::place(self.ranks[frame.ranks + i]) } else { i }
    }

    /// Whether the bit of the `i`th move, which must have been handed out, is set in
    /// `bits`, where the lowest bit stands for the first of those
    /// [stored](Self::stored).
    #[inline]
    pub(super) fn is_among(&self, bits: u64, frame: &Frame, i: usize) -> bool {
        let index = self.index(frame, i) as u32;
        bits.checked_shr(index).is_some_and(|bits| bits & 1 == 1)
    }

    /// All moves of a node, as they are stored, before any has been handed out.
    #[inline]
    pub(super) fn stored(&self, frame: &Frame) -> &[M] {
        &self.moves[frame.start..frame.end]
    }

    /// The score of the `i`th move, which must have been handed out; 0 if the node
    /// is not ranked.
    #[inline]
    pub(super) fn score(&self, frame: &Frame, i: usize) -> i32 {
        if frame.ranked { rank::score(self.ranks[frame.ranks + i]) } else { 0 }
    }

    /// The `i`th move of a node as they are stored: if it is ranked, in the game's order.
    pub(super) fn generated(&self, frame: &Frame, i: usize) -> M {
        self.moves[frame.start + i]
    }

    /// The first `i` moves handed out, in that order.
    pub(super) fn tried(&self, frame: &Frame, i: usize) -> &[M] {
        let start = if frame.ranked { frame.end } else { frame.start };
        &self.moves[start..start + i]
    }

    /// Leaves out, of the moves from the `i`th on, those for which `passes` holds.
    /// Returns how many there are.
    pub(super) fn pass_over(
        &mut self,
        frame: &mut Frame,
        i: usize,
        passes: impl Fn(M) -> bool,
    ) -> usize {
        let Self { moves, ranks, .. } = self;
        let rest = &mut ranks[frame.ranks + i..frame.ranks + frame.count()];
        let mut kept = 0;
        for j in 0..rest.len() {
            if !passes(moves[frame.start + rank::place(rest[j])]) {
                rest.swap(kept, j);
                kept += 1;
            }
        }
        frame.passed = rest.len() - kept;
        frame.passed
    }

    /// Inserts the moves passed over that rank above the `i`th handed out among
    /// those before it, as if they had been handed out. Returns how many then come
    /// before it; nothing more may be handed out.
    #[cold]
    pub(super) fn restore(&mut self, frame: &Frame, i: usize) -> usize {
        let ranks = &mut self.ranks[frame.ranks..frame.ranks + frame.count()];
        let last = ranks[i];
        let from = ranks.len() - frame.passed;
        let mut before = i;
        for j in from..ranks.len() {
            if ranks[j] > last {
                ranks[before] = ranks[j];
                before += 1;
            }
        }
        ranks[..before].sort_unstable_by_key(|&rank| std::cmp::Reverse(rank));
        self.moves.truncate(frame.end);
        let (start, ranks) = (frame.start, &ranks[..before]);
        for &rank in ranks {
            let m = self.moves[start + rank::place(rank)];
            self.moves.push(m);
        }
        before
    }

    /// Closes the node opened last.
    #[inline]
    pub(super) fn close(&mut self, frame: &Frame) {
        self.moves.truncate(frame.start);
        if frame.ranked {
            self.ranks.truncate(frame.ranks);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(first: Option<u16>, scores: Option<&[i32]>, order: &[usize]) {
        let mut stack = MoveStack::default();
        // The node above, which must be left intact.
        stack.open(None, |out| out.extend([70, 80]));
        let generate = |out: &mut Vec<usize>| out.extend(0..order.len());
        let frame = match scores {
            None => stack.open(first, generate),
            Some(given) => stack.open_ranked(first, generate, |_, out| out.copy_from_slice(given)),
        };
        for (i, &m) in order.iter().enumerate() {
            assert_eq!(stack.next(&frame, i), Some(m), "{i}");
            assert_eq!(stack.place(&frame, i), m, "{i}");
            assert_eq!(stack.tried(&frame, i), &order[..i]);
            let below = stack.open_ranked(None, |out| out.push(99), |_, _| {});
            assert_eq!(stack.next(&below, 0), Some(99));
            stack.close(&below);
        }
        assert_eq!(stack.next(&frame, order.len()), None);
        stack.close(&frame);
        assert_eq!((stack.moves, stack.ranks), (vec![70, 80], vec![]));
    }

    #[test]
    fn hands_out_by_score_then_by_place() {
        let scores = [0, 5, -1, 5, 9, 0, 0, 7, 0];
        check(Some(2), Some(&scores), &[2, 4, 7, 1, 3, 0, 5, 6, 8]);
        check(None, Some(&scores), &[4, 7, 1, 3, 0, 5, 6, 8, 2]);
        check(Some(0), Some(&[i32::MIN, i32::MAX]), &[0, 1]);
    }

    /// Moves passed over end up among those tried where they would have been.
    #[test]
    fn passes_over_and_restores() {
        let mut stack = MoveStack::default();
        stack.open(None, |out| out.extend([70, 80]));
        let scores = [0, 5, -1, 5, 9, 0, 0, 7, 0];
        let order = [4_usize, 7, 1, 3, 0, 5, 6, 8, 2];
        for (from, cut) in (1..=4).flat_map(|from| (0..3).map(move |cut| (from, cut))) {
            let generate = |out: &mut Vec<usize>| out.extend(0..scores.len());
            let mut frame =
                stack.open_ranked(None, generate, |_, out| out.copy_from_slice(&scores));
            for (i, &m) in order[..from].iter().enumerate() {
                assert_eq!(stack.next(&frame, i), Some(m));
            }
            let even = |m: usize| m.is_multiple_of(2);
            let kept: Vec<_> = order[from..].iter().copied().filter(|&m| even(m)).collect();
            let passed = stack.pass_over(&mut frame, from, |m| !even(m));
            assert_eq!(passed, order.len() - from - kept.len());
            for (i, &m) in kept[..=cut].iter().enumerate() {
                assert_eq!(stack.next(&frame, from + i), Some(m), "{from}");
            }
            if cut + 1 == kept.len() {
                assert_eq!(stack.next(&frame, from + kept.len()), None);
            }
            let place = order.iter().position(|&m| m == kept[cut]).expect("one of them");
            assert_eq!(stack.restore(&frame, from + cut), place);
            assert_eq!(stack.tried(&frame, place), &order[..place]);
            stack.close(&frame);
            assert_eq!((&stack.moves, stack.ranks.len()), (&vec![70, 80], 0));
        }
    }

    #[test]
    fn without_scores_the_games_order_stays() {
        check(None, None, &[0, 1, 2, 3]);
        check(Some(2), None, &[2, 0, 1, 3]);
        check(Some(0), None, &[0, 1, 2, 3]);
        check(Some(9), None, &[0, 1, 2]);
    }
}
