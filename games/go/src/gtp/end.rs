//! Commands about the end of a game.

use super::{Answer, Session};
use crate::{Board, Color, Ending, Point};

/// The outcome of the game on a board, cached for the next question about it.
#[derive(Debug)]
pub(super) struct Ended {
    board: Board,
    ending: Ending,
}

impl Session {
    /// The outcome of the game as it stands, by reading.
    pub(super) fn ending(&mut self) -> &Ending {
        let (game, taken) = (&self.game, !self.agreed.friendly);
        let known = self.ended.take().filter(|ended| ended.board == *game.board());
        let ended = known.unwrap_or_else(|| {
            let board = game.board().clone();
            let ending =
                if taken { Ending::taken(game) } else { Ending::read(game, &self.evaluator) };
            Ended { board, ending }
        });
        &self.ended.insert(ended).ending
    }

    pub(super) fn final_score(&mut self, _: &[&str]) -> Answer {
        let ending = self.ending().clone();
        let points = f64::from(ending.score(&self.game)) / f64::from(crate::board::game::UNIT);
        Ok(match points {
            0.0 => "0".to_owned(),
            points if points > 0.0 => format!("B+{points:.1}"),
            points => format!("W+{:.1}", -points),
        })
    }

    /// The status of a point, in GTP's words: for a stone whether it lives, for a free point who
    /// owns it.
    fn word(board: &Board, point: Point, ending: &Ending) -> &'static str {
        let [black, white] = &ending.territory;
        match board.at(point) {
            Some(_) if ending.dead.contains(point) => "dead",
            Some(_) if ending.seki.contains(point) => "seki",
            Some(_) => "alive",
            None if black.contains(point) => "black_territory",
            None if white.contains(point) => "white_territory",
            None => "dame",
        }
    }

    pub(super) fn final_status(&mut self, args: &[&str]) -> Answer {
        let point = self.point_at(args, 0)?;
        let ending = self.ending().clone();
        Ok(Self::word(self.game.board(), point, &ending).to_owned())
    }

    /// `final_status_list STATUS`: stones, one string a line, or points.
    pub(super) fn final_status_list(&mut self, args: &[&str]) -> Answer {
        const WORDS: [&str; 6] =
            ["alive", "dead", "seki", "black_territory", "white_territory", "dame"];
        let wanted = *args.first().ok_or("missing status")?;
        if !WORDS.contains(&wanted) {
            return Err("invalid status".to_owned());
        }
        let ending = self.ending().clone();
        let board = self.game.board();
        let mut lines = Vec::new();
        for color in Color::BOTH {
            for head in board.strings(color) {
                if Self::word(board, head, &ending) == wanted {
                    let mut stones: Vec<_> = board.string(head).collect();
                    stones.sort_unstable();
                    lines.push(self.names(stones));
                }
            }
        }
        let free = board.empty().iter().filter(|&p| Self::word(board, p, &ending) == wanted);
        let free = self.names(free);
        if !free.is_empty() {
            lines.push(free);
        }
        Ok(lines.join("\n"))
    }
}
