//! Trees read, written, cut off and spoiled.

use proptest::prelude::*;

use super::*;

/// A match of two games of backgammon, with a comment and a variation.
const TEXT: &str = "(;GM[6]MI[length:3][game:0];W[31hfe]C[a \\] b]\n(;B[42xtmk])(;B[43]))(;GM[6])";

/// The names and values of every node, in the order of the text.
fn plain(collection: &Collection) -> Vec<Vec<(String, Vec<String>)>> {
    let node =
        |node: &Node| node.properties.iter().map(|p| (p.name.clone(), p.values.clone())).collect();
    collection.nodes.iter().map(node).collect()
}

#[test]
fn a_tree_is_read_as_it_stands() {
    let (collection, warnings) = Collection::read(TEXT).expect("a collection");
    assert_eq!((collection.games.as_slice(), warnings), (&[0, 4][..], vec![]));
    assert_eq!(collection.main_line(0).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(collection.main_line(2).count(), 0);
    assert_eq!(collection.nodes[0].values("MI"), ["length:3", "game:0"]);
    assert_eq!(collection.nodes[1].value("C"), Some("a ] b"));
    assert_eq!(collection.nodes[2].properties[0].place, Place { line: 2, column: 3 });
    let (again, _) = Collection::read(&collection.write()).expect("what was written");
    assert_eq!(plain(&again), plain(&collection));
}

#[test]
fn lines_that_the_writer_broke_are_counted() {
    for broken in ["\\\n", "\\\r\n"] {
        let text = format!("(;C[a{broken}b]\n;B[aa])");
        let (collection, _) = Collection::read(&text).expect("a collection");
        assert_eq!(collection.nodes[0].value("C"), Some("ab"));
        assert_eq!(collection.nodes[1].properties[0].place, Place { line: 3, column: 2 });
    }
}

#[test]
fn a_text_cut_off_anywhere_is_an_error_or_a_warning() {
    for (end, _) in TEXT.char_indices().filter(|&(end, _)| end < TEXT.rfind("(;").unwrap_or(0)) {
        match Collection::read(&TEXT[..end]) {
            Err(error) => assert!(error.place.column >= 1),
            // The first game may be whole.
            Ok((_, warnings)) => assert_eq!(warnings.is_empty(), TEXT[..end].ends_with("))")),
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
        let _ = Collection::read(&text);
    }

    #[test]
    fn what_was_read_is_written_and_read_the_same(
        text in "\\(;([A-Za-z;()\\[\\]\\\\ :\n0-9]|B\\[[a-z]{2}\\]){0,80}",
    ) {
        if let Ok((collection, _)) = Collection::read(&text) {
            let (again, warnings) = Collection::read(&collection.write()).expect("was written");
            prop_assert!(warnings.is_empty(), "{:?}", warnings);
            prop_assert_eq!(plain(&again), plain(&collection));
        }
    }
}
