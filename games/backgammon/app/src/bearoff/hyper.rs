//! How a database of hypergammon is made: round by round, written down in between.

use std::{
    ffi::OsString,
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Duration,
};

use starboard_core::Instant;

use anyhow::Context as _;
use starboard_backgammon::bearoff::{BearoffError, Making};

use starboard::BadInput;
use starboard_lab::Progress;

/// After so long what is done is written down.
const KEEP: Duration = Duration::from_secs(300);

/// Where what is done is kept until the database is finished: beside it.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".unfinished");
    path.with_file_name(name)
}

/// Makes the database at `path`, or resumes it.
pub(super) fn make(
    path: &Path,
    checkers: u8,
    threads: usize,
    visible: bool,
    keep: Option<Duration>,
) -> anyhow::Result<()> {
    let bad = |error: BearoffError| BadInput::error(error);
    let kept = unfinished(path);
    let mut making = if kept.exists() {
        Making::resume(checkers, &kept)
            .map_err(bad)
            .context("cannot go on with what was begun; remove the file to begin anew")?
    } else {
        Making::new(checkers).map_err(bad)?
    };
    let bar = Progress::new(visible, making.positions() as u64, "positions");
    bar.say(format!("positions, round {}", making.rounds() + 1));
    let mut since = Instant::now();
    let mut failed = None;
    let at = |gone_over| bar.reach(gone_over as u64);
    let made = making.run(threads, at, |making, round| {
        bar.say(format!("positions, round {}; {:.7} in the last", round.number + 1, round.change));
        if since.elapsed() >= keep.unwrap_or(KEEP) {
            since = Instant::now();
            if let Err(error) = making.save(&kept) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    made.map_err(bad)?.context("it is broken off only if it cannot be kept")?.write(path)?;
    if kept.exists() {
        fs::remove_file(&kept).with_context(|| format!("cannot remove {}", kept.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use starboard_backgammon::bearoff::Round;

    use super::*;

    #[test]
    fn what_was_begun_is_gone_on_with() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let path = |name: &str| directory.path().join(name);
        make(&path("whole"), 1, 1, false, None)?;
        let whole = fs::read(path("whole"))?;
        // Broken off after two rounds.
        let mut making = Making::new(1)?;
        let two = |_: &Making, round: Round| match round.number {
            2 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let broken_off = making.run(1, |_| (), two)?;
        assert!(broken_off.is_none());
        making.save(&unfinished(&path("other")))?;
        make(&path("other"), 1, 2, false, Some(Duration::ZERO))?;
        assert_eq!(fs::read(path("other"))?, whole);
        assert!(!unfinished(&path("other")).exists());
        // What was begun is of other positions, or is not what it should be.
        making.save(&unfinished(&path("more")))?;
        let error = make(&path("more"), 2, 1, false, None).expect_err("other checkers");
        assert!(format!("{error:#}").contains("of 1 checkers, not 2"), "{error:#}");
        fs::write(unfinished(&path("more")), "no database of that kind")?;
        let error = make(&path("more"), 1, 1, false, None).expect_err("no database");
        assert!(format!("{error:#}").contains("no bearoff database"), "{error:#}");
        let error = make(&path("none"), 4, 1, false, None).expect_err("too many");
        assert!(format!("{error:#}").contains("1 to 3 checkers"), "{error:#}");
        Ok(())
    }
}
