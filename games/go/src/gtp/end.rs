//! Commands about the end of a game.

use super::{Answer, Session};
use crate::{Color, Memory, Point, Points, Status};

impl Session {
    /// The stones that are dead as far as tactics can tell: strings that are
    /// captured though they play first.
    fn dead(&mut self) -> Points {
        let (mut memory, board) = (Memory::default(), self.game.board());
        let mut dead = Points::EMPTY;
        for color in Color::BOTH {
            for head in board.strings(color) {
                if memory.status(board, head) == Status::Dead {
                    dead.extend(board.string(head));
                }
            }
        }
        dead
    }

    pub(super) fn final_score(&mut self, _: &[&str]) -> Answer {
        let dead = self.dead();
        let points = f64::from(self.game.score(&dead)) / f64::from(crate::game::UNIT);
        Ok(match points {
            0.0 => "0".to_owned(),
            points if points > 0.0 => format!("B+{points:.1}"),
            points => format!("W+{:.1}", -points),
        })
    }

    /// The word for a point: of a stone whether it lives, of a free point whose
    /// it is.
    fn word(&self, point: Point, dead: &Points) -> &'static str {
        let area = self.game.tally(dead).area;
        match self.game.board().at(point) {
            Some(_) if dead.contains(point) => "dead",
            Some(_) => "alive",
            None if area[0].contains(point) => "black_territory",
            None if area[1].contains(point) => "white_territory",
            None => "dame",
        }
    }

    pub(super) fn final_status(&mut self, args: &[&str]) -> Answer {
        let point = self.point_at(args, 0)?;
        let dead = self.dead();
        Ok(self.word(point, &dead).to_owned())
    }

    /// `final_status_list STATUS`: stones string by string, or points.
    pub(super) fn final_status_list(&mut self, args: &[&str]) -> Answer {
        const WORDS: [&str; 6] =
            ["alive", "dead", "seki", "black_territory", "white_territory", "dame"];
        let wanted = *args.first().ok_or("missing status")?;
        if !WORDS.contains(&wanted) {
            return Err("invalid status".to_owned());
        }
        let dead = self.dead();
        let board = self.game.board();
        let mut lines = Vec::new();
        for color in Color::BOTH {
            for head in board.strings(color) {
                if self.word(head, &dead) == wanted {
                    let mut stones: Vec<_> = board.string(head).collect();
                    stones.sort_unstable();
                    lines.push(self.names(stones));
                }
            }
        }
        let free = board.empty().iter().filter(|&point| self.word(point, &dead) == wanted);
        let free = self.names(free);
        if !free.is_empty() {
            lines.push(free);
        }
        Ok(lines.join("\n"))
    }
}
