//! `starboard train go`: patterns, corners and openings.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use starboard_go::patterns::train::Options as Learning;

use crate::{
    Context,
    cmd::{count, list},
    train::go::{GoPlan, GoSummary, train},
};
use starboard::BadInput;
use starboard_lab::files;
use starboard_train::Options;

#[derive(clap::Args, Debug)]
#[group(skip)]
pub(crate) struct Args {
    /// Games to learn from: .sgf, .sgfs (a game a line), these packed by xz, and
    /// folders of all these
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Go")]
    records: Vec<PathBuf>,
    /// How often a shape has to be played to be known
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 10, help_heading = "Go")]
    shapes: u64,
    /// Positions to fit values to, drawn from all games; each takes 3 kB of memory
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 300_000, help_heading = "Go")]
    sample: u64,
    /// How often to go over all values
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 12, help_heading = "Go")]
    rounds: u64,
    /// Games that each feature is thought to have won, and lost, before any was
    /// seen
    #[arg(long, value_name = "X", default_value_t = 1.0, help_heading = "Go")]
    believed: f64,
    /// How often a corner or an opening has to be seen to be known
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 2, help_heading = "Go")]
    library: u64,
}

pub(super) fn run(
    args: &Args,
    seed: u64,
    json: Option<&Path>,
    options: Options<'_>,
    context: &Context<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.records.is_empty() {
        let message = "--records: which games to learn from, as in --records games.sgfs.xz";
        return Err(BadInput::error(message));
    }
    if !(args.believed > 0.0 && args.believed <= 1000.0) {
        return Err(BadInput::error("--believed: expected a number above 0, up to 1000"));
    }
    let small = |name: &str, number: u64| {
        let most = u32::MAX;
        let message = || BadInput::error(format!("--{name}: expected at most {most}"));
        u32::try_from(number).map_err(|_| message())
    };
    let plan = GoPlan {
        records: args.records.clone(),
        patterns: Learning {
            least: small("shapes", args.shapes)?,
            positions: small("sample", args.sample)? as usize,
            prior: args.believed,
            rounds: small("rounds", args.rounds)?,
            seed,
        },
        library: small("library", args.library)?,
    };
    let summary = train(&plan, options)?;
    if let Some(path) = json {
        files::write_json(path, &summary)?;
    }
    let [patterns, library] = ["go.patterns", "go.library"].map(|name| options.folder.join(name));
    let (text, patterns) = (text(&summary, context.width), patterns.display());
    Ok(write!(out, "{text}\nwritten: {patterns}, {}\n", library.display())?)
}

fn text(summary: &GoSummary, width: usize) -> String {
    let GoSummary { games, skipped, distinct, held_back, shapes, prediction, .. } = summary;
    let GoSummary { known: [corners, openings], moves: [in_corners, in_openings], .. } = summary;
    let rows = [1, 2, 3, 5, 10, 20].map(|count| {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let error = format!("{:.1}", 196.0 * prediction.error(count));
        [count.to_string(), percent(prediction.top(count)), error]
    });
    format!(
        "{games} games ({distinct} of them distinct; {skipped} files or lines without any), \
         {held_back} held back\n\
         {corners} corners with {in_corners} moves, {openings} openings with {in_openings} moves\n\
         {shapes} shapes; {} moves held back, log-evidence {:.4}\n\n{}",
        prediction.positions,
        prediction.evidence,
        list(["best", "hold the move played", "+-, 95 %"], rows, width)
    )
}

#[cfg(test)]
mod tests {
    use std::fs;

    use starboard_go::{library::Library, patterns::Patterns};

    use crate::cmd::testing::{output, refused};

    /// Games that differ a little.
    fn games() -> String {
        let begun = "(;SZ[9]RE[B+1];B[ee];W[ec];B[ge];W[ce];B[cd];W[dc];B[dd]";
        let ends = [";W[gc];B[fd])", ";W[cf];B[gc])", ";W[gc];B[cf])", ";W[fd])"];
        ends.iter().cycle().take(24).map(|end| format!("{begun}{end}\n")).collect()
    }

    #[test]
    fn values_are_learned_and_gone_on_with() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let records = folder.path().join("games.sgfs");
        fs::write(&records, games())?;
        let line = |name: &str, more: &str| {
            let dir = folder.path().join(name);
            format!(
                "train go --records '{}' --dir '{}' --shapes 5 {more}",
                records.display(),
                dir.display()
            )
        };
        let run = |name: &str, more: &str| {
            let dir = folder.path().join(name).display().to_string();
            output(&line(name, more)).replace(&dir, "DIR")
        };
        let text = run("one", "--rounds 3 --threads 1");
        for part in ["24 games (4 of them distinct", "log-evidence", "DIR/go.patterns"] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
        // Stopped after two rounds, gone on with on more threads.
        run("two", "--rounds 2 --threads 2");
        assert_eq!(run("two", "--rounds 3 --threads 3"), text);
        let read = |name: &str, file: &str| fs::read(folder.path().join(name).join(file));
        for file in ["go.patterns", "go.library", "fit.bin", "summary.json", "curve.svg"] {
            assert!(read("one", file)? == read("two", file)?, "{file} is another");
        }
        assert_eq!(run("one", "--rounds 3"), text, "nothing is left to do");
        assert!(Patterns::read(&read("one", "go.patterns")?).is_ok_and(|found| found.len() > 10));
        let library = Library::read(&read("one", "go.library")?)?;
        // The board is too small for corners.
        assert!(library.len()[0] == 0 && library.len()[1] > 5, "{:?}", library.len());

        refused(&line("one", "--rounds 3 --seed 9"), &["fit.bin is another fit: its seed is 0"]);
        refused(&line("one", "--rounds 2"), &["has gone through 3 rounds, and 2 are asked for"]);
        fs::write(folder.path().join("one/fit.bin"), "SB-GOFIT")?;
        refused(&line("one", "--rounds 3"), &["fit.bin cannot be used: it ends after 8 bytes"]);
        Ok(())
    }

    #[test]
    fn bad_input_is_named() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("no.sgf");
        fs::write(&file, "(;GM[2])")?;
        refused("train go --dir x", &["--records: which games"]);
        refused("train go --dir x --records a.pgn", &["a.pgn: expected .sgf"]);
        refused(&format!("train go --dir x --records '{}'", file.display()), &["0 games of Go"]);
        refused("train go --dir x --records a.sgf --believed 0", &["--believed: expected"]);
        refused("train go --dir x --records a.sgf --rounds 0", &["at least 1"]);
        Ok(())
    }
}
