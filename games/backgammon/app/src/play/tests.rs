//! What the engine does beside its moves.

use starboard_backgammon::{Backgammon, Checkers};

use super::*;

/// Who is behind with all checkers far from home and nothing borne off loses a gammon.
#[test]
fn the_engine_does_not_take_too_little() -> anyhow::Result<()> {
    let at = |place: usize, count| {
        let mut counts = [0; 25];
        counts[place - 1] = count;
        Checkers::on_board(counts).expect("no more than fifteen")
    };
    let board = Backgammon::new(at(13, 15), at(1, 2)).expect("a position");
    let settings = EngineSettings { plies: 0, cube_plies: 0, ..EngineSettings::default() };
    let mut table = MatchTable {
        engine: advice::engine(settings, None)?,
        nets: None,
        people: [true, false],
        seed: 0,
        now: Now::begin(MatchRecord::default()),
        past: Vec::new(),
    };
    table.now.state = State::resumed(board, 2, Some(Player::Second));
    table.now.awaited = Awaited::Roll;
    let way = |word| RESIGNATIONS.iter().position(|&other| other == word);
    let refused = table.resign(way("single")).expect("an answer");
    assert!(refused.contains("does not take a single game") && refused.contains("a gammon"));
    assert!(table.now.outcome().is_none() && table.past.is_empty());
    // A person is not answered for.
    table.people = [true, true];
    let mut other = MatchTable { now: table.now.clone(), past: Vec::new(), ..table };
    assert!(other.resign(way("single")).expect("an answer").contains("gives up a single"));
    other.now = other.past.remove(0);
    other.people = [true, false];
    assert!(other.resign(way("gammon")).expect("an answer").contains("gives up a gammon"));
    assert_eq!(other.now.outcome().map(|outcome| outcome.points), Some(4));
    Ok(())
}
