//! Game records: in the Smart Game Format, and as games to learn from.

pub(crate) mod record;
pub mod sgf;
