//! Whether Go keeps what a game promises, and the evaluator its own.

use starboard_core::Game;
use starboard_go::{Area, FullBoard, Go};

fn position(text: &str) -> Go {
    Go::parse(text).expect("a position")
}

starboard_core::conformance!(
    small: position("5x5"),
    games(3),
    length(60),
    evaluator("area", Area)
);
starboard_core::conformance!(
    by_territory: position("5x5 w 6.5 territory simple-ko"),
    games(3),
    length(60),
    evaluator("area", Area)
);
starboard_core::conformance!(
    on_nine: position("9x9 b -3.5"),
    games(1),
    length(24),
    evaluator("area", Area)
);
starboard_core::conformance!(
    with_suicide: position("4x4 b 0.5 suicide"),
    games(6),
    length(60),
    evaluator("area", Area)
);
// A ko stands open, and another may be taken.
starboard_core::conformance!(
    with_kos: position("1XO2/X1XO1/OX1OO/1OOOX/XX1X1 b 0.5 moves A5"),
    games(4),
    length(40),
    evaluator("area", Area)
);
starboard_core::conformance!(
    judged: position("7x7 b 7"),
    games(1),
    length(40),
    evaluator("full-board", FullBoard::default())
);
