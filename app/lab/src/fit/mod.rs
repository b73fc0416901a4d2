//! What a shallow search says of a deeper one: the regressions that ProbCut goes by.
//!
//! One position is taken out of each of many games, searched by an engine that is exact,
//! and the value at every depth kept. The value at one depth as a straight line of that
//! some moves less deep, with what is left over, is what ProbCut (Buro 1995) and
//! ChanceProbCut (Schadd, Winands and Uiterwijk 2009) have to know.

mod regression;
mod run;

pub use regression::{Regression, Row, Summary, summarise, text};
pub use run::{Header, KIND, Sample, run};
