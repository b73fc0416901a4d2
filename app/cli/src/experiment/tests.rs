//! The searches do not depend on how they are run, and find what they must.

use std::{fs, path::Path};

use super::*;
use starboard_lab::runs::{Shard, merge};

/// A run that takes no time worth mentioning.
fn tiny() -> Parameters {
    let parameters = Parameters::new(Part::C, Some(Subject::ConnectFour));
    Parameters { positions: 5, depths: vec![3], ..parameters }
}

#[track_caller]
fn log(parameters: &Parameters, path: &Path, threads: usize) -> Vec<u8> {
    run(&crate::builtin(), parameters, Some(path), threads, false).expect("the log can be used");
    fs::read(path).expect("there is a log")
}

#[test]
fn stopped_and_split_runs_end_with_the_same_log() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let path = |name: &str| directory.path().join(name);
    let whole = log(&tiny(), &path("whole"), 1);
    for cut in (0..whole.len()).step_by(whole.len() / 7) {
        fs::write(path("cut"), &whole[..cut])?;
        assert!(log(&tiny(), &path("cut"), 2) == whole, "killed after {cut} bytes");
    }
    let shards: Vec<_> = (0..3).map(|i| path(&i.to_string())).collect();
    for (i, shard) in shards.iter().enumerate() {
        let part: Shard = format!("{i}/3").parse().expect("a shard");
        log(&Parameters { shard: part, ..tiny() }, shard, 2);
    }
    merge::<Parameters>(&shards, &path("merged"))?;
    assert!(fs::read(path("merged"))? == whole);
    Ok(())
}

#[test]
fn every_game_is_searched_to_the_same_value() -> anyhow::Result<()> {
    for game in Subject::ALL {
        let parameters = Parameters::new(Part::A, Some(game));
        let parameters =
            Parameters { positions: 2, depths: vec![1.max(game.depth() / 2)], ..parameters };
        let (parameters, rows) = run(&crate::builtin(), &parameters, None, 2, false)?;
        let summary = summarise(&parameters, rows);
        let found = (summary.identical, summary.standing.kind);
        assert_eq!(found, (Some(true), Kind::OffPlan), "{game}");
        assert_eq!(summary.searches.len(), 2 * summary.lines.len(), "{game}");
        assert!(summary.lines.iter().all(|line| line.positions == 2 && line.moves > 1.0));
        let text = document(&summary, "starboard").text();
        assert!(text.contains("Same root value") && text.contains("268 of 474"), "{text}");
        assert!(text.contains("off-plan") && !text.contains("explored  "), "{text}");
        // Off the plan, nothing is tested; on it, four orders would be.
        let tested = |line: &&Line| line.to_without.as_ref().is_some_and(|r| r.verdict.is_some());
        assert_eq!(summary.lines.iter().filter(tested).count(), 0, "{game}");
        let mut lines = summary.lines;
        summary::test(Part::A, &mut lines);
        let count = lines.iter().filter(tested).count();
        assert_eq!(count, if game == Subject::Shogi { 4 } else { 0 }, "{game}");
    }
    Ok(())
}

#[test]
fn a_changed_value_is_noticed() -> anyhow::Result<()> {
    let (parameters, mut rows) = run(&crate::builtin(), &tiny(), None, 2, false)?;
    assert_eq!(summarise(&parameters, rows.clone()).identical, Some(true));
    rows[3].value += 1.0;
    let summary = summarise(&parameters, rows);
    assert_eq!(summary.identical, Some(false));
    assert!(document(&summary, "").text().contains("ROOT VALUES DIFFER"));
    Ok(())
}

#[test]
fn ratios_are_of_the_same_positions_and_order() -> anyhow::Result<()> {
    let (parameters, mut rows) = run(&crate::builtin(), &tiny(), None, 1, false)?;
    for row in &mut rows {
        row.nodes = match (row.cell.history, row.cell.penalty) {
            (HistoryLevel::None, None) => 100,
            (HistoryLevel::None, Some(_)) => 50,
            (_, None) => 80,
            (_, Some(_)) => 120 + row.index as u64 % 2,
        };
    }
    let mut lines = summarise(&parameters, rows).lines;
    summary::test(Part::C, &mut lines);
    let ratios: Vec<_> = (lines.iter())
        .map(|line| {
            let hundredths = |r: &Option<Ratio>| Some((r.as_ref()?.value? * 100.0).round() as u32);
            let verdict = line.to_without.as_ref().and_then(|r| r.verdict);
            (hundredths(&line.to_nothing), hundredths(&line.to_without), verdict)
        })
        .collect();
    assert_eq!(
        ratios,
        [
            (None, None, None),
            (Some(50), Some(50), Some(Verdict::Positive)),
            (Some(80), None, None),
            (Some(120), Some(150), Some(Verdict::Harmful)),
        ]
    );
    Ok(())
}

#[test]
fn the_plan_is_that_of_the_book() {
    let cells = |part, game| Parameters::new(part, game).cells().len();
    assert_eq!(cells(Part::A, None), (4 * 5 - 2) + 2 * 4 * 5);
    assert_eq!(cells(Part::A, Some(Subject::Einstein)), 4 * 4 - 2);
    assert_eq!(cells(Part::C, None), 4);
    assert_eq!(cells(Part::D, None), 2 * 3);
    assert_eq!(Parameters::new(Part::D, None).to_depth(6).depths, [4, 5, 6]);
    for part in [Part::A, Part::C, Part::D, Part::F] {
        let plan = Parameters::new(part, None);
        assert!(plan.standing().is_tested());
        let is = |other: Parameters, kind, sentence: &str| {
            let standing = other.standing();
            assert_eq!(standing.kind, kind, "{standing:?}");
            assert!(standing.sentence().contains(sentence), "{}", standing.sentence());
        };
        is(Parameters { positions: 10, ..plan.clone() }, Kind::OffPlan, "positions 10 for ");
        is(Parameters { seed: 1, ..plan.clone() }, Kind::OffPlan, "seed 1 for 0");
        is(Parameters { depths: vec![1], ..plan.clone() }, Kind::OffPlan, "depth 1 for ");
        let shard: Shard = "0/2".parse().expect("a shard");
        is(Parameters { shard, ..plan }, Kind::Part, "shard 0/2");
    }
    let plan = Parameters::new(Part::A, None);
    let deeper = Parameters { depths: vec![5], bases: vec![Base::Plausible], ..plan.clone() };
    assert_eq!(deeper.standing().kind, Kind::Explored);
    assert_eq!(Parameters { depths: vec![5], ..plan.clone() }.standing().kind, Kind::OffPlan);
    let others = Parameters { bases: vec![Base::None], ..plan.clone() };
    assert_eq!(others.standing().kind, Kind::Explored);
    assert!(Parameters { bases: vec![Base::Plausible], ..plan }.standing().is_tested());
    assert_eq!(Parameters::new(Part::A, None).positions, 156);
    let cell = Cell {
        base: Base::Plausible,
        history: HistoryLevel::Gravity,
        penalty: Some(Penalty { weight: 16, scope: starboard_core::Scope::Quiet }),
    };
    assert_eq!(
        cell.parts(),
        " + plausible + history(policy=gravity,scope=quiet) \
         + negative-plausibility(weight=16,scope=quiet)"
    );
}

#[test]
fn the_matches_are_those_of_the_book() -> anyhow::Result<()> {
    let all = Matches::new(Part::B, None).duels(&crate::builtin())?;
    assert_eq!(all.len(), 6);
    for duel in &all {
        assert_eq!(duel.settings.games, 2_000);
        assert_eq!(duel.settings.openings, starboard_lab::arena::Openings::Random(6));
        let (a, b) = (&duel.settings.a.description, &duel.settings.b.description);
        assert_eq!(*a, format!("{b} + negative-plausibility(weight=1)"));
        assert_eq!(a.contains("lmr"), duel.pruning == Pruning::Reductions);
    }
    let slow = Matches::new(Part::B, Some(50_000)).duels(&crate::builtin())?;
    assert_eq!(slow[0].settings.games, 400);
    assert_eq!(slow[0].settings.openings, starboard_lab::arena::Openings::List);
    let dice = Matches { game: Subject::Backgammon, ..Matches::new(Part::B, Some(100)) };
    assert_eq!((dice.duels(&crate::builtin())?.len(), dice.planned()), (3, 3));
    Ok(())
}

#[test]
fn a_run_is_estimated() -> anyhow::Result<()> {
    let parameters = Parameters { shard: "1/2".parse().expect("a shard"), ..tiny() };
    let searches = of_searches(&crate::builtin(), &parameters, false)?;
    let of_two = searches.pieces.iter().map(|piece| piece.searches).sum::<Option<f64>>();
    // Two of five positions by four ways to order.
    assert_eq!(of_two, Some(8.0));
    let matches = Matches { games: 6, ..Matches::new(Part::B, Some(50)) };
    let games = of_games(&crate::builtin(), &matches, false)?;
    assert_eq!(games.pieces.iter().map(|piece| piece.games).sum::<Option<u64>>(), Some(36));
    assert!(games.pieces.iter().all(|piece| piece.core_hours() > Some(0.0)), "{games:?}");
    let text = games.document("starboard", 2).text();
    for part in ["off-plan: nodes 50 for 5000 or 50000; games 6 for 2000", "on 2 threads"] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    // How long other games are is not known.
    let dice = Matches { game: Subject::Einstein, ..matches };
    assert_eq!(of_games(&crate::builtin(), &dice, false)?.pieces[0].core_hours(), None);
    Ok(())
}

#[test]
fn many_nodes_are_played_twice_and_tested_once() -> anyhow::Result<()> {
    let plan = Matches::new(Part::E, None);
    let duels = plan.duels(&crate::builtin())?;
    let names: Vec<_> = duels.iter().map(|duel| duel.name.as_str()).collect();
    assert_eq!(names, ["shogi-200000-pruning-none", "shogi-200000-pruning-gravity"]);
    for duel in &duels {
        assert_eq!(duel.settings.games, 600);
        assert_eq!(duel.settings.openings, starboard_lab::arena::Openings::List);
        let (a, b) = (&duel.settings.a.description, &duel.settings.b.description);
        assert_eq!(*a, format!("{b} + negative-plausibility(weight=1)"));
        assert!(b.contains("futility") && b.contains("plausible"), "{b}");
    }
    assert_eq!((plan.planned(), plan.standing().kind), (1, Kind::Tested));
    let fewer = Matches { nodes: 50_000, ..plan };
    assert!(fewer.standing().sentence().contains("nodes 50000 for 200000"));
    Ok(())
}

#[test]
fn the_slope_over_depth_is_found() -> anyhow::Result<()> {
    let plan = Parameters { positions: 2, ..Parameters::new(Part::D, None).to_depth(6) };
    let (parameters, mut rows) = run(&crate::builtin(), &plan, None, 2, false)?;
    assert_eq!(rows.len(), 3 * 2 * 6);
    for row in &mut rows {
        // A tenth less a ply by the article's rule, without history.
        let by_article = row.cell.penalty == Some(Penalty::ARTICLE);
        let saves = by_article && row.cell.history == HistoryLevel::None;
        row.nodes =
            if saves { 100_000 * 9_u64.pow(row.depth) / 10_u64.pow(row.depth) } else { 100_000 };
    }
    let summary = summarise(&parameters, rows);
    assert_eq!((summary.identical, summary.trends.len()), (None, 4));
    let factor = |trend: &Trend| trend.per_ply.as_ref().and_then(|ratio| ratio.value);
    assert!((factor(&summary.trends[0]).expect("a slope") - 0.9).abs() < 1e-3);
    assert_eq!(factor(&summary.trends[1]), Some(1.0));
    let text = document(&summary, "").text();
    for part in ["From depth to depth", "depths up to 6", "depth 5: gravity + P x16 quiet"] {
        assert!(text.contains(part), "{part:?} in\n{text}");
    }
    Ok(())
}
