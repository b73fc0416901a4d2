//! How fast the engine is beside GNU Backgammon, on one thread, by processor time:
//! `cargo run --release -p starboard-backgammon --example beside_gnubg -- 1296`.
//!
//! Three measures, both programs in turn: static evaluations of positions made
//! up at random; choosing a move two plies ahead with the cube and the normal
//! filter, in ten positions, each without remembering the one before; and a rollout of
//! so many games (1296 by default) after 31 played 8/5 6/5, with the cube, at 0 plies,
//! with variance reduction. `NETS` names a file of networks to take in place of the
//! program's own: with GNU Backgammon's `gnubg.wd` both evaluate alike. `GNUBG` names GNU Backgammon if it is not on the path. Its
//! start, the median of five, is taken off. Reads `/proc`, so it runs on Linux only.

use std::{env, error::Error, fs, path::Path, time::Duration};

use cpu_time::ThreadTime;
use starboard_backgammon::{
    Backgammon, Dice, MatchId, NetEvaluator,
    bearoff::Bearoff,
    cube::{Cube, CubefulSearch, Stakes, WithBearoff},
    entries::nets,
    position_id,
    rollout::{QuasiDice, Rollout, RolloutOptions, Start},
    scattered_position,
};
use starboard_core::{FilterSet, Game, Instant, Player};
use starboard_protocols::external::{self, Command};

const PLIES: u32 = 2;
/// Positions from games with many moves, and what was rolled.
const POSITIONS: [&str; 10] = [
    "4HPwATDgc/ABMA 41",
    "tm0DQQJ++wEAIA 32",
    "w5uDGQDYzcEAFg 41",
    "2M7BAQPEJziATg 35",
    "sfc2AAB3GwCAHQ 63",
    "bO6WAQA2OxMDQA 45",
    "bJ7gASiYt5EBMA 22",
    "Zu42AEC3nQEAAA 44",
    "sLMBAlvcdoyCAA 24",
    "4HPkAVDg6+ABMA 66",
];
/// How often each is decided on.
const REPEATS: u32 = 5;
/// A round of `calibrate` is so many evaluations; so many rounds.
const ROUND: u64 = 1024;
const ROUNDS: u64 = 300;
/// How long GNU Backgammon may take for a measure.
const PATIENCE: Duration = Duration::from_secs(3600);
/// The ticks a second of the times in `/proc`.
const TICKS: f64 = 100.0;

type Failure = Box<dyn Error>;

#[allow(clippy::print_stdout, reason = "an example talks")]
fn main() -> Result<(), Failure> {
    let trials: u64 = env::args().nth(1).map_or(Ok(1296), |text| text.parse())?;
    let eval = match env::var_os("NETS") {
        Some(path) => NetEvaluator::new(nets::read(Path::new(&path))?),
        None => NetEvaluator::default(),
    };
    let mut starts = [0; 5].map(|_| gnubg("")).into_iter().collect::<Result<Vec<_>, _>>()?;
    starts.sort_by(f64::total_cmp);
    let start = starts[2];
    let show = |what: &str, ours: f64, theirs: f64, unit: &str| {
        let theirs = theirs - start;
        let ratio = theirs / ours;
        println!("{what:<34} {ours:>9.3} {unit} {theirs:>9.3} {unit} {ratio:>6.2} times as fast");
    };
    println!("{:<34} {:>9} {:>11}", "", "ours", "theirs");

    let evaluations = (ROUND * ROUNDS) as f64;
    let ours = timed(|| static_evaluations(eval.clone()))?;
    let theirs = gnubg(&format!("calibrate {ROUNDS}\n"))?;
    show(&format!("{evaluations} static evaluations"), ours, theirs, "s");

    let ours = timed(|| decisions(&eval))?;
    let mut commands = String::from(
        "set evaluation chequerplay evaluation cubeful on\n\
         set evaluation chequerplay evaluation prune on\n",
    );
    commands += &format!("set evaluation chequerplay evaluation plies {PLIES}\n");
    for _ in 0..REPEATS {
        for game in positions() {
            let board = game.with_mover(Player::Second);
            let id = MatchId { jacoby: false, ..MatchId::of(&board) };
            let position = position_id::write(board.mine(), board.theirs());
            commands += &format!("set gnubgid {position}:{id}\nclear cache\nhint 1\n");
        }
    }
    let count = REPEATS as usize * POSITIONS.len();
    show(&format!("{count} decisions, {PLIES}-ply normal"), ours, gnubg(&commands)?, "s");

    let ours = timed(|| rollout(&eval, trials))?;
    let after = after_31();
    let commands = format!(
        "set rollout chequerplay plies 0\nset rollout cubedecision plies 0\n\
         set rollout cubeful on\nset rollout varredn on\nset rollout trials {trials}\n\
         set rollout seed 1\nset board {}\nset turn 0\nrollout\n",
        position_id::write(after.mine(), after.theirs())
    );
    show(&format!("rollout of {trials} games"), ours, gnubg(&commands)?, "s");
    Ok(())
}

fn timed(work: impl FnOnce()) -> Result<f64, Failure> {
    let start = ThreadTime::try_now()?;
    work();
    Ok(start.try_elapsed().unwrap_or(Duration::ZERO).as_secs_f64())
}

fn positions() -> impl Iterator<Item = Backgammon> {
    POSITIONS.iter().map(|text| Backgammon::parse(text).expect("the list has positions"))
}

fn static_evaluations(mut eval: NetEvaluator) {
    let scattered: Vec<_> = (0..ROUND).map(scattered_position).collect();
    for _ in 0..ROUNDS {
        for game in &scattered {
            std::hint::black_box(eval.static_value(game));
        }
    }
}

fn search(eval: &NetEvaluator) -> CubefulSearch<WithBearoff<NetEvaluator>> {
    let bearoff = Bearoff::shared().expect("databases that can be used");
    let evaluator = WithBearoff { evaluator: eval.clone(), bearoff: bearoff.clone() };
    CubefulSearch::new(evaluator, Some(bearoff), Stakes::MONEY)
}

fn decisions(eval: &NetEvaluator) {
    let normal = FilterSet::named("normal").expect("a predefined set");
    for _ in 0..REPEATS {
        for game in positions() {
            let dice = game.dice().expect("it was rolled");
            let rated = search(eval).rate(&game, dice, Cube::default(), PLIES, &normal);
            std::hint::black_box(rated);
        }
    }
}

/// After 31 played 8/5 6/5, the other player to roll.
fn after_31() -> Backgammon {
    let mut game = Backgammon::START.with_dice(Dice::new(3, 1));
    let best = game.parse_move("8/5 6/5").expect("a move of the start");
    game.play(best);
    game
}

fn rollout(eval: &NetEvaluator, trials: u64) {
    let start = Start { game: after_31(), cube: Cube::default(), double: true };
    let (dice, options) = (QuasiDice::new(1, false), RolloutOptions::default());
    let (mut search, rollout) = (search(eval), Rollout::new(start, &options, &dice));
    for trial in 0..trials {
        std::hint::black_box(rollout.play(&mut search, trial));
    }
}

/// The processor time GNU Backgammon takes for these commands, start included, in
/// seconds.
fn gnubg(commands: &str) -> Result<f64, Failure> {
    let setting = "set threads 1\nset automatic roll off\nset automatic game off\n\
        set automatic move off\nset confirm new off\nset display off\nset player 0 human\n\
        set player 1 human\nset jacoby off\nset beavers 0\nnew session\n";
    let program = env::var("GNUBG").unwrap_or("gnubg".to_owned());
    let program = Command::new(&program, [""; 0]);
    let before = children()?;
    // Rollouts speak to a terminal only.
    let commands = format!("{setting}{commands}");
    let said = external::gnubg::run(&program, &commands, true, Instant::now() + PATIENCE)?;
    if env::var_os("VERBOSE").is_some() {
        let file = env::temp_dir().join(format!("beside-gnubg-{}.log", std::process::id()));
        fs::write(file, said.join("\n"))?;
    }
    Ok(children()? - before)
}

/// The processor time of the processes this one has waited for, in seconds.
fn children() -> Result<f64, Failure> {
    let text = fs::read_to_string("/proc/self/stat")?;
    // The name, in brackets, may have spaces.
    let (_, rest) = text.rsplit_once(')').ok_or("/proc/self/stat is not as it should be")?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let time = |i: usize| fields.get(i).and_then(|text| text.parse::<f64>().ok());
    // Fields 16 and 17 of all, the first two being the number and the name.
    let ticks = time(13).zip(time(14)).map(|(user, system)| user + system);
    Ok(ticks.ok_or("/proc/self/stat is not as it should be")? / TICKS)
}
