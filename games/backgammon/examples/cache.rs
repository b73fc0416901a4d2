//! What a cache of evaluations would save in decisions two plies ahead:
//! `cargo run --release -p starboard-backgammon --example cache -- 10`.
//!
//! The given number of the five hundred contact positions are searched with the filter `normal`,
//! and every evaluation by the networks is recorded. Then all of them are repeated, in the same
//! order, without a cache and with caches of several sizes, and timed in processor time. A cache is
//! emptied before each decision; entries are always replaced, and each kind of network has its own
//! cache.

use std::{env, hint::black_box};

use cpu_time::ThreadTime;
use starboard_backgammon::{
    Backgammon, Move, NetEvaluator, Probabilities,
    bearoff::Bearoff,
    contact_positions,
    cube::{Cube, CubefulSearch, OutcomeEvaluator, Stakes, WithBearoff},
};
use starboard_core::{FilterSet, Game};

/// Sizes of the caches, as powers of two.
const SIZES: [u32; 5] = [12, 14, 16, 18, 20];

#[allow(clippy::print_stdout, reason = "an example talks")]
fn main() {
    let all = contact_positions().count();
    let count = env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(10).clamp(1, all);
    let bearoff = Bearoff::shared().expect("databases that can be used");
    let normal = FilterSet::named("normal").expect("a predefined set");
    let decisions: Vec<Vec<Asked>> = contact_positions()
        .step_by(all / count)
        .take(count)
        .map(|game| {
            let mut recorder = Recorder { net: NetEvaluator::default(), asked: Vec::new() };
            let evaluator = WithBearoff { evaluator: &mut recorder, bearoff: bearoff.clone() };
            let mut search = CubefulSearch::new(evaluator, Some(bearoff.clone()), Stakes::MONEY);
            let dice = game.dice().expect("the positions have dice");
            search.rate(&game, dice, Cube::default(), 2, &normal);
            recorder.asked
        })
        .collect();
    let asked: usize = decisions.iter().map(Vec::len).sum();
    let large = decisions.iter().flatten().filter(|asked| asked.large).count();
    let mut net = NetEvaluator::default();
    let began = ThreadTime::now();
    for asked in decisions.iter().flatten() {
        black_box(asked.answer(&mut net));
    }
    let plain = began.elapsed().as_secs_f64();
    println!("{count} decisions, {asked} questions, {large} of them to the large networks");
    println!("cache     answered by it     large     time");
    println!("none                              {plain:>12.3} s");
    for size in SIZES {
        let (mut hits, mut hits_large, mut seconds) = (0, 0, 0.0);
        for decision in &decisions {
            let mut cache = vec![(0, Probabilities::default()); 2 << size];
            let began = ThreadTime::now();
            for asked in decision {
                let key = asked.game.key();
                let place = (key >> (64 - size)) as usize * 2 + usize::from(asked.large);
                let (kept, answer) = &mut cache[place];
                if *kept == key {
                    hits += 1;
                    hits_large += usize::from(asked.large);
                } else {
                    (*kept, *answer) = (key, asked.answer(&mut net));
                }
                black_box(answer);
            }
            seconds += began.elapsed().as_secs_f64();
        }
        println!(
            "2^{size:<7} {:>12.1} % {:>9.1} % {seconds:>8.3} s {:>+7.1} %",
            100.0 * hits as f64 / asked as f64,
            100.0 * hits_large as f64 / large as f64,
            100.0 * (seconds / plain - 1.0),
        );
    }
}

/// A position that a network was asked about.
struct Asked {
    game: Backgammon,
    /// The large networks, not the small ones.
    large: bool,
}

impl Asked {
    fn answer(&self, net: &mut NetEvaluator) -> Probabilities {
        if self.large { net.probabilities(&self.game) } else { net.rough_probabilities(&self.game) }
    }
}

/// The networks, and what they were asked.
struct Recorder {
    net: NetEvaluator,
    asked: Vec<Asked>,
}

impl OutcomeEvaluator for Recorder {
    fn outcomes(&mut self, game: &Backgammon) -> Probabilities {
        let game = game.with_dice(None);
        self.asked.push(Asked { game, large: true });
        self.net.probabilities(&game)
    }

    fn rough_outcomes_after(
        &mut self,
        game: &Backgammon,
        moves: &[Move],
        out: &mut Vec<Probabilities>,
    ) -> bool {
        let asked = self.net.rough_outcomes_after(game, moves, out);
        if asked {
            self.asked.extend(moves.iter().map(|&m| {
                let mut next = *game;
                next.play(m);
                Asked { game: next, large: false }
            }));
        }
        asked
    }
}
