//! Joseki dictionaries in SGF.

use super::{
    Counts,
    book::Mark,
    counts::{Corners, Event, watch},
};
use crate::records::sgf::{Sgf, SgfError, Warning};

impl Counts {
    /// Adds the corners of a tree of variations: every move counts once,
    /// with its annotation (`TE`, `IT`, `DO`, `BM`), and a pass is a move
    /// elsewhere. Moves that cannot be played are left out, with a warning.
    ///
    /// # Errors
    ///
    /// If a game is not Go, or its board size is not supported.
    ///
    /// ```
    /// use starboard_core::Game;
    /// use starboard_go::{Go, library::{Corner, Counts, Mark}, sgf::Sgf};
    ///
    /// let (sgf, _) = Sgf::read("(;SZ[19];B[pd](;W[nc];B[qf])(;W[qf]TE[1];B[nc])(;W[tt]))")?;
    /// let mut counts = Counts::default();
    /// counts.tree(&sgf)?;
    /// let library = counts.library(1);
    /// let game = Go::parse("19x19 b 7.5 moves Q16").unwrap();
    /// let found = library.corner(&game, Corner::UpperRight).unwrap();
    /// // Both knight's moves are the same.
    /// let moves: Vec<_> = found.moves().map(|played| (played.count, played.mark)).collect();
    /// assert_eq!(moves, [(2, Mark::Good)]);
    /// assert_eq!(found.elsewhere(), 1);
    /// # Ok::<(), starboard_go::sgf::SgfError>(())
    /// ```
    pub fn tree(&mut self, sgf: &Sgf) -> Result<Vec<Warning>, SgfError> {
        let mut warnings = Vec::new();
        for game in 0..sgf.games.len() {
            warnings.extend(sgf.walk(game, |game, node, m| {
                let node = &sgf.nodes[node];
                let has = |names: &[&str]| {
                    node.properties.iter().any(|property| names.contains(&&*property.name))
                };
                let mark = match () {
                    () if has(&["BM"]) => Mark::Bad,
                    () if has(&["DO"]) => Mark::Doubtful,
                    () if has(&["TE", "IT"]) => Mark::Good,
                    () => Mark::None,
                };
                let last = game.moves_played().next_back().and_then(|(_, m)| m.point());
                // Which variations have seen the position does not matter: all count.
                let mut corners = Corners::default();
                watch(&mut corners, game, last, m, 1, mark, |key, event| {
                    // The other corners of an empty board say nothing.
                    let elsewhere = matches!(event, Event::Elsewhere);
                    if !elsewhere || m.point().is_none() || last.is_some() {
                        self.note(true, key, event);
                    }
                });
            })?);
        }
        Ok(warnings)
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::{Go, knowledge::library::Corner};

    #[test]
    fn variations_are_taken_over() {
        let text = "(;SZ[19];B[qd](;W[oc]BM[1])(;W[od];B[oc];W[nc])(;W[qd];B[pc]))(;SZ[19];B[dc])";
        let (sgf, _) = Sgf::read(text).expect("a tree");
        let mut counts = Counts::default();
        let warnings = counts.tree(&sgf).expect("Go");
        assert!(warnings[0].message.contains("not possible"), "{warnings:?}");
        let library = counts.library(1);
        let game = Go::parse("19x19 b 7 moves D17").expect("a game");
        let found = library.corner(&game, Corner::UpperLeft).expect("known");
        let mut marks: Vec<_> = found.moves().map(|played| played.mark).collect();
        marks.sort_by_key(|&mark| mark as u8);
        assert_eq!(marks, [Mark::None, Mark::Bad]);
        let (sgf, _) = Sgf::read("(;GM[2])").expect("a tree");
        assert!(counts.tree(&sgf).is_err());
    }
}
