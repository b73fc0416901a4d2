//! Whether the evaluation by attacks keeps an evaluator's promises.

use starboard_core::Game;
use starboard_shogi::{Attacks, Shogi};

fn position(text: &str) -> Shogi {
    Shogi::parse(text).expect("a position")
}

starboard_core::conformance!(
    from_the_start: Shogi::start(),
    games(1),
    length(80),
    evaluator("attacks", Attacks::default())
);
// Many drops, both kings in the open.
starboard_core::conformance!(
    in_the_middle: position("l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1"),
    games(1),
    length(12),
    evaluator("attacks", Attacks::default())
);
starboard_core::conformance!(
    few_pieces: position("k8/9/9/9/9/9/9/9/8K b - 1"),
    games(2),
    length(60),
    evaluator("attacks", Attacks::default())
);
