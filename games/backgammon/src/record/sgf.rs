//! GNU Backgammon's use of the Smart Game Format, `.sgf`: a tree for each game, and a node for each
//! roll with its move and for each cube action.
//!
//! ```text
//! (;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford]RE[W+1]
//! ;W[31hefe]
//! ;B[42adln]
//! ;W[double]
//! ;B[drop])
//! ```
//!
//! White is the first player. Letters stand for points as White numbers them, from `a` for 1 to `x`
//! for 24, `y` for the bar and `z` for off; Black's point `p` has the letter of `25 - p`. A beaver
//! is a double in answer to a double.

mod points;
mod read;
mod write;

pub use read::read_sgf;
pub use write::write_sgf;

#[cfg(test)]
mod tests;
