//! What the paper printed: Hauk, Buro and Schaeffer, "*-Minimax performance in
//! backgammon", Computers and Games 2004, LNCS 3846, 2006.

/// Positions behind its Tables 1 and 2 and Figure 3.
pub const POSITIONS: u32 = 500;

/// Positions of its Figures 1 and 2.
pub const FIGURE_POSITIONS: usize = 25;

/// Table 1: depth, average seconds of expectimax, Star1 and Star2, and the last
/// two as percentages of the first.
pub const TIMES: [(u32, [f64; 3], [f64; 2]); 2] =
    [(3, [1.1, 1.1, 1.0], [100.0, 91.0]), (5, [315.0, 258.6, 21.0], [82.0, 7.0])];

/// Table 2: depth and probe efficiency in per cent.
pub const PROBE_EFFICIENCY: [(u32, f64); 2] = [(3, 68.9), (5, 64.2)];

/// Table 3: depth compared with depth 1, then average, absolute average and
/// absolute standard deviation of the difference in points, for both trials of
/// 3200 positions.
pub const ODD_EVEN: [(u32, [[f64; 3]; 2]); 2] = [
    (3, [[0.0280, 0.0336, 0.0397], [0.0267, 0.0328, 0.0389]]),
    (5, [[0.0018, 0.0134, 0.0184], [0.0014, 0.0126, 0.0172]]),
];

/// What its text says of Figures 1 and 2: the least and the most that Star2
/// saved at depth 5, in per cent.
pub const SAVINGS: (f64, f64) = (75.0, 95.0);

/// The machine of its Table 1.
pub const MACHINE: &str = "Athlon XP 1.8 GHz, 2004, neural network of GNU Backgammon";
