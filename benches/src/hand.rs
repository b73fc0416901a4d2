//! Alpha-beta for Connect Four alone, written by hand: what the generic search
//! is measured against.
//!
//! The same tree in the same order with the same duties as
//! [`AlphaBeta`](starboard_search::AlphaBeta) with
//! [`AlphaBetaOptions::plain`](starboard_search::AlphaBetaOptions::plain): it
//! counts, keeps the principal variation, cuts by the evaluator's bounds and by what is certain,
//! makes no move that loses at sight, and looks after its limits.

use std::time::Duration;

use starboard_core::{Evaluator, Game, Instant, Node, Stop, Value};
use starboard_small::{
    ConnectFour,
    connect_four::{COLUMNS, Column, ROWS, Threats},
};

/// No line is longer.
const PLIES: usize = COLUMNS * ROWS + 1;
/// Nodes between two looks at the clock.
const INTERVAL: u64 = 1024;

/// Alpha-beta for Connect Four.
pub struct Hand<'a> {
    /// Positions visited.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Move lists made.
    pub generations: u64,
    /// Cut-offs.
    pub cuts: u64,
    /// By how many moves had been tried before.
    pub cut_at: [u64; COLUMNS],
    /// The deepest ply visited.
    pub seldepth: usize,
    next_check: u64,
    most_nodes: u64,
    time: Option<Duration>,
    stop: &'a Stop,
    started: Instant,
    moves: [Vec<Column>; PLIES],
    lines: [Vec<Column>; PLIES],
}

impl<'a> Hand<'a> {
    /// A search that ends after so many nodes or so much time, or when `stop`
    /// is requested.
    pub fn new(most_nodes: u64, time: Option<Duration>, stop: &'a Stop) -> Self {
        Self {
            nodes: 0,
            evaluations: 0,
            generations: 0,
            cuts: 0,
            cut_at: [0; COLUMNS],
            seldepth: 0,
            next_check: most_nodes.min(INTERVAL),
            most_nodes,
            time,
            stop,
            started: Instant::now(),
            moves: std::array::from_fn(|_| Vec::with_capacity(COLUMNS)),
            lines: std::array::from_fn(|_| Vec::with_capacity(PLIES)),
        }
    }

    /// The value of `game` for its mover, searched `depth` deep; `None` if a
    /// limit was reached.
    pub fn search(&mut self, game: &ConnectFour, depth: u32) -> Option<Value> {
        self.node(game, Value::MIN, Value::MAX, depth, 0)
    }

    /// The principal variation of the last search.
    pub fn line(&self) -> &[Column] {
        &self.lines[0]
    }

    fn node(
        &mut self,
        game: &ConnectFour,
        mut alpha: Value,
        beta: Value,
        depth: u32,
        ply: usize,
    ) -> Option<Value> {
        self.seldepth = self.seldepth.max(ply);
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        self.lines[ply].clear();
        if let Node::Over(value) = game.node() {
            return Some(value);
        }
        if depth == 0 {
            self.evaluations += 1;
            return Some(Threats.evaluate(game));
        }
        let bounds = Threats.bounds(game);
        if bounds.low >= beta {
            return Some(bounds.low);
        }
        if bounds.high <= alpha {
            return Some(bounds.high);
        }
        let certain = Threats.certain(game);
        if let Some(value) = certain.filter(|&v| v <= alpha || beta <= v) {
            return Some(value);
        }
        let enough = beta.min(bounds.high);
        self.generations += 1;
        self.moves[ply].clear();
        game.moves(&mut self.moves[ply]);
        let losing = match certain {
            Some(_) => None,
            None => Threats.losing_moves(game, &self.moves[ply]),
        };
        let mut best = Value::MIN;
        for i in 0..self.moves[ply].len() {
            if let Some((bits, value)) = losing
                && value <= alpha
                && bits >> i & 1 == 1
            {
                best = best.max(value);
                continue;
            }
            let m = self.moves[ply][i];
            let mut next = *game;
            next.play(m);
            let value = -self.node(&next, -beta, -alpha, depth - 1, ply + 1)?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if value < beta {
                        let (above, below) = self.lines.split_at_mut(ply + 1);
                        above[ply].clear();
                        above[ply].push(m);
                        above[ply].extend_from_slice(&below[0]);
                    }
                    if value >= enough {
                        self.cuts += 1;
                        self.cut_at[i] += 1;
                        break;
                    }
                }
            }
        }
        Some(best)
    }

    #[cold]
    fn check(&mut self) -> Option<()> {
        let stops = self.nodes >= self.most_nodes
            || self.stop.requested()
            || self.time.is_some_and(|time| self.started.elapsed() >= time);
        let left = self.most_nodes.saturating_sub(self.nodes);
        self.next_check = self.nodes + left.min(INTERVAL);
        (!stops).then_some(())
    }
}
