//! The records that a file of eXtreme Gammon is a list of: fields at fixed places, numbers
//! with their lowest byte first.

use starboard_core::Player;

use crate::{Backgammon, Checkers, Dice};

/// The length of a record.
pub(super) const SIZE: usize = 2560;
/// Where the kind of a record stands.
const KIND: usize = 8;
/// The number that the head of a match carries.
const MAGIC: i32 = 0x494C_4D44;
/// The newest version of the layout that has been published.
const NEWEST: i32 = 40;
/// From this version on names are in Unicode.
const UNICODE: i32 = 24;
/// The length of a session, which has no end of its own.
const UNLIMITED: i32 = 99_999;
/// The longest match that a record may have.
const LONGEST: i32 = 999;

/// A record.
pub(super) enum Record {
    Header(Header),
    Game(Moment),
    Cube(Cube),
    Move(Move),
    End(Footer),
    /// The end of the match, and what carries nothing that is read.
    Other,
}

/// The kinds of records.
pub(super) struct Entry;

impl Entry {
    /// What the record is, for an error.
    pub(super) fn name(bytes: &[u8]) -> &'static str {
        match bytes.get(KIND) {
            Some(0) => "the head of the match",
            Some(1) => "the head of a game",
            Some(2) => "a cube decision",
            Some(3) => "a move",
            Some(4) => "the end of a game",
            Some(5) => "the end of the match",
            _ => "of a kind of its own",
        }
    }
}

/// What is said of the match.
pub(super) struct Header {
    pub(super) names: [String; 2],
    /// 0 for a session.
    pub(super) length: u32,
    pub(super) crawford: bool,
    pub(super) jacoby: bool,
    pub(super) beavers: bool,
    pub(super) event: String,
    pub(super) round: String,
    pub(super) location: String,
    /// Such as `2026.11.25`.
    pub(super) date: Option<String>,
}

/// What is said of a game before it.
pub(super) struct Moment {
    pub(super) score: [u32; 2],
    /// From the side of the first player.
    pub(super) board: Board,
    pub(super) automatic: u32,
}

/// What a player did with the cube before rolling.
pub(super) struct Cube {
    pub(super) player: Player,
    pub(super) doubled: bool,
    /// 0 for a drop, 1 for a take, 2 for a beaver.
    pub(super) take: i32,
    /// What was answered to a beaver: 2 for another against it.
    pub(super) beaver: i32,
    /// What was answered to that.
    pub(super) raccoon: i32,
    pub(super) board: Board,
}

/// A roll, and how it was played.
pub(super) struct Move {
    pub(super) player: Player,
    /// `None` where nobody has rolled yet.
    pub(super) dice: Option<Dice>,
    pub(super) before: Board,
    pub(super) after: Board,
}

/// How a game ended.
pub(super) struct Footer {
    pub(super) winner: Player,
    pub(super) points: u32,
    /// How many times the cube was given up, 0 if it was not.
    pub(super) resigned: u8,
    /// The players agreed on points.
    pub(super) settled: bool,
}

/// Checkers by place: positive for one player, whose bar is place 25, negative for the other,
/// whose bar is place 0.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Board([i8; 26]);

impl Board {
    /// The start of a game.
    pub(super) const START: Self =
        Self([0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]);

    /// The same checkers from the other side.
    pub(super) fn turned(self) -> Self {
        let mut board = self.0.map(i8::wrapping_neg);
        board.reverse();
        Self(board)
    }

    /// The checkers of the player with the positive numbers and of the other, each from their
    /// own side; `None` if they cannot be.
    pub(super) fn sides(self) -> Option<(Checkers, Checkers)> {
        let side = |board: Self| {
            let mut counts = [0; 25];
            for (count, &checkers) in counts.iter_mut().zip(&board.0[1..]) {
                *count = u8::try_from(checkers.max(0)).ok()?;
            }
            Checkers::on_board(counts).ok()
        };
        Some((side(self)?, side(self.turned())?))
    }

    /// The position with the player of the positive numbers to move.
    pub(super) fn position(self) -> Result<Backgammon, String> {
        let (mine, theirs) = self.sides().ok_or("a player has more than 15 checkers")?;
        Backgammon::new(mine, theirs).map_err(|error| error.to_string())
    }
}

/// The bytes of a record.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn int(&self, at: usize) -> i32 {
        i32::from_le_bytes(self.0[at..at + 4].try_into().expect("4 bytes"))
    }

    fn flag(&self, at: usize) -> bool {
        self.0[at] != 0
    }

    fn number(&self, at: usize, what: &str) -> Result<u32, String> {
        let found = self.int(at);
        let number = u32::try_from(found).ok().filter(|&number| number < 1_000_000);
        number.ok_or_else(|| format!("expected {what}, found {found}"))
    }

    fn player(&self, at: usize) -> Result<Player, String> {
        match self.int(at) {
            1 => Ok(Player::First),
            -1 => Ok(Player::Second),
            found => Err(format!("expected 1 or -1 for a player, found {found}")),
        }
    }

    fn board(&self, at: usize) -> Board {
        Board(std::array::from_fn(|place| self.0[at + place] as i8))
    }

    /// A name: its length, then a letter a byte.
    fn short(&self, at: usize, most: usize) -> String {
        let length = usize::from(self.0[at]).min(most);
        self.0[at + 1..=at + length].iter().map(|&byte| char::from(byte)).collect()
    }

    /// A name in Unicode, ended by a zero.
    fn wide(&self, at: usize) -> String {
        let units = self.0[at..at + 258].chunks_exact(2);
        let units = units.map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
        let text = char::decode_utf16(units.take_while(|&unit| unit != 0));
        text.map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    }

    /// A day as Delphi counts them.
    fn day(&self, at: usize) -> Option<String> {
        let days = f64::from_le_bytes(self.0[at..at + 8].try_into().expect("8 bytes"));
        // 1 January 1900 to the end of 2199.
        if !(2.0..109_572.0).contains(&days) {
            return None;
        }
        let (year, month, day) = civil(days as i64 - 25_569);
        Some(format!("{year:04}.{month:02}.{day:02}"))
    }
}

/// The year, month and day so many days after 1 January 1970; by Howard Hinnant's
/// `civil_from_days` (chrono-compatible low-level date algorithms, public domain).
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

impl Record {
    /// Reads a record of [`SIZE`] bytes.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let fields = Fields(bytes);
        Ok(match bytes[KIND] {
            0 => Self::Header(header(&fields)?),
            1 => Self::Game(Moment {
                score: [fields.number(12, "a score")?, fields.number(16, "a score")?],
                board: fields.board(21),
                automatic: match fields.int(64) {
                    found @ 0..=10 => found as u32,
                    found => return Err(format!("{found} automatic doubles cannot be")),
                },
            }),
            2 => Self::Cube(Cube {
                player: fields.player(12)?,
                doubled: fields.int(16) == 1,
                take: fields.int(20),
                beaver: fields.int(24),
                raccoon: fields.int(28),
                board: fields.board(36),
            }),
            3 => Self::Move(Move {
                player: fields.player(64)?,
                dice: dice(fields.int(100), fields.int(104))?,
                before: fields.board(9),
                after: fields.board(35),
            }),
            4 => Self::End(footer(&fields)?),
            _ => Self::Other,
        })
    }
}

fn header(fields: &Fields<'_>) -> Result<Header, String> {
    let (version, magic) = (fields.int(552), fields.int(556));
    if magic != MAGIC {
        return Err(format!("expected the number {MAGIC:#x}, found {magic:#x}"));
    }
    if !(1..=NEWEST).contains(&version) {
        return Err(format!("version {version} of the layout is not known, 1 to {NEWEST} are"));
    }
    match fields.int(96) {
        0 => {}
        1 => return Err("this is nackgammon, whose records are not read".to_owned()),
        2 => return Err("this is hypergammon, whose records are not read".to_owned()),
        other => return Err(format!("variant {other} is not backgammon, which is 0")),
    }
    let length = match fields.int(92) {
        UNLIMITED => 0,
        length @ 1..=LONGEST => length as u32,
        length => return Err(format!("a match to {length} points cannot be")),
    };
    let text = |wide: usize, short: usize, most: usize| {
        let text = if version >= UNICODE { fields.wide(wide) } else { String::new() };
        let text = if text.is_empty() { fields.short(short, most) } else { text };
        // What has lines would break those of other formats.
        text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
    };
    let names: [String; 2] = [text(880, 9, 40), text(1138, 50, 40)];
    Ok(Header {
        names,
        length,
        crawford: fields.flag(100),
        jacoby: fields.flag(101),
        beavers: fields.flag(102),
        event: text(622, 136, 128),
        location: text(1396, 283, 128),
        round: text(1654, 417, 128),
        date: fields.day(128),
    })
}

fn dice(a: i32, b: i32) -> Result<Option<Dice>, String> {
    if (a, b) == (0, 0) {
        return Ok(None);
    }
    let die = |die: i32| u8::try_from(die).unwrap_or(0);
    let dice = Dice::new(die(a), die(b));
    dice.map(Some).ok_or_else(|| format!("expected dice from 1 to 6, found {a} and {b}"))
}

fn footer(fields: &Fields<'_>) -> Result<Footer, String> {
    let ended = fields.int(32);
    let (settled, resigned) = match ended {
        0..=3 => (false, 0),
        100 => (false, 1),
        101..=103 => (false, (ended - 100) as u8),
        1000..=1103 => (true, 0),
        _ => return Err(format!("{ended} is no way for a game to end")),
    };
    Ok(Footer {
        winner: fields.player(24)?,
        points: fields.number(28, "how much was won")?,
        resigned,
        settled,
    })
}
