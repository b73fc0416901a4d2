//! The arguments of the algorithms: declared for help texts, and read.

use starboard_core::{
    Game,
    spec::{Args, Param, SpecError},
};

use crate::{AlphaBetaOptions, ChanceProbCut, Probing, Sampling, StarOptions};

const SWITCH: &str = "true or false";

/// The range of a margin, in grid points.
const POINTS: std::ops::RangeInclusive<u32> = 0..=1_000_000_000;

const fn param(
    name: &'static str,
    default: &'static str,
    range: &'static str,
    help: &'static str,
) -> Param {
    Param { name, default, range, help }
}

const ITERATIVE: Param = param(
    "iterative",
    "true",
    SWITCH,
    "search to depth 1, 2, … so that each iteration orders the root moves for the next",
);
const THREADS: Param = param(
    "threads",
    "1",
    "1 to 256",
    "threads that share the search; an exact result is the same for any number, a selective one \
     need not be",
);
const TABLE_DEPTH: Param = param(
    "table-depth",
    "1",
    "0 to 99",
    "from this depth on, use the transposition table, if there is one",
);
const STATIC_ORDER: Param = param(
    "static-order",
    "2",
    "0 to 99",
    "from this depth on, order moves by their static values; 0 for never",
);
const GOOD_MOVES: Param = param(
    "good-moves",
    "true",
    SWITCH,
    "ask the game for a good move before generating all of them",
);

const SAMPLES: Param = param(
    "samples",
    "0",
    "0 to 1000000",
    "how many outcomes of a chance node are searched, drawn by their probabilities; 0 for all; \
     selective",
);
const COMMON: Param =
    param("common", "false", SWITCH, "with samples: all nodes of a depth draw by the same numbers");
const SEED: Param = param("seed", "0", "0 to 2^64 - 1", "with samples: the seed of the draws");
const PROBCUT: Param = param(
    "probcut",
    "0",
    "0 to 1000000000",
    "ChanceProbCut: cut a chance node that a shallower search finds outside the window by this \
     many grid points; 0 for none; selective",
);
const PROBCUT_DEPTH: Param =
    param("probcut-depth", "2", "1 to 99", "with probcut: try it from this depth on");
const PROBCUT_REDUCTION: Param = param(
    "probcut-reduction",
    "1",
    "1 to 99",
    "with probcut: by how many moves the shallower search is reduced",
);
const PROBCUT_SLOPE: Param = param(
    "probcut-slope",
    "1000",
    "1 to 1000000",
    "with probcut: the factor from the shallower value to the deeper one, in thousandths",
);
const PROBCUT_SHIFT: Param = param(
    "probcut-shift",
    "0",
    "-1000000000 to 1000000000",
    "with probcut: what is added after the factor, in grid points for the mover",
);

pub(super) const MINIMAX: &[Param] = &[Param { default: "false", ..ITERATIVE }];
const SAMPLING: [Param; 3] = [SAMPLES, COMMON, SEED];
const CHANCE_PROBCUT: [Param; 5] =
    [PROBCUT, PROBCUT_DEPTH, PROBCUT_REDUCTION, PROBCUT_SLOPE, PROBCUT_SHIFT];
pub(super) const EXPECTIMAX: &[Param] = &[MINIMAX[0], SAMPLES, COMMON, SEED];
pub(super) const RANDOM: &[Param] = &[param(
    "seed",
    "0",
    "0 to 2^64 - 1",
    "the seed of the choices: the same position gets the same move again",
)];
const STAR: [Param; 13] = [
    STATIC_ORDER,
    GOOD_MOVES,
    SAMPLES,
    COMMON,
    SEED,
    PROBCUT,
    PROBCUT_DEPTH,
    PROBCUT_REDUCTION,
    PROBCUT_SLOPE,
    PROBCUT_SHIFT,
    TABLE_DEPTH,
    ITERATIVE,
    THREADS,
];
const PROBES: Param =
    param("probes", "1", "1 to 64", "moves probed at each outcome before any is searched in full");
const CYCLIC: Param = param(
    "cyclic",
    "false",
    SWITCH,
    "probe the first move of every outcome before the second of any",
);
pub(super) const STAR1: &[Param] = &STAR;
/// The arguments about probes, then those of Star1.
pub(super) const STAR2: &[Param] = &{
    let mut all = [PROBES; STAR.len() + 2];
    all[1] = CYCLIC;
    let mut i = 0;
    while i < STAR.len() {
        all[i + 2] = STAR[i];
        i += 1;
    }
    all
};
pub(super) const FILTERED: &[Param] = &[
    param(
        "filter",
        "normal",
        "tiny, narrow, normal, large, huge, or levels such as \"0,8,0.16;skip;0,2,0.04\"",
        "which root moves survive to the next ply",
    ),
    param(
        "rolls",
        "all",
        "all, or 1 and up",
        "outcomes of a chance node that are searched deeper, a stratified sample; not with inner",
    ),
    param(
        "inner",
        "none",
        "none, or expectimax, star1 or star2 with their options",
        "a full-width search for the moves that survive, in place of one reply to each roll",
    ),
];
/// The first two and the last two are about windows, about the root and about sharing the work:
/// MTD(f) has none of them.
pub(super) const ALPHA_BETA: &[Param] = &[
    param(
        "pvs",
        "true",
        SWITCH,
        "principal-variation search: later moves are first searched with a null window",
    ),
    param(
        "aspiration",
        "0",
        "0 to 2147483647",
        "half the width of the aspiration window at the root, in grid points; 0 for none",
    ),
    ITERATIVE,
    param(
        "iir",
        "false",
        SWITCH,
        "internal iterative reduction where the table knows no move; selective",
    ),
    param("lmr", "false", SWITCH, "late move reductions; selective"),
    param(
        "lmr-divisor",
        "0",
        "0 to 10000",
        "with lmr: reduce by ln(depth) * ln(move number) * 100 / this; 0 for a table of whole \
         plies",
    ),
    param(
        "lmr-score",
        "0",
        "0 to 1000000000",
        "with lmr: reduce a ply less per this many points of ordering score, a ply more per this \
         many below 0, at most 2; 0 for never",
    ),
    param("lmr-cut", "false", SWITCH, "with lmr: reduce a ply more at expected cut nodes"),
    param(
        "lmr-pv",
        "false",
        SWITCH,
        "with lmr: reduce a ply less where the table knows of a search in an open window",
    ),
    param(
        "lmr-losing",
        "false",
        SWITCH,
        "with lmr: reduce quiet moves that lose by static exchange a ply more, and also reduce \
         captures that do",
    ),
    param(
        "lmp",
        "false",
        SWITCH,
        "late move pruning: near the horizon, leave out quiet moves late in the list; selective",
    ),
    param("lmp-base", "6", "0 to 1000", "with lmp: how many moves are tried at any depth"),
    param("lmp-growth", "4", "0 to 1000", "with lmp: how many more, times the square of the depth"),
    param(
        "futility",
        "0",
        "0 to 1000000000",
        "futility pruning: what a quiet move may gain per ply, in grid points; 0 for none; \
         selective",
    ),
    param(
        "futile-captures",
        "false",
        SWITCH,
        "with futility: also leave out captures that do not win by static exchange what is missing",
    ),
    param(
        "prune-reduced",
        "false",
        SWITCH,
        "with lmp or futility or history-pruning: go by the depth that lmr leaves for a move",
    ),
    param(
        "improving",
        "false",
        SWITCH,
        "reduce and prune more where the static value has not risen since the mover's last turn",
    ),
    param(
        "correction",
        "0",
        "0 to 1000000000",
        "correction history: correct static values by what searches after the same moves found, by \
         at most this many grid points; 0 for never; selective",
    ),
    param(
        "keep-checks",
        "false",
        SWITCH,
        "with lmp or futility or history-pruning: never leave out a move that gives check and loses \
         nothing",
    ),
    param(
        "exchange-pruning",
        "0",
        "0 to 1000000000",
        "near the horizon, leave out moves that lose more than this by static exchange evaluation, \
         in grid points per ply; 0 for never; selective",
    ),
    param(
        "history-pruning",
        "0",
        "0 to 1000000000",
        "near the horizon, leave out quiet moves whose ordering score is below minus this many \
         points per ply; 0 for never; selective",
    ),
    param(
        "razoring",
        "0",
        "0 to 1000000000",
        "near the horizon, leave positions that are this far below alpha to quiescence search, in \
         grid points per ply; 0 for never; selective",
    ),
    param(
        "probcut",
        "0",
        "0 to 1000000000",
        "cut where a tactical move, searched four plies less deep, exceeds beta by this many grid \
         points; 0 for never; selective",
    ),
    param(
        "singular",
        "0",
        "0 to 99",
        "from this depth on, extend the table move by a ply if all others are worse; 0 for never; \
         selective",
    ),
    param(
        "singular-margin",
        "2",
        "0 to 1000000000",
        "with singular: how much worse, in grid points per ply",
    ),
    param(
        "check-extension",
        "false",
        SWITCH,
        "search a ply deeper where the mover is in check; selective",
    ),
    param(
        "safe-checks",
        "false",
        SWITCH,
        "with check-extension: only after checks that lose nothing by static exchange",
    ),
    param(
        "null-move",
        "0",
        "0 to 9",
        "reduction of the search after a null move, in plies; 0 for none; selective",
    ),
    param(
        "null-depth",
        "0",
        "0 to 99",
        "with null-move: reduce one ply more per this many plies of depth; 0 for none",
    ),
    param(
        "null-lead",
        "0",
        "0 to 1000000000",
        "with null-move: reduce one ply more per this many grid points above beta, at most 3; 0 \
         for none",
    ),
    param(
        "null-verification",
        "0",
        "0 to 99",
        "with null-move: from this depth on, verify by a search without null moves in the first \
         three quarters of its depth; 0 for never",
    ),
    param(
        "quiescence",
        "false",
        SWITCH,
        "quiescence search: resolve noisy positions beyond the depth limit; selective",
    ),
    param(
        "tt-quiescence",
        "false",
        SWITCH,
        "with quiescence: look its positions up in the table and store them there",
    ),
    param(
        "mate-distance",
        "false",
        SWITCH,
        "mate-distance pruning: cut where no win could be sooner than one already found",
    ),
    param(
        "repetitions",
        "false",
        SWITCH,
        "give a position that occurred before in the search the value of a repetition; selective",
    ),
    param(
        "tt-accept-deeper",
        "false",
        SWITCH,
        "accept table entries from deeper searches; selective",
    ),
    param(
        "small-table",
        "0",
        "0 to 99",
        "up to this depth, use a table of 4 MiB that stays in the cache; 0 for never",
    ),
    param(
        "etc",
        "0",
        "0 to 99",
        "from this depth on, look for a cut among the table entries of the children; 0 for never",
    ),
    param(
        "order-depth",
        "1",
        "0 to 99",
        "from this depth on, use the ordering heuristics; below it, the game's own order",
    ),
    TABLE_DEPTH,
    param("lmr-root", "false", SWITCH, "with lmr: reduce late moves of the root, too"),
    THREADS,
];

/// Reads which outcomes are searched.
pub(super) fn sampling(args: &mut Args) -> Result<Sampling, SpecError> {
    args.check_needs(&SAMPLING)?;
    Ok(Sampling {
        samples: args.take_in("samples", 0, 0..=1_000_000)?,
        common: args.take("common", false)?,
        seed: args.take("seed", 0)?,
    })
}

/// Reads when a shallower search of a chance node is trusted.
fn probcut(args: &mut Args) -> Result<ChanceProbCut, SpecError> {
    args.check_needs(&CHANCE_PROBCUT)?;
    let default = ChanceProbCut::default();
    const SHIFT: i32 = *POINTS.end() as i32;
    Ok(ChanceProbCut {
        margin: args.take_in("probcut", default.margin, POINTS)?,
        depth: args.take_in("probcut-depth", default.depth, 1..=99)?,
        reduction: args.take_in("probcut-reduction", default.reduction, 1..=99)?,
        slope: args.take_in("probcut-slope", default.slope, 1..=1_000_000)?,
        shift: args.take_in("probcut-shift", default.shift, -SHIFT..=SHIFT)?,
    })
}

/// Reads Star1's options; for Star2, the probing is still to be filled in.
pub(super) fn star(args: &mut Args) -> Result<StarOptions, SpecError> {
    let default = StarOptions::default();
    Ok(StarOptions {
        probing: Probing::NONE,
        iterative: args.take("iterative", default.iterative)?,
        static_order: args.take_in("static-order", default.static_order, 0..=99)?,
        good_moves: args.take("good-moves", default.good_moves)?,
        table_depth: args.take_in("table-depth", default.table_depth, 0..=99)?,
        threads: args.take_in("threads", default.threads, 1..=256)?,
        sampling: sampling(args)?,
        probcut: probcut(args)?,
    })
}

pub(super) const MTDF: &[Param] = {
    let (_, all) = ALPHA_BETA.split_at(2);
    all.split_at(all.len() - 2).0
};

/// Reads alpha-beta's options and checks that they fit the game. `noisy` says
/// whether the game has a quiescence search.
pub(super) fn alpha_beta<G: Game>(
    args: &mut Args,
    noisy: bool,
) -> Result<AlphaBetaOptions, SpecError> {
    let default = AlphaBetaOptions::default();
    let own = AlphaBetaOptions {
        pvs: args.take("pvs", default.pvs)?,
        aspiration: args.take_in("aspiration", default.aspiration, 0..=i32::MAX as u32)?,
        threads: args.take_in("threads", default.threads, 1..=256)?,
        ..default
    };
    let options = shared::<G>("alpha-beta", own, args, noisy)?;
    // After it was seen whether `lmr` is there, too.
    Ok(AlphaBetaOptions { reduce_root: args.take("lmr-root", default.reduce_root)?, ..options })
}

/// Reads those of them that MTD(f) has.
pub(super) fn mtdf<G: Game>(args: &mut Args, noisy: bool) -> Result<AlphaBetaOptions, SpecError> {
    shared::<G>("mtdf", AlphaBetaOptions::default(), args, noisy)
}

/// Reads the options that both have; the rest stays as in `default`.
fn shared<G: Game>(
    owner: &str,
    default: AlphaBetaOptions,
    args: &mut Args,
    noisy: bool,
) -> Result<AlphaBetaOptions, SpecError> {
    args.rename("deeper", "tt-accept-deeper")?;
    args.check_needs(ALPHA_BETA)?;
    let options = AlphaBetaOptions {
        pvs: default.pvs,
        aspiration: default.aspiration,
        iterative: args.take("iterative", default.iterative)?,
        internal_reduction: args.take("iir", default.internal_reduction)?,
        late_move_reductions: args.take("lmr", default.late_move_reductions)?,
        reduce_root: default.reduce_root,
        reduction_divisor: args.take_in("lmr-divisor", default.reduction_divisor, 0..=10_000)?,
        reduction_score: args.take_in("lmr-score", default.reduction_score, POINTS)?,
        reduce_cut_nodes: args.take("lmr-cut", default.reduce_cut_nodes)?,
        spare_pv: args.take("lmr-pv", default.spare_pv)?,
        reduce_losing: args.take("lmr-losing", default.reduce_losing)?,
        late_move_pruning: args.take("lmp", default.late_move_pruning)?,
        late_move_base: args.take_in("lmp-base", default.late_move_base, 0..=1000)?,
        late_move_growth: args.take_in("lmp-growth", default.late_move_growth, 0..=1000)?,
        futility: args.take_in("futility", default.futility, POINTS)?,
        futile_captures: args.take("futile-captures", default.futile_captures)?,
        prune_reduced: args.take("prune-reduced", default.prune_reduced)?,
        improving: args.take("improving", default.improving)?,
        correction: args.take_in("correction", default.correction, POINTS)?,
        keep_checks: args.take("keep-checks", default.keep_checks)?,
        exchange_pruning: args.take_in("exchange-pruning", default.exchange_pruning, POINTS)?,
        history_pruning: args.take_in("history-pruning", default.history_pruning, POINTS)?,
        razoring: args.take_in("razoring", default.razoring, POINTS)?,
        probcut: args.take_in("probcut", default.probcut, POINTS)?,
        singular: args.take_in("singular", default.singular, 0..=99)?,
        singular_margin: args.take_in("singular-margin", default.singular_margin, POINTS)?,
        check_extension: args.take("check-extension", default.check_extension)?,
        safe_checks: args.take("safe-checks", default.safe_checks)?,
        null_move: args.take_in("null-move", default.null_move, 0..=9)?,
        null_depth: args.take_in("null-depth", default.null_depth, 0..=99)?,
        null_lead: args.take_in("null-lead", default.null_lead, POINTS)?,
        null_verification: args.take_in("null-verification", default.null_verification, 0..=99)?,
        quiescence: args.take("quiescence", default.quiescence)?,
        quiescence_table: args.take("tt-quiescence", default.quiescence_table)?,
        mate_distance: args.take("mate-distance", default.mate_distance)?,
        deeper_entries: args.take("tt-accept-deeper", default.deeper_entries)?,
        repetitions: args.take("repetitions", default.repetitions)?,
        small_table_depth: args.take_in("small-table", default.small_table_depth, 0..=99)?,
        order_depth: args.take_in("order-depth", default.order_depth, 0..=99)?,
        enhanced_cutoffs: args.take_in("etc", default.enhanced_cutoffs, 0..=99)?,
        table_depth: args.take_in("table-depth", default.table_depth, 0..=99)?,
        threads: default.threads,
    };
    let refuse = |name: &str, value: String, why: &str| SpecError::BadValue {
        owner: owner.to_owned(),
        name: name.to_owned(),
        value,
        why: why.to_owned(),
    };
    if let Err(error) = options.validate::<G>() {
        return Err(refuse("null-move", options.null_move.to_string(), &error.to_string()));
    }
    if options.quiescence && !noisy {
        let why = "this game does not say which positions are noisy";
        return Err(refuse("quiescence", "true".to_owned(), why));
    }
    Ok(options)
}
