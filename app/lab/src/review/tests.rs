//! Whole games: mistakes are found, whichever engine looks for them.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use starboard_core::{Node, Stop};

use super::*;
use crate::{record, testing::games};

fn read(game: &dyn AnyGame, text: &str) -> record::GameRecord {
    record::read(game, text.as_bytes()).expect("a record").remove(0)
}

/// A game of the engine's first moves, so that something is lost.
fn any_game(game: &dyn AnyGame, most: usize) -> record::GameRecord {
    let mut record = record::GameRecord::new("txt", game.start());
    let mut position = game.start();
    for i in 0..most {
        if let Node::Over(_) = position.node() {
            break;
        }
        let m = starboard::Move(((i * 7 + 3) % position.count()) as u32);
        position.play(m);
        record.moves.push(m);
    }
    record
}

#[test]
fn a_blunder_is_found_and_marked() -> anyhow::Result<()> {
    let games = games();
    let game = games.find("connect-four")?;
    // The last move lets a row of four be.
    let mut record = read(game, "4 1 4 1 4 2 4");
    let job = |record: &record::GameRecord| {
        review(&Job { limits: Limits::depth(6), ..Job::new(game, record) })
    };
    let found = job(&record)?;
    let worst = found.worst(3);
    assert_eq!(worst.first(), Some(&5));
    let verdict = found.moves[5].verdict.as_ref().expect("a decision");
    assert_eq!((verdict.best[0].as_str(), verdict.mark), ("4", Some(Mark::VeryBad)));
    assert!(verdict.played_units < -0.9 && !verdict.is_best);
    let winning = found.moves[6].verdict.as_ref().expect("a decision");
    assert!(winning.is_best && winning.loss == 0.0 && winning.mark.is_none());
    assert_eq!(found.players[1].very_bad, 1);
    assert!(found.values[7].expect("the end") > 0.9, "{:?}", found.values);
    // From the other side, the sign changes: the graph is the first player's.
    record.names[0] = Some("Ann <A>".to_owned());
    let document = document(&job(&record)?, &record, "x.txt", 3);
    let (text, html) = (document.text(), document.html());
    for part in ["Ann <A> against the second player", "2 ?? loses", "Better: 4", "very bad ??"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    for part in ["<tr id=\"move-6\"><td><a href=\"#board-6\">6</a>", "<figure id=\"board-6\"><svg"]
    {
        assert!(html.contains(part), "{part} in {html}");
    }
    let body = html.split_once("<body>").expect("a body").1.replace("</body></html>", "");
    assert!(roxmltree::Document::parse(body.trim()).is_ok(), "{body}");
    Ok(())
}

/// What the move lost is what minimax says that it lost.
#[test]
fn losses_are_those_of_the_reference() -> anyhow::Result<()> {
    let games = games();
    for (name, reference) in [("tic-tac-toe", "minimax"), ("einstein", "expectimax")] {
        let game = games.find(name)?;
        let record = any_game(game, 8);
        let limits = Limits::depth(if name == "einstein" { 2 } else { 9 });
        let found = review(&Job { limits: limits.clone(), ..Job::new(game, &record) })?;
        let mut engine = game.engine(Some(reference))?;
        for ((m, position), reviewed) in
            record.moves.iter().zip(record.positions()).zip(&found.moves)
        {
            let Some(verdict) = &reviewed.verdict else { continue };
            let root = |moves| starboard_core::Root { moves, ..starboard_core::Root::default() };
            let mut value = |moves| {
                let (root, stop) = (root(moves), Stop::default());
                engine.search(&position, &root, &limits, &stop, &mut ()).value
            };
            assert_eq!(verdict.best_value, value(None), "{name}, {}", reviewed.ply);
            assert_eq!(verdict.played_value, value(Some(vec![*m])), "{name}, {}", reviewed.ply);
        }
    }
    Ok(())
}

#[test]
fn threads_change_nothing() -> anyhow::Result<()> {
    let games = games();
    for name in ["connect-four", "einstein", "2048", "backgammon", "shogi"] {
        let game = games.find(name)?;
        let record = any_game(game, 16);
        for engine in [None, Some("mcts")] {
            let with = |threads| {
                let limits = Limits::nodes(300);
                review(&Job { engine, limits, threads, ..Job::new(game, &record) })
            };
            let one = with(1)?;
            assert_eq!(one, with(3)?, "{name}");
            assert_eq!(one.values.len(), record.moves.len() + 1);
            let written = serde_json::to_string(&one)?;
            let json: serde_json::Value = serde_json::from_str(&written)?;
            assert_eq!(json["version"], VERSION);
            let read = serde_json::from_str::<Review>(&written)?;
            assert_eq!((read.moves.len(), read.worst(9)), (one.moves.len(), one.worst(9)));
            let page = document(&one, &record, "x", 3).html();
            let body = page.split_once("<body>").expect("a body").1.replace("</body></html>", "");
            assert!(roxmltree::Document::parse(body.trim()).is_ok(), "{name}");
        }
    }
    Ok(())
}

/// Who plays alone and earns on the way: the graph is of all that is earned in the end.
#[test]
fn rewards_count() -> anyhow::Result<()> {
    let games = games();
    let game = games.find("2048")?;
    let record = any_game(game, 40);
    let found = review(&Job { limits: Limits::depth(1), ..Job::new(game, &record) })?;
    assert_eq!(found.players.len(), 1);
    assert!(found.moves.iter().any(|m| m.kind == Kind::Chance && m.verdict.is_none()));
    for (i, m) in found.moves.iter().enumerate() {
        let Some(verdict) = &m.verdict else { continue };
        let earned: f64 = record.positions()[..i]
            .iter()
            .zip(&record.moves)
            .map(|(position, &m)| position.units(position.reward(m)))
            .sum();
        assert_eq!(found.values[i], Some(earned + verdict.best_units));
    }
    Ok(())
}

#[test]
fn a_review_can_be_watched_and_stopped() -> anyhow::Result<()> {
    let games = games();
    let game = games.find("connect-four")?;
    let record = any_game(game, 12);
    let seen = AtomicUsize::new(0);
    let stop = Stop::default();
    let mut see = |m: &ReviewedMove| {
        assert!(m.verdict.is_some());
        if seen.fetch_add(1, Relaxed) == 2 {
            stop.request();
        }
    };
    let job = Job { limits: Limits::depth(3), ..Job::new(game, &record) };
    let found = review_with(&job, &stop, &mut see)?;
    assert!(found.stopped);
    assert_eq!(seen.load(Relaxed), 3);
    assert_eq!(found.moves.iter().filter(|m| m.verdict.is_some()).count(), 3);
    assert!(!review(&job)?.stopped);
    Ok(())
}

#[test]
fn marks_go_by_what_was_lost() {
    let judging = Judging { decided: Some(20.0), ..Judging::default() };
    let marks = [0.0, 0.1, 0.25, 0.5].map(|loss| judging.mark(loss));
    assert_eq!(marks, [None, Some(Mark::Doubtful), Some(Mark::Bad), Some(Mark::VeryBad)]);
    assert_eq!([300.0, -300.0, 3.0].map(|units| judging.counted(units)), [20.0, -20.0, 3.0]);
}
