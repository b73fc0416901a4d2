//! Advice as a panel: the move and the cube at any score.

use starboard::BadInput;
use starboard_backgammon::{
    Backgammon,
    cube::{Crawford, Cube, CubeOwner, MatchPosition, Stakes},
    engine::EngineSettings,
};
use starboard_core::{FilterSet, Stop};
use starboard_lab::{
    html::{Document, Table},
    panel::{Field, Panel, Panels, Question},
};

use super::{Advice, advise_on};

/// The longest match that the page offers.
const LONGEST: i32 = 25;

/// The panels of backgammon and its variants.
pub(crate) fn panels() -> Panels {
    let field = |name, label, choices: &[&'static str], default| {
        let choices = choices.to_vec();
        Field { name, label, choices, default }
    };
    let advice = Panel {
        name: "Move and cube",
        about: "As GNU Backgammon lists its hints: the moves of a roll by equity with the cube, and \
            what to do about the cube before it.",
        fields: vec![
            field("about", "About", &["what is next", "the cube"], "what is next"),
            field("plies", "Plies", &["0", "1", "2", "3"], "2"),
            field("filter", "Filter", &["tiny", "narrow", "normal", "large", "huge"], "normal"),
            field("mine", "I need (0: money)", &[], "0"),
            field("theirs", "They need", &[], "0"),
            field("crawford", "Crawford game", &["no", "yes", "after"], "no"),
            field("cube", "Cube", &["1", "2", "4", "8", "16", "32", "64"], "1"),
            field("owner", "Owned by", &["nobody", "me", "the other"], "nobody"),
            field("rules", "At money", &["plain", "Jacoby", "Jacoby, beavers"], "plain"),
        ],
        show,
    };
    Panels(vec![advice])
}

fn show(question: &Question, _: &Stop) -> anyhow::Result<Document> {
    let game: &Backgammon = question.position.downcast_ref().expect("a position of backgammon");
    let plies = question.field("plies").parse().unwrap_or(0);
    let filter = FilterSet::named(question.field("filter")).expect("one of the predefined sets");
    let rules = question.field("rules");
    let settings = EngineSettings {
        plies,
        cube_plies: plies,
        filter,
        jacoby: rules.starts_with("Jacoby"),
        beavers: rules.ends_with("beavers"),
        ..EngineSettings::default()
    };
    let mut position = MatchPosition {
        game: *game,
        cube: cube(question),
        stakes: stakes(question, &settings)?,
        offered: false,
        resigned: None,
    };
    if question.field("about") == "the cube" {
        position.game = position.game.with_dice(None);
    }
    Ok(document(&advise_on("backgammon", &position, &settings, None, None)?))
}

fn cube(question: &Question) -> Cube {
    let value: u32 = question.field("cube").parse().unwrap_or(1);
    let owner = match question.field("owner") {
        "me" => CubeOwner::Mine,
        "the other" => CubeOwner::Theirs,
        _ => CubeOwner::Centred,
    };
    Cube { doublings: value.ilog2() as u8, owner }
}

fn stakes(question: &Question, settings: &EngineSettings) -> anyhow::Result<Stakes> {
    let away = |name| {
        let text = question.field(name);
        let points =
            text.trim().parse::<i32>().ok().filter(|points| (0..=LONGEST).contains(points));
        points.ok_or_else(|| {
            let what = format!("points to go are a number from 0, for money, to {LONGEST}");
            BadInput::error(format!("{what}, not {text:?}"))
        })
    };
    let (mine, theirs) = (away("mine")?, away("theirs")?);
    if (mine == 0) != (theirs == 0) {
        return Err(BadInput::error("in a match both players need points; at money neither does"));
    }
    if mine == 0 {
        return Ok(Stakes::money(settings.jacoby, settings.beavers));
    }
    let crawford = match question.field("crawford") {
        "yes" => Crawford::Now,
        "after" => Crawford::After,
        _ => Crawford::Before,
    };
    if crawford != Crawford::Before && mine != 1 && theirs != 1 {
        return Err(BadInput::error("in the Crawford game and after it, somebody needs one point"));
    }
    Ok(Stakes::Match { table: settings.table.clone(), mine, theirs, crawford })
}

fn document(advice: &Advice) -> Document {
    let mut document = Document::new("Move and cube");
    document.paragraph(format!(
        "Played for {}; {} plies ahead, filter {}, by {}.",
        advice.stakes, advice.plies, advice.filter, advice.evaluator
    ));
    let percent = |chance: f32| format!("{:.1}", 100.0 * chance);
    if let Some(cube) = &advice.cube {
        let mut table = Table::new("Equities with the cube", ["", "Equity", "To the best"]);
        let mut options = vec![("No double", cube.no_double)];
        if cube.available {
            options.push(("Double, take", cube.double_take));
            options.push(("Double, pass", cube.double_pass));
        }
        for (name, equity) in options {
            table.row([
                name.to_owned(),
                format!("{equity:+.3}"),
                format!("{:+.3}", equity - cube.best),
            ]);
        }
        document.table(table);
        document.paragraph(format!("Proper cube action: {}", cube.verdict));
        let mut table = Table::new(
            "How it ends, in per cent",
            ["", "Wins", "Gammons", "Backgammons", "Loses gammons", "Backgammons"],
        );
        let row = cube.probabilities.map(percent);
        table.row([format!("{}-ply", cube.plies)].into_iter().chain(row));
        document.table(table);
        let point = |point: Option<f64>| {
            point.map_or("\u{2013}".to_owned(), |point| format!("{:.1}", 100.0 * point))
        };
        let points = &cube.points;
        document.note(format!(
            "Take point {} % with a dead cube, {} % with a live one; cash point {} %.",
            point(Some(points.dead)),
            point(points.live),
            point(points.cash)
        ));
        return document;
    }
    let mut table = Table::new(
        "Moves, the best first; chances in per cent",
        ["Move", "Plies", "Equity", "To the best", "Wins", "Gammons", "Bg", "Loses g", "Loses bg"],
    );
    for hint in &advice.moves {
        let figures = [
            hint.turn.clone(),
            hint.plies.to_string(),
            format!("{:+.3}", hint.equity),
            format!("{:+.3}", hint.difference),
        ];
        table.row(figures.into_iter().chain(hint.probabilities.map(percent)));
    }
    document.table(table);
    document.note("Plies are what the filter let each move have.");
    document
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, time::Duration};

    use starboard::Position;
    use starboard_core::Game;

    use super::*;

    fn html(position: &str, fields: &[(&str, &str)]) -> anyhow::Result<String> {
        let panel = &panels().0[0];
        let game = Backgammon::parse(position).map_err(BadInput::error)?;
        let given = fields.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let fields = panel.check(&given.collect::<BTreeMap<_, _>>())?;
        let time = Duration::from_secs(60);
        let question = Question { position: Position::new(game), fields, time };
        Ok((panel.show)(&question, &Stop::default())?.fragment())
    }

    /// The panel says what `analyse` says of the same position, score and cube.
    #[test]
    fn it_is_the_advice_of_analyse() -> anyhow::Result<()> {
        let moves = html("4HPwATDgc/ABMA 42", &[("plies", "1")])?;
        assert!(moves.contains("8/4 6/4") && moves.contains("money, cube 1 in the middle"));
        let score =
            [("mine", "2"), ("theirs", "4"), ("cube", "2"), ("owner", "me"), ("plies", "0")];
        let cube = html("4HPwATDgc/ABMA", &score)?;
        assert!(cube.contains("2 away against 4 away, own cube on 2"), "{cube}");
        assert!(cube.contains("Proper cube action"), "{cube}");
        let other = html("4HPwATDgc/ABMA 42", &[("about", "the cube"), ("plies", "0")])?;
        assert!(other.contains("No double"), "{other}");
        for (fields, why) in [
            (&[("mine", "3")][..], "both players need points"),
            (&[("mine", "99"), ("theirs", "2")], "from 0, for money, to 25"),
            (&[("mine", "3"), ("theirs", "2"), ("crawford", "yes")], "somebody needs one point"),
            (&[("plies", "9")], "plies is one of"),
        ] {
            let error = html("4HPwATDgc/ABMA 42", fields).expect_err(why).to_string();
            assert!(error.contains(why), "{error}");
        }
        Ok(())
    }
}
