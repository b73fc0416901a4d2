//! How many points the moves of players lose, as judged by KataGo: see `--help`.

#[path = "../../examples/games/options.rs"]
mod options;

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    io::IsTerminal as _,
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use options::{Failure, end, say};
use serde_json::{Value, json};
use starboard_core::{Evaluator, Game, Instant};
use starboard_go::{Color, FullBoard, Go, prospects::Prospects};
use starboard_go_app::katago::{Katago, Question, color};
use starboard_lab::{
    Progress, parallel_map,
    stats::{ratio, ratio_interval},
};
use starboard_protocols::external::{Command, PATIENCE, gtp::Session};

/// How long a player may think about a move.
const MOVE: Duration = Duration::from_secs(3600);

const HELP: &str = "\
How many points the moves of players lose, as KataGo judges them.

KATAGO='katago analysis -config FILE -model FILE' \\
    cargo run --release -p starboard-go-app --example judged -- --log FILE --player COMMAND ...

  --log FILE        games: the log of a match, unpacked
  --player COMMAND  who is asked for moves by GTP (reg_genmove); once for each, the
                    first is what the others are compared with. With none, only the
                    evaluation is
  --every N         asks after each so many moves of a game [default: 6]
  --after N         and after so many at the earliest [default: 12]
  --close P         only where neither side is ahead by more points [default: 40]
  --most P          a move that loses more points counts as this many [default: 20]
  --visits N        of KataGo for each position [default: 1, its network alone]
  --seed N          of the intervals [default: 1]
  --prospects FILE  networks for the evaluation, in place of the program's own
  --json FILE       writes every position, with the moves and leads

A match tells two players apart by one bit a game; this looks at their moves one by
one, in the same positions. A move has lost what the lead before it is more than the
lead after it, for the player who makes it; less than nothing where KataGo changes its
mind. The evaluation, without any search, is compared with the leads before the moves.
It is said by how much it is too high for the first player of the match, too, who plays
into what it overrates. Intervals are of 95 %, by drawing the games again with replacement (bootstrap).

KataGo's network is strong and no oracle: of a fight it may be as wrong as the players.
";

/// Questions to KataGo at a time.
const QUESTIONS: usize = 64;

fn main() -> ExitCode {
    end("judged", Args::read().and_then(|args| args.map_or(Ok(()), |args| run(&args))))
}

struct Args {
    log: String,
    players: Vec<String>,
    every: usize,
    after: usize,
    close: f64,
    most: f64,
    visits: u32,
    seed: u64,
    prospects: Option<String>,
    json: Option<String>,
}

impl Args {
    /// The arguments; nothing if all that was asked for is help.
    fn read() -> Result<Option<Self>, Failure> {
        let mut args = Self {
            log: String::new(),
            players: Vec::new(),
            every: 6,
            after: 12,
            close: 40.0,
            most: 20.0,
            visits: 1,
            seed: 1,
            prospects: None,
            json: None,
        };
        let ran = options::read(HELP, |word, value| {
            match word {
                "--log" => value.clone_into(&mut args.log),
                "--player" => args.players.push(value.to_owned()),
                "--every" => args.every = value.parse::<usize>()?.max(1),
                "--after" => args.after = value.parse()?,
                "--close" => args.close = value.parse()?,
                "--most" => args.most = value.parse()?,
                "--visits" => args.visits = value.parse::<u32>()?.max(1),
                "--seed" => args.seed = value.parse()?,
                "--prospects" => args.prospects = Some(value.to_owned()),
                "--json" => args.json = Some(value.to_owned()),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        if ran && args.log.is_empty() {
            return Err("expected --log; --help tells more".into());
        }
        Ok(ran.then_some(args))
    }
}

/// Where players are asked.
struct Place {
    /// The number of the game it is from.
    match_game: u64,
    game: Go,
    /// The moves that led there.
    moves: Vec<String>,
    /// Whether the first player of the match is to move.
    is_a: bool,
    /// What each player would play.
    answers: Vec<String>,
}

impl Place {
    /// The moves with one more.
    fn with(&self, answer: &str) -> Vec<String> {
        self.moves.iter().cloned().chain([answer.to_owned()]).collect()
    }
}

fn run(args: &Args) -> Result<(), Failure> {
    let katago = std::env::var("KATAGO")
        .map_err(|_| "KATAGO has no command that starts KataGo's analysis engine")?;
    let mut places = places(args)?;
    for command in &args.players {
        ask(command, &mut places)?;
    }
    let asked = places.len();
    places.retain(|place| !place.answers.iter().any(|answer| answer == "resign"));
    let resigned = asked - places.len();
    let leads = leads(&katago, args.visits, &places)?;
    let lead = |place: &Place, moves: &[String]| {
        let black = leads.get(moves).copied().ok_or("KataGo did not answer every question");
        black.map(|lead| if place.game.color().index() == 0 { lead } else { -lead })
    };
    // By game, what each player lost in its positions.
    let mut lost: BTreeMap<u64, Vec<Vec<f64>>> = BTreeMap::new();
    let mut rows = Vec::new();
    // The same for how far the evaluation is off.
    let mut off: BTreeMap<u64, Vec<Vec<f64>>> = BTreeMap::new();
    let mut evaluator = match &args.prospects {
        None => FullBoard::default(),
        Some(file) => {
            let bytes = fs::read(file).map_err(|e| format!("{file}: {e}"))?;
            let prospects = Prospects::read(&bytes).map_err(|e| format!("{file}: {e}"))?;
            FullBoard::with_prospects(Arc::new(prospects))
        }
    };
    let mut same = vec![0_usize; args.players.len()];
    for place in &places {
        let before = lead(place, &place.moves)?;
        let after = place.answers.iter().map(|answer| lead(place, &place.with(answer)));
        let after = after.collect::<Result<Vec<f64>, _>>()?;
        let value = f64::from(evaluator.evaluate(&place.game).raw()) / f64::from(Go::UNIT);
        rows.push(json!({
            "position": place.game.format(), "answers": place.answers,
            "before": before, "after": after, "evaluation": value,
        }));
        if before.abs() > args.close {
            continue;
        }
        for (same, answer) in same.iter_mut().zip(&place.answers) {
            *same += usize::from(*answer == place.answers[0]);
        }
        let losses = after.iter().map(|after| (before - after).min(args.most)).collect();
        lost.entry(place.match_game).or_default().push(losses);
        // The same for the first player of the match, who is likely to have played into
        // what the evaluation takes for good.
        let own = if place.is_a { value - before } else { before - value };
        off.entry(place.match_game).or_default().push(vec![value - before, own]);
    }
    if let Some(file) = &args.json {
        let all = json!({ "players": args.players, "visits": args.visits, "positions": rows });
        fs::write(file, serde_json::to_string_pretty(&all)?)?;
    }
    let games: Vec<&Vec<Vec<f64>>> = lost.values().collect();
    let count: usize = games.iter().map(|losses| losses.len()).sum();
    if count == 0 {
        return Err("there is no position to look at".into());
    }
    let without = if resigned > 0 {
        format!(", {resigned} left out where one resigned")
    } else {
        String::new()
    };
    say(&format!("{count} positions from {} games{without}", games.len()));
    let off: Vec<&Vec<Vec<f64>>> = off.values().collect();
    let bias = interval(&off, args.seed, |off| off[0]);
    let squares = interval(&off, args.seed, |off| off[0] * off[0]);
    let rms = shown(squares.map(f64::sqrt));
    let own = shown(interval(&off, args.seed, |off| off[1]));
    say(&format!(
        "the evaluation: {rms} points off (root mean square), {} too many for who is to move, \
         {own} for the first player of the match",
        shown(bias)
    ));
    for (i, command) in args.players.iter().enumerate() {
        let own = shown(interval(&games, args.seed, |losses| losses[i]));
        let mut text = format!("{command}: {own} points lost a move");
        if i > 0 {
            let less = shown(interval(&games, args.seed, |losses| losses[i] - losses[0]));
            let percent = 100 * same[i] / count;
            text += &format!(", than the first {less}; the same move in {percent} %");
        }
        say(&text);
    }
    Ok(())
}

/// A figure and its interval.
fn shown([mean, low, high]: [f64; 3]) -> String {
    format!("{mean:.2} ({low:.2} to {high:.2})")
}

/// A mean over all positions and both ends of its interval.
fn interval(games: &[&Vec<Vec<f64>>], seed: u64, of: impl Fn(&[f64]) -> f64) -> [f64; 3] {
    let sums: Vec<(f64, f64)> = games
        .iter()
        .map(|losses| (losses.iter().map(|losses| of(losses)).sum(), losses.len() as f64))
        .collect();
    // Of nothing there is no interval, and nothing is shown of it.
    let mean = ratio(&sums).unwrap_or(f64::NAN);
    let ends = ratio_interval(&sums, seed).map_or([f64::NAN; 2], |i| [i.low, i.high]);
    [mean, ends[0], ends[1]]
}

/// The positions of the log.
fn places(args: &Args) -> Result<Vec<Place>, Failure> {
    let text = fs::read_to_string(&args.log).map_err(|e| format!("{}: {e}", args.log))?;
    let mut places = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let wrong = |what: &str| format!("{} line {}: {what}", args.log, number + 1);
        let line: Value = serde_json::from_str(line).map_err(|e| wrong(&e.to_string()))?;
        // The first line says what the match is, not what was played.
        let Some(match_game) = line["game"].as_u64() else { continue };
        let start = line["opening"]["position"].as_str().ok_or_else(|| wrong("no position"))?;
        let mut game = Go::parse(start).map_err(|e| wrong(&e.to_string()))?;
        if game.color() != Color::Black || game.board().empty() != game.board().all() {
            return Err(wrong("the game does not begin with Black on an empty board").into());
        }
        let mut moves = Vec::new();
        let a_first = line["a_first"].as_bool().ok_or_else(|| wrong("no a_first"))?;
        let lists = [&line["opening"]["moves"], &line["moves"]];
        for name in lists.into_iter().filter_map(Value::as_array).flatten() {
            let due = moves.len() >= args.after && moves.len() % args.every == 0;
            if due && matches!(game.node(), starboard_core::Node::Decision) {
                let (game, moves) = (game.clone(), moves.clone());
                let is_a = a_first == (game.color() == Color::Black);
                places.push(Place { match_game, game, moves, is_a, answers: Vec::new() });
            }
            let name = name.as_str().ok_or_else(|| wrong("a move that is no text"))?;
            let m = game.parse_move(name).map_err(|e| wrong(&e.to_string()))?;
            game.play(m);
            moves.push(name.to_owned());
        }
    }
    Ok(places)
}

/// Asks a player everywhere.
fn ask(command: &str, places: &mut [Place]) -> Result<(), Failure> {
    let mut player = Session::start(&Command::shell(command))?;
    let mut ask = |command: &str, time| player.ask(command, Instant::now() + time);
    let progress = progress(command, places.len());
    for place in places {
        let komi = f64::from(place.game.rules().komi.raw()) / f64::from(Go::UNIT);
        ask(&format!("boardsize {}", place.game.size().side()), PATIENCE)?;
        ask("clear_board", PATIENCE)?;
        ask(&format!("komi {komi}"), PATIENCE)?;
        for (i, name) in place.moves.iter().enumerate() {
            ask(&format!("play {} {name}", color(i)), PATIENCE)?;
        }
        let answer = ask(&format!("reg_genmove {}", color(place.moves.len())), MOVE)?;
        let answer = answer.to_lowercase();
        place.answers.push(match &*answer {
            "resign" => answer,
            // In the way that moves are written here.
            _ => place.game.format_move(place.game.parse_move(&answer)?),
        });
        progress.step();
    }
    Ok(player.quit()?)
}

/// Black's lead in the positions and after every answer, by the moves that led there.
fn leads(
    katago: &str,
    visits: u32,
    places: &[Place],
) -> Result<HashMap<Vec<String>, f64>, Failure> {
    let mut questions: HashMap<Vec<String>, &Place> = HashMap::new();
    for place in places {
        let after = place.answers.iter().map(|answer| place.with(answer));
        for moves in [place.moves.clone()].into_iter().chain(after) {
            questions.entry(moves).or_insert(place);
        }
    }
    let (katago, progress) = (Katago::start(katago)?, progress("KataGo", questions.len()));
    let questions: Vec<_> = questions.into_iter().collect();
    let leads = parallel_map(questions, QUESTIONS, &progress, |_, (moves, place)| {
        let answer = katago.ask(&place.game, &moves, Question { visits, ownership: false })?;
        Ok::<_, anyhow::Error>((moves, answer["rootInfo"]["scoreLead"].as_f64()))
    });
    let mut found = HashMap::new();
    for lead in leads {
        let (moves, lead) = lead?;
        found.insert(moves, lead.ok_or("KataGo tells no lead")?);
    }
    Ok(found)
}

/// Tells whoever watches how far it is.
fn progress(what: &str, steps: usize) -> Progress {
    Progress::new(std::io::stderr().is_terminal(), steps as u64, what.to_owned())
}
