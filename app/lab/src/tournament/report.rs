//! The report of a tournament, for people.

use starboard_core::Limits;

use super::{Header, Schedule, Standing, Summary, summary::Scored};
use crate::{
    arena::{Openings, Side, report::limits},
    chart::{Axis, Bar, BarChart, Group},
    html::{Document, Table, counted, grouped},
    stats::{Estimate, Interval},
};

/// The tournament as tables and a picture.
pub fn document(summary: &Summary) -> Document {
    let Header { game, schedule, players, files, openings, openings_hash, .. } = &summary.settings;
    let kind = match schedule {
        Schedule::RoundRobin => "a round robin",
        Schedule::Gauntlet => "a gauntlet",
    };
    let mut page = Document::new(format!("{game}: {kind} of {} players", players.len()));
    if summary.games == 0 {
        page.paragraph("No pair of games has been played yet.");
        return page;
    }
    let games = counted(summary.games, "game");
    let endings = summary.endings.iter().map(|(how, n)| format!("{} {how}", grouped(*n)));
    let ended = endings.collect::<Vec<_>>().join(", ");
    page.paragraph(format!("{games} ({ended}), {:.1} plies each.{}", summary.plies, same(summary)));
    page.table(standings(summary));
    let first = &players[0].description;
    page.charts([(chart(summary).svg(), format!("Elo, {first} being 0, with intervals of 95 %"))]);
    page.note(format!(
        "Elo, {first} being 0, are those of a logistic curve (Bradley and Terry) that is fitted to all games at once, \
         with a normal prior of 400 Elo for each player; intervals of 95 % know how the two games of a \
         pair go together. Of a player who wins or loses every game the figure is the prior's: only one \
         end of its interval is known."
    ));
    let remarks = [
        (
            summary.pairs_repeated,
            "as one before did, from the same opening: intervals take them for new",
        ),
        (summary.pairs_alike, "the same way in both games: the two players chose alike"),
    ];
    for (count, how) in remarks.into_iter().filter(|(count, _)| *count > 0) {
        page.note(format!("{} went {how}.", counted(count, "pair")));
    }
    if let Some(Estimate { value, interval: Some(Interval { low, high }) }) = summary.first_player {
        let [value, low, high] = [value, low, high].map(signed);
        page.paragraph(format!("To begin is worth {value} Elo ({low} to {high})."));
    }
    page.table(crosses(summary));
    page.table(spent(summary));
    for Standing { description, spent, .. } in &summary.standings {
        for example in &spent.examples {
            page.note(format!("{description} lost {example}"));
        }
    }
    if let (Openings::File(name), Some(hash)) = (openings, openings_hash) {
        page.note(format!("{name}: SHA-256 {hash}"));
    }
    for (path, hash) in files {
        page.note(format!("{path}: SHA-256 {hash}"));
    }
    page
}

/// The limits of all players, if all have the same.
fn common(players: &[Side]) -> Option<&Limits> {
    let first = &players.first()?.limits;
    players.iter().all(|side| side.limits == *first).then_some(first)
}

fn same(summary: &Summary) -> String {
    let Header { players, clock, .. } = &summary.settings;
    common(players).map_or(String::new(), |own| format!(" Each player: {}.", limits(own, *clock)))
}

/// A player's row: its place, and who it is.
fn named(summary: &Summary, place: usize) -> String {
    let Standing { player, description, .. } = &summary.standings[place];
    let Header { players, clock, .. } = &summary.settings;
    let own = match common(players) {
        Some(_) => String::new(),
        None => format!(" ({})", limits(&players[*player].limits, *clock)),
    };
    format!("{}. {description}{own}", place + 1)
}

fn standings(summary: &Summary) -> Table {
    let paid = summary.standings.iter().any(|standing| standing.result.points.is_some());
    let columns = [
        "player",
        "Elo",
        "95 %",
        "better than the next",
        "games",
        "won, drawn, lost",
        "score, %",
        "points a game",
    ];
    let mut table = Table::new("Standings", columns);
    for (place, standing) in summary.standings.iter().enumerate() {
        let Scored { games, wins, draws, losses, score, points } = &standing.result;
        let elo = standing.elo.map_or(String::new(), |elo| signed(elo.value));
        let interval = standing.elo.and_then(|elo| elo.interval);
        let interval =
            interval.map(|Interval { low, high }| match (low.is_finite(), high.is_finite()) {
                (true, true) => format!("{} to {}", signed(low), signed(high)),
                (true, false) => format!("above {}", signed(low)),
                (false, true) => format!("below {}", signed(high)),
                (false, false) => String::new(),
            });
        table.row([
            named(summary, place),
            elo,
            interval.unwrap_or_default(),
            standing.better_than_next.map_or(String::new(), |p| format!("{:.1} %", 100.0 * p)),
            grouped(*games),
            format!("{wins} - {draws} - {losses}"),
            score.map_or(String::new(), |score| format!("{:.1}", 100.0 * score.value)),
            points.map_or(String::new(), |points| format!("{:+.3}", points.value)),
        ]);
    }
    if !paid {
        table.leave_out(7..8);
    }
    table
}

/// The cross table: what each player scored against each other one, in per cent.
fn crosses(summary: &Summary) -> Table {
    let count = summary.standings.len();
    let numbers = (1..=count).map(|number| number.to_string());
    let columns: Vec<_> = std::iter::once("player".to_owned()).chain(numbers).collect();
    let mut table = Table::new("Who scored what against whom, %", columns);
    for (place, standing) in summary.standings.iter().enumerate() {
        let against = summary.standings.iter().map(|other| {
            let met = summary.crosses.iter().find_map(|cross| {
                let score = cross.result.score?.value;
                match cross.players {
                    [a, b] if [a, b] == [standing.player, other.player] => Some(score),
                    [a, b] if [b, a] == [standing.player, other.player] => Some(1.0 - score),
                    _ => None,
                }
            });
            met.map_or("-".to_owned(), |score| format!("{:.1}", 100.0 * score))
        });
        table.row(std::iter::once(named(summary, place)).chain(against.collect::<Vec<_>>()));
    }
    table
}

fn spent(summary: &Summary) -> Table {
    let columns = ["a move", "nodes", "evaluations", "depth", "time", "decisions", "faults"];
    let mut table = Table::new("What each spent on a move that was a choice", columns);
    for (place, Standing { spent, .. }) in summary.standings.iter().enumerate() {
        let faults: Vec<_> = spent.faults.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
        table.row([
            named(summary, place),
            grouped(spent.nodes_per_move.round() as u64),
            grouped(spent.evaluations_per_move.round() as u64),
            format!("{:.1}", spent.mean_depth),
            format!("{:.2} ms", 1000.0 * spent.seconds_per_move),
            grouped(spent.cost.moves),
            if faults.is_empty() { "none".to_owned() } else { faults.join(", ") },
        ]);
    }
    if !summary.settings.times {
        table.leave_out(4..5);
    }
    table
}

fn chart(summary: &Summary) -> BarChart {
    let bar = |(place, standing): (usize, &Standing)| {
        let Estimate { value, interval } = standing.elo?;
        let whiskers = interval.map(|Interval { low, high }| {
            [low, high].map(|end| if end.is_finite() { end } else { value })
        });
        let label = named(summary, place);
        Some(Bar { tooltip: label.clone(), label, length: value.round(), whiskers, kind: 0 })
    };
    BarChart {
        title: "Elo of all players".to_owned(),
        x_label: "Elo".to_owned(),
        x: Axis::Linear,
        marks: true,
        legend: Vec::new(),
        groups: vec![Group {
            name: String::new(),
            bars: summary.standings.iter().enumerate().filter_map(bar).collect(),
        }],
    }
}

/// Rounded, with its sign; 0 rather than the negative zero of a small loss.
fn signed(elo: f64) -> String {
    format!("{:+.0}", elo.round() + 0.0)
}
