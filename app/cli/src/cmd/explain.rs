//! `starboard explain`: why moves are tried in the order they are.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, VecDeque},
    io::Write,
    path::Path,
};

use starboard::{AnyGame, BadInput, Position, unsound};
use starboard_core::{BoundType, Limits, Node};
use starboard_lab::{command::ExplainArgs, text::value as value_text};

use super::{Context, Examples, games_with, json};

/// The ordering that is asked about most.
const PENALTIES: &str = "negative-plausibility";

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["connect-four", "backgammon", "shogi", "go"],
    built_in: &[
        "explain shogi",
        "explain shogi --position '4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1' --depth 3",
        "explain go --position '9x9 b 7 moves E5 E4 D4 E2 F4 G7'",
        "explain connect-four --engine 'alpha-beta + history + killers' --depth 8",
        "explain backgammon --position '4HPwATDgc/ABMA 31' \\\n      --engine 'star2(static-order=0) + negative-plausibility' --depth 2",
    ],
    own: &["explain GAME --position 'POSITION' --engine 'ENGINE + history + killers' --depth 2"],
};

/// Searches, then shows the order of the moves and who put them there.
#[derive(clap::Args, Debug)]
#[command(
    about = "Show in which order moves are tried, and why",
    long_about = "Show in which order moves are tried, and why.\n\n\
        The position is searched, so that the orderings learn; then each says what it adds to \
        the score of each move. The highest score is tried first; a move from the transposition \
        table would come before all of them.\n\n\
        The column `before` gives the ranks that the moves would have without one of the \
        orderings, negative plausibility by default: it shows which moves the ordering pushed \
        down, and which moved up as a result. A position before a roll has no moves to explain: \
        give one after it. Games that decide by reasons explain those instead: `explain GAME \
        --help` shows how."
)]
pub(crate) struct Args {
    #[command(flatten)]
    generic: ExplainArgs,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let args = &args.generic;
    let game = context.games.find(&args.game)?;
    let is_file = args.file.as_ref().is_some_and(|file| Path::new(file).is_file());
    if args.number.is_some() || is_file {
        return Err(without_reasons(game, context));
    }
    let position = decision(game, args.position())?;
    let limits = Limits { depth: args.depth, ..Limits::default() };
    let engine = args.engine.clone().unwrap_or_else(|| explained_engine(game));
    let explanation = game.explain(&position, &engine, &limits)?;
    let without = args.without.as_deref().unwrap_or(PENALTIES);
    let known = explanation.moves.iter().flat_map(|m| m.without.keys()).collect::<BTreeSet<_>>();
    if args.without.is_some() && !known.contains(&without) {
        let known: Vec<_> = known.into_iter().copied().collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        let text =
            format!("no ordering called {without:?} adds anything here; those that do: {known}");
        return Err(BadInput::error(text));
    }
    if args.json {
        return json(out, &explanation);
    }
    writeln!(out, "position  {}", explanation.position)?;
    writeln!(out, "engine    {}", explanation.engine)?;
    writeln!(out, "searched  to depth {}; * marks what it found best\n", explanation.depth)?;
    let before = known.contains(&without);
    if before {
        writeln!(out, "before: the rank without {without}\n")?;
    }
    let width = explanation.moves.iter().map(|m| m.m.chars().count()).max().unwrap_or(0).max(4);
    write!(out, "rank{}", if before { "  before" } else { "" })?;
    writeln!(out, "    {:<width$}  {:>9}  {:>9}  made up of", "move", "value", "score")?;
    for (i, m) in explanation.moves.iter().enumerate() {
        let at_most = if m.bound == Some(BoundType::Upper) { "<=" } else { "" };
        let value = m.value.map_or(String::new(), |v| value_text(v, explanation.unit));
        let value = format!("{at_most}{value}");
        let star = if m.best { '*' } else { ' ' };
        write!(out, "{:>4}", i + 1)?;
        if let Some(rank) = m.without.get(without) {
            write!(out, "  {rank:>6}")?;
        }
        write!(out, "  {star} {:<width$}  {value:>9}  {:>9}", m.m, m.score)?;
        for (j, part) in m.parts.iter().enumerate() {
            let comma = if j == 0 { "  " } else { "; " };
            write!(out, "{comma}{} {:+}: {}", part.part, part.score, part.why)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The position a game begins with, unless another is given, if a player has to choose a
/// move there.
fn decision(game: &dyn AnyGame, position: Option<&str>) -> anyhow::Result<Position> {
    let position = game.position(position)?;
    let text = position.format();
    let wanted = "explain takes a position in which a player has to choose a move";
    let error = match position.node() {
        Node::Decision => return Ok(position),
        Node::Chance => {
            // The rules are at fault, not who asks.
            if let Some(chain) = position.chance_chain() {
                return Err(unsound(game.name(), &chain));
            }
            let instead = after_rolls(&position).map_or_else(
                || format!("{wanted}, and none comes up here"),
                |(rolls, after)| {
                    let (rolls, after) = (rolls.join(", "), after.format());
                    format!("{wanted}, such as this one after {rolls}: --position '{after}'")
                },
            );
            format!("nothing has been rolled in {text:?}: {instead}")
        }
        Node::Over(_) => {
            let example = game.positions().into_iter().find(|p| p.node() == Node::Decision);
            let example =
                example.map_or(String::new(), |p| format!(", such as --position '{}'", p.format()));
            format!("the game is over in {text:?}: {wanted}{example}")
        }
    };
    Err(BadInput::error(error))
}

/// The fewest outcomes after which a player has to choose, likely ones first, and the
/// position there: chance may follow chance.
fn after_rolls(position: &Position) -> Option<(Vec<String>, Position)> {
    /// Positions looked at.
    const MOST: usize = 2000;
    let mut left = VecDeque::from([(Vec::new(), position.clone())]);
    for _ in 0..MOST {
        let (rolls, position) = left.pop_front()?;
        match position.node() {
            Node::Decision => return Some((rolls, position)),
            Node::Over(_) => continue,
            Node::Chance => {}
        }
        let mut outcomes = Vec::new();
        position.chances(&mut outcomes);
        outcomes.sort_by_key(|&(_, weight)| Reverse(weight)); // stable: the game's order
        // What is not looked at any more need not wait for it.
        outcomes.truncate(MOST.saturating_sub(left.len()));
        left.extend(outcomes.into_iter().map(|(m, _)| {
            let rolls = rolls.iter().cloned().chain([position.format_move(m)]);
            (rolls.collect(), position.after(m))
        }));
    }
    None
}

/// Says which games decide by reasons.
fn without_reasons(game: &dyn AnyGame, context: &Context<'_>) -> anyhow::Error {
    let able = games_with(context.games, "explain");
    BadInput::error(format!("{} does not decide by reasons; games that do: {able}", game.name()))
}

/// The engine that `explain` explains where no other is named: the game's default, with
/// negative plausibility if it does without and asks orderings at all.
pub fn explained_engine(game: &dyn AnyGame) -> String {
    let engine = game.info().engine;
    let algorithms = game.algorithms();
    let asks =
        algorithms.iter().any(|a| a.ordered && engine.split([' ', '(']).next() == Some(a.name));
    if asks && !engine.contains(PENALTIES) { format!("{engine} + {PENALTIES}") } else { engine }
}

#[cfg(test)]
mod tests {
    use starboard::{GameEntry, Registry};
    use starboard_core::{Game, Node, NotationError, Player, Value, mix, testing::LostTurn};

    use crate::testing::{output, refused, starboard_with};

    #[test]
    fn ranks_before_and_after_negative_plausibility() {
        let line = "explain connect-four 44453 --depth 8 --engine 'alpha-beta + tt(mb=16) + \
                    negative-plausibility'";
        let text = output(line);
        assert!(text.contains("before: the rank without negative-plausibility"), "{text}");
        let json = output(&format!("{line} --json"));
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let moves = json["moves"].as_array().expect("a list");
        let mut ranks: Vec<_> =
            moves.iter().map(|m| m["without"]["negative-plausibility"].as_u64()).collect();
        let moved = ranks.iter().zip(1..).any(|(&rank, i)| rank != Some(i));
        assert!(moved, "no move is anywhere else without it: {ranks:?}");
        ranks.sort_unstable();
        assert_eq!(ranks, (1..=7).map(Some).collect::<Vec<_>>());
        // Without what says nothing, ranks stay.
        let text = output("explain tic-tac-toe --engine 'alpha-beta + shuffled' --depth 2");
        assert!(!text.contains("before"), "{text}");
        let line = "explain tic-tac-toe --engine 'alpha-beta + history + shuffled' --depth 3";
        let text = output(&format!("{line} --without history"));
        assert!(text.contains("before: the rank without history"), "{text}");
        refused(
            &format!("{line} --without killers"),
            &[
                "no ordering called \"killers\" adds anything here; those that do: history, shuffled",
            ],
        );
    }

    #[test]
    fn contributions_add_up_and_order_the_moves() {
        let line = "explain connect-four --position 44453 --depth 6 \
                    --engine 'alpha-beta + history + killers + shuffled' --json";
        let json: serde_json::Value = serde_json::from_str(&output(line)).expect("JSON");
        let moves = json["moves"].as_array().expect("a list");
        let mut last = i64::MAX;
        for m in moves {
            let score = m["score"].as_i64().expect("a number");
            let parts = m["parts"].as_array().expect("a list");
            let sum: i64 = parts.iter().filter_map(|part| part["score"].as_i64()).sum();
            assert_eq!(sum, score, "{m}");
            assert!(score <= last, "{m}");
            last = score;
        }
        assert_eq!(moves.len(), 7);
    }

    #[test]
    fn the_text_says_why() {
        let text = output("explain tic-tac-toe --engine 'alpha-beta + shuffled' --depth 4");
        assert!(text.contains("drawn at random") && text.contains("* "), "{text}");
    }

    /// What is said of a position before a roll, and that what it names can be explained.
    #[track_caller]
    fn names_one_after_the_roll(games: &Registry, line: &str, rolls: &str) {
        let (code, out, err) = starboard_with(games, line);
        assert_eq!((code, out.as_str()), (2, ""), "{line}: {err}");
        let hint = format!("such as this one after {rolls}: --position '");
        let (said, named) = err.split_once(&hint).unwrap_or_else(|| panic!("{line}: {err}"));
        assert!(said.contains("nothing has been rolled in ") && said.contains(" a move"), "{err}");
        let (position, _) = named.split_once('\'').expect("a quote at its end");
        let game = line.split(' ').nth(1).expect("a game");
        let line = format!("explain {game} --position '{position}' --depth 1");
        let (code, _, err) = starboard_with(games, &line);
        assert_eq!((code, err.as_str()), (0, ""), "{line}");
    }

    #[test]
    fn before_a_roll_a_position_after_it_is_named() {
        let games = crate::builtin();
        for (line, rolls) in [
            ("explain backgammon --engine star2", "21"),
            ("explain backgammon --position 4HPwATDgc/ABMA", "21"),
            ("explain dice", "1"),
            ("explain ur", "2"),
            ("explain einstein", "1"),
            // Two tiles, one after the other, before the first move.
            ("explain 2048", "2-a4, 2-b4"),
            ("explain backgammon-cube", "21"),
        ] {
            names_one_after_the_roll(&games, line, rolls);
        }
    }

    /// Two dice rolled one after the other, then a choice; or, after a double six, none.
    #[derive(Clone, Debug, PartialEq)]
    struct OneByOne(Vec<u8>);

    impl Game for OneByOne {
        type Move = u8;
        const CHANCE: bool = true;
        fn mover(&self) -> Player {
            Player::First
        }
        fn node(&self) -> Node {
            match self.0[..] {
                [6, 6] | [_, _, _] => Node::Over(Value::ZERO),
                [_, _] => Node::Decision,
                _ => Node::Chance,
            }
        }
        fn moves(&self, out: &mut Vec<u8>) {
            if self.node() == Node::Decision {
                out.extend([1, 2]);
            }
        }
        fn chances(&self, out: &mut Vec<(u8, u32)>) {
            match self.0[..] {
                [] => out.extend([(6, 1), (5, 2)]),
                [5] => out.extend([(6, 1), (4, 3)]),
                [_] => out.push((6, 1)),
                _ => {}
            }
        }
        fn play(&mut self, m: u8) {
            self.0.push(m);
        }
        fn key(&self) -> u64 {
            self.0.iter().fold(7, |key, &m| mix(key ^ u64::from(m)))
        }
        fn parse(text: &str) -> Result<Self, NotationError> {
            Ok(Self(text.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect()))
        }
        fn format(&self) -> String {
            let digits: String = self.0.iter().map(u8::to_string).collect();
            format!("rolled:{digits}")
        }
        fn format_move(&self, m: u8) -> String {
            m.to_string()
        }
    }

    #[test]
    fn chance_may_follow_chance_before_a_roll() {
        let one_by_one = GameEntry::with_chance("one-by-one", "", OneByOne(Vec::new()));
        let games = Registry::new().with(one_by_one);
        names_one_after_the_roll(&games, "explain one-by-one", "5, 4");
        names_one_after_the_roll(&games, "explain one-by-one --position rolled:5", "4");
        for (position, part) in [
            (
                "rolled:6",
                "\"rolled:6\": explain takes a position in which a player has to choose a move, and none",
            ),
            ("rolled:66", "the game is over in \"rolled:66\": "),
        ] {
            let line = format!("explain one-by-one --position {position}");
            let (code, _, err) = starboard_with(&games, &line);
            assert!(code == 2 && err.contains(part), "{position}: {err}");
        }
    }

    #[test]
    fn chance_without_end_is_the_fault_of_the_rules() {
        let games = Registry::new()
            .with(GameEntry::with_chance("lost", "", LostTurn::new(9)))
            .with(GameEntry::with_chance("endless", "", Endless(0)));
        for (line, part) in [
            ("explain lost --position '5 second ?'", "for ever, at 5 second ?, by 0, 0"),
            ("explain endless", "too often, at 0, by "),
            ("explain endless --position 3", "too often, at 3, by "),
        ] {
            let (code, _, err) = starboard_with(&games, line);
            assert_eq!(code, 2, "{err}");
            assert!(err.contains("break a promise") && err.contains(part), "{line}: {err}");
        }
    }

    /// Tosses that lead to nothing but the next.
    #[derive(Clone, Debug, PartialEq)]
    struct Endless(u64);

    impl Game for Endless {
        type Move = u8;
        const CHANCE: bool = true;
        fn mover(&self) -> Player {
            Player::First
        }
        fn node(&self) -> Node {
            Node::Chance
        }
        fn moves(&self, _: &mut Vec<u8>) {}
        fn chances(&self, out: &mut Vec<(u8, u32)>) {
            out.extend([(0, 1), (1, 1)]);
        }
        fn play(&mut self, m: u8) {
            self.0 = mix(self.0 ^ u64::from(m));
        }
        fn key(&self) -> u64 {
            self.0
        }
        fn parse(text: &str) -> Result<Self, NotationError> {
            text.parse().map(Self).map_err(|_| NotationError::unexpected("a number", text))
        }
        fn format(&self) -> String {
            self.0.to_string()
        }
    }

    #[test]
    fn bad_input_is_named() {
        let record = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        refused(&format!("explain tic-tac-toe {record}"), &["does not decide by reasons"]);
        refused("explain tic-tac-toe --engine alpha-beta --position xxx/oo./...", &["position"]);
        refused("explain tic-tac-toe --engine history", &["no algorithm called \"history\""]);
        refused("explain tic-tac-toe xo./.../... --position x../.../...", &["cannot be used with"]);
    }
}
