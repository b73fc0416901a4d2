//! `starboard play`: a person against an engine, at the board.

use std::{
    ffi::OsString,
    io::{self, Write},
    path::Path,
    time::Duration,
};

use starboard::{AnyEngine, AnyGame, Move, Position};
use starboard_core::{BoundType, Limits, Node, Player, Report, Root, Stop, StoppedBy, Value};
use starboard_lab::{
    arena::{Dice, Ending, Record, record_format, write_record},
    ended::{final_value, how_it_ended},
    files,
    play::{Loss, PlayArgs, Table, Turn, format_of},
    text::value,
};

use super::{Context, Examples, count, depth, text, time};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["connect-four", "backgammon", "go", "shogi"],
    built_in: &[
        "play connect-four",
        "play backgammon --as second --tutor 0.05",
        "play go --position '9x9' --time 2 --save game.sgf",
        "play shogi --as both --engine alpha-beta",
        "play nackgammon --as both --enter-rolls --begin '31; hint'",
    ],
    own: &["play GAME", "play GAME --as both", "play GAME --engine 'ENGINE' --time 2"],
};

/// How many moves a hint lists.
const HINTS: usize = 5;

/// Plays a game against an engine.
#[derive(clap::Args, Debug)]
#[command(
    about = "Play against an engine in the terminal",
    long_about = "Play against an engine in the terminal, or watch it play itself, or play both \
        sides and ask it what it thinks.\n\n\
        Type moves as the game writes them, or just enough of a move to tell it from the others. \
        `moves` lists them, `hint` shows the engine's best, `why` says what speaks for them, \
        `undo` takes a move back; `help` lists the other commands. With --tutor, you are warned of \
        a move that loses more than a given amount; it is played if you type it again.\n\n\
        Outcomes of chance are drawn from a seed, which is shown: the same seed gives the same \
        outcomes again, even after a move is taken back. Or type them in with --enter-rolls, to \
        play along with a real board.\n\n\
        Input can also come from a pipe, a file or --begin.\n\n\
        Some games are played in their own way and have other options for that, such as \
        backgammon, with the cube and in matches: `play GAME --help` shows them."
)]
pub(crate) struct Args {
    /// The game; the command `games` lists them
    game: String,
    /// The engine, by its parts; the command `plugins` lists them [default: the game's]
    #[arg(long, value_name = "DESC")]
    engine: Option<String>,
    /// The position to begin with, in the game's notation [default: the start]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Moves the engine looks ahead, 0 to 64 [default: as in `analyse`, if there is no other limit]
    #[arg(long, value_name = "N", value_parser = depth, help_heading = "Limits")]
    depth: Option<u32>,
    /// Positions it visits per move
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    nodes: Option<u64>,
    /// Positions it evaluates per move
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    evaluations: Option<u64>,
    /// Time it takes per move, in seconds or as in 500ms
    #[arg(long, value_name = "S", value_parser = time, help_heading = "Limits")]
    time: Option<Duration>,
    #[command(flatten)]
    seats: PlayArgs,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = context.games.find(&args.game)?;
    let engine = game.engine(args.engine.as_deref())?;
    let adviser = game.engine(args.engine.as_deref())?;
    let (nodes, evaluations) = (args.nodes, args.evaluations);
    let limits =
        Limits { depth: args.depth, nodes, evaluations, time: args.time, ..Limits::default() };
    let limits = engine.limits(&limits);
    let start = game.position(args.position.as_deref())?;
    if let Some(path) = &args.seats.save {
        record_format(game, Some(format_of(path)?))?;
    }
    let info = game.info();
    let seed = args.seats.seed();
    writeln!(out, "{}: {}", info.name, info.about)?;
    writeln!(out, "engine {}", engine.description())?;
    if let Some(seed) = seed.filter(|_| info.chance) {
        writeln!(out, "seed   {seed}")?;
    }
    let mut table = OneGame {
        game,
        context,
        asked: args.engine.clone(),
        names: args.seats.names(engine.description()),
        engine,
        adviser,
        limits,
        seed: seed.unwrap_or_default(),
        solo: info.players == 1,
        earns: info.rewards,
        positions: vec![start],
        moves: Vec::new(),
        resigned: None,
        thought: None,
    };
    args.seats.play(&mut table, out)
}

/// One game of any kind.
struct OneGame<'a> {
    game: &'a dyn AnyGame,
    context: &'a Context<'a>,
    /// The engine that was asked for, if one was.
    asked: Option<String>,
    names: [String; 2],
    /// Who plays.
    engine: Box<dyn AnyEngine>,
    /// Who gives hints: another one of the same description, so that a hint changes nothing
    /// of what the engine remembers and so decides.
    adviser: Box<dyn AnyEngine>,
    limits: Limits,
    seed: u64,
    solo: bool,
    /// Whether moves earn something on the way.
    earns: bool,
    /// Every position so far, the last on the board.
    positions: Vec<Position>,
    moves: Vec<Move>,
    resigned: Option<Player>,
    /// What the adviser found here, if it was asked.
    thought: Option<Report<Move>>,
}

impl OneGame<'_> {
    fn position(&self) -> &Position {
        self.positions.last().expect("the start is there")
    }

    /// Searches the position, once.
    fn think(&mut self) -> anyhow::Result<&Report<Move>> {
        if self.thought.is_none() {
            let root = Root::lines(HINTS.min(self.position().count()));
            self.thought = Some(self.search(true, &root)?);
        }
        Ok(self.thought.as_ref().expect("it was just found"))
    }

    fn search(&mut self, advice: bool, root: &Root<Move>) -> anyhow::Result<Report<Move>> {
        let engine = if advice { &mut self.adviser } else { &mut self.engine };
        let position = self.positions.last().expect("the start is there");
        let (stop, watched) = (Stop::default(), self.context.terminal);
        let unit = position.unit().0;
        let mut show = |report: &Report<Move>| {
            if watched {
                let line = text::iteration(&position.written(report.clone()), unit);
                let line: String =
                    line.chars().take(self.context.width.saturating_sub(1)).collect();
                // On one line, which the next one takes the place of.
                let _ = write!(io::stderr(), "\r\x1b[K{line}");
            }
        };
        let report = engine.search(position, root, &self.limits, &stop, &mut show);
        if watched {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        engine.sound(position, report.stopped_by)?;
        Ok(report)
    }

    /// What the first player has earned on the way, less what the second has.
    fn earned(&self) -> f64 {
        self.positions.iter().zip(&self.moves).map(|(position, &m)| position.earned(m)).sum()
    }

    /// What was earned so far, where moves earn anything.
    fn standing(&self) -> String {
        let earned = self.earned();
        match earned {
            _ if self.solo => format!(", {earned} so far"),
            _ if !self.earns => String::new(),
            0.0 => ", even so far".to_owned(),
            _ => {
                let ahead = if earned > 0.0 { Player::First } else { Player::Second };
                format!(", {} {} ahead so far", text::mover(ahead), earned.abs())
            }
        }
    }

    /// What the game is worth to the first player, in units, as people count it; only of one
    /// that is over.
    fn result(&self) -> Option<f64> {
        let value = final_value(self.game, self.position())?;
        let end = self.position().units(self.position().mover().for_first(value));
        Some(self.earned() + end)
    }
}

impl Table for OneGame<'_> {
    fn turn(&self) -> Turn {
        if let Some(player) = self.resigned {
            return Turn::Over(format!("{} gives up", text::mover(player)));
        }
        let (position, unit) = (self.position(), self.position().unit().1);
        let how = how_it_ended(self.game, position);
        match (position.node(), self.result()) {
            (Node::Chance, _) => Turn::Chance(position.mover()),
            (Node::Decision, _) => Turn::Decision(position.mover()),
            (Node::Over(_), result) => Turn::Over(match result.unwrap_or_default() {
                score if self.solo => format!("the game is over: {score} {unit}"),
                0.0 => {
                    let how = how.map(|how| format!(": {how}")).unwrap_or_default();
                    format!("the game is a draw{how}")
                }
                points => {
                    let winner = if points > 0.0 { Player::First } else { Player::Second };
                    // Where there are words for it, a figure only says that it is over.
                    let points = format!("{} {unit}", points.abs());
                    let how = how.unwrap_or(&points);
                    format!("{} wins: {how}", text::mover(winner))
                }
            }),
        }
    }

    fn board(&self) -> String {
        let (position, game) = (self.position(), self.position().board());
        let mover = match self.turn() {
            Turn::Over(_) => return game,
            _ => text::mover(position.mover()),
        };
        format!("{}\nto move: {mover}{}", game.trim_end(), self.standing())
    }

    fn options(&self) -> Vec<String> {
        (0..self.position().count()).map(|i| self.position().format_move(Move(i as u32))).collect()
    }

    fn read(&self, text: &str) -> Result<usize, String> {
        let read = self.position().parse_move(text);
        read.map(|m| m.0 as usize).map_err(|error| error.to_string())
    }

    fn play(&mut self, option: usize) -> Option<String> {
        let m = Move(option as u32);
        self.positions.push(self.position().after(m));
        self.moves.push(m);
        self.thought = None;
        None
    }

    fn draw(&self) -> usize {
        let mut outcomes = Vec::new();
        self.position().chances(&mut outcomes);
        // Of the moves played so far, so that a second try meets the same.
        let mut dice = Dice::new(self.seed, self.moves.len());
        dice.draw(self.position().mover(), &outcomes).map_or(0, |m| m.0 as usize)
    }

    fn take_back(&mut self) -> bool {
        self.thought = None;
        if self.resigned.take().is_some() {
            return true;
        }
        if self.moves.pop().is_some() {
            self.positions.pop();
            return true;
        }
        false
    }

    fn decide(&mut self) -> anyhow::Result<(usize, String)> {
        let report = self.search(false, &Root::default())?;
        let best = report.best_move().map_or(0, |m| m.0 as usize);
        let position = self.position();
        let written = position.written(report);
        let (unit, name) = position.unit();
        let from_book = written.stopped_by == StoppedBy::Book;
        let thought = if from_book {
            format!("from the book, expects {}", written.pv.join("  "))
        } else if self.engine.algorithm() == "random" {
            String::new()
        } else {
            let (value, depth) = (value(written.value, unit), written.depth);
            format!("value {value} {name}, depth {depth}, expects {}", written.pv.join("  "))
        };
        Ok((best, thought))
    }

    fn hint(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let report = self.think()?.clone();
        let mut analysis = self.adviser.analysis(self.position(), self.limits.clone(), report);
        analysis.report.candidates.truncate(HINTS);
        match self.engine.algorithm() {
            "filtered" => text::hints(&analysis, out),
            _ => text::candidates(&analysis, out),
        }
    }

    fn why(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut args = vec!["starboard", "explain", self.game.name(), "--position"];
        let position = self.position().format();
        args.push(&position);
        args.extend(self.asked.as_deref().into_iter().flat_map(|engine| ["--engine", engine]));
        let mut wrong = Vec::new();
        let args = args.into_iter().map(OsString::from);
        crate::run_with(self.context, args, out, &mut wrong);
        out.write_all(&wrong)?;
        Ok(())
    }

    fn loss(&mut self, option: usize) -> anyhow::Result<Loss> {
        let m = Move(option as u32);
        let report = self.think()?;
        let (best, top) = (report.best_move().copied(), report.value);
        let is_known = |bound| matches!(bound, BoundType::Exact | BoundType::Estimate);
        let known = report.candidates.iter().find(|c| c.m == m && is_known(c.bound));
        let own = match known.map(|c| c.value) {
            // What equals the best loses nothing, however it compares.
            _ if best == Some(m) => top,
            Some(value) => value,
            None => {
                let root = Root { moves: Some(vec![m]), ..Root::default() };
                self.search(true, &root)?.value
            }
        };
        let position = self.position();
        let lost = Value::saturating(i64::from(top.raw()) - i64::from(own.raw()));
        let (unit, name) = position.unit();
        let text = format!("{} {name}", value(lost, unit).trim_start_matches('+'));
        let best = best.map_or(String::new(), |m| position.format_move(m));
        Ok(Loss { loss: position.units(lost).max(0.0), text, best })
    }

    fn resign(&mut self, _: Option<usize>) -> Option<String> {
        self.resigned = Some(self.position().mover());
        None
    }

    fn save(&self, path: &Path) -> anyhow::Result<()> {
        let format = record_format(self.game, Some(format_of(path)?))?;
        let (score, ending) = match (self.resigned, self.result()) {
            (Some(player), _) => (f64::from(player == Player::Second), Ending::Resigned),
            (None, Some(points)) => {
                (if points > 0.0 { 1.0 } else { 0.5 * f64::from(points == 0.0) }, Ending::Rules)
            }
            (None, None) => (0.5, Ending::Unfinished),
        };
        let record = Record {
            number: 0,
            names: [&self.names[0], &self.names[1]],
            start: &self.positions[0],
            moves: &self.moves,
            score,
            ending: &ending,
            counted: self.result().filter(|_| self.resigned.is_none()),
        };
        files::write(path, write_record(self.game, &record, format))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{output, refused};

    #[test]
    fn a_game_is_played_hinted_and_saved() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("game.txt");
        let lines = "hint; why; 5; 5; 1; 1; 9; 9; quit";
        let text = output(&format!(
            "play tic-tac-toe --depth 9 --begin '{lines}' --save '{}'",
            path.display()
        ));
        for part in ["engine alpha-beta", "rank  move", "made up of", "second plays", "saved as"] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
        let record = std::fs::read_to_string(path)?;
        assert!(record.contains("first: a person\nsecond: alpha-beta"), "{record}");
        Ok(())
    }

    #[test]
    fn a_hint_changes_nothing_of_what_is_played() {
        let play = |lines| {
            let line = format!("play connect-four --depth 6 --begin '{lines}; 4; 4; quit'");
            let text = output(&line);
            let plays = text.lines().filter(|line| line.starts_with("second plays"));
            plays.map(str::to_owned).collect::<Vec<_>>()
        };
        let [plain, hinted] = [play("board"), play("hint")];
        assert!(plain.len() >= 2, "{plain:?}");
        assert_eq!(plain, hinted);
    }

    #[test]
    fn a_seed_fixes_the_dice_and_rolls_may_be_typed() {
        let text = output("play dice --seed 3 --as none --depth 1 --begin quit");
        assert_eq!(text, output("play dice --seed 3 --as none --depth 1 --begin quit"));
        assert!(text.contains(" wins: ") || text.contains("a draw"), "{text}");
        let line = "play nackgammon --enter-rolls --engine 'star2 + eval(name=hand-crafted)'";
        let text = output(&format!("{line} --depth 1 --begin '31; 8/; undo; undo; quit'"));
        assert!(text.contains("outcome> 31") && text.contains("which of 8/"), "{text}");
        assert!(text.contains("outcome> undo\nnothing has been played yet"), "{text}");
    }

    #[test]
    fn a_tutor_warns() {
        let text = output(
            "play tic-tac-toe --as both --depth 9 --tutor --begin '4; 1; 1; quit' --engine minimax",
        );
        assert!(text.contains("1 loses 1.0 wins against 0; type it again"), "{text}");
    }

    #[test]
    fn nonsense_is_refused() {
        refused("play tic-tac-toe --save game", &["needs an ending"]);
        refused("play tic-tac-toe --save game.sgf", &["records of tic-tac-toe can be txt"]);
        refused("play chess", &["there is no game"]);
    }
}
