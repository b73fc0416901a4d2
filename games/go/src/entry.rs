//! The card of Go, which says what there is to know of it.

mod reasons;

use starboard::{DefaultDepths, GameEntry};

use crate::{Area, FullBoard, Go, Rules, Size, deciding::reasons::Candidates, positions};

/// The card of Go, on 9x9; positions of other sizes are read, too.
pub fn entry() -> GameEntry<Go> {
    let start = Go::new(Size::new(9).unwrap_or(Size::FULL), Rules::default());
    let evaluator = FullBoard::default();
    GameEntry::new("go", "Go, with superko, counted by area", start)
        .evaluator("area", "counts stones and what they surround", Area)
        .slow_evaluator(
            "full-board",
            "reads what lives, and says whose each point will be",
            evaluator.clone(),
        )
        .renamed("judge", "full-board")
        .policy("candidates", "the moves that reasons speak for", Candidates::new(evaluator))
        .algorithm(reasons::algorithm())
        .engine("reasons")
        .positions(positions().step_by(6))
        .notation(
            "a size, such as 9x9, or the rows from the top, of X for Black, O for White and \
             numbers of free points; then the player to move and the komi, such as \
             '9/9/9/9/3X1O3/9/4X4/9/9 w 7.5', what is not as usual (territory, simple-ko, \
             situational-superko, suicide, prisoners 2 0, ko D4, passed 1), and the moves since, as in '9x9 b 7.5 moves E5 C3'",
        )
        // Its own search evaluates the whole board at a node, a thousand times a second.
        .default_depths(DefaultDepths {
            analyse: 2,
            compare_nodes: 1_000,
            verify: 1,
            ..DefaultDepths::default()
        })
}
