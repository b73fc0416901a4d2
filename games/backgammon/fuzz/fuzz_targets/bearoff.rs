//! Bearoff databases: opened or refused, and never a panic in one that was opened.

#![no_main]

use std::fs;

use libfuzzer_sys::fuzz_target;
use starboard_backgammon::{
    Backgammon,
    bearoff::{self, Hypergammon, Making, OneSided, TwoSided},
    position_id,
};

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("database");
    fs::write(&path, bytes).expect("a file");
    let _ = bearoff::check(&path);
    let (mine, theirs) = position_id::read("cAkAAIEAAAAAAA").expect("few checkers, all at home");
    if let Ok(database) = TwoSided::open(&path) {
        let _ = database.equities(mine, theirs);
    }
    if let Ok(database) = Hypergammon::open(&path) {
        let start = Backgammon::HYPERGAMMON;
        let _ = database.known(start.mine(), start.theirs());
    }
    let _ = Making::resume(1, &path);
    if let Ok(database) = OneSided::open(&path) {
        let _ = database.race(mine, theirs);
        if let Some(rolls) = database.rolls(mine) {
            let _ = (rolls.mean(), rolls.deviation());
        }
    }
});
