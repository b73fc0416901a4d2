//! A review of a match of backgammon, for people.

use starboard_backgammon::analysis::{Amount, Done, Fault, Rating, Skill};

use super::report::{CubeReport, Figures, GameReport, PlayReport, Report, StepReport, name};
use starboard_lab::html::{Document, Figure, Table, counted};

pub(super) fn document(report: &Report) -> Document {
    let players = format!("{} against {}", name(report, 0), name(report, 1));
    let mut document = Document::new(match report.length {
        0 => format!("Session: {players}"),
        length => format!("Match to {length}: {players}"),
    });
    document.paragraph(about(report));
    let mut totals = figures(report, "In all", &report.total);
    let broken_off = report.games.iter().any(|game| game.result.is_none());
    if broken_off {
        let [one, two] = report.luck_in_finished.map(|luck| worth(report, luck));
        totals.row(["Luck in finished games", &one, &two]);
    }
    document.table(totals);
    let total = result(report, "The result", Some(report.result), report.luck_adjusted);
    let but = " Neither counts the game that was not finished, whose moves and rolls are in the \
        table.";
    document.paragraph(total + if broken_off { but } else { "" });
    if let Some(difference) = report.fibs_difference {
        let (points, side) = (difference.abs(), if difference < 0.0 { "below" } else { "above" });
        document.paragraph(format!(
            "By how often {} would win without luck, the player's rating on FIBS should be \
             {points:.0} {side} that of {}.",
            name(report, 0),
            name(report, 1)
        ));
    }
    document.note(
        "Losses and luck are equity, in multiples of what the cube shows (before a double), and \
         in brackets the chance to win the match, or points at money. Rates are thousandths of \
         equity: a move by moves with a choice, the cube by decisions that were close (to turn it \
         would cost less than 0.160) or in which it was turned, Snowie's by the moves of both. \
         From 0.030 on a loss is doubtful, from 0.060 bad, from 0.120 very bad; luck is marked \
         from 0.300 and 0.600 on. A game given up or taken too soon is marked and in no rate.",
    );
    for game in &report.games {
        one_game(report, game, &mut document);
    }
    document
}

fn about(report: &Report) -> String {
    let played = match report.length {
        0 => {
            let jacoby = if report.jacoby { ", Jacoby rule" } else { "" };
            let beavers = if report.beavers { ", beavers" } else { "" };
            format!("for money{jacoby}{beavers}")
        }
        _ => format!("match equity table {}", report.table),
    };
    let unfinished = report.unfinished.map_or(String::new(), |how| format!("; {how}"));
    format!(
        "{}: {}, {played}{unfinished}. Moves were searched {} ahead with the filter {}, cube decisions \
         {}; evaluator: {}.",
        report.file,
        counted(report.games.len(), "game"),
        plies(report.plies),
        report.filter,
        plies(report.cube_plies),
        report.evaluator
    )
}

fn plies(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

fn result(report: &Report, what: &str, actual: Option<f64>, fair: f64) -> String {
    let worth = |x: f64| if report.length > 0 { percent(x) } else { format!("{x:+.3} points") };
    match actual {
        Some(actual) => format!(
            "{what} for {}: {}, without luck {}.",
            name(report, 0),
            worth(actual),
            worth(fair)
        ),
        None => format!("{what}: not finished."),
    }
}

fn percent(chance: f64) -> String {
    format!("{:+.2} %", 100.0 * chance)
}

fn one_game(report: &Report, game: &GameReport, document: &mut Document) {
    let crawford = if game.crawford { ", Crawford game" } else { "" };
    let [one, two] = game.score;
    document.heading(format!("Game {}, at {one} to {two}{crawford}", game.number));
    let mut table = Table::new(
        "Every move and what was done with the cube",
        ["", "dice", "played", "lost", "better", "luck", "marks"],
    );
    let mut pictures = Vec::new();
    for step in &game.steps {
        rows(report, step, &mut table);
        pictures.extend(mistakes(report, step));
    }
    document.table(table);
    if let Some(winner) = game.winner {
        let points = counted(game.points as usize, "point");
        document.paragraph(format!("{} wins {points}.", name(report, winner)));
    }
    if !pictures.is_empty() {
        let figure = |(svg, caption)| Figure { svg, caption, ..Figure::default() };
        document.boards(pictures.into_iter().map(figure));
    }
    document.table(figures(report, &format!("Game {}", game.number), &game.players));
    let fair = game.luck_adjusted.unwrap_or(0.0);
    document.paragraph(result(report, "The game", game.result, fair));
}

/// Whether there is something to say about the cube: it was turned or answered,
/// or that was missed.
fn worth_telling(cube: &CubeReport) -> bool {
    cube.done != Done::NoDouble || cube.fault.is_some()
}

fn rows(report: &Report, step: &StepReport, table: &mut Table) {
    let who = format!("{:>3} {}", step.number, name(report, step.player));
    if let Some(cube) = step.cube.as_ref().filter(|cube| worth_telling(cube)) {
        let played = if cube.done == Done::NoDouble { "no double" } else { &step.action };
        let better = match (cube.fault, cube.done) {
            (None, _) => String::new(),
            (_, Done::NoDouble | Done::Double) => cube.decision.verdict.to_string(),
            (_, Done::Take | Done::Beaver | Done::Pass) => cube.decision.reply().to_string(),
        };
        let fault = cube.fault.map_or("", |fault| fault.name());
        let cells = [
            &who,
            "cube",
            played,
            &lost(cube.loss),
            &better,
            "",
            &marks(&[fault, cube.skill.name()]),
        ];
        table.row(cells);
    }
    if let Some(resign) = &step.resign {
        table.row([&who, "", &step.action, &lost(resign.loss), "", "", resign.skill.name()]);
        if resign.taken.equity > 0.0 {
            let other = format!("{:>3} {}", step.number, name(report, 1 - step.player));
            let mark = resign.taken_skill.name();
            table.row([&other, "", "takes it", &lost(resign.taken), "play on", "", mark]);
        }
        return;
    }
    let Some(play) = &step.play else {
        if step.cube.is_none() {
            table.row([&who, "", &step.action]);
        }
        return;
    };
    let best = play.moves.first().map_or("", |best| &best.turn);
    let better = if is_shown(play.loss) { best } else { "" };
    let luck = step.luck.as_ref();
    let dice = step.dice.as_deref().unwrap_or_default();
    table.row([
        &who,
        dice,
        &step.action,
        &lost(play.loss),
        better,
        &luck.map_or(String::new(), |luck| format!("{:+.3}", luck.amount.equity)),
        &marks(&[play.skill.name(), luck.map_or("", |luck| luck.mark.name())]),
    ]);
}

/// A loss under the word "lost", and so without a sign.
fn lost(loss: Amount) -> String {
    if is_shown(loss) { format!("{:.3}", loss.equity) } else { String::new() }
}

/// Whether a loss is more than nothing in the three places that are shown.
fn is_shown(loss: Amount) -> bool {
    loss.equity >= 0.0005
}

fn marks(marks: &[&str]) -> String {
    let marks: Vec<_> = marks.iter().copied().filter(|mark| !mark.is_empty()).collect();
    marks.join(", ")
}

/// Pictures of what was marked, with what would have been better.
fn mistakes(report: &Report, step: &StepReport) -> Vec<(String, String)> {
    let who = format!("{}. {}", step.number, name(report, step.player));
    let mut all = Vec::new();
    if let Some(cube) = step.cube.as_ref().filter(|cube| cube.skill > Skill::Unmarked) {
        let caption = format!("{who}: {} Position: {}", mistake(cube), step.position);
        all.push((step.picture.clone(), caption));
    }
    if let Some(play) = step.play.as_ref().filter(|play| play.skill > Skill::Unmarked) {
        let dice = step.dice.as_deref().unwrap_or_default();
        let caption = format!("{who} plays {dice}: {} Position: {}", blunder(play), step.position);
        all.push((step.picture.clone(), caption));
    }
    all
}

fn mistake(cube: &CubeReport) -> String {
    let fault = cube.fault.map_or("", |fault| fault.name());
    let decision = &cube.decision;
    format!(
        "{fault} (lost {:.3}, {}). {}; no double {:+.3}, take {:+.3}, pass {:+.3}.",
        cube.loss.equity,
        cube.skill.name(),
        decision.verdict,
        decision.no_double,
        decision.double_take,
        decision.double_pass
    )
}

fn blunder(play: &PlayReport) -> String {
    let shown = play.moves.iter().enumerate();
    let shown = shown.filter(|&(i, _)| i < 3 || i == play.played).map(|(i, m)| {
        let mark = if i == play.played { " (played)" } else { "" };
        format!("{}{mark} {:+.3}", m.turn, m.equity)
    });
    let shown: Vec<_> = shown.collect();
    format!("lost {:.3}, {}. {}.", play.loss.equity, play.skill.name(), shown.join("; "))
}

/// An equity, and in brackets the chance or the points.
fn worth(report: &Report, amount: Amount) -> String {
    let worth = amount.worth;
    let of = if report.length > 0 { percent(worth) } else { format!("{worth:+.3}") };
    format!("{:+.3} ({of})", amount.equity)
}

/// The statistics of both players.
fn figures(report: &Report, caption: &str, players: &[Figures; 2]) -> Table {
    let worth = |amount: Amount| worth(report, amount);
    let loss = |loss: Amount| worth(loss).replace('+', "");
    let rate = |rate: Option<f64>| rate.map_or("-".to_owned(), |r| format!("{:.1}", 1000.0 * r));
    let rated = |r: Option<f64>| match r {
        Some(r) => format!("{:.1} {}", 1000.0 * r, Rating::of(r)),
        None => "-".to_owned(),
    };
    let fault = |fault: &Fault| match fault.count {
        0 => "0".to_owned(),
        count => format!("{count} (lost {:.3})", fault.loss.equity),
    };
    let mut table = Table::new(caption, ["", name(report, 0), name(report, 1)]);
    let mut row = |what: &str, of: &dyn Fn(&Figures) -> String| {
        let [one, two] = players;
        table.row([what.to_owned(), of(one), of(two)]);
    };
    row("Moves", &|p| p.statistics.play.moves.to_string());
    row("Unforced moves", &|p| p.statistics.play.unforced.to_string());
    row("Marked doubtful", &|p| p.statistics.play.doubtful.to_string());
    row("Marked bad", &|p| p.statistics.play.bad.to_string());
    row("Marked very bad", &|p| p.statistics.play.very_bad.to_string());
    row("Lost in moves", &|p| loss(p.statistics.play.loss));
    row("Error rate of moves", &|p| rated(p.play_rate));
    row("Very lucky rolls", &|p| p.statistics.luck.very_lucky.to_string());
    row("Lucky rolls", &|p| p.statistics.luck.lucky.to_string());
    row("Unlucky rolls", &|p| p.statistics.luck.unlucky.to_string());
    row("Very unlucky rolls", &|p| p.statistics.luck.very_unlucky.to_string());
    row("Luck", &|p| worth(p.statistics.luck.total));
    row("Cube decisions", &|p| p.statistics.cube.decisions.to_string());
    row("Close or actual ones", &|p| p.statistics.cube.close.to_string());
    row("Doubles", &|p| p.statistics.cube.doubles.to_string());
    row("Takes", &|p| p.statistics.cube.takes.to_string());
    row("Passes", &|p| p.statistics.cube.passes.to_string());
    row("Missed doubles, to be taken", &|p| fault(&p.statistics.cube.missed_below_cash));
    row("Missed doubles, to be passed", &|p| fault(&p.statistics.cube.missed_above_cash));
    row("Wrong doubles, too early", &|p| fault(&p.statistics.cube.wrong_below_double));
    row("Wrong doubles, too good", &|p| fault(&p.statistics.cube.wrong_too_good));
    row("Wrong takes", &|p| fault(&p.statistics.cube.wrong_takes));
    row("Wrong passes", &|p| fault(&p.statistics.cube.wrong_passes));
    row("Lost with the cube", &|p| loss(p.statistics.cube.loss));
    row("Error rate of the cube", &|p| rated(p.cube_rate));
    row("Lost in all", &|p| loss(p.loss));
    row("Error rate", &|p| rated(p.rate));
    row("Snowie error rate", &|p| rate(p.snowie_rate));
    row("FIBS rating by errors", &|p| p.fibs_rating.map_or("-".into(), |r| format!("{r:.0}")));
    table
}
