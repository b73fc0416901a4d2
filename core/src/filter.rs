//! Move filters: how many candidates survive to the next deeper search.
//!
//! The scheme of GNU Backgammon, whose manual explains it and whose five
//! predefined sets stand here as figures.

use crate::{Duplicate, Value};

/// Decides how many root moves survive to a deeper search.
pub trait MoveFilter: Duplicate + Send + Sync {
    /// How many moves go on, once the search at `ply`, of one that goes to
    /// `plies` in all, has given them these `values`, best first. Both count
    /// from 0, which is a static evaluation of the position after the move.
    /// `None` if no search takes place at this ply and every move goes on.
    /// `unit` grid points make one unit of the game.
    fn survivors(&self, plies: u32, ply: u32, values: &[Value], unit: i32) -> Option<usize>;

    /// The first ply from `ply` on at which moves are filtered, or `plies`, at
    /// which all remaining moves are searched and none are filtered any more.
    fn next_ply(&self, plies: u32, ply: u32) -> u32 {
        (ply..plies).find(|&ply| self.survivors(plies, ply, &[], 1).is_some()).unwrap_or(plies)
    }

    /// Whether the choice is settled after `ply`, with `left` moves remaining:
    /// by default, when at most one is left.
    fn is_settled(&self, _plies: u32, _ply: u32, left: usize) -> bool {
        left <= 1
    }
}

dyn_clone::clone_trait_object!(MoveFilter);

/// The filter at one ply: keep `accept` moves, and up to `extra` more that are
/// within `threshold` of the best.
#[derive(Copy, Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct FilterLevel {
    /// Moves that are always kept; `None` to skip the ply.
    pub accept: Option<usize>,
    /// How many more moves may be kept.
    pub extra: usize,
    /// How much worse than the best an extra move may be, in units of the game.
    pub threshold: f64,
}

impl FilterLevel {
    /// No search and no pruning at this ply.
    pub const SKIP: Self = Self { accept: None, extra: 0, threshold: 0.0 };

    /// Keeps `accept` moves and up to `extra` more within `threshold`.
    pub const fn new(accept: usize, extra: usize, threshold: f64) -> Self {
        Self { accept: Some(accept), extra, threshold }
    }

    /// How many of the moves with these values, best first, survive; `None`
    /// when the ply is skipped. At least one survives.
    pub fn survivors(&self, values: &[Value], unit: i32) -> Option<usize> {
        let accept = self.accept?;
        let Some(&best) = values.first() else { return Some(0) };
        let reach = Value::saturating((self.threshold * f64::from(unit)).round() as i64);
        let most = values.len().min(accept + self.extra);
        let extra =
            values.iter().take(most).skip(accept).take_while(|&&v| v >= best - reach).count();
        Some((accept.min(values.len()) + extra).max(1))
    }
}

/// A table of filters: a row for each total number of plies, a column for each
/// ply at which moves are filtered.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct FilterSet {
    /// What it is called.
    pub name: String,
    /// `rows[plies - 1][ply]`; the last row serves every deeper search.
    pub rows: Vec<Vec<FilterLevel>>,
}

impl FilterSet {
    /// The names of the predefined sets, from the narrowest.
    pub const NAMES: [&str; 5] = ["tiny", "narrow", "normal", "large", "huge"];

    /// The predefined set of this name.
    pub fn named(name: &str) -> Option<Self> {
        let (first, third) = match name {
            "tiny" => (FilterLevel::new(0, 5, 0.08), FilterLevel::new(0, 2, 0.02)),
            "narrow" => (FilterLevel::new(0, 8, 0.12), FilterLevel::new(0, 2, 0.03)),
            "normal" => (FilterLevel::new(0, 8, 0.16), FilterLevel::new(0, 2, 0.04)),
            "large" => (FilterLevel::new(0, 16, 0.32), FilterLevel::new(0, 4, 0.08)),
            "huge" => (FilterLevel::new(0, 20, 0.44), FilterLevel::new(0, 6, 0.11)),
            _ => return None,
        };
        let row = [first, FilterLevel::SKIP, third, FilterLevel::SKIP];
        let rows = (1..=4).map(|plies| row[..plies].to_vec()).collect();
        Some(Self { name: name.to_owned(), rows })
    }

    /// A set that has the same levels whatever the depth.
    pub fn uniform(name: impl Into<String>, levels: Vec<FilterLevel>) -> Self {
        Self { name: name.into(), rows: (1..=levels.len()).map(|n| levels[..n].to_vec()).collect() }
    }

    /// The filter at `ply` of a search of `plies`.
    pub fn level(&self, plies: u32, ply: u32) -> FilterLevel {
        let row = self.rows.get(plies.saturating_sub(1) as usize).or(self.rows.last());
        row.and_then(|row| row.get(ply as usize)).copied().unwrap_or(FilterLevel::SKIP)
    }
}

impl MoveFilter for FilterSet {
    fn survivors(&self, plies: u32, ply: u32, values: &[Value], unit: i32) -> Option<usize> {
        self.level(plies, ply).survivors(values, unit)
    }

    /// A single move that was asked for, by `accept` being 1, is searched
    /// further for a more accurate value; one that merely happens to be the
    /// only one left is not.
    fn is_settled(&self, plies: u32, ply: u32, left: usize) -> bool {
        left == 0 || left == 1 && self.level(plies, ply).accept != Some(1)
    }
}

/// A description of filters that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a move filter: expected one of tiny, narrow, normal, large, huge, or levels such \
     as \"0,8,0.16;skip;0,2,0.04\" (accept, extra, threshold; one level a ply)"
)]
pub struct ParseFilterError(String);

impl std::str::FromStr for FilterSet {
    type Err = ParseFilterError;

    fn from_str(text: &str) -> Result<Self, ParseFilterError> {
        if let Some(set) = Self::named(text) {
            return Ok(set);
        }
        let error = || ParseFilterError(text.chars().take(60).collect());
        let level = |part: &str| {
            if part.trim() == "skip" {
                return Some(FilterLevel::SKIP);
            }
            let fields: Vec<_> = part.split(',').map(str::trim).collect();
            let [accept, extra, threshold] = fields[..] else { return None };
            let (accept, extra): (u16, u16) = (accept.parse().ok()?, extra.parse().ok()?);
            let threshold: f64 = threshold.parse().ok()?;
            let sane = threshold >= 0.0 && threshold.is_finite();
            sane.then(|| FilterLevel::new(accept.into(), extra.into(), threshold))
        };
        let levels: Option<Vec<_>> = text.split(';').map(level).collect();
        Ok(Self::uniform(text, levels.ok_or_else(error)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: i32 = 1 << 18;

    #[track_caller]
    fn check(level: FilterLevel, equities: &[f32], survivors: usize) {
        let values: Vec<_> = equities.iter().map(|&e| Value::from_units(e, UNIT)).collect();
        assert_eq!(level.survivors(&values, UNIT), Some(survivors));
    }

    /// 0-ply equities of the ten best moves for an opening 4-2, from the
    /// manual's page on move filters.
    const MANUAL: [f32; 10] =
        [0.189, 0.046, 0.044, 0.034, -0.006, -0.009, -0.019, -0.024, -0.052, -0.053];
    /// The same at 2-ply, from the same page.
    const MANUAL_2_PLY: [f32; 4] = [0.180, 0.052, 0.043, 0.035];
    /// 0-ply and 2-ply equities of the best moves, from the older manual.
    const OLDER: [f32; 8] = [0.156, 0.035, 0.030, 0.022, -0.006, -0.031, -0.039, -0.051];
    const OLDER_2_PLY: [f32; 4] = [0.171, 0.034, 0.025, 0.021];

    #[test]
    fn the_manuals_examples_survive_as_printed() {
        let normal = FilterSet::named("normal").expect("predefined");
        check(normal.level(2, 0), &MANUAL, 4);
        check(normal.level(4, 0), &MANUAL, 4);
        check(normal.level(4, 2), &MANUAL_2_PLY, 1);
        assert_eq!(normal.level(2, 1), FilterLevel::SKIP);
        assert_eq!(normal.level(4, 3), FilterLevel::SKIP);
    }

    #[test]
    fn the_older_manuals_examples_survive_as_printed() {
        let old: FilterSet = "4,3,0.07;skip;2,1,0.04;skip".parse().expect("a filter");
        check(old.level(2, 0), &OLDER, 4);
        check(old.level(4, 2), &OLDER_2_PLY, 2);
        assert_eq!(old.level(4, 1).survivors(&[], UNIT), None);
    }

    #[test]
    fn a_choice_is_made_when_one_move_is_left_over() {
        let set: FilterSet = "1,0,0;skip;0,2,0.04".parse().expect("a filter");
        assert_eq!([0, 1, 2, 3].map(|ply| set.next_ply(3, ply)), [0, 2, 2, 3]);
        assert_eq!((set.next_ply(0, 0), set.next_ply(1, 1)), (0, 1));
        assert!(!set.is_settled(3, 0, 1), "the best move was asked for");
        assert!(set.is_settled(3, 2, 1), "one move happens to be left");
        assert!(!set.is_settled(3, 2, 2) && set.is_settled(3, 0, 0));
    }

    #[test]
    fn bad_descriptions_are_named() {
        for text in ["", "norma", "1,2", "1,2,x", "1,2,-1", "1,2,inf", "-1,0,0", "1,2,3,4"] {
            let error = text.parse::<FilterSet>().unwrap_err().to_string();
            assert!(error.contains(&format!("{text:?}")), "{error}");
        }
    }
}
