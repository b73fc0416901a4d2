//! Parts b and e: the games.

use std::{fs, io::Write};

use anyhow::Context as _;

use super::{Args, output};
use crate::{
    Context,
    experiment::{Matches, judge, match_pictures, match_report, of_games},
};
use starboard_lab::{arena, default_threads};

pub(super) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let plan = Matches::new(args.part, args.nodes);
    let matches = Matches {
        game: args.game.unwrap_or(plan.game),
        games: args.games.map(usize::try_from).transpose()?.unwrap_or(plan.games),
        seed: args.seed,
        shard: args.shard,
        only: args.only.clone(),
        ..plan
    };
    let duels = matches.duels(context.games)?;
    let threads = args.threads.unwrap_or_else(default_threads);
    if args.list {
        for duel in &duels {
            let settings = &duel.settings;
            writeln!(out, "{}: {} games", duel.name, settings.games)?;
            writeln!(out, "  A  {}\n  B  {}", settings.a.description, settings.b.description)?;
        }
        return Ok(());
    }
    if args.dry_run {
        let estimate = of_games(context.games, &matches, context.terminal)?;
        let document = estimate.document(&args.command(context.program), threads);
        return output::write(args, context, out, &estimate, &[], &document, &[]);
    }
    if let Some(folder) = &args.logs {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let game = matches.game.find(context.games)?;
    let (mut played, mut logs) = (Vec::new(), Vec::new());
    for duel in duels {
        let options = arena::Options {
            log: args.logs.as_ref().map(|folder| duel.log(folder)).transpose()?,
            threads,
            visible: context.terminal,
            ..arena::Options::default()
        };
        let (header, rows) = arena::run(game, &duel.settings, None, &options)
            .with_context(|| format!("match {}", duel.name))?;
        logs.extend(options.log);
        played.push((duel, arena::summarise(&header, &rows)));
    }
    let played = judge(&matches, played);
    let document = match_report(&played, &args.command(context.program));
    output::write(args, context, out, &played, &logs, &document, &match_pictures(&played))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::testing::{output, refused};

    #[test]
    fn matches_are_played_and_gone_on_with() -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let path = |name: &str| directory.path().join(name).display().to_string();
        let command = format!(
            "experiment ordering --part b --game connect-four --nodes 100 --games 4 \
             --threads 2 --logs '{}' --json '{}' --charts '{}'",
            path("games"),
            path("b.json"),
            path("charts")
        );
        let text = output(&command);
        for part in ["connect-four-100-lmr-gravity", "Rollason", "56.5 %", "off-plan: game"] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
        assert_eq!(fs::read_dir(path("games"))?.count(), 6);
        let log = directory.path().join("games/connect-four-100-none.jsonl");
        let whole = fs::read(&log)?;
        fs::write(&log, &whole[..whole.len() / 2])?;
        assert_eq!(output(&command), text);
        assert!(fs::read(&log)? == whole);
        let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(path("b.json"))?)?;
        assert_eq!(json["matches"].as_array().map(Vec::len), Some(6));
        assert_eq!(json["matches"][0]["summary"]["games"], 4);
        assert_eq!(json["standing"]["kind"], "off-plan");
        assert_eq!(json["adjusted_for"], 6);
        assert_eq!(json["article"]["wins"], 268);
        assert!(fs::read_to_string(path("charts/elo.svg"))?.contains("Rollason"));
        Ok(())
    }

    #[test]
    fn the_matches_are_listed() {
        let text = output("experiment ordering --part b --list");
        assert_eq!(text.lines().count(), 18, "{text}");
        for part in ["shogi-5000-lmr-gravity: 2000 games", "  A  alpha-beta(repetitions,"] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
        let text = output("experiment ordering --part b --list --only shogi-5000-none");
        assert_eq!(text.lines().count(), 3, "{text}");
    }

    #[test]
    fn shards_have_logs_of_their_own_and_make_up_the_whole() -> anyhow::Result<()> {
        const LOGS: [&str; 2] =
            ["connect-four-50-none-0-of-2.jsonl", "connect-four-50-none-1-of-2.jsonl"];
        let directory = tempfile::tempdir()?;
        let path = |name: &str| directory.path().join(name);
        let command = |folder: &str, shard: &str| {
            format!(
                "experiment ordering --part b --game connect-four --nodes 50 --games 6 \
                 --only connect-four-50-none --logs '{}' --json '{}' {shard}",
                path(folder).display(),
                path(&format!("{folder}.json")).display()
            )
        };
        let whole = output(&command("whole", ""));
        for shard in ["1/2", "0/2"] {
            let text = output(&command("split", &format!("--shard {shard}")));
            assert!(text.contains(&format!("--shard {shard}")), "{text}");
        }
        assert_eq!(output(&command("split", "")), whole);
        let same = |a: &str, b: &str| fs::read(path(a)).ok() == fs::read(path(b)).ok();
        assert!(same("split/connect-four-50-none.jsonl", "whole/connect-four-50-none.jsonl"));
        assert!(same("split.json", "whole.json"));
        // What is missing of the whole is not played once more by itself.
        fs::create_dir(path("half"))?;
        fs::copy(path("split").join(LOGS[0]), path("half").join(LOGS[0]))?;
        refused(&command("half", ""), &["shard 1/2 is missing"]);
        Ok(())
    }

    #[test]
    fn a_dry_run_plays_nothing() {
        let text =
            output("experiment ordering --part b --nodes 20 --games 2 --dry-run --threads 1");
        for part in ["off-plan", "shogi-20-lmr-gravity", "127 decisions", "on 1 thread,"] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
    }
}
