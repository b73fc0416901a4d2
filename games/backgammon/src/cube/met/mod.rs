//! Match equity tables: how likely a player is to win a match from a score.

mod generate;
mod table;
mod xml;

pub use generate::Rates;
pub use table::MatchEquity;
pub use xml::MetError;

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use tests::kazaross_xml;
