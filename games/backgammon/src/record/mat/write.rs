//! Writes `.mat`.

use std::fmt::Write;

use starboard_core::{Game, Player};

use crate::{
    Move,
    record::{Action, GameRecord, MatchRecord, Rules},
};

/// Where the right column begins, as Jellyfish has it, in characters; further right where a
/// name needs more.
const RIGHT: usize = 32;

/// Writes a match or session in Jellyfish's format.
///
/// A resignation, for which the format has no notation, follows from the line that says who won.
pub fn write_mat(record: &MatchRecord) -> String {
    let mut text = String::new();
    for (name, value) in &record.tags {
        let _ = writeln!(text, "; [{name} \"{value}\"]");
    }
    let (rules, usual) = (record.rules, Rules::default());
    for (name, on, usual) in [
        ("Jacoby", rules.jacoby, usual.jacoby),
        ("Beaver", rules.beavers, usual.beavers),
        ("Crawford", rules.crawford, usual.crawford),
    ] {
        if on != usual {
            let _ = writeln!(text, "; [{name} \"{}\"]", if on { "On" } else { "Off" });
        }
    }
    let _ = writeln!(text, "\n {} point match", record.length);
    for (i, game) in record.games.iter().enumerate() {
        let _ = writeln!(text, "\n Game {}", i + 1);
        let [one, other] =
            std::array::from_fn(|i| format!("{} : {}", record.names[i], game.score[i]));
        let left = format!(" {one} ");
        let right = RIGHT.max(left.chars().count());
        let _ = writeln!(text, "{left:right$}{other}");
        write_game(&mut text, game, right);
    }
    text
}

fn write_game(text: &mut String, game: &GameRecord, right: usize) {
    let mut page = Page { text: String::new(), number: 0, left: None, right };
    let mut state = game.start();
    for &action in &game.actions {
        let Some(actor) = state.actor_of(action) else { break };
        match action {
            Action::Play(dice, turn) => {
                let board = state.board.with_dice(Some(dice));
                let played = if turn.is_pass() {
                    String::new()
                } else {
                    board.format_move(Move::Turn(turn))
                };
                page.put(actor, &format!("{dice}: {played}"));
            }
            Action::Double => page.put(actor, &format!(" Doubles => {}", 2 * state.cube)),
            Action::Take => page.put(actor, " Takes"),
            Action::Beaver => {
                let times = if state.in_beavers() { 2 } else { 4 };
                page.put(actor, &format!(" Beavers => {}", times * state.cube));
            }
            Action::Drop => page.put(actor, " Drops"),
            Action::Resign(..) => {}
        }
        // What is in a record was legal when it was read or played.
        if state.act(action).is_err() {
            break;
        }
    }
    if let Some(outcome) = game.outcome {
        let s = if outcome.points == 1 { "" } else { "s" };
        page.end(outcome.winner, &format!(" Wins {} point{s}", outcome.points));
    } else if page.left.is_some() {
        page.text.push('\n');
    }
    *text += &page.text;
}

/// Lines of two columns.
struct Page {
    text: String,
    number: u32,
    /// How long the left column of the line is that is not finished.
    left: Option<usize>,
    /// Where the right column begins.
    right: usize,
}

impl Page {
    fn put(&mut self, player: Player, cell: &str) {
        match (player, self.left) {
            (Player::First, left) => {
                if left.is_some() {
                    self.text.push('\n');
                }
                self.number += 1;
                let cell = format!("{:3}) {cell}", self.number);
                self.text += &cell;
                self.left = Some(cell.len());
            }
            (Player::Second, left) => {
                let used = left.unwrap_or_else(|| {
                    self.number += 1;
                    let _ = write!(self.text, "{:3})", self.number);
                    4
                });
                let gap = self.right.saturating_sub(used).max(1);
                let _ = writeln!(self.text, "{:gap$}{cell}", "");
                self.left = None;
            }
        }
    }

    /// The last line, with who won.
    fn end(&mut self, winner: Player, cell: &str) {
        match (winner, self.left.take()) {
            (Player::First, left) => {
                if left.is_some() {
                    self.text.push('\n');
                }
                let _ = writeln!(self.text, "     {cell}");
            }
            (Player::Second, left) => {
                let gap = self.right.saturating_sub(left.unwrap_or(0)).max(1);
                let _ = writeln!(self.text, "{:gap$}{cell}", "");
            }
        }
    }
}
