//! Kos: taking one, and ko threats while one may not be retaken, by who has more threats.

use super::{Kind, Notes, Reason};
use crate::{Color, Point, board::game::UNIT};

/// A ko is worth this much where nothing else is known to turn on it.
const LEAST: i32 = 2 * UNIT;
/// A player with fewer threats who takes a ko is credited with one part in this many of what is at
/// stake: the opponent takes it back.
const FEWER: i32 = 4;

/// Ko captures; and while the mover may not retake, threats that are worth answering.
pub(super) fn look(notes: &mut Notes<'_>) {
    let (board, mover) = (notes.game.board(), notes.mover);
    let kos: Vec<Point> = (board.empty().iter())
        .filter(|&point| board.is_ko_capture(point, mover) && notes.game.is_legal(point))
        .collect();
    for point in kos {
        let stake = stake(notes, point);
        let [own, theirs] = [mover, mover.other()].map(|color| threats(notes, color, stake).len());
        // Taking it makes the opponent find the first threat.
        let (name, value) = if own >= theirs {
            ("takes a ko", stake)
        } else {
            ("takes a ko with fewer threats", (stake / FEWER).max(LEAST))
        };
        notes.add(point, Reason::new(Kind::Ko, name, value).about(point));
    }
    let Some(ko) = board.ko() else { return };
    let stake = stake(notes, ko);
    for Threat { point, name, worth } in threats(notes, mover, stake) {
        // An opponent who answers loses the ko, so a threat brings no more than that.
        notes.add(point, Reason::new(Kind::Ko, name, stake.min(worth) / 2).about(ko));
    }
}

/// What is at stake at a point, and so may depend on a ko there.
fn stake(notes: &Notes<'_>, point: Point) -> i32 {
    let here = |fight: &&crate::Fight| {
        let points = fight.attack.iter().chain(&fight.defend);
        points.copied().any(|other| other == point)
    };
    let fights = notes.analysis.fights.iter().filter(here);
    fights.map(crate::Fight::swing).max().unwrap_or(0).max(LEAST)
}

/// A move that has to be answered.
struct Threat {
    point: Point,
    name: &'static str,
    /// What leaving it unanswered costs.
    worth: i32,
}

/// Where a player can threaten something that is worth as much as a ko: strings with two
/// liberties, and groups that reading calls unsettled. Of each, the first point only, as another
/// point would be the same threat.
fn threats(notes: &Notes<'_>, color: Color, stake: i32) -> Vec<Threat> {
    let board = notes.game.board();
    let mut found: Vec<Threat> = Vec::new();
    let mut add = |threat: Threat| {
        let known = found.iter().any(|other| other.point == threat.point);
        if threat.worth >= stake && !known {
            found.push(threat);
        }
    };
    for stone in board.strings(color.other()) {
        let worth = 2 * UNIT * board.stone_count(stone) as i32;
        if board.liberty_count(stone) != 2 || worth < stake {
            continue;
        }
        // The liberty from which the stones that threaten are not taken at once.
        let safe = |&point: &Point| board.liberties_after(point, color, 2) >= 2;
        if let Some(point) = board.liberties(stone).iter().find(safe) {
            add(Threat { point, name: "threatens to capture", worth });
        }
    }
    for fight in notes.analysis.fights.iter().filter(|fight| fight.owner != color) {
        if let Some(&point) = fight.attack.first() {
            add(Threat { point, name: "threatens to kill", worth: fight.swing() });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use crate::{
        FullBoard, Go,
        reasons::{Kind, Sources},
    };

    /// What is said of kos, with points.
    fn said(text: &str) -> Vec<(String, &'static str, i32)> {
        let game = Go::parse(text).expect("a position");
        let analysis = FullBoard::default().analyse(&game);
        let mut all = Vec::new();
        for candidate in Sources::default().candidates(&game, &analysis) {
            let kos = candidate.reasons.iter().filter(|reason| reason.kind == Kind::Ko);
            all.extend(kos.map(|r| (candidate.point.name(game.size()), r.name, r.value)));
        }
        all.sort();
        all
    }

    /// A ko at B2 and C2, and in the corner three white stones with two liberties.
    #[test]
    fn a_threat_is_as_large_as_the_ko() {
        let board = "9/9/9/9/9/9/1XO4X1/X1XO2XOO/1XO3XO1";
        let takes = said(&format!("{board} w 7"));
        assert!(takes.iter().any(|(point, name, _)| point == "B2" && name.contains("takes a ko")));
        let game = Go::parse(&format!("{board} w 7 moves B2")).expect("a position");
        let threats = said(&game.format());
        assert!(!threats.is_empty(), "{threats:?}");
        assert!(threats.iter().all(|(_, name, _)| name.starts_with("threatens")), "{threats:?}");
        // Without them there is nothing that is worth as much.
        let game = Go::parse("9/9/9/9/9/9/1XO6/X1XO5/1XO6 w 7 moves B2").expect("a position");
        assert!(said(&game.format()).iter().all(|(_, name, _)| *name != "threatens to capture"));
    }
}
