//! Writes `.sgf`.

use starboard_core::{Player, sgf::Collection};

use super::points::{letter, write_turn};
use crate::{
    BAR,
    record::{Action, GameRecord, MatchRecord, Outcome, Setup, TAGS},
};

/// Writes a match or session as GNU Backgammon does, without analysis.
///
/// The format cannot say that beavers are allowed; they are taken to be if there was one.
pub fn write_sgf(record: &MatchRecord) -> String {
    let mut collection = Collection::default();
    for (i, game) in record.games.iter().enumerate() {
        write_game(record, i, game, &mut collection);
    }
    collection.write()
}

fn write_game(record: &MatchRecord, i: usize, game: &GameRecord, collection: &mut Collection) {
    let mut at = collection.add(None);
    let root = &mut collection.nodes[at];
    for (name, value) in [("FF", "4"), ("GM", "6"), ("CA", "UTF-8")] {
        root.set(name, value);
    }
    root.set("AP", format!("Starboard:{}", env!("CARGO_PKG_VERSION")));
    let [white, black] = game.score;
    root.set_all(
        "MI",
        vec![
            format!("length:{}", record.length),
            format!("game:{i}"),
            format!("ws:{white}"),
            format!("bs:{black}"),
        ],
    );
    root.set("PW", &*record.names[0]);
    root.set("PB", &*record.names[1]);
    for (name, tag) in TAGS {
        if let Some((_, value)) = record.tags.iter().find(|(own, _)| own == tag) {
            let value = if name == "DT" { value.replace('.', "-") } else { value.clone() };
            root.set(name, value);
        }
    }
    let rules = match (record.length, record.rules.crawford, record.rules.jacoby) {
        (0, _, true) => "Jacoby",
        (1.., true, _) if record.is_crawford(i) => "Crawford:CrawfordGame",
        (1.., true, _) => "Crawford",
        (1.., false, _) => "Standard",
        _ => "",
    };
    if !rules.is_empty() {
        root.set("RU", rules);
    }
    if let Some(Outcome { winner, points }) = game.outcome {
        let resigned = matches!(game.actions.last(), Some(Action::Resign(..)));
        let resigned = if resigned { "R" } else { "" };
        root.set("RE", format!("{}+{points}{resigned}", name(winner)));
    }
    if let Some(setup) = &game.setup {
        at = collection.add(Some(at));
        set_up(setup, game.first, &mut collection.nodes[at]);
    }
    let mut state = game.start();
    let mut put = |player: Player, value: &str| {
        at = collection.add(Some(at));
        collection.nodes[at].set(name(player), value);
    };
    for &action in &game.actions {
        let Some(actor) = state.actor_of(action) else { break };
        if state.in_beavers() && action != Action::Beaver {
            // Who offered the last beaver is not who takes it.
            if let Some(taker) = state.actor_of(Action::Beaver) {
                put(taker, "take");
            }
        }
        match action {
            Action::Play(dice, turn) => {
                put(actor, &format!("{dice}{}", write_turn(actor, turn)));
            }
            Action::Double | Action::Beaver => put(actor, "double"),
            Action::Take => put(actor, "take"),
            Action::Drop => put(actor, "drop"),
            Action::Resign(..) => {}
        }
        // What is in a record was legal when it was read or played.
        if state.act(action).is_err() {
            break;
        }
    }
}

const fn name(player: Player) -> &'static str {
    match player {
        Player::First => "W",
        Player::Second => "B",
    }
}

/// What a game begins with, as a node of its own.
fn set_up(setup: &Setup, first: Player, node: &mut starboard_core::sgf::Node) {
    let board = setup.board;
    let sides = match first {
        Player::First => [board.mine(), board.theirs()],
        Player::Second => [board.theirs(), board.mine()],
    };
    node.set("PL", name(first));
    node.set("AE", "a:y");
    for (key, player, side) in [("AW", Player::First, sides[0]), ("AB", Player::Second, sides[1])] {
        let all = (1..=BAR).flat_map(|place| {
            let letter = letter(player, place).to_string();
            std::iter::repeat_n(letter, usize::from(side.at(place)))
        });
        node.set_all(key, all.collect());
    }
    node.set("CV", setup.cube.to_string());
    node.set("CP", setup.owner.map_or("c", |owner| if owner == Player::First { "w" } else { "b" }));
}
