//! The quiescence search: answers until nothing is left that is worth more than
//! sente.

use std::{collections::HashMap, sync::Arc};

use starboard_core::{Game, NodeInfo, Quiescence, Value};

use super::{Answers, Choice};
use crate::{
    Color, Judge, Move, Point,
    reasons::{self, Kind, Reason},
};

/// How many answers are looked at, by moves beyond the horizon: near the last
/// move, and elsewhere.
const WIDTH: [(usize, usize); 5] = [(3, 1), (2, 1), (1, 1), (1, 0), (1, 0)];
/// Near is so many lines away, both ways together.
const NEAR: usize = 3;

/// Lets the player to move settle at any point: for the value of the position,
/// the fights in it settled by turns, and for what sente is worth to whoever has
/// it then. The moves it looks at are those that reasons speak for most, local
/// ones first.
#[derive(Clone, Debug)]
pub struct TakeSente {
    judge: Judge,
    /// What the moves at the root are worth beyond the score.
    bonus: Arc<HashMap<Move, i32>>,
    /// Good answers to a pass.
    answers: Answers,
    horizon: u32,
    /// The bonus of the move that led to the horizon, for whoever made it.
    given: i32,
}

impl TakeSente {
    /// Asks `judge`; `bonus` is what moves at the root are worth beyond the score
    /// and `answers` are moves worth trying after any of them.
    pub fn new(judge: Judge, bonus: HashMap<Move, i32>, answers: Answers) -> Self {
        Self { judge, bonus: Arc::new(bonus), answers, horizon: 0, given: 0 }
    }
}

/// What reasons come to, those left out that can wait.
fn urgency(reasons: &[Reason]) -> i32 {
    let pressing: Vec<Reason> = reasons
        .iter()
        .filter(|reason| !matches!(reason.kind, Kind::Opening | Kind::Style))
        .copied()
        .collect();
    reasons::combine(&pressing).0
}

impl Quiescence<Choice> for TakeSente {
    fn begin(&mut self, node: &NodeInfo<'_, Choice>) {
        self.horizon = node.ply;
        self.given = node.last.and_then(|m| self.bonus.get(&m)).copied().unwrap_or(0);
    }

    fn noisy(&mut self, node: &NodeInfo<'_, Choice>, out: &mut Vec<Move>) {
        let beyond = node.ply.saturating_sub(self.horizon) as usize;
        let Some(&(near, far)) = WIDTH.get(beyond) else { return };
        let game = node.game.game();
        let study = self.judge.study(game);
        let size = game.size();
        let last = node.last.and_then(Move::point);
        let is_near = |point: Point| {
            last.is_some_and(|last| {
                let columns = point.column(size).abs_diff(last.column(size));
                let rows = point.row(size).abs_diff(last.row(size));
                columns + rows <= NEAR
            })
        };
        let candidates = reasons::candidates(game, &study, &[]);
        let start = out.len();
        let mut urgent: Vec<(i32, Point)> =
            candidates.iter().map(|c| (urgency(&c.reasons), c.point)).collect();
        urgent.sort_by_key(|&(value, point)| (std::cmp::Reverse(value), point));
        // Anywhere else there is something as good as sente.
        let local = urgent.iter().filter(|(value, p)| *value >= study.sente && is_near(*p));
        out.extend(local.take(near).map(|&(_, p)| Move::at(p)));
        let other = urgent.iter().filter(|(value, p)| *value >= 2 * study.sente && !is_near(*p));
        out.extend(other.take(far).map(|&(_, p)| Move::at(p)));
        if beyond == 0 {
            for &m in &*self.answers {
                let legal = m.point().is_some_and(|point| game.is_legal(point));
                if legal && !out[start..].contains(&m) {
                    out.push(m);
                }
            }
        }
    }

    /// Which answer is good is a question of the place more than of the position.
    fn teaches(&self) -> bool {
        true
    }

    fn stand_pat(&mut self, node: &NodeInfo<'_, Choice>, value: Value) -> Value {
        let game = node.game.game();
        let study = self.judge.study(game);
        let (_, own) = study.value(game.color());
        let sente = if own { study.sente } else { -study.sente };
        // The bonus is that of the player who moved before the horizon.
        let since = node.ply.saturating_sub(self.horizon);
        let given = if since.is_multiple_of(2) { -self.given } else { self.given };
        debug_assert_eq!(Color::from(game.mover()), game.color());
        value + Value::new(sente + given)
    }
}
