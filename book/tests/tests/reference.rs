//! The reference pages say what the registries say. They are generated here;
//! `STARBOARD_BLESS=1` writes them.

use std::fmt::Write;

use serde_json::Value;
use starboard_book_tests::{support, transcript};

#[test]
fn algorithms() {
    let parts = json("starboard plugins --json");
    let mut page = head(
        "Algorithms",
        "The first part of the description of an engine is its algorithm, as in \
         `star2(probes=2, depth=3) + tt(mb=64) + killers`. An argument without a value is \
         `true`. What an algorithm calls exact, with its default arguments, returns the value of \
         plain minimax and all the best moves.",
        "starboard plugins --json",
    );
    for part in list(&parts).iter().filter(|part| part["kind"] == "algorithm") {
        let exact = if part["exact"] == true { "exact" } else { "an estimate" };
        let games = text(part, "games");
        section(&mut page, part, text(part, "name"));
        writeln!(page, "For games {games}; {exact}. {}.\n", text(part, "source"))
            .expect("a String");
        params(&mut page, part);
    }
    keep("algorithms.md", &page);
}

#[test]
fn plugins() {
    let parts = json("starboard plugins --json");
    let mut page = head(
        "Plug-ins",
        "After the algorithm, a description of an engine names the parts it is put together \
         from: a table, an evaluator, orderings, in any order. Scores of several orderings add \
         up.",
        "starboard plugins --json",
    );
    for part in list(&parts).iter().filter(|part| part["kind"] != "algorithm") {
        section(&mut page, part, text(part, "name"));
        let source = text(part, "source");
        let source = if source.is_empty() { String::new() } else { format!(" {source}.") };
        writeln!(page, "Kind: {}.{source}\n", text(part, "kind")).expect("a String");
        params(&mut page, part);
    }
    keep("plugins.md", &page);
}

#[test]
fn games() {
    let games = json("starboard games --json");
    let mut page = head(
        "Games",
        "The games that come with Starboard, how their positions are written, and what each of \
         them knows.",
        "starboard games --json",
    );
    for game in list(&games) {
        let (unit, unit_name) = (&game["unit"], text(game, "unit_name"));
        let chance = if game["chance"] == true { "with chance" } else { "without chance" };
        let players = if game["players"] == 1 { ", for one player" } else { "" };
        let algorithms: Vec<_> =
            list(&game["algorithms"]).iter().filter_map(Value::as_str).collect();
        section(&mut page, game, text(game, "name"));
        let mut row = |name: &str, value: &str| {
            writeln!(page, "| {name} | {} |", value.replace('|', "\\|")).expect("a String");
        };
        row("", "");
        row("---", "---");
        row("kind", &format!("{chance}{players}"));
        row("positions", &code(text(game, "notation")));
        row("start", &format!("`{}`", text(game, "start")));
        let points = if unit == 1 { "point" } else { "points" };
        row("values", &format!("{unit_name}, {unit} grid {points} each"));
        row("engine", &format!("`{}`", text(game, "engine")));
        row("algorithms", &algorithms.join(", "));
        let kinds = [("algorithm", "special"), ("evaluator", "evaluators"), ("ordering", "orders")];
        let parts =
            kinds.map(|(kind, field)| list(&game[field]).iter().map(move |part| (kind, part)));
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        for (kind, part) in &parts {
            row(kind, &format!("`{}`: {}", text(part, "name"), text(part, "about")));
        }
        page.push('\n');
        for (_, part) in parts.into_iter().filter(|(_, part)| !list(&part["params"]).is_empty()) {
            writeln!(page, "Arguments of `{}`:\n", text(part, "name")).expect("a String");
            params(&mut page, part);
        }
    }
    keep("games.md", &page);
}

#[test]
fn command_line() {
    let mut page = head(
        "Command line",
        "What each command says of itself, and what some games add to it. A program of your own, \
         with games of your own, has the same commands but for those of single games.",
        "starboard COMMAND --help",
    );
    let games = json("starboard games --json");
    let help = print("starboard --help");
    writeln!(page, "```text\n{}\n```\n", help.trim_end()).expect("a String");
    let commands = help.split("Commands:\n").nth(1).expect("a list of commands");
    let commands = commands.lines().take_while(|line| !line.is_empty());
    for command in commands.filter_map(|line| line.split_whitespace().next()) {
        if command == "help" {
            continue;
        }
        let help = print(&format!("starboard {command} --help"));
        write!(page, "## {command}\n\n```text\n{}\n```\n\n", help.trim_end()).expect("a String");
        // What some games have more to say; variants say the same.
        let mut known = vec![help.clone()];
        for game in list(&games).iter().filter(|_| help.contains("<GAME>")) {
            let of_game = format!("{command} {}", text(game, "name"));
            let own = print(&format!("starboard {of_game} --help"));
            if !known.contains(&own) {
                let shown = own.trim_end();
                write!(page, "### {of_game}\n\n```text\n{shown}\n```\n\n").expect("a String");
                inner_commands(&mut page, &of_game, &own);
                known.push(own);
            }
        }
        inner_commands(&mut page, command, &help);
    }
    keep("command-line.md", &page);
}

/// The commands that the help of another one lists, but for `help`.
fn inner_commands(page: &mut String, command: &str, help: &str) {
    let Some(below) = help.split("Commands:\n").nth(1) else { return };
    let below = below.lines().take_while(|line| !line.is_empty());
    for inner in below.filter_map(|line| line.split_whitespace().next()) {
        if inner != "help" {
            let help = print(&format!("starboard {command} {inner} --help"));
            let help = help.trim_end();
            write!(page, "### {command} {inner}\n\n```text\n{help}\n```\n\n").expect("a String");
        }
    }
}

#[test]
fn rules_and_cards() {
    let game = items("core/src/game.rs", "pub trait Game", "");
    let card = items("app/engine/src/entry.rs", "impl<G: Game> GameEntry<G>", "pub ");
    let evaluator = items("core/src/eval.rs", "pub trait Evaluator", "");
    let quiescence = items("core/src/quiescence.rs", "pub trait Quiescence", "");
    let policy = items("core/src/policy.rs", "pub trait Policy", "");
    let features = items("plugins/network/src/features.rs", "pub trait Features", "");
    let mut page = String::from(
        "# Rules and cards\n\nWhat a game, what is known of it and its card can say: every method \
         with its signature and the first sentence of its documentation. The rest of it is a command \
         away, in your own crate:\n\n```sh\ncargo doc --open -p starboard -p starboard-core\n```\n\n\
         This page is made from the code; a test compares them.\n",
    );
    let mut list = |title: &str, about: &str, keep: &dyn Fn(&Item) -> bool, items: &[Item]| {
        write!(page, "\n## {title}\n\n{about}\n\n```rust,ignore\n").expect("a String");
        for item in items.iter().filter(|item| keep(item)) {
            writeln!(page, "// {}\n{}\n", item.about, item.signature).expect("a String");
        }
        page.truncate(page.trim_end().len());
        page.push_str("\n```\n");
    };
    let constant = |item: &Item| item.signature.starts_with("const ");
    list("What a game must say", "A type of moves, and these.", &|item| item.required, &game);
    list(
        "What it may say",
        "Constants, each with the value that it has if nothing is said.",
        &|item| constant(item),
        &game,
    );
    list(
        "What it may do",
        "Each switches something on; [Add a game](../how-to/add-a-game.md) says when it pays.",
        &|item| !item.required && !constant(item),
        &game,
    );
    list("An evaluator", "Only the first is required.", &|_| true, &evaluator);
    list(
        "What is noisy",
        "`Quiescence` says which moves are looked at beyond the depth of a search. Only `noisy` is \
         required.",
        &|_| true,
        &quiescence,
    );
    list("What speaks for moves", "`Policy` has one method.", &|_| true, &policy);
    list(
        "What a network is told",
        "`Features`, of the crate `starboard-network`. `count` is required, and `active` or the \
         three about cells; see [Train a network](../how-to/train-a-network.md).",
        &|_| true,
        &features,
    );
    list(
        "The card",
        "`GameEntry` is made by one of the first two, and built up by the others, each of which \
         returns it.",
        &|_| true,
        &card,
    );
    keep("rules-and-cards.md", &page);
}

/// An item of a trait or of an implementation.
struct Item {
    signature: String,
    /// The first sentence of its documentation.
    about: String,
    /// Without a default.
    required: bool,
}

/// The documented functions and constants of a block of a source file that
/// begins like this.
fn items(path: &str, block: &str, visibility: &str) -> Vec<Item> {
    let source = support::read(&support::root().join(path));
    let lines = source.lines().skip_while(|line| !line.starts_with(block)).skip(1);
    let mut lines = lines.take_while(|line| *line != "}");
    let (mut items, mut doc) = (Vec::new(), Vec::new());
    while let Some(line) = lines.next() {
        let text = line.trim();
        if let Some(comment) = text.strip_prefix("///") {
            doc.push(comment.trim().to_owned());
            continue;
        }
        let starts = |word: &str| line.starts_with(&format!("    {visibility}{word} "));
        if starts("fn") || starts("const") {
            let mut signature = text.to_owned();
            while !signature.ends_with(['{', ';', '}']) {
                let more = lines.next().expect("the signature ends").trim();
                let space = if signature.ends_with('(') { "" } else { " " };
                signature = format!("{signature}{space}{more}");
            }
            let required = signature.ends_with(';') && !signature.contains('=');
            let signature = signature.split(" {").next().unwrap_or_default();
            let signature = signature.trim_start_matches(visibility).replace(",)", ")");
            let about = doc.iter().take_while(|line| !line.is_empty());
            let about = about.cloned().collect::<Vec<_>>().join(" ");
            let signature = signature.replace(", )", ")");
            items.push(Item { signature, about: first_sentence(&about), required });
        }
        if !text.starts_with("#[") {
            doc.clear();
        }
    }
    assert!(!items.is_empty(), "{path} has {block}");
    items
}

/// Up to the first full stop, without the addresses of links.
fn first_sentence(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once("](") {
        plain.push_str(before);
        plain.push(']');
        rest = link.split_once(')').map_or("", |(_, after)| after);
    }
    let plain = (plain + rest).replace("[`", "`").replace("`]", "`").replace(['[', ']'], "");
    match plain.split_once(". ") {
        Some((first, _)) => format!("{first}."),
        None => plain,
    }
}

fn print(command: &str) -> String {
    let printed = transcript::starboard(&transcript::words(command));
    printed.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn json(command: &str) -> Value {
    serde_json::from_str(&print(command)).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

/// What stands in single quotes in the text, as code; an apostrophe is none.
fn code(text: &str) -> String {
    let (mut inside, mut before) = (false, ' ');
    let quoted = |c: char| {
        let is_quote = c == '\'' && (inside || !before.is_alphanumeric());
        inside ^= is_quote;
        before = c;
        if is_quote { '`' } else { c }
    };
    text.chars().map(quoted).collect()
}

fn head(title: &str, about: &str, command: &str) -> String {
    format!("# {title}\n\n{about}\n\nThis page is made from `{command}`; a test compares them.\n\n")
}

fn section(page: &mut String, part: &Value, heading: &str) {
    let about = text(part, "about");
    let (first, rest) = about.split_at(about.chars().next().map_or(0, char::len_utf8));
    let (first, rest) = (first.to_uppercase(), rest.trim_end_matches('.'));
    write!(page, "## {heading}\n\n{first}{rest}.\n\n").expect("a String");
}

fn params(page: &mut String, part: &Value) {
    let params = list(&part["params"]);
    if params.is_empty() {
        return;
    }
    page.push_str("| argument | default | range | what it is |\n|---|---|---|---|\n");
    for param in params {
        let cell = |field| text(param, field).replace('|', "\\|");
        let (name, default, range, help) =
            (cell("name"), cell("default"), cell("range"), cell("help"));
        writeln!(page, "| `{name}` | {default} | {range} | {help} |").expect("a String");
    }
    page.push('\n');
}

#[track_caller]
fn keep(name: &str, page: &str) {
    let page = page.trim_end().to_owned() + "\n";
    support::golden(&support::root().join("book/src/reference").join(name), &page);
}
