//! What each option is worth.

use serde::Serialize;

use super::{Design, Game, Header};
use crate::{
    html::{Table, counted},
    stats::{Estimate, Interval, least_squares, logistic},
};

/// The standard deviation, in Elo, of the prior of an option, whose mean is 0. With a hundred
/// games it matters little.
const PRIOR: f64 = 200.0;
/// Elo for each natural unit of the logistic curve.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Standard errors on either side that make an interval of 95 %.
const Z: f64 = 1.96;

/// A screening in figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// What was played.
    pub settings: Header,
    /// How many games.
    pub games: usize,
    /// Pairs of two different engines whose two games had the same moves: they chose alike.
    pub pairs_alike: usize,
    /// The mean depth of the engines, where they report depths.
    pub mean_depth: Option<f64>,
    /// What moving first is worth, in Elo.
    pub first_player: Option<Estimate>,
    /// Every level but the first of its factor, in the order of the settings.
    pub lines: Vec<Line>,
    /// The engine with the best level of each factor, of those whose intervals are above 0; `None`
    /// if there are none.
    pub promising: Option<String>,
}

/// What one level is worth beside the first of its factor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The level.
    pub level: String,
    /// The first.
    pub beside: String,
    /// Games in which only one of the players had it.
    pub games: usize,
    /// By how much it makes an engine stronger.
    pub elo: Estimate,
    /// How many moves deeper it makes an engine search.
    pub depth: Option<f64>,
    /// The factor by which it changes the time for a move.
    pub time: Option<f64>,
}

/// The figures for the games of a run, by the engines of the header's design.
pub fn summarise(header: &Header, design: &Design, games: &[Game]) -> Summary {
    let factors = design.factors();
    // One variable for each level but the first: 1 where A has it, -1 where B does, 0 where
    // both do or none; the last says who began.
    let variables = |game: &Game| {
        let mut all = Vec::new();
        let [a, b] = &game.levels;
        for ((factor, &a), &b) in factors.iter().zip(a).zip(b) {
            all.extend((1..factor.levels.len()).map(|level| {
                let has = |own: u8| f64::from(u8::from(usize::from(own) == level));
                has(a) - has(b)
            }));
        }
        all.push(if game.row.a_first { 1.0 } else { -1.0 });
        all
    };
    let rows: Vec<_> = games.iter().map(|game| (variables(game), &game.row)).collect();
    // The games of a pair, by the same two engines on one opening, go together.
    let scores: Vec<Vec<_>> = rows
        .chunk_by(|(_, row), (_, next)| row.pair == next.pair)
        .map(|pair| pair.iter().map(|(all, row)| (all.clone(), row.score)).collect())
        .collect();
    let fitted = logistic(&scores, PRIOR / SCALE);
    let elo = |i: usize| {
        let (value, error) = match &fitted {
            Some(fitted) => (SCALE * fitted.weights[i], SCALE * fitted.error(i)),
            None => (0.0, PRIOR),
        };
        let interval = Some(Interval { low: value - Z * error, high: value + Z * error });
        Estimate { value, interval }
    };
    let mean = |part: u64, of: u64| (part > 0 && of > 0).then(|| part as f64 / of as f64);
    let depths: Vec<_> = rows
        .iter()
        .filter_map(|(all, row)| {
            let [a, b] = [&row.a, &row.b].map(|cost| mean(cost.depths, cost.moves));
            Some((all.clone(), a? - b?))
        })
        .collect();
    let times: Vec<_> = rows
        .iter()
        .filter_map(|(all, row)| {
            let [a, b] = [&row.a, &row.b].map(|cost| cost.seconds / cost.moves as f64);
            (a > 0.0 && b > 0.0).then(|| (all.clone(), (a / b).ln()))
        })
        .collect();
    let (depth, time) = (least_squares(&depths), least_squares(&times));
    let mut lines = Vec::new();
    for factor in factors {
        for level in &factor.levels[1..] {
            let i = lines.len();
            let games = rows.iter().filter(|(all, _)| all[i] != 0.0).count();
            let told = |weights: &Option<Vec<f64>>| {
                weights.as_ref().filter(|_| games > 0).map(|weights| weights[i])
            };
            lines.push(Line {
                level: level.text.clone(),
                beside: factor.levels[0].text.clone(),
                games,
                elo: elo(i),
                depth: told(&depth),
                time: told(&time).map(f64::exp),
            });
        }
    }
    let mut best = vec![0_u8; factors.len()];
    let mut of_factor = lines.iter();
    for (factor, best) in factors.iter().zip(&mut best) {
        let own = (1_u8..).zip(of_factor.by_ref().take(factor.levels.len() - 1));
        let above = own.filter(|(_, line)| line.elo.interval.is_some_and(|i| i.low > 0.0));
        *best = above.max_by(|a, b| a.1.elo.value.total_cmp(&b.1.elo.value)).map_or(0, |(l, _)| l);
    }
    let promising = best.iter().any(|&level| level > 0).then(|| design.engine(&best));
    let costs = || games.iter().flat_map(|game| [&game.row.a, &game.row.b]);
    let mean_depth = mean(costs().map(|c| c.depths).sum(), costs().map(|c| c.moves).sum());
    let first_player = fitted.as_ref().map(|_| elo(lines.len()));
    Summary {
        settings: header.clone(),
        games: games.len(),
        pairs_alike: games.chunks_exact(2).filter(|pair| alike(pair)).count(),
        mean_depth,
        first_player,
        lines,
        promising,
    }
}

/// Whether two engines that are not the same played both games of a pair alike.
fn alike(pair: &[Game]) -> bool {
    let [a, b] = &pair[0].levels;
    a != b && pair[0].row.moves == pair[1].row.moves
}

/// The figures as a table, in at most `width` characters where the words allow.
pub fn text(summary: &Summary, width: usize) -> String {
    let Header { game, engine, .. } = &summary.settings;
    let deep = summary
        .mean_depth
        .map_or(String::new(), |mean| format!(", {mean:.1} moves deep on average"));
    let caption = format!(
        "{game}: {engine}\nwhat each option is worth in {}{deep}",
        counted(summary.games, "game")
    );
    let columns = ["option", "beside", "games", "Elo", "95 %", "depth", "time"];
    let mut table = Table::new(caption, columns);
    // 0 rather than the negative zero of a small loss.
    let signed = |x: f64| format!("{:+.0}", x.round() + 0.0);
    let of = |estimate: Estimate| {
        let Interval { low, high } = estimate.interval.unwrap_or(Interval { low: 0.0, high: 0.0 });
        [signed(estimate.value), format!("{} to {}", signed(low), signed(high))]
    };
    for line in &summary.lines {
        let shown = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
        let [elo, interval] = of(line.elo);
        table.row([
            shown(&line.level),
            shown(&line.beside),
            line.games.to_string(),
            elo,
            interval,
            line.depth.map_or(String::new(), |depth| format!("{depth:+.2}")),
            line.time.map_or(String::new(), |time| format!("x {time:.2}")),
        ]);
    }
    if !summary.settings.times {
        table.leave_out(6..7);
    }
    let mut text = table.text(width);
    if summary.pairs_alike > 0 {
        text += &format!(
            "\n{} of different engines played alike: they say nothing of a difference.\n",
            counted(summary.pairs_alike, "pair")
        );
    }
    if let Some(first) = summary.first_player {
        let [elo, interval] = of(first);
        text += &format!("\nTo begin is worth {elo} Elo ({interval}).\n");
    }
    if let Some(engine) = &summary.promising {
        text +=
            &format!("\nThose that are above 0 in all of their interval, together:\n  {engine}\n");
    }
    text + "\nOf twenty options that are worth nothing, one is outside its interval by chance: what is \
            taken on should win a match by itself.\n"
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::Limits;

    use super::*;
    use crate::{
        arena::{Cost, Ending, OpeningText, Row},
        runs::{Files, Shard},
    };

    /// Games whose ends follow from what the options are worth.
    #[test]
    fn what_options_are_worth_is_found() {
        let vary = ["lmr", "futility=1|futility=2|futility=3", "+ killers"].map(str::to_owned);
        let worth: [&[f64]; 3] = [&[0.0, 100.0], &[0.0, -60.0, 0.0], &[0.0, 0.0]];
        let registry = crate::testing::games();
        let game = registry.find("connect-four").expect("the game");
        let design = Design::new(game, "alpha-beta", &vary).expect("a design");
        let mut rng = starboard_core::rng(3, 0);
        let games: Vec<_> = (0..8000)
            .map(|number| {
                let levels = design.draw(5, number / 2);
                let elo = |own: &[u8]| -> f64 {
                    own.iter().zip(worth).map(|(&level, worth)| worth[usize::from(level)]).sum()
                };
                // To begin is worth 40.
                let first = if number % 2 == 0 { 40.0 } else { -40.0 };
                let lead = elo(&levels[0]) - elo(&levels[1]) + first;
                let deeper = |own: &[u8]| Cost {
                    moves: 10,
                    depths: 80 + 5 * u64::from(own[0]),
                    seconds: 1.0 + f64::from(own[2]),
                    ..Cost::default()
                };
                let score = f64::from(u8::from(rng.random_bool(crate::stats::score_of(lead))));
                let row = Row {
                    game: number,
                    pair: number / 2,
                    a_first: number % 2 == 0,
                    opening: OpeningText { position: String::new(), moves: Vec::new() },
                    moves: Vec::new(),
                    score,
                    points: score,
                    ending: Ending::Rules,
                    plies: 20,
                    a: deeper(&levels[0]),
                    b: deeper(&levels[1]),
                };
                Game { levels, row }
            })
            .collect();
        let header = Header {
            experiment: String::new(),
            version: String::new(),
            game: "connect-four".to_owned(),
            engine: "alpha-beta".to_owned(),
            vary: vary.to_vec(),
            limits: Limits::default(),
            seed: 5,
            adjudication: None,
            times: true,
            games: games.len(),
            files: Files::new(),
            shard: Shard::WHOLE,
        };
        let summary = summarise(&header, &design, &games);
        let expected = [100.0, -60.0, 0.0, 0.0];
        assert_eq!(summary.lines.len(), expected.len());
        for (line, expected) in summary.lines.iter().zip(expected) {
            let Interval { low, high } = line.elo.interval.expect("an interval");
            let wide = high - low;
            assert!(low - wide / 4.0 < expected && expected < high + wide / 4.0, "{line:?}");
            assert!((20.0..60.0).contains(&wide), "{line:?}");
        }
        let first = summary.first_player.expect("half of them begin").value;
        assert!((first - 40.0).abs() < 15.0, "{first}");
        let [depth, time] =
            [&summary.lines[0].depth, &summary.lines[3].time].map(|x| x.expect("it"));
        assert!((depth - 0.5).abs() < 1e-3 && (time - 2.0).abs() < 1e-2, "{depth} {time}");
        let text = text(&summary, 120);
        for part in ["8,000 games", "futility=3", "futility=1", "x 2.00", "To begin is worth"] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
        assert_eq!(summary.promising.as_deref(), Some("alpha-beta(lmr=true,futility=1)"));
        let nothing = summarise(&header, &design, &[]);
        assert_eq!((nothing.lines[0].elo.value, nothing.promising), (0.0, None));
    }
}
