//! Reasons from trees of moves that begin with a pattern.

use super::{Notes, Reason, Source};
use crate::{Go, Point, knowledge::trees::Trees};

/// Moves that are played in fewer positions than this, in thousandths of those in which their tree
/// matches, get no reason.
const LEAST: u16 = 20;
/// A move that is always played where its tree matches is worth this many tenths of twice sente.
const TENTHS: i32 = 8;

/// Reasons from what strong players play in known shapes, and how they continue: the [`Trees`]
/// that come with the program.
#[derive(Copy, Clone, Debug, Default)]
pub struct PatternTrees;

impl Source for PatternTrees {
    /// A move has the purpose that its tree gives it, and is worth a part of what sente is worth,
    /// by the square root of its share.
    fn look(&self, notes: &mut Notes<'_>) {
        let game = notes.game;
        let sente = notes.analysis.sente;
        Trees::built_in().find(game, |found| {
            let tree = found.tree;
            if tree.share() >= LEAST {
                let share = i32::from(tree.share());
                let value = 2 * sente * TENTHS / 10 * super::sources::root(share)
                    / super::sources::root(1000);
                let purpose = tree.purpose();
                notes.add(found.point, Reason::new(purpose.kind(), purpose.name(), value));
            }
        });
    }

    fn goes_on(&self, game: &Go, _: Point, out: &mut Vec<Point>) {
        Trees::built_in().goes_on(game, out);
    }
}

#[cfg(test)]
mod tests {

    use starboard_core::Game;

    use super::*;
    use crate::{
        FullBoard,
        deciding::reasons::{Kind, Sources},
    };

    /// After an attachment, the hane and the jump that trees begin with are reasons of the type of
    /// their purpose, and the tree that the attachment is in goes on.
    #[test]
    fn trees_speak_and_go_on() {
        let game = Go::parse("19x19 w 7.5 moves D4 Q16 C6 D6").expect("a position");
        let analysis = FullBoard::default().analyse(&game);
        let found = Sources::default().with(PatternTrees).candidates(&game, &analysis);
        let speaks = |name: &str, kind: Kind, reason: &str| {
            let point = Point::read(game.size(), name).expect("a point");
            let candidate = found.iter().find(|candidate| candidate.point == point);
            let reasons = candidate.map_or(&[][..], |candidate| &candidate.reasons);
            reasons.iter().any(|r| r.kind == kind && r.name == reason && r.value > 0)
        };
        assert!(speaks("D7", Kind::Shape, "hane"), "{found:?}");
        assert!(speaks("F4", Kind::Defence, "jumps out"), "{found:?}");
        assert!(!speaks("K10", Kind::Defence, "jumps out"), "{found:?}");
        let mut out = Vec::new();
        let last = Point::read(game.size(), "D6").expect("a point");
        PatternTrees.goes_on(&game, last, &mut out);
        let names: Vec<_> = out.iter().map(|point| point.name(game.size())).collect();
        assert_eq!(names, ["D5", "C5"]);
    }
}
