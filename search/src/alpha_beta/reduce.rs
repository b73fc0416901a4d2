//! How much late moves are reduced, and which are not searched at all.

use starboard_core::Value;

use super::AlphaBetaOptions;

/// The least depth at which late moves are reduced.
pub(super) const LEAST_REDUCED: u32 = 3;

/// One ply of reduction: fractions add up before they are rounded.
const PLY: i32 = 1024;

/// The depth and the place from which on the reduction no longer grows.
const ENTRIES: usize = 64;

/// Late move reductions: the part that depends on depth and place alone, and what
/// else is added to it.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    /// By depth, then by the number of moves tried before, in fractions of a ply.
    table: Box<[[i32; ENTRIES]; ENTRIES]>,
    /// Whether the table is the logarithmic one, which reduces early moves, too.
    smooth: bool,
    score: i32,
    cut: i32,
    was_pv: i32,
    worse: i32,
}

/// What a reduction depends on besides depth and place.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Circumstances {
    /// The window may have room for a value.
    pub(super) pv: bool,
    /// It may have now, or had in an earlier search, according to the table.
    pub(super) was_pv: bool,
    /// A cut is expected.
    pub(super) cut: bool,
    /// The static value has risen since the mover's last turn, or no option asks.
    pub(super) improving: bool,
    /// The ordering score of the move.
    pub(super) score: i32,
    /// It is a quiet move that loses by static exchange, if an option asks.
    pub(super) losing: bool,
}

impl Reductions {
    /// As the options say; nothing is reduced unless they ask for it.
    pub(super) fn new(options: &AlphaBetaOptions) -> Self {
        let divisor = options.reduction_divisor;
        let mut table = Box::new([[0; ENTRIES]; ENTRIES]);
        if options.late_move_reductions {
            for (depth, row) in table.iter_mut().enumerate().skip(LEAST_REDUCED as usize) {
                for (place, entry) in row.iter_mut().enumerate().skip(1) {
                    *entry = if divisor > 0 {
                        let product = (depth as f64).ln() * (place as f64 + 1.0).ln();
                        (product * 100.0 / f64::from(divisor) * f64::from(PLY)) as i32
                    } else {
                        PLY * (1 + (depth.ilog2() * place.ilog2() / 4) as i32)
                    };
                }
            }
        }
        let part = |on: bool| if on { PLY } else { 0 };
        Self {
            table,
            smooth: divisor > 0,
            score: i32::try_from(options.reduction_score).unwrap_or(i32::MAX),
            cut: part(options.reduce_cut_nodes),
            was_pv: part(options.spare_pv),
            worse: part(options.improving),
        }
    }

    /// By how many plies a late move is reduced: the more, the deeper the node and
    /// the later the move, but so that at least one ply is left. `place` counts the
    /// moves tried before.
    #[inline]
    pub(super) fn plies(&self, depth: u32, place: usize, at: Circumstances) -> u32 {
        let early = if self.smooth {
            1
        } else if at.pv {
            6
        } else {
            3
        };
        if depth < LEAST_REDUCED || place < early {
            return 0;
        }
        let row = &self.table[(depth as usize).min(ENTRIES - 1)];
        let mut parts = row[place.min(ENTRIES - 1)];
        if at.pv && (self.smooth || depth < 6) {
            parts -= PLY;
        }
        if at.cut {
            parts += self.cut;
        }
        if at.was_pv && !at.pv {
            parts -= self.was_pv;
        }
        if !at.improving {
            parts += self.worse / 2;
        }
        if at.losing {
            parts += PLY;
        }
        if self.score > 0 {
            let most = AlphaBetaOptions::MOST_BY_SCORE as i32 * PLY;
            let promised = i64::from(at.score) * i64::from(PLY) / i64::from(self.score);
            parts -= promised.clamp(-i64::from(most), i64::from(most)) as i32;
        }
        ((parts / PLY).max(0) as u32).min(depth - 2)
    }
}

/// What decides how late moves of a node are searched, if at all.
#[derive(Copy, Clone)]
pub(super) struct Late {
    /// The mover is in check, so no move is quiet.
    pub(super) check: bool,
    /// The static value of the position, if it was evaluated.
    pub(super) value: Option<Value>,
    /// The same before it was corrected, where corrections are learnt.
    pub(super) uncorrected: Option<Value>,
    /// Whether it is higher than at the mover's last turn, or no option asks.
    pub(super) improving: bool,
    /// The window has room for a value, or had in an earlier search.
    pub(super) was_pv: bool,
    /// The check is one that extends the search.
    pub(super) extends: bool,
    /// A cut is expected.
    pub(super) cut: bool,
    /// By how many plies the first move is extended.
    pub(super) singular: u32,
    /// The place of a move that is not to be searched.
    pub(super) excluded: Option<u16>,
    /// Whether moves may be pruned here at all.
    pub(super) prunes: bool,
}

impl Default for Late {
    fn default() -> Self {
        Self {
            check: false,
            value: None,
            uncorrected: None,
            improving: true,
            was_pv: false,
            extends: false,
            cut: false,
            singular: 0,
            excluded: None,
            prunes: false,
        }
    }
}

impl Late {
    /// Whether a quiet move tried after `i` others, searched `depth` deep counting
    /// its own ply, cannot be expected to get above alpha.
    pub(super) fn futile(
        &self,
        options: &AlphaBetaOptions,
        alpha: Value,
        depth: u32,
        i: usize,
    ) -> bool {
        if !self.prunes {
            return false;
        }
        if options.late_move_pruning && i >= self.late_moves(options, depth) {
            return true;
        }
        depth <= AlphaBetaOptions::FUTILITY_DEPTH
            && self.missing(options, alpha, depth).is_some_and(|missing| missing >= Value::ZERO)
    }

    /// What a move must win at once to get above alpha, beyond what futility pruning
    /// assumes that it may gain; not known where the position was not evaluated.
    pub(super) fn missing(
        &self,
        options: &AlphaBetaOptions,
        alpha: Value,
        depth: u32,
    ) -> Option<Value> {
        let value = self.value.filter(|_| options.futility > 0)?;
        let hope = i64::from(options.futility) * i64::from(depth + 1);
        Some(Value::saturating(i64::from(alpha.raw()) - i64::from(value.raw()) - hope))
    }

    /// After how many moves late move pruning leaves out the quiet ones: the deeper
    /// the node, the later; far from the horizon, never.
    fn late_moves(&self, options: &AlphaBetaOptions, depth: u32) -> usize {
        if depth > AlphaBetaOptions::FUTILITY_DEPTH {
            return usize::MAX;
        }
        let moves = options.late_move_base + options.late_move_growth * depth * depth;
        if self.improving { moves as usize } else { moves as usize / 2 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reducing() -> AlphaBetaOptions {
        AlphaBetaOptions { late_move_reductions: true, ..AlphaBetaOptions::default() }
    }

    #[test]
    fn late_moves_of_deep_nodes_are_reduced_most() {
        let reductions = Reductions::new(&reducing());
        for (pv, depth, place, expected) in [
            (false, 2, 30, 0),
            (false, 3, 2, 0),
            (false, 3, 3, 1),
            (false, 6, 4, 2),
            (false, 12, 3, 1),
            (false, 12, 16, 4),
            (true, 12, 5, 0),
            (true, 4, 6, 1),
            (true, 12, 16, 4),
        ] {
            let at = Circumstances { pv, improving: true, ..Circumstances::default() };
            assert_eq!(reductions.plies(depth, place, at), expected, "{pv} {depth} {place}");
        }
    }

    #[test]
    fn what_else_is_known_adds_to_the_reduction() {
        let options = AlphaBetaOptions {
            reduction_divisor: 200,
            reduction_score: 1000,
            reduce_cut_nodes: true,
            spare_pv: true,
            improving: true,
            ..reducing()
        };
        let reductions = Reductions::new(&options);
        let usual = Circumstances { improving: true, ..Circumstances::default() };
        // ln 12 * ln 17 / 2 = 3.52
        assert_eq!(reductions.plies(12, 16, usual), 3);
        assert_eq!(reductions.plies(12, 16, Circumstances { pv: true, ..usual }), 2);
        assert_eq!(reductions.plies(12, 16, Circumstances { cut: true, ..usual }), 4);
        assert_eq!(reductions.plies(12, 16, Circumstances { was_pv: true, ..usual }), 2);
        let both = Circumstances { pv: true, was_pv: true, ..usual };
        assert_eq!(reductions.plies(12, 16, both), 2, "spared once");
        assert_eq!(reductions.plies(12, 16, Circumstances { improving: false, ..usual }), 4);
        assert_eq!(reductions.plies(12, 16, Circumstances { losing: true, ..usual }), 4);
        for (score, expected) in [(999, 2), (2000, 1), (9000, 1), (-500, 4), (-9000, 5)] {
            assert_eq!(reductions.plies(12, 16, Circumstances { score, ..usual }), expected);
        }
        assert_eq!(reductions.plies(3, 63, usual), 1, "a ply is left");
        let off = Reductions::new(&AlphaBetaOptions::default());
        assert_eq!(off.plies(12, 16, Circumstances::default()), 0);
    }
}
