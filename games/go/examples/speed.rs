//! How fast stones are played and taken back.
//!
//! `cargo run --release -p starboard-go --example speed`

use std::hint::black_box;

use cpu_time::ProcessTime;
use rand::RngExt;
use starboard_core::rng;
use starboard_go::{Board, Color, Point, Size};

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
