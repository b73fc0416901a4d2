//! The options of [`AlphaBeta`](crate::AlphaBeta).

use starboard_core::Game;

use super::reduce::LEAST_REDUCED;

/// How [`AlphaBeta`](crate::AlphaBeta) searches.
///
/// With the defaults, the value and the best moves are those of plain minimax. An
/// option marked *selective* (unsound) may change them.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct AlphaBetaOptions {
    /// Principal-variation search (Marsland and Campbell 1982): later moves are first
    /// searched with a null window, to show that they are no better. Default: on.
    pub pvs: bool,
    /// Half the width, in grid points, of the aspiration window: the window around
    /// the value of the last iteration in which the root is searched first. 0, the
    /// default, for an open window.
    pub aspiration: u32,
    /// Iterative deepening: search to depth 1, 2, … up to the limit, each iteration
    /// ordering the root moves for the next. Default: on. Without a depth limit,
    /// always on.
    pub iterative: bool,
    /// Internal iterative reduction: from [`IIR_DEPTH`](Self::IIR_DEPTH) on, search
    /// a node one ply less deep when the table has no move for it. Selective.
    /// Default: off.
    pub internal_reduction: bool,
    /// Late move reductions: search the moves that are ordered late less deep,
    /// and again at full depth if they exceed alpha. Selective. Default: off.
    pub late_move_reductions: bool,
    /// With late move reductions: reduce late moves of the root, too. Default: off.
    pub reduce_root: bool,
    /// With late move reductions: reduce by the product of the logarithms of depth
    /// and move number, divided by this many hundredths. 0, the default, for a
    /// table in whole plies that reduces less.
    pub reduction_divisor: u32,
    /// With late move reductions: reduce one ply less per this many points of the
    /// move's ordering score, and one ply more per this many points below 0, at
    /// most [`MOST_BY_SCORE`](Self::MOST_BY_SCORE): what was learned for the order
    /// decides on the depth as well. 0, the default, for never.
    pub reduction_score: u32,
    /// With late move reductions: reduce a ply more at expected cut nodes. Default: off.
    pub reduce_cut_nodes: bool,
    /// With late move reductions: reduce a ply less in positions that were searched in an
    /// open window, in this search or an earlier one, according to the transposition table.
    /// Default: off.
    pub spare_pv: bool,
    /// With late move reductions: reduce quiet moves that lose by
    /// [static exchange evaluation](starboard_core::Game::see_at_least) a ply more,
    /// and reduce tactical moves that do as if they were quiet. Default: off.
    pub reduce_losing: bool,
    /// Late move pruning: near the horizon, leave out quiet moves once many have
    /// been tried. Selective. Default: off.
    pub late_move_pruning: bool,
    /// With late move pruning: how many moves are tried whatever the depth.
    /// Default: 6.
    pub late_move_base: u32,
    /// With late move pruning: how many more are tried, times the square of the
    /// depth. Default: 4.
    pub late_move_growth: u32,
    /// Futility pruning (Schaeffer 1986; Heinz 1998): within
    /// [`FUTILITY_DEPTH`](Self::FUTILITY_DEPTH) plies of the horizon, assume that a
    /// quiet move gains at most this many grid points per ply, and that the
    /// opponent's reply costs at most as much. Selective. 0, the default, for never.
    pub futility: u32,
    /// With futility pruning: also leave out tactical moves that do not win by
    /// [static exchange evaluation](starboard_core::Game::see_at_least) what is still
    /// missing then. Default: off.
    pub futile_captures: bool,
    /// With futility, history and late move pruning: go by the depth that late move
    /// reductions leave for a move. Default: off.
    pub prune_reduced: bool,
    /// Reduce and prune more where the static value has not risen since the
    /// mover's last turn. Selective along with what it changes. Default: off.
    pub improving: bool,
    /// Correction history: correct static values by how far searches after the same
    /// moves found them to be off on average, by at most this many grid points.
    /// Selective. 0, the default, for never.
    pub correction: u32,
    /// With futility, history and late move pruning: never leave out a move that gives check and
    /// loses nothing by [static exchange evaluation](starboard_core::Game::see_at_least),
    /// where the game can [tell](starboard_core::Game::gives_check). Default: off.
    pub keep_checks: bool,
    /// Exchange pruning: near the horizon, leave out moves that lose more than this
    /// many grid points per ply by
    /// [static exchange evaluation](starboard_core::Game::see_at_least). Selective.
    /// 0, the default, for never.
    pub exchange_pruning: u32,
    /// History pruning: near the horizon, leave out quiet moves whose ordering score is
    /// below minus this many points per ply, and those ordered after them. Selective. 0,
    /// the default, for never.
    pub history_pruning: u32,
    /// Razoring: within [`RAZOR_DEPTH`](Self::RAZOR_DEPTH) plies of the horizon,
    /// let quiescence search decide whether a position whose static value is this
    /// many grid points per ply below alpha can reach it. Selective. 0, the
    /// default, for never.
    pub razoring: u32,
    /// ProbCut (Buro 1995), in the form of today's chess engines: from
    /// [`PROBCUT_DEPTH`](Self::PROBCUT_DEPTH) on, cut where a tactical move exceeds
    /// beta by this many grid points in a search four plies less deep. Selective.
    /// 0, the default, for never.
    pub probcut: u32,
    /// Singular extension (Anantharaman, Campbell and Hsu 1990), in the form of
    /// today's chess engines: from this depth on, find out by a search to half the depth whether
    /// all moves but the table move are worse; if so, extend the table move by a ply; if another
    /// move reaches beta as well, cut (multi-cut). Selective. 0, the default, for never.
    pub singular: u32,
    /// With singular extension: how many grid points per ply worse the others have
    /// to be. Default: 2.
    pub singular_margin: u32,
    /// Search a ply deeper where the mover is in check. Selective. Default: off.
    pub check_extension: bool,
    /// With check extension: only after a check that loses nothing by
    /// [static exchange evaluation](starboard_core::Game::see_at_least). Default: off.
    pub safe_checks: bool,
    /// Null move (Beal 1989): cut if a pass, searched this many plies less deep
    /// than a move would be, still reaches beta. Selective, and wrong in zugzwang.
    /// 0, the default, for never.
    pub null_move: u32,
    /// With null move: reduce one ply more per this many plies of depth. 0, the
    /// default, for the same reduction at all depths.
    pub null_depth: u32,
    /// With null move: reduce one ply more per this many grid points by which the
    /// static value exceeds beta, at most three. 0, the default, for never.
    pub null_lead: u32,
    /// With null move: from this depth on, accept the cut only if a search reduced as much,
    /// without null moves in the first three quarters of its depth, confirms it. 0, the default,
    /// for never.
    pub null_verification: u32,
    /// Quiescence search: resolve noisy positions beyond the depth limit, as the
    /// [`Quiescence`](starboard_core::Quiescence) defines them. Selective. Default: off.
    pub quiescence: bool,
    /// With quiescence search: look its positions up in the transposition table,
    /// and store them there. Default: off.
    pub quiescence_table: bool,
    /// Mate-distance pruning: in games where a sooner win counts more, cut where
    /// no win from here could come sooner than one already found. Default: off.
    pub mate_distance: bool,
    /// Accept table entries from deeper searches than requested, as is usual for play.
    /// Selective, in that the value is no longer that of one depth. Default: off.
    pub deeper_entries: bool,
    /// Give a position that was on the board before, in the search or at its root, the
    /// value of [`Game::repetition`], as is usual for play. Selective, in that a value
    /// then depends on how the position was reached, which the table does not know.
    /// Default: off.
    pub repetitions: bool,
    /// From this depth on, use the transposition table, if there is one.
    /// Default: 1.
    pub table_depth: u32,
    /// Up to this depth, use a separate table of [`SMALL_TABLE`](Self::SMALL_TABLE)
    /// MiB instead, if there is a table: it stays in the processor's cache, whereas
    /// a look-up in a large one waits for memory longer than many a shallow search
    /// takes. 0, the default, for never.
    pub small_table_depth: u32,
    /// From this depth on, call the ordering heuristics; shallower nodes take the
    /// moves in the game's order, which is worse but costs nothing. Default: 1.
    pub order_depth: u32,
    /// Enhanced transposition cut-offs (Plaat, Schaeffer, Pijls and de Bruin
    /// 1996): from this depth on, before searching any move, see whether one
    /// reaches beta by the table's entry for the position after it. 0, the default,
    /// for never.
    pub enhanced_cutoffs: u32,
    /// Threads that search the same tree and share the table (lazy SMP).
    /// Default: 1. Without a table, more are of no use.
    pub threads: usize,
}

impl Default for AlphaBetaOptions {
    fn default() -> Self {
        Self {
            pvs: true,
            aspiration: 0,
            iterative: true,
            internal_reduction: false,
            late_move_reductions: false,
            reduce_root: false,
            reduction_divisor: 0,
            reduction_score: 0,
            reduce_cut_nodes: false,
            spare_pv: false,
            reduce_losing: false,
            late_move_pruning: false,
            late_move_base: 6,
            late_move_growth: 4,
            futility: 0,
            futile_captures: false,
            prune_reduced: false,
            improving: false,
            correction: 0,
            keep_checks: false,
            exchange_pruning: 0,
            history_pruning: 0,
            razoring: 0,
            probcut: 0,
            singular: 0,
            singular_margin: 2,
            check_extension: false,
            safe_checks: false,
            null_move: 0,
            null_depth: 0,
            null_lead: 0,
            null_verification: 0,
            quiescence: false,
            quiescence_table: false,
            mate_distance: false,
            deeper_entries: false,
            repetitions: false,
            table_depth: 1,
            small_table_depth: 0,
            order_depth: 1,
            enhanced_cutoffs: 0,
            threads: 1,
        }
    }
}

impl AlphaBetaOptions {
    /// The size in MiB of the table for
    /// [`small_table_depth`](Self::small_table_depth).
    pub const SMALL_TABLE: usize = 4;
    /// The least depth at which
    /// [`internal_reduction`](Self::internal_reduction) reduces.
    pub const IIR_DEPTH: u32 = 4;

    /// The greatest depth at which [`futility`](Self::futility), late move, history and
    /// [exchange](Self::exchange_pruning) pruning leave moves out.
    pub const FUTILITY_DEPTH: u32 = 6;
    /// The greatest depth at which [`razoring`](Self::razoring) turns to quiescence search.
    pub const RAZOR_DEPTH: u32 = 3;
    /// The least depth at which [`probcut`](Self::probcut) cuts.
    pub const PROBCUT_DEPTH: u32 = 5;
    /// The most plies that [`reduction_score`](Self::reduction_score) adds or
    /// takes off.
    pub const MOST_BY_SCORE: u32 = 2;

    /// Alpha-beta as Knuth and Moore (1975) have it: open windows, straight to
    /// the full depth.
    pub fn plain() -> Self {
        Self { pvs: false, iterative: false, ..Self::default() }
    }

    /// Whether the value and the best moves are those of plain minimax.
    pub fn is_exact(&self) -> bool {
        let selective = self.internal_reduction
            || self.late_move_reductions
            || self.late_move_pruning
            || self.check_extension
            || self.quiescence
            || self.deeper_entries
            || self.repetitions;
        let margins = [
            self.null_move,
            self.futility,
            self.correction,
            self.exchange_pruning,
            self.history_pruning,
            self.razoring,
            self.probcut,
            self.singular,
        ];
        !selective && margins.iter().all(|&margin| margin == 0)
    }

    /// Checks that the options fit the game. A search ignores options that do not.
    ///
    /// # Errors
    ///
    /// Says which option does not fit, and what to do about it.
    pub fn validate<G: Game>(&self) -> Result<(), OptionsError> {
        if self.null_move > 0 && !G::NULL_MOVE {
            return Err(OptionsError::NoNullMove);
        }
        if self.threads == 0 {
            return Err(OptionsError::NoThreads);
        }
        if i32::try_from(self.aspiration).is_err() {
            return Err(OptionsError::TooWide(self.aspiration));
        }
        Ok(())
    }
}

/// What a node needs to know of the options before it tests any in particular, so
/// that options that are off cost next to nothing.
#[derive(Copy, Clone, Debug)]
pub(super) struct Plan {
    /// Some option may settle a node, or reduce it, before its moves are
    /// searched.
    pub(super) shortcuts: bool,
    /// Late quiet moves are first searched less deep, or left out.
    pub(super) reductions: bool,
    /// Some option cuts by the static value.
    pub(super) evaluates: bool,
    /// Nodes less deep than this are searched by plain alpha-beta: no option that
    /// changes how a node is searched applies there, and no table is used.
    pub(super) plain_below: u32,
    /// The least depth at which the table is used.
    pub(super) table_from: u32,
    /// The least depth at which it is no longer used.
    pub(super) table_below: u32,
}

impl Plan {
    /// Searches this deep or deeper do without the table: an entry has one byte for
    /// the depth, which must also hold a flag.
    const TABLE_DEPTHS: u32 = 128;

    pub(super) fn new(options: &AlphaBetaOptions, has_table: bool) -> Self {
        let reductions = options.late_move_reductions
            || options.late_move_pruning
            || options.futility > 0
            || options.exchange_pruning > 0
            || options.history_pruning > 0;
        let shortcuts = reductions
            || options.correction > 0
            || options.null_move > 0
            || options.internal_reduction
            || options.razoring > 0
            || options.probcut > 0
            || options.singular > 0
            || options.check_extension
            || options.quiescence
            || options.enhanced_cutoffs > 0
            || options.small_table_depth > 0;
        let everywhere = options.quiescence
            || options.repetitions
            || options.check_extension
            || options.late_move_pruning
            || options.futility > 0
            || options.correction > 0
            || options.exchange_pruning > 0
            || options.history_pruning > 0
            || options.razoring > 0
            || options.mate_distance;
        // The depth from which on each applies.
        let from = |on: bool, depth: u32| if on { depth } else { u32::MAX };
        let plain_below = [
            from(everywhere, 0),
            from(has_table, options.table_depth),
            from(options.pvs, 2),
            from(options.late_move_reductions, LEAST_REDUCED),
            from(options.internal_reduction, AlphaBetaOptions::IIR_DEPTH),
            from(options.null_move > 0, options.null_move.saturating_add(1)),
            from(options.probcut > 0, AlphaBetaOptions::PROBCUT_DEPTH),
            from(options.singular > 0, options.singular),
        ];
        let plain_below = plain_below.into_iter().fold(u32::MAX, u32::min);
        let evaluates = options.futility > 0
            || options.null_move > 0
            || options.razoring > 0
            || options.probcut > 0;
        Self {
            shortcuts,
            reductions,
            evaluates,
            plain_below,
            table_from: if has_table { options.table_depth } else { u32::MAX },
            table_below: if has_table { Self::TABLE_DEPTHS } else { 0 },
        }
    }
}

/// Options that do not fit the game, or each other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionsError {
    /// Null move in a game that does not define a pass.
    #[error(
        "null move needs a game in which a move can be skipped, and this one has no null move; \
         set null_move to 0"
    )]
    NoNullMove,
    /// No thread to search with.
    #[error("expected threads of at least 1, found 0")]
    NoThreads,
    /// An aspiration window wider than all values.
    #[error("expected an aspiration window below 2^31 grid points, found {0}; use 0 for none")]
    TooWide(u32),
}

#[cfg(test)]
mod tests {
    use starboard_core::testing::RandomTree;

    use super::*;

    #[test]
    fn only_selective_options_are_not_exact() {
        let default = AlphaBetaOptions::default();
        assert!(default.is_exact() && AlphaBetaOptions::plain().is_exact());
        for selective in [
            AlphaBetaOptions { internal_reduction: true, ..default.clone() },
            AlphaBetaOptions { late_move_reductions: true, ..default.clone() },
            AlphaBetaOptions { late_move_pruning: true, ..default.clone() },
            AlphaBetaOptions { futility: 1, ..default.clone() },
            AlphaBetaOptions { check_extension: true, ..default.clone() },
            AlphaBetaOptions { null_move: 2, ..default.clone() },
            AlphaBetaOptions { exchange_pruning: 1, ..default.clone() },
            AlphaBetaOptions { history_pruning: 1, ..default.clone() },
            AlphaBetaOptions { correction: 1, ..default.clone() },
            AlphaBetaOptions { razoring: 1, ..default.clone() },
            AlphaBetaOptions { probcut: 1, ..default.clone() },
            AlphaBetaOptions { singular: 1, ..default.clone() },
            AlphaBetaOptions { quiescence: true, ..default.clone() },
            AlphaBetaOptions { deeper_entries: true, ..default.clone() },
            AlphaBetaOptions { repetitions: true, ..default },
        ] {
            assert!(!selective.is_exact(), "{selective:?}");
        }
    }

    #[test]
    fn options_that_do_not_fit_say_so() {
        #[track_caller]
        fn check<G: Game>(options: AlphaBetaOptions, part: &str) {
            let error = options.validate::<G>().unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        let default = AlphaBetaOptions::default();
        assert_eq!(default.validate::<RandomTree<false>>(), Ok(()));
        check::<RandomTree<false>>(AlphaBetaOptions { threads: 0, ..default.clone() }, "found 0");
        check::<RandomTree<false>>(
            AlphaBetaOptions { aspiration: 1 << 31, ..default.clone() },
            "found 2147483648",
        );
        let null_move = AlphaBetaOptions { null_move: 2, ..default };
        assert_eq!(null_move.validate::<RandomTree<false>>(), Ok(()));
        check::<NoPass>(null_move, "set null_move to 0");
    }

    /// One move and it is over.
    #[derive(Clone, Debug, PartialEq)]
    struct NoPass(bool);

    impl Game for NoPass {
        type Move = ();
        fn mover(&self) -> starboard_core::Player {
            starboard_core::Player::First
        }
        fn node(&self) -> starboard_core::Node {
            if self.0 {
                starboard_core::Node::Over(starboard_core::Value::ZERO)
            } else {
                starboard_core::Node::Decision
            }
        }
        fn moves(&self, out: &mut Vec<()>) {
            out.push(());
        }
        fn play(&mut self, (): ()) {
            self.0 = true;
        }
        fn key(&self) -> u64 {
            u64::from(self.0)
        }
    }
}
