//! How well a shallow search predicts a deeper one: the regressions that ProbCut uses.
//!
//! One position is taken from each of many games and searched by an exact engine, and its
//! value at every depth is recorded. The linear regression of the value at one depth on the
//! value some moves less deep, with its residual error, is what ProbCut (Buro 1995) and
//! ChanceProbCut (Schadd, Winands and Uiterwijk 2009) need.

mod regression;
mod run;

pub use regression::{Regression, Row, Summary, summarise, text};
pub use run::{Header, KIND, Sample, run};
