//! The arguments that all commands for playing have.

use std::{
    hash::{BuildHasher, RandomState},
    io::Write,
    path::{Path, PathBuf},
};

use starboard::BadInput;

use super::{ScriptedPrompt, Seats, Table, run, stdin};
use crate::files;

/// What is said of every game that a person plays.
#[derive(clap::Args, Debug)]
#[group(skip)]
pub struct PlayArgs {
    /// Which side you play; the engine plays the rest
    #[arg(long = "as", value_enum, value_name = "SIDE", default_value_t = Side::First)]
    side: Side,
    /// Warn of moves that lose more than this, in units of the game [default, without a
    /// number: 0.1]
    #[arg(long, value_name = "LOSS", num_args = 0..=1, default_missing_value = "0.1", value_parser = loss)]
    tutor: Option<f64>,
    /// Type in the outcomes of chance, such as rolls of dice
    #[arg(long)]
    enter_rolls: bool,
    /// Seed for the outcomes of chance [default: a different one every time]
    #[arg(long, value_name = "S", conflicts_with = "enter_rolls")]
    seed: Option<u64>,
    /// Lines to enter first, separated by semicolons; after them, you are asked
    #[arg(long, value_name = "LINES", value_delimiter = ';')]
    begin: Vec<String>,
    /// Save the game in this file when it ends or you leave; the file extension chooses among the
    /// game's record formats
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}

/// Which sides a person plays.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    /// The player who moves first
    First,
    /// The other player
    Second,
    /// Both sides
    Both,
    /// Neither: the engine plays with itself
    None,
}

impl PlayArgs {
    /// Whether the first and the second player is a person.
    pub fn people(&self) -> [bool; 2] {
        let Self { side, .. } = self;
        [matches!(side, Side::First | Side::Both), matches!(side, Side::Second | Side::Both)]
    }

    /// The names of the players; an engine's is its description. Where both would have the same
    /// name, they are called by the sides that they play.
    pub fn names(&self, engine: &str) -> [String; 2] {
        match self.people() {
            [true, true] => ["first player", "second player"].map(str::to_owned),
            [false, false] => ["first", "second"].map(|side| format!("{engine} ({side})")),
            people => people.map(|person| if person { "a person" } else { engine }.to_owned()),
        }
    }

    /// The seed of the chance outcomes, unless these are typed in: the one that was given, or a
    /// random one of up to six digits.
    pub fn seed(&self) -> Option<u64> {
        let any = || RandomState::new().hash_one(()) % 1_000_000;
        (!self.enter_rolls).then(|| self.seed.unwrap_or_else(any))
    }

    /// Plays at a table with the person at the terminal, after the lines to be entered first; and
    /// saves the game at the end, if it is to be saved.
    ///
    /// # Errors
    ///
    /// As [`run`], and if the game cannot be saved, which is checked before it begins.
    pub fn play(&self, table: &mut dyn Table, out: &mut dyn Write) -> anyhow::Result<()> {
        files::can_write(&self.save)?;
        let Self { enter_rolls, tutor, .. } = *self;
        let seats = Seats { people: self.people(), enter_rolls, tutor };
        let lines = self.begin.iter().map(|line| line.trim().to_owned()).collect();
        let mut prompt = ScriptedPrompt { lines, then: &mut *stdin() };
        writeln!(out, "`help` says what can be typed")?;
        let played = run(table, &seats, &mut prompt, out);
        if let Some(path) = &self.save {
            table.save(path)?;
            writeln!(out, "saved as {}", path.display())?;
        }
        played
    }
}

/// Reads a loss for clap.
fn loss(text: &str) -> Result<f64, String> {
    let loss = text.parse().ok().filter(|loss: &f64| loss.is_finite() && *loss >= 0.0);
    loss.ok_or_else(|| "a loss is a number of at least 0".to_owned())
}

/// The extension of a file, which says the format of a record.
///
/// # Errors
///
/// If it has none.
pub fn format_of(path: &Path) -> anyhow::Result<&str> {
    path.extension().and_then(|extension| extension.to_str()).ok_or_else(|| {
        let path = path.display();
        BadInput::error(format!("{path}: the name of a record needs an ending, such as .txt"))
    })
}
