//! `starboard play backgammon`: a game for money or a match, with the cube.

mod words;

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use rand::RngExt;
use starboard::BadInput;
use starboard_backgammon::{
    Dice, Move, NetEvaluator, Turn as Play,
    analysis::Skill,
    cube::{
        Hint, MatchPosition, RatedTurn, Reply, Stakes, Verdict, WithBearoff, least_conceded,
        may_double, points_conceded,
    },
    engine::{BackgammonEngine, EngineSettings},
    position_id,
    record::{Action, Format, GameRecord, MatchRecord, Outcome, Rules, Stage, State, write},
};
use starboard_core::{Game, Player, rng};
use starboard_lab::{
    command::{Context, Examples, plies},
    files,
    play::{Loss, PlayArgs, Table, Turn, format_of},
};

use crate::{
    advice::{self, Question},
    engine_args::EngineArgs,
};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["backgammon"],
    built_in: &[
        "play backgammon --points 5",
        "play backgammon --as second --tutor 0.05 --save game.mat",
        "play backgammon --jacoby --beavers --plies 0",
        "play backgammon --as both --enter-rolls --points 7 --begin '31 first; hint'",
    ],
    own: &[],
};

/// The words for resigning once, twice or three times the cube.
const RESIGNATIONS: [&str; 4] = ["single", "normal", "gammon", "backgammon"];
/// How many times the cube each of these words stands for.
const TIMES: [u8; 4] = [1, 1, 2, 3];
/// What is lost by resigning once, twice or three times the cube.
const GAMES: [&str; 3] = ["single game", "gammon", "backgammon"];
/// How many moves a hint lists.
const HINTS: usize = 5;
/// The random stream of the dice.
const STREAM: u64 = 0x7061_7274_6965;

/// Plays backgammon against the engine.
#[derive(clap::Args, Debug)]
#[command(
    about = "Play backgammon against the engine, for money or a match",
    long_about = "Play backgammon against the engine in the terminal: a game for money, or a \
        match, with the cube; or watch the engine play itself, or play both sides and ask it what \
        it thinks.\n\n\
        Before a roll, type `roll`, or `double` where you may double. Answer a double with `take` \
        or `drop`, or `beaver` where beavers are allowed; `accept`, `pass`, `reject` and \
        `redouble` are understood, too. Type moves as usual (8/5 6/5), or just enough of a move to \
        tell it from the others. `moves` lists them, `hint` shows the engine's best move or cube \
        action, `why` shows everything that it looked at, `undo` takes a move back; `help` lists \
        the other commands. `resign` gives up the least that the opponent could accept without a \
        review marking that as an error; `resign single`, `resign gammon` and `resign backgammon` \
        give up what they say, which the engine refuses if it is too little. With --tutor, you are \
        warned of a move or cube action that loses more than a given equity; it is played if you \
        type it again.\n\n\
        Rolls are drawn from a seed, which is shown: the same seed gives the same rolls again, \
        even after a move is taken back. Or type them in with --enter-rolls, to play along with a \
        real board; the first roll of a game says who begins, as in `31 first`.\n\n\
        The engine is the same as in `analyse backgammon` and `ubgi`. To review a saved match \
        (.mat or .sgf), use `analyse backgammon FILE`, with --unfinished if you left before its \
        end."
)]
pub(crate) struct Args {
    /// The game, backgammon
    game: String,
    /// Play a match to this many points [default: one game for money]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    points: Option<u32>,
    /// For money: count gammons only once the cube has been turned
    #[arg(long, conflicts_with = "points")]
    jacoby: bool,
    /// For money: a player who is doubled may redouble at once and keep the cube
    #[arg(long, conflicts_with = "points")]
    beavers: bool,
    /// In a match: use the cube even in the game after a player comes within a point of winning
    #[arg(long, requires = "points")]
    no_crawford: bool,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    seats: PlayArgs,
}

pub(crate) fn run(args: &Args, _: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(path) = &args.seats.save {
        format(path)?;
    }
    let settings = args.engine.settings()?;
    let rules = EngineSettings { jacoby: args.jacoby, beavers: args.beavers, ..settings.clone() };
    let mut engine = advice::engine(rules, args.engine.nets())?;
    let networks = advice::networks(args.engine.nets(), &mut engine);
    let name = format!("Starboard, {}", plies(settings.plies));
    let seed = args.seats.seed();
    let rules = Rules { jacoby: args.jacoby, beavers: args.beavers, crawford: !args.no_crawford };
    let (length, names) = (args.points.unwrap_or(0), args.seats.names(&name));
    let record = MatchRecord { length, names, rules, ..MatchRecord::default() };
    match args.points {
        Some(points) => writeln!(out, "backgammon, a match to {points}")?,
        None => writeln!(out, "backgammon, one game for money")?,
    }
    writeln!(
        out,
        "engine the {networks}, {} ahead, filter {}",
        plies(settings.plies),
        settings.filter.name
    )?;
    if let Some(seed) = seed {
        writeln!(out, "seed   {seed}")?;
    }
    let seed = seed.unwrap_or_default();
    let nets = args.engine.nets().map(Path::to_owned);
    let people = args.seats.people();
    let now = Now::begin(record);
    let mut table = MatchTable { engine, nets, people, seed, now, past: Vec::new() };
    args.seats.play(&mut table, out)
}

/// The format of a record by the name of its file.
fn format(path: &Path) -> anyhow::Result<Format> {
    format_of(path)?;
    Format::of_name(&path.to_string_lossy()).ok_or_else(|| {
        let path = path.display();
        BadInput::error(format!("{path}: matches of backgammon are saved as .mat or .sgf"))
    })
}

/// A match under way.
struct MatchTable {
    engine: BackgammonEngine<WithBearoff<NetEvaluator>>,
    nets: Option<PathBuf>,
    /// Whether the first and the second player are people.
    people: [bool; 2],
    seed: u64,
    now: Now,
    /// The state before each action, for undoing.
    past: Vec<Now>,
}

/// Everything that changes during the match.
#[derive(Clone)]
struct Now {
    /// The games so far, the last one in progress.
    record: MatchRecord,
    state: State,
    awaited: Awaited,
}

/// What the player on roll has to do, when no double is on offer.
#[derive(Copy, Clone, PartialEq)]
enum Awaited {
    /// The opening roll, which decides who begins.
    First,
    /// To double or to roll.
    Cube,
    /// A roll.
    Roll,
    /// A move with these dice.
    Move(Dice),
}

/// Something that can be done.
#[derive(Copy, Clone, PartialEq)]
enum Doing {
    /// The player with the higher number begins with these dice.
    First(Player, Dice),
    NoDouble,
    Rolled(Dice),
    Act(Action),
}

impl Now {
    fn begin(record: MatchRecord) -> Self {
        let mut now = Self { record, state: State::start(Player::First), awaited: Awaited::First };
        now.next_game();
        now
    }

    fn next_game(&mut self) {
        let score = self.record.score();
        self.record.games.push(GameRecord { score, ..GameRecord::default() });
        (self.state, self.awaited) = (State::start(Player::First), Awaited::First);
    }

    fn game(&mut self) -> &mut GameRecord {
        self.record.games.last_mut().expect("a game was begun")
    }

    /// How the last game ended, if the match is over or nothing more is played.
    fn outcome(&self) -> Option<Outcome> {
        match self.state.stage {
            Stage::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Carries out an action; returns how a game ended, unless it was the last one.
    fn apply(&mut self, doing: Doing) -> Option<String> {
        match doing {
            Doing::First(player, dice) => {
                self.game().first = player;
                let crawford = self.record.is_crawford(self.record.games.len() - 1);
                let state = State::start(player).with_jacoby(self.record.is_jacoby());
                self.state = state.with_crawford(crawford);
                self.awaited = Awaited::Move(dice);
            }
            Doing::NoDouble => self.awaited = Awaited::Roll,
            Doing::Rolled(dice) => self.awaited = Awaited::Move(dice),
            Doing::Act(action) => {
                self.state.act(action).expect("it was among what can be done");
                self.game().actions.push(action);
                // The player whose double was answered goes on to roll.
                let answered = matches!(action, Action::Take | Action::Beaver);
                self.awaited = if answered { Awaited::Roll } else { Awaited::Cube };
                let outcome = self.outcome()?;
                self.game().outcome = Some(outcome);
                let score = self.record.score();
                if score.iter().all(|&points| points < self.record.length) {
                    self.next_game();
                    return Some(won(outcome));
                }
            }
        }
        None
    }
}

/// Who won a game, and how many points.
fn won(Outcome { winner, points }: Outcome) -> String {
    let s = if points == 1 { "" } else { "s" };
    format!("the {winner} player wins {points} point{s}")
}

impl MatchTable {
    /// The position as the engine sees it.
    fn position(&self) -> MatchPosition {
        let Now { record, state, awaited } = &self.now;
        let dice = match awaited {
            Awaited::Move(dice) => Some(*dice),
            _ => None,
        };
        let (game, table) = (record.games.len() - 1, &self.engine.settings.table);
        let stakes = record.stakes(game, state.board.mover(), table);
        MatchPosition {
            game: state.board.with_dice(dice),
            cube: state.cube_of_mover(),
            stakes: stakes.unwrap_or(Stakes::MONEY),
            offered: state.stage == Stage::Doubled,
            resigned: None,
        }
    }

    /// The actions that are possible.
    fn doings(&self) -> Vec<Doing> {
        let Now { state, awaited, .. } = &self.now;
        match (state.stage, awaited) {
            (Stage::Over(_), _) => Vec::new(),
            (Stage::Doubled, _) => {
                let beavers = self.now.record.rules.beavers.then_some(Action::Beaver);
                let answers = [Action::Take, Action::Drop].into_iter().chain(beavers);
                answers.map(Doing::Act).collect()
            }
            (Stage::Roll, Awaited::First) => {
                let rolls = Dice::all().filter(|dice| !dice.is_double());
                let both =
                    |dice| [Player::First, Player::Second].map(|player| Doing::First(player, dice));
                rolls.flat_map(both).collect()
            }
            (Stage::Roll, Awaited::Cube) if self.may_double() => {
                vec![Doing::NoDouble, Doing::Act(Action::Double)]
            }
            (Stage::Roll, Awaited::Cube | Awaited::Roll) => {
                Dice::all().map(Doing::Rolled).collect()
            }
            (Stage::Roll, &Awaited::Move(dice)) => {
                let mut moves = Vec::new();
                state.board.with_dice(Some(dice)).options(&mut moves);
                let turn = |m| match m {
                    Move::Turn(turn) => turn,
                    Move::Roll(_) => Play::PASS,
                };
                moves.into_iter().map(|m| Doing::Act(Action::Play(dice, turn(m)))).collect()
            }
        }
    }

    /// Whether the player on roll may double, and doubling could matter.
    fn may_double(&self) -> bool {
        let MatchPosition { cube, stakes, .. } = self.position();
        !self.now.state.is_opening() && may_double(&stakes, cube)
    }

    fn text(&self, doing: Doing) -> String {
        match doing {
            Doing::First(player, dice) => format!("{dice} {player}"),
            Doing::NoDouble => "roll".to_owned(),
            Doing::Rolled(dice) => dice.to_string(),
            Doing::Act(Action::Play(dice, turn)) => {
                self.now.state.board.with_dice(Some(dice)).format_move(Move::Turn(turn))
            }
            Doing::Act(Action::Double) => "double".to_owned(),
            Doing::Act(Action::Take) => "take".to_owned(),
            Doing::Act(Action::Drop) => "drop".to_owned(),
            Doing::Act(Action::Beaver) => "beaver".to_owned(),
            Doing::Act(Action::Resign(..)) => "resign".to_owned(),
        }
    }

    /// The score and the cube, in a line.
    fn standing(&self) -> String {
        let Now { record, state, .. } = &self.now;
        let mut text = match record.length {
            0 => "money".to_owned(),
            length => {
                let [first, second] = record.games.last().map_or([0, 0], |game| game.score);
                format!("{first} to {second} in a match to {length}")
            }
        };
        if record.is_crawford(record.games.len() - 1) {
            return text + ", the Crawford game";
        }
        text += &format!(", cube {}", state.cube);
        text + &state.owner.map_or(String::new(), |owner| format!(" with the {owner} player"))
    }

    /// The possible decisions with their equities, the best first, and a line of explanation.
    fn judged(&mut self) -> (Vec<(Doing, f64)>, String) {
        let position = self.position();
        if let Awaited::Move(dice) = self.now.awaited {
            let rated = self.engine.play(&position, dice);
            let about = format!("equity {:+.3}, {} ahead", rated[0].equity, plies(rated[0].plies));
            let doing = |rated: RatedTurn| Doing::Act(Action::Play(dice, rated.turn));
            return (rated.into_iter().map(|rated| (doing(rated), rated.equity)).collect(), about);
        }
        let found = self.engine.cube(&position);
        let decision = &found.decision;
        let (best, mut judged) = if position.offered {
            let answer = advice::answer(&position.stakes, position.cube, &found);
            let beaver = answer.beaver.map(|equity| (Doing::Act(Action::Beaver), equity));
            let best = match answer.reply {
                Reply::Take => Action::Take,
                Reply::Pass => Action::Drop,
                Reply::Beaver => Action::Beaver,
            };
            let others = [(Action::Take, answer.take), (Action::Drop, answer.pass)];
            let others = others.map(|(action, equity)| (Doing::Act(action), equity));
            (Doing::Act(best), others.into_iter().chain(beaver).collect::<Vec<_>>())
        } else {
            let double = Doing::Act(Action::Double);
            let doubled = decision.double_take.min(decision.double_pass);
            let best = if decision.doubles() { double } else { Doing::NoDouble };
            (best, vec![(Doing::NoDouble, decision.no_double), (double, doubled)])
        };
        // Stable, and one place to say what is best: the engine's.
        judged.sort_by_key(|&(doing, _)| doing != best);
        (judged, decision.verdict.to_string())
    }
}

impl MatchTable {
    /// How many times the cube the player can honestly resign, according to the engine; if a double
    /// is on offer, what dropping it loses.
    fn honest(&mut self) -> u8 {
        let position = self.position();
        if position.offered {
            return 1;
        }
        let playing_on = match position.game.dice() {
            Some(dice) => self.engine.play(&position, dice)[0].equity,
            None => self.engine.cube(&position).decision.best,
        };
        least_conceded(&position.stakes, position.cube, playing_on, Skill::DOUBTFUL)
    }
}

impl Table for MatchTable {
    fn turn(&self) -> Turn {
        let Now { record, state, awaited } = &self.now;
        let mover = state.board.mover();
        match (state.stage, awaited) {
            (Stage::Over(outcome), _) => {
                let [first, second] = record.score();
                Turn::Over(match record.length {
                    0 => won(outcome),
                    _ => format!("{}, and the match, {first} to {second}", won(outcome)),
                })
            }
            (Stage::Doubled, _) => Turn::Decision(mover.other()),
            (Stage::Roll, Awaited::Move(_)) => Turn::Decision(mover),
            (Stage::Roll, Awaited::Cube) if self.may_double() => Turn::Decision(mover),
            (Stage::Roll, _) => Turn::Chance(mover),
        }
    }

    fn board(&self) -> String {
        let position = self.position();
        let mover = position.game.mover();
        let mover = match self.now.awaited {
            Awaited::First => "whoever rolls more".to_owned(),
            _ if position.offered => format!(
                "the {mover} player, who has doubled to {}; the {} player answers",
                2 * position.cube.value(),
                mover.other()
            ),
            _ => format!("the {mover} player"),
        };
        let board = position.game.board();
        format!("{}\n{}\non roll: {mover}", board.trim_end(), self.standing())
    }

    fn options(&self) -> Vec<String> {
        self.doings().into_iter().map(|doing| self.text(doing)).collect()
    }

    fn read(&self, text: &str) -> Result<usize, String> {
        let options = self.options();
        if let Some(place) = options.iter().position(|option| option == text) {
            return Ok(place);
        }
        let place = |doing| self.doings().iter().position(|&other| other == doing);
        let doubled = self.now.state.stage == Stage::Doubled;
        if let Some(action) = words::meant(text, doubled)
            && let Some(place) = place(Doing::Act(action))
        {
            return Ok(place);
        }
        match self.now.awaited {
            _ if doubled => None,
            Awaited::Move(dice) => {
                let board = self.now.state.board.with_dice(Some(dice));
                match board.parse_move(text).map_err(|error| error.to_string())? {
                    Move::Turn(turn) => place(Doing::Act(Action::Play(dice, turn))),
                    Move::Roll(_) => None,
                }
            }
            Awaited::Roll | Awaited::Cube => {
                words::dice(text).and_then(|d| place(Doing::Rolled(d)))
            }
            Awaited::First => {
                words::first(text).and_then(|(player, d)| place(Doing::First(player, d)))
            }
        }
        .ok_or_else(|| match options.as_slice() {
            few @ ([_] | [_, _] | [_, _, _]) => format!("{text}: expected {}", few.join(" or ")),
            _ if self.now.awaited == Awaited::First => {
                format!("{text}: expected a roll and who begins, such as `31 first`")
            }
            _ => format!("{text}: expected a roll, such as `31`"),
        })
    }

    fn play(&mut self, option: usize) -> Option<String> {
        let doing = self.doings()[option];
        self.past.push(self.now.clone());
        self.now.apply(doing)
    }

    fn draw(&self) -> usize {
        // Of what was done so far, so that a second try meets the same.
        let mut rng = rng(self.seed ^ STREAM, self.past.len() as u64);
        let doings = self.doings();
        let weight = |doing: &Doing| match doing {
            Doing::Rolled(dice) => dice.weight(),
            _ => 1,
        };
        let mut left = rng.random_range(0..doings.iter().map(weight).sum());
        let drawn = doings.iter().position(|doing| {
            let here = left < weight(doing);
            left = left.saturating_sub(weight(doing));
            here
        });
        drawn.unwrap_or(0)
    }

    fn take_back(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.now = before;
        true
    }

    fn decide(&mut self) -> anyhow::Result<(usize, String)> {
        let (judged, about) = self.judged();
        let best = judged[0].0;
        let place = self.doings().iter().position(|&doing| doing == best);
        // What is thought of a double would tell whoever answers it what to say.
        let tells = !matches!(best, Doing::Act(Action::Double) | Doing::NoDouble);
        let about = if tells { about } else { String::new() };
        Ok((place.expect("the engine does what can be done"), about))
    }

    fn goes_without_saying(&self, option: usize) -> bool {
        self.doings()[option] == Doing::NoDouble
    }

    fn hint(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let position = self.position();
        if let Awaited::Move(dice) = self.now.awaited {
            let rated = self.engine.play(&position, dice);
            let hints = Hint::list(&position.game, &position.stakes, &rated);
            return Ok(hints.iter().take(HINTS).try_for_each(|hint| writeln!(out, "{hint}"))?);
        }
        let found = self.engine.cube(&position);
        if position.offered {
            let answer = advice::answer(&position.stakes, position.cube, &found);
            return Ok(advice::replies(&answer, out)?);
        }
        let decision = &found.decision;
        let verdict = decision.verdict;
        let weighed = advice::Weighed {
            equities: [decision.no_double, decision.double_take, decision.double_pass],
            best: decision.best,
            match_chances: advice::match_chances(&position, decision),
            available: verdict != Verdict::NotAvailable,
        };
        weighed.write(out)?;
        Ok(writeln!(out, "Proper cube action: {verdict}")?)
    }

    fn why(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Now { record, state, .. } = &self.now;
        let position = self.position();
        let id = record.match_id(record.games.len() - 1, state, position.game.dice());
        let question = Question {
            position: Some(format!(
                "{}:{id}",
                position_id::write(position.game.mine(), position.game.theirs())
            )),
            roll: None,
            cube: position.game.dice().is_none(),
            settings: self.engine.settings.clone(),
            nets: self.nets.clone(),
            rollout: None,
        };
        advice::write(&advice::advise("backgammon", "", &question)?, out)
    }

    fn loss(&mut self, option: usize) -> anyhow::Result<Loss> {
        let doing = self.doings()[option];
        let (judged, _) = self.judged();
        let (best, top) = judged[0];
        let own = judged.iter().find(|(other, _)| *other == doing).map_or(top, |&(_, own)| own);
        // A move that was searched deeper comes before one that only seemed better.
        let loss = (top - own).max(0.0);
        Ok(Loss { loss, text: format!("{loss:.3}"), best: self.text(best) })
    }

    fn ways_to_resign(&self) -> &'static [&'static str] {
        &RESIGNATIONS
    }

    fn resign(&mut self, way: Option<usize>) -> Option<String> {
        let player = self.now.state.actor()?;
        // A person on the other side decides whether to accept.
        let judged = way.is_none() || !self.people[player.other().index()];
        let honest = if judged { self.honest() } else { 1 };
        let times = way.map_or(honest, |way| TIMES[way]);
        let given = GAMES[usize::from(times) - 1];
        if times < honest {
            let (other, more) = (player.other(), GAMES[usize::from(honest) - 1]);
            return Some(format!(
                "the {other} player does not take a {given} and plays on: it takes a {more}"
            ));
        }
        self.past.push(self.now.clone());
        let MatchPosition { stakes, cube, .. } = self.position();
        let times = points_conceded(&stakes, cube, times) as u8;
        let news = self.now.apply(Doing::Act(Action::Resign(player, times)));
        let news = news.map_or(String::new(), |news| format!("\n{news}"));
        Some(format!("the {player} player gives up a {given}{news}"))
    }

    fn save(&self, path: &Path) -> anyhow::Result<()> {
        let mut record = self.now.record.clone();
        // A game without any action is left out.
        record.games.retain(|game| !game.actions.is_empty());
        let text = write(&record, format(path)?).map_err(BadInput::error)?;
        files::write(path, text)
    }
}

#[cfg(test)]
mod tests;
