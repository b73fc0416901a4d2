//! Fits what becomes of groups and points to what KataGo expects: `--help` tells more.

#[path = "games/katago.rs"]
mod katago;
#[path = "games/options.rs"]
mod options;

use std::{
    collections::{BTreeMap, HashSet},
    fs::{self, File, OpenOptions},
    io::{BufRead, BufReader, Write},
    process::ExitCode,
    sync::Arc,
    thread,
};

use katago::{progress, question};
use options::{Failure, end, say};
use rand::RngExt;
use serde_json::{Value, json};
use starboard_core::{Evaluator as _, Game, Node};
use starboard_go::{
    Color, Go, Judge, Move, Point, Record, Selector,
    prospects::{Asked, Fit, GROUP_INPUTS, POINT_INPUTS, PointInputs, Prospects, Sample},
};

const HELP: &str = "\
Fits what becomes of groups and points to what KataGo expects of positions from games.

KATAGO='katago analysis -config FILE -model FILE' \\
    cargo run --release -p starboard-go --example learn_prospects -- \\
    --labels FILE --log FILE ... --out FILE

  --labels FILE   where positions and KataGo's answers are kept, one a line; what is there
                  is not asked again, so that a run that was stopped goes on
  --log FILE      games: the log of a match, unpacked; as often as there are logs
  --records FILE  games: records in SGF, one game a line; also more than once
  --every N       takes a position after each so many moves [default: 5]
  --games N       of each file, so many games at most [default: all]
  --odd N         and, from each, one more after up to so many odd moves, as a search
                  meets them; 0 for none [default: 3]
  --out FILE      fits networks to all labels and writes them; without it, positions are
                  only labelled
  --units N       hidden units for groups; points have half as many [default: 48]
  --rounds N      how often the groups are gone through; points a quarter as often
                  [default: 25]
  --seed N        of all that is random [default: 1]

Without --log and --records, nothing is asked and KATAGO is not needed. A game in five,
by a hash of its name, is held out: the networks never see it, and what is said of them
is by these games. KataGo's config should set reportAnalysisWinratesAs and the board's
size; one visit, its network alone, is asked for. Black begins all games, on an empty board.
";

/// Positions in which one side is further ahead, in points, teach nothing.
const DECIDED: f64 = 90.0;
/// Positions in which a side is further ahead than this do not tell how true the
/// evaluation is.
const CLOSE: f64 = 60.0;
/// One position in so many gives its points: there are many in each.
const POINTS: usize = 4;
/// One game in so many is held out.
const HELD_OUT: u64 = 5;
/// An odd move is the best that reasons speak for once in so many times, otherwise the next
/// best once in so many times, and so on.
const ODD: u32 = 5;
/// Questions to KataGo at a time; after them the answers are on disk.
const BATCH: usize = 256;

fn main() -> ExitCode {
    end("learn_prospects", Args::read().and_then(|args| args.map_or(Ok(()), |args| run(&args))))
}

struct Args {
    labels: String,
    logs: Vec<String>,
    records: Vec<String>,
    every: usize,
    games: usize,
    odd: usize,
    out: Option<String>,
    units: usize,
    rounds: usize,
    seed: u64,
}

impl Args {
    /// The arguments; nothing if all that was asked for is help.
    fn read() -> Result<Option<Self>, Failure> {
        let mut args = Self {
            labels: String::new(),
            logs: Vec::new(),
            records: Vec::new(),
            every: 5,
            games: usize::MAX,
            odd: 3,
            out: None,
            units: 48,
            rounds: 25,
            seed: 1,
        };
        let ran = options::read(HELP, |word, value| {
            match word {
                "--labels" => value.clone_into(&mut args.labels),
                "--log" => args.logs.push(value.to_owned()),
                "--records" => args.records.push(value.to_owned()),
                "--every" => args.every = value.parse::<usize>()?.max(1),
                "--games" => args.games = value.parse()?,
                "--odd" => args.odd = value.parse()?,
                "--out" => args.out = Some(value.to_owned()),
                "--units" => args.units = value.parse()?,
                "--rounds" => args.rounds = value.parse()?,
                "--seed" => args.seed = value.parse()?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        if ran && args.labels.is_empty() {
            return Err("expected --labels; --help tells more".into());
        }
        Ok(ran.then_some(args))
    }
}

/// A position and what KataGo expects of it.
struct Label {
    /// The name of the game it is from.
    from: String,
    game: Go,
    /// By how much Black is ahead.
    lead: f64,
    /// Whose each point will be, from -100 to 100 for Black, row by row from the top.
    owner: Vec<i32>,
}

impl Label {
    fn read(line: &str) -> Result<Self, Failure> {
        let line: Value = serde_json::from_str(line)?;
        let text = |name: &str| line[name].as_str().ok_or_else(|| format!("there is no {name}"));
        let mut game = Go::parse(text("start")?)?;
        for name in text("moves")?.split_whitespace() {
            let m = game.parse_move(name)?;
            game.play(m);
        }
        let owner: Vec<i32> = serde_json::from_value(line["owner"].clone())?;
        if owner.len() != game.size().points() {
            return Err(format!("{} points have an owner", owner.len()).into());
        }
        let lead = line["lead"].as_f64().ok_or("there is no lead")?;
        Ok(Self { from: text("game")?.to_owned(), game, lead, owner })
    }

    /// Whose a point will be, from -1 to 1 for Black.
    fn owner(&self, point: Point) -> f32 {
        let size = self.game.size();
        self.owner[point.row(size) * size.side() + point.column(size)] as f32 / 100.0
    }

    fn held_out(&self) -> bool {
        // FNV-1a (Fowler, Noll, Vo), scattered once more.
        let hash = self.from.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        starboard_core::mix(hash).is_multiple_of(HELD_OUT)
    }
}

/// A game to take positions from.
struct Played {
    name: String,
    start: Go,
    moves: Vec<String>,
}

fn run(args: &Args) -> Result<(), Failure> {
    let mut games = Vec::new();
    for file in &args.logs {
        games.extend(logged(file, args.games)?);
    }
    for file in &args.records {
        games.extend(recorded(file, args.games)?);
    }
    if !games.is_empty() {
        label(args, &games)?;
    }
    match &args.out {
        Some(out) => fit(args, out),
        None => Ok(()),
    }
}

/// The games of a match's log.
fn logged(file: &str, most: usize) -> Result<Vec<Played>, Failure> {
    let text = fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    let mut games = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let wrong = |what: &str| format!("{file} line {}: {what}", number + 1);
        let line: Value = serde_json::from_str(line).map_err(|e| wrong(&e.to_string()))?;
        // The first line says what the match is, not what was played.
        let Some(pair) = line["pair"].as_u64() else { continue };
        let start = line["opening"]["position"].as_str().ok_or_else(|| wrong("no position"))?;
        let start = Go::parse(start).map_err(|e| wrong(&e.to_string()))?;
        if start.color() != Color::Black || start.board().empty() != start.board().all() {
            return Err(wrong("the game does not begin with Black on an empty board").into());
        }
        let lists = [&line["opening"]["moves"], &line["moves"]];
        let moves = lists.into_iter().filter_map(Value::as_array).flatten();
        let moves = moves.filter_map(Value::as_str).map(str::to_owned).collect();
        // Games of a pair have an opening in common: both are held out, or none is.
        games.push(Played { name: format!("{} {pair}", base(file)), start, moves });
        if games.len() >= most {
            break;
        }
    }
    Ok(games)
}

/// The games of a file of records, those with a handicap left out.
fn recorded(file: &str, most: usize) -> Result<Vec<Played>, Failure> {
    let lines = BufReader::new(File::open(file).map_err(|e| format!("{file}: {e}"))?).lines();
    let mut games = Vec::new();
    for (number, line) in lines.enumerate() {
        for record in Record::read_all(&line?)?.0 {
            let mut start = None;
            let mut moves = Vec::new();
            let mut turns = true;
            record.replay(|game, m| {
                turns &= game.color().index() == moves.len() % 2;
                moves.push(game.format_move(m));
                start.get_or_insert_with(|| game.clone());
            });
            let Some(start) = start else { continue };
            if turns && start.board().empty() == start.board().all() {
                games.push(Played { name: format!("{} {number}", base(file)), start, moves });
            }
        }
        if games.len() >= most {
            break;
        }
    }
    games.truncate(most);
    Ok(games)
}

/// The name of a file without folders.
fn base(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

/// Asks KataGo about positions of the games that it has not been asked about.
fn label(args: &Args, games: &[Played]) -> Result<(), Failure> {
    let mut katago = katago::start()?;
    let mut known = HashSet::new();
    if let Ok(file) = File::open(&args.labels) {
        for line in BufReader::new(file).lines() {
            let line: Value = serde_json::from_str(&line?)?;
            known.insert((line["start"].to_string(), line["moves"].to_string()));
        }
    }
    let mut places = Vec::new();
    for (i, played) in games.iter().enumerate() {
        progress("positions", i + 1, games.len());
        take(args, i as u64, played, &mut places)?;
    }
    places.retain(|(played, _, moves)| {
        let key = (json!(played.start.format()).to_string(), json!(moves.join(" ")).to_string());
        known.insert(key)
    });
    let mut out = OpenOptions::new().create(true).append(true).open(&args.labels)?;
    let all = places.len();
    for (done, batch) in places.chunks(BATCH).enumerate() {
        let asked = batch.iter().map(|(_, game, moves)| {
            let mut question = question(game, moves, 1);
            question["includeOwnership"] = json!(true);
            question
        });
        let mut lines = vec![String::new(); batch.len()];
        let asked: Vec<_> = asked.collect();
        katago.ask(&asked, katago::PATIENCE, |place, answer| -> Result<(), Failure> {
            let (played, _, moves) = &batch[place];
            let owner = answer["ownership"].as_array().ok_or("KataGo tells no ownership")?;
            let percent =
                |owner: &Value| owner.as_f64().map(|owner| (100.0 * owner).round() as i32);
            lines[place] = json!({
                "game": played.name, "start": played.start.format(), "moves": moves.join(" "),
                "lead": answer["rootInfo"]["scoreLead"],
                "owner": owner.iter().filter_map(percent).collect::<Vec<_>>(),
            })
            .to_string();
            Ok(())
        })?;
        out.write_all((lines.join("\n") + "\n").as_bytes())?;
        progress("labels", (done * BATCH + batch.len()).min(all), all);
    }
    say(&format!("{all} positions labelled"));
    Ok(())
}

/// Positions of a game, with the moves that led there.
fn take<'a>(
    args: &Args,
    number: u64,
    played: &'a Played,
    places: &mut Vec<(&'a Played, Go, Vec<String>)>,
) -> Result<(), Failure> {
    let mut rng = starboard_core::rng(args.seed, number);
    let selector = Selector::default();
    let mut game = played.start.clone();
    let mut next = 6 + rng.random_range(0..args.every);
    for (i, name) in played.moves.iter().enumerate() {
        if i == next && matches!(game.node(), Node::Decision) {
            next += args.every;
            let moves = &played.moves[..i];
            places.push((played, game.clone(), moves.to_vec()));
            if args.odd > 0 {
                let (mut game, mut moves) = (game.clone(), moves.to_vec());
                for _ in 0..rng.random_range(1..=args.odd) {
                    let candidates = selector.candidates(&game);
                    let pick = candidates.iter().find(|_| rng.random_range(0..ODD) == 0);
                    let Some(pick) = pick.or(candidates.first()) else { break };
                    let m = Move::at(pick.point);
                    moves.push(game.format_move(m));
                    game.play(m);
                }
                places.push((played, game, moves));
            }
        }
        let m = game.parse_move(name)?;
        game.play(m);
    }
    Ok(())
}

/// Fits networks to the labels.
fn fit(args: &Args, out: &str) -> Result<(), Failure> {
    let file = File::open(&args.labels).map_err(|e| format!("{}: {e}", args.labels))?;
    let mut labels = Vec::new();
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let label = Label::read(&line?);
        labels.push(label.map_err(|e| format!("{} line {}: {e}", args.labels, number + 1))?);
    }
    labels.retain(|label| label.lead.abs() < DECIDED);
    let (held, seen): (Vec<_>, Vec<_>) = labels.into_iter().partition(Label::held_out);
    say(&format!("{} positions to fit to, {} held out", seen.len(), held.len()));

    let mut prospects = Prospects::default();
    error("rules of thumb", &prospects, &held);
    let samples = groups(&prospects, &seen);
    say(&format!("{} groups", samples.len()));
    let fit = Fit { units: args.units, epochs: args.rounds, seed: args.seed, ..Fit::default() };
    let told = &mut |round: usize, loss: f64| say(&format!("round {round}: {loss:.5} nats"));
    prospects.groups = Some(fit.net(&samples, told));
    drop(samples);
    error("groups learned", &prospects, &held);
    let samples = points(&prospects, &seen);
    say(&format!("{} points, as either player sees them", samples.len()));
    let fit = Fit { units: args.units / 2, epochs: args.rounds.div_ceil(4), batch: 1024, ..fit };
    prospects.points = Some(fit.net(&samples, told));
    error("points learned, too", &prospects, &held);
    // Whole, or not at all.
    let part = format!("{out}.part");
    fs::write(&part, prospects.write())?;
    fs::rename(part, out)?;
    Ok(())
}

/// What `find` makes of each label, in their order, on all cores.
fn each<T: Send>(
    prospects: &Prospects,
    labels: &[Label],
    find: impl Fn(&mut Judge, &Label, usize) -> Vec<T> + Sync,
) -> Vec<T> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let part = labels.len().div_ceil(cores).max(1);
    let prospects = Arc::new(prospects.clone());
    let find = &find;
    thread::scope(|scope| {
        let parts = labels.chunks(part).enumerate().map(|(i, labels)| {
            let mut judge = Judge::with_prospects(Arc::clone(&prospects));
            scope.spawn(move || {
                let all = labels.iter().enumerate();
                all.flat_map(|(j, label)| find(&mut judge, label, i * part + j)).collect()
            })
        });
        let parts: Vec<thread::ScopedJoinHandle<'_, Vec<T>>> = parts.collect();
        parts.into_iter().flat_map(|part| part.join().expect("it does not panic")).collect()
    })
}

/// What is told of groups, and whether KataGo expects them to live.
fn groups(prospects: &Prospects, labels: &[Label]) -> Vec<Sample<GROUP_INPUTS>> {
    each(prospects, labels, |judge, label, _| {
        let asked = judge.asked(&label.game).into_iter();
        let groups = asked.filter_map(|asked| {
            let Asked::Group { color, stones, mut inputs } = asked else { return None };
            let count = stones.len() as f32;
            let black: f32 = stones.iter().map(|stone| label.owner(stone)).sum::<f32>() / count;
            let own = if color == Color::Black { black } else { -black };
            if color != label.game.color() {
                inputs[inputs.len() - 1] = -1.0;
            }
            Some(Sample { inputs: *inputs, target: own.midpoint(1.0), weight: count })
        });
        groups.collect()
    })
}

/// What is told of points, as either player sees them, and whose KataGo expects them to be.
fn points(prospects: &Prospects, labels: &[Label]) -> Vec<Sample<POINT_INPUTS>> {
    each(prospects, labels, |judge, label, number| {
        if !number.is_multiple_of(POINTS) {
            return Vec::new();
        }
        let asked = judge.asked(&label.game).into_iter();
        let points = asked.filter_map(|asked| {
            let Asked::Point { point, inputs } = asked else { return None };
            let black = label.owner(point);
            Some([(inputs[0], black), (inputs[1], -black)])
        });
        let sample = |(inputs, own): (PointInputs, f32)| Sample {
            inputs,
            target: own.midpoint(1.0),
            weight: 1.0,
        };
        points.flatten().map(sample).collect()
    })
}

/// Says how far the evaluation is from KataGo's leads, by the board's size.
fn error(name: &str, prospects: &Prospects, labels: &[Label]) {
    let off = each(prospects, labels, |judge, label, _| {
        if label.lead.abs() > CLOSE {
            return Vec::new();
        }
        let black = if label.game.color() == Color::Black { 1.0 } else { -1.0 };
        let value = f64::from(judge.evaluate(&label.game).raw()) / f64::from(Go::UNIT);
        vec![(label.game.size().side(), value * black - label.lead)]
    });
    let mut by_size: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    off.into_iter().for_each(|(side, off)| by_size.entry(side).or_default().push(off));
    for (side, off) in by_size {
        let count = off.len() as f64;
        let mean = off.iter().map(|off| off.abs()).sum::<f64>() / count;
        let rms = (off.iter().map(|off| off * off).sum::<f64>() / count).sqrt();
        say(&format!(
            "{name}, {side} lines, {} positions held out: {mean:.2} points off, {rms:.2} root mean square",
            off.len()
        ));
    }
}
