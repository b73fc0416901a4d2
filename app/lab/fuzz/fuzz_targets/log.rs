//! Logs of runs: gone on with, merged, or refused, and no harm done.

#![no_main]

use std::{fs, ops::ControlFlow};

use libfuzzer_sys::fuzz_target;
use starboard_backgammon_app::star_minimax::Parameters;
use starboard_lab::{
    arena,
    runs::{self, Keep},
};

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a folder");
    let (log, out) = (folder.path().join("log"), folder.path().join("out"));
    fs::write(&log, bytes).expect("a file");
    let _ = runs::kind_of(&log);
    let _ = runs::merge::<arena::Header>(&[&log], &out);
    let _ = runs::merge::<Parameters>(&[&log], &out);
    let keep = Keep::new(Some(&log), 1);
    let gone_on_with = runs::run(
        &Parameters::new(1, 1),
        keep,
        2,
        |i, result: &usize| *result == i,
        || Ok(()),
        |(), i| Ok(i),
        |_, _| Ok(ControlFlow::Continue(())),
    );
    if let Ok(results) = gone_on_with {
        assert_eq!(results, [0, 1]);
    } else {
        assert_eq!(fs::read(&log).expect("a file"), bytes, "a log that was refused");
    }
});
