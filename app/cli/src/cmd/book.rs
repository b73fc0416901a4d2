//! `starboard book`: opening books, made of games and looked into.

use std::{
    fs::{self, File},
    io::{BufReader, Write},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use serde::Serialize;
use starboard::{AnyGame, BadInput, BookLine, BookMove, BookReader, Position, write_book};
use starboard_core::spec::Spec;
use starboard_lab::{
    Progress,
    book::{BookMaker, Made, MakeOptions},
    files,
    html::counted,
    record,
    text::units,
};

use super::{Examples, count, json, list};
use crate::Context;

pub(crate) const EXAMPLES: Examples = Examples {
    games: &["connect-four", "shogi"],
    built_in: &[
        "match connect-four --a alpha-beta --b mcts --nodes 2000 --games 200 --log games.jsonl",
        "book make connect-four --from games.jsonl -o openings.book",
        "book show connect-four openings.book --position 44",
        "match connect-four --a 'alpha-beta + book(file=openings.book)' --b alpha-beta --nodes 2000",
        "book make shogi --from *.kif --plies 30 --min-count 3 -o openings.db",
    ],
    own: &[
        "match GAME --a ENGINE --b random --nodes 2000 --games 200 --log games.jsonl",
        "book make GAME --from games.jsonl -o openings.book",
        "book show GAME openings.book",
        "match GAME --a 'ENGINE + book(file=openings.book)' --b ENGINE --nodes 2000",
    ],
};

/// Opening books: made of games, and looked into.
#[derive(clap::Args, Debug)]
#[command(
    about = "Make an opening book from games, or look up positions in one",
    long_about = "Opening books: moves to play in positions that come up again and again. `make` \
        counts what was played in the first moves of games, and what it scored; `show` looks up a \
        position. With the part book(file=FILE), an engine plays from a book in any command.\n\n\
        A book is a text file. For Shogi it has YaneuraOu's format, which other engines also read \
        and write; for all other games the format is the same except for the first line. Positions \
        are the same if the rules say so, however many moves led there."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    Make(Make),
    Show(Show),
}

/// Makes a book of games that were played.
#[derive(clap::Args, Debug)]
#[command(
    about = "Make a book from games: from logs of matches, or from records",
    long_about = "Count what was played in the first moves of games, and what it scored for the \
        player who played it: 1 for a win, ½ for a draw. For each move the book has how often it \
        was played, the sum of its scores, a value derived from these, and the most frequent \
        reply.\n\n\
        Games come from logs that `match --log` and `tournament --log` write, and from records in \
        any format of the game. Games that ended by a fault, or without a result, are left out. So \
        are forced moves, and moves drawn at random to begin a game with; both still count as \
        plies."
)]
struct Make {
    /// The game; the command `games` lists them
    game: String,
    /// Logs of matches, or records of games
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    from: Vec<PathBuf>,
    /// Plies of each game to count
    #[arg(long, value_name = "N", default_value_t = 16,
        value_parser = clap::value_parser!(u32).range(1..))]
    plies: u32,
    /// Leave out moves that were played in fewer games than this
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = count)]
    min_count: u64,
    /// The book to write
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Write what was made as JSON
    #[arg(long)]
    json: bool,
}

/// Shows the moves that a book has in a position.
#[derive(clap::Args, Debug)]
#[command(about = "Show what a book has for a position")]
struct Show {
    /// The game; the command `games` lists them
    game: String,
    /// The book
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The position, in the game's notation [default: the start]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Write everything as JSON
    #[arg(long)]
    json: bool,
}

/// What is printed of a book that was made, for programs.
#[derive(Serialize)]
struct MadeFile<'a> {
    game: &'a str,
    file: String,
    plies: u32,
    min_count: u64,
    games: usize,
    left_out: usize,
    positions: usize,
    moves: usize,
}

/// The moves of a position, for programs.
#[derive(Serialize)]
struct Shown {
    game: String,
    file: String,
    /// How many positions the book has.
    positions: usize,
    position: String,
    moves: Vec<ShownMove>,
}

#[derive(Serialize)]
struct ShownMove {
    #[serde(flatten)]
    m: BookMove<String>,
    /// The mean score, from 0 to 1.
    mean_score: Option<f64>,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    match &args.what {
        What::Make(args) => make(args, context, out),
        What::Show(args) => show(args, context, out),
    }
}

/// What to say of a file that could not be read as one of `game`, if it is a record of another.
fn of_another_game(
    path: &Path,
    game: &dyn AnyGame,
    context: &Context<'_>,
) -> Option<anyhow::Error> {
    let content = fs::read(path).ok()?;
    if record::format(game, &content).is_some() {
        return None;
    }
    let (other, format) = record::recognise(context.games, &content)?;
    let (own, other) = (game.name(), other.name());
    let file = path.display();
    (own != other).then(|| {
        BadInput::error(format!(
            "{file}: expected games of {own}, found a {format} record of {other}; a book of {own} \
             is made of the logs that `match {own} --log` writes, or of records of {own}"
        ))
    })
}

fn make(args: &Make, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = context.games.find(&args.game)?;
    if game.info().players == 1 {
        let name = game.name();
        return Err(BadInput::error(format!(
            "{name} is played alone, and the score of a move is that of two players"
        )));
    }
    let options = MakeOptions { plies: args.plies, min_count: args.min_count };
    let mut maker = BookMaker::new(game, options);
    let progress = Progress::new(context.terminal, args.from.len() as u64, "files");
    for path in &args.from {
        maker
            .add_file(path)
            .map_err(|error| of_another_game(path, game, context).unwrap_or(error))?;
        progress.step();
    }
    drop(progress);
    let made = maker.finish();
    files::write(&args.out, write_book(game.name(), game.book_format(), &made.entries))?;
    let Made { games, left_out, positions, moves, .. } = made;
    let file = args.out.display().to_string();
    if args.json {
        let (game, plies, min_count) = (game.name(), args.plies, args.min_count);
        let made = MadeFile { game, file, plies, min_count, games, left_out, positions, moves };
        return json(out, &made);
    }
    let without = match left_out {
        0 => String::new(),
        _ => format!(" ({left_out} without a result left out)"),
    };
    writeln!(out, "games      {games}{without}")?;
    writeln!(out, "book       {}, {}", counted(positions, "position"), counted(moves, "move"))?;
    writeln!(out, "written    {file}")?;
    if positions == 0 && games > 0 {
        writeln!(
            out,
            "\nNo move was played in {} games or more: try --min-count 1, or more games.",
            args.min_count
        )?;
        return Ok(());
    }
    let start = game.start();
    let entry = made.entries.iter().find(|entry| entry.position == start.format());
    if let Some(entry) = entry {
        writeln!(out, "\nThe first move:\n")?;
        write!(out, "{}", table(&entry.moves, &start, context.width))?;
    }
    Ok(())
}

fn show(args: &Show, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = context.games.find(&args.game)?;
    let position = game.position(args.position.as_deref())?;
    let (positions, moves) = looked_up(game, &args.file, &position)?;
    let file = args.file.display().to_string();
    if args.json {
        let shown = |m: BookMove<String>| ShownMove { mean_score: m.mean_score(), m };
        let moves = moves.into_iter().map(shown).collect();
        let (game, position) = (game.name().to_owned(), position.format());
        return json(out, &Shown { game, file, positions, position, moves });
    }
    writeln!(out, "{}\n", position.board().trim_end())?;
    writeln!(out, "position   {}", position.format())?;
    writeln!(out, "book       {file}, {}\n", counted(positions, "position"))?;
    if moves.is_empty() {
        return Ok(writeln!(out, "The position is not in the book.")?);
    }
    write!(out, "{}", table(&moves, &position, context.width))?;
    Ok(())
}

/// How many positions a book has, and the moves of one of them, as an engine would have them.
fn looked_up(
    game: &dyn AnyGame,
    path: &Path,
    position: &Position,
) -> anyhow::Result<(usize, Vec<BookMove<String>>)> {
    let algorithm = game.info().algorithms.first().copied().unwrap_or_default();
    let part = Spec::named("book").with("file", path.display());
    let engine = game.assemble(&[Spec::named(algorithm), part], None).map_err(BadInput::error)?;
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    let reader = BookReader::new(BufReader::new(file), game.name(), game.book_format());
    let lines = reader.and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let lines = lines.map_err(|error| BadInput::error(format!("{name}: {error}")))?;
    let positions = lines.iter().filter(|(_, line)| matches!(line, BookLine::Position(_))).count();
    Ok((positions, engine.book_moves(position)))
}

/// The moves, the most often played first.
fn table(moves: &[BookMove<String>], position: &Position, width: usize) -> String {
    let all: u64 = moves.iter().map(|m| m.count).fold(0, u64::saturating_add);
    let unit = position.unit().0;
    let rows = moves.iter().map(|m| {
        let percent = |part: f64| format!("{:.1} %", 100.0 * part);
        let share = if all > 0 { percent(m.count as f64 / all as f64) } else { String::new() };
        [
            m.m.clone(),
            m.count.to_string(),
            share,
            m.mean_score().map_or_else(String::new, percent),
            m.value.map_or_else(String::new, |value| units(f64::from(value) / 100.0, unit)),
            if m.depth > 0 { m.depth.to_string() } else { String::new() },
            m.reply.clone().unwrap_or_default(),
        ]
    });
    list(["move", "played", "share", "score", "value", "depth", "reply"], rows, width)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::Value;
    use starboard_lab::arena::Row;

    use crate::testing::{output, refused};

    /// A folder, and a path in it.
    fn folder() -> (tempfile::TempDir, impl Fn(&str) -> String) {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().to_owned();
        (folder, move |name: &str| root.join(name).display().to_string())
    }

    #[test]
    fn a_book_of_a_match_is_played_from() {
        let (_folder, path) = folder();
        let [log, book, again] = ["games.jsonl", "four.book", "again.jsonl"].map(path);
        output(&format!(
            "match connect-four --a alpha-beta --b 'mcts(nodes=200)' --games 20 --nodes 300 \
             --no-times --log '{log}'"
        ));
        let made = output(&format!(
            "book make connect-four --from '{log}' --plies 8 --min-count 1 -o '{book}' --json"
        ));
        let made: Value = serde_json::from_str(&made).expect("JSON");
        assert_eq!((made["games"].as_u64(), made["left_out"].as_u64()), (Some(20), Some(0)));
        assert!(made["positions"].as_u64() > Some(20), "{made}");

        // Both play from it as long as it has the position: then nothing is searched.
        let engine = format!("alpha-beta(depth=2) + book(file=\"{book}\")");
        let lines = output(&format!(
            "match connect-four --a '{engine}' --b '{engine}' --games 20 --no-times --log '{again}'"
        ));
        assert!(lines.contains("20 games"), "{lines}");
        let games = crate::builtin();
        let game = games.find("connect-four").expect("a game");
        let mut played = 0;
        for line in fs::read_to_string(&again).expect("a log").lines().skip(1) {
            let row: Row = serde_json::from_str(line).expect("a game");
            let mut position = game.parse(&row.opening.position).expect("a position");
            for text in &row.opening.moves {
                let m = position.parse_move(text).expect("a move");
                position.play(m);
            }
            let shown = output(&format!(
                "book show connect-four '{book}' --json --position '{}'",
                position.format()
            ));
            let shown: Value = serde_json::from_str(&shown).expect("JSON");
            if let Some(best) = shown["moves"][0]["move"].as_str() {
                assert_eq!(row.moves[0], best, "{}", position.format());
                played += 1;
            }
        }
        assert!(played >= 10, "{played}");
    }

    #[test]
    fn a_book_is_shown() {
        let (_folder, path) = folder();
        let book = path("four.book");
        let lines = "position start\n4 3 25 0 12 7.5\n3 none none 0 3\nposition 4\n";
        fs::write(&book, format!("#STARBOARD-BOOK 1 connect-four\n{lines}")).expect("a file");
        let text = output(&format!("book show connect-four '{book}'"));
        for part in [
            "2 positions",
            "move  played  share   score   value   depth  reply",
            "62.5 %",
            "80.0 %",
        ] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
        let text = output(&format!("book show connect-four '{book}' --position 4"));
        assert!(text.contains("is not in the book"), "{text}");
        // An analysis shows what the book has, and searches; whoever wants a move gets the book's.
        let engine = format!("alpha-beta + book(file=\"{book}\")");
        let analyse = format!("analyse connect-four --engine '{engine}' --depth 2");
        let text = output(&analyse);
        assert!(
            text.contains("book       4 (played 12 times, scored 62.5 %), 3 (played 3 times)\n"),
            "{text}"
        );
        assert!(text.contains("searched   to depth 2"), "{text}");
        let text = output(&format!("{analyse} --no-ties"));
        assert!(text.contains("searched   nothing: the move is from the book"), "{text}");
        let text = output(&format!("{analyse} --no-ties --json"));
        let found: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(found["report"]["stopped_by"], "book");
        assert_eq!(found["book"][0]["move"], "4");
        // At the board, and in a tree, which is that of a search.
        let text =
            output(&format!("play connect-four --engine '{engine}' --as both --begin 'go; quit'"));
        assert!(text.contains("from the book, expects 4  3"), "{text}");
        let text = output(&format!("tree connect-four --engine '{engine}' --depth 1"));
        assert!(text.contains("<svg"), "{text}");
        output(&format!("explain connect-four --engine '{engine} + killers'"));
    }

    #[test]
    fn a_book_of_shogi_is_read() {
        let (_folder, path) = folder();
        let book = path("user_book1.db");
        let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
        let text = format!(
            "#YANEURAOU-DB2016 1.00\r\nsfen {start} 41\r\n7g7f 3c3d 40 32 0\r\n2g2f none 55 30 0\r\n"
        );
        fs::write(&book, text).expect("a file");
        for (part, best) in [("", "2g2f"), (",pick=value", "2g2f"), (",min-count=1", "")] {
            let text = output(&format!(
                "analyse shogi --no-ties --json --nodes 300 --engine \
                 'alpha-beta + book(file=\"{book}\"{part})'"
            ));
            let found: Value = serde_json::from_str(&text).expect("JSON");
            let is_book = found["report"]["stopped_by"] == "book";
            assert_eq!(is_book, !best.is_empty(), "{part}");
            if is_book {
                assert_eq!(found["report"]["best_moves"][0], best, "{part}");
                assert_eq!(found["report"]["value"], 55);
            }
        }
        fs::write(&book, format!("#YANEURAOU-DB2016 1.00\nsfen {start}\n7g7e none 0 0 1\n"))
            .expect("a file");
        refused(
            &format!("analyse shogi --engine 'alpha-beta + book(file=\"{book}\")'"),
            &["book cannot have file=", "line 3: \"7g7e\" is not a legal move here"],
        );
    }

    #[test]
    fn a_tournament_makes_a_book() {
        let (_folder, path) = folder();
        let [log, book] = ["games.jsonl", "a.book"].map(path);
        output(&format!(
            "tournament tic-tac-toe --player alpha-beta --player random --player minimax --games 2 \
             --depth 2 --log '{log}'"
        ));
        let text = output(&format!(
            "book make tic-tac-toe --from '{log}' -o '{book}' --min-count 1 --plies 2"
        ));
        assert!(text.starts_with("games      6\nbook       "), "{text}");
    }

    #[test]
    fn what_makes_no_book_is_refused() {
        let (_folder, path) = folder();
        let [log, book] = ["games.jsonl", "a.book"].map(path);
        output(&format!(
            "match tic-tac-toe --a alpha-beta --b random --games 2 --depth 2 --log '{log}'"
        ));
        let make =
            |game: &str, rest: &str| format!("book make {game} --from '{log}' -o '{book}' {rest}");
        refused(&make("othello", ""), &["expected games of othello, found those of tic-tac-toe"]);
        refused(&make("2048", ""), &["2048 is played alone"]);
        refused(&make("tic-tac-toe", "--plies 0"), &["--plies"]);
        let text = output(&make("tic-tac-toe", "--min-count 900"));
        assert!(
            text.contains("0 positions, 0 moves") && text.contains("try --min-count 1"),
            "{text}"
        );
        let text = output(&make("tic-tac-toe", "--min-count 1 --plies 2"));
        assert!(text.starts_with("games      2\nbook       "), "{text}");
        refused(
            &format!("book show othello '{book}'"),
            &["expected \"#STARBOARD-BOOK 1 othello\""],
        );
        refused("book show othello /nonexistent/book", &["No such file"]);
        fs::write(&log, "nonsense").expect("a file");
        refused(&make("tic-tac-toe", ""), &["games.jsonl: line 1"]);
    }
}
