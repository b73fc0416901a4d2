//! Mates in one, found at once; longer ones are not mistaken for one.

use starboard_core::{Game, Node, Value};
use starboard_shogi::Shogi;

#[test]
fn mates_in_one_are_found() {
    let (mut found, mut longer) = (0, 0);
    for line in include_str!("data/mates.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let mut game = Shogi::parse(fields[0]).expect("a position");
        match (fields[1], game.mate_in_one()) {
            ("1", Some(m)) => {
                let mate = game.with_child(m, |child| child.node());
                assert_eq!(mate, Node::Over(Value::new(-Shogi::MATE)), "{m} in {}", fields[0]);
                found += 1;
            }
            ("1", None) => panic!("no mate in {}", fields[0]),
            (_, None) => longer += 1,
            (_, Some(m)) => panic!("{m} mates in {}", fields[0]),
        }
    }
    assert_eq!((found, longer), (61, 192));
}
