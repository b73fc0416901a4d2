//! A row of the log.

use serde::{Deserialize, Serialize};

use super::plan::Cell;

/// What one search found and cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Which position of the sample, from 0.
    pub index: usize,
    /// The position.
    pub position: String,
    /// How it was searched.
    #[serde(flatten)]
    pub cell: Cell,
    /// The value of the root for its mover, in grid points of 2^-18.
    pub value: i32,
    /// Every best move, in the game's order.
    pub best_moves: Vec<String>,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Move lists made, and single moves found.
    pub generations: u64,
    /// Chance nodes probed.
    pub probes: u64,
    /// Of these, the ones settled by probing alone.
    pub probe_successes: u64,
    /// Chance nodes cut by bounds.
    pub star_cuts: u64,
    /// Look-ups in the table.
    pub table_probes: u64,
    /// Look-ups that found the position.
    pub table_hits: u64,
    /// Look-ups that settled the node.
    pub table_cuts: u64,
    /// Time of the thread that searched, the machine's other work left out.
    pub cpu_seconds: f64,
    /// Of the wall-clock time, making moves; 0 unless measured.
    pub generation_seconds: f64,
    /// Of the wall-clock time, evaluating; 0 unless measured.
    pub evaluation_seconds: f64,
}
