//! Ctrl-C in commands that have something to say when they are stopped.

use std::{process, sync::OnceLock};

use starboard_core::Stop;

/// What Ctrl-C requests from now on, in place of ending the process; a second one ends it.
pub(crate) fn stop() -> Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    let watched = || {
        let stop = Stop::default();
        let own = stop.clone();
        // Whoever ignores it already, or has it for something else, goes on doing so.
        let _ = ctrlc::try_set_handler(move || {
            if own.requested() {
                process::exit(130);
            }
            own.request();
        });
        stop
    };
    STOP.get_or_init(watched).clone()
}
