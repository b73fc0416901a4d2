//! What players lose, by kind of decision.

use serde::Serialize;
use starboard::LIMIT_PARAMS;
use starboard_core::spec::parse_specs;
use starboard_lab::{
    chart::{Axis, Detail, Level, LineChart, Series},
    html::{Table, counted},
    stats::{Estimate, mean, mean_interval},
};

use super::{
    decision::{Decision, Kind},
    measure::{Choice, Cost},
};

/// What players lose in the decisions of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Summary {
    pub(super) decisions: usize,
    /// Of the decisions with a choice that were met in play, the share that is among these:
    /// in all others the choice was clear or made no difference.
    pub(super) share: f64,
    /// The mean standard error of what a candidate loses.
    pub(super) error: f64,
    pub(super) players: Vec<PlayerLosses>,
}

/// What a player picked in all decisions.
pub(super) struct Played {
    /// What it is called: a file of networks, a program, or the description of an engine.
    pub(super) player: String,
    /// How many plies it looked ahead, where it was told so.
    pub(super) plies: Option<u32>,
    /// What it picked, decision by decision.
    pub(super) choices: Vec<Choice>,
}

/// What one player loses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct PlayerLosses {
    pub(super) player: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) plies: Option<u32>,
    pub(super) classes: Vec<ClassLosses>,
}

/// What one player loses in decisions of one class; losses are in points a decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct ClassLosses {
    pub(super) class: &'static str,
    pub(super) decisions: usize,
    pub(super) loss: Estimate,
    /// The loss less that of the first player in the same decisions; none for the first.
    pub(super) difference: Option<Estimate>,
    /// The share of decisions in which another move than the best was picked.
    pub(super) wrong: f64,
    /// The share in which what would be played was not rolled out.
    pub(super) outside: f64,
    /// What a decision took on average, where that was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cost: Option<MeanCost>,
}

/// What a decision takes on average.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub(super) struct MeanCost {
    /// Positions evaluated.
    pub(super) evaluations: f64,
    /// CPU time of the thread that searched.
    pub(super) seconds: f64,
}

impl MeanCost {
    /// None where a decision was not counted.
    fn of(costs: impl Iterator<Item = Option<Cost>>) -> Option<Self> {
        let costs: Option<Vec<_>> = costs.collect();
        let costs = costs.filter(|costs| !costs.is_empty())?;
        let n = costs.len() as f64;
        Some(Self {
            evaluations: costs.iter().map(|cost| cost.evaluations as f64).sum::<f64>() / n,
            seconds: costs.iter().map(|cost| cost.seconds).sum::<f64>() / n,
        })
    }
}

/// Which decisions are added up together.
#[derive(Copy, Clone)]
enum Group {
    /// Those met in play, of any kind.
    Play,
    /// All of a kind, met or sought.
    Of(Kind),
    /// All there are.
    All,
}

impl Group {
    fn all() -> impl Iterator<Item = Self> {
        [Self::Play].into_iter().chain(Kind::ALL.map(Self::Of)).chain([Self::All])
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Play => "in play",
            Self::Of(kind) => kind.name(),
            Self::All => "all",
        }
    }

    fn has(self, decision: &Decision) -> bool {
        match self {
            Self::Play => !decision.sought,
            Self::Of(kind) => decision.kind == kind,
            Self::All => true,
        }
    }
}

impl Summary {
    /// Adds up what each player picked in these decisions; the others are compared with the
    /// first.
    pub(super) fn new(decisions: &[Decision], played: Vec<Played>) -> Self {
        let met: Vec<_> = decisions.iter().filter(|decision| !decision.sought).collect();
        let passed_over: u64 = met.iter().map(|decision| decision.passed_over).sum();
        let others = decisions.iter().flat_map(|decision| decision.candidates.iter().skip(1));
        let errors: Vec<_> = others.map(|candidate| candidate.loss.error).collect();
        let first = played.first().map_or(Vec::new(), |first| first.choices.clone());
        let players =
            played.into_iter().enumerate().map(|(i, Played { player, plies, choices })| {
                let of_group = |group: Group| {
                    let both = choices.iter().zip(&first);
                    let of = decisions.iter().zip(both).filter(|(decision, _)| group.has(decision));
                    ClassLosses::new(group.name(), of.map(|(_, both)| both), i > 0)
                };
                PlayerLosses { player, plies, classes: Group::all().filter_map(of_group).collect() }
            });
        Self {
            decisions: decisions.len(),
            share: met.len() as f64 / (met.len() as f64 + passed_over as f64).max(1.0),
            error: mean(&errors).unwrap_or_default(),
            players: players.collect(),
        }
    }

    /// A table for people, in at most so many characters where the words allow.
    pub(super) fn text(&self, width: usize) -> String {
        let (count, share) = (counted(self.decisions, "decision"), 100.0 * self.share);
        let caption = format!(
            "{count}; {share:.0} % of those with a choice in play; mean standard error of a \
             candidate's loss {:.1}\nLoss a decision in thousandths of a point, with intervals of \
             95 %",
            1000.0 * self.error
        );
        let classes = || self.players.iter().flat_map(|player| &player.classes);
        // What nobody was counted for has no columns.
        let costs = classes().any(|class| class.cost.is_some());
        let figures = ["decisions", "loss", "less the first's", "wrong", "outside"];
        let costly = ["evaluations", "CPU ms"].into_iter().filter(|_| costs);
        let columns = ["player and class"].into_iter().chain(figures).chain(costly);
        let mut table = Table::new(caption, columns);
        for player in &self.players {
            table.row([player.label()]);
            for class in &player.classes {
                let cost = |write: fn(MeanCost) -> String| class.cost.map_or(String::new(), write);
                let cells = [
                    format!("- {}", class.class),
                    class.decisions.to_string(),
                    thousandths(class.loss, false),
                    class.difference.map_or(String::new(), |less| thousandths(less, true)),
                    format!("{:.1} %", 100.0 * class.wrong),
                    format!("{:.1} %", 100.0 * class.outside),
                    cost(|cost| format!("{:.0}", cost.evaluations)),
                    cost(|cost| format!("{:.2}", 1000.0 * cost.seconds)),
                ];
                let shown = if costs { 8 } else { 6 };
                table.row(cells.into_iter().take(shown));
            }
        }
        table.text(width)
    }

    /// What engines lose against the time they take, in all decisions: a line for those that
    /// differ in their limits alone, and a level for those that were not timed. Nothing where
    /// nobody was.
    pub(super) fn chart(&self) -> Option<String> {
        let mut lines: Vec<(String, Vec<_>)> = Vec::new();
        let mut levels = Vec::new();
        for player in &self.players {
            let Some(all) = player.classes.last() else { continue };
            let (label, loss) = (player.label(), 1000.0 * all.loss.value);
            let tooltip = format!("{label}: {}", all.figures());
            let Some(cost) = all.cost else {
                let name = abridged(&format!("{label} (not timed)"));
                levels.push(Level { name, height: loss, tooltip });
                continue;
            };
            let whiskers = all.loss.interval.map(|i| [1000.0 * i.low, 1000.0 * i.high]);
            let point =
                ((1000.0 * cost.seconds, loss), Detail { tooltip, whiskers, ..Detail::default() });
            let name = without_limits(&player.player);
            match lines.iter_mut().find(|line| line.0 == name) {
                Some((_, points)) => points.push(point),
                None => lines.push((name, vec![point])),
            }
        }
        let series = lines.into_iter().map(|(name, mut points)| {
            points.sort_by(|(a, _), (b, _)| a.0.total_cmp(&b.0));
            let (points, details) = points.into_iter().unzip();
            Series { name: abridged(&name), points, details }
        });
        let chart = LineChart {
            title: format!("What {} cost", counted(self.decisions, "decision")),
            x_label: "CPU time a decision, ms".to_owned(),
            y_label: "loss a decision, thousandths of a point".to_owned(),
            x: Axis::Log,
            y: Axis::FromZero,
            series: series.collect(),
            levels,
            ..LineChart::default()
        };
        (!chart.series.is_empty()).then(|| chart.svg())
    }
}

impl PlayerLosses {
    /// What it is called, with how far it looks ahead where that was said apart.
    fn label(&self) -> String {
        let plies = self.plies.map_or(String::new(), |plies| format!(", {plies}-ply"));
        format!("{}{plies}", self.player)
    }
}

/// A name for a legend: what is too long for it is left out in the middle.
fn abridged(name: &str) -> String {
    const LONGEST: usize = 44;
    let all: Vec<_> = name.chars().collect();
    if all.len() <= LONGEST {
        return name.to_owned();
    }
    let (begin, end) = (&all[..LONGEST - 11], &all[all.len() - 10..]);
    begin.iter().chain(&['…']).chain(end).collect()
}

/// The description of an engine without the limits in it.
fn without_limits(description: &str) -> String {
    let Ok(mut specs) = parse_specs(description) else { return description.to_owned() };
    if let Some(first) = specs.first_mut() {
        first.args.retain(|(name, _)| LIMIT_PARAMS.iter().all(|limit| limit.name != name));
    }
    specs.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ")
}

impl ClassLosses {
    /// Of the choices of a player, each beside that of the first; none of no decisions.
    fn new<'a>(
        class: &'static str,
        both: impl Iterator<Item = (&'a Choice, &'a Choice)>,
        compared: bool,
    ) -> Option<Self> {
        let both: Vec<_> = both.collect();
        let losses: Vec<_> = both.iter().map(|(choice, _)| choice.loss).collect();
        let less: Vec<_> = both.iter().map(|(choice, first)| choice.loss - first.loss).collect();
        let share = |is: fn(&Choice) -> bool| {
            both.iter().filter(|(choice, _)| is(choice)).count() as f64 / both.len() as f64
        };
        Some(Self {
            class,
            decisions: both.len(),
            loss: estimate(&losses)?,
            difference: compared.then(|| estimate(&less)).flatten(),
            wrong: share(|choice| choice.loss > 0.0),
            outside: share(|choice| choice.outside),
            cost: MeanCost::of(both.iter().map(|(choice, _)| choice.cost)),
        })
    }

    /// What was lost and what that took, in words.
    fn figures(&self) -> String {
        let loss = thousandths(self.loss, false);
        let cost = self.cost.map_or("not timed".to_owned(), |MeanCost { evaluations, seconds }| {
            format!("{:.2} ms, {evaluations:.0} evaluations", 1000.0 * seconds)
        });
        format!("loss {loss}, {cost}")
    }
}

/// The mean and its interval; none of nothing.
fn estimate(values: &[f64]) -> Option<Estimate> {
    Some(Estimate { value: mean(values)?, interval: mean_interval(values) })
}

fn thousandths(Estimate { value, interval }: Estimate, signed: bool) -> String {
    let value = 1000.0 * value;
    let text = if signed { format!("{value:+.2}") } else { format!("{value:.2}") };
    match interval {
        Some(interval) => format!("{text} ± {:.2}", 500.0 * (interval.high - interval.low)),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use starboard_backgammon::Backgammon;
    use starboard_core::Game;

    use super::*;

    #[test]
    fn engines_that_differ_in_limits_are_a_line() {
        let decisions = [0, 1].map(|more| decision(Kind::Contact, false, more));
        let of = |player: &str, plies, loss: f64, cost| {
            let choice = |loss| Choice { loss, outside: false, cost };
            let choices = vec![choice(loss - 0.001), choice(loss + 0.001)];
            Played { player: player.to_owned(), plies, choices }
        };
        let played = |player: &str, loss, seconds| {
            of(player, None, loss, Some(Cost { evaluations: 7, seconds }))
        };
        let summary = Summary::new(
            &decisions,
            vec![
                of("built-in", Some(0), 0.03, None),
                played("star2(depth=2,samples=5) + net", 0.01, 0.002),
                played("star2(samples=5,depth=1) + net", 0.02, 0.001),
                played("filtered(time=1ms) + net", 0.01, 0.001),
            ],
        );
        let chart = summary.chart().expect("all were timed");
        for part in [
            ">star2(samples=5) + net<",
            ">filtered + net<",
            "What 2 decisions cost",
            // Each point says whose it is, and who was not timed has a level.
            "<title>star2(depth=2,samples=5) + net: loss 10.00 ± 12.71, 2.00 ms, 7 evaluations<",
            "<title>star2(samples=5,depth=1) + net: loss 20.00 ± 12.71, 1.00 ms, 7 evaluations<",
            ">built-in, 0-ply (not timed)<",
            "<title>built-in, 0-ply: loss 30.00 ± 12.71, not timed<",
        ] {
            assert!(chart.contains(part), "{part} is missing in {chart}");
        }
        assert_eq!(chart.matches("<line class=\"c").count(), 9, "three whiskers: {chart}");
        assert_eq!(
            abridged(&"0123456789".repeat(5)),
            "012345678901234567890123456789012…0123456789"
        );
        let text = summary.text(100);
        assert!(text.contains("2.00") && text.contains("evaluations"), "{text}");
    }

    fn decision(kind: Kind, sought: bool, passed_over: u64) -> Decision {
        let game = Backgammon::parse("4HPwATDgc/ABMA 31").expect("a position");
        let dice = game.dice().expect("it has dice");
        Decision { number: 0, game, dice, kind, sought, passed_over, candidates: Vec::new() }
    }

    #[test]
    fn losses_are_added_up_by_class() {
        let decisions = [
            decision(Kind::Contact, false, 1),
            decision(Kind::Contact, false, 3),
            decision(Kind::Crashed, true, 9),
            decision(Kind::Contact, false, 0),
        ];
        let choices = |losses: [f64; 4]| -> Vec<Choice> {
            losses.map(|loss| Choice { loss, outside: loss > 0.05, cost: None }).to_vec()
        };
        let played = |player: &str, plies, choices| {
            let player = player.to_owned();
            Played { player, plies, choices }
        };
        let played = vec![
            played("a", Some(0), choices([0.0, 0.02, 0.06, 0.04])),
            played("b", Some(2), choices([0.0, 0.01, 0.0, 0.02])),
        ];
        let summary = Summary::new(&decisions, played);
        assert_eq!(summary.chart(), None, "nobody was timed");
        // Three were met in play, and four passed over.
        assert!((summary.share - 3.0 / 7.0).abs() < 1e-12, "{}", summary.share);
        let [a, b] = &summary.players[..] else { panic!("{summary:?}") };
        let names: Vec<_> = a.classes.iter().map(|class| class.class).collect();
        assert_eq!(names, ["in play", "contact", "crashed", "all"], "kinds that there are");
        let [play, contact, crashed, all] = &a.classes[..] else { panic!("{a:?}") };
        assert_eq!((play.decisions, crashed.decisions, all.decisions), (3, 1, 4));
        assert!((play.loss.value - 0.02).abs() < 1e-12);
        assert_eq!(play.loss, contact.loss);
        // Student's, of three: 4.303 times 0.02 / sqrt(3).
        let interval = play.loss.interval.expect("three");
        assert!((interval.high - 0.02 - 4.303 * 0.02 / 3_f64.sqrt()).abs() < 1e-6);
        assert_eq!((crashed.loss.interval, crashed.difference), (None, None));
        assert_eq!((all.wrong, all.outside, play.outside), (0.75, 0.25, 0.0));
        let less = b.classes[3].difference.expect("it is not the first");
        assert!((less.value - (0.0075 - 0.03)).abs() < 1e-12, "{less:?}");
        let text = summary.text(100);
        for part in ["43 % of those", "a, 0-ply", "b, 2-ply", "-22.50 ± ", "20.00 ± 49.69"] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
    }
}
