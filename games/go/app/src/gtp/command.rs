//! `starboard gtp`: the engine for Go's graphical user interfaces and servers.

use std::io::{self, BufReader, Write};

use starboard_go::Size;

use starboard_lab::command::{Context, Examples, count};

pub(crate) const EXAMPLES: Examples = Examples::any(&[
    "gtp",
    "gtp --size 9 --evaluations 400",
    "gtp --engine 'alpha-beta + tt(mb=64) + killers + history'",
]);

/// Plays by GTP on standard input and output.
#[derive(clap::Args, Debug)]
#[command(
    about = "Play Go by GTP, the Go Text Protocol, on standard input and output",
    long_about = "Play Go by GTP, the Go Text Protocol, on standard input and output: for Sabaki, \
        GoGui, Lizzie, servers, and the command `match` of another Starboard.\n\n\
        Without --engine, moves are decided on by reasons: tactics, life and death, weak groups, \
        patterns and openings learned from games speak for moves, and the best are judged by a \
        full-board evaluation once the fighting has died down. A joseki dictionary of yours has its \
        say with --engine 'reasons(joseki=FILE.sgf)'.\n\n\
        All of version 2 is there (`list_commands` shows it), with the clocks and rules of KGS. \
        `lz-analyze` and `kata-analyze` show what the engine would play, which is the one that \
        plays, then go on with twice as many evaluations, and so on, until something else is \
        asked; `minmoves N` asks for N lines, `ownership true` for whose the points will be. \
        Leads and chances are what the engine expects of the score; the order is that of its choice, \
        which adds what moves are worth for later. \
        `lz-genmove_analyze` and `kata-genmove_analyze` play what they show. \
        `final_score` and `final_status_list` read which stones are dead. Regression suites ask `attack`, \
        `defend` and their kin about strings: an answer is how well it works, from 0 to 3 (1 for \
        sure, 2 and 3 by a ko, 0 where nothing was found that is sure to), and where; those of \
        `owl_attack`, `owl_defend`, `analyze_semeai`, `connect` and `disconnect` may rest on \
        estimates. What `loadsgf` cannot \
        take as it stands is told on stderr.\n\n\
        Boards have 2 to 25 lines each way, as many in either; a komi can have steps of 0.02. The rules are area, positional superko and no \
        suicide until `kata-set-rules` names others (tromp-taylor, chinese, chinese-ogs, japanese, \
        korean, aga, bga, new-zealand) or spells them out as KataGo does: ko, scoring, suicide, \
        whiteHandicapBonus and friendlyPassOk can be had in any form, tax as the scoring has it \
        (NONE for areas, SEKI for territory), no hasButton. Superko binds the engine, and not the opponent, who may know another rule."
)]
pub(crate) struct Args {
    /// The lines of the board, until `boardsize` says otherwise
    #[arg(long, value_name = "N", default_value = "19", value_parser = size)]
    size: Size,
    /// How many positions may be evaluated for a move; what the first look leaves, and all
    /// beyond 200, goes to a tree of the best moves [default: what the engine says; otherwise as
    /// many as the clock allows, and 200 without one]
    #[arg(long, value_name = "N", value_parser = count)]
    evaluations: Option<u64>,
    /// Play every game to its end: otherwise one is given up that is lost by more than ten
    /// points though all that is not settled went this side's way
    #[arg(long)]
    never_resign: bool,
    /// The engine, by its parts [default: one that decides by reasons]
    #[arg(long, value_name = "DESC")]
    engine: Option<String>,
}

/// Reads a size for clap.
fn size(text: &str) -> Result<Size, String> {
    let (least, most) = (Size::MIN, Size::MAX);
    let allowed = || format!("a board has {least} to {most} lines each way");
    text.parse().ok().and_then(Size::new).ok_or_else(allowed)
}

pub(crate) fn run(args: &Args, _: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let engine = args.engine.as_deref();
    let input = Box::new(BufReader::new(io::stdin()));
    super::serve(
        &starboard_go::entry(),
        engine,
        args.size,
        args.evaluations,
        !args.never_resign,
        input,
        out,
    )
}
