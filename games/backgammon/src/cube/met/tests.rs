//! The tables against published figures, and files that are none.

use proptest::prelude::*;

use super::*;

/// Neil Kazaross's table of 2011, from rollouts by eXtreme Gammon: row `i` is
/// for a player who needs `i + 1` points against one who needs `i + 2` to 9.
pub(crate) const KAZAROSS: [&[f64]; 8] = [
    &[0.67736, 0.75076, 0.81436, 0.84179, 0.88731, 0.90724, 0.9325, 0.94402],
    &[0.59947, 0.6687, 0.74359, 0.7994, 0.84225, 0.87539, 0.90197],
    &[0.5715, 0.64795, 0.71123, 0.76209, 0.80468, 0.84017],
    &[0.57732, 0.64285, 0.69924, 0.74577, 0.78799],
    &[0.56635, 0.62638, 0.67786, 0.7254],
    &[0.56261, 0.61636, 0.66787],
    &[0.5548, 0.60854],
    &[0.55442],
];

/// The same after the Crawford game, for a player who needs 1 to 9 points.
pub(crate) const KAZAROSS_AFTER: [f64; 9] =
    [0.5, 0.48803, 0.32264, 0.31002, 0.19012, 0.18072, 0.11559, 0.10906, 0.06953];

/// Kazaross's table as a file.
pub(crate) fn kazaross_xml() -> String {
    let chance = |i: usize, j: usize| match i.cmp(&j) {
        std::cmp::Ordering::Less => KAZAROSS[i][j - i - 1],
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0 - KAZAROSS[j][i - j - 1],
    };
    let row = |figures: Vec<f64>| {
        let cells: String = figures.iter().map(|x| format!("<me>{x:.5}</me>\n")).collect();
        format!("<row>\n{cells}</row>\n")
    };
    let rows: String = (0..9).map(|i| row((0..9).map(|j| chance(i, j)).collect())).collect();
    let after = row(KAZAROSS_AFTER.to_vec());
    format!(
        "<?xml version = \"1.0\"?>\n<!DOCTYPE met PUBLIC \"-//a//b\" \"met.dtd\">\n<!-- to 9 points -->\n\
         <met>\n<info><name>Kazaross XG2</name><length>9</length></info>\n\
         <pre-crawford-table type=\"explicit\">\n{rows}</pre-crawford-table>\n\
         <post-crawford-table type=\"explicit\" player=\"both\">\n{after}</post-crawford-table>\n</met>\n"
    )
}

#[test]
fn the_built_in_table_is_close_to_a_published_one() {
    let table = MatchEquity::built_in();
    let (mut sum, mut most, mut n) = (0.0, 0.0_f64, 0);
    for (i, row) in (1..).zip(KAZAROSS) {
        for (j, figure) in (i + 1..).zip(row) {
            let error = (table.chance(i, j, false) - figure).abs();
            (sum, most, n) = (sum + error, most.max(error), n + 1);
        }
    }
    let mean = sum / f64::from(n);
    assert!(mean < 0.0013 && most < 0.0025, "mean {mean}, most {most}");
    let after = (1..).zip(KAZAROSS_AFTER).map(|(i, x)| (table.chance(i, 1, true) - x).abs());
    let most = after.fold(0.0, f64::max);
    assert!(most < 0.0025, "after Crawford {most}");
}

/// The rates were fitted to the table that is built in.
#[test]
fn the_model_is_close_to_what_was_rolled_out() {
    let (table, model) = (MatchEquity::built_in(), MatchEquity::generate(Rates::default()));
    assert_eq!(table.name(), "Starboard, rolled out to 9 points");
    let scores = (2..=9).flat_map(|i| (1..i).map(move |j| (i, j)));
    let off = scores.map(|(i, j)| (table.chance(i, j, false) - model.chance(i, j, false)).abs());
    let off: Vec<_> = off.collect();
    let mean = off.iter().sum::<f64>() / off.len() as f64;
    assert!(mean < 0.0015 && off.iter().all(|&off| off < 0.005), "mean {mean}: {off:?}");
}

#[test]
fn chances_add_up_and_points_help() {
    let table = MatchEquity::built_in();
    for after in [false, true] {
        for i in 1..=64 {
            for j in 1..=64 {
                let chance = table.chance(i, j, after);
                assert!((chance + table.chance(j, i, after) - 1.0).abs() < 1e-12, "{i} {j}");
                assert!(chance <= table.chance(i - 1, j, after) + 1e-12, "{i} {j} {after}");
            }
        }
    }
    assert_eq!((table.chance(0, 5, false), table.chance(3, -1, false)), (1.0, 0.0));
    assert_eq!(table.chance(200, 64, false), table.chance(64, 64, false));
}

#[test]
fn files_are_read_and_gone_on_with() -> Result<(), MetError> {
    let table = MatchEquity::read_xml(&kazaross_xml())?;
    assert_eq!(table.name(), "Kazaross XG2");
    assert_eq!(table.chance(2, 4, false), 0.6687);
    assert_eq!(table.chance(4, 2, false), 0.3313);
    assert_eq!(table.chance(3, 1, true), 0.32264);
    assert_eq!(table.chance(1, 3, false), 0.75076);
    // Beyond the file: from 1 to 64, rising by the points of the other.
    let mut last = 0.0;
    for theirs in 1..=64 {
        let chance = table.chance(10, theirs, false);
        assert!(chance > last, "10 against {theirs}: {chance}");
        last = chance;
    }
    // Rollouts to 15 points by GNU Backgammon say 0.8706 and 0.5502.
    assert!((table.chance(3, 10, false) - 0.8706).abs() < 0.003, "{}", table.chance(3, 10, false));
    assert!((table.chance(9, 10, false) - 0.5502).abs() < 0.002, "{}", table.chance(9, 10, false));
    let rate = "<post-crawford-table type=\"zadeh\" player=\"both\"><parameters>\
                <parameter name=\"gammon-rate-trailer\">0.25</parameter>\
                <parameter name=\"free-drop-2-away\">0.015</parameter></parameters></post-crawford-table>";
    let whole = kazaross_xml();
    let (head, _) = whole.split_once("<post-crawford-table").unwrap_or_default();
    let table = MatchEquity::read_xml(&format!("{head}{rate}</met>"))?;
    assert!((table.chance(2, 1, true) - 0.485).abs() < 1e-9, "{}", table.chance(2, 1, true));
    assert!((table.chance(3, 1, true) - 0.5 * (0.75 * 0.5 + 0.25)).abs() < 1e-9);
    Ok(())
}

#[test]
fn what_is_written_is_read() -> Result<(), MetError> {
    let table = MatchEquity::generate(Rates::default());
    let read = MatchEquity::read_xml(&table.write_xml(15))?;
    assert_eq!(read.name(), table.name());
    for mine in 1..=15 {
        for theirs in 1..=15 {
            let [a, b] = [&table, &read].map(|table| table.chance(mine, theirs, false));
            assert!((a - b).abs() < 1e-5, "{mine} {theirs}: {a} {b}");
        }
        let [a, b] = [&table, &read].map(|table| table.chance(mine, 1, true));
        assert!((a - b).abs() < 1e-5, "{mine}: {a} {b}");
    }
    let strange = MatchEquity::completed("<&>".to_owned(), |_, _, _| None, Rates::default());
    assert_eq!(MatchEquity::read_xml(&strange.write_xml(2))?.name(), "<&>");
    Ok(())
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let whole = kazaross_xml();
    for (find, replace, expected) in [
        ("<met>", "<set>", "line 120, column 1: expected 'set' tag, not 'met'"),
        ("</met>", "", "line 121, column 1: the root node was opened but never closed"),
        ("0.67736", "x", "line 9, column 1: expected a number from 0 to 1, found \"x\""),
        ("0.67736", "1.5", "line 9, column 1: expected a number from 0 to 1, found \"1.5\""),
        ("<me>0.67736</me>", "", "line 7, column 1: this row has 8 figures, and there are 9 rows"),
        ("type=\"explicit\">", "type=\"mec\">", "line 6, column 1: expected figures (type="),
        ("player=\"both\"", "player=\"0\"", "line 107, column 1: tables that differ for the two"),
        (
            "type=\"explicit\" player",
            "type=\"x\" player",
            "line 107, column 1: expected figures (ty",
        ),
    ] {
        let text = whole.replacen(find, replace, 1);
        let error = MatchEquity::read_xml(&text).expect_err(replace).to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

/// Wherever a file is cut off, the error says where.
#[test]
fn files_cut_off_are_refused() {
    let whole = kazaross_xml();
    let end = whole.trim_end().len();
    for length in 0..end {
        let error = MatchEquity::read_xml(&whole[..length]).expect_err("it is cut off");
        assert!(error.line >= 1 && error.column >= 1 && !error.what.is_empty(), "{error}");
    }
}

proptest! {
    #[test]
    fn any_text_is_refused_or_read(text in ".{0,200}", at in 0_usize..2000) {
        let _ = MatchEquity::read_xml(&text);
        let mut whole = kazaross_xml();
        let at = at.min(whole.len());
        whole.insert_str(at, &text);
        let _ = MatchEquity::read_xml(&whole);
    }
}
