//! How accurate the full-board evaluation is, by games whose score is known.
//!
//! Records with a counted result are read from standard input, one a line:
//! `xz -dc games.sgfs.xz | cargo run --release -p starboard-go --example calibrate -- [EACH]`,
//! every `EACH`th of them. Dead stones at the end are those under `TB` and `TW` of the
//! last node, or those that the evaluation takes for dead there; a game is used if
//! the count then agrees with its result. With `settle` for `EACH` the games that are
//! used are written instead, with these marks, so that later versions are
//! measured by the same games.
//!
//! For each half of the games, by a hash of their moves, and each part of the game:
//! `bias` is by how much the evaluation is too high for Black, `rms` its error and
//! `r` its correlation with the score, `slope` what a point of it has been worth (the
//! score regressed on it), `score` the root mean square of the score itself, which
//! is the error of saying nothing, and `step` the mean difference between the
//! evaluations of a position and that two moves later, all in points. Then ownership
//! of points: for each tenth of what was predicted for Black, what Black got, the
//! share of points in it, and the mean logarithmic loss in bits.

use std::io::{BufRead, stdin};

use starboard_core::Evaluator;
use starboard_go::{
    Color, FullBoard, Go, Move, Points, Record, Scoring, Size, score,
    sgf::{Node, Sgf},
};

type Failure = Box<dyn std::error::Error>;

/// Where in a game it is looked at, in percent of its moves.
const PARTS: [usize; 7] = [10, 20, 35, 50, 65, 80, 95];
/// What is promised is never surer than this when its loss is counted.
const SURE: f64 = 0.995;
/// The most that count and result may differ, in points: players settle who fills
/// the last neutral points in more ways than one.
const NEAR: f64 = 1.1;

fn main() -> Result<(), Failure> {
    let arg = std::env::args().nth(1);
    let settle = arg.as_deref() == Some("settle");
    let each = arg.filter(|_| !settle).map_or(Ok(1), |text| text.parse())?;
    let mut tables = [Table::default(), Table::default()];
    for line in stdin().lock().lines().step_by(each) {
        let line = line?;
        let Some(game) = Counted::read(&line)? else { continue };
        if settle {
            say(&game.marked(&line));
        } else {
            tables[usize::from(game.held_out())].add(&game);
        }
    }
    if !settle {
        for (name, table) in ["one half", "the other"].into_iter().zip(&tables) {
            say(&table.text(name));
        }
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "this is what the example is for")]
fn say(text: &str) {
    println!("{text}");
}

/// A game with who has what in the end.
struct Counted {
    record: Record,
    /// The komi of the record.
    komi: f64,
    /// The points of each player by area.
    area: [Points; 2],
    size: Size,
}

impl Counted {
    /// A game, if its result is a number and the count agrees with it.
    fn read(line: &str) -> Result<Option<Self>, Failure> {
        let (sgf, _) = Sgf::read(line)?;
        let root = &sgf.nodes[sgf.games[0]];
        let komi: f64 = root.value("KM").and_then(|text| text.parse().ok()).unwrap_or(0.0);
        let Some(result) = root.value("RE").and_then(points) else { return Ok(None) };
        let Some(record) = Record::read_all(line)?.0.into_iter().next() else { return Ok(None) };
        let end = sgf.position(0, usize::MAX)?.game;
        let last = sgf.main_line(0).last().map(|index| &sgf.nodes[index]);
        let dead = last.and_then(|node| marked(&end, node)).unwrap_or_else(|| lost(&end));
        let by = |scoring| f64::from(score(end.board(), &dead, scoring).lead(Color::Black)) - komi;
        let agrees =
            [Scoring::Area, Scoring::Territory].into_iter().any(|s| (by(s) - result).abs() < NEAR);
        let area = score(end.board(), &dead, Scoring::Area).area;
        Ok(agrees.then(|| Self { record, komi, area, size: end.size() }))
    }

    /// Which half it is in.
    fn held_out(&self) -> bool {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for (_, m) in self.record.moves() {
            let byte = m.point().map_or(999, |point| point.index() as u64);
            hash = (hash ^ byte).wrapping_mul(0x0100_0000_01b3);
        }
        (hash >> 32) & 1 == 1
    }

    /// By how many points Black has won.
    fn lead(&self) -> f64 {
        self.area[0].len() as f64 - self.area[1].len() as f64 - self.komi
    }

    /// The record with what is each player's marked, dead stones included.
    fn marked(&self, line: &str) -> String {
        let mut text = line.trim_end().trim_end_matches(')').to_owned();
        let names = |points: Points| -> String {
            let letter = |line: usize| char::from(b'a' + line as u8);
            let name = |p: starboard_go::Point| {
                format!("[{}{}]", letter(p.column(self.size)), letter(p.row(self.size)))
            };
            points.iter().map(name).collect()
        };
        for (name, area) in ["TB", "TW"].into_iter().zip(self.area) {
            if !area.is_empty() {
                text += &format!("{name}{}", names(area));
            }
        }
        text + ")"
    }
}

/// A result in points for Black.
fn points(result: &str) -> Option<f64> {
    let (winner, by) = result.trim().split_once('+')?;
    let by: f64 = by.trim().parse().ok()?;
    match winner {
        "B" | "b" => Some(by),
        "W" | "w" => Some(-by),
        _ => None,
    }
}

/// The dead stones that a node tells, if it tells territory.
fn marked(end: &Go, node: &Node) -> Option<Points> {
    let size = end.size();
    let read = |name: &str| -> Points {
        let line = |byte: u8| usize::from(byte.wrapping_sub(b'a'));
        let point = |text: &String| match *text.as_bytes() {
            [column, row] => starboard_go::Point::at(size, line(column), line(row)),
            _ => None,
        };
        node.values(name).iter().filter_map(point).collect()
    };
    let (black, white) = (read("TB"), read("TW"));
    let board = end.board();
    let dead = (black & *board.stones(Color::White)) | (white & *board.stones(Color::Black));
    (!(black | white).is_empty()).then_some(dead)
}

/// The stones that the evaluation takes for dead.
fn lost(end: &Go) -> Points {
    let analysis = FullBoard::default().analyse(&end.clone().resumed());
    let owner = |p: starboard_go::Point| analysis.territory.owner[p.index()];
    let black = end.board().stones(Color::Black).iter().filter(|&p| owner(p) < 0);
    black.chain(end.board().stones(Color::White).iter().filter(|&p| owner(p) > 0)).collect()
}

/// Sums over the positions of a part of the game.
#[derive(Copy, Clone, Default)]
struct Sums {
    count: f64,
    said: f64,
    was: f64,
    said_said: f64,
    was_was: f64,
    said_was: f64,
    steps: f64,
    step: f64,
}

/// Promises in tenths: how many, what was promised, and what was kept.
type Tenths = [[f64; 3]; 10];

#[derive(Default)]
struct Table {
    games: usize,
    parts: [Sums; PARTS.len()],
    promises: [(Tenths, f64); PARTS.len()],
}

impl Table {
    fn add(&mut self, game: &Counted) {
        self.games += 1;
        let moves = game.record.moves().len();
        let looked: Vec<usize> = PARTS.iter().map(|part| moves * part / 100).collect();
        let mut evaluator = FullBoard::default();
        let mut said = [0.0; PARTS.len()];
        let mut at = 0;
        game.record.replay(|position, _: Move| {
            for part in 0..PARTS.len() {
                if at == looked[part] {
                    said[part] = black(&mut evaluator, position, game.komi);
                    self.parts[part].add(said[part], game.lead());
                    self.promise(part, &evaluator, position, game);
                }
                if at == looked[part] + 2 {
                    let now = black(&mut evaluator, position, game.komi);
                    self.parts[part].steps += 1.0;
                    self.parts[part].step += (now - said[part]).abs();
                }
            }
            at += 1;
        });
    }

    /// Compares whose points were said to be with whose they were.
    fn promise(&mut self, part: usize, evaluator: &FullBoard, position: &Go, game: &Counted) {
        let analysis = evaluator.analyse(position);
        let (tenths, loss) = &mut self.promises[part];
        for point in position.board().all() {
            let kept = match game.area.map(|area| area.contains(point)) {
                [true, _] => 1.0,
                [_, true] => 0.0,
                _ => continue,
            };
            let promised = f64::from(analysis.territory.owner[point.index()] + 1000) / 2000.0;
            let tenth = &mut tenths[((promised * 10.0) as usize).min(9)];
            tenth[0] += 1.0;
            tenth[1] += promised;
            tenth[2] += kept;
            let sure = promised.clamp(1.0 - SURE, SURE);
            *loss -= if kept > 0.5 { sure.log2() } else { (1.0 - sure).log2() };
        }
    }

    fn text(&self, name: &str) -> String {
        let mut text = format!(
            "{name}: {} games\n part      n   bias    rms      r  slope  score   step   loss\n",
            self.games
        );
        for (i, part) in PARTS.iter().enumerate() {
            let (tenths, loss) = &self.promises[i];
            let all: f64 = tenths.iter().map(|tenth| tenth[0]).sum();
            text += &format!("{part:>4}% {} {:>6.3}\n", self.parts[i].text(), loss / all);
        }
        text += "promised to Black and kept, in percent, and the share of the points\n";
        for (first, last) in [(0, 1), (2, 3), (4, 6)] {
            text += &format!("{:>3}-{:>2}%", PARTS[first], PARTS[last]);
            let sum = |i: usize, k: usize| -> f64 {
                self.promises[first..=last].iter().map(|(tenths, _)| tenths[i][k]).sum()
            };
            let all: f64 = (0..10).map(|i| sum(i, 0)).sum();
            for i in 0..10 {
                let [count, promised, kept] = [0, 1, 2].map(|k| sum(i, k));
                let mean = |x: f64| 100.0 * x / count.max(1.0);
                let share = 100.0 * count / all;
                text += &format!("  {:.0}>{:.0} ({share:.0})", mean(promised), mean(kept));
            }
            text.push('\n');
        }
        text
    }
}

/// What is said of a position, for Black, with komi, in points.
fn black(evaluator: &mut FullBoard, position: &Go, komi: f64) -> f64 {
    let value = f64::from(evaluator.evaluate(position).raw());
    let standard = f64::from(position.rules().komi.raw());
    let black = if position.color() == Color::Black { value } else { -value };
    (black + standard) / 50.0 - komi
}

impl Sums {
    fn add(&mut self, said: f64, was: f64) {
        self.count += 1.0;
        self.said += said;
        self.was += was;
        self.said_said += said * said;
        self.was_was += was * was;
        self.said_was += said * was;
    }

    fn text(&self) -> String {
        let n = self.count.max(1.0);
        let (said, was) = (self.said / n, self.was / n);
        let spread = self.said_said / n - said * said;
        let other = self.was_was / n - was * was;
        let both = self.said_was / n - said * was;
        let error = (self.said_said - 2.0 * self.said_was + self.was_was) / n;
        format!(
            "{:>6} {:>6.2} {:>6.2} {:>6.3} {:>6.3} {:>6.2} {:>6.2}",
            self.count,
            said - was,
            error.sqrt(),
            both / (spread * other).sqrt(),
            both / spread,
            (self.was_was / n).sqrt(),
            self.step / self.steps.max(1.0)
        )
    }
}
