//! The searches, against plain minimax and what they promise. One program, since each would be linked by itself.

mod alpha_beta;
mod chance;
mod filtered;
mod filtered_parts;
mod history;
mod mtdf;
mod proof;
mod rewards;
mod root;
mod star;
