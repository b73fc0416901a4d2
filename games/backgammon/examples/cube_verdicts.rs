//! Cube decisions, compared with those of GNU Backgammon:
//! `cargo run --release -p starboard-backgammon --example cube_verdicts -- 100 1 any`.
//!
//! Draws positions from games for money that the networks play against themselves,
//! cube included: how many, from which seed, and of which kind: `any` in which the
//! player on roll may double, or only those that are `close` without looking ahead.
//! Every game gives one. Both programs look two plies ahead, without Jacoby rule
//! and beavers; `GNUBG` names that one if it is not on the path.
//!
//! Where the verdicts differ, this engine's search is repeated with GNU Backgammon's
//! static evaluations in place of the networks: if it then comes to GNU Backgammon's
//! equities, the networks make the difference, and if not, the search or the cube.

mod gnubg;

use std::{collections::HashMap, env, error::Error, io::Write as _, process::ExitCode};

use gnubg::{Evaluations, PATIENCE, command, finish};
use rand::RngExt;
use starboard_backgammon::{
    Backgammon, Dice, MatchId, NetEvaluator, Probabilities,
    bearoff::Bearoff,
    cube::{
        Action, Cube, CubeDecision, CubeOwner, CubefulSearch, OutcomeEvaluator, Reply, Stakes,
        Verdict, WithBearoff,
    },
    position_id,
};
use starboard_core::{FilterSet, Game, Instant, Node, Player, Rng};
use starboard_protocols::external;

/// How many plies both look ahead.
const PLIES: u32 = 2;
/// A double that would cost less than this is one to think about.
const CLOSE: f64 = 0.16;
/// Games that did not come to such a position are followed by others, so many
/// times as many as positions are asked for.
const TRIES: u64 = 50;

type Search = CubefulSearch<WithBearoff<NetEvaluator>>;

/// A position before a roll in which the player to move may double.
#[derive(Copy, Clone)]
struct Drawn {
    game: Backgammon,
    cube: Cube,
}

impl Drawn {
    /// The position and what is played for, as an ID in which player 1 is on
    /// roll.
    fn id(&self) -> String {
        let roller = Player::Second;
        let owner = match self.cube.owner {
            CubeOwner::Centred => None,
            CubeOwner::Mine => Some(roller),
            CubeOwner::Theirs => Some(roller.other()),
        };
        let board = self.game.with_mover(roller);
        let id =
            MatchId { doublings: self.cube.doublings, owner, jacoby: false, ..MatchId::of(&board) };
        format!("{}:{id}", position_id::write(board.mine(), board.theirs()))
    }
}

fn main() -> ExitCode {
    finish(run())
}

fn run() -> Result<String, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [count, seed, kind] = &args[..] else {
        return Err("expected how many positions, a seed, and any or close".into());
    };
    let (count, seed): (usize, u64) = (count.parse()?, seed.parse()?);
    let close = match kind.as_str() {
        "any" => false,
        "close" => true,
        other => return Err(format!("expected any or close, found {other:?}").into()),
    };
    let bearoff = Bearoff::shared().expect("databases that can be used");
    let evaluator = WithBearoff { evaluator: NetEvaluator::default(), bearoff: bearoff.clone() };
    let mut search = CubefulSearch::new(evaluator, Some(bearoff), Stakes::MONEY);
    let games = (0..count as u64 * TRIES).filter_map(|game| draw(&mut search, seed, game, close));
    let drawn: Vec<Drawn> = games.take(count).collect();
    if drawn.len() < count {
        return Err(format!("only {} such positions were met", drawn.len()).into());
    }
    let theirs = ask_gnubg(&drawn)?;
    let mut out = Vec::new();
    writeln!(
        out,
        "position | cubeless, no double, double/take here | with its evaluations | there | cost there"
    )?;
    let mut agreed = [0; 3];
    let mut off = [[0.0; 2]; 3];
    let server = Evaluations::start()?;
    let bearoff = search.bearoff.clone();
    let mut with_theirs = CubefulSearch::new(server, bearoff, Stakes::MONEY);
    for drawn in &drawn {
        let id = drawn.id();
        let &(cubeless, theirs) = theirs.get(&id).ok_or(format!("gnubg said nothing of {id}"))?;
        let found = search.cube(&drawn.game, drawn.cube, PLIES);
        let ours = found.decision;
        let cost = error(&ours, &theirs);
        let same = [doubles(&ours) == doubles(&theirs), takes(&ours) == takes(&theirs)];
        for (agreed, same) in agreed.iter_mut().zip(same.into_iter().chain([same == [true; 2]])) {
            *agreed += usize::from(same);
        }
        let pairs = [
            found.cubeless - cubeless,
            ours.no_double - theirs.no_double,
            ours.double_take - theirs.double_take,
        ];
        for ([mean, size], difference) in off.iter_mut().zip(pairs) {
            *mean += difference / count as f64;
            *size += difference.abs() / count as f64;
        }
        if same != [true; 2] {
            let mixed = with_theirs.cube(&drawn.game, drawn.cube, PLIES);
            let [a, b, c] =
                [(found.cubeless, ours), (mixed.cubeless, mixed.decision), (cubeless, theirs)].map(
                    |(cubeless, d)| {
                        let (wait, take) = (d.no_double, d.double_take);
                        format!("{cubeless:+.4} {wait:+.4} {take:+.4} {}", d.verdict)
                    },
                );
            writeln!(out, "{id} | {a} | {b} | {c} | {cost:.4}")?;
        }
    }
    writeln!(out, "{count} positions, seed {seed}, {kind}, {PLIES}-ply:")?;
    for (what, agreed) in ["double or not", "take or pass", "both"].into_iter().zip(agreed) {
        let share = 100.0 * agreed as f64 / count as f64;
        let [low, high] = wilson(agreed, count).map(|x| 100.0 * x);
        writeln!(out, "{what:<14} {agreed:>4}  {share:.1} % ({low:.1} to {high:.1})")?;
    }
    write!(out, "equities here less there, mean and mean size:")?;
    for ([mean, size], what) in off.into_iter().zip(["cubeless", "no double", "double/take"]) {
        write!(out, " {what} {mean:+.4} {size:.4};")?;
    }
    Ok(String::from_utf8(out)?)
}

/// One position of a game, each as likely as the others, if there is one.
fn draw(search: &mut Search, seed: u64, number: u64, close: bool) -> Option<Drawn> {
    let mut rng = starboard_core::rng(seed, number);
    let (mut game, mut cube) = (Backgammon::START, Cube::default());
    let filter = FilterSet::uniform("none", Vec::new());
    let (mut drawn, mut met) = (None, 0);
    let mut opening = true;
    while game.node() == Node::Chance {
        if !opening && cube.owner != CubeOwner::Theirs {
            let decision = search.cube(&game, cube, 0).decision;
            let doubled = decision.double_take.min(decision.double_pass);
            if !close || decision.best - doubled < CLOSE {
                met += 1;
                if rng.random_range(0..met) == 0 {
                    drawn = Some(Drawn { game, cube });
                }
            }
            if let Verdict::Decide { action: Action::Double, reply, .. } = decision.verdict {
                if reply == Reply::Pass {
                    break;
                }
                cube = cube.taken();
            }
        }
        let dice = roll(&mut rng, opening);
        opening = false;
        let best = search.rate(&game, dice, cube, 0, &filter)[0];
        game.play(starboard_backgammon::Move::Roll(dice));
        game.play(starboard_backgammon::Move::Turn(best.turn));
        cube = cube.flipped();
    }
    drawn
}

/// A roll of two dice; the first of a game is no double.
fn roll(rng: &mut Rng, opening: bool) -> Dice {
    loop {
        let dice = Dice::new(rng.random_range(1..=6), rng.random_range(1..=6));
        let dice = dice.expect("numbers of a die");
        if !(opening && dice.is_double()) {
            return dice;
        }
    }
}

fn doubles(decision: &CubeDecision) -> bool {
    matches!(decision.verdict, Verdict::Decide { action: Action::Double | Action::Optional, .. })
}

fn takes(decision: &CubeDecision) -> bool {
    decision.double_take <= decision.double_pass
}

/// What our verdict costs by their equities.
fn error(ours: &CubeDecision, theirs: &CubeDecision) -> f64 {
    let doubled = theirs.double_take.min(theirs.double_pass);
    let wrong_double = if doubles(ours) { doubled } else { theirs.no_double };
    let answered = if takes(ours) { theirs.double_take } else { theirs.double_pass };
    (theirs.best - wrong_double).max(answered - doubled)
}

/// The interval of 95 % by Wilson for so many of so many.
fn wilson(hits: usize, of: usize) -> [f64; 2] {
    const Z: f64 = 1.959_964;
    let (n, p) = (of as f64, hits as f64 / of as f64);
    let centre = p + Z * Z / (2.0 * n);
    let reach = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    [centre - reach, centre + reach].map(|x| x / (1.0 + Z * Z / n))
}

impl OutcomeEvaluator for Evaluations {
    fn outcomes(&mut self, game: &Backgammon) -> Probabilities {
        self.ask(game, 0).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// GNU Backgammon's analysis, by ID: the equity without a cube, and the rest.
fn ask_gnubg(drawn: &[Drawn]) -> Result<HashMap<String, (f64, CubeDecision)>, Box<dyn Error>> {
    let mut commands = "set threads 1\nset output matchpc off\nset output digits 6\n\
        set automatic roll off\nset automatic game off\nset automatic move off\n\
        set confirm new off\nset display off\nset player 0 human\nset player 1 human\n\
        set jacoby off\nset beavers 0\nnew session\nset jacoby off\n\
        set evaluation cubedecision evaluation prune on\n\
        set evaluation cubedecision evaluation cubeful on\n"
        .to_owned();
    commands += &format!("set evaluation cubedecision evaluation plies {PLIES}\n");
    for drawn in drawn {
        commands += &format!("set gnubgid {}\nhint\n", drawn.id());
    }
    let deadline = Instant::now() + PATIENCE;
    let said = external::gnubg::run(&command(), &commands, false, deadline)?;
    let mut found = HashMap::new();
    let (mut id, mut cubeless, mut wait, mut take) = (String::new(), 0.0, None, None);
    for line in &said {
        if let Some((_, rest)) = line.split_once("Setting GNUbg ID ") {
            (id, wait, take) = (rest.trim().to_owned(), None, None);
        }
        let number = |name: &str| -> Option<f64> {
            let (_, rest) = line.split_once(name)?;
            rest.split_whitespace().next()?.parse().ok()
        };
        cubeless = number("cubeless equity").unwrap_or(cubeless);
        wait = number("No double").or(number("No redouble")).or(wait);
        take = number("Double, take").or(number("Redouble, take")).or(take);
        if line.starts_with("Proper cube action")
            && let (Some(wait), Some(take)) = (wait, take)
            && let Some(drawn) = drawn.iter().find(|drawn| drawn.id() == id)
        {
            // Its equities are in multiples of what the cube shows.
            let value = f64::from(drawn.cube.value());
            let decision =
                CubeDecision::new(&Stakes::MONEY, drawn.cube, value * wait, value * take);
            found.insert(id.clone(), (cubeless, decision));
        }
    }
    Ok(found)
}
