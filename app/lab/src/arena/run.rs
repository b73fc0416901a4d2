//! Plays the games of a match that are not yet in its log.

use std::{ops::ControlFlow, path::PathBuf};

use anyhow::bail;

use starboard::{AnyGame, BadInput, Payoff};
use starboard_core::Stop;

use super::{Arena, Header, RecordFiles, Row};
use crate::{
    Progress,
    runs::{self, Header as _, Keep, Shard},
    stats::{Tally, Verdict},
};

/// How a match is run; its games do not depend on any of this.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The log, which keeps every game, and from which the match is resumed.
    pub log: Option<PathBuf>,
    /// Where the records of all games are written, if anywhere.
    pub records: Option<RecordFiles>,
    /// How many games to play in parallel; 0 counts as 1.
    pub threads: usize,
    /// Whether to show progress.
    pub visible: bool,
    /// Ends the match once it is requested; games in progress are abandoned.
    pub stop: Stop,
}

/// Plays the match, or what is left of it if there is a log of an earlier run, and returns the
/// header as it stands in the log, and its games in order. A log of fewer games, all else being
/// the same, is extended to this match. `openings` is the contents of a file of openings.
///
/// Unless a player has a time limit, has threads of its own or is an external engine that is
/// not deterministic, the games are the same for any number of threads and wherever the run
/// was stopped.
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
    let records = options.records.as_ref().map(|files| files.open(&arena)).transpose()?;
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
            if let Some(records) = &records {
                records.keep(row, [&header.a, &header.b].map(|side| side.description.as_str()))?;
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

/// Checks that this many games can be played in pairs.
///
/// # Errors
///
/// If their number is odd, zero, or unreasonably large.
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

/// The score so far, short enough to stand beside a bar.
fn standing(tally: &Tally, payoff: Payoff) -> String {
    let [wins, draws, losses] = tally.wins_draws_losses();
    if let (Payoff::Score, Some(points)) = (payoff, tally.points()) {
        // The tally has half of A's lead over B in a pair.
        return format!("A less B {:+.1}", 2.0 * points.value);
    }
    match tally.score() {
        Some(score) => format!("+{wins} ={draws} -{losses} {:.1} %", 100.0 * score.value),
        None => "the first pair".to_owned(),
    }
}
