//! The analysis of matches and sessions, decision by decision: what every checker play and every
//! cube decision cost, and how lucky every roll was.
//!
//! [`steps`] splits a record into steps; [`Step::analyse`] analyses a single step independently of
//! the others, so that steps can be distributed over threads; [`Summary`] adds up the results.
//! Thresholds, counts and the names of ratings are those of GNU Backgammon 1.07, according to its
//! manual.
//!
//! ```
//! use starboard_backgammon::{
//!     HandCrafted,
//!     analysis::{Summary, steps},
//!     engine::{BackgammonEngine, EngineSettings},
//!     met::MatchEquity,
//!     record::read_mat,
//! };
//! let record = read_mat(
//!     " 3 point match\n\n Game 1\n Ann : 0      Bob : 0\n  1) 31: 8/5 6/5\n     Wins 1 point\n",
//! )?;
//! let steps = steps(&record, &MatchEquity::built_in())?;
//! let settings = EngineSettings { plies: 0, cube_plies: 0, ..EngineSettings::of_reviews() };
//! let mut engine = BackgammonEngine::new(HandCrafted::default(), None, settings);
//! let found: Vec<_> = steps.iter().map(|step| step.analyse(&mut engine)).collect();
//! let summary = Summary::new(&steps, &found, &record);
//! assert_eq!(summary.total[0].play.unforced, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod amount;
mod cube;
mod luck;
mod marks;
mod play;
mod resign;
mod statistics;
mod step;
mod summary;

pub use amount::Amount;
pub use cube::{CubeFault, CubeFound, Done};
pub use marks::{LuckMark, Rating, Skill};
pub use play::PlayFound;
pub use resign::ResignFound;
pub use statistics::{CubeStatistics, Fault, LuckStatistics, PlayStatistics, Statistics};
pub use step::{Findings, Step, steps};
pub use summary::{GameSummary, Summary, fibs_difference};

#[cfg(test)]
mod tests;
