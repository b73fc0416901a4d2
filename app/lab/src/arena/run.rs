//! Playing all that is not yet in the log.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};

use starboard::{AnyGame, BadInput, Payoff};
use starboard_core::Stop;

use super::{Arena, Header, Row};
use crate::{
    Progress, files,
    runs::{self, Header as _, Keep, Shard},
    stats::{Tally, Verdict},
};

/// How a match is run, none of which its games depend on.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Keeps every game, and is resumed from.
    pub log: Option<PathBuf>,
    /// A folder for the records of all games.
    pub records: Option<PathBuf>,
    /// Their format, by what the names of the files end in; the game's usual one
    /// unless given.
    pub record_format: Option<String>,
    /// How many games to play at a time; 0 counts as 1.
    pub threads: usize,
    /// Whether somebody sees progress.
    pub visible: bool,
    /// Ends the match where it is requested; games in play are given up.
    pub stop: Stop,
}

/// Plays the match, or what is left of it where there is the log of an earlier
/// start, and returns its games in order: the header as it stands in the log, and
/// the rows. A log of fewer games, all else the same, becomes that of this match. `openings` is
/// what a file of openings holds.
///
/// Unless a player is limited by time, has threads of its own or is an external engine
/// with a will of its own, the games are the same for any number of threads and
/// wherever the run was stopped.
///
/// # Errors
///
/// [`BadInput`] if the match cannot be played, or the log is that of another; and
/// if a file cannot be written.
pub fn run(
    game: &dyn AnyGame,
    header: &Header,
    openings: Option<&str>,
    options: &Options,
) -> anyhow::Result<(Header, Vec<Row>)> {
    check_games(header.games)?;
    if header.sprt.is_some() && header.shard != Shard::WHOLE {
        bail!(BadInput("a shard cannot know when the whole match is decided".to_owned()));
    }
    let arena = Arena::new(game, header, openings)?;
    let header = arena.header();
    let (first, step) = header.shard().parts();
    let pairs = (first..header.pairs()).step_by(step);
    let numbers: Vec<_> = pairs.flat_map(|pair| [2 * pair, 2 * pair + 1]).collect();
    let extension = arena.record_format(options.record_format.as_deref())?;
    if let Some(folder) = &options.records {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    if let Some(log) = &options.log {
        runs::lengthen(log, &header, |logged| arena.begins_with(logged))?;
    }
    let progress = Progress::new(options.visible, numbers.len() as u64, header.game.clone());
    let (mut tally, mut half) = (Tally::default(), None::<[f64; 2]>);
    let rows = runs::run(
        &header,
        Keep::new(options.log.as_deref(), options.threads).until(&options.stop),
        numbers.len(),
        |i, row: &Row| row.game == numbers[i],
        || arena.runner(),
        |runner: &mut super::GameRunner<'_>, i| runner.play(numbers[i], &options.stop),
        |_, row| {
            progress.step();
            if let Some(folder) = &options.records {
                let text = arena.record(row, extension)?;
                keep_record(&folder.join(format!("game-{:06}.{extension}", row.game)), &text)?;
            }
            match half.take() {
                None => half = Some([row.score, row.points]),
                Some([score, points]) => tally.add([score, row.score], [points, row.points]),
            }
            progress.say(standing(&tally, header.payoff));
            let decided = half.is_none()
                && header.sprt.is_some_and(|t| t.standing(&tally).verdict != Verdict::Open);
            Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        },
    )?;
    Ok((header, rows))
}

/// Makes sure that so many games can be played in pairs.
///
/// # Errors
///
/// If they are odd, none, or more than is anybody's wish.
pub(crate) fn check_games(games: usize) -> anyhow::Result<()> {
    const MOST: usize = 1 << 24;
    if games == 0 || !games.is_multiple_of(2) {
        bail!(BadInput(format!("expected an even number of games, found {games}")));
    }
    if games > MOST {
        bail!(BadInput(format!("expected at most {MOST} games, found {games}")));
    }
    Ok(())
}

/// Writes a record unless it is there from an earlier start.
fn keep_record(path: &Path, text: &str) -> anyhow::Result<()> {
    if path.exists() { Ok(()) } else { files::write(path, text) }
}

/// The score so far, short enough to stand beside a bar.
fn standing(tally: &Tally, payoff: Payoff) -> String {
    let [wins, draws, losses] = tally.wins_draws_losses();
    if let (Payoff::Score, Some(points)) = (payoff, tally.points()) {
        // The tally has half of what A is ahead of B in a pair.
        return format!("A less B {:+.1}", 2.0 * points.value);
    }
    match tally.score() {
        Some(score) => format!("+{wins} ={draws} -{losses} {:.1} %", 100.0 * score.value),
        None => "the first pair".to_owned(),
    }
}
