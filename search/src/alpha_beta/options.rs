//! The options of [`AlphaBeta`](crate::AlphaBeta).

use starboard_core::Game;

use super::reduce::LEAST_REDUCED;

/// How [`AlphaBeta`](crate::AlphaBeta) goes about it.
///
/// As the defaults have it, the value and the best moves are those of plain
/// minimax. An option said to be *selective* (unsound) may change them.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct AlphaBetaOptions {
    /// Principal-variation search (Marsland and Campbell 1982): later moves are
    /// first shown to be no better, with a null window. Default: on.
    pub pvs: bool,
    /// Half the width, in grid points, of the window around the value of the
    /// iteration before in which the root is searched first; 0, the default,
    /// for an open window.
    pub aspiration: u32,
    /// Search depth 1, 2, … up to the limit, each iteration ordering the root
    /// for the next. Default: on. Without a limit on the depth, always on.
    pub iterative: bool,
    /// Internal iterative reduction: search a node one ply less deep, from
    /// [`IIR_DEPTH`](Self::IIR_DEPTH) on, when the table knows no move for it.
    /// Selective. Default: off.
    pub internal_reduction: bool,
    /// Late move reductions: search the moves that are ordered late less deep,
    /// and again at full depth if they turn out well. Selective. Default: off.
    pub late_move_reductions: bool,
    /// Of late move reductions: reduce late moves of the root, too. Default: off.
    pub reduce_root: bool,
    /// Of late move reductions: reduce by the product of the logarithms of depth
    /// and place, divided by so many hundredths. 0, the default, for a table with
    /// whole steps that reduces less.
    pub reduction_divisor: u32,
    /// Of late move reductions: a ply less for each so many points that the
    /// ordering heuristics promise of the move, a ply more for each so many they
    /// advise against it, at most [`MOST_BY_SCORE`](Self::MOST_BY_SCORE): what is
    /// learned for the order decides on the depth as well. 0, the default, for
    /// never.
    pub reduction_score: u32,
    /// Of late move reductions: a ply more at nodes where the first moves are
    /// expected to cut. Default: off.
    pub reduce_cut_nodes: bool,
    /// Of late move reductions: a ply less in positions that the transposition table knows to
    /// have been searched in an open window, in this search or one before. Default: off.
    pub spare_pv: bool,
    /// Of late move reductions: a ply more for quiet moves that lose by
    /// [static exchange evaluation](starboard_core::Game::see_at_least), and captures
    /// and the like that do are reduced as quiet moves are. Default: off.
    pub reduce_losing: bool,
    /// Late move pruning: near the horizon, leave out quiet moves once many have
    /// been tried. Selective. Default: off.
    pub late_move_pruning: bool,
    /// Of late move pruning: how many moves are tried whatever the depth,
    pub late_move_base: u32,
    /// and how many more for the square of the depth. Default: 6 and 4.
    pub late_move_growth: u32,
    /// Futility pruning (Schaeffer 1986; Heinz 1998): within
    /// [`FUTILITY_DEPTH`](Self::FUTILITY_DEPTH) plies of the horizon, take for
    /// granted that quiet moves gain at most so many grid points for each ply,
    /// and that as much is lost at most where the opponent is to move. Selective.
    /// 0, the default, for never.
    pub futility: u32,
    /// Of futility pruning: leave out captures and the like, too, that do not win by
    /// [static exchange evaluation](starboard_core::Game::see_at_least) what is missing
    /// besides. Default: off.
    pub futile_captures: bool,
    /// Of futility and late move pruning: go by the depth that late move
    /// reductions leave of a move. Default: off.
    pub prune_reduced: bool,
    /// Reduce and prune more where the static value has not risen since the
    /// mover's last turn. Selective with what it changes. Default: off.
    pub improving: bool,
    /// Correction history: add to static values what searches after the same moves
    /// found them to be off on average, at most so many grid points. Selective.
    /// 0, the default, for never.
    pub correction: u32,
    /// Of futility and late move pruning: leave out no move that gives check and loses
    /// nothing by [static exchange evaluation](starboard_core::Game::see_at_least), where
    /// the game can [tell](starboard_core::Game::gives_check). Default: off.
    pub keep_checks: bool,
    /// Exchange pruning: near the horizon, leave out moves that lose more than so
    /// many grid points for each ply by
    /// [static exchange evaluation](starboard_core::Game::see_at_least).
    /// Selective. 0, the default, for never.
    pub exchange_pruning: u32,
    /// History pruning: near the horizon, leave out quiet moves against which the ordering
    /// heuristics speak with more than so many points for each ply, and those ordered after
    /// them. Selective. 0, the default, for never.
    pub history_pruning: u32,
    /// Razoring: within [`RAZOR_DEPTH`](Self::RAZOR_DEPTH) plies of the horizon,
    /// leave it to quiescence search whether a position that is worth less than
    /// alpha by so many grid points for each ply can reach it. Selective.
    /// 0, the default, for never.
    pub razoring: u32,
    /// ProbCut (Buro 1995), in the form of today's chess engines: from
    /// [`PROBCUT_DEPTH`](Self::PROBCUT_DEPTH) on, cut where a tactical move is so
    /// many grid points better than beta by a search four plies less deep.
    /// Selective. 0, the default, for never.
    pub probcut: u32,
    /// Singular extension (Anantharaman, Campbell and Hsu 1990), in the form of
    /// today's chess engines: from this depth on, see by a search of half the
    /// depth whether all moves but the table's are worse, and search that move a
    /// ply deeper then; cut where another reaches beta, too (multi-cut). Selective. 0, the default, for never.
    pub singular: u32,
    /// Of singular extension: how many grid points for each ply the others have to
    /// be worse. Default: 2.
    pub singular_margin: u32,
    /// Search a ply deeper where the mover is in check. Selective. Default: off.
    pub check_extension: bool,
    /// Of check extension: only after a check that loses nothing by
    /// [static exchange evaluation](starboard_core::Game::see_at_least). Default: off.
    pub safe_checks: bool,
    /// Null move (Beal 1989): if passing and searching this many plies less
    /// deep than a move would be still reaches beta, cut. Selective, and is
    /// wrong in zugzwang. 0, the default, for never.
    pub null_move: u32,
    /// Of null move: a ply less deep for each so many plies of depth. 0, the
    /// default, for the same at all depths.
    pub null_depth: u32,
    /// Of null move: a ply less deep for each so many grid points by which the
    /// static value exceeds beta, at most three. 0, the default, for never.
    pub null_lead: u32,
    /// Of null move: from this depth on, believe it only if a search without null
    /// moves, as much reduced, says the same. 0, the default, for never.
    pub null_verification: u32,
    /// Resolve noisy positions beyond the depth, as defined by the
    /// [`Quiescence`](starboard_core::Quiescence). Selective. Default: off.
    pub quiescence: bool,
    /// Of quiescence: look positions up in the transposition table, and keep them
    /// there. Default: off.
    pub quiescence_table: bool,
    /// Mate-distance pruning: in games where a sooner win counts more, cut where
    /// a win already found is as soon as any here could be. Default: off.
    pub mate_distance: bool,
    /// Accept table entries from deeper searches than requested, as one does
    /// for play. Selective, in that the value is no longer that of one depth.
    /// Default: off.
    pub deeper_entries: bool,
    /// Give a position that was on the board before, in the search or at its root, the
    /// value of [`Game::repetition`], as one does for play. Selective, in that a value
    /// then depends on how the position was reached, which a table does not know.
    /// Default: off.
    pub repetitions: bool,
    /// From this depth on, use the transposition table, if there is one.
    /// Default: 1.
    pub table_depth: u32,
    /// Up to this depth, use a table of [`SMALL_TABLE`](Self::SMALL_TABLE) MiB
    /// of the search's own instead, if there is a table: it stays in the
    /// processor's cache, where a look-up in a large one waits for memory
    /// longer than many a shallow search takes. 0, the default, for never.
    pub small_table_depth: u32,
    /// From this depth on, call the ordering heuristics; nodes below take the
    /// moves in the game's order, which is worse but costs nothing. Default: 1.
    pub order_depth: u32,
    /// Enhanced transposition cut-offs (Plaat, Schaeffer, Pijls and de Bruin
    /// 1996): from this depth on, see whether the table already knows a move
    /// that reaches beta before searching any. 0, the default, for never.
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

    /// The greatest depth at which [`futility`](Self::futility) and
    /// [`exchange_pruning`](Self::exchange_pruning) prune.
    pub const FUTILITY_DEPTH: u32 = 6;
    /// The greatest depth at which [`razoring`](Self::razoring) leaves it to
    /// quiescence search.
    pub const RAZOR_DEPTH: u32 = 3;
    /// The least depth at which [`probcut`](Self::probcut) cuts.
    pub const PROBCUT_DEPTH: u32 = 5;
    /// The most plies that [`reduction_score`](Self::reduction_score) adds or
    /// takes off.
    pub const MOST_BY_SCORE: u32 = 2;

    /// Alpha-beta as Knuth and Moore (1975) have it: open windows, straight to
    /// the depth.
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

    /// Checks that the options fit the game. A search with options that do not
    /// goes on without them.
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

/// What a node needs of the options before it tests any in particular, so
/// that options left off cost next to nothing.
#[derive(Copy, Clone, Debug)]
pub(super) struct Plan {
    /// Some option may settle a node, or reduce it, before its moves are
    /// searched.
    pub(super) shortcuts: bool,
    /// Late quiet moves are first searched less deep, or left out.
    pub(super) reductions: bool,
    /// Some option cuts by the static value.
    pub(super) evaluates: bool,
    /// Nodes less deep than this are searched by alpha-beta itself alone: no
    /// option that changes how a node is searched has a say there, and no table.
    pub(super) plain_below: u32,
    /// The depths at which the table is used: from this one on,
    pub(super) table_from: u32,
    /// below this one.
    pub(super) table_below: u32,
}

impl Plan {
    /// Deeper searches do without the table, whose entries have a byte for the
    /// depth and one bit more to find room for.
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
        // From which depth on each has a say.
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
    /// Null move in a game that does not say what a pass would be.
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
