//! The databases against figures from elsewhere, and their files.

use std::{
    fs,
    sync::{Arc, OnceLock},
};

use proptest::prelude::*;

use super::*;
use crate::{Checkers, position_id};

/// The small databases, made once for all tests.
pub(crate) fn small() -> &'static Arc<Bearoff> {
    static SMALL: OnceLock<Arc<Bearoff>> = OnceLock::new();
    SMALL.get_or_init(|| Arc::new(Bearoff::make(2).expect("a size that can be made")))
}

/// The checkers of the player to move and of the other.
fn sides(id: &str) -> (Checkers, Checkers) {
    position_id::read(id).expect("a Position ID")
}

/// Positions where the rolls can be counted on one's fingers.
#[test]
fn equities_are_those_counted_by_hand() {
    for (id, wins) in [
        // 6-1 is borne off by 15 of 36 rolls, 5-2 by 19, and 6-6 by four; four
        // on the ace point by a double, otherwise by whoever rolls one first.
        ("AQAABAEAAAAAAA", 15.0 / 36.0),
        ("AwAAEAEAAAAAAA", 19.0 / 36.0),
        ("AgAAgAEAAAAAAA", 4.0 / 36.0),
        ("DwAA4AEAAAAAAA", 1.0 - 30.0 / 36.0 * 6.0 / 36.0),
    ] {
        let (mine, theirs) = sides(id);
        let found = small().two_sided.equities(mine, theirs).expect("few checkers").cubeless;
        assert!((found - (2.0 * wins - 1.0)).abs() < 1e-6, "{id}: {found}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let make = |threads| {
        let one = OneSided::make(4, threads, |_| ()).expect("few points");
        let two = TwoSided::make(5, 4, threads, |_| ()).expect("few points");
        (one.checksum(), two.checksum())
    };
    let alone = make(1);
    assert_eq!([make(2), make(5)], [alone; 2]);
}

#[test]
fn impossible_sizes_are_named() {
    let names = |error: BearoffError| error.to_string();
    assert!(OneSided::make(12, 1, |_| ()).map_err(names).is_err_and(|e| e.contains("not 12")));
    for (points, checkers) in [(0, 6), (6, 15), (11, 14), (12, 1)] {
        let made = TwoSided::make(points, checkers, 1, |_| ()).map_err(names);
        assert!(made.is_err_and(|e| e.contains(&format!("{checkers} checkers on {points}"))));
    }
}

/// For few checkers, who wins is known exactly, and races are close to it.
#[test]
fn races_are_what_they_are_exactly() {
    let Bearoff { one_sided, two_sided, .. } = &**small();
    let (mut most, mut sum, mut n) = (0.0_f32, 0.0, 0);
    for i in (1..924).step_by(13) {
        for j in (1..924).step_by(7) {
            let (mine, theirs) = (index::unrank(i, 6), index::unrank(j, 6));
            let exact = two_sided.equities(mine, theirs).expect("few").cubeless;
            let outcomes = one_sided.race(mine, theirs).expect("at home");
            assert_eq!(outcomes.as_array()[1..], [0.0; 4]);
            let error = (2.0 * outcomes.win - 1.0 - exact).abs();
            most = most.max(error);
            sum += error;
            n += 1;
        }
    }
    let mean = sum / n as f32;
    assert!(mean < 2e-3 && most < 0.03, "{mean} and at most {most}");
}

/// Nobody can have borne off a checker before the other's first roll.
#[test]
fn gammons_in_races_are_counted() {
    let (full, _) = sides("4P8PAADg/w8AAA");
    let nearly = index::unrank(1, 6);
    let one = &small().one_sided;
    let outcomes = one.race(nearly, full).expect("at home");
    assert!((outcomes.win, outcomes.win_gammon) == (1.0, 1.0), "{outcomes:?}");
    // Fifteen on the 6 point: only 6s bear one off, but what is on roll rolls
    // first.
    let outcomes = one.race(full, nearly).expect("at home");
    let first = one.first_off(full).expect("at home");
    let saved: f64 = first.iter().filter(|&(rolls, _)| rolls == 1).map(|(_, chance)| chance).sum();
    assert!(f64::from(outcomes.lose_gammon + outcomes.win) + saved > 0.99, "{outcomes:?}, {saved}");
    assert!(
        (f64::from(outcomes.lose_gammon) - (1.0 - saved)).abs() < 1e-6,
        "{outcomes:?}, {saved}"
    );
}

#[test]
fn files_read_back_as_written() -> Result<(), BearoffError> {
    let directory = tempfile::tempdir().expect("a directory");
    let (one, two) = (directory.path().join("one"), directory.path().join("two"));
    let (made_one, made_two) = (OneSided::make(3, 1, |_| ())?, TwoSided::make(4, 3, 1, |_| ())?);
    made_one.write(&one)?;
    made_two.write(&two)?;
    // Both ways to read a file: whole, and where something is looked up.
    for small in [1 << 20, 0] {
        let read_one = OneSided::of(File::open_with(&one, small)?)?;
        let read_two = TwoSided::of(File::open_with(&two, small)?)?;
        assert_eq!(read_one.points(), 3);
        assert_eq!(read_two.size(), (4, 3));
        for i in 0..35 {
            let side = index::unrank(i, 3);
            assert_eq!(read_one.rolls(side), made_one.rolls(side), "{i}");
            assert_eq!(read_one.first_off(side), made_one.first_off(side), "{i}");
            let (a, b) = (index::unrank(i, 4), index::unrank(34 - i, 4));
            assert_eq!(read_two.equities(a, b), made_two.equities(a, b), "{i}");
        }
    }
    assert!(matches!(check(&one)?, AnyBearoff::OneSided(_)));
    assert!(matches!(check(&two)?, AnyBearoff::TwoSided(_)));
    let error = OneSided::open(&two).expect_err("the other kind").to_string();
    assert!(error.ends_with("two: it is a two-sided database, not a one-sided one"), "{error}");
    Ok(())
}

#[test]
fn damaged_files_are_named() -> Result<(), BearoffError> {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("x");
    OneSided::make(2, 1, |_| ())?.write(&path)?;
    let whole = fs::read(&path).expect("it was written");
    for (at, part) in [
        (0, "no bearoff database"),
        (8, "another version"),
        (9, "unknown kind"),
        (10, "header is impossible"),
        (12, "checksum"),
        (16, "cut off"),
        (whole.len() - 1, "checksum"),
    ] {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x40;
        fs::write(&path, bytes).expect("it can be written");
        let error = check(&path).expect_err("it is damaged").to_string();
        assert!(error.contains(part), "byte {at}: {error}");
    }
    for length in (0..40).chain((40..whole.len()).step_by(211)) {
        fs::write(&path, &whole[..length]).expect("it can be written");
        assert!(check(&path).is_err(), "{length} bytes");
    }
    let missing = directory.path().join("no").join("file");
    assert!(check(&missing).expect_err("it is not there").to_string().contains("no/file"));
    Ok(())
}

#[test]
fn small_databases_are_kept() -> Result<(), BearoffError> {
    let directory = tempfile::tempdir().expect("a directory");
    let [one, two] = Bearoff::paths(directory.path());
    small().one_sided.write(&one)?;
    small().two_sided.write(&two)?;
    let before = fs::metadata(&two).and_then(|file| file.modified()).ok();
    // The damaged one is made anew, the other left alone.
    fs::write(&one, "not a database").expect("it can be written");
    let kept = Bearoff::kept(directory.path())?;
    assert_eq!(kept.one_sided.checksum(), small().one_sided.checksum());
    assert_eq!(fs::metadata(&two).and_then(|file| file.modified()).ok(), before);
    assert_eq!(fs::read_dir(directory.path()).expect("it is there").count(), 2);
    Ok(())
}

#[test]
fn files_take_the_place_of_the_small_ones() -> Result<(), BearoffError> {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name);
    let (one, two) = (path("one"), path("two"));
    OneSided::make(7, 2, |_| ())?.write(&one)?;
    TwoSided::make(7, 2, 2, |_| ())?.write(&two)?;
    let both = Bearoff::of_files(&[two.clone(), one.clone()])?;
    assert_eq!((both.one_sided.points(), both.two_sided.size()), (7, (7, 2)));
    // A checker on the 7 point is too far for the small one.
    let mut counts = [0; 25];
    counts[6] = 1;
    let side = Checkers::on_board(counts).expect("one");
    assert!(both.race(side, side).is_some() && small().race(side, side).is_none());
    let error = |files: &[_]| Bearoff::of_files(files).expect_err("no good").to_string();
    assert!(error(&[one.clone(), two, one.clone()]).contains("one: there is another database"));
    assert!(error(&[path("none")]).contains("none: "));
    let mut bytes = fs::read(&one).expect("it is there");
    *bytes.last_mut().expect("it is not empty") ^= 1;
    fs::write(&one, bytes).expect("it can be written");
    assert!(error(&[one]).contains("one: its checksum is"));
    Ok(())
}

proptest! {
    #[test]
    fn any_bytes_are_refused_or_read(head in prop::collection::vec(any::<u8>(), 0..80), good: bool) {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("x");
        let mut bytes = head;
        if good && bytes.len() >= 24 {
            // A header that is right leads on to what comes after it.
            bytes[..10].copy_from_slice(b"STARBOFF\x01\x01");
            (bytes[10], bytes[11]) = (1, 15);
            let length = (bytes.len() - 24) as u64;
            bytes[16..24].copy_from_slice(&length.to_le_bytes());
        }
        fs::write(&path, &bytes).expect("it can be written");
        let found = File::open_with(&path, 0).and_then(OneSided::of);
        if let Ok(found) = found {
            let _ = found.rolls(index::unrank(3, 1));
        }
    }
}
