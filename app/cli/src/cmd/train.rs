//! `starboard train`: the weights of an evaluation from games against itself.

use std::{fs, io::Write, path::PathBuf};

use anyhow::Context as _;

use super::{Context, Examples, count, list, shard_done};
use starboard::{AnyGame, BadInput};
use starboard_lab::{arena::Adjudication, files, runs::Shard};
use starboard_train::{
    self as train, AnyTrainer, FitOptions, Header, Losses, Plan, Summary, TrainArgs, Trainers,
};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["shogi", "connect-four", "backgammon", "go"],
    built_in: &[
        "train shogi --dir tuned --games 2000 --nodes 1000",
        "train shogi --dir tuned --games 8000 --nodes 1000    # goes on with these games",
        "match shogi --a 'alpha-beta + noisy + attacks(weights=tuned/weights.json)' \\\n    \
         --b 'alpha-beta + noisy + attacks-untuned' --games 200 --nodes 2000",
        "train connect-four --evaluator net --dir net --games 40000 --nodes 2000 --hidden 32",
        "train backgammon --dir nets                          # from nothing, for hours",
        "train backgammon --dir on --from nets/trained.nets --generations 50 --deep",
        "train go --dir learned --records games.sgfs.xz more/   # .sgf, .sgfs, .xz, folders",
    ],
    own: &[
        "train GAME --dir tuned --games 2000 --nodes 1000",
        "train GAME --evaluator net --dir net --games 40000 --nodes 1000",
    ],
};

/// Finds the weights of an evaluation.
#[derive(clap::Args, Debug)]
#[command(
    about = "Find the weights of an evaluation from self-play games of an engine",
    long_about = "Find the weights of an evaluation from self-play games of an engine (Texel \
        tuning). The engine plays games with few nodes per move, from the start and from the \
        game's openings, after a few random plies. From each game a few positions are taken where \
        nobody is in check and no win was found, and pending captures are played out. The weights \
        are those with which the evaluation of these positions, turned into a winning chance, best \
        explains who won the game and what the search had said; weights for what is rarely seen \
        stay close to where they began. One game in ten is for validation: when the fit to its \
        positions has not improved for a while, the best weights are kept.\n\n\
        All files are in one folder: games.jsonl, fit.json (to resume from), weights.json, \
        summary.json and loss.svg. The same command again resumes where it was stopped, and finds \
        the same weights as an uninterrupted run, with any number of threads. More games can be \
        asked for later; then, or with other options, the fit has to start afresh: remove \
        fit.json.\n\n\
        With --evaluator net the evaluation is a small neural network over the features that the \
        game names. The fit is then fit.bin, the network network.bin, and MODEL_CARD.md says how \
        it was made; the book's page on networks goes through all this.\n\n\
        Only a match can tell whether the new weights play better. Games that learn in another way \
        have options of their own: `train GAME --help` shows them."
)]
pub(crate) struct Args {
    #[command(flatten)]
    training: TrainArgs,

    /// Play only the games i, i+N, i+2N, ... with i from 0, and stop there; `log merge` puts the
    /// games.jsonl files of all shards together, and the same command without --shard, in the
    /// folder with the merged file, finds the weights
    #[arg(long, value_name = "i/N", default_value_t = Shard::WHOLE, hide_default_value = true,
        help_heading = "Games")]
    shard: Shard,
    /// Games to play
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 2000, help_heading = "Games")]
    games: u64,
    /// Positions to visit per move
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 1000, help_heading = "Games")]
    nodes: u64,
    /// The engine that plays, by its parts [default: the game's strongest]
    #[arg(long, value_name = "DESC", help_heading = "Games")]
    engine: Option<String>,
    /// The most random plies before a game; half as many after an opening of
    /// the game's list
    #[arg(long, value_name = "N", default_value_t = 8, help_heading = "Games")]
    random_plies: u32,
    /// Decisions after which a game is a draw
    #[arg(long, value_name = "N", default_value_t = 320, help_heading = "Games")]
    max_plies: u32,
    /// Adjudicate a game once the search has said for N moves of each side that one of them is
    /// ahead by VALUE, in units of the game [default: play on]
    #[arg(long, value_name = "VALUE,N", help_heading = "Games")]
    resign: Option<Adjudication>,

    /// The evaluation whose weights to find: `net` is a network over the features that the
    /// game names [default: the game's usual one that has weights]
    #[arg(long, value_name = "NAME", help_heading = "Fit")]
    evaluator: Option<String>,
    /// For a network, the hidden units for each player, a multiple of 16 [default: 64]
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Fit")]
    hidden: Option<u64>,
    /// For a network, write the positions with their features as NumPy arrays into positions/ in
    /// the folder, for a trainer of your own, and fit nothing
    #[arg(long, help_heading = "Fit")]
    positions_only: bool,
    /// The weights to begin with [default: the hand-crafted ones]
    #[arg(long, value_name = "FILE", help_heading = "Fit")]
    weights: Option<PathBuf>,
    /// The most positions to take from a game [default: 30; for a network 60]
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Fit")]
    positions: Option<u64>,
    /// How much the result of the game counts, from 0 to 1; the rest is what the search said
    #[arg(long, value_name = "X", default_value_t = 0.5, value_parser = share, help_heading = "Fit")]
    results: f64,
    /// How many positions it takes to outweigh the prior of a weight; more keeps weights closer to
    /// where they began, or to those they share components with [default: 10]
    #[arg(long, value_name = "X", value_parser = prior, help_heading = "Fit")]
    prior: Option<f64>,
    /// The most epochs, passes over all positions [default: 60; for a network 30]
    #[arg(long, value_name = "N", value_parser = epochs, help_heading = "Fit")]
    epochs: Option<u32>,
    /// Early stopping: after this many epochs without a better fit to the validation set [default:
    /// 10; for a network 5]
    #[arg(long = "early-stop", alias = "patience", value_name = "N", value_parser = epochs, help_heading = "Fit")]
    patience: Option<u32>,
    /// Positions per step [default: 8192; for a network 4096]
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Fit")]
    batch: Option<u64>,
    /// The learning rate at the start, as a fraction of how far a weight may be expected to move
    /// [default: 0.02; for a network 0.002]
    #[arg(long, value_name = "X", value_parser = rate, help_heading = "Fit")]
    rate: Option<f64>,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let options = args.training.run.options(context.terminal);
    let (game, trainer) = trained(context, &args.training.game, args.evaluator.as_deref())?;
    files::can_write(&args.training.run.json)?;
    let info = game.info();
    let weights = match &args.weights {
        None => None,
        Some(path) => {
            let name = path.display();
            let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
            Some(text)
        }
    };
    let plan = Plan {
        games: Header {
            experiment: train::KIND.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            engine: args.engine.clone().unwrap_or(info.engine),
            game: info.name,
            nodes: args.nodes,
            random_plies: args.random_plies,
            max_plies: args.max_plies,
            adjudication: args.resign,
            seed: args.training.run.seed,
            games: usize::try_from(args.games)?,
            shard: args.shard,
        },
        fit: fit(args, trainer.defaults())?,
        weights,
        positions_only: args.positions_only,
        program: context.program.to_owned(),
    };
    let Some(summary) = trainer.train(game, &plan, options)? else {
        if args.shard.is_whole() {
            let folder = options.folder.join(train::POSITIONS);
            return Ok(writeln!(out, "written: {}", folder.display())?);
        }
        let (shard, log) = (args.shard, options.folder.join("games.jsonl"));
        let games = shard.units(plan.games.games).count();
        return shard_done(out, shard, games, "games", &log);
    };
    if let Some(path) = &args.training.run.json {
        files::write_json(path, &summary)?;
    }
    let file = options.folder.join(trainer.file());
    Ok(write!(out, "{}\nwritten: {}\n", text(&summary, context.width), file.display())?)
}

/// How to fit: as asked for, and otherwise as usual.
fn fit(args: &Args, usual: FitOptions) -> anyhow::Result<FitOptions> {
    let hidden = args.hidden.map(usize::try_from).transpose()?;
    if hidden.is_some() && usual.hidden.is_none() {
        return Err(BadInput::error("--hidden is of networks: add --evaluator net"));
    }
    Ok(FitOptions {
        hidden: hidden.or(usual.hidden),
        positions: args.positions.map(usize::try_from).transpose()?.unwrap_or(usual.positions),
        results: args.results,
        prior: args.prior.unwrap_or(usual.prior),
        rate: args.rate.unwrap_or(usual.rate),
        batch: args.batch.map(usize::try_from).transpose()?.unwrap_or(usual.batch),
        epochs: args.epochs.unwrap_or(usual.epochs),
        patience: args.patience.unwrap_or(usual.patience),
        seed: args.training.run.seed,
    })
}

/// The game called `name`, and what trains its evaluation of this name, or the usual one.
fn trained<'a>(
    context: &Context<'a>,
    name: &str,
    evaluator: Option<&str>,
) -> anyhow::Result<(&'a dyn AnyGame, &'a dyn AnyTrainer)> {
    let game = context.games.find(name)?;
    let Some(trainers) = game.get::<Trainers>() else {
        let able = context.games.games().filter(|game| game.get::<Trainers>().is_some());
        let able: Vec<_> = able.map(AnyGame::name).collect();
        let able = if able.is_empty() { "none".to_owned() } else { able.join(", ") };
        return Err(BadInput::error(format!(
            "{name} has no weights to train; games that have: {able}"
        )));
    };
    let wanted = |trainer: &&dyn AnyTrainer| evaluator.is_none_or(|name| trainer.name() == name);
    let Some(trainer) = trainers.iter().find(wanted) else {
        let names: Vec<_> = trainers.iter().map(AnyTrainer::name).collect();
        return Err(BadInput::error(format!(
            "{name} has no evaluation \"{}\" to train; it has: {}",
            evaluator.unwrap_or_default(),
            names.join(", ")
        )));
    };
    Ok((game, trainer))
}

fn text(summary: &Summary, width: usize) -> String {
    let Summary { game, evaluator, games, nodes, results: [won, drawn, lost], .. } = summary;
    let Summary { training, validation, scale, epochs, best_epoch, .. } = summary;
    let mut text = format!(
        "{game}: {evaluator}, from {games} games with {nodes} nodes a move; the first player won \
         {won}, drew {drawn}, lost {lost}\n\
         {training} positions fitted to, {validation} for validation; 73 % at a lead of {scale:.0}\n\
         epoch {best_epoch} of {epochs} was best\n\n"
    );
    let row = |name: &str, losses: &Losses| {
        let numbers = [losses.training, losses.validation, losses.results];
        let [training, validation, results] = numbers.map(|loss| format!("{loss:.5}"));
        [name.to_owned(), training, validation, results]
    };
    let head = ["cross-entropy, nats", "fitted to", "validation", "validation, results"];
    let rows = [
        row("before", &summary.before),
        row("after", &summary.after),
        row("rounded", &summary.rounded),
    ];
    text += &list(head, rows, width);
    if summary.weights.is_empty() {
        return text;
    }
    let weights = summary.weights.iter().map(|weight| {
        let number = |x: f64| format!("{:.1}", x).trim_end_matches(".0").to_owned();
        [weight.name.clone(), number(weight.before), number(weight.after)]
    });
    text + "\n" + &list(["weight", "before", "after"], weights, width)
}

/// Reads a share for clap.
fn share(text: &str) -> Result<f64, String> {
    let allowed = || "expected a number from 0 to 1".to_owned();
    text.parse().ok().filter(|x| (0.0..=1.0).contains(x)).ok_or_else(allowed)
}

/// Reads the weight of the prior for clap.
fn prior(text: &str) -> Result<f64, String> {
    let allowed = || "expected a number from 0 to 1000000".to_owned();
    text.parse().ok().filter(|x| (0.0..=1e6).contains(x)).ok_or_else(allowed)
}

/// Reads the length of a step for clap.
fn rate(text: &str) -> Result<f64, String> {
    let allowed = || "expected a number above 0, up to 1".to_owned();
    text.parse().ok().filter(|&x| x > 0.0 && x <= 1.0).ok_or_else(allowed)
}

/// Reads a number of epochs for clap.
fn epochs(text: &str) -> Result<u32, String> {
    let allowed = || "expected a whole number from 1 to 10000".to_owned();
    text.parse().ok().filter(|n| (1..=10_000).contains(n)).ok_or_else(allowed)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::testing::{output, refused};

    #[test]
    fn weights_are_trained_and_runs_gone_on_with() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let run = |name: &str, threads: usize| {
            let dir = folder.path().join(name);
            let text = output(&format!(
                "train shogi --dir '{}' --engine 'alpha-beta + tt(mb=1)' --games 10 --nodes 60 \
                 --max-plies 60 --positions 20 --batch 64 --epochs 4 --seed 5 --threads {threads}",
                dir.display()
            ));
            text.replace(&dir.display().to_string(), "DIR")
        };
        let text = run("one", 1);
        for part in ["attacks, from 10 games", "validation", "pawn in hand", "DIR/weights.json"] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
        let read = |name: &str, file: &str| fs::read(folder.path().join(name).join(file));
        let whole = read("one", "games.jsonl")?;
        fs::create_dir(folder.path().join("two"))?;
        fs::write(folder.path().join("two/games.jsonl"), &whole[..whole.len() / 2])?;
        assert_eq!(run("two", 3), text);
        for file in ["games.jsonl", "fit.json", "weights.json", "summary.json", "loss.svg"] {
            assert!(read("one", file)? == read("two", file)?, "{file} is another");
        }
        // Nothing is left to do.
        assert_eq!(run("one", 1), text);
        let json: serde_json::Value = serde_json::from_slice(&read("one", "summary.json")?)?;
        assert_eq!(json["games"], 10);
        // What fits the validation set best is kept, were it the beginning.
        assert!(json["after"]["validation"].as_f64() <= json["before"]["validation"].as_f64());

        // The weights can be played with.
        let weights = folder.path().join("one/weights.json");
        let game = format!(
            "match shogi --a 'alpha-beta + attacks(weights={0})' --b 'alpha-beta + attacks-untuned' \
             --games 2 --nodes 30 --max-plies 4 --threads 1",
            weights.display()
        );
        // Commands are split at single quotes.
        assert!(output(&game).contains("2 games"), "{game}");

        refused(
            &format!(
                "train shogi --dir '{}' --engine 'alpha-beta + tt(mb=1)' --games 10 --nodes 61 \
                 --max-plies 60",
                folder.path().join("one").display()
            ),
            &["is the log of another run: its nodes is 60, and 61 is asked for"],
        );
        refused(
            &format!(
                "train shogi --dir '{}' --engine 'alpha-beta + tt(mb=1)' --games 10 --nodes 60 \
                 --max-plies 60 --positions 20 --batch 64 --epochs 5 --seed 5",
                folder.path().join("one").display()
            ),
            &["fit.json is another fit: its epochs is 4, and 5 is asked for; remove it"],
        );
        Ok(())
    }

    #[test]
    fn networks_are_trained_and_runs_gone_on_with() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let line = |name: &str, epochs: u32, threads: usize| {
            format!(
                "train connect-four --evaluator net --dir '{}' --games 60 --nodes 60 --hidden 16 \
                 --batch 64 --epochs {epochs} --seed 5 --threads {threads}",
                folder.path().join(name).display()
            )
        };
        let text = output(&line("one", 4, 1));
        for part in ["net, from 60 games", "validation", "rounded", "one/network.bin"] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
        let read = |name: &str, file: &str| fs::read(folder.path().join(name).join(file));
        let whole = read("one", "games.jsonl")?;
        fs::create_dir(folder.path().join("two"))?;
        fs::write(folder.path().join("two/games.jsonl"), &whole[..whole.len() / 2])?;
        assert_eq!(output(&line("two", 4, 3)).replace("two/", "one/"), text);
        let files = ["games.jsonl", "fit.bin", "network.bin", "summary.json", "MODEL_CARD.md"];
        for file in files {
            assert!(read("one", file)? == read("two", file)?, "{file} is another");
        }
        // Nothing is left to do, and another fit is refused.
        assert_eq!(output(&line("one", 4, 1)), text);
        refused(
            &line("one", 5, 1),
            &["fit.bin is another fit: its epochs is 4, and 5 is asked for"],
        );
        fs::write(folder.path().join("one/fit.bin"), b"nothing")?;
        refused(&line("one", 4, 1), &["fit.bin: it is not a fit of a network under way"]);

        // For another trainer, the positions alone.
        let text = output(&format!("{} --positions-only", line("two", 4, 2)));
        assert!(text.ends_with("two/positions\n"), "{text}");
        let shared = read("two/positions", "shared.npy")?;
        assert!(shared.starts_with(b"\x93NUMPY"));
        for part in ["training", "validation"] {
            for array in ["active", "ends", "outcomes", "usual"] {
                read("two/positions", &format!("{part}-{array}.npy"))?;
            }
        }

        let network = folder.path().join("two/network.bin");
        let game = format!(
            "match connect-four --a 'alpha-beta + net(file={0})' --b 'alpha-beta + threats' \
             --games 2 --nodes 30 --threads 1",
            network.display()
        );
        assert!(output(&game).contains("2 games"), "{game}");
        Ok(())
    }

    #[test]
    fn bad_input_is_named() {
        refused("train connect-four --dir x --hidden 20", &["a multiple of 16 hidden units"]);
        refused("train connect-four --dir x --evaluator threats", &["it has: net"]);
        refused("train shogi --dir x --hidden 32", &["--hidden is of networks"]);
        refused("train shogi --dir x --positions-only", &["only networks learn from features"]);
        refused("train connect-four --dir x --weights Cargo.toml", &["leave --weights out"]);
        refused("train tic-tac-toe --dir x", &["tic-tac-toe has no weights to train", "shogi"]);
        refused("train chess --dir x", &["there is no game \"chess\""]);
        refused("train shogi", &["--dir"]);
        refused("train shogi --dir x --results 2", &["expected a number from 0 to 1"]);
        refused("train shogi --dir x --rate 0", &["expected a number above 0"]);
        refused("train shogi --dir x --prior nan", &["expected a number from 0"]);
        refused("train shogi --dir x --epochs 0", &["a whole number from 1 to 10000"]);
        refused("train shogi --dir x --games 0", &["at least 1"]);
    }

    #[test]
    fn bad_files_are_named() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let bad = folder.path().join("bad.json");
        fs::write(&bad, "{\"own\": []}")?;
        let dir = folder.path().join("x");
        let line = format!("train shogi --dir '{}' --weights '{}'", dir.display(), bad.display());
        refused(&line, &["the weights own: invalid length 0"]);
        refused(
            &format!(
                "train shogi --dir '{}' --games 1 --nodes 10 --max-plies 2 --threads 1 \
                 --engine alpha-beta",
                dir.display()
            ),
            &["1 games have too few quiet positions to learn from"],
        );
        Ok(())
    }
}
