//! The factors that vary between the engines, and the engines themselves.

use std::str::FromStr;

use anyhow::Context;
use rand::RngExt;
use starboard::{AnyGame, BadInput};
use starboard_core::{
    rng,
    spec::{Param, Spec, parse_specs},
};

/// A factor: an option that varies, with several levels, as in `futility=150|futility=250`. The
/// first level is the usual one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The levels, two at least.
    pub levels: Vec<Level>,
}

/// How an engine differs from the base: by arguments of its algorithm, by parts, or by both, as
/// in `lmp, lmp-base=4 + killers`; or by a part that it lacks, as in `- killers`. Empty where it
/// is like the base.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// As it was written.
    pub text: String,
    arguments: Vec<(String, String)>,
    parts: Vec<Spec>,
    lacks: Option<String>,
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Some(part) = text.strip_prefix('-') {
            let lacks = Some(part.trim().to_owned());
            return Ok(Self { text: text.to_owned(), lacks, ..Self::default() });
        }
        let (arguments, parts) = text.split_at(outside(text, '+').next().unwrap_or(text.len()));
        // With a name in front it reads as the description of an engine.
        let specs = parse_specs(&format!("x({arguments}){parts}"));
        let mut specs = specs.map_err(|_| {
            format!(
                "expected arguments (lmr, futility=200), parts (+ killers) or both, or a part that \
                 is left out (- killers), found {text:?}"
            )
        })?;
        let arguments = specs.remove(0).args;
        Ok(Self { text: text.to_owned(), arguments, parts: specs, lacks: None })
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
        match levels.len() {
            _ if levels.iter().all(|level| level.text.is_empty()) => {
                Err(format!("{text:?} names nothing to vary"))
            }
            256.. => Err(format!("{text:?} has more than 255 levels")),
            _ => Ok(Self { levels }),
        }
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
    /// What the game's evaluators are called: an engine has one.
    evaluators: Vec<String>,
    /// The arguments of the algorithm, for their defaults.
    params: &'static [Param],
}

/// The random stream of the levels.
const STREAM: u64 = 0x6c65_7665_6c73;

impl Design {
    /// The design whose engines differ from `base` in these factors.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if the game has no engine like the base, or none with one of the levels or
    /// with two of them together; if two levels make the same engine, or if one undoes another.
    pub fn new(game: &dyn AnyGame, base: &str, factors: &[String]) -> anyhow::Result<Self> {
        game.engine(Some(base))?;
        let base = parse_specs(base).map_err(BadInput::error)?;
        let factors = factors.iter().map(|text| text.parse()).collect::<Result<Vec<_>, _>>();
        let factors: Vec<Factor> = factors.map_err(BadInput::error)?;
        if factors.is_empty() {
            return Err(BadInput::error("nothing varies: name an option by --vary"));
        }
        let named = |name: &str| base.first().is_some_and(|spec| spec.name == name);
        let algorithm = game.algorithms().into_iter().find(|algorithm| named(algorithm.name));
        let params = algorithm.map_or(&[][..], |algorithm| algorithm.params);
        let evaluators = game.info().evaluators.iter().map(|e| e.name.to_string()).collect();
        let design = Self { base, factors, evaluators, params };
        design.check(game)?;
        Ok(design)
    }

    /// Checks that every level makes a different engine, and that any two levels can be combined.
    fn check(&self, game: &dyn AnyGame) -> anyhow::Result<()> {
        for (f, factor) in self.factors.iter().enumerate() {
            let mut seen: Vec<(String, &str)> = Vec::new();
            for (l, level) in factor.levels.iter().enumerate() {
                if let Some(part) = &level.lacks
                    && !self.base.iter().skip(1).any(|spec| spec.name == *part)
                {
                    return Err(BadInput::error(format!(
                        "{:?}: the engine has no part {part:?} to leave out",
                        level.text
                    )));
                }
                let alone = self.levels(&[(f, l)]);
                let described = self.engine(&alone);
                game.engine(Some(&described)).with_context(|| {
                    format!("with {:?} (a part is written \"+ NAME\")", level.text)
                })?;
                let engine = self.normal(self.used(&alone));
                if let Some((_, other)) = seen.iter().find(|(other, _)| *other == engine) {
                    let text = &level.text;
                    return Err(BadInput::error(match *other {
                        "" => format!("{text:?} makes no difference to {described}"),
                        other => format!("{text:?} makes no difference to {other:?}: {described}"),
                    }));
                }
                if l > 0 {
                    self.check_together(game, (f, l))?;
                }
                seen.push((engine, &level.text));
            }
        }
        Ok(())
    }

    /// Checks that a level can be combined with every level of the factors before, and that neither
    /// undoes the other. An option may have no effect without another, such as one about null
    /// moves without them: its estimate is then a mean over both cases.
    fn check_together(&self, game: &dyn AnyGame, (f, l): (usize, usize)) -> anyhow::Result<()> {
        let level = &self.factors[f].levels[l];
        let normal = |others: &[(usize, usize)]| self.normal(self.specs(&self.levels(others)));
        for (g, earlier) in self.factors[..f].iter().enumerate() {
            for (k, other) in earlier.levels.iter().enumerate().skip(1) {
                let both = self.levels(&[(f, l), (g, k)]);
                game.engine(Some(&self.engine(&both))).with_context(|| {
                    format!("with {:?} and {:?} together", other.text, level.text)
                })?;
                let engine = normal(&[(f, l), (g, k)]);
                if engine == normal(&[(f, l)]) || engine == normal(&[(g, k)]) {
                    return Err(BadInput::error(format!(
                        "of {:?} and {:?} one makes no difference beside the other: give them in one \
                         --vary, with | between them",
                        other.text, level.text
                    )));
                }
            }
        }
        Ok(())
    }

    /// The first level of each factor, except for these pairs of factor and level.
    fn levels(&self, others: &[(usize, usize)]) -> Vec<u8> {
        let mut levels = vec![0; self.factors.len()];
        others.iter().for_each(|&(f, l)| levels[f] = l as u8);
        levels
    }

    /// The engine without arguments that have their default values, for comparisons.
    fn normal(&self, mut specs: Vec<Spec>) -> String {
        let params = self.params;
        let usual = |name: &str, value: &str| {
            params.iter().any(|param| param.name == name && param.default == value)
        };
        specs[0].args.retain(|(name, value)| !usual(name, value));
        specs[0].args.sort();
        written(&specs)
    }

    /// What varies.
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// The base, and the base with each level of each factor alone.
    pub fn alone(&self) -> Vec<String> {
        let base = vec![0; self.factors.len()];
        let changed = self.factors.iter().enumerate().flat_map(|(place, factor)| {
            (1..factor.levels.len()).map(move |level| (place, level as u8))
        });
        let levels = changed.map(|(place, level)| {
            let mut levels = base.clone();
            levels[place] = level;
            levels
        });
        std::iter::once(base.clone()).chain(levels).map(|levels| self.engine(&levels)).collect()
    }

    /// The levels of the two players of a pair of games, drawn independently: the first level of
    /// each factor is as likely as all others together.
    pub fn draw(&self, seed: u64, pair: usize) -> [Vec<u8>; 2] {
        let mut rng = rng(seed ^ STREAM, pair as u64);
        let mut level = |factor: &Factor| {
            let others = factor.levels.len() as u8 - 1;
            if rng.random_bool(0.5) { 0 } else { rng.random_range(1..=others) }
        };
        [(); 2].map(|()| self.factors.iter().map(&mut level).collect())
    }

    /// The engine with these levels, one for each factor. Arguments and parts of the base that a
    /// level sets, too, are replaced, as is the evaluator by another one; arguments without effect
    /// beside the others are left out.
    pub fn engine(&self, levels: &[u8]) -> String {
        written(&self.used(levels))
    }

    fn used(&self, levels: &[u8]) -> Vec<Spec> {
        let mut specs = self.specs(levels);
        specs[0] = specs[0].without_idle(self.params);
        specs
    }

    fn specs(&self, levels: &[u8]) -> Vec<Spec> {
        let mut specs = self.base.clone();
        let evaluates = |name: &String| name == "eval" || self.evaluators.contains(name);
        for (factor, &level) in self.factors.iter().zip(levels) {
            let level = &factor.levels[usize::from(level)];
            for (name, value) in &level.arguments {
                match specs[0].args.iter_mut().find(|(given, _)| given == name) {
                    Some((_, given)) => given.clone_from(value),
                    None => specs[0].args.push((name.clone(), value.clone())),
                }
            }
            for part in &level.parts {
                let base = specs.iter_mut().take(self.base.len()).skip(1).find(|given| {
                    given.name == part.name || evaluates(&given.name) && evaluates(&part.name)
                });
                match base {
                    Some(given) => given.clone_from(part),
                    None => specs.push(part.clone()),
                }
            }
        }
        let lacks = self.factors.iter().zip(levels);
        let lacks: Vec<_> =
            lacks.filter_map(|(factor, &l)| factor.levels[usize::from(l)].lacks.as_ref()).collect();
        let mut place = 0;
        specs.retain(|spec| {
            place += 1;
            place == 1 || !lacks.contains(&&spec.name)
        });
        specs
    }
}

fn written(specs: &[Spec]) -> String {
    specs.iter().map(Spec::to_string).collect::<Vec<_>>().join(" + ")
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
        let own = self::design("alpha-beta + net + history", &["+ threats", "- history"]);
        let own = own.expect("a design");
        for (levels, engine) in [
            ([0, 0], "alpha-beta + net + history"),
            ([1, 0], "alpha-beta + threats + history"),
            ([1, 1], "alpha-beta + threats"),
        ] {
            assert_eq!(own.engine(&levels), engine);
        }
        let texts = design.factors()[1].levels.iter().map(|level| level.text.as_str());
        assert_eq!(texts.collect::<Vec<_>>(), ["", "lmr, lmr-root"]);
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
    fn what_says_nothing_beside_another_is_left_out() {
        let factors = ["|lmp=false", "lmp-base=3", "null-move=0", "null-depth=4"];
        let base = "alpha-beta(lmp, null-move=2)";
        let design = design(base, &factors).expect("a design");
        let engine = |levels: [u8; 4]| design.engine(&levels);
        assert_eq!(
            engine([0, 1, 0, 1]),
            "alpha-beta(lmp=true,null-move=2,lmp-base=3,null-depth=4)"
        );
        assert_eq!(engine([1, 1, 1, 1]), "alpha-beta(lmp=false,null-move=0)");
    }

    #[test]
    fn what_cannot_be_is_named() {
        for (base, factors, part) in [
            ("alpha-beta", &[][..], "--vary"),
            ("alpha-beta", &["futility=nine"], "with \"futility=nine\""),
            ("alpha-beta", &["lmr|lmr"], "\"lmr\" makes no difference to \"lmr\""),
            ("alpha-beta(lmr)", &["lmr"], "\"lmr\" makes no difference to alpha-beta(lmr=true)"),
            ("alpha-beta", &["lmr-root"], "\"lmr-root\" makes no difference to alpha-beta"),
            ("alpha-beta", &["|pvs"], "makes no difference"),
            ("alpha-beta", &["|futility=10|futility = 10"], "makes no difference"),
            ("alpha-beta", &["+ threats", "+ net"], "with \"+ threats\" and \"+ net\" together"),
            ("alpha-beta", &["lmr", "lmr, lmr-root"], "\"lmr\" and \"lmr, lmr-root\" one makes no"),
            ("alpha-beta", &["futility=1", "|iir|futility=2"], "and \"futility=2\" one makes no"),
            ("alpha-beta + net", &["+ threats", "+ eval"], "one makes no difference"),
            ("alpha-beta + history", &["- killers"], "no part \"killers\" to leave out"),
            ("alpha-beta", &["killers"], "a part is written \"+ NAME\""),
            ("alpha-beta", &["lmr("], "found \"lmr(\""),
            ("alpha-beta", &["lmr)|(iir"], "found \"lmr)\""),
            ("alpha-beta", &["+"], "found \"+\""),
            ("alpha-beta", &[""], "\"\" names nothing to vary"),
            ("alpha-beta", &["|"], "\"|\" names nothing to vary"),
            ("alpha-beta", &["+ nobody"], "nobody"),
            ("gamma", &["lmr"], "gamma"),
        ] {
            let error = design(base, factors).expect_err(part);
            assert!(format!("{error:#}").contains(part), "{error:#}");
        }
    }
}
