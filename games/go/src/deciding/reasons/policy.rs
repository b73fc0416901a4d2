//! Reasons as a policy, for a Monte-Carlo tree search.

use starboard_core::Policy;

use super::{Learned, Openings, Sources};
use crate::{FullBoard, Go, Move, board::game::UNIT};

/// A move whose reasons are worth less than the best by this many times sente, plus half a point,
/// has its weight divided by e.
const TIMES_SENTE: i32 = 2;
/// No move has less than this fraction of the best move's weight.
const LEAST: f64 = 1e-6;

/// A policy that weights the moves with reasons, and the pass, by the value of their reasons: the
/// more speaks for a move, the more visits it gets.
///
/// ```
/// use starboard_core::{Game, Limits};
/// use starboard_go::{FullBoard, Go, reasons::Candidates};
/// use starboard_search::{Mcts, MctsOptions, Searcher};
///
/// // White's stone is in atari.
/// let game = Go::parse("9x9 b 7 moves E5 E4 D4 E2 F4 G7")?;
/// let evaluator = FullBoard::default();
/// let options = MctsOptions { scale: 15.0, clip: 1.0, ..MctsOptions::default() };
/// let mut search = Mcts::new(evaluator.clone(), options).with_policy(Candidates::new(evaluator));
/// let limits = Limits { evaluations: Some(30), ..Limits::default() };
/// assert_eq!(game.format_move(search.run(&game, &limits).best_moves[0]), "E3");
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Candidates {
    evaluator: FullBoard,
    sources: Sources,
}

impl Candidates {
    /// A policy with the reasons learned from games, too. The full-board evaluation should be the
    /// one that the search uses, so that no position is analysed twice.
    pub fn new(evaluator: FullBoard) -> Self {
        let sources = Sources::default().with(Learned::default()).with(Openings::default());
        Self { evaluator, sources }
    }

    /// A policy with these sources of reasons.
    pub(crate) const fn of(evaluator: FullBoard, sources: Sources) -> Self {
        Self { evaluator, sources }
    }
}

impl Policy<Go> for Candidates {
    fn weigh(&mut self, game: &Go, out: &mut Vec<(Move, f32)>) {
        let analysis = self.evaluator.analyse(game);
        let found = self.sources.candidates(game, &analysis);
        let most = found.first().map_or(0, |first| first.value + first.bonus);
        let step = f64::from(TIMES_SENTE * analysis.sente + UNIT / 2);
        let share = |speaks: i32| libm::exp(f64::from(speaks - most) / step).max(LEAST) as f32;
        out.extend(found.iter().map(|c| (Move::at(c.point), share(c.value + c.bonus))));
        out.push((Move::PASS, share(0)));
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;

    #[test]
    fn every_move_is_legal_and_named_once() {
        let mut policy = Candidates::new(FullBoard::default());
        for game in crate::positions().step_by(4) {
            let (mut found, mut legal) = (Vec::new(), Vec::new());
            policy.weigh(&game, &mut found);
            game.moves(&mut legal);
            for (i, &(m, share)) in found.iter().enumerate() {
                assert!(legal.contains(&m) && share > 0.0 && share <= 1.0, "{m:?} {share}");
                assert!(found[..i].iter().all(|&(other, _)| other != m), "{m:?}");
            }
            assert_eq!(found.last().map(|&(m, _)| m), Some(Move::PASS));
        }
    }
}
