//! The searches do not depend on how they are run, and find what they must.

use std::{fs, path::Path};

use super::*;
use crate::runs::{Shard, merge};

/// A run that takes no time worth mentioning.
fn tiny() -> Parameters {
    let parameters = Parameters::new(Part::C, Some(Subject::ConnectFour));
    Parameters { positions: 5, depths: vec![3], ..parameters }
}

#[track_caller]
fn log(parameters: &Parameters, path: &Path, threads: usize) -> Vec<u8> {
    run(parameters, Some(path), threads, false).expect("the log can be used");
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
        let (parameters, rows) = run(&parameters, None, 2, false)?;
        let summary = summarise(&parameters, rows);
        assert!(summary.identical && !summary.as_planned, "{game}");
        assert_eq!(summary.searches.len(), 2 * summary.lines.len(), "{game}");
        assert!(summary.lines.iter().all(|line| line.positions == 2 && line.moves > 1.0));
        let tested = |line: &&Line| line.to_without.as_ref().is_some_and(|r| r.verdict.is_some());
        let count = summary.lines.iter().filter(tested).count();
        assert_eq!(count, if game == Subject::Shogi { 4 } else { 0 }, "{game}");
        let text = document(&summary, "starboard").text();
        assert!(text.contains("Same root value") && text.contains("268 of 474"), "{text}");
    }
    Ok(())
}

#[test]
fn a_changed_value_is_noticed() -> anyhow::Result<()> {
    let (parameters, mut rows) = run(&tiny(), None, 2, false)?;
    assert!(summarise(&parameters, rows.clone()).identical);
    rows[3].value += 1.0;
    let summary = summarise(&parameters, rows);
    assert!(!summary.identical);
    assert!(document(&summary, "").text().contains("ROOT VALUES DIFFER"));
    Ok(())
}

#[test]
fn ratios_are_of_the_same_positions_and_order() -> anyhow::Result<()> {
    let (parameters, mut rows) = run(&tiny(), None, 1, false)?;
    for row in &mut rows {
        row.nodes = match (row.cell.history, row.cell.penalty) {
            (HistoryLevel::None, None) => 100,
            (HistoryLevel::None, Some(_)) => 50,
            (_, None) => 80,
            (_, Some(_)) => 120 + row.index as u64 % 2,
        };
    }
    let summary = summarise(&parameters, rows);
    let ratios: Vec<_> = (summary.lines.iter())
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
    for part in [Part::A, Part::C] {
        let plan = Parameters::new(part, None);
        assert!(plan.as_planned());
        assert!(!Parameters { positions: 10, ..plan.clone() }.as_planned());
        assert!(!Parameters { seed: 1, ..plan }.as_planned());
    }
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
    let all = duels(Subject::Shogi, 5_000, None, 0, Shard::WHOLE)?;
    assert_eq!(all.len(), 6);
    for duel in &all {
        assert_eq!(duel.settings.games, 2_000);
        assert_eq!(duel.settings.openings, crate::arena::Openings::Random(6));
        let (a, b) = (&duel.settings.a.description, &duel.settings.b.description);
        assert_eq!(*a, format!("{b} + negative-plausibility(weight=1)"));
        assert_eq!(a.contains("lmr"), duel.reductions);
    }
    let slow = duels(Subject::Shogi, 50_000, None, 0, Shard::WHOLE)?;
    assert_eq!(slow[0].settings.games, 400);
    assert_eq!(slow[0].settings.openings, crate::arena::Openings::List);
    assert_eq!(duels(Subject::Backgammon, 100, None, 0, Shard::WHOLE)?.len(), 3);
    Ok(())
}
