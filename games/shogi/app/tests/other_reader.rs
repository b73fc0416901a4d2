//! Records against another reader and writer of the same formats, the crate `rsshogi`.

use rsshogi::records::formats::{export_csa, export_ki2, export_kif, parse_csa_str, parse_kif_str};
use starboard_core::{Game, Node, mix};
use starboard_shogi::{
    Shogi,
    records::{Format, Record, csa, ki2, kif},
};

/// A random game.
fn random(seed: u64, most: usize) -> Record {
    let mut game = Shogi::start();
    let (mut state, mut moves) = (seed, Vec::new());
    for _ in 0..most {
        if game.node() != Node::Decision {
            break;
        }
        moves.clear();
        game.options(&mut moves);
        moves.retain(|m| m.is_played());
        state = mix(state);
        game.play(moves[(state % moves.len() as u64) as usize]);
    }
    Record::of(&game)
}

/// Whatever one of the two writes the other reads, with the same moves.
#[test]
fn both_read_what_the_other_writes() {
    for seed in 0..40 {
        let ours = random(seed, 150);
        let moves =
            |record: &Record| record.moves().iter().map(|timed| timed.m).collect::<Vec<_>>();
        let (as_csa, as_kif) = (csa::write(&ours), kif::write(&ours));
        let by_csa = parse_csa_str(&as_csa).map_err(|error| error.to_string());
        let by_kif = parse_kif_str(&as_kif).map_err(|error| error.to_string());
        for theirs in [by_csa, by_kif] {
            let theirs = theirs.unwrap_or_else(|error| panic!("{error}: {as_csa}"));
            let texts = (export_csa(&theirs), export_kif(&theirs), export_ki2(&theirs));
            let (csa_text, kif_text) = (texts.0.expect("CSA"), texts.1.expect("KIF"));
            let ki2_text = texts.2.expect("KI2");
            for (form, text, read) in [
                (Format::Csa, &csa_text, csa::read(&csa_text)),
                (Format::Kif, &kif_text, kif::read(&kif_text)),
                (Format::Ki2, &ki2_text, ki2::read(&ki2_text)),
            ] {
                let read = read.unwrap_or_else(|error| panic!("{error}: {text}"));
                assert_eq!(moves(&read), moves(&ours), "{text}");
                assert_eq!(Format::recognise(text), Some(form), "{text}");
            }
        }
    }
}
