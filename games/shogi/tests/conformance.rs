//! Whether Shogi keeps what a game promises, and the evaluator its own.

use starboard_core::Game;
use starboard_shogi::{Material, Shogi};

fn position(text: &str) -> Shogi {
    Shogi::parse(text).expect("a position")
}

starboard_core::conformance!(
    from_the_start: Shogi::start(),
    games(1),
    length(80),
    evaluator("material", Material)
);
// Many drops, both kings in the open.
starboard_core::conformance!(
    in_the_middle: position("l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1"),
    games(1),
    length(12),
    evaluator("material", Material)
);
// A declaration is legal.
starboard_core::conformance!(
    with_an_entered_king: position("RRGGSS+N+N+L/K8/+L8/9/9/9/9/9/4k4 b 2B 1"),
    games(1),
    length(8),
    evaluator("material", Material)
);
// Kings alone soon repeat.
starboard_core::conformance!(
    few_pieces: position("k8/9/9/9/9/9/9/9/8K b - 1"),
    games(4),
    length(200),
    evaluator("material", Material)
);
