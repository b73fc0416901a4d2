//! What varies between the engines, and the engines.

use std::{fmt, str::FromStr};

use anyhow::Context;
use rand::RngExt;
use starboard::{AnyGame, BadInput};
use starboard_core::{
    rng,
    spec::{Spec, parse_specs},
};

/// An option that varies, at several levels: `futility=150|futility=250`. The first is the
/// usual one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The levels, two at least.
    pub levels: Vec<Level>,
}

/// What an engine has more than the base, or otherwise: arguments of its algorithm, parts,
/// or both, as in `lmp, lmp-base=4 + killers`. Nothing, where it is as the base has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// As it was written.
    pub text: String,
    arguments: Vec<(String, String)>,
    parts: Vec<Spec>,
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (arguments, parts) = text.split_at(outside(text, '+').next().unwrap_or(text.len()));
        // With a name in front it reads as the description of an engine.
        let described = format!("x({arguments}){parts}");
        let mut specs = parse_specs(&described).map_err(|error| format!("{text:?}: {error}"))?;
        let arguments = specs.remove(0).args;
        Ok(Self { text: text.to_owned(), arguments, parts: specs })
    }
}

impl FromStr for Factor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ends = outside(text, '|').chain([text.len()]);
        let mut start = 0;
        let mut levels = Vec::new();
        for end in ends {
            levels.push(text[start..end].parse::<Level>()?);
            start = end + 1;
        }
        if levels.len() == 1 {
            levels.insert(0, Level::default());
        }
        let twice = (1..levels.len()).find(|&i| levels[..i].contains(&levels[i]));
        match twice {
            Some(i) => Err(format!("{text:?} has {:?} twice", levels[i].text)),
            None if levels.len() > usize::from(u8::MAX) => Err(format!("{text:?} is too long")),
            None => Ok(Self { levels }),
        }
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<_> = self.levels.iter().map(|level| level.text.as_str()).collect();
        f.write_str(&texts.join("|"))
    }
}

/// Where a character stands outside all parentheses and quotes.
fn outside(text: &str, wanted: char) -> impl Iterator<Item = usize> {
    let (mut depth, mut quoted) = (0_usize, false);
    text.char_indices().filter_map(move |(i, c)| {
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        (c == wanted && depth == 0 && !quoted).then_some(i)
    })
}

/// The engines that can be drawn.
#[derive(Clone, Debug)]
pub struct Design {
    base: Vec<Spec>,
    factors: Vec<Factor>,
}

/// The random stream of the levels.
const STREAM: u64 = 0x6c65_7665_6c73;

impl Design {
    /// All engines that differ from `base` in these.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if the game has no such engine as the base, or none with one of the
    /// levels.
    pub fn new(game: &dyn AnyGame, base: &str, factors: &[String]) -> anyhow::Result<Self> {
        game.engine(Some(base))?;
        let base = parse_specs(base).map_err(BadInput::error)?;
        let factors = factors.iter().map(|text| text.parse()).collect::<Result<Vec<_>, _>>();
        let factors = factors.map_err(BadInput::error)?;
        if factors.is_empty() {
            return Err(BadInput::error("nothing varies: name an option by --vary"));
        }
        let design = Self { base, factors };
        for (f, factor) in design.factors.iter().enumerate() {
            for level in 0..factor.levels.len() {
                let mut levels = vec![0; design.factors.len()];
                levels[f] = level as u8;
                game.engine(Some(&design.engine(&levels)))
                    .with_context(|| format!("with {:?}", factor.levels[level].text))?;
            }
        }
        Ok(design)
    }

    /// What varies.
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// The levels of the two players of a pair of games: the first of each factor as often
    /// as all others together, independently of each other.
    pub fn draw(&self, seed: u64, pair: usize) -> [Vec<u8>; 2] {
        let mut rng = rng(seed ^ STREAM, pair as u64);
        let mut level = |factor: &Factor| {
            let others = factor.levels.len() as u8 - 1;
            if rng.random_bool(0.5) { 0 } else { rng.random_range(1..=others) }
        };
        [(); 2].map(|()| self.factors.iter().map(&mut level).collect())
    }

    /// The engine with these levels, of each factor one. An argument or part that the base
    /// has as well is replaced.
    pub fn engine(&self, levels: &[u8]) -> String {
        let mut specs = self.base.clone();
        for (factor, &level) in self.factors.iter().zip(levels) {
            let level = &factor.levels[usize::from(level)];
            for (name, value) in &level.arguments {
                match specs[0].args.iter_mut().find(|(given, _)| given == name) {
                    Some((_, given)) => given.clone_from(value),
                    None => specs[0].args.push((name.clone(), value.clone())),
                }
            }
            for part in &level.parts {
                match specs.iter_mut().skip(1).find(|given| given.name == part.name) {
                    Some(given) => given.clone_from(part),
                    None => specs.push(part.clone()),
                }
            }
        }
        specs.iter().map(Spec::to_string).collect::<Vec<_>>().join(" + ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design(base: &str, factors: &[&str]) -> anyhow::Result<Design> {
        let registry = crate::testing::games();
        let game = registry.find("connect-four").expect("the game");
        Design::new(game, base, &factors.iter().map(|&f| f.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn levels_replace_and_add() {
        let base = "alpha-beta(futility=9) + tt(mb=1) + history";
        let factors =
            ["|futility=20", "lmr, lmr-root", "+ killers", "|+ tt(mb=2)|pvs=false + tt(mb=4)"];
        let design = design(base, &factors).expect("a design");
        for (levels, engine) in [
            ([0, 0, 0, 0], "alpha-beta(futility=9) + tt(mb=1) + history"),
            ([1, 0, 1, 1], "alpha-beta(futility=20) + tt(mb=2) + history + killers"),
            (
                [0, 1, 0, 2],
                "alpha-beta(futility=9,lmr=true,lmr-root=true,pvs=false) + tt(mb=4) + history",
            ),
        ] {
            assert_eq!(design.engine(&levels), engine);
        }
        let texts: Vec<_> = design.factors().iter().map(ToString::to_string).collect();
        assert_eq!(texts[1], "|lmr, lmr-root");
        assert_eq!(texts[3].parse::<Factor>().as_ref(), Ok(&design.factors()[3]));
    }

    #[test]
    fn half_of_the_draws_are_the_first_level() {
        let factors = ["lmr", "|futility=1|futility=2|futility=3"];
        let design = design("alpha-beta", &factors).expect("a design");
        let mut counts = [[0_i32; 4]; 2];
        for pair in 0..1000 {
            assert_eq!(design.draw(1, pair), design.draw(1, pair));
            for levels in design.draw(1, pair) {
                levels.iter().zip(&mut counts).for_each(|(&l, c)| c[usize::from(l)] += 1);
            }
        }
        for (counts, expected) in counts.iter().zip([[1000, 1000, 0, 0], [1000, 333, 333, 333]]) {
            for (&count, expected) in counts.iter().zip(expected) {
                assert!((count - expected).abs() < 80, "{counts:?}");
            }
        }
    }

    #[test]
    fn what_cannot_be_is_named() {
        for (base, factors, part) in [
            ("alpha-beta", &[][..], "--vary"),
            ("alpha-beta", &["futility=nine"], "with \"futility=nine\""),
            ("alpha-beta", &["lmr|lmr"], "twice"),
            ("alpha-beta", &["lmr("], "lmr("),
            ("alpha-beta", &["+ nobody"], "nobody"),
            ("gamma", &["lmr"], "gamma"),
        ] {
            let error = design(base, factors).expect_err(part);
            assert!(format!("{error:#}").contains(part), "{error:#}");
        }
    }
}
