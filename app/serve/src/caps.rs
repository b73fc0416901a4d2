//! What one request may cost.

use std::time::Duration;

use anyhow::bail;
use starboard::{AnyGame, BadInput, EngineError, MAX_DEPTH};
use starboard_core::{Limits, spec::parse_specs};

/// What one request may cost, whatever it asks for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Caps {
    /// How long a search may take.
    pub time: Duration,
    /// How many positions a search may visit.
    pub nodes: u64,
    /// How large the transposition table of an engine may be, in MiB.
    pub table: u64,
    /// How many nodes of a search tree are sent.
    pub tree: usize,
    /// How many lines of play a search may keep.
    pub lines: usize,
    /// How many bytes a request may have.
    pub body: usize,
}

impl Default for Caps {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(60),
            nodes: 100_000_000,
            table: 256,
            tree: 5000,
            lines: 64,
            body: 1 << 20,
        }
    }
}

/// Arguments of parts that stand for memory or threads, and how large each may be;
/// [`Caps::table`] bounds those of tables.
const LARGEST: [(&str, u64); 2] = [("threads", 8), ("capacity", 1 << 22)];

impl Caps {
    /// Lowers the limits of a request to those that are allowed.
    pub fn bound(&self, limits: &mut Limits) {
        let Limits { depth, nodes, evaluations, time, .. } = limits;
        // A search recurses: at a greater depth than any request may ask for, it would overflow
        // the stack.
        *depth = depth.map(|depth| depth.min(MAX_DEPTH));
        limits.last_resort = nodes.is_none() && evaluations.is_none() && time.is_none();
        limits.time = Some(limits.time.unwrap_or(self.time).min(self.time));
        limits.nodes = Some(limits.nodes.unwrap_or(self.nodes).min(self.nodes));
    }

    /// The same for each of the searches of a review, which may take `most` each; if the
    /// request sets no limits at all, they are left as they are, and the usual limits hold.
    #[cfg(feature = "http")]
    pub(crate) fn bound_each(&self, limits: &mut Limits, most: Duration) {
        let Limits { depth, nodes, evaluations, time, .. } = limits;
        let costs = nodes.is_some() || evaluations.is_some() || time.is_some();
        if !costs && depth.is_none() {
            return;
        }
        limits.last_resort = !costs;
        *depth = depth.map(|depth| depth.min(MAX_DEPTH));
        *nodes = nodes.map(|nodes| nodes.min(self.nodes));
        *time = Some(time.map_or(most, |time| time.min(most)));
    }

    /// Refuses what a page must not ask for in the description of an engine: files, and more
    /// memory or threads than one request may have. Files that the game's default engine reads
    /// are allowed: they are the choice of whoever set it up.
    ///
    /// # Errors
    ///
    /// [`BadInput`] that names the argument and what is allowed.
    pub fn check(&self, game: &dyn AnyGame, text: &str) -> anyhow::Result<()> {
        let specs = parse_specs(text).map_err(EngineError::from).map_err(BadInput::error)?;
        let files = if text == game.info().engine { Vec::new() } else { game.file_arguments() };
        for spec in &specs {
            for (name, value) in &spec.args {
                if files.contains(&name.as_str()) {
                    bail!(BadInput(format!(
                        "{}({name}=…) names a file, which the page may not: files are for the \
                         command line",
                        spec.name
                    )));
                }
                let table = (name == "mb").then_some(self.table);
                let largest = LARGEST.iter().find(|(named, _)| named == name).map(|&(_, n)| n);
                if let Some(most) = table.or(largest)
                    && value.parse::<u64>().is_ok_and(|value| value > most)
                {
                    bail!(BadInput(format!(
                        "{}({name}={value}) is more than the page may have: at most {most}",
                        spec.name
                    )));
                }
            }
        }
        Ok(())
    }
}
