//! Proof-number search: yes or no, with a proof.
//!
//! Whether a player can force something (a mate, a capture, a win) is a
//! question about an AND/OR tree. Proof-number search (Allis 1994) looks next
//! where the fewest leaves are still to be decided; df-pn (Nagai 2002) does so
//! depth first, with a table and two thresholds instead of a tree in memory.
//! It goes deep where there is little choice, which is where searches of fixed
//! depth are at their worst.
//!
//! A [`Goal`] says what is asked: who attacks, which moves count, what ends a
//! line, and whether a position is at least as good for the attacker as another.
//! [`Dfpn`] answers; [`ProofNumber`] makes it a [`Searcher`](crate::Searcher), with
//! winning the game as the goal.
//!
//! # What is guaranteed
//!
//! **A proof is a proof, and a disproof a disproof**, unless two positions happen
//! to have the same 64-bit key, for tables of any size and whatever the options.
//! Suppose that repetition fails, as is the default. Then [`Verdict::Proven`] says
//! that the attacker can force the goal within [`Solution::plies`] without
//! repeating a position, so that it holds under any rule about repetition;
//! [`Verdict::Disproven`] that the defender can keep it from the goal for ever, if
//! need be by repeating positions. Where
//! [repetition attains](Goal::repetition_attains) the goal, the two change places:
//! a disproof then holds without repetition, and a proof may need it. A limit on
//! plies is then only a limit on the search: [`Solution::holds`] may be less than
//! what the defender can hold, and nothing is said about the shortest win.
//!
//! **Positions are not confused with the ways to them.** A result that depends on a
//! position having been on the line before is false on another line: the
//! graph-history-interaction problem. Kishimoto and Müller (2004) keep such results
//! apart; so does this search. Each carries the ply of the earliest position of the
//! line that it depends on. When the search comes back to that very position with a
//! result, the dependence ends there: the cycles are closed, and by playing so that
//! the distance to the goal shrinks with every move the attacker would never have
//! repeated anything, so the result holds whatever came before. Until then a result
//! is stored only under a hash of the whole line, for this line. What
//! [`Game::repetition`](starboard_core::Game::repetition) says of positions before
//! the root depends on the game so far, and is never stored for a position; and the
//! table forgets everything with each new question.
//!
//! **The search comes to an end**, though that may take long. What is known of
//! the moves of all positions on the line is kept with the line and not in the
//! table, and a move is never left before one of its numbers has risen; so a
//! table that is much too small costs time and nothing else. Where a position
//! has a child that was met nearer to the root, a visit goes on until something
//! new has been seen, which is the threshold control of Kishimoto (2010) against
//! numbers that go round in cycles. The second-best move has to be exceeded by a
//! factor of 1 + ε (Pawlewicz and Lew 2007), so that the search seldom turns from
//! one part of the tree to another.
//!
//! **The shortest win is the shortest.** With [`ProofOptions::shortest`] the
//! question is asked again with one ply less than the win found, until the
//! answer is no. Proofs and disproofs are stored with the plies they hold for.

mod frame;
mod goal;
mod numbers;
mod options;
mod search;
mod searcher;
mod solve;
mod table;

pub use goal::{AtLeast, Goal, Resource};
pub use options::ProofOptions;
pub use searcher::ProofNumber;
pub use solve::{Dfpn, Solution, Verdict};
