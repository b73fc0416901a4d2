//! A review for people: as text, and as a page.

use starboard::{Move, Position};
use starboard_core::{BoundType, Limits, Player};

use super::{Kind, Mark, Review, ReviewedMove, Verdict};
use crate::{
    chart::{Axis, LineChart, Series},
    html::{Document, Figure, Table, counted, grouped, percent},
    record::GameRecord,
    text::{DurationText, units},
};

/// A review of a record from `file`: how both did, the `worst` moves with their boards, the
/// value over the game, and every move.
pub fn document(review: &Review, record: &GameRecord, file: &str, worst: usize) -> Document {
    let mut document = Document::new(title(review));
    document.paragraph(about(review, file));
    for note in &review.notes {
        document.paragraph(format!("Note: {note}."));
    }
    if review.stopped {
        document.paragraph("The work was stopped before its end: some moves are not judged.");
    }
    document.table(summary(review));
    let positions = record.positions();
    let asked = worst > 0;
    let worst = review.worst(worst);
    if asked {
        document.heading("The worst moves");
        if worst.is_empty() {
            document.paragraph("No move lost anything.");
        }
    }
    for &i in &worst {
        mistake(review, i, &positions, record.moves[i], &mut document);
    }
    document.heading("The value of the game");
    document.charts([(chart(review), chart_caption(review))]);
    document.lines(outline(review));
    document.heading("Every move");
    document.table(moves(review, &worst));
    document.note(how(review));
    document
}

fn title(review: &Review) -> String {
    let game = &review.game;
    match (&review.names, review.players.len()) {
        ([None, None], _) => format!("A game of {game}"),
        (_, 1) => format!("{game}: {}", review.name(Player::First)),
        _ => {
            let [one, two] = [Player::First, Player::Second].map(|player| review.name(player));
            format!("{game}: {one} against {two}")
        }
    }
}

fn about(review: &Review, file: &str) -> String {
    let result =
        review.result.as_ref().map_or(String::new(), |result| format!(", result {result}"));
    format!(
        "{file} ({}): {}{result}. Engine: {}. Each move was searched {}.",
        review.format,
        counted(review.moves.len(), "move"),
        review.engine,
        limits(&review.limits)
    )
}

/// What a search was given, in words.
fn limits(limits: &Limits) -> String {
    let Limits { depth, nodes, evaluations, time, .. } = limits;
    let parts = [
        depth.map(|depth| format!("to depth {depth}")),
        nodes.map(|nodes| format!("for {} positions", grouped(nodes))),
        evaluations.map(|evaluations| format!("for {} evaluations", grouped(evaluations))),
        time.map(|time| format!("for {}", DurationText(time))),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    parts.join(", at most ")
}

fn summary(review: &Review) -> Table {
    let players = [Player::First, Player::Second];
    let players: Vec<_> = players.into_iter().take(review.players.len()).collect();
    let heads = players.iter().map(|&player| review.name(player));
    let mut table = Table::new("Summary", std::iter::once("player".to_owned()).chain(heads));
    let mut row = |what: &str, of: &dyn Fn(&super::PlayerSummary) -> String| {
        let cells = review.players.iter().map(of);
        table.row(std::iter::once(what.to_owned()).chain(cells));
    };
    let unit = &review.unit_name;
    row("moves judged", &|p| p.moves.to_string());
    row("the best move played", &|p| {
        let share = (p.moves > 0).then(|| p.best as f64 / p.moves as f64);
        format!("{} ({})", p.best, percent(share))
    });
    row(&format!("lost, in {unit}"), &|p| lost(p.loss, review));
    row("lost a move", &|p| p.mean_loss.map_or("-".to_owned(), |mean| lost(mean, review)));
    row("doubtful ?!", &|p| p.doubtful.to_string());
    row("bad ?", &|p| p.bad.to_string());
    row("very bad ??", &|p| p.very_bad.to_string());
    table
}

/// A loss, without a sign.
fn lost(loss: f64, review: &Review) -> String {
    units(loss, review.unit).trim_start_matches('+').to_owned()
}

/// One of the worst moves.
fn mistake(
    review: &Review,
    i: usize,
    positions: &[Position],
    played: Move,
    document: &mut Document,
) {
    let m = &review.moves[i];
    let Some(verdict) = &m.verdict else { return };
    let (position, name) = (&positions[i], review.name(m.mover));
    let best = verdict.best.first().map_or("", |best| best.as_str());
    let mark = verdict.mark.map_or(String::new(), |mark| format!(" {}", mark.sign()));
    document.paragraph(format!(
        "{}. {name}: {}{mark} loses {} {}. Better: {best}, expected {}. Position: {}",
        m.ply,
        m.played,
        lost(verdict.loss, review),
        review.unit_name,
        verdict.line.join("  "),
        m.position,
    ));
    document.lines(position.board());
    let figure = |position: &Position, caption: String| {
        Some(Figure { svg: position.svg()?, caption, ..Figure::default() })
    };
    let before = figure(position, format!("{}. {name} to move", m.ply)).map(|figure| Figure {
        id: Some(picture(m.ply)),
        link: Some((row(m.ply), "in the list of moves".to_owned())),
        ..figure
    });
    let worth = |value| units(value, review.unit);
    let after = |m: Move, what: &str, text: &str, value: f64| {
        figure(&position.after(m), format!("{what} {text} ({})", worth(value)))
    };
    let better = position.parse_move(best).ok();
    let better = better.and_then(|m| after(m, "best:", best, verdict.best_units));
    let played = after(played, "played:", &m.played, verdict.played_units);
    document.boards([before, played, better].into_iter().flatten());
}

/// What links call the picture and the row of a move.
fn picture(ply: usize) -> String {
    format!("board-{ply}")
}

fn row(ply: usize) -> String {
    format!("move-{ply}")
}

/// The value over the game.
fn chart(review: &Review) -> String {
    let points = review.values.iter().enumerate().filter_map(|(i, value)| {
        let value = review.judging.counted((*value)?);
        Some((i as f64, value))
    });
    let name = review.name(Player::First);
    let chart = LineChart {
        title: format!("Value for {name}"),
        x_label: "moves played".to_owned(),
        y_label: review.unit_name.clone(),
        x: Axis::Linear,
        y: Axis::FromZero,
        series: vec![Series {
            name: review.unit_name.clone(),
            points: points.collect(),
            ..Series::default()
        }],
        ..LineChart::default()
    };
    chart.svg()
}

fn chart_caption(review: &Review) -> String {
    let unit = &review.unit_name;
    let decided = review
        .judging
        .decided
        .map_or(String::new(), |most| format!(" A value beyond {most} {unit} is drawn as {most}."));
    format!(
        "What {} could expect before each move, with the best play of both, in {unit}.{decided}",
        review.name(Player::First)
    )
}

/// The value over the game in a few lines of text.
fn outline(review: &Review) -> String {
    const COLUMNS: usize = 72;
    const ROWS: usize = 9;
    let known: Vec<_> = (review.values.iter().enumerate())
        .filter_map(|(i, value)| Some((i, review.judging.counted((*value)?))))
        .collect();
    let (Some(&(last, _)), true) = (known.last(), known.len() > 1) else { return String::new() };
    let low = known.iter().map(|&(_, value)| value).fold(0.0, f64::min);
    let high = known.iter().map(|&(_, value)| value).fold(0.0, f64::max);
    let span = if high > low { high - low } else { 1.0 };
    let columns = COLUMNS.min(last + 1);
    let mut rows = vec![vec![' '; columns]; ROWS];
    let height = |value: f64| ((high - value) / span * (ROWS - 1) as f64).round() as usize;
    rows[height(0.0)].fill('·');
    for &(i, value) in &known {
        // Of several moves in a column the last is seen.
        let column = (i * (columns - 1)).checked_div(last).unwrap_or(0);
        for row in &mut rows {
            if row[column] == '*' {
                row[column] = ' ';
            }
        }
        rows[height(value)][column] = '*';
    }
    let label = |row: usize| match row {
        0 => units(high, review.unit),
        _ if row == ROWS - 1 => units(low, review.unit),
        _ => String::new(),
    };
    let lines = rows.iter().enumerate().map(|(i, row)| {
        format!("{:>10} |{}\n", label(i), row.iter().collect::<String>().trim_end())
    });
    let name = review.name(Player::First);
    format!("{}{:>11}after 0 to {last} moves, for {name}\n", lines.collect::<String>(), "")
}

fn moves(review: &Review, worst: &[usize]) -> Table {
    let heads = ["move", "player", "played", "value", "lost", "mark", "best", "depth"];
    let mut table = Table::new("Values are for the first player, before the move", heads);
    for (i, m) in review.moves.iter().enumerate() {
        table.row(cells(review, i, m));
        let to = worst.contains(&i).then(|| picture(m.ply));
        table.anchor(row(m.ply), to);
    }
    table
}

fn cells(review: &Review, i: usize, m: &ReviewedMove) -> [String; 8] {
    let player = match m.kind {
        Kind::Chance => "chance".to_owned(),
        _ => m.mover.to_string(),
    };
    let value = review.values[i].map_or(String::new(), |value| units(value, review.unit));
    let (number, played) = (m.ply.to_string(), m.played.clone());
    let Some(verdict) = &m.verdict else {
        let why = if m.kind == Kind::Forced { "forced" } else { "" };
        return [
            number,
            player,
            played,
            value,
            String::new(),
            String::new(),
            why.to_owned(),
            String::new(),
        ];
    };
    let loss = if verdict.loss > 0.0 { lost(verdict.loss, review) } else { String::new() };
    let best = if verdict.is_best {
        String::new()
    } else {
        verdict.best.first().cloned().unwrap_or_default()
    };
    let mark = verdict.mark.map_or("", Mark::sign).to_owned();
    [number, player, played, value, loss, mark, best, depth(verdict)]
}

/// How deep it was searched, and a sign for what is not exact.
fn depth(verdict: &Verdict) -> String {
    let exact = |bound| bound == BoundType::Exact;
    let sign = if exact(verdict.best_bound) && exact(verdict.played_bound) { "" } else { "~" };
    format!("{sign}{}", verdict.depth)
}

fn how(review: &Review) -> String {
    let judging = &review.judging;
    let decided = judging.decided.map_or(String::new(), |most| {
        format!(" From {most} on a game is decided: what is beyond counts as that much.")
    });
    format!(
        "What a move lost is the value of the best less its own, both searched to the same \
         depth, in {}. From {} on it is doubtful (?!), from {} bad (?), from {} very bad (??).\
         {decided} Outcomes of chance are not judged, nor moves without a choice. A ~ at the depth \
         says that a value is an estimate or a bound. Another engine, or more time, may judge \
         otherwise.",
        review.unit_name, judging.doubtful, judging.bad, judging.very_bad
    )
}
