//! Parts of a game's own, with arguments and without, as descriptions name them.

use starboard::Engine;
use starboard_core::{
    Limits,
    spec::{Args, Spec},
};
use starboard_search::Searcher as _;
use starboard_shogi::ExchangeOptions;

/// What a description of an engine of Shogi is refused for, if it is.
fn refused(description: &str) -> Option<String> {
    Engine::new(&starboard_shogi::entry(), description).err().map(|error| error.to_string())
}

#[test]
fn parts_of_a_game_take_arguments() {
    for fine in [
        "alpha-beta + exchange(quiet=3, exchange=false)",
        "alpha-beta + noisy(checks=2)",
        "alpha-beta(quiescence=false) + noisy",
        "alpha-beta + material",
        "alpha-beta + eval(name=material) + plausible",
    ] {
        assert_eq!(refused(fine), None, "{fine}");
    }
    for (description, message) in [
        (
            "alpha-beta + exchange(quite=3)",
            "exchange takes no \"quite\" (did you mean quiet?); it takes winning",
        ),
        ("alpha-beta + exchange(quiet=-3)", "exchange cannot have quiet=\"-3\""),
        ("alpha-beta + plausible(quiet=3)", "plausible takes no \"quiet\"; it takes no arg"),
        ("alpha-beta + noisy(checks=x)", "noisy cannot have checks=\"x\""),
        ("alpha-beta + noisy + noisy(see=1)", "one quiescence, and this one was given two"),
        ("alpha-beta + material + eval", "one eval, and this one was given two"),
        ("alpha-beta + eval(name=material, x=1)", "eval takes no \"x\"; it takes name"),
        ("minimax + noisy", "minimax takes no \"quiescence\""),
        ("alpha-beta + livly", "there is no part called \"livly\"; there are: tt"),
        (
            "alpha-beta + Kilers",
            "there is no part called \"Kilers\" (did you mean killers?); there are: tt",
        ),
        (
            "alpa-beta",
            "no algorithm called \"alpa-beta\" (did you mean alpha-beta?); there are: minimax",
        ),
        ("alpha-beta(lmr-root)", "cannot have lmr-root=\"true\": it needs lmr other than false"),
        ("alpha-beta(null-move=-2)", "it must be a whole number from 0 to 9"),
        ("alpha-beta(depth=65)", "it must be a whole number from 0 to 64"),
        ("mcts + history", "mcts asks no orderings, so leave out history"),
        ("minimax + tt + exchange", "minimax asks no orderings, so leave out exchange"),
    ] {
        let error = refused(description).expect(description);
        assert!(error.contains(message), "{description}: {error}");
    }
}

#[test]
fn what_is_declared_is_read() {
    for game in starboard_cli::builtin().games() {
        let info = game.info();
        let algorithm = if info.chance { "star2" } else { "alpha-beta" };
        for part in info.evaluators.iter().chain(&info.orders).chain(&info.quiescence) {
            let mut spec = Spec::named(&part.name);
            for param in part.params.iter().filter(|param| param.default != "none") {
                spec = spec.with(param.name, param.default);
            }
            let engine = game.engine(Some(&format!("{algorithm} + {spec}")));
            assert!(engine.is_ok(), "{spec} of {}: {:#}", game.name(), engine.err().unwrap());
        }
    }
}

/// The plan of the experiment on ordering says so.
#[test]
fn plausible_is_exchange_with_an_eye_for_quiet_moves() {
    let spec: Spec = "exchange(quiet=64)".parse().expect("a spec");
    let options = ExchangeOptions::read(&mut Args::new(&spec)).expect("options");
    let nodes = |order: &str| {
        let mut engine =
            Engine::new(&starboard_shogi::entry(), &format!("alpha-beta(depth=3){order}"))
                .expect("an engine");
        engine.run(starboard_shogi::entry().start(), &Limits::default()).counters.nodes
    };
    assert_eq!(options.quiet, 64);
    assert_eq!(nodes(" + plausible"), nodes(&format!(" + {spec}")));
    assert_ne!(nodes(" + plausible"), nodes(" + exchange"));
}
