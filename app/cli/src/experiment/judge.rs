//! What the matches of part b say of negative plausibility.

use serde::Serialize;

use super::{ARTICLE, Duel, HistoryLevel, Matches, Pruning, Standing, Verdict};
use starboard_lab::{
    arena,
    stats::{Estimate, elo_interval, elo_of, holm_of, wilson},
};

/// Scores that are this close to even, in Elo, are called null.
const SMALL: f64 = 20.0;

/// All that was played.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    /// What was to be played.
    pub parameters: Matches,
    /// How that compares with the plan.
    pub standing: Standing,
    /// For how many matches p-values are adjusted, however many were played.
    pub adjusted_for: usize,
    /// The matches.
    pub matches: Vec<DuelResult>,
    /// What the article reports.
    pub article: Article,
}

/// A match that was played.
#[derive(Clone, Debug, Serialize)]
pub struct DuelResult {
    /// What it is called.
    pub name: String,
    /// What both players leave out.
    pub pruning: Pruning,
    /// The history of both players.
    pub history: HistoryLevel,
    /// What negative plausibility is worth.
    pub effect: Effect,
    /// The match in figures, for A.
    pub summary: arena::Summary,
}

/// What a match says of negative plausibility.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Effect {
    /// Two-sided p-value for there being no difference.
    pub p: Option<f64>,
    /// The same adjusted for the number of matches that were planned; none where
    /// the matches are not the ones to be tested.
    pub adjusted_p: Option<f64>,
    /// What that says; none likewise.
    pub verdict: Option<Verdict>,
}

/// Rollason's match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Article {
    /// Games that the program with negative plausibility won.
    pub wins: u32,
    /// Games that it lost.
    pub losses: u32,
    /// Its score, with Wilson's interval of 95 %.
    pub score: Estimate,
    /// The same in Elo.
    pub elo: Estimate,
}

impl Article {
    /// 268 of 474.
    pub fn new() -> Self {
        let (wins, losses) = ARTICLE;
        let value = f64::from(wins) / f64::from(wins + losses);
        let interval = wilson(wins.into(), (wins + losses).into(), 0.95);
        let elo = Estimate { value: elo_of(value), interval: interval.map(elo_interval) };
        Self { wins, losses, score: Estimate { value, interval }, elo }
    }
}

impl Default for Article {
    fn default() -> Self {
        Self::new()
    }
}

/// The matches with p-values adjusted for all that were planned.
pub fn judge(parameters: &Matches, played: Vec<(Duel, arena::Summary)>) -> Played {
    // The likelihood of superiority is one side of the same test.
    let p = |summary: &arena::Summary| {
        let superior = summary.likelihood_of_superiority?;
        Some((2.0 * superior.min(1.0 - superior)).min(1.0))
    };
    let (standing, adjusted_for) = (parameters.standing(), parameters.planned());
    let tests = |duel: &Duel| parameters.tests((duel.pruning, duel.history));
    let tested = played.iter().filter(|(duel, _)| tests(duel));
    let known: Vec<_> = tested.map(|(_, summary)| p(summary).unwrap_or(1.0)).collect();
    let mut adjusted = holm_of(&known, adjusted_for).into_iter();
    let matches = played
        .into_iter()
        .map(|(duel, summary)| {
            let p = p(&summary);
            let adjusted = if tests(&duel) { adjusted.next() } else { None };
            let adjusted_p = p.and(adjusted).filter(|_| standing.is_tested());
            let interval = summary.elo.and_then(|elo| elo.interval);
            let small = interval.is_some_and(|i| i.low >= -SMALL && i.high <= SMALL);
            let good = summary.score.is_some_and(|score| score.value > 0.5);
            let verdict = adjusted_p.map(|p| Verdict::new(p, good, small));
            let Duel { name, pruning, history, .. } = duel;
            let effect = Effect { p, adjusted_p, verdict };
            DuelResult { name, pruning, history, effect, summary }
        })
        .collect();
    let (parameters, article) = (parameters.clone(), Article::new());
    Played { parameters, standing, adjusted_for, matches, article }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Part, Subject},
        *,
    };
    use starboard_lab::stats::Interval;

    /// A match in which A was better by `z` standard errors.
    fn at(matches: &Matches, z: f64) -> Vec<(Duel, arena::Summary)> {
        let duels = matches.duels(&crate::builtin()).expect("the matches");
        let play = |duel: Duel| {
            let superior = starboard_lab::stats::normal_probability(z);
            let elo = Estimate { value: z, interval: Some(Interval { low: -1.0, high: z + 1.0 }) };
            let score = Estimate { value: if z > 0.0 { 0.6 } else { 0.4 }, interval: None };
            let summary = arena::Summary {
                likelihood_of_superiority: Some(superior),
                elo: Some(elo),
                score: Some(score),
                ..arena::summarise(&duel.settings, &[])
            };
            (duel, summary)
        };
        duels.into_iter().map(play).collect()
    }

    #[track_caller]
    fn check(matches: &Matches, z: f64, verdict: Option<Verdict>) -> Option<f64> {
        let played = judge(matches, at(matches, z));
        assert_eq!(played.adjusted_for, 6);
        assert!(played.matches.iter().all(|m| m.effect.verdict == verdict), "{played:?}");
        played.matches[0].effect.adjusted_p
    }

    #[test]
    fn one_match_is_adjusted_for_six() {
        let all = Matches::new(Part::B, None);
        let one = Matches { only: Some("shogi-5000-none".to_owned()), ..all.clone() };
        // p is 0.0124 for 2.5: enough for one, not for six.
        let [six, alone] = [&all, &one].map(|m| check(m, 2.5, Some(Verdict::Null)));
        assert_eq!(six, alone);
        assert!((alone.expect("adjusted") - 6.0 * 0.012_42).abs() < 1e-3, "{alone:?}");
        check(&one, 2.7, Some(Verdict::Positive));
        check(&one, -2.7, Some(Verdict::Harmful));
    }

    #[test]
    fn only_what_was_planned_gets_verdicts() {
        let plan = Matches::new(Part::B, None);
        for (other, sentence) in [
            (Matches { games: 4, ..plan.clone() }, "off-plan: games 4 for 2000;"),
            (Matches { seed: 7, ..plan.clone() }, "off-plan: seed 7 for 0;"),
            (Matches::new(Part::B, Some(100)), "off-plan: nodes 100 for 5000 or 50000;"),
            (
                Matches { game: Subject::ConnectFour, seed: 1, ..plan.clone() },
                "off-plan: game connect-four for shogi; seed 1 for 0;",
            ),
            (Matches { shard: "1/2".parse().expect("a shard"), ..plan }, "a part of the plan:"),
            (Matches::new(Part::B, Some(50_000)), "as planned, to be explored and not tested:"),
        ] {
            assert_eq!(check(&other, 9.0, None), None);
            let found = other.standing().sentence();
            assert!(found.starts_with(sentence), "{found}");
        }
    }
}
