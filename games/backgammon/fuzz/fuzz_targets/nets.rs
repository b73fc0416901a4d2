//! Files of networks: read or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use starboard_backgammon::{GnubgNets, Nets};

fuzz_target!(|bytes: &[u8]| {
    let _ = Nets::read(bytes);
    let _ = GnubgNets::read(bytes);
});
