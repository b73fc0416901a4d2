//! The parts of an engine that can be switched off.

use serde::{Deserialize, Serialize};
use starboard::{AnyGame, BadInput};
use starboard_core::spec::{Param, Spec, parse_specs};

/// An engine without one of its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// What is switched off.
    pub part: String,
    /// The engine without it.
    pub engine: String,
}

/// Arguments that say how an engine works rather than switch something on.
const NO_PARTS: [&str; 3] = ["iterative", "threads", "table-depth"];

/// The engine without its table, without each of its orderings, and without each
/// option of its algorithm that is on, given or by default.
///
/// # Errors
///
/// [`BadInput`] if the game has no such engine, or there is nothing to switch
/// off.
pub fn variants(game: &dyn AnyGame, description: &str) -> anyhow::Result<Vec<Variant>> {
    game.engine(Some(description))?;
    let specs = parse_specs(description).map_err(BadInput::error)?;
    let Some((first, others)) = specs.split_first() else {
        return Err(BadInput::error("the description of an engine is empty"));
    };
    let algorithms = game.algorithms();
    let algorithm = algorithms.iter().find(|algorithm| algorithm.name == first.name);
    let params = algorithm.map_or(&[][..], |algorithm| algorithm.params);
    let mut variants = Vec::new();
    for param in params.iter().filter(|param| !NO_PARTS.contains(&param.name)) {
        let Some(off) = off(param) else { continue };
        let given = |name: &str| first.args.iter().find(|(given, _)| given == name);
        let value = given(param.name).map_or(param.default, |(_, value)| value);
        if value == off {
            continue;
        }
        // Options that have no effect without the part are removed with it.
        let mut without = first.clone();
        without.args.retain(|(name, _)| name != param.name);
        let mut without = without.without_idle(params);
        if param.default != off {
            without = without.with(param.name, off);
        }
        variants.push(Variant {
            part: param.name.to_owned(),
            engine: written(&without, others.iter()),
        });
    }
    let info = game.info();
    let evaluator = |name: &str| name == "eval" || info.evaluators.iter().any(|e| e.name == name);
    // Without a table of the engine's, MTD(f) uses one of its own, so that only sizes would differ.
    let needed = |name: &str| evaluator(name) || (name == "tt" && first.name == "mtdf");
    for (i, spec) in others.iter().enumerate().filter(|(_, spec)| !needed(&spec.name)) {
        let kept = others.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, spec)| spec);
        variants.push(Variant { part: spec.name.clone(), engine: written(first, kept) });
    }
    // Parts that the engine cannot do without (an option that another needs) are left out.
    variants.retain(|variant| game.engine(Some(&variant.engine)).is_ok());
    if variants.is_empty() {
        return Err(BadInput::error(format!("{description} has no part to switch off")));
    }
    Ok(variants)
}

/// The value of a parameter that switches something off, if one does.
fn off(param: &Param) -> Option<&'static str> {
    if param.range == "true or false" {
        Some("false")
    } else if param.default == "0" || param.help.contains("0 for") {
        Some("0")
    } else {
        None
    }
}

fn written<'a>(first: &'a Spec, others: impl Iterator<Item = &'a Spec>) -> String {
    let all: Vec<_> = std::iter::once(first).chain(others).map(Spec::to_string).collect();
    all.join(" + ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(game: &str, description: &str) -> Vec<(String, String)> {
        let registry = crate::testing::games();
        let game = registry.find(game).expect("the game");
        let variants = variants(game, description).expect("parts");
        variants.into_iter().map(|v| (v.part, v.engine)).collect()
    }

    #[test]
    fn one_part_at_a_time_is_taken_out() {
        let found = of("connect-four", "alpha-beta(lmr, threads=2) + tt(mb=1) + eval + history");
        let has = |part: &str, engine: &str| {
            let wanted = (part.to_owned(), engine.to_owned());
            assert!(found.contains(&wanted), "{wanted:?} is missing in {found:#?}");
        };
        has("lmr", "alpha-beta(threads=2) + tt(mb=1) + eval + history");
        has("pvs", "alpha-beta(lmr=true,threads=2,pvs=false) + tt(mb=1) + eval + history");
        has("tt", "alpha-beta(lmr=true,threads=2) + eval + history");
        has("history", "alpha-beta(lmr=true,threads=2) + tt(mb=1) + eval");
        let parts: Vec<_> = found.iter().map(|(part, _)| part.as_str()).collect();
        for other in ["threads", "iterative", "eval", "aspiration", "iir"] {
            assert!(!parts.contains(&other), "{parts:?}");
        }
    }

    #[test]
    fn what_says_nothing_without_a_part_goes_with_it() {
        let found = of("einstein", "star1(samples=3, common, probcut=9, probcut-depth=1)");
        for wanted in [
            ("samples", "star1(probcut=9,probcut-depth=1)"),
            ("probcut", "star1(samples=3,common=true)"),
        ] {
            assert!(
                found.iter().any(|(part, engine)| (&**part, &**engine) == wanted),
                "{found:#?}"
            );
        }
        let found = of("connect-four", "alpha-beta(lmp, futility=9, prune-reduced, lmp-base=3)");
        let lmp = found.iter().find(|(part, _)| part == "lmp").map(|(_, engine)| &**engine);
        assert_eq!(lmp, Some("alpha-beta(futility=9,prune-reduced=true)"));
    }

    #[test]
    fn an_engine_has_parts() {
        for game in crate::testing::games().games() {
            let algorithm = if game.info().chance { "star2" } else { "alpha-beta" };
            let engine = format!("{algorithm} + tt(mb=1) + killers + history");
            let variants = variants(game, &engine).expect("parts");
            assert!(variants.len() > 3, "{}: {variants:?}", game.name());
            assert!(variants.iter().any(|v| v.part == "tt"), "{}: {variants:?}", game.name());
        }
        let mtdf = of("connect-four", "mtdf + tt(mb=1) + history");
        assert!(mtdf.iter().all(|(part, _)| part != "tt"), "{mtdf:?}");
        assert!(mtdf.iter().any(|(part, _)| part == "history"), "{mtdf:?}");
    }

    #[test]
    fn there_must_be_something_to_switch_off() {
        let registry = crate::testing::games();
        let game = registry.find("tic-tac-toe").expect("the game");
        for (description, part) in [
            ("minimax", "minimax has no part to switch off"),
            ("star2", "star2 is for games with chance"),
            ("", "empty"),
        ] {
            let error = variants(game, description).expect_err(description).to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
