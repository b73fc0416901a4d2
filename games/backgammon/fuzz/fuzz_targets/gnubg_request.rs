//! What a client of `starboard gnubg-server` asks, `evaluation` lines among it: understood
//! or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use starboard_backgammon_app::gnubg::{Request, Settings};

fuzz_target!(|line: &str| {
    if let Ok(Request::Evaluate(_, Settings { noise, .. })) = line.parse() {
        assert!(noise.is_finite(), "{noise}");
    }
});
