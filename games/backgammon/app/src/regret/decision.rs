//! The file format of decisions.

use std::path::Path;

use serde::{Deserialize, Serialize};
use starboard::BadInput;
use starboard_backgammon::{Backgammon, Checkers, Class, Dice, Move, Turn, rollout::Mean};
use starboard_core::Game;
use starboard_lab::runs::{self, Shard};

/// What a file of this form says it is.
pub(crate) const DECISIONS: &str = "backgammon-decisions 1";

/// Everything that decisions depend on, except their number: more can be added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// What is in the file: [`DECISIONS`].
    pub(super) experiment: String,
    /// The program that made it.
    pub(super) version: String,
    /// Fixes games and dice.
    pub(super) seed: u64,
    /// How often a candidate is rolled out at most.
    pub(super) trials: u64,
    /// After how many turns a trial is evaluated; 0 for never.
    pub(super) truncate: u32,
    /// A hash of the networks that played, chose and rolled out.
    pub(super) fingerprint: String,
    /// Whether what GNU Backgammon would play at once is a candidate, too.
    pub(super) gnubg: bool,
    /// Whether these are the first two turns, and not drawn from games.
    #[serde(default)]
    pub(super) openings: bool,
    #[serde(skip)]
    pub(super) decisions: usize,
    #[serde(default)]
    pub(super) shard: Shard,
}

impl runs::Header for Header {
    const RESULTS: &'static str = "decisions";
    const OPEN: bool = true;

    fn shard_mut(&mut self) -> Option<&mut Shard> {
        Some(&mut self.shard)
    }

    fn units(&self) -> usize {
        self.decisions
    }
}

/// What kind of decision it is: the first of these that it is, from the last on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// There is no contact any more.
    Race,
    /// Any other with contact.
    Contact,
    /// A player has four or more checkers in the other's home board or on the bar.
    FourBack,
    /// A player holds two or more points in the other's home board, and is behind in the race.
    BackGame,
    /// A player has too few useful checkers left for any formation, as in [`Class::Crashed`].
    Crashed,
}

impl Kind {
    pub(super) const ALL: [Self; 5] =
        [Self::Contact, Self::Race, Self::FourBack, Self::BackGame, Self::Crashed];

    /// The kind of a position; no other player and no dice matter.
    pub(super) fn of(game: &Backgammon) -> Self {
        let sides = [[game.mine(), game.theirs()], [game.theirs(), game.mine()]];
        let either = |is: fn([Checkers; 2]) -> bool| sides.into_iter().any(is);
        match Class::of(game) {
            Class::Crashed => Self::Crashed,
            Class::Contact if either(plays_back_game) => Self::BackGame,
            Class::Contact if either(has_four_back) => Self::FourBack,
            Class::Contact => Self::Contact,
            _ => Self::Race,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Race => "race",
            Self::Contact => "contact",
            Self::FourBack => "four back",
            Self::BackGame => "back game",
            Self::Crashed => "crashed",
        }
    }
}

fn plays_back_game([mine, theirs]: [Checkers; 2]) -> bool {
    (19..=24).filter(|&point| mine.at(point) > 1).count() > 1 && mine.pips() > theirs.pips()
}

fn has_four_back([mine, _]: [Checkers; 2]) -> bool {
    (19..=25).map(|place| mine.at(place)).sum::<u8>() > 3
}

/// A position with a roll, and the rollout results of its best moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub(super) struct Decision {
    /// Its number in the whole run, from 0.
    pub(super) number: usize,
    pub(super) game: Backgammon,
    pub(super) dice: Dice,
    pub(super) kind: Kind,
    /// Whether it was drawn because it is of its kind, and not just met in play.
    pub(super) sought: bool,
    /// How many decisions that could have been drawn in its place were passed over, because
    /// the choice was clear or made no difference.
    pub(super) passed_over: u64,
    /// The moves that were rolled out, the best first.
    pub(super) candidates: Vec<Candidate>,
}

/// A move with its rollout results, in cubeless points for the player who makes it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) turn: Turn,
    /// How often it was rolled out.
    pub(super) trials: u64,
    /// What the position is worth after it.
    pub(super) equity: Mean,
    /// How much worse it is than the best move, trial by trial on the same dice; 0 for the best.
    pub(super) loss: Mean,
}

impl Decision {
    /// What a move loses, if it was rolled out.
    pub(super) fn loss(&self, turn: Turn) -> Option<f64> {
        let found = self.candidates.iter().find(|candidate| candidate.turn == turn)?;
        Some(found.loss.mean)
    }
}

/// A decision as a line of JSON.
#[derive(Clone, Serialize, Deserialize)]
struct Written {
    decision: usize,
    position: String,
    kind: Kind,
    sought: bool,
    passed_over: u64,
    candidates: Vec<WrittenCandidate>,
}

#[derive(Clone, Serialize, Deserialize)]
struct WrittenCandidate {
    #[serde(rename = "move")]
    turn: String,
    trials: u64,
    equity: f64,
    error: f64,
    loss: f64,
    loss_error: f64,
}

impl From<Decision> for Written {
    fn from(decision: Decision) -> Self {
        let Decision { number, game, kind, sought, passed_over, candidates, .. } = decision;
        let short = |x: f64| (x * 1e5).round() / 1e5;
        let candidate = |c: &Candidate| WrittenCandidate {
            turn: game.format_move(Move::Turn(c.turn)),
            trials: c.trials,
            equity: short(c.equity.mean),
            error: short(c.equity.error),
            loss: short(c.loss.mean),
            loss_error: short(c.loss.error),
        };
        let candidates = candidates.iter().map(candidate).collect();
        let position = game.format();
        Self { decision: number, position, kind, sought, passed_over, candidates }
    }
}

impl TryFrom<Written> for Decision {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let Written { decision, position, kind, sought, passed_over, candidates } = written;
        let game = Backgammon::parse(&position).map_err(|e| format!("position: {e}"))?;
        let Some(dice) = game.dice() else {
            return Err(format!("position: expected one with dice, found {position:?}"));
        };
        let candidate = |c: WrittenCandidate| {
            let read = game.parse_move(&c.turn).map_err(|e| format!("move: {e}"))?;
            let Move::Turn(turn) = read else {
                return Err(format!("move: expected one of checkers, found {:?}", c.turn));
            };
            if c.loss < 0.0 {
                return Err(format!("loss: expected 0 or more, found {}", c.loss));
            }
            Ok(Candidate {
                turn,
                trials: c.trials,
                equity: Mean { mean: c.equity, error: c.error },
                loss: Mean { mean: c.loss, error: c.loss_error },
            })
        };
        let candidates = candidates.into_iter().map(candidate).collect::<Result<Vec<_>, _>>()?;
        if candidates.is_empty() {
            return Err("candidates: expected at least one move".to_owned());
        }
        Ok(Self { number: decision, game, dice, kind, sought, passed_over, candidates })
    }
}

/// The decisions of a file, as far as they are there.
///
/// # Errors
///
/// If it cannot be read or is of another kind; names the line that is no decision, and why.
pub(super) fn read(path: &Path) -> anyhow::Result<(Header, Vec<Decision>)> {
    let (header, decisions) = runs::read::<Header, Decision>(path)?;
    let (name, found) = (path.display(), &header.experiment);
    if found != DECISIONS {
        return Err(BadInput::error(format!("{name}: expected {DECISIONS:?}, found {found:?}")));
    }
    if decisions.is_empty() {
        return Err(BadInput::error(format!("{name}: there is no decision in it yet")));
    }
    Ok((header, decisions))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::prelude::*;

    use super::*;

    /// A file of one decision.
    const FILE: &str = concat!(
        r#"{"experiment":"backgammon-decisions 1","version":"0.1.0","seed":1,"trials":36,"#,
        r#""truncate":0,"fingerprint":"0","gnubg":false,"shard":"0/1"}"#,
        "\n",
        r#"{"decision":0,"position":"4HPwATDgc/ABMA 31","kind":"contact","sought":false,"#,
        r#""passed_over":2,"candidates":[{"move":"8/5 6/5","trials":36,"equity":0.15,"#,
        r#""error":0.01,"loss":0.0,"loss_error":0.0},{"move":"24/23 13/10","trials":36,"#,
        r#""equity":-0.01,"error":0.01,"loss":0.16,"loss_error":0.02}]}"#,
        "\n",
    );

    fn read_text(text: impl AsRef<[u8]>) -> Result<(Header, Vec<Decision>), String> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("d.jsonl");
        fs::write(&path, text).expect("a file");
        read(&path).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn what_was_written_is_read() {
        let (header, decisions) = read_text(FILE).expect("a file");
        let [decision] = &decisions[..] else { panic!("{decisions:?}") };
        assert_eq!(header.trials, 36);
        let turn = |text| match decision.game.parse_move(text) {
            Ok(Move::Turn(turn)) => turn,
            other => panic!("{other:?}"),
        };
        assert_eq!(decision.loss(turn("8/5 6/5")), Some(0.0));
        assert_eq!(decision.loss(turn("24/23 13/10")), Some(0.16));
        assert_eq!(decision.loss(turn("8/4")), None);
        let again = serde_json::to_string(decision).expect("JSON");
        assert_eq!(again, FILE.lines().nth(1).expect("two lines"));
        // What a kill left of a line does not count.
        assert_eq!(read_text(format!("{FILE}{{\"deci")).expect("a file").1, decisions);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (was, is, expected) in [
            ("4HPwATDgc/ABMA 31", "4HPwATDgc/ABMA", "line 2 is not a row: position: expected one"),
            ("4HPwATDgc/ABMA 31", "4HPw 31", "line 2 is not a row: position: "),
            ("8/5 6/5", "8/4 6/5", "line 2 is not a row: move: "),
            ("8/5 6/5", "31", "line 2 is not a row: move: "),
            ("0.16", "-0.16", "line 2 is not a row: loss: expected 0 or more, found -0.16"),
            ("\"contact\"", "\"middle\"", "line 2 is not a row: unknown variant `middle`"),
            ("decisions 1", "decisions 9", "expected \"backgammon-decisions 1\", found"),
            ("\"seed\":1,", "", "missing field `seed`"),
        ] {
            let error = read_text(FILE.replace(was, is)).expect_err(is);
            assert!(error.contains(expected) && error.contains("d.jsonl"), "{is}: {error}");
        }
        let (header, _) = FILE.split_once('\n').expect("two lines");
        let error = read_text(format!("{header}\n")).expect_err("nothing is in it");
        assert!(error.contains("no decision in it yet"), "{error}");
        let error = read_text(b"\xff\n").expect_err("no text");
        assert!(error.contains("cannot read"), "{error}");
    }

    #[test]
    fn kinds_are_told_apart() {
        for (id, kind) in [
            ("4HPwATDgc/ABMA", Kind::Contact),
            ("/38AAAAAAAD/fw", Kind::Crashed),
            ("/38AAAD/fwAAAA", Kind::Race),
        ] {
            let game = Backgammon::parse(id).expect(id);
            assert_eq!(Kind::of(&game), kind, "{id}");
        }
        // Two points held and behind, or four checkers on one point and the bar; of either.
        let side = |points: &[(usize, u8)]| {
            let mut counts = [0; 26];
            points.iter().for_each(|&(point, n)| counts[point] = n);
            Checkers::new(counts).expect("fifteen")
        };
        let ahead = side(&[(8, 3), (7, 2), (6, 4), (5, 3), (4, 3)]);
        for (back, kind) in [
            (side(&[(24, 2), (22, 2), (13, 5), (6, 6)]), Kind::BackGame),
            (side(&[(24, 3), (25, 1), (13, 5), (6, 6)]), Kind::FourBack),
            (side(&[(24, 3), (13, 6), (6, 6)]), Kind::Contact),
        ] {
            for [mine, theirs] in [[back, ahead], [ahead, back]] {
                let game = Backgammon::new(mine, theirs).expect("a position");
                assert_eq!(Kind::of(&game), kind);
            }
        }
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes: Vec<u8>, at in 0..FILE.len(), byte: u8) {
            let _ = read_text(&bytes);
            let mut damaged = FILE.as_bytes().to_vec();
            damaged[at] = byte;
            let _ = read_text(damaged);
        }
    }
}
