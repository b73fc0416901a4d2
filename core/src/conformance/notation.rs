//! Whether what a game writes reads back, and nothing else does harm.

use rand::RngExt;

use super::{
    Promise,
    probe::{Outcome, Probe, choices},
    quiet,
};
use crate::{Game, Node, NotationError, rng, svg};

/// Texts that are no notation of any game.
const GARBAGE: [&str; 6] =
    ["\0", "\u{feff}", "no such position", "\u{1f3b2}\u{1f3b2}", "(((((((", "%s%n\\x00"];

/// Texts that may be notation of some game but have broken parsers before.
const HOSTILE: [&str; 18] = [
    "",
    " ",
    "\n",
    "-",
    "--",
    "/",
    "////////",
    ":",
    "0",
    "-1",
    "99999999999999999999999",
    "1e999",
    "NaN",
    "+0",
    "a\u{301}",
    "\u{0660}\u{ff11}",
    "K\u{212a}\u{df}",
    "bar/off(5)*",
];

/// Mutations of the notation of each position.
const MUTATIONS: u64 = 6;

/// Moves of each position that are read back.
const READ: usize = 8;

/// Positions and moves read back.
pub(super) fn reads_back<G: Game>(probe: &mut Probe<'_, G>) -> Outcome<G> {
    let game = probe.game;
    let text = game.format();
    match G::parse(&text) {
        Err(NotationError::NoNotation) => {}
        Err(error) => probe.demand(Promise::PositionReadsBack, false, || {
            (format!("{game:?} from {text:?}"), format!("the error: {error}"))
        })?,
        Ok(read) => {
            probe.seen.notation = true;
            probe.equal(Promise::PositionReadsBack, game, &read)?;
            probe.equal(Promise::PositionReadsBack, &text, &read.format())?;
            // The key of a position read is made afresh, that of one played is
            // updated.
            probe.equal(Promise::EqualKeys, &read.key(), &game.key())?;
        }
    }
    game.board();
    let drawn: hashbrown::HashSet<_> = game.svg().iter().flat_map(|svg| svg::places(svg)).collect();
    let mut names = hashbrown::HashMap::new();
    let moves = choices(game);
    for &m in &moves {
        let name = game.format_move(m);
        let other = names.insert(name.clone(), m);
        probe.demand(Promise::MovesWrittenApart, other.is_none(), || {
            let other = other.expect("a move of the same name");
            ("different texts".to_owned(), format!("{name:?} for {other:?} and {m:?}"))
        })?;
    }
    if !drawn.is_empty() && game.node() == Node::Decision {
        probe.seen.pictured = true;
        for &m in &moves {
            let places = game.places(m);
            let there = places.iter().filter(|place| drawn.contains(*place)).count();
            probe.seen.pointed |= there > 0;
            let sound = !places.is_empty() && (there == 0 || there == places.len());
            probe.demand(Promise::PlacesDrawn, sound, || {
                let expected = format!("places of the picture for {}", game.format_move(m));
                (expected, format!("{places:?}, of which {there} are drawn"))
            })?;
        }
    }
    // Reading a move may mean writing all the others, so only a few are read.
    let from = if moves.len() > READ { rng(game.key(), 1).random_range(0..moves.len()) } else { 0 };
    for &m in moves.iter().cycle().skip(from).take(READ.min(moves.len())) {
        probe.equal(Promise::MoveReadsBack, &Ok(m), &game.parse_move(&game.format_move(m)))?;
    }
    Ok(())
}

/// Texts nobody should write.
pub(super) fn hostile<G: Game>(probe: &mut Probe<'_, G>) -> Outcome<G> {
    let game = probe.game;
    if probe.at_start {
        for text in GARBAGE {
            let found = format!("a position or move from {text:?}");
            let refused =
                quiet::catch(|| G::parse(text).is_err() && game.parse_move(text).is_err());
            let says = || ("an error".to_owned(), found);
            probe.demand(Promise::GarbageRefused, refused != Ok(false), says)?;
        }
        let long = "9".repeat(20_000);
        for text in GARBAGE.into_iter().chain(HOSTILE).chain([&*long]) {
            read(probe, text)?;
        }
    }
    let mut rng = rng(game.key(), 0);
    let moves = choices(game);
    for _ in 0..MUTATIONS {
        read(probe, &mutated(&game.format(), &mut rng))?;
        if !moves.is_empty() {
            let name = game.format_move(moves[rng.random_range(0..moves.len())]);
            read(probe, &mutated(&name, &mut rng))?;
        }
    }
    Ok(())
}

/// Reads the text as a position and as a move; a position that results must be
/// fit for use.
fn read<G: Game>(probe: &mut Probe<'_, G>, text: &str) -> Outcome<G> {
    let game = probe.game;
    let shown: String = text.chars().take(200).collect();
    let read = quiet::catch(|| (G::parse(text), game.parse_move(text).map(drop)));
    let panic = read.as_ref().err().cloned().unwrap_or_default();
    probe.demand(Promise::ParseNeverPanics, read.is_ok(), || {
        (format!("an error or an answer for {shown:?}"), panic)
    })?;
    let Ok((Ok(position), _)) = read else { return Ok(()) };
    let same = quiet::catch(|| {
        position.key();
        position.mover();
        position.board();
        choices(&position).into_iter().for_each(|m| drop(position.format_move(m)));
        G::parse(&position.format()).as_ref() == Ok(&position)
    });
    probe.demand(Promise::ParsedIsSound, same == Ok(true), || {
        let found = same.err().unwrap_or_else(|| "another".to_owned());
        (format!("the same position as was read from {shown:?}, written and read again"), found)
    })
}

/// The text with one thing wrong, if not two.
fn mutated(text: &str, rng: &mut crate::Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..3) {
        let i = rng.random_range(0..=chars.len());
        const STRANGE: [char; 12] =
            ['0', '9', '-', ' ', '/', 'x', 'K', '+', '\0', '\n', '\u{e9}', '\u{1f3b2}'];
        let strange = STRANGE[rng.random_range(0..STRANGE.len())];
        match (rng.random_range(0..6), i < chars.len()) {
            (0, true) => drop(chars.remove(i)),
            (1, true) => chars[i] = strange,
            (2, true) => chars.insert(i, chars[i]),
            (3, _) => chars.truncate(i),
            (4, true) => chars.swap(0, i),
            _ => chars.insert(i, strange),
        }
    }
    chars.into_iter().collect()
}
