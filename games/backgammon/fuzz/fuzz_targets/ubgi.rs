//! Whatever a controller says is answered, and never by a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use starboard_backgammon::{
    HandCrafted,
    engine::{BackgammonEngine, EngineSettings},
    ubgi::{Session, serve},
};

fuzz_target!(|bytes: &[u8]| {
    // Looking ahead would take the fuzzer's time.
    let deep = bytes.windows(2).any(|pair| pair == b"ly");
    let settings = EngineSettings { plies: 0, cube_plies: 0, ..EngineSettings::default() };
    let mut session = Session::new(BackgammonEngine::new(HandCrafted::default(), None, settings));
    let mut out = Vec::new();
    assert!(deep || serve(&mut session, bytes, &mut out).is_ok());
});
