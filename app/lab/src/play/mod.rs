//! Interactive play: moves, hints, and taking moves back.
//!
//! [`run`] asks for moves and commands, line by line, and lets an engine play the sides
//! that nobody else does. What is on the board is a [`Table`], which knows the rules and
//! the engine: any game by its card, or a match of backgammon with the cube and the score.

#[cfg(feature = "clap")]
mod args;
mod prompt;
#[cfg(test)]
mod tests;

use std::{io::Write, path::Path};

use starboard_core::Player;

#[cfg(feature = "clap")]
pub use args::{PlayArgs, format_of};
pub use prompt::{PlainPrompt, Prompt, ScriptedPrompt, stdin};

/// A game in progress, with the engine that takes part.
pub trait Table {
    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// The board and what belongs to it, to be shown before a decision.
    fn board(&self) -> String;

    /// The options, in the notation of the game: moves, or outcomes of chance.
    fn options(&self) -> Vec<String>;

    /// The index of the option that a text means, even if it is not written as
    /// [`options`](Self::options) writes it.
    ///
    /// # Errors
    ///
    /// If it means none; says what is wrong.
    fn read(&self, text: &str) -> Result<usize, String>;

    /// Plays an option; returns what else there is to report, such as that a game of a match is
    /// over.
    fn play(&mut self, option: usize) -> Option<String>;

    /// The outcome of chance that the seed determines here; the same one again after moves were
    /// taken back.
    fn draw(&self) -> usize;

    /// Takes the last move or outcome back; false if there is none.
    fn take_back(&mut self) -> bool;

    /// The option that the engine chooses, and its assessment, in one line.
    ///
    /// # Errors
    ///
    /// If the engine cannot search.
    fn decide(&mut self) -> anyhow::Result<(usize, String)>;

    /// Whether an option of the engine's need not be announced, since it changes nothing yet.
    fn goes_without_saying(&self, _option: usize) -> bool {
        false
    }

    /// Writes the engine's best moves.
    ///
    /// # Errors
    ///
    /// If the engine cannot search, or nothing can be written.
    fn hint(&mut self, out: &mut dyn Write) -> anyhow::Result<()>;

    /// Writes why the engine prefers what it does.
    ///
    /// # Errors
    ///
    /// If the engine cannot search, or nothing can be written.
    fn why(&mut self, out: &mut dyn Write) -> anyhow::Result<()>;

    /// What an option loses compared with the best one, by the engine's evaluation.
    ///
    /// # Errors
    ///
    /// If the engine cannot search.
    fn loss(&mut self, option: usize) -> anyhow::Result<Loss>;

    /// The words that `resign` may be followed by, where a game is lost in more than one way.
    fn ways_to_resign(&self) -> &'static [&'static str] {
        &[]
    }

    /// Ends the game: the player to move resigns, in the [way](Self::ways_to_resign) of this
    /// index if one is given, and otherwise as is fair. Returns what there is to report, as
    /// [`play`](Self::play) does.
    fn resign(&mut self, way: Option<usize>) -> Option<String>;

    /// Saves what was played so far.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    fn save(&self, path: &Path) -> anyhow::Result<()>;
}

/// Whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Chance decides, perhaps for a player.
    Chance(Player),
    /// A player decides.
    Decision(Player),
    /// The game is over: the result, in a sentence.
    Over(String),
}

/// What a move loses compared with the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct Loss {
    /// How much, in units of the game.
    pub loss: f64,
    /// The same in words, with the unit.
    pub text: String,
    /// The best move.
    pub best: String,
}

/// Who plays, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Seats {
    /// Whether the first and the second player is a person.
    pub people: [bool; 2],
    /// Whether outcomes of chance are typed in.
    pub enter_rolls: bool,
    /// A person's move that loses more than this, in units of the game, is played only if it
    /// is typed again.
    pub tutor: Option<f64>,
}

const HELP: &str = "\
A move is typed as the game writes it; the beginning of one is enough if only one move begins
so, and a number means the move of that number in the list. The tab key completes.

  moves        list the moves with their numbers
  hint         the engine's best moves
  why          what speaks for them
  undo         take back, as far as your last decision
  go           let the engine decide this one
  board        show the board again
  save FILE    save the game so far
  resign       give the game up
  quit         leave
";
const COMMANDS: [&str; 9] =
    ["moves", "hint", "why", "undo", "go", "board", "resign", "quit", "help"];

/// Plays until the game is over, somebody leaves, or nothing more can be read.
///
/// # Errors
///
/// If the engine cannot search, or nothing can be written.
pub fn run(
    table: &mut dyn Table,
    seats: &Seats,
    prompt: &mut dyn Prompt,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut game = Session { table, seats, prompt, out, shown: false, warned: None };
    while let Step::On = game.step()? {}
    Ok(())
}

/// Whether to go on.
enum Step {
    On,
    End,
}

/// What was typed.
enum Typed {
    Option(usize),
    Nothing,
    End,
}

struct Session<'a> {
    table: &'a mut dyn Table,
    seats: &'a Seats,
    prompt: &'a mut dyn Prompt,
    out: &'a mut dyn Write,
    /// Whether the board is on the screen as it is.
    shown: bool,
    /// The move that was warned of here.
    warned: Option<usize>,
}

impl Session<'_> {
    fn step(&mut self) -> anyhow::Result<Step> {
        match self.table.turn() {
            Turn::Over(result) => {
                writeln!(self.out, "{}\n{result}", self.table.board().trim_end())?;
                Ok(Step::End)
            }
            Turn::Chance(player) if self.seats.enter_rolls => self.ask(player, true),
            Turn::Chance(player) => {
                let outcome = self.table.draw();
                let text = self.table.options().swap_remove(outcome);
                self.say(player, &text, "chance brings")?;
                self.play(outcome)?;
                Ok(Step::On)
            }
            Turn::Decision(player) if self.seats.people[player.index()] => self.ask(player, false),
            Turn::Decision(player) => {
                self.engine(player)?;
                Ok(Step::On)
            }
        }
    }

    /// Asks a person for a move, or for an outcome of chance.
    fn ask(&mut self, player: Player, chance: bool) -> anyhow::Result<Step> {
        let options = self.table.options();
        if let ([only], false) = (options.as_slice(), chance) {
            self.say(player, only, "can only play")?;
            self.play(0)?;
            return Ok(Step::On);
        }
        if !std::mem::replace(&mut self.shown, true) {
            writeln!(self.out, "\n{}", self.table.board().trim_end())?;
        }
        let words = options.iter().map(String::as_str).chain(COMMANDS).map(str::to_owned);
        let words: Vec<_> = words.chain(self.resignations()).collect();
        let question = if chance { "outcome> " } else { "move> " };
        let Some(line) = self.prompt.ask(question, &words, self.out)? else {
            return Ok(Step::End);
        };
        match self.understand(line.trim(), &options, player)? {
            Typed::End => Ok(Step::End),
            Typed::Nothing => Ok(Step::On),
            Typed::Option(option) if chance || !self.warns(option, &options)? => {
                self.play(option)?;
                Ok(Step::On)
            }
            Typed::Option(_) => Ok(Step::On),
        }
    }

    /// Executes a command, or finds the option that is meant.
    fn understand(
        &mut self,
        line: &str,
        options: &[String],
        player: Player,
    ) -> anyhow::Result<Typed> {
        // An option of the game takes precedence over a command of the same name.
        if let Some(option) = options.iter().position(|option| option == line) {
            return Ok(Typed::Option(option));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("", _) => {}
            ("moves", "") => self.list(options)?,
            ("board", "") => self.shown = false,
            ("help" | "?", "") => self.help()?,
            ("quit" | "exit", "") => return Ok(Typed::End),
            ("undo", "") => self.undo()?,
            ("resign", "") => self.resign(None)?,
            ("resign", way) if !self.table.ways_to_resign().is_empty() => {
                let ways = self.table.ways_to_resign();
                match ways.iter().position(|&other| other == way) {
                    Some(way) => self.resign(Some(way))?,
                    None => writeln!(self.out, "resign {way}? say {}", self.resigning())?,
                }
            }
            ("save", path) if !path.is_empty() => match self.table.save(Path::new(path)) {
                Ok(()) => writeln!(self.out, "saved as {path}")?,
                Err(error) => writeln!(self.out, "{error:#}")?,
            },
            ("save", _) => writeln!(self.out, "save where? say `save FILE`")?,
            ("hint" | "why" | "go", "") if matches!(self.table.turn(), Turn::Chance(_)) => {
                writeln!(self.out, "first the outcome: one of {}", options.join(", "))?;
            }
            ("hint", "") => self.table.hint(self.out)?,
            ("why", "") => self.table.why(self.out)?,
            ("go", "") => self.engine(player)?,
            _ => return Ok(self.find(line, options)?.map_or(Typed::Nothing, Typed::Option)),
        }
        Ok(Typed::Nothing)
    }

    /// The option that a text means: as the game reads it, by its number, or by the
    /// beginning of its name.
    fn find(&mut self, text: &str, options: &[String]) -> anyhow::Result<Option<usize>> {
        let error = match self.table.read(text) {
            Ok(option) => return Ok(Some(option)),
            Err(error) => error,
        };
        if let Ok(number) = text.parse::<usize>()
            && (1..=options.len()).contains(&number)
        {
            return Ok(Some(number - 1));
        }
        let begins = |option: &&String| option.to_lowercase().starts_with(&text.to_lowercase());
        let meant: Vec<_> = options.iter().filter(begins).map(String::as_str).collect();
        match meant.as_slice() {
            [one] => return Ok(options.iter().position(|option| option == one)),
            [] => writeln!(self.out, "{error}; `help` says what else can be typed")?,
            several => writeln!(self.out, "which of {}?", several.join(", "))?,
        }
        Ok(None)
    }

    /// Warns a person of a bad move, once for each; returns whether it did.
    fn warns(&mut self, option: usize, options: &[String]) -> anyhow::Result<bool> {
        let Some(most) = self.seats.tutor.filter(|_| self.warned != Some(option)) else {
            return Ok(false);
        };
        let Loss { loss, text, best } = self.table.loss(option)?;
        if loss <= most {
            return Ok(false);
        }
        self.warned = Some(option);
        let m = &options[option];
        writeln!(self.out, "{m} loses {text} against {best}; type it again to play it")?;
        Ok(true)
    }

    /// Lets the engine decide.
    fn engine(&mut self, player: Player) -> anyhow::Result<()> {
        let (option, thought) = self.table.decide()?;
        if !self.table.goes_without_saying(option) {
            let text = self.table.options().swap_remove(option);
            self.say(player, &text, "plays")?;
        }
        if !thought.is_empty() {
            writeln!(self.out, "    {thought}")?;
        }
        self.play(option)
    }

    fn say(&mut self, player: Player, what: &str, does: &str) -> std::io::Result<()> {
        writeln!(self.out, "{player} {does} {what}")
    }

    fn play(&mut self, option: usize) -> anyhow::Result<()> {
        let news = self.table.play(option);
        self.tell(news)
    }

    /// Reports the news after a change of the board.
    fn tell(&mut self, news: Option<String>) -> anyhow::Result<()> {
        (self.shown, self.warned) = (false, None);
        if let Some(news) = news {
            writeln!(self.out, "{news}")?;
        }
        Ok(())
    }

    fn help(&mut self) -> anyhow::Result<()> {
        write!(self.out, "{HELP}")?;
        if !self.table.ways_to_resign().is_empty() {
            writeln!(self.out, "\nTo say how much is given up: {}.", self.resigning())?;
        }
        Ok(())
    }

    /// What to type to resign in each of the ways.
    fn resignations(&self) -> impl Iterator<Item = String> + use<> {
        self.table.ways_to_resign().iter().map(|way| format!("resign {way}"))
    }

    /// The same in a sentence.
    fn resigning(&self) -> String {
        self.resignations().collect::<Vec<_>>().join(", ")
    }

    fn resign(&mut self, way: Option<usize>) -> anyhow::Result<()> {
        let news = self.table.resign(way);
        self.tell(news)
    }

    /// Takes moves back to the last decision of a person in which there was a choice.
    fn undo(&mut self) -> anyhow::Result<()> {
        let mut any = false;
        while self.table.take_back() {
            any = true;
            let asked = match self.table.turn() {
                Turn::Decision(player) => {
                    self.seats.people[player.index()] && self.table.options().len() > 1
                }
                Turn::Chance(_) => self.seats.enter_rolls,
                Turn::Over(_) => false,
            };
            if asked {
                break;
            }
        }
        (self.shown, self.warned) = (false, None);
        if !any {
            writeln!(self.out, "nothing has been played yet")?;
        }
        Ok(())
    }

    fn list(&mut self, options: &[String]) -> anyhow::Result<()> {
        let widest = options.iter().map(|option| option.chars().count()).max().unwrap_or(0);
        let columns = (78 / (widest + 7)).max(1);
        for (i, option) in options.iter().enumerate() {
            write!(self.out, "{:>4} {option:<widest$}", i + 1)?;
            let ends = (i + 1) % columns == 0 || i + 1 == options.len();
            write!(self.out, "{}", if ends { "\n" } else { "  " })?;
        }
        Ok(())
    }
}
