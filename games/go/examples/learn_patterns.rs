//! Learns the values of patterns from game records, one game a line:
//! `xz -dc games.sgfs.xz | cargo run --release -p starboard-go --example learn_patterns -- \
//! FOLDER [least=20] [positions=400000] [rounds=12] [seed=1] [threads=1] [games=25000]`.
//!
//! The folder keeps the fit after every round, and a second run goes on from there.
//! `shipped` in place of a folder learns nothing, and tells how well the patterns that come
//! with the program predict the games that were held back.

use std::{
    collections::HashMap,
    error::Error,
    fs,
    io::{BufRead, stdin},
    path::PathBuf,
};

use starboard_core::Instant;

use starboard_go::{
    Record,
    patterns::{
        Group, Patterns, UNIT,
        train::{Fit, Options, Prediction, Sample, Shapes, split},
    },
};

#[allow(clippy::print_stdout, reason = "an example talks")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let folder = PathBuf::from(args.next().ok_or("which folder?")?);
    let shipped = folder.as_os_str() == "shipped";
    if !shipped {
        fs::create_dir_all(&folder)?;
    }
    let given: HashMap<String, String> =
        args.filter_map(|arg| arg.split_once('=').map(|(a, b)| (a.into(), b.into()))).collect();
    let number = |name: &str, otherwise: usize| {
        given.get(name).map_or(Ok(otherwise), |text| text.parse::<usize>())
    };
    let usual = Options::default();
    let options = Options {
        least: number("least", usual.least as usize)? as u32,
        positions: number("positions", usual.positions)?,
        rounds: number("rounds", usual.rounds as usize)? as u32,
        seed: number("seed", usual.seed as usize)? as u64,
        prior: number("prior", 1)? as f64,
    };
    let threads = number("threads", 1)?;

    let clock = Instant::now();
    let at = || format!("{:6.0} s", clock.elapsed().as_secs_f64());
    let mut records = Vec::new();
    for line in stdin().lock().lines().take(number("games", usize::MAX)?) {
        records.extend(Record::read_all(&line?)?.0);
    }
    println!("{} {} games", at(), records.len());
    let [records, held_back] = split(records);
    if shipped {
        measure(Patterns::built_in(), &held_back, threads);
        return Ok(());
    }

    let path = folder.join("fit.bin");
    let (mut fit, shapes) = match fs::read(&path) {
        Ok(bytes) => Fit::read(&bytes)?,
        Err(_) => {
            let shapes = Shapes::count(&records, options.least, threads, &mut |_| ());
            (Fit::new(&shapes), shapes)
        }
    };
    println!("{} {} shapes", at(), shapes.len());
    if fit.rounds() < options.rounds as usize {
        let sample = Sample::draw(&records, &shapes, &options, threads, &mut |_| ());
        println!("{} {} positions, {} moves", at(), sample.positions(), sample.moves());
        while fit.rounds() < options.rounds as usize {
            fit.round(&shapes, &sample, &options, threads);
            fs::write(&path, fit.write(&shapes))?;
            println!(
                "{} round {}: {:.4} before",
                at(),
                fit.rounds(),
                fit.curve()[fit.rounds() - 1]
            );
        }
        println!("{} {:.4} in the end", at(), fit.evidence(&sample, threads));
    }
    let patterns = fit.patterns(&shapes);
    let bytes = patterns.write();
    fs::write(folder.join("go.patterns"), &bytes)?;
    println!("{} {} bytes", at(), bytes.len());
    for group in Group::ALL {
        for level in 1..group.levels() {
            let value = f64::from(patterns.level(group, level)) / f64::from(UNIT);
            println!("{:14} {value:6.2}  {}", group.name(), group.describe(level));
        }
    }
    measure(&patterns, &held_back, threads);
    Ok(())
}

/// How often moves that were played are among those that patterns speak for most.
#[allow(clippy::print_stdout, reason = "an example talks")]
fn measure(patterns: &Patterns, held_back: &[Record], threads: usize) {
    let found = Prediction::measure(held_back, patterns, threads, &mut |_| ());
    println!(
        "{} positions of {} games held back, log-evidence {:.4}",
        found.positions,
        held_back.len(),
        found.evidence
    );
    for count in [1, 2, 3, 5, 10, 20, 50] {
        let error = 196.0 * found.error(count);
        println!("top {count:2}: {:.2} % +- {error:.2}", 100.0 * found.top(count));
    }
}
