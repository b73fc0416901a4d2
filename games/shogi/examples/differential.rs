//! Compares the legal moves of 100,000 random positions with those that
//! `haitaka` finds: `cargo run --release -p starboard-shogi --example
//! differential`. Another number and seed may follow after `--`.

#[path = "haitaka/mod.rs"]
mod haitaka;

#[allow(clippy::print_stdout, reason = "an example talks")]
fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse().expect("a number"));
    let (positions, seed) = (numbers.next().unwrap_or(100_000), numbers.next().unwrap_or(1));
    let haitaka::Seen { positions, checks, mates, moves } = haitaka::compare(positions, seed);
    println!("seed {seed}: the same {moves} moves in {positions} positions");
    println!("{checks} of them checks, {mates} of these mates");
}
