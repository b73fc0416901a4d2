//! Progress bars, shown only to people.

use std::{borrow::Cow, time::Duration};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How far a long piece of work has come, drawn on stderr if that is a
/// terminal.
#[derive(Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar for so many steps, seen only by a terminal.
    pub fn new(visible: bool, steps: u64, what: impl Into<Cow<'static, str>>) -> Self {
        if !visible {
            return Self::hidden();
        }
        let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{msg:24!} {wide_bar} {pos}/{len} {eta:>4}");
        bar.set_style(style.expect("a valid template"));
        bar.set_message(what);
        bar.enable_steady_tick(Duration::from_millis(250));
        Self(bar)
    }

    /// Nothing to see.
    pub fn hidden() -> Self {
        Self(ProgressBar::hidden())
    }

    /// One step is done.
    pub fn step(&self) {
        self.0.inc(1);
    }

    /// So many steps are done in all.
    pub fn reach(&self, steps: u64) {
        self.0.set_position(steps);
    }

    /// What is being done now.
    pub fn say(&self, what: impl Into<Cow<'static, str>>) {
        self.0.set_message(what);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
