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
        Without --engine, moves are decided by reasons: tactics, life and death, weak groups, and \
        patterns and openings learned from games speak for moves, and the best are judged by a \
        full-board evaluation once the fighting has died down. To add a joseki dictionary of your \
        own, use --engine 'reasons(joseki=FILE.sgf)'.\n\n\
        All of GTP version 2 is supported (`list_commands` shows it), with the clocks and rules of \
        KGS. `lz-analyze` and `kata-analyze` use the engine that plays: they show what it would \
        play, then search again with twice as many evaluations, and so on, until the next command; \
        `minmoves N` asks for N lines, `ownership true` for who will own each point. Leads and \
        winning chances are what the engine expects of the score; moves are in the order of its \
        choice, which also counts what they are worth later. `lz-genmove_analyze` and \
        `kata-genmove_analyze` play the move that they show. `final_score` and `final_status_list` \
        find out by reading which stones are dead. For regression suites, `attack`, `defend` and \
        related commands answer about strings how well something works, from 0 to 3 (1 for \
        certain, 2 and 3 by a ko, 0 where nothing was found that is certain to work), and where; \
        the answers of `owl_attack`, `owl_defend`, `analyze_semeai`, `connect` and `disconnect` \
        may rest on estimates. What `loadsgf` cannot take as it stands is reported on stderr.\n\n\
        Boards are square, with 2 to 25 lines each way; the komi can be set in steps of 0.02. The \
        rules are area scoring, positional superko and no suicide until `kata-set-rules` names \
        others (tromp-taylor, chinese, chinese-ogs, chinese-kgs, japanese, korean, aga, bga, \
        french, new-zealand, goe) or \
        spells them out as KataGo does: ko, scoring, suicide, whiteHandicapBonus and \
        friendlyPassOk can have any value, tax only the one that goes with the scoring (NONE for \
        area, SEKI for territory), and hasButton is not supported. Superko binds the engine, but \
        not the opponent, who may play by another rule."
)]
pub(crate) struct Args {
    /// The size of the board, until `boardsize` says otherwise
    #[arg(long, value_name = "N", default_value = "19", value_parser = size)]
    size: Size,
    /// How many positions may be evaluated per move; those left over once the candidates are
    /// judged, and all beyond 200, go to a tree of the best moves [default: what the engine's
    /// description says; otherwise as many as the clock allows, or 200 without one]
    #[arg(long, value_name = "N", value_parser = count)]
    evaluations: Option<u64>,
    /// Play every game to its end, rather than resign when it would be lost by more than ten points
    /// even if everything unsettled went this side's way
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
