//! A named part of the engines of one game, with parameters of its own.

use dyn_clone::DynClone;
use parking_lot::Mutex;
use starboard_core::spec::{Args, Param, Spec, SpecError};

/// What makes a part from the arguments of a description.
type Make<T> = Box<dyn Fn(&mut Args) -> Result<Box<T>, SpecError> + Send + Sync>;

/// A named part of which every search gets one of its own.
pub(crate) struct Part<T: ?Sized> {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) params: &'static [Param],
    /// Whether it takes milliseconds where others take microseconds.
    pub(crate) slow: bool,
    make: Make<T>,
}

impl<T: ?Sized + DynClone + Send + 'static> Part<T> {
    /// A part that takes no arguments: copies of this one.
    pub(super) fn of(name: impl Into<String>, about: impl Into<String>, prototype: Box<T>) -> Self {
        // The lock lets threads share what is not `Sync`.
        let prototype = Mutex::new(prototype);
        let make = move |_: &mut Args| Ok(dyn_clone::clone_box(&**prototype.lock()));
        let (name, about) = (name.into(), about.into());
        Self { name, about, params: &[], slow: false, make: Box::new(make) }
    }

    /// A part that `make` reads from arguments, all of which can be left out.
    ///
    /// # Panics
    ///
    /// If `make` refuses to do without arguments: a bug in the list of games.
    pub(super) fn read(
        name: impl Into<String>,
        about: impl Into<String>,
        params: &'static [Param],
        make: impl Fn(&mut Args) -> Result<Box<T>, SpecError> + Send + Sync + 'static,
    ) -> Self {
        let make = Box::new(make);
        let part = Self { name: name.into(), about: about.into(), params, slow: false, make };
        part.fresh();
        part
    }

    /// The same, marked as slow.
    pub(super) fn slow(self) -> Self {
        Self { slow: true, ..self }
    }

    /// The part as `args` say. What is left over in them is for the caller to
    /// complain of.
    ///
    /// # Errors
    ///
    /// If an argument cannot be what it is.
    pub(crate) fn build(&self, args: &mut Args) -> Result<Box<T>, SpecError> {
        (self.make)(args)
    }

    /// The part as it is without any arguments.
    pub(crate) fn fresh(&self) -> Box<T> {
        let made = self.build(&mut Args::new(&Spec::named(&self.name)));
        made.expect("parts do without arguments: it was tried when this one was added")
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{
        Limits,
        spec::{Args, Spec},
    };
    use starboard_search::Searcher as _;
    use starboard_shogi::ExchangeOptions;

    use crate::{Engine, Registry, games};

    /// What a description of an engine of Shogi is refused for, if it is.
    fn refused(description: &str) -> Option<String> {
        Engine::new(&games::shogi(), description).err().map(|error| error.to_string())
    }

    #[test]
    fn parts_of_a_game_take_arguments() {
        for fine in [
            "alpha-beta + exchange(quiet=3, exchange=false)",
            "alpha-beta + lively(checks=2)",
            "alpha-beta(quiescence=false) + lively",
            "alpha-beta + material",
            "alpha-beta + eval(name=material) + plausible",
        ] {
            assert_eq!(refused(fine), None, "{fine}");
        }
        for (description, message) in [
            ("alpha-beta + exchange(quite=3)", "exchange takes no \"quite\"; it takes winning"),
            ("alpha-beta + exchange(quiet=-3)", "exchange cannot have quiet=\"-3\""),
            ("alpha-beta + plausible(quiet=3)", "plausible takes no \"quiet\"; it takes no arg"),
            ("alpha-beta + lively(checks=x)", "lively cannot have checks=\"x\""),
            ("alpha-beta + lively + lively(see=1)", "one quiescence, and this one was given two"),
            ("alpha-beta + material + eval", "one eval, and this one was given two"),
            ("alpha-beta + eval(name=material, x=1)", "eval takes no \"x\"; it takes name"),
            ("minimax + lively", "minimax takes no \"quiescence\""),
            ("alpha-beta + livly", "there is no part called \"livly\"; there are: tt"),
        ] {
            let error = refused(description).expect(description);
            assert!(error.contains(message), "{description}: {error}");
        }
    }

    #[test]
    fn what_is_declared_is_read() {
        for game in Registry::builtin().games() {
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
            let mut engine = Engine::new(&games::shogi(), &format!("alpha-beta(depth=3){order}"))
                .expect("an engine");
            engine.run(games::shogi().start(), &Limits::default()).counters.nodes
        };
        assert_eq!(options.quiet, 64);
        assert_eq!(nodes(" + plausible"), nodes(&format!(" + {spec}")));
        assert_ne!(nodes(" + plausible"), nodes(" + exchange"));
    }
}
