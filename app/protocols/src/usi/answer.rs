//! How a search is answered, once it is over.

use starboard::{Move, Position};
use starboard_core::Report;
use starboard_search::proof::{Solution, Verdict};

use super::{
    info,
    options::{NEVER, Options},
};

/// The best move and the reply to ponder on; or a resignation, except where the search only
/// analyses.
pub(super) fn best(
    root: &Position,
    report: &Report<Move>,
    options: &Options,
    analysing: bool,
) -> String {
    let worth = i64::from(report.value.raw()) * 100 / i64::from(root.unit().0);
    let hopeless = options.resign < NEVER && report.depth > 0 && worth <= -options.resign;
    let Some(&best) = report.best_move() else { return none(false) };
    if hopeless && !analysing {
        return none(false);
    }
    let reply = report.pv.get(1).copied().filter(|_| options.ponder);
    let Some(reply) = reply else { return format!("bestmove {}", root.format_move(best)) };
    let mut next = root.clone();
    next.play(best);
    let (best, reply) = (root.format_move(best), next.format_move(reply));
    // After a declaration there is nothing to think about.
    match reply.as_str() {
        "win" => format!("bestmove {best}"),
        _ => format!("bestmove {best} ponder {reply}"),
    }
}

/// The answer where it was not decided whether there is a mate.
pub(super) const UNDECIDED: &str = "checkmate timeout";

/// The moves of a mate, or why there are none.
pub(super) fn mate(root: &Position, solution: &Solution<Move>) -> String {
    match solution.verdict {
        Verdict::Proven => format!("checkmate {}", info::mate(root, solution)),
        Verdict::Disproven => none(true),
        Verdict::Unknown => UNDECIDED.to_owned(),
    }
}

/// The answer where there is no move.
pub(super) fn none(mate: bool) -> String {
    if mate { "checkmate nomate" } else { "bestmove resign" }.to_owned()
}
