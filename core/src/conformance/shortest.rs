//! The shortest line of moves that shows a broken promise.

use super::{
    Promise,
    probe::{Broken, Parts, Probe, Seen, after, choices},
    quiet,
};
use crate::Game;

/// A line that shows a broken promise; the last move may be the one at issue.
pub(super) struct Line<M> {
    pub(super) moves: Vec<M>,
    pub(super) broken: Broken<M>,
    /// Whether no shorter line shows it.
    pub(super) minimal: bool,
}

impl<M: Copy> Line<M> {
    pub(super) fn new(moves: &[M], broken: Broken<M>) -> Self {
        let moves = moves.iter().copied().chain(broken.after).collect();
        Self { moves, broken, minimal: false }
    }
}

/// Examines positions for one broken promise only.
pub(super) struct Shortener<'a, G: Game> {
    pub(super) start: &'a G,
    pub(super) parts: &'a mut Parts<G>,
    /// Positions that may still be examined.
    pub(super) budget: usize,
}

impl<G: Game> Shortener<'_, G> {
    /// A shorter line that breaks the same promise, or the given one if there is
    /// none, and where it starts. All shorter lines are tried, breadth first; if
    /// they are too many, the position alone, written and read again; and if that
    /// does not show it, moves are left out of the given line.
    pub(super) fn shorten(
        &mut self,
        line: Line<G::Move>,
        seen: &mut Seen<G>,
    ) -> (G, Line<G::Move>) {
        let start = self.start.clone();
        match self.breadth_first(&line) {
            Some(Some(shorter)) => (start, shorter),
            Some(None) => (start, Line { minimal: true, ..line }),
            None => {
                self.budget = LEAVING_OUT;
                match self.restart(&line) {
                    Some(found) => found,
                    None => (start, self.leave_out(line, seen)),
                }
            }
        }
    }

    /// The position in which the line shows it, as its notation has it, if that
    /// shows it without the line: what an evaluator promises of a position does
    /// not depend on how it came about.
    fn restart(&mut self, line: &Line<G::Move>) -> Option<(G, Line<G::Move>)> {
        let before = line.moves.len() - usize::from(line.broken.after.is_some());
        let mut game = self.start.clone();
        for &m in &line.moves[..before] {
            game = quiet::catch(|| after(&game, m)).ok()?;
        }
        let read = quiet::catch(|| G::parse(&game.format())).ok()?.ok()?;
        // Not a real length: the line does not begin at the start.
        let broken = self.examine(&read, usize::MAX, line, &mut Seen::default())??;
        Some((read, Line { minimal: true, ..Line::new(&[], broken) }))
    }

    /// `None` if the budget ran out, `Some(None)` if no shorter line shows it.
    fn breadth_first(&mut self, line: &Line<G::Move>) -> Option<Option<Line<G::Move>>> {
        let (mut seen, mut met) = (Seen::default(), Met::default());
        let mut level = vec![(self.start.clone(), Vec::new())];
        for length in 0..line.moves.len() {
            let mut with_a_move = None;
            for (game, moves) in &level {
                let broken = self.examine(game, moves.len(), line, &mut seen)?;
                let Some(broken) = broken else { continue };
                let one_more = broken.after.is_some();
                let found = Line { minimal: true, ..Line::new(moves, broken) };
                if !one_more {
                    return Some(Some(found));
                }
                with_a_move = with_a_move.or(Some(found));
            }
            if with_a_move.is_some() || length + 1 == line.moves.len() {
                return Some(with_a_move);
            }
            let mut next = Vec::new();
            for (game, moves) in &level {
                let options = quiet::catch(|| choices(game)).ok()?;
                for m in options {
                    let child = quiet::catch(|| after(game, m)).ok()?;
                    if next.len() > self.budget {
                        return None;
                    }
                    if met.is_new(&child) {
                        next.push((child, [moves.as_slice(), &[m]].concat()));
                    }
                }
            }
            level = next;
        }
        Some(None)
    }

    /// Leaves out single moves and pairs of moves as long as that helps.
    fn leave_out(&mut self, mut line: Line<G::Move>, seen: &mut Seen<G>) -> Line<G::Move> {
        'shorter: loop {
            for width in [2, 1] {
                for at in 0..line.moves.len().saturating_sub(width - 1) {
                    let mut moves = line.moves.clone();
                    moves.drain(at..at + width);
                    if let Some(shorter) = self.replay(&moves, &line, seen) {
                        line = shorter;
                        continue 'shorter;
                    }
                }
            }
            return line;
        }
    }

    /// The first break of the promise along a line, if the line is legal and
    /// breaks it.
    fn replay(
        &mut self,
        moves: &[G::Move],
        line: &Line<G::Move>,
        seen: &mut Seen<G>,
    ) -> Option<Line<G::Move>> {
        let mut game = self.start.clone();
        for length in 0..=moves.len() {
            if let Some(broken) = self.examine(&game, length, line, seen)? {
                let found = Line::new(&moves[..length], broken);
                return (found.moves.len() < line.moves.len()).then_some(found);
            }
            let &m = moves.get(length)?;
            game = quiet::catch(|| choices(&game).contains(&m).then(|| after(&game, m))).ok()??;
        }
        None
    }

    /// Whether the position breaks the promise; `None` if the budget ran out.
    fn examine(
        &mut self,
        game: &G,
        length: usize,
        line: &Line<G::Move>,
        seen: &mut Seen<G>,
    ) -> Option<Option<Broken<G::Move>>> {
        self.budget = self.budget.checked_sub(1)?;
        let mut probe = Probe::new(game, length == 0, self.parts, seen);
        let broken = probe.run(Some(line.broken.check)).err();
        let same = |promise: Promise| promise == line.broken.promise;
        Some(broken.filter(|broken| same(broken.promise)))
    }
}

/// Positions examined while leaving out moves.
const LEAVING_OUT: usize = 10_000;

/// Which positions the breadth-first search has met. Positions count as the
/// same only if nothing at all tells them apart: a fault may hide in what
/// equality overlooks.
#[derive(Default)]
struct Met(hashbrown::HashSet<(u64, String)>);

impl Met {
    fn is_new<G: Game>(&mut self, game: &G) -> bool {
        quiet::catch(|| (game.key(), format!("{game:?}"))).is_ok_and(|it| self.0.insert(it))
    }
}
