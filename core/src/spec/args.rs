//! The arguments of a spec, read one by one by what is being built.

use std::{fmt::Display, ops::RangeInclusive, str::FromStr};

use super::{Spec, SpecError};
use crate::{TableTooLarge, notation::shorten};

/// A parameter as its owner declares it: for help texts, and for tests that
/// what is declared is what is read.
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Param {
    /// What it is called.
    pub name: &'static str,
    /// Its value if none is given, as one would write it.
    pub default: &'static str,
    /// The values it may have, in words.
    pub range: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
}

impl Spec {
    /// The same without the arguments that have no effect: those that [need](Param::needs)
    /// others, none of which is given a value other than its default. `params` are the
    /// parameters of the part.
    #[must_use]
    pub fn without_idle(&self, params: &[Param]) -> Self {
        let mut used = self.clone();
        used.args.retain(|(name, _)| {
            let param = params.iter().find(|param| param.name == name);
            param.is_none_or(|param| is_used(param, params, &self.args))
        });
        used
    }
}

/// Whether a parameter needs no other, or one of those it needs is given a value other than its
/// default.
fn is_used(param: &Param, params: &[Param], args: &[(String, String)]) -> bool {
    let needed = params.iter().filter(|other| param.needs().any(|name| name == other.name));
    let changed = |other: &Param| {
        args.iter().any(|(name, value)| name == other.name && value != other.default)
    };
    let needed: Vec<_> = needed.map(changed).collect();
    needed.is_empty() || needed.contains(&true)
}

impl Param {
    /// Whether its value names a file: then its [`range`](Self::range) says so. A program that
    /// takes descriptions from strangers refuses such arguments.
    pub fn is_file(&self) -> bool {
        self.range.contains("file")
    }

    /// The parameters of which at least one must be set for it to have any effect: then its
    /// [`help`](Self::help) begins with "with NAME:", or "with NAME or NAME:".
    pub fn needs(&self) -> impl Iterator<Item = &'static str> {
        let names = self.help.strip_prefix("with ").and_then(|rest| rest.split_once(": "));
        names.into_iter().flat_map(|(names, _)| names.split(" or "))
    }
}

/// The arguments of one spec, each to be taken once; what is left over at the
/// end is an error.
///
/// ```
/// use starboard_core::spec::{Args, Spec};
/// let spec: Spec = "killers(slots=3)".parse()?;
/// let mut args = Args::new(&spec);
/// let slots = args.take_in("slots", 2_usize, 1..=8)?;
/// let score = args.take("score", 9000)?;
/// args.finish()?;
/// assert_eq!((slots, score), (3, 9000));
///
/// let error = Args::new(&spec).finish().unwrap_err();
/// assert_eq!(error.to_string(), "killers takes no \"slots\"; it takes no arguments");
/// # Ok::<(), starboard_core::spec::SpecError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Args {
    owner: String,
    left: Vec<(String, String)>,
    /// Every name asked for.
    known: Vec<&'static str>,
}

impl Args {
    /// The arguments of `spec`.
    pub fn new(spec: &Spec) -> Self {
        Self { owner: spec.name.clone(), left: spec.args.clone(), known: Vec::new() }
    }

    /// Takes what was given under the `former` name of a parameter as given under the `name`
    /// that it has now, so that older descriptions still work.
    ///
    /// # Errors
    ///
    /// If both were given.
    pub fn rename(&mut self, former: &str, name: &str) -> Result<(), SpecError> {
        let given = |wanted: &str| self.left.iter().position(|(given, _)| given == wanted);
        let Some(place) = given(former) else { return Ok(()) };
        if given(name).is_some() {
            return Err(SpecError::Twice { owner: self.owner.clone(), name: name.to_owned() });
        }
        name.clone_into(&mut self.left[place].0);
        Ok(())
    }

    /// Checks, before any of `params` is taken, that none was given in vain: a value other than
    /// its default, without any of the parameters that it [needs](Param::needs).
    ///
    /// # Errors
    ///
    /// Names the first that was, and what it needs.
    pub fn check_needs(&self, params: &[Param]) -> Result<(), SpecError> {
        for param in params.iter().filter(|param| !is_used(param, params, &self.left)) {
            let given = self.left.iter().find(|(name, _)| name == param.name);
            let Some((_, value)) = given.filter(|(_, value)| value != param.default) else {
                continue;
            };
            let needed = param.needs().filter_map(|name| params.iter().find(|p| p.name == name));
            let needed = needed.map(|other| format!("{} other than {}", other.name, other.default));
            let why = format!("it needs {}", needed.collect::<Vec<_>>().join(" or "));
            return Err(self.bad(param.name, value, why));
        }
        Ok(())
    }

    /// The value of `name`, or `default` if it was not given.
    ///
    /// # Errors
    ///
    /// If the value cannot be read as a `T`.
    pub fn take<T: FromStr<Err: Display>>(
        &mut self,
        name: &'static str,
        default: T,
    ) -> Result<T, SpecError> {
        Ok(self.take_if_given(name)?.unwrap_or(default))
    }

    /// The value of `name`, if it was given.
    ///
    /// # Errors
    ///
    /// If the value cannot be read as a `T`.
    pub fn take_if_given<T: FromStr<Err: Display>>(
        &mut self,
        name: &'static str,
    ) -> Result<Option<T>, SpecError> {
        let Some(value) = self.text(name) else { return Ok(None) };
        let parsed = value.parse().map(Some);
        parsed.map_err(|e: T::Err| self.bad(name, &value, wanted::<T>(&e)))
    }

    /// The value of `name`, which must lie in `range`, or `default`.
    ///
    /// # Errors
    ///
    /// If the value cannot be read, or lies outside.
    pub fn take_in<T>(
        &mut self,
        name: &'static str,
        default: T,
        range: RangeInclusive<T>,
    ) -> Result<T, SpecError>
    where
        T: FromStr<Err: Display> + PartialOrd + Display,
    {
        Ok(self.take_in_if_given(name, range)?.unwrap_or(default))
    }

    /// The value of `name`, which must lie in `range`, if it was given.
    ///
    /// # Errors
    ///
    /// If the value cannot be read, or lies outside.
    pub fn take_in_if_given<T>(
        &mut self,
        name: &'static str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, SpecError>
    where
        T: FromStr<Err: Display> + PartialOrd + Display,
    {
        let Some(text) = self.text(name) else { return Ok(None) };
        match text.parse() {
            Ok(value) if range.contains(&value) => Ok(Some(value)),
            _ => {
                let number = number::<T>().unwrap_or("a value");
                let why = format!("it must be {number} from {} to {}", range.start(), range.end());
                Err(self.bad(name, &text, why))
            }
        }
    }

    /// The one of `choices` whose name was given as the value of `name`, or `default` if none
    /// was.
    ///
    /// # Errors
    ///
    /// If there is no such choice; names those there are.
    pub fn choose<T: Clone>(
        &mut self,
        name: &'static str,
        default: T,
        choices: &[(&str, T)],
    ) -> Result<T, SpecError> {
        let Some(value) = self.text(name) else { return Ok(default) };
        if let Some((_, choice)) = choices.iter().find(|(choice, _)| *choice == value) {
            return Ok(choice.clone());
        }
        let names: Vec<_> = choices.iter().map(|&(choice, _)| choice).collect();
        Err(self.bad(name, &value, format!("it must be one of {}", names.join(", "))))
    }

    /// Checks that no argument was given that was never taken.
    ///
    /// # Errors
    ///
    /// Names the first leftover, and what could have been given.
    pub fn finish(self) -> Result<(), SpecError> {
        let Some((name, _)) = self.left.into_iter().next() else { return Ok(()) };
        let allowed =
            if self.known.is_empty() { "no arguments".to_owned() } else { self.known.join(", ") };
        Err(SpecError::UnknownArg { owner: self.owner, name: shorten(name), allowed })
    }

    /// The error that `name` cannot be `value`, for the reason given: for checks of the
    /// caller's own.
    pub fn bad(&self, name: &str, value: &str, why: impl Into<String>) -> SpecError {
        SpecError::BadValue {
            owner: self.owner.clone(),
            name: name.to_owned(),
            value: shorten(value.to_owned()),
            why: why.into(),
        }
    }

    /// The error that `name` asks for a table that there is no memory for.
    pub fn no_memory(&self, name: &str, why: TableTooLarge) -> SpecError {
        SpecError::NoMemory { owner: self.owner.clone(), name: name.to_owned(), why }
    }

    fn text(&mut self, name: &'static str) -> Option<String> {
        self.known.push(name);
        let place = self.left.iter().position(|(given, _)| given == name)?;
        Some(self.left.remove(place).1)
    }
}

/// What a value of this type should have been; what its own error says where
/// that is no number or switch.
fn wanted<T>(error: &impl Display) -> String {
    match (std::any::type_name::<T>(), number::<T>()) {
        ("bool", _) => "it must be true or false".to_owned(),
        (name, Some(number)) if name.starts_with('u') => format!("it must be {number}, 0 or more"),
        (_, Some(number)) => format!("it must be {number}"),
        (_, None) => error.to_string(),
    }
}

/// What kind of number this type is for, if it is for one.
fn number<T>() -> Option<&'static str> {
    match std::any::type_name::<T>() {
        "f32" | "f64" => Some("a number"),
        "u8" | "u16" | "u32" | "u64" | "usize" => Some("a whole number"),
        "i8" | "i16" | "i32" | "i64" | "isize" => Some("a whole number"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a part called `p` makes of its arguments.
    fn read(text: &str) -> Result<(u32, f64, bool, Option<i32>, char), SpecError> {
        let mut args = Args::new(&text.parse()?);
        args.rename("quick", "fast")?;
        let read = (
            args.take("depth", 4)?,
            args.take_in("c", 0.5, 0.0..=2.0)?,
            args.take("fast", false)?,
            args.take_if_given("limit")?,
            args.choose("policy", 'a', &[("first", 'a'), ("second", 'b')])?,
        );
        args.finish()?;
        Ok(read)
    }

    #[test]
    fn arguments_are_read_with_defaults() {
        assert_eq!(read("p"), Ok((4, 0.5, false, None, 'a')));
        assert_eq!(read("p(fast,policy=second)"), Ok((4, 0.5, true, None, 'b')));
        assert_eq!(read("p(quick,policy=second)"), read("p(fast,policy=second)"));
        assert_eq!(read("p(limit=-7,c=2,depth=9)"), Ok((9, 2.0, false, Some(-7), 'a')));
    }

    #[test]
    fn what_needs_another_is_refused_without() {
        let param = |name, default, help| Param { name, default, range: "", help };
        let params = [
            param("a", "0", "with luck it helps"),
            param("b", "false", "switches"),
            param("c", "2", "with a: how deep"),
            param("d", "false", "with a or b: more"),
        ];
        let check = |text: &str| Args::new(&text.parse()?).check_needs(&params);
        let used = |text: &str| {
            let spec: Spec = text.parse().expect("a spec");
            let used = spec.without_idle(&params);
            assert_eq!(Args::new(&used).check_needs(&params), Ok(()), "{text}");
            used.to_string()
        };
        for fine in ["p", "p(a=1)", "p(a=1,c=3)", "p(c=2)", "p(b,d)", "p(d=false)", "p(e=3)"] {
            assert_eq!(check(fine), Ok(()), "{fine}");
        }
        for (text, message) in [
            ("p(c=3)", "p cannot have c=\"3\": it needs a other than 0"),
            ("p(b,a=0,c=3)", "p cannot have c=\"3\": it needs a other than 0"),
            ("p(d)", "p cannot have d=\"true\": it needs a other than 0 or b other than false"),
        ] {
            assert_eq!(check(text).unwrap_err().to_string(), message, "{text}");
        }
        assert_eq!(used("p(a=1,c=3,e=3)"), "p(a=1,c=3,e=3)");
        assert_eq!(used("p(a=0,c=3,d)"), "p(a=0)");
        assert_eq!(used("p(c=3,b,d)"), "p(b=true,d=true)");
    }

    #[test]
    fn errors_name_what_is_wrong_and_what_is_allowed() {
        for (text, message) in [
            (
                "p(depht=3)",
                "p takes no \"depht\" (did you mean depth?); it takes depth, c, fast, limit, policy",
            ),
            ("p(nodes=3)", "p takes no \"nodes\"; it takes depth, c, fast, limit, policy"),
            ("p(depth=x)", "p cannot have depth=\"x\": it must be a whole number, 0 or more"),
            ("p(depth=-3)", "p cannot have depth=\"-3\": it must be a whole number, 0 or more"),
            ("p(limit=x)", "p cannot have limit=\"x\": it must be a whole number"),
            ("p(c=2.5)", "p cannot have c=\"2.5\": it must be a number from 0 to 2"),
            ("p(c=NaN)", "p cannot have c=\"NaN\": it must be a number from 0 to 2"),
            ("p(c=x)", "p cannot have c=\"x\": it must be a number from 0 to 2"),
            ("p(quick,fast)", "p was given fast twice"),
            ("p(fast=1)", "p cannot have fast=\"1\": it must be true or false"),
            ("p(policy=third)", "p cannot have policy=\"third\": it must be one of first, second"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
