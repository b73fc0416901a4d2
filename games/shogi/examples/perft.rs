//! Counts positions and measures how fast, beside fairy-stockfish:
//! `cargo run --release -p starboard-shogi --example perft`.
//!
//! Every count of `tests/data/perft.tsv` is checked, which takes half a
//! minute. Then the start is counted to depth 5 by both in turn, three times
//! over, and CPU time is compared; without fairy-stockfish (or a path to it
//! after `--`) only ours is reported.

use starboard::Fault;
use starboard_core::{Game, perft};
use starboard_protocols::external::{Command, soon, usi};
use starboard_shogi::Shogi;

/// Where Debian puts it.
const FAIRY: &str = "/usr/games/fairy-stockfish";
const DEPTH: u32 = 5;
const RUNS: usize = 3;

#[allow(clippy::print_stdout, reason = "an example talks")]
fn main() {
    let fairy = std::env::args().nth(1).unwrap_or_else(|| FAIRY.to_owned());
    let mut total = (0, 0.0);
    for line in include_str!("../tests/data/perft.tsv").lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let game = Shogi::parse(fields[1]).expect("a position");
        for count in fields[2].split(' ') {
            let (depth, expected) = count.split_once(':').expect("a depth and a count");
            let (depth, expected) =
                (depth.parse().expect("a depth"), expected.parse::<u64>().expect("a count"));
            let start = seconds();
            let count = perft(&game, depth);
            let time = seconds() - start;
            println!("{:<12} {depth} {count:>12} {time:>8.3} s", fields[0]);
            assert_eq!(count, expected);
            total = (total.0 + count, total.1 + time);
        }
    }
    println!("all {} in {:.1} s: {:.1} M/s\n", total.0, total.1, total.0 as f64 / total.1 / 1e6);
    let mut ratios = Vec::new();
    for _ in 0..RUNS {
        let start = seconds();
        let count = perft(&Shogi::start(), DEPTH);
        let ours = count as f64 / (seconds() - start) / 1e6;
        match fairy_perft(&fairy) {
            Ok((nodes, time)) => {
                assert_eq!(nodes, count, "fairy-stockfish counts otherwise");
                let theirs = nodes as f64 / time / 1e6;
                let ratio = ours / theirs;
                println!(
                    "start, depth {DEPTH}: {ours:.1} M/s, fairy-stockfish {theirs:.1} M/s: {ratio:.1} times"
                );
                ratios.push(ratio);
            }
            Err(error) => println!("start, depth {DEPTH}: {ours:.1} M/s; {fairy}: {error}"),
        }
    }
    ratios.sort_by(f64::total_cmp);
    if let [least, middle, most] = ratios[..] {
        println!("CPU time: {middle:.1} times as fast ({least:.1} to {most:.1})");
    }
}

/// CPU time of this process, where the system tells it in clock ticks of a
/// hundredth of a second.
fn seconds() -> f64 {
    cpu(&std::fs::read_to_string("/proc/self/stat").unwrap_or_default()).unwrap_or_default()
}

/// User and system time of a `/proc/PID/stat`.
fn cpu(stat: &str) -> Option<f64> {
    // The name in brackets may hold blanks.
    let fields: Vec<_> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|field| field.parse::<f64>().ok());
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

/// The count of fairy-stockfish from the start, and the CPU time of it.
fn fairy_perft(path: &str) -> Result<(u64, f64), Fault> {
    let mut process = usi::start(&Command::new(path, [""; 0]))?;
    let stat = format!("/proc/{}/stat", process.id());
    let time = || cpu(&std::fs::read_to_string(&stat).unwrap_or_default()).unwrap_or_default();
    process.send("position startpos")?;
    usi::ready(&mut process)?;
    let start = time();
    process.send(&format!("go perft {DEPTH}"))?;
    let count = process.find(soon(), |line| line.strip_prefix("Nodes searched: ")?.parse().ok())?;
    Ok((count, time() - start))
}
