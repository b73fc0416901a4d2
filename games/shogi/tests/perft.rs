//! Counts of positions that independent generators found, to the depths that a
//! test has time for; `cargo run --release -p starboard-shogi --example perft`
//! counts them all.

use starboard_core::{Game, divide, perft};
use starboard_shogi::{Move, Shogi};

/// Deeper counts than this are left to the example.
const MOST: u64 = 800_000;

#[test]
fn as_many_positions_as_known() {
    let mut checked = 0;
    for line in include_str!("data/perft.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let [name, sfen, counts] = fields[..] else { panic!("three fields: {line}") };
        let game = Shogi::parse(sfen).expect("a position");
        assert_eq!(game.format(), sfen);
        for count in counts.split(' ') {
            let (depth, count) = count.split_once(':').expect("a depth and a count");
            let (depth, count): (u32, u64) =
                (depth.parse().expect("a depth"), count.parse().expect("a count"));
            if count <= MOST {
                assert_eq!(perft(&game, depth), count, "{name}, depth {depth}");
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 25);
}

/// The pawn drop that mates is illegal; the same pawn pushed is not.
#[test]
fn no_mate_by_a_dropped_pawn() {
    let legal = |sfen: &str, m: &str| Shogi::parse(sfen).expect("a position").parse_move(m).is_ok();
    assert!(!legal("7lk/9/8S/9/9/9/9/7L1/8K b P 1", "P*1b"));
    assert!(legal("7lk/9/8S/9/9/9/9/7L1/8K b L 1", "L*1b"));
    assert!(legal("7lk/9/8P/9/9/9/8L/7L1/8K b - 1", "1c1b"));
    // The king can take the pawn: no mate.
    assert!(legal("7lk/9/9/9/9/9/9/7L1/8K b P 1", "P*1b"));
}

#[test]
fn drops_that_are_no_moves() {
    let game = Shogi::parse("4k4/9/9/9/4P4/9/9/9/4K4 b PLN 1").expect("a position");
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let to = |kind: &str| {
        let drops = moves.iter().map(Move::to_string).filter(|m| m.starts_with(kind));
        drops.map(|m| m[2..].to_owned()).collect::<Vec<_>>()
    };
    // Nothing on the last rank, no second pawn on the fifth file.
    assert!(to("P*").iter().all(|to| !to.ends_with('a') && !to.starts_with('5')));
    assert_eq!(to("P*").len(), 8 * 8);
    assert!(to("L*").iter().all(|to| !to.ends_with('a')));
    assert_eq!(to("L*").len(), 9 * 8 - 2);
    assert!(to("N*").iter().all(|to| !to.ends_with(['a', 'b'])));
    assert_eq!(to("N*").len(), 9 * 7 - 2);
    // A tokin on the file is no pawn.
    let tokin = Shogi::parse("4k4/9/9/9/4+P4/9/9/9/4K4 b P 1").expect("a position");
    assert!(tokin.parse_move("P*5h").is_ok());
}

#[test]
fn parts_add_up() {
    let parts = divide(&Shogi::start(), 3);
    assert_eq!(parts.len(), 30);
    assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), 25_470);
}
