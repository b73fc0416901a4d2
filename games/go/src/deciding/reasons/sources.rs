//! Reasons from what was learned from games: [patterns] for every point, and a
//! [library] of corners and openings.
//!
//! [patterns]: crate::patterns
//! [library]: crate::knowledge::library

use std::{
    cmp::Reverse,
    sync::{Mutex, PoisonError},
};

use super::{Kind, Notes, Reason, Source};
use crate::{
    Go, Point, Purpose,
    board::game::UNIT,
    knowledge::library::{Corner, Counts, Found, Library, Mark, Played},
    patterns::{Patterns, Priors},
    records::sgf::{Sgf, SgfError, Warning},
};

/// Moves with a smaller share than this get no reason.
const LEAST: f32 = 0.004;
/// How uncertain evaluations are: by a point, and this many times what sente is worth beyond a
/// point.
///
/// A logistic model of the moves that GNU Go's level 8 chose in 61 positions on 13x13
/// and 59 on 9 weighs a halving of the share five and three and a half times as much,
/// against what the search found, as sente alone would.
const DOUBT: i32 = 3;
/// The least uncertainty of evaluations, in fiftieths of a point, so that a halving of the share
/// weighs a point at least.
///
/// By what KataGo's network loses with the moves chosen in 410 positions on 13x13: 6 to
/// 12 points are better than nothing and than 20, most so when groups are fighting though
/// sente is worth little any more.
const DOUBT_LEAST: i32 = 8 * UNIT;
/// How often a move of the built-in library must have been played.
const SEEN: u32 = 3;

/// Reasons from patterns learned from games of strong players.
#[derive(Debug, Default)]
pub struct Learned {
    priors: Mutex<Priors>,
}

impl Source for Learned {
    /// A move that is certain to be played is worth twice as much as sente, others less by the
    /// square root of their share; its reason is named after its [purpose](Purpose). Its bonus
    /// for later is the uncertainty of evaluations, scaled down with the logarithm of the share.
    fn look(&self, notes: &mut Notes<'_>) {
        let sente = notes.analysis.sente;
        let doubt = (DOUBT * sente - (DOUBT - 1) * UNIT).max(DOUBT_LEAST);
        let mut priors = self.priors.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut board, mover) = (notes.game.board().clone(), notes.mover);
        let last = notes.game.moves_played().next_back().and_then(|(_, m)| m.point());
        for prior in priors.find(Patterns::built_in(), notes.game) {
            if prior.share < LEAST {
                continue;
            }
            // In thousandths, so that what follows is the same on every machine.
            let thousandths = (prior.share * 1000.0) as i32;
            let value = 2 * sente * root(thousandths) / root(1000);
            let bonus = doubt * halvings(thousandths) / 8;
            // All are of one type, whatever the names: the end is to play as strong players do.
            let purpose = Purpose::of(&mut board, mover, prior.point, last);
            let reason = Reason::new(Kind::Shape, purpose.name(), value);
            notes.add(prior.point, reason.bonus(bonus));
        }
    }
}

/// The whole part of ten times a square root.
pub(super) fn root(x: i32) -> i32 {
    (100 * x.max(0)).isqrt()
}

/// Eight for more than half of a thousand, one less for each halving of the
/// share, none for less than one in 256.
fn halvings(thousandths: i32) -> i32 {
    (1..=8).filter(|&i| thousandths > 1000 >> i).count() as i32
}

/// Reasons from what was played in the same corner, or in the same whole-board position: in games
/// of strong players, or in a library of the user's.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// The user's library; `None` for the built-in one.
    own: Option<Library>,
}

impl Openings {
    /// The moves of another library, however rarely they were played.
    pub fn of(library: Library) -> Self {
        Self { own: Some(library) }
    }

    /// The moves of a joseki dictionary, a tree of variations in SGF, with warnings about what
    /// could not be understood. Moves marked as bad (`BM`) are left out, and doubtful
    /// ones (`DO`) count half.
    ///
    /// # Errors
    ///
    /// If there is no game in the text, or one that is not Go.
    ///
    /// ```
    /// use starboard_core::Game;
    /// use starboard_go::{Go, Selector, reasons::Openings};
    ///
    /// let tree = "(;SZ[19];B[pd];W[qf]C[usual];B[nc](;W[rd])(;W[qh]BM[1]))";
    /// let (joseki, _) = Openings::joseki(tree)?;
    /// let selector = Selector::plain(200).with_source(joseki);
    /// let game = Go::parse("19x19 w 7.5 moves D4 C6 F3").unwrap();
    /// let candidates = selector.candidates(&game);
    /// let known = candidates.iter().filter(|candidate| {
    ///     candidate.reasons.iter().any(|reason| reason.name == "is in the joseki tree")
    /// });
    /// let names: Vec<_> = known.map(|candidate| candidate.point.name(game.size())).collect();
    /// // The tree begins in the empty corners, too.
    /// assert_eq!(names, ["D16", "Q16", "Q4", "B4"]);
    /// # Ok::<(), starboard_go::sgf::SgfError>(())
    /// ```
    pub fn joseki(text: &str) -> Result<(Self, Vec<Warning>), SgfError> {
        let (sgf, mut warnings) = Sgf::read(text)?;
        let mut counts = Counts::default();
        warnings.extend(counts.tree(&sgf)?);
        Ok((Self::of(counts.library(1)), warnings))
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.library().is_empty()
    }

    fn library(&self) -> &Library {
        self.own.as_ref().unwrap_or_else(|| Library::built_in())
    }

    /// The moves of a position worth playing: seen often enough, and no mistakes.
    fn worthy<'a>(&self, found: &'a Found<'_>) -> impl Iterator<Item = Played> + use<'a> {
        let least = if self.own.is_some() { 1 } else { SEEN };
        found.moves().filter(move |played| played.count >= least && played.mark != Mark::Bad)
    }

    /// Notes the moves of a position that is known, worth so many tenths of twice
    /// sente if always played.
    fn known(&self, notes: &mut Notes<'_>, found: &Found<'_>, name: &'static str, tenths: i32) {
        let all = (found.seen() + found.elsewhere()).max(1);
        for played in self.worthy(found) {
            // Later answers count as well as those at once, so there may be more.
            let share = (1000 * u64::from(played.count) / u64::from(all)).min(1000) as i32;
            let doubt = if played.mark == Mark::Doubtful { 2 } else { 1 };
            let value = 2 * notes.analysis.sente * tenths / 10 * root(share) / root(1000) / doubt;
            notes.add(played.point, Reason::new(Kind::Joseki, name, value));
        }
    }
}

impl Source for Openings {
    fn look(&self, notes: &mut Notes<'_>) {
        let name =
            if self.own.is_some() { "is in the joseki tree" } else { "is known in this corner" };
        for (_, found) in self.library().corners(notes.game) {
            self.known(notes, &found, name, 8);
        }
        if let Some(found) = self.library().opening(notes.game) {
            self.known(notes, &found, "is a known opening", 10);
        }
    }

    /// What is played in the corner of the last move, mistakes left out.
    fn goes_on(&self, game: &Go, last: Point, out: &mut Vec<Point>) {
        let corner = Corner::of(game.size(), last);
        let found = corner.and_then(|corner| self.library().corner(game, corner));
        let mut moves: Vec<_> = found.iter().flat_map(|found| self.worthy(found)).collect();
        moves.sort_by_key(|played| (Reverse(played.count), played.point));
        out.extend(moves.iter().map(|played| played.point));
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::{FullBoard, deciding::reasons::Sources};

    #[test]
    fn shares_become_parts() {
        assert_eq!((root(0), root(4), root(1000)), (0, 20, 316));
        assert_eq!((halvings(1000), halvings(500), halvings(251), halvings(3)), (8, 7, 7, 0));
    }

    #[test]
    fn what_strong_players_play_comes_first() {
        let game = Go::parse("19x19 b 7.5 moves D10 K3 D9 D11 Q4 C10 Q16 E10 D17 C9 R10 E9")
            .expect("a position");
        let analysis = FullBoard::default().analyse(&game);
        let found = Sources::default().with(Learned::default()).candidates(&game, &analysis);
        assert_eq!(found.first().map(|c| c.point), Point::read(game.size(), "D8"));
    }

    #[test]
    fn a_game_begins_in_a_corner() {
        let game = Go::parse("19x19 b 7.5").expect("a position");
        let analysis = FullBoard::default().analyse(&game);
        let found = Sources::default().with(Openings::default()).candidates(&game, &analysis);
        let first = found.first().expect("a candidate");
        assert!((2..=3).contains(&first.point.edge(game.size())), "{}", game.format());
        assert!(first.reasons.iter().any(|reason| reason.name == "is a known opening"));
    }

    /// After the star point and the knight's approach, the knight's answer or the
    /// one-space jump; elsewhere there is no tree.
    #[test]
    fn corners_go_on() {
        let game = Go::parse("19x19 b 7.5 moves D4 Q16 K10 F3").expect("a position");
        let goes_on = |last: &str| {
            let mut out = Vec::new();
            let last = Point::read(game.size(), last).expect("a point");
            Openings::default().goes_on(&game, last, &mut out);
            out.iter().map(|point| point.name(game.size())).collect::<Vec<_>>()
        };
        let moves = goes_on("F3");
        assert_eq!(moves[0], "C6", "{moves:?}");
        assert!(moves.contains(&"D6".to_owned()), "{moves:?}");
        assert!(goes_on("K10").is_empty());
    }
}
