//! What speaks for which move, and what the search makes of it.
//!
//! `cargo run --release -p starboard-go --example explain -- POSITION`, or
//! `-- FILE.sgf MOVES` for a position of a record.

use starboard_core::Game;
use starboard_go::{Explanation, Go, Point, Selector, Size, Study, sgf::Sgf};

type Failure = Box<dyn std::error::Error>;

#[expect(clippy::print_stdout, reason = "this is what the example is for")]
fn main() -> Result<(), Failure> {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let game = match &args[..] {
        [file, moves] => {
            let (sgf, _) = Sgf::read(&std::fs::read_to_string(file)?)?;
            sgf.position(0, moves.parse()?)?.game
        }
        [position] => Go::parse(position)?,
        _ => return Err("expected a position, or a record and a number of moves".into()),
    };
    let mut selector = Selector::default();
    let selection = selector.select(&game, None);
    let study = selector.judge().study(&game);
    println!("{}", Game::board(&game));
    show(game.size(), &study);
    println!("{}", Explanation::new(&game, &study, &selection));
    Ok(())
}

/// Whose each point will be, in percent; the groups; and what is fought for.
#[expect(clippy::print_stdout, reason = "this is what the example is for")]
fn show(size: Size, study: &Study) {
    for row in 0..size.side() {
        let points = (0..size.side()).filter_map(|column| Point::at(size, column, row));
        let cells: Vec<_> =
            points.map(|p| format!("{:>4}", study.world.owner[p.index()] / 10)).collect();
        println!("{}", cells.join(""));
    }
    let names = |points: &[Point]| -> Vec<_> { points.iter().map(|p| p.name(size)).collect() };
    for group in &study.world.groups {
        println!(
            "{} {}: {:?}, {:?} in 1000, {} tenths of an eye, room {}",
            group.color.name(),
            names(&group.stones.iter().collect::<Vec<_>>()).join(" "),
            group.grade(),
            group.strength,
            group.eyes,
            group.room
        );
    }
    for fight in &study.fights {
        let [gain, loss] = [fight.gain, -fight.loss].map(|raw| f64::from(raw) / 50.0);
        println!(
            "{} {} at stake: {gain:+.1} by {}, {loss:+.1} by {}",
            fight.owner.name(),
            fight.stone.name(size),
            names(&fight.defend).join(" "),
            names(&fight.attack).join(" ")
        );
    }
}
