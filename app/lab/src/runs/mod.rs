//! Long runs: units of work that are shared out among threads and machines, logged with one
//! line per result, and can be stopped at any time and resumed.
//!
//! A [`Header`], the first line of the log, says what is run; that line names the [builds] of
//! the program, too. A run produces the same log for any number of threads, wherever it was
//! stopped, and whether it was done in one piece or in shards that were [merged](merge()).

mod as_text;
mod builds;
mod inputs;
mod log;
mod merge;
mod ordered;
mod shard;

use std::{ops::ControlFlow, path::Path};

use anyhow::bail;
use serde::{Serialize, de::DeserializeOwned};
use starboard_core::Stop;

pub(crate) use self::as_text::as_text;
use self::{log::Log, ordered::in_order};
pub use builds::{build, builds, name_build, write_figures};
pub use inputs::{Files, files, hashed};
pub use log::{difference, differences, lengthen, read};
pub use merge::{kind_of, merge};
pub use shard::Shard;

use starboard::BadInput;

/// All that the results of a run depend on, times and the number of threads
/// aside.
pub trait Header: Serialize + DeserializeOwned + Clone {
    /// What the results are called, in the plural: "searches".
    const RESULTS: &'static str;
    /// Whether the log leaves the number of units open, so that more can be added: then the
    /// run consists of those of all shards together.
    const OPEN: bool = false;

    /// The field that says which shard of the run this is; `None` if it cannot be split.
    fn shard_mut(&mut self) -> Option<&mut Shard> {
        None
    }

    /// Which part of the run this is.
    fn shard(&self) -> Shard {
        self.clone().shard_mut().map_or(Shard::WHOLE, |shard| *shard)
    }

    /// The same for the whole run.
    fn whole(&self) -> Self {
        let mut whole = self.clone();
        if let Some(shard) = whole.shard_mut() {
            *shard = Shard::WHOLE;
        }
        whole
    }

    /// How many units the whole run has; they are dealt to the shards in turn.
    fn units(&self) -> usize;

    /// How many results each unit has.
    fn results(&self) -> usize {
        1
    }

    /// How many results this part of the run has.
    fn expected(&self) -> usize {
        let (index, of) = self.shard().parts();
        self.units().saturating_sub(index).div_ceil(of).saturating_mul(self.results())
    }
}

/// Where a run keeps its results, and how it does the work.
#[derive(Copy, Clone, Debug)]
pub struct Keep<'a> {
    log: Option<&'a Path>,
    threads: usize,
    stop: Option<&'a Stop>,
}

impl<'a> Keep<'a> {
    /// Works on up to `threads` results in parallel, and keeps them in the log; without a log,
    /// they are only returned.
    pub fn new(log: Option<&'a Path>, threads: usize) -> Self {
        Self { log, threads, stop: None }
    }

    /// The same, until a stop is requested: work in progress is then abandoned.
    #[must_use]
    pub fn until(self, stop: &'a Stop) -> Self {
        Self { stop: Some(stop), ..self }
    }

    fn stopped(&self) -> bool {
        self.stop.is_some_and(Stop::requested)
    }
}

/// The results that a log at `keep` already has, in order, and the work on those
/// that are missing of `count`.
///
/// `belongs` says whether a logged result is the one that comes next; `state` is
/// made once for every thread, `work` makes result number `i` with it, and `see`
/// gets every result in order, the logged ones first; the run ends early where
/// it breaks, and where `keep` says so.
///
/// # Errors
///
/// If the log cannot be used, or is that of another run; and whatever `state`,
/// `work` and `see` return.
pub fn run<H: Header, R, S>(
    header: &H,
    keep: Keep<'_>,
    count: usize,
    belongs: impl Fn(usize, &R) -> bool,
    state: impl Fn() -> anyhow::Result<S> + Sync,
    work: impl Fn(&mut S, usize) -> anyhow::Result<R> + Sync,
    mut see: impl FnMut(usize, &R) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<Vec<R>>
where
    R: Serialize + DeserializeOwned + Send,
{
    let (mut log, mut results) = match keep.log {
        None => (None, Vec::new()),
        Some(path) => {
            let (mut log, results) = Log::open::<H, R>(path, header)?;
            let (name, logged) = (path.display(), results.len());
            if logged > count {
                bail!(BadInput(format!(
                    "{name} has {logged} {what} already, and this run is of {count} {what}: ask for as \
                     many, or name another log",
                    what = H::RESULTS
                )));
            }
            if let Some(i) = (0..logged).find(|&i| !belongs(i, &results[i])) {
                let line = i + 2;
                bail!(BadInput(format!("{name}: line {line} is not what comes next in this run")));
            }
            log.trim()?;
            (Some(log), results)
        }
    };
    for (i, result) in results.iter().enumerate() {
        if see(i, result)?.is_break() {
            results.truncate(i + 1);
            return Ok(results);
        }
    }
    let done = results.len();
    let ended = in_order(
        count - done,
        keep.threads,
        || keep.stopped(),
        state,
        |state, i| match state {
            Ok(state) => work(state, done + i),
            Err(error) => Err(anyhow::anyhow!("{error:#}")),
        },
        |i, result| {
            let result = result.map_err(Ended::Failed)?;
            if let Some(log) = &mut log {
                log.append(&result).map_err(Ended::Failed)?;
            }
            let flow = see(done + i, &result).map_err(Ended::Failed)?;
            results.push(result);
            if flow.is_break() { Err(Ended::Enough) } else { Ok(()) }
        },
    );
    match ended {
        Err(Ended::Failed(error)) => Err(error),
        Ok(()) | Err(Ended::Enough) => Ok(results),
    }
}

/// Why no more work is begun.
enum Ended {
    Failed(anyhow::Error),
    Enough,
}
