//! The arguments of the algorithms: declared for help texts, and read.

use starboard_core::{
    Game,
    spec::{Args, Param, SpecError},
};

use crate::{AlphaBetaOptions, Probing, StarOptions};

const SWITCH: &str = "true or false";

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
    "search depth 1, 2, … so that each orders the root for the next",
);
const THREADS: Param = param(
    "threads",
    "1",
    "1 to 256",
    "threads that share the search; the value is the same for any number",
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
    "ask the game for a good move before making the whole list",
);

pub(super) const EXPECTIMAX: &[Param] = &[Param { default: "false", ..ITERATIVE }];
pub(super) const RANDOM: &[Param] = &[param(
    "seed",
    "0",
    "0 to 2^64 - 1",
    "fixes the choices: a position gets the same move again",
)];
pub(super) const STAR1: &[Param] = &[STATIC_ORDER, GOOD_MOVES, TABLE_DEPTH, ITERATIVE, THREADS];
pub(super) const STAR2: &[Param] = &[
    param("probes", "1", "1 to 64", "moves probed at each outcome before any is searched in full"),
    param(
        "cyclic",
        "false",
        SWITCH,
        "probe the first move of every outcome before the second of any",
    ),
    STATIC_ORDER,
    GOOD_MOVES,
    TABLE_DEPTH,
    ITERATIVE,
    THREADS,
];
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
        "outcomes of chance that are searched deeper, a stratified sample of all",
    ),
    param(
        "inner",
        "none",
        "none, expectimax, star1 or star2",
        "a search at full width for the moves that survive, in place of one reply to each roll",
    ),
];
pub(super) const ALPHA_BETA: &[Param] = &[
    param(
        "pvs",
        "true",
        SWITCH,
        "principal-variation search: later moves meet a null window first",
    ),
    param(
        "aspiration",
        "0",
        "0 to 2147483647",
        "half the width of the root's first window, in grid points; 0 for none",
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
        "lmp",
        "false",
        SWITCH,
        "leave out quiet moves late in the list near the horizon; selective",
    ),
    param(
        "futility",
        "0",
        "0 to 1000000000",
        "what a quiet move may gain for each ply, in grid points; 0 for no pruning; selective",
    ),
    param("check-extension", "false", SWITCH, "a ply more where the mover is in check; selective"),
    param(
        "null-move",
        "0",
        "0 to 9",
        "reduction of the search after a null move, 0 for none; selective",
    ),
    param("quiescence", "false", SWITCH, "resolve noisy positions beyond the depth; selective"),
    param(
        "repetitions",
        "false",
        SWITCH,
        "give a position that occurred before in the game the value of a repetition; selective",
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
        "from this depth on, look for a cut in the table's entries for the children; 0 for never",
    ),
    param(
        "order-depth",
        "1",
        "0 to 99",
        "from this depth on, ask the ordering heuristics; below, the game's own order",
    ),
    TABLE_DEPTH,
    THREADS,
];

/// Star1's options; for Star2, the probing is still to be put in.
pub(super) fn star(args: &mut Args) -> Result<StarOptions, SpecError> {
    let default = StarOptions::default();
    Ok(StarOptions {
        probing: Probing::NONE,
        iterative: args.take("iterative", default.iterative)?,
        static_order: args.take_in("static-order", default.static_order, 0..=99)?,
        good_moves: args.take("good-moves", default.good_moves)?,
        table_depth: args.take_in("table-depth", default.table_depth, 0..=99)?,
        threads: args.take_in("threads", default.threads, 1..=256)?,
    })
}

/// Alpha-beta's and MTD(f)'s options, checked against what the game has.
/// `noisy` says whether it has a quiescence search.
pub(super) fn alpha_beta<G: Game>(
    owner: &str,
    args: &mut Args,
    noisy: bool,
) -> Result<AlphaBetaOptions, SpecError> {
    args.rename("deeper", "tt-accept-deeper")?;
    let default = AlphaBetaOptions::default();
    let options = AlphaBetaOptions {
        pvs: args.take("pvs", default.pvs)?,
        aspiration: args.take_in("aspiration", default.aspiration, 0..=i32::MAX as u32)?,
        iterative: args.take("iterative", default.iterative)?,
        internal_reduction: args.take("iir", default.internal_reduction)?,
        late_move_reductions: args.take("lmr", default.late_move_reductions)?,
        late_move_pruning: args.take("lmp", default.late_move_pruning)?,
        futility: args.take_in("futility", default.futility, 0..=1_000_000_000)?,
        check_extension: args.take("check-extension", default.check_extension)?,
        null_move: args.take_in("null-move", default.null_move, 0..=9)?,
        quiescence: args.take("quiescence", default.quiescence)?,
        deeper_entries: args.take("tt-accept-deeper", default.deeper_entries)?,
        repetitions: args.take("repetitions", default.repetitions)?,
        small_table_depth: args.take_in("small-table", default.small_table_depth, 0..=99)?,
        order_depth: args.take_in("order-depth", default.order_depth, 0..=99)?,
        enhanced_cutoffs: args.take_in("etc", default.enhanced_cutoffs, 0..=99)?,
        table_depth: args.take_in("table-depth", default.table_depth, 0..=99)?,
        threads: args.take_in("threads", default.threads, 1..=256)?,
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
