//! Capturing dead stones before both players pass: area scoring counts every stone on the board.

use starboard_core::{Evaluator as _, Limits, Report, Root, Stop};

use super::Selector;
use crate::{Color, Go, Move, Points, Scoring, board::game::UNIT};

/// Stones count as dead if their points go to the other player by this many thousandths.
const DEAD: i32 = 900;
/// Capturing costs nothing under area scoring: if it seems to cost more than this, it is
/// not so clear what is dead.
const COST: i32 = 2 * UNIT;

impl Selector {
    /// The best move that takes a liberty of dead stones, for a player who would otherwise pass
    /// with these on the board; the report includes what finding it cost.
    pub(super) fn capture(
        &self,
        game: &Go,
        root: &Root<Move>,
        limits: &Limits,
        stop: &Stop,
    ) -> Option<Report<Move>> {
        if game.rules().scoring != Scoring::Area {
            return None;
        }
        let (analysis, board) = (self.evaluator.analyse(game), game.board());
        let sign = if game.color() == Color::Black { 1 } else { -1 };
        let is_dead =
            |&point: &crate::Point| sign * analysis.territory.owner[point.index()] >= DEAD;
        let dead: Points = board.stones(game.color().other()).iter().filter(is_dead).collect();
        let liberties = board.beside(&dead) & board.empty();
        let legal = liberties.iter().filter(|&point| game.is_legal(point));
        let moves: Vec<Move> = legal.map(Move::at).collect();
        if moves.is_empty() {
            return None;
        }
        let passed = game.clone().with_mover(game.color().other());
        let least = -self.evaluator.clone().evaluate(&passed).raw() - COST;
        let root = Root { moves: Some(moves), ..root.clone() };
        let report = self.weigh(game, &root, self.styled(game), self.quiet(&[]), limits, stop);
        (!report.pv.is_empty() && report.value.raw() >= least).then_some(report)
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;

    /// From a game against GNU Go, which passed next and had won: White's territory on the
    /// left has seventeen black stones in it.
    #[test]
    fn what_is_dead_is_taken_off_before_the_end() {
        let end = "OO5OXX1XX/1O1O1OXOX1XXX/OO4OOXX2X/XOOO1O1OOXXXX/1XOXXXOOX1X2/X1XXOX1OXXXXX/\
                   1XOXO1XOXX1XX/OOOOX1OX1XXXX/2OXX1OXX1X2/1OOOOOOOXXXXX/OO3OXXX1XXX/\
                   O2O1OX1XX1X1/O1OOOOOX1X1XX";
        let mut game = Go::parse(&format!("{end} w 7.5")).expect("a position");
        assert!(game.standing().raw() < 0);
        let mut selector = Selector::default();
        for _ in 0..40 {
            let m = selector.select(&game, &Limits::default()).best();
            if m == Move::PASS {
                break;
            }
            game.play(m);
            game.play(Move::PASS);
        }
        assert_eq!(game.standing().raw(), 69 * UNIT / 2, "{}", Game::board(&game));
        let territory = Go::parse(&format!("{end} w 7.5 territory")).expect("a position");
        let (root, limits) = (Root::default(), Limits::default());
        assert!(selector.capture(&territory, &root, &limits, &Stop::default()).is_none());
    }
}
