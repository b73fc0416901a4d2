//! How fast stones are played and undone, and positions evaluated.
//!
//! `cargo run --release -p starboard-go --example speed`

use std::hint::black_box;

use cpu_time::ProcessTime;
use rand::RngExt;
use starboard_core::{Evaluator, Game, rng};
use starboard_go::{Board, Color, FullBoard, Go, Move, Point, Rules, Selector, Size};

/// A board with so many stones played at random, own eyes left open.
fn position(size: Size, stones: usize, stream: u64) -> (Board, Color) {
    let (mut board, mut rng) = (Board::new(size), rng(1, stream));
    let mut color = Color::Black;
    for _ in 0..stones {
        let legal = legal(&board, color);
        if !legal.is_empty() {
            board.play(legal[rng.random_range(0..legal.len())], color);
        }
        color = color.other();
    }
    (board.clone(), color)
}

fn legal(board: &Board, color: Color) -> Vec<Point> {
    let eye = |p: Point| board.neighbors(p).all(|q| board.at(q) == Some(color));
    board.empty().iter().filter(|&p| board.is_legal(p, color) && !eye(p)).collect()
}

fn main() {
    evaluations();
    plays();
}

/// A game as the reasons have it, without a search; and at every fourth of its
/// positions the rate at which those after the best candidates are evaluated, as a search
/// does.
fn evaluations() {
    const CANDIDATES: usize = 20;
    const EACH: usize = 4;
    for side in [19, 13, 9] {
        let size = Size::new(side).expect("a size");
        let mut game = Go::new(size, Rules::default());
        let (selector, mut evaluator) = (Selector::default(), FullBoard::default());
        let mut rates = Vec::new();
        for played in 0..size.points() * 2 / 3 {
            let candidates = selector.candidates(&game);
            let Some(best) = candidates.first() else { break };
            if played % EACH != 0 {
                game.play(Move::at(best.point));
                continue;
            }
            let started = ProcessTime::now();
            let mut total = 0;
            for candidate in candidates.iter().take(CANDIDATES) {
                let m = Move::at(candidate.point);
                total += game.with_child(m, |next| evaluator.evaluate(next).raw());
            }
            black_box(total);
            let count = candidates.len().min(CANDIDATES) as f64;
            rates.push(count / started.elapsed().as_secs_f64());
            game.play(Move::at(best.point));
        }
        rates.sort_by(f64::total_cmp);
        let (median, slow) = (rates[rates.len() / 2], rates[rates.len() / 10]);
        #[expect(clippy::print_stdout, reason = "this is what the example is for")]
        {
            println!(
                "{side:>2} lines: {median:.0} evaluations a second, median of {} positions; \
                 {slow:.0} in the slowest tenth",
                rates.len()
            );
        }
    }
}

fn plays() {
    for side in [9, 13, 19] {
        let size = Size::new(side).expect("a size");
        for share in [20, 50, 80] {
            let stones = size.points() * share / 100;
            let mut positions: Vec<_> =
                (0..32).map(|stream| position(size, stones, stream)).collect();
            let (mut played, mut total) = (0_u64, 0_u64);
            let started = ProcessTime::now();
            while played < 20_000_000 {
                for (board, color) in &mut positions {
                    for p in legal(board, *color) {
                        // Once with nothing else, then many times over.
                        for _ in 0..32 {
                            board.play(p, *color);
                            total += board.liberty_count(p) as u64;
                            board.undo();
                        }
                        played += 32;
                    }
                }
            }
            let seconds = started.elapsed().as_secs_f64();
            black_box(total);
            let rate = played as f64 / seconds / 1e6;
            #[expect(clippy::print_stdout, reason = "this is what the example is for")]
            {
                println!("{side:>2} lines, {share} % filled: {rate:.1} M play and undo a second");
            }
        }
    }
}
