//! Match equity tables: read or refused, and every chance a chance.

#![no_main]

use libfuzzer_sys::fuzz_target;
use starboard_backgammon::met::MatchEquity;

fuzz_target!(|text: &str| {
    if let Ok(table) = MatchEquity::read_xml(text) {
        for (mine, theirs) in [(1, 1), (2, 64), (64, 1)] {
            let chance = table.chance(mine, theirs, false);
            assert!((0.0..=1.0).contains(&chance), "{chance}");
        }
    }
});
