//! The card of Go: what the framework has to know about the game.

mod reasons;

use starboard::{DefaultDepths, GameEntry};

use crate::{Area, FullBoard, Go, Rules, Size, deciding::reasons::Candidates, positions};

/// The card of Go. The start position is on 9x9; positions of other sizes are read, too.
pub fn entry() -> GameEntry<Go> {
    let start = Go::new(Size::new(9).unwrap_or(Size::FULL), Rules::default());
    let evaluator = FullBoard::default();
    GameEntry::new("go", "Go, with superko and area scoring", start)
        .evaluator("area", "counts stones and the points they surround", Area)
        .slow_evaluator(
            "full-board",
            "reads life and death, and estimates who will own each point",
            evaluator.clone(),
        )
        .renamed("judge", "full-board")
        .policy("candidates", "prefers moves that reasons speak for", Candidates::new(evaluator))
        .algorithm(reasons::algorithm())
        .engine("reasons")
        .positions(positions().step_by(6))
        .notation(
            "a size, such as 9x9, or the rows from the top, with X for Black, O for White and \
             numbers for runs of empty points; then the player to move and the komi, as in \
             '9/9/9/9/3X1O3/9/4X4/9/9 w 7.5'; then what differs from the default (territory, \
             simple-ko, situational-superko, suicide, prisoners 2 0, ko D4, passed 1), and the \
             moves played since, as in '9x9 b 7.5 moves E5 C3'",
        )
        // The game's own search runs a full-board evaluation at every node, about a thousand a
        // second.
        .default_depths(DefaultDepths {
            analyse: 2,
            compare_nodes: 1_000,
            verify: 1,
            ..DefaultDepths::default()
        })
}
