//! Whatever way a run is split, stopped or shared out, its log is the same.

use std::{fs, path::Path};

use super::*;
use starboard_lab::runs::{Shard, merge};

/// A run that takes no time worth mentioning.
fn tiny() -> Parameters {
    let bounds = BoundsChoice::Position;
    Parameters { table: 1, bounds, times: false, ..Parameters::new(8, 1) }
}

fn shard(index: usize, of: usize) -> Shard {
    format!("{index}/{of}").parse().expect("a shard")
}

#[track_caller]
fn log(parameters: &Parameters, path: &Path, threads: usize) -> Vec<u8> {
    run(parameters, Some(path), threads, false).expect("the log can be used");
    fs::read(path).expect("there is a log")
}

#[track_caller]
fn refused<T: std::fmt::Debug>(result: anyhow::Result<T>, part: &str) {
    let error = result.expect_err("must be refused");
    assert_eq!(starboard::exit_code(&error), 2, "{error:#}");
    assert!(format!("{error:#}").contains(part), "{error:#}");
}

#[test]
fn the_log_is_the_same_for_any_number_of_threads() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let parameters = Parameters { bounds: BoundsChoice::All, ..Parameters::new(2, 3) };
    let parameters = Parameters { table: 1, times: false, ..parameters };
    let one = log(&parameters, &directory.path().join("1"), 1);
    for threads in [2, 5] {
        let path = directory.path().join(threads.to_string());
        assert_eq!(log(&parameters, &path, threads), one, "{threads} threads");
    }
    let (_, rows) = run(&parameters, None, 2, false)?;
    assert_eq!(rows.len(), 2 * 2 * (3 + 3 + 4));
    let summary = summarise(&parameters, rows);
    assert!(summary.rows.iter().chain(&summary.variants).all(|line| line.identical));
    Ok(())
}

#[test]
fn networks_change_values_and_no_algorithm() -> anyhow::Result<()> {
    let values = |evaluator: &str| -> anyhow::Result<Vec<i32>> {
        let evaluator = evaluator.to_owned();
        let parameters = Parameters { table: 1, times: false, evaluator, ..Parameters::new(2, 3) };
        let summary = summarise(&parameters, run(&parameters, None, 2, false)?.1);
        assert!(summary.rows.iter().chain(&summary.variants).all(|line| line.identical));
        Ok(summary.searches.iter().map(|row| row.value).collect())
    };
    let (plain, noisy) = (values("net")?, values("net(noise=0.03)")?);
    assert_ne!(plain, noisy);
    assert_ne!(plain, values("hand-crafted")?);
    Ok(())
}

#[test]
fn a_log_that_names_no_evaluator_goes_on() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("log");
    let whole = String::from_utf8(log(&tiny(), &path, 1))?;
    let (header, rows) = whole.split_once('\n').expect("a header");
    let old = header.replace("\"evaluator\":\"hand-crafted\",", "");
    assert_ne!(old, header);
    let first = rows.split_inclusive('\n').next().expect("a row");
    fs::write(&path, format!("{old}\n{first}"))?;
    run(&tiny(), Some(&path), 1, false)?;
    assert_eq!(fs::read_to_string(&path)?, format!("{old}\n{rows}"));
    let other = Parameters { evaluator: "net".to_owned(), ..tiny() };
    let part = r#"its evaluator is "hand-crafted", and "net" is asked for"#;
    refused(run(&other, Some(&path), 1, false), part);
    Ok(())
}

#[test]
fn a_run_killed_anywhere_ends_with_the_same_log() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let parameters = tiny();
    let path = directory.path().join("log");
    let whole = log(&parameters, &path, 2);
    let header = whole.iter().position(|&b| b == b'\n').expect("a header");
    let last = whole.len();
    // Inside and after the header, inside and at the ends of rows.
    let mut cuts = vec![0, 1, header - 1, header, header + 1, header + 2, last - 1, last];
    cuts.extend((header..last).step_by(997));
    for cut in cuts {
        fs::write(&path, &whole[..cut])?;
        assert!(log(&parameters, &path, 2) == whole, "killed after {cut} bytes");
    }
    Ok(())
}

#[test]
fn logs_of_something_else_are_left_alone() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("log");
    let whole = log(&tiny(), &path, 1);
    let again = |parameters: Parameters| run(&parameters, Some(&path), 1, false);
    refused(again(Parameters { seed: 7, ..tiny() }), "its seed is 0, and 7 is asked for");
    refused(again(Parameters { depth: 3, ..tiny() }), "its depth is 1, and 3 is asked for");
    refused(again(Parameters { shard: shard(0, 2), ..tiny() }), "its shard is");
    assert!(fs::read(&path)? == whole, "nothing was changed");

    let text = String::from_utf8(whole)?;
    let lines: Vec<_> = text.lines().collect();
    for (contents, part) in [
        ("my notes".to_owned(), "is not a log of this experiment"),
        ("my notes\n".to_owned(), "is not that of a log of this experiment"),
        (format!("{}\n{}\n", lines[0], lines[2]), "line 2 is not what comes next"),
        (format!("{}\n{{}}\n{}\n", lines[0], lines[1]), "line 2 is not a row"),
    ] {
        fs::write(&path, &contents)?;
        refused(again(tiny()), part);
        assert_eq!(fs::read_to_string(&path)?, contents);
    }
    Ok(())
}

#[test]
fn merged_shards_are_the_whole() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let whole = log(&tiny(), &directory.path().join("whole"), 2);
    for of in [1, 3, 7, 11] {
        let path = |i: usize| directory.path().join(format!("{i}-of-{of}"));
        let mut paths: Vec<_> = (0..of).map(path).collect();
        for (i, path) in paths.iter().enumerate() {
            log(&Parameters { shard: shard(i, of), ..tiny() }, path, 2);
        }
        paths.reverse();
        let out = directory.path().join("merged");
        merge::<Parameters>(&paths, &out)?;
        assert!(fs::read(&out)? == whole, "{of} shards");
    }
    Ok(())
}

#[test]
fn what_does_not_fit_together_is_not_merged() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let path = |name: &str| directory.path().join(name);
    let shards = [0, 1].map(|i| {
        let path = path(&i.to_string());
        log(&Parameters { shard: shard(i, 2), ..tiny() }, &path, 1);
        path
    });
    let [first, second] = &shards;
    let third = path("third");
    log(&Parameters { shard: shard(2, 3), ..tiny() }, &third, 1);
    let other = path("other");
    log(&Parameters { shard: shard(1, 2), seed: 3, ..tiny() }, &other, 1);
    let torn = path("torn");
    let text = fs::read_to_string(second)?;
    let rows: Vec<_> = text.lines().collect();
    fs::write(&torn, rows[..rows.len() - 1].join("\n") + "\n")?;

    let out = path("out");
    for (logs, part) in [
        (vec![first], "shard 1/2 is missing"),
        (vec![first, first], "shard 0/2 is there twice"),
        (vec![first, &third], "is one of 3 shards, not of 2"),
        (vec![first, &other], "does not belong with"),
        (vec![first, &torn], "is not finished: 23 of 24 searches"),
    ] {
        refused(merge::<Parameters>(&logs, &out), part);
        assert!(!out.exists(), "{part}");
    }

    // Headers that no run wrote: what they speak of is not made to see that it is not there.
    let forged = path("forged");
    let most = usize::MAX;
    for (header, rows, part) in [
        (Parameters { shard: shard(0, most), ..tiny() }, 6, format!("shard 1/{most} is missing")),
        (Parameters { positions: most, ..tiny() }, 6, format!("6 of {most} searches")),
        (Parameters { depth: u32::MAX, ..tiny() }, 6, "6 of 103079215104 searches".to_owned()),
        (Parameters { depth: 0, positions: most, ..tiny() }, 0, String::new()),
    ] {
        let header = serde_json::to_string(&header)?;
        let row = log(&tiny(), &path("whole"), 1);
        let row = String::from_utf8(row)?.lines().nth(1).unwrap_or_default().to_owned() + "\n";
        fs::write(&forged, header + "\n" + &row.repeat(rows))?;
        let merged = merge::<Parameters>(&[&forged], &out);
        if rows > 0 {
            refused(merged, &part);
        } else {
            merged?;
        }
    }
    Ok(())
}
