//! Mates in one, found at once; longer ones are not mistaken for one.

use starboard_core::{Game, Node, Value};
use starboard_shogi::{Shogi, mates};

#[test]
fn mates_in_one_are_found() {
    let (mut found, mut longer) = (0, 0);
    for (mut game, plies) in mates() {
        match (plies, game.mate_in_one()) {
            (1, Some(m)) => {
                let mate = game.with_child(m, |child| child.node());
                assert_eq!(mate, Node::Over(Value::new(-Shogi::MATE)), "{m} in {game:?}");
                found += 1;
            }
            (1, None) => panic!("no mate in {game:?}"),
            (_, None) => longer += 1,
            (_, Some(m)) => panic!("{m} mates in {game:?}"),
        }
    }
    assert_eq!((found, longer), (61, 192));
}
