//! Checks that `net(gnubg=FILE)` agrees with GNU Backgammon:
//! `cargo run --release -p starboard-backgammon --example gnubg_nets -- gnubg.wd 10000 1`.
//!
//! It evaluates the given number of positions from the given seed: equally many contact, crashed
//! and race positions, and some with all checkers home, partly from games in which every fourth
//! move is random, partly with checkers scattered over the board. GNU Backgammon evaluates them
//! through its socket, at 0 plies. For each class, it prints how many positions agree in every
//! output to 2e-4 and to 2e-3, and the largest difference of each output. `GNUBG` names GNU
//! Backgammon if it is not on the path; `VERBOSE=1` prints the positions that do not agree.

mod gnubg;

use std::{env, error::Error, fmt::Write as _, path::Path, process::ExitCode};

use gnubg::{Evaluations, finish};
use rand::RngExt;
use starboard_backgammon::{
    Backgammon, CHECKERS, Checkers, Class, Dice, Move, NetEvaluator, entries::nets,
};
use starboard_core::{Game, Node, Rng};

/// How far two outputs may be apart that agree, and how far any may be.
const CLOSE: [f32; 2] = [2e-4, 2e-3];
/// One in so many positions has all checkers home, of each of the two classes.
const HOME: usize = 20;

/// What was seen in positions of one class.
#[derive(Clone, Copy, Default)]
struct Seen {
    positions: usize,
    close: [usize; 2],
    most: [f32; 5],
}

fn main() -> ExitCode {
    finish(run())
}

fn run() -> Result<String, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [file, count, seed] = &args[..] else {
        return Err("expected a file of weights, how many positions, and a seed".into());
    };
    let (count, seed): (usize, u64) = (count.parse()?, seed.parse()?);
    let mut eval = NetEvaluator::new(nets::read(Path::new(file))?);
    let mut server = Evaluations::start()?;
    let verbose = env::var_os("VERBOSE").is_some();
    let wanted = |class| match class {
        Class::Over => 0,
        Class::BearoffOneSided | Class::BearoffTwoSided => count / HOME,
        Class::Race | Class::Crashed => count / 3,
        Class::Contact => count - 2 * (count / 3),
    };
    let mut seen = [Seen::default(); Class::ALL.len()];
    let mut out = String::new();
    let mut number = 0;
    while Class::ALL.iter().any(|&class| seen[class as usize].positions < wanted(class)) {
        let mut rng = starboard_core::rng(seed, number);
        let positions =
            if number % 16 == 0 { played(&mut eval, &mut rng) } else { thrown(&mut rng) };
        number += 1;
        for game in positions {
            let class = Class::of(&game);
            let seen = &mut seen[class as usize];
            if seen.positions >= wanted(class) {
                continue;
            }
            let ours = eval.probabilities(&game).as_array();
            let theirs = server.ask(&game, 0)?.as_array();
            let apart: [f32; 5] = std::array::from_fn(|i| (ours[i] - theirs[i]).abs());
            let worst = apart.iter().copied().fold(0.0, f32::max);
            seen.positions += 1;
            for (close, most) in seen.close.iter_mut().zip(CLOSE) {
                *close += usize::from(worst <= most);
            }
            seen.most = std::array::from_fn(|i| seen.most[i].max(apart[i]));
            if verbose && worst > CLOSE[0] {
                writeln!(out, "{} {}: {ours:?} {theirs:?}", class.name(), game.format())?;
            }
        }
    }
    writeln!(
        out,
        "class             | positions | to 2e-4 | to 2e-3 | win     | win g   | win bg  | lose g  \
         | lose bg"
    )?;
    for (class, seen) in Class::ALL.into_iter().zip(seen).rev() {
        if seen.positions == 0 {
            continue;
        }
        let [close, near] = seen.close.map(|n| 100.0 * n as f64 / seen.positions as f64);
        write!(
            out,
            "{:<17} | {:>9} | {close:>5.2} % | {near:>5.1} %",
            class.name(),
            seen.positions
        )?;
        seen.most.iter().try_for_each(|most| write!(out, " | {most:.1e}"))?;
        out.push('\n');
    }
    Ok(out.trim_end().to_owned())
}

/// Positions from one game.
fn played(eval: &mut NetEvaluator, rng: &mut Rng) -> Vec<Backgammon> {
    let (mut game, mut positions) = (Backgammon::START, Vec::new());
    while game.node() == Node::Chance {
        let dice = Dice::new(rng.random_range(1..=6), rng.random_range(1..=6));
        let dice = dice.expect("numbers of a die");
        let mut children = Vec::new();
        game.for_each_turn(dice, |turn| {
            let mut child = game.with_dice(Some(dice));
            child.play(Move::Turn(turn));
            children.push(child);
        });
        game = if rng.random_range(0..4) == 0 {
            children[rng.random_range(0..children.len())]
        } else {
            let value = |game: &Backgammon| eval.static_value(game);
            let best = children.iter().map(value).enumerate().min_by_key(|(_, value)| *value);
            children[best.map_or(0, |(i, _)| i)]
        };
        if game.node() == Node::Chance && rng.random_range(0..4) == 0 {
            positions.push(game);
        }
    }
    positions
}

/// Checkers anywhere up to some place, often close to home; sometimes some are off.
fn thrown(rng: &mut Rng) -> Vec<Backgammon> {
    let mut sides = [[0_u8; 25]; 2];
    let far = [0; 2].map(|_| rng.random_range(1..=25));
    let men = [0; 2].map(|_| CHECKERS.min(rng.random_range(1..=2 * CHECKERS)));
    for (side, far) in far.into_iter().enumerate() {
        for _ in 0..men[side] {
            let place = rng.random_range(0..far);
            // Nobody stands where the other does.
            if place == 24 || sides[1 - side][23 - place] == 0 {
                sides[side][place] += 1;
            }
        }
    }
    let [Ok(mine), Ok(theirs)] = sides.map(Checkers::on_board) else { return Vec::new() };
    let game = Backgammon::new(mine, theirs);
    game.into_iter().filter(|game| game.node() == Node::Chance).collect()
}
