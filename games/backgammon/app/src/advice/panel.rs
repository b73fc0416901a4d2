//! Advice in a panel: the move and the cube at any score.

use starboard::BadInput;
use starboard_backgammon::{
    Backgammon,
    cube::{Crawford, Cube, CubeGame, CubeOwner, MatchPosition, Stakes},
    engine::EngineSettings,
};
use starboard_core::{FilterSet, Game, Stop};
use starboard_lab::{
    html::{Document, Table},
    panel::{Field, Panel, Panels, Question},
};

use super::{Advice, Answer, advise_on};

/// The longest match that the page offers.
const LONGEST: i32 = 25;

/// The choice of a field that keeps what the position says: an XGID or a GNUBGID gives the cube and
/// the stakes, and any other position is a money game.
const AS_WRITTEN: &str = "as the position says";

/// The panels of backgammon and its variants.
pub(crate) fn panels() -> Panels {
    panel(
        vec![
            field("mine", "I need (0: money; empty: as the position says)", &[], ""),
            field("theirs", "They need", &[], ""),
            field("crawford", "Crawford game", &[AS_WRITTEN, "no", "yes", "after"], AS_WRITTEN),
            field("cube", "Cube", &[AS_WRITTEN, "1", "2", "4", "8", "16", "32", "64"], AS_WRITTEN),
            field("owner", "Owned by", &[AS_WRITTEN, "nobody", "me", "the other"], AS_WRITTEN),
            field(
                "rules",
                "At money",
                &[AS_WRITTEN, "plain", "Jacoby", "Jacoby, beavers"],
                AS_WRITTEN,
            ),
        ],
        show,
    )
}

/// The panel of a game that has the cube in its positions.
pub(crate) fn panels_with_cube<const MATCH: bool>() -> Panels {
    panel(Vec::new(), show_with_cube::<MATCH>)
}

/// The only panel, with these fields in addition to those for the depth of search.
fn panel(played_for: Vec<Field>, show: Show) -> Panels {
    let mut fields = vec![
        field("about", "About", &["what is next", "the cube"], "what is next"),
        field("plies", "Plies", &["0", "1", "2", "3"], "2"),
        field("filter", "Filter", &["tiny", "narrow", "normal", "large", "huge"], "normal"),
    ];
    fields.extend(played_for);
    let about = "As GNU Backgammon lists its hints: the moves of a roll by equity with the cube, \
        and what to do about the cube before it.";
    Panels(vec![Panel { name: "Move and cube", about, fields, show }])
}

/// The function that answers.
type Show = fn(&Question, &Stop) -> anyhow::Result<Document>;

fn field(
    name: &'static str,
    label: &'static str,
    choices: &[&'static str],
    default: &'static str,
) -> Field {
    Field { name, label, choices: choices.to_vec(), default }
}

fn show(question: &Question, _: &Stop) -> anyhow::Result<Document> {
    let game: &Backgammon = question.position.downcast_ref().expect("a position of backgammon");
    let settings = settings(question);
    let text = question.written.clone().unwrap_or_else(|| game.format());
    let mut position = MatchPosition::read(&text, &settings.table).map_err(BadInput::error)?;
    position.cube = cube(question, position.cube);
    position.stakes = stakes(question, &settings, position.stakes)?;
    advice(question, position, &settings)
}

fn show_with_cube<const MATCH: bool>(question: &Question, _: &Stop) -> anyhow::Result<Document> {
    let game: &CubeGame<MATCH> = question.position.downcast_ref().expect("a game with the cube");
    if game.is_opening() {
        return Err(BadInput::error("the game begins with a roll, which says who moves"));
    }
    let settings = settings(question);
    advice(question, MatchPosition::of_cube_game(game, &settings.table), &settings)
}

/// The settings that were chosen.
fn settings(question: &Question) -> EngineSettings {
    let plies = question.field("plies").parse().unwrap_or(0);
    let filter = FilterSet::named(question.field("filter")).expect("one of the predefined sets");
    EngineSettings { plies, cube_plies: plies, filter, ..EngineSettings::default() }
}

fn advice(
    question: &Question,
    mut position: MatchPosition,
    settings: &EngineSettings,
) -> anyhow::Result<Document> {
    if question.field("about") == "the cube" {
        position.game = position.game.with_dice(None);
    }
    Ok(document(&advise_on("backgammon", &position, settings, None, None)?))
}

/// The cube that was chosen, or as the position has it.
fn cube(question: &Question, written: Cube) -> Cube {
    let value = question.field("cube").parse().map_or(written.doublings, |n: u32| n.ilog2() as u8);
    let owner = match question.field("owner") {
        "nobody" => CubeOwner::Centred,
        "me" => CubeOwner::Mine,
        "the other" => CubeOwner::Theirs,
        _ => written.owner,
    };
    Cube { doublings: value, owner }
}

/// The stakes that were chosen, or those of the position.
fn stakes(
    question: &Question,
    settings: &EngineSettings,
    written: Stakes,
) -> anyhow::Result<Stakes> {
    let away = |name| {
        let text = question.field(name);
        let points =
            text.trim().parse::<i32>().ok().filter(|points| (0..=LONGEST).contains(points));
        points.ok_or_else(|| {
            let what = format!("points to go are a number from 0, for money, to {LONGEST}");
            BadInput::error(format!("{what}, not {text:?}"))
        })
    };
    let empty = |name| question.field(name).trim().is_empty();
    let score = match [empty("mine"), empty("theirs")] {
        [true, true] => None,
        [false, false] => Some((away("mine")?, away("theirs")?)),
        _ => return Err(one_sided()),
    };
    let (mine, theirs, told) = match (score, &written) {
        (Some((0, 0)), _) => return Ok(money(question, Stakes::MONEY)),
        (None, Stakes::Money { .. }) => return Ok(money(question, written)),
        (Some((0, _) | (_, 0)), _) => {
            return Err(one_sided());
        }
        (Some((mine, theirs)), _) => (mine, theirs, None),
        (None, Stakes::Match { mine, theirs, crawford, .. }) => (*mine, *theirs, Some(*crawford)),
    };
    let chosen = match question.field("crawford") {
        "no" => Some(Crawford::Before),
        "yes" => Some(Crawford::Now),
        "after" => Some(Crawford::After),
        _ => told,
    };
    let crawford = match (mine == 1, theirs == 1, chosen) {
        (true, true, _) => Crawford::After,
        (false, false, None | Some(Crawford::Before)) => Crawford::Before,
        (false, false, _) => {
            let what = "in the Crawford game and after it, somebody needs one point";
            return Err(BadInput::error(what));
        }
        (_, _, Some(crawford @ (Crawford::Now | Crawford::After))) => crawford,
        (_, _, None | Some(Crawford::Before)) => {
            let what = "where somebody needs one point it is the Crawford game, or after it: say \
                yes or after";
            return Err(BadInput::error(what));
        }
    };
    Ok(Stakes::Match { table: settings.table.clone(), mine, theirs, crawford })
}

/// The error that points are given for one player only.
fn one_sided() -> anyhow::Error {
    BadInput::error("in a match both players need points; at money neither does")
}

/// Money with the rules that were chosen, or with those of the position.
fn money(question: &Question, written: Stakes) -> Stakes {
    match question.field("rules") {
        "plain" => Stakes::MONEY,
        "Jacoby" => Stakes::money(true, false),
        "Jacoby, beavers" => Stakes::money(true, true),
        _ => written,
    }
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
        if let Some(Answer { reply, take, pass, .. }) = cube.answer {
            document.paragraph(format!(
                "For the player who was doubled, take {take:+.3} and pass {pass:+.3}. Proper \
                 answer: {reply}"
            ));
        }
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

    use super::*;

    fn html(position: &str, fields: &[(&str, &str)]) -> anyhow::Result<String> {
        let game = Backgammon::parse(position).map_err(BadInput::error)?;
        html_of(&panels(), Position::new(game), Some(position.to_owned()), fields)
    }

    fn html_of(
        panels: &Panels,
        position: Position,
        written: Option<String>,
        fields: &[(&str, &str)],
    ) -> anyhow::Result<String> {
        let panel = &panels.0[0];
        let given = fields.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let fields = panel.check(&given.collect::<BTreeMap<_, _>>())?;
        let time = Duration::from_secs(60);
        let question = Question { position, written, fields, time };
        Ok((panel.show)(&question, &Stop::default())?.fragment())
    }

    /// An ID says where the cube is and what is played for, unless something else is chosen.
    #[test]
    fn cube_and_score_are_those_of_the_position() -> anyhow::Result<()> {
        let xgid = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:5:2:0:7:10";
        let of = |fields: &[(&str, &str)]| html(xgid, &[&[("plies", "0")], fields].concat());
        for (fields, played_for) in [
            (&[][..], "2 away against 5 away, own cube on 2"),
            (&[("cube", "4"), ("owner", "the other")], "5 away, the other's cube on 4"),
            (&[("mine", "3"), ("theirs", "4")], "3 away against 4 away, own cube on 2"),
            (&[("mine", "0"), ("theirs", "0")], "money, own cube on 2"),
            (&[("mine", "0"), ("theirs", "0"), ("rules", "Jacoby")], "own cube on 2, Jacoby rule"),
        ] {
            let text = of(fields)?.replace("&#39;", "'").replace("&apos;", "'");
            assert!(text.contains(played_for), "{played_for}: {text}");
        }
        let jacoby =
            html("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10", &[("plies", "0")])?;
        assert!(jacoby.contains("Jacoby rule, beavers"), "{jacoby}");
        // Once something was played, the position is what it has become.
        let game = Backgammon::parse(xgid).map_err(BadInput::error)?;
        let text = html_of(&panels(), Position::new(game), None, &[("plies", "0")])?;
        assert!(text.contains("money, cube 1 in the middle"), "{text}");
        Ok(())
    }

    #[test]
    fn games_with_the_cube_say_themselves_what_is_played_for() -> anyhow::Result<()> {
        let panel = panels_with_cube::<true>();
        let of = |text: &str| {
            let game = CubeGame::<true>::parse(text).map_err(BadInput::error)?;
            html_of(&panel, Position::new(game), None, &[("plies", "0")])
        };
        let text = of("4HPwATDgc/ABMA 31 match 7 3-2")?;
        assert!(text.contains("4 away against 5 away") && text.contains("8/5 6/5"), "{text}");
        let doubled = of("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:3:2:0:7:10")?;
        assert!(doubled.contains("Proper answer: "), "{doubled}");
        let error = of("match 7").expect_err("who begins?").to_string();
        assert!(error.contains("begins with a roll"), "{error}");
        Ok(())
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
            (
                &[("mine", "5"), ("theirs", "1"), ("crawford", "no")],
                "or after it: say yes or after",
            ),
            (&[("plies", "9")], "plies is one of"),
        ] {
            let error = html("4HPwATDgc/ABMA 42", fields).expect_err(why).to_string();
            assert!(error.contains(why), "{error}");
        }
        Ok(())
    }
}
