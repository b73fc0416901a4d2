//! How much move orderings are worth to Go's searches: see `--help`.

#[path = "games/mod.rs"]
mod games;

use std::{path::PathBuf, process::ExitCode, sync::Arc};

use rand::RngExt;
use starboard_core::{
    Counters, Game, Heuristic, Limits, Report, Root, Stop, Value, rng, testing::Shuffled,
};
use starboard_go::{
    Board, Color, FullBoard, Go, Ko, Life, Local, Move, Point, Points, Selector, Size, TakeSente,
    positions,
};
use starboard_lab::stats::{geometric_interval, geometric_mean};
use starboard_search::{AlphaBeta, AlphaBetaOptions, Searcher};

use games::options::{self, Failure, end, say};

const HELP: &str = "\
What orderings of moves are worth to Go's searches.

cargo run --release -p starboard-go --example ablation -- [OPTIONS]

  --games N      positions from games [default: 40]
  --size N       lines of their board [default: 9]
  --width N      moves at the root of a decision [default: 12]
  --enclosed N   groups shut in with one eye space [default: 150]
  --groups N     questions about groups of these positions, drawn from all
                 [default: 60]
  --nodes N      limit of each of these [default: 2000]
  --order SPEC   an ordering to compare, as the command line writes them; may be
                 given several times [default: history, negative-plausibility,
                 both, and a shuffle of the moves]
  --seed N       of games, groups, shuffles and intervals [default: 1]
  --json FILE    write the figures to FILE as well

Five tables. In `decisions` and `enclosed` a search looks at all there is, so the
order of moves must not change an answer, and the program fails if it does:
there, the value and every best move of a decision by alpha-beta with
take-sente beyond its horizon; here, whether a group can be killed, by
proof-number search. The same holds in `groups` wherever both searches came to an
answer within the limit, and ratios are of these. In `played` and `status` a
budget or an estimate comes in, as it does in play; agreement is counted.

`nodes` and `evals` are the geometric means over the questions of what the search
took with the ordering over what it took without any, with bootstrap intervals
of 95 % (2,000 resamples of the questions): below 1, the ordering is of use. Without
any, moves come as the reasons for them have it. In `played` `nodes` are the root
moves that a decision came to with 200 evaluations: there, more is better.
";

/// Good answers to a pass, as a selector keeps them.
const ANSWERS: usize = 3;
/// Groups of fewer stones are not asked about.
const STONES: usize = 3;

fn main() -> ExitCode {
    end("ablation", Args::read().and_then(|args| args.map_or(Ok(()), |args| run(&args))))
}

struct Args {
    games: usize,
    size: usize,
    width: usize,
    enclosed: usize,
    groups: usize,
    nodes: u64,
    orders: Vec<String>,
    seed: u64,
    json: Option<PathBuf>,
}

impl Args {
    /// The arguments; nothing if all that was asked for is help.
    fn read() -> Result<Option<Self>, Failure> {
        let mut args = Self {
            games: 40,
            size: 9,
            width: 12,
            enclosed: 150,
            groups: 60,
            nodes: 2_000,
            orders: Vec::new(),
            seed: 1,
            json: None,
        };
        let ran = options::read(HELP, |word, value| {
            match word {
                "--games" => args.games = value.parse()?,
                "--size" => args.size = value.parse()?,
                "--width" => args.width = value.parse()?,
                "--enclosed" => args.enclosed = value.parse()?,
                "--groups" => args.groups = value.parse()?,
                "--nodes" => args.nodes = value.parse()?,
                "--order" => args.orders.push(value.to_owned()),
                "--seed" => args.seed = value.parse()?,
                "--json" => args.json = Some(value.into()),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        if args.orders.is_empty() {
            let both = "history + negative-plausibility";
            let orders = ["history", "negative-plausibility", both, "shuffled"];
            args.orders = orders.map(str::to_owned).into();
        }
        Ok(ran.then_some(args))
    }

    /// The ordering of this description; none of an empty one.
    fn order<G: Game>(&self, spec: &str) -> Result<Vec<Box<dyn Heuristic<G>>>, Failure> {
        match spec {
            "" => Ok(Vec::new()),
            "shuffled" => Ok(vec![Box::new(Shuffled { seed: self.seed })]),
            _ => Ok(starboard_plugins::build_all(spec)?),
        }
    }
}

fn run(args: &Args) -> Result<(), Failure> {
    let size = Size::new(args.size).ok_or("a board has 2 to 25 lines")?;
    let games = games::games(args.games, size, args.seed);
    let all: Vec<Go> = positions().chain(games).collect();
    let mut selector = Selector::default();
    let decision = |game| Decision::new(game, &selector, args.width);
    let decisions: Vec<_> = all.iter().map(decision).collect();
    let mut groups: Vec<_> = all.iter().flat_map(groups).collect();
    let mut rng = rng(args.seed, 3 << 32);
    for drawn in 0..args.groups.min(groups.len()) {
        let other = rng.random_range(drawn..groups.len());
        groups.swap(drawn, other);
    }
    groups.truncate(args.groups);
    let enclosed = enclosed(args)?;
    let tables = [
        Table::new("decisions", Agree::Always, args, &decisions, |d, order| d.decide(args, order))?,
        Table::new("played", Agree::Counted, args, &all, |game, order| {
            // What it has found out about positions stays known.
            let own = std::mem::take(&mut selector);
            selector = own.with_order(args.order(order)?);
            Ok(played(&mut selector, game))
        })?,
        Table::new("enclosed", Agree::Always, args, &enclosed, |group, order| {
            group.read(args, order, u64::MAX)
        })?,
        Table::new("groups", Agree::WhereSettled, args, &groups, |group, order| {
            group.read(args, order, args.nodes)
        })?,
        Table::new("status", Agree::Counted, args, &groups, |g, order| g.status(args, order))?,
    ];
    if let Some(path) = &args.json {
        let json = serde_json::json!({
            "seed": args.seed,
            "games": args.games,
            "size": args.size,
            "width": args.width,
            "enclosed": args.enclosed,
            "groups": args.groups,
            "nodes": args.nodes,
            "tables": tables,
        });
        std::fs::write(path, serde_json::to_string_pretty(&json)? + "\n")?;
    }
    Ok(())
}

/// A question, answered.
struct Answer {
    /// What was found; `None` if a limit was reached first.
    found: Option<String>,
    nodes: u64,
    evaluations: u64,
}

/// A decision among candidates.
struct Decision {
    game: Go,
    root: Root<Move>,
    evaluator: FullBoard,
    answers: Arc<[Move]>,
}

impl Decision {
    fn new(game: &Go, selector: &Selector, width: usize) -> Self {
        let list = |game: &Go, count| {
            let mut candidates = selector.candidates(game);
            candidates.truncate(count);
            candidates
        };
        let candidates = list(game, width);
        let point = |c: &starboard_go::reasons::Candidate| Move::at(c.point);
        let moves: Vec<_> = [Move::PASS].into_iter().chain(candidates.iter().map(point)).collect();
        let bonuses: Vec<_> = candidates.iter().map(|c| (point(c), Value::new(c.bonus))).collect();
        let after = game.clone().with_mover(game.color().other());
        Self {
            game: game.clone(),
            root: Root::of(moves).with_bonuses(bonuses),
            evaluator: selector.evaluator().clone(),
            answers: list(&after, ANSWERS).iter().map(point).collect(),
        }
    }

    /// The value and every best move, by a search that is not cut short.
    fn decide(&self, args: &Args, order: &str) -> Result<Answer, Failure> {
        let evaluator = self.evaluator.clone();
        let quiet = TakeSente::new(evaluator.clone(), self.answers.clone());
        let options = AlphaBetaOptions::plain();
        let limits = Limits::depth(1).with_all_ties();
        let report: Report<Move> = AlphaBeta::new(evaluator, args.order(order)?, options)
            .with_quiescence(quiet)
            .search(&self.game, &self.root, &limits, &Stop::default(), &mut ());
        let mut best: Vec<_> =
            report.best_moves.iter().map(|&m| self.game.format_move(m)).collect();
        best.sort();
        let found = Some(format!("{} {}", report.value.raw(), best.join(" ")));
        let Counters { nodes, evaluations, .. } = report.counters;
        Ok(Answer { found, nodes, evaluations })
    }
}

/// The move a selector decides on, and how many it came to.
fn played(selector: &mut Selector, game: &Go) -> Answer {
    let report = selector.run(game, &Limits::default());
    Answer {
        found: report.best_move().map(|&m| game.format_move(m)),
        nodes: report.candidates.len() as u64,
        evaluations: report.counters.evaluations,
    }
}

/// A group and who plays first.
struct Group {
    board: Board,
    stone: Point,
    kill: bool,
}

impl Group {
    fn life(args: &Args, order: &str, nodes: u64) -> Result<Life, Failure> {
        Ok(Life::with_limit(nodes).with_order(args.order::<Local>(order)?))
    }

    /// Whether the group is proven to be dead, or alive.
    fn read(&self, args: &Args, order: &str, nodes: u64) -> Result<Answer, Failure> {
        let mut life = Self::life(args, order, nodes)?;
        let (dead, _) = life.read(&mut self.board.clone(), self.stone, Ko::NoThreats, self.kill);
        let Counters { nodes, evaluations, .. } = *life.searched();
        Ok(Answer { found: dead.map(|dead| dead.to_string()), nodes, evaluations })
    }

    /// What is said of it by proof or estimate.
    fn status(&self, args: &Args, order: &str) -> Result<Answer, Failure> {
        let mut life = Self::life(args, order, args.nodes)?;
        let mut board = self.board.clone();
        let outlook = life.outlook(&mut board, self.stone, Ko::NoThreats, self.kill);
        let Counters { nodes, evaluations, .. } = *life.searched();
        Ok(Answer { found: outlook.dead.map(|dead| dead.to_string()), nodes, evaluations })
    }
}

/// Every string of some stones, with either player to move.
fn groups(game: &Go) -> Vec<Group> {
    let board = game.board();
    let strings = Color::BOTH.into_iter().flat_map(|color| board.strings(color));
    strings
        .filter(|&stone| board.stone_count(stone) >= STONES)
        .flat_map(|stone| [true, false].map(|kill| Group { board: board.clone(), stone, kill }))
        .collect()
}

/// Groups in a corner with one eye space of four to eight points, at times with a
/// stone of the opponent's in it, and nothing else to live by.
fn enclosed(args: &Args) -> Result<Vec<Group>, Failure> {
    const SIDE: usize = 9;
    let size = Size::new(SIDE).ok_or("9x9 is a board")?;
    let at = |column, row| Point::at(size, column, row).ok_or("a point off the board");
    let wall = at(4, 4)?;
    let mut found = Vec::new();
    for stream in 0..args.enclosed as u64 {
        let mut rng = rng(args.seed, 1 << 32 | stream);
        let mut space = Points::of(at(0, 0)?);
        let count = rng.random_range(4..=8);
        while space.len() < count {
            let point = at(rng.random_range(0..4), rng.random_range(0..4))?;
            if size.neighbors(point).any(|q| space.contains(q)) {
                space.insert(point);
            }
        }
        let intruder = rng.random_range(0..2 * count);
        let mut stones = [Points::EMPTY; 2];
        for row in 0..SIDE {
            for column in 0..SIDE {
                let point = at(column, row)?;
                let eye = [(8, 8), (8, 6)].contains(&(column, row));
                if !space.contains(point) && !eye {
                    stones[usize::from(column > 4 || row > 4)].insert(point);
                }
            }
        }
        stones[1].extend(space.iter().nth(intruder));
        let board = Board::from_stones(size, &stones[0], &stones[1])?;
        found.extend([true, false].map(|kill| Group { board: board.clone(), stone: wall, kill }));
    }
    Ok(found)
}

/// When answers have to be the same.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Agree {
    /// A search that looks at everything.
    Always,
    /// Wherever both came to an end.
    WhereSettled,
    /// Nowhere: it is counted how often they are.
    Counted,
}

/// What each ordering does in one kind of question.
#[derive(serde::Serialize)]
struct Table {
    name: &'static str,
    questions: usize,
    /// Nodes and evaluations of the searches without ordering, all together.
    nodes: u64,
    evaluations: u64,
    /// Questions settled without ordering.
    settled: usize,
    rows: Vec<Row>,
}

/// One ordering against none.
#[derive(serde::Serialize)]
struct Row {
    order: String,
    settled: usize,
    /// Questions settled by both, and how many of these alike.
    both: usize,
    same: usize,
    nodes: Ratio,
    evaluations: Ratio,
}

impl Table {
    /// Asks every question with every ordering, and tells what came of it.
    fn new<Q>(
        name: &'static str,
        agree: Agree,
        args: &Args,
        questions: &[Q],
        mut ask: impl FnMut(&Q, &str) -> Result<Answer, Failure>,
    ) -> Result<Self, Failure> {
        let mut plain = Vec::new();
        let mut answers: Vec<Vec<Answer>> = args.orders.iter().map(|_| Vec::new()).collect();
        for question in questions {
            plain.push(ask(question, "")?);
            for (order, answers) in args.orders.iter().zip(&mut answers) {
                answers.push(ask(question, order)?);
            }
        }
        let count = |answers: &[Answer]| answers.iter().filter(|a| a.found.is_some()).count();
        let mut rows = Vec::new();
        for (order, ordered) in args.orders.iter().zip(&answers) {
            let both: Vec<_> = (plain.iter().zip(ordered))
                .filter(|(a, b)| a.found.is_some() && b.found.is_some())
                .collect();
            let same = both.iter().filter(|(a, b)| a.found == b.found).count();
            let settled = count(ordered);
            let must = match agree {
                Agree::Always => questions.len(),
                Agree::WhereSettled => both.len(),
                Agree::Counted => 0,
            };
            if same < must {
                let error = format!("{name}: {order} has another answer {} times", must - same);
                return Err(error.into());
            }
            let ratio = |work: fn(&Answer) -> u64| {
                let of = |a: &Answer| work(a).max(1) as f64;
                Ratio::new(&both.iter().map(|(a, b)| of(b) / of(a)).collect::<Vec<_>>(), args.seed)
            };
            rows.push(Row {
                order: order.clone(),
                settled,
                both: both.len(),
                same,
                nodes: ratio(|a| a.nodes),
                evaluations: ratio(|a| a.evaluations),
            });
        }
        let sum = |work: fn(&Answer) -> u64| plain.iter().map(work).sum();
        let (nodes, evaluations) = (sum(|a| a.nodes), sum(|a| a.evaluations));
        let (questions, settled) = (questions.len(), count(&plain));
        let table = Self { name, questions, nodes, evaluations, settled, rows };
        say(&table.text());
        Ok(table)
    }

    fn text(&self) -> String {
        let Self { name, questions, nodes, evaluations, settled, rows } = self;
        let mut text = format!(
            "{name}: {questions} questions, {settled} settled; {nodes} nodes, {evaluations} \
             evaluations\n{:<34} settled    same  nodes                 evals\n",
            "ordering"
        );
        for row in rows {
            let Row { order, settled, both, same, nodes, evaluations } = row;
            let same = format!("{same}/{both}");
            text += &format!("{order:<34} {settled:>7} {same:>7}  {nodes}  {evaluations}\n");
        }
        text
    }
}

/// A geometric mean of ratios with the interval that it lies in with a confidence
/// of 95 %.
#[derive(Copy, Clone, serde::Serialize)]
struct Ratio {
    mean: f64,
    low: f64,
    high: f64,
}

impl Ratio {
    /// Of ratios, with their bootstrap interval.
    fn new(ratios: &[f64], seed: u64) -> Self {
        let mean = geometric_mean(ratios).unwrap_or(f64::NAN);
        let ends = geometric_interval(ratios, seed).map_or([f64::NAN; 2], |i| [i.low, i.high]);
        Self { mean, low: ends[0], high: ends[1] }
    }
}

impl std::fmt::Display for Ratio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.3} ({:.3} to {:.3})", self.mean, self.low, self.high)
    }
}
