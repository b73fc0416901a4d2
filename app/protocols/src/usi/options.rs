//! The options of the engine, and the engine that they describe.

use starboard::{AnyGame, plugin_names};
use starboard_core::spec::{Param, Spec, parse_specs};

use super::{command::quoted, thinking::Player};

/// The options that can be set.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// The algorithm with its arguments, then the other parts, the table left
    /// out.
    specs: Vec<Spec>,
    /// The size of the table, in MiB; 0 for none.
    hash: usize,
    /// How many moves are shown.
    pub(super) multi_pv: usize,
    /// Whether the expected reply is named.
    pub(super) ponder: bool,
    /// Resign when behind by this many hundredths of a unit.
    pub(super) resign: i64,
    /// How long an answer takes to get through, in milliseconds.
    pub(super) overhead: u64,
    /// Spend what is left of the time on finding the shortest mate.
    pub(super) shortest: bool,
}

/// MiB.
const HASH: usize = 64;
const MOST_HASH: usize = 1 << 16;
const MAX_THREADS: usize = 256;
/// More moves than any position of Shogi has.
const MOST_LINES: usize = 600;
/// More than anything is worth: never resign for the value alone.
pub(super) const NEVER: i64 = 99_999;
/// Milliseconds.
const OVERHEAD: u64 = 50;
const MOST_OVERHEAD: u64 = 10_000;

/// Parts that have USI options of their own, or are not switched on and off.
const APART: [&str; 3] = ["tt", "eval", "shuffled"];

impl Options {
    /// The engine described, with the defaults for everything else; a table in the
    /// description says how large it is.
    ///
    /// # Errors
    ///
    /// If there is no such engine.
    pub(super) fn new(entry: &dyn AnyGame, engine: &str) -> Result<Self, String> {
        let mut options = Self {
            specs: Vec::new(),
            hash: HASH,
            multi_pv: 1,
            ponder: true,
            resign: NEVER,
            overhead: OVERHEAD,
            shortest: true,
        };
        options.describe(engine)?;
        options.check(entry)?;
        Ok(options)
    }

    /// The engine as a description.
    pub(super) fn engine(&self) -> String {
        let table = Spec::named("tt").with("mb", self.hash);
        let mut specs = self.specs.clone();
        specs.insert(1.min(specs.len()), table);
        specs.iter().map(Spec::to_string).collect::<Vec<_>>().join(" + ")
    }

    /// The size of the table, in MiB.
    pub(super) fn hash(&self) -> usize {
        self.hash
    }

    /// Builds the engine. Options that mean nothing without another are left out, as options
    /// are set one by one, in any order.
    ///
    /// # Errors
    ///
    /// If no such engine can be built.
    pub(super) fn player(&self, entry: &dyn AnyGame) -> Result<Player, String> {
        let mut specs = parse_specs(&self.engine()).map_err(|error| error.to_string())?;
        if let Some(first) = specs.first_mut() {
            *first = first.without_idle(self.params(entry));
        }
        let engine = entry.assemble(&specs, None).map_err(|error| error.to_string())?;
        Ok(Player { engine })
    }

    /// Sets an option; returns whether the engine is another one now.
    ///
    /// # Errors
    ///
    /// What is wrong with the name or the value; then nothing has changed.
    pub(super) fn set(
        &mut self,
        entry: &dyn AnyGame,
        name: &str,
        value: Option<&str>,
    ) -> Result<bool, String> {
        let mut changed = self.clone();
        changed.put(entry, name, value.unwrap_or_default())?;
        let another = changed.engine() != self.engine();
        if another {
            changed.check(entry)?;
        }
        *self = changed;
        Ok(another)
    }

    fn put(&mut self, entry: &dyn AnyGame, name: &str, value: &str) -> Result<(), String> {
        match name.to_ascii_lowercase().as_str() {
            "usi_hash" | "hash" => self.hash = number(name, value, 0, MOST_HASH)?,
            "usi_ponder" => self.ponder = switch(name, value)?,
            "threads" => {
                let threads = number(name, value, 1, MAX_THREADS)?;
                // One thread is what every algorithm can use, without the argument.
                if threads > 1 || self.arg("threads").is_some() {
                    self.set_arg("threads", &threads.to_string());
                }
            }
            "multipv" => self.multi_pv = number(name, value, 1, MOST_LINES)?,
            "moveoverhead" => self.overhead = number(name, value, 0, MOST_OVERHEAD)?,
            "resignvalue" => self.resign = number(name, value, 0, NEVER)?,
            "shortestmate" => self.shortest = switch(name, value)?,
            "engine" => self.describe(value)?,
            "evaluator" => {
                let others = self.specs.iter().skip(1).filter(|spec| !is_evaluator(entry, spec));
                self.specs = self.specs.iter().take(1).chain(others).cloned().collect();
                self.specs.push(Spec::named("eval").with("name", value));
            }
            _ => return self.part(entry, name, value),
        }
        Ok(())
    }

    /// An argument of the algorithm, or an ordering.
    fn part(&mut self, entry: &dyn AnyGame, name: &str, value: &str) -> Result<(), String> {
        let same = |other: &str| other.eq_ignore_ascii_case(name);
        if let Some(param) = self.params(entry).iter().find(|param| same(param.name)) {
            self.set_arg(param.name, value);
        } else if let Some(part) = orderings(entry).into_iter().find(|part| same(part)) {
            let on = switch(name, value)?;
            let at = self.specs.iter().skip(1).position(|spec| spec.name == part);
            match at {
                None if on => self.specs.push(Spec::named(&part)),
                Some(at) if !on => drop(self.specs.remove(at + 1)),
                _ => {}
            }
        } else {
            return Err(format!("there is no option {}; usi lists them", quoted(name)));
        }
        Ok(())
    }

    /// Replaces the engine, and the size of its table if the description gives one.
    fn describe(&mut self, engine: &str) -> Result<(), String> {
        let mut specs = parse_specs(engine).map_err(|error| error.to_string())?;
        if specs.is_empty() {
            return Err("the description of an engine is empty".to_owned());
        }
        if let Some(at) = specs.iter().skip(1).position(|spec| spec.name == "tt") {
            let table = specs.remove(at + 1);
            if let Some((name, value)) = table.args.first() {
                self.hash = number(name, value, 0, MOST_HASH)?;
            }
        }
        self.specs = specs;
        Ok(())
    }

    /// Tries to build the engine, without the memory for its table.
    fn check(&self, entry: &dyn AnyGame) -> Result<(), String> {
        Self { hash: 0, ..self.clone() }.player(entry).map(drop)
    }

    fn arg(&self, name: &str) -> Option<&str> {
        let args = &self.specs.first()?.args;
        args.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    fn set_arg(&mut self, name: &str, value: &str) {
        let Some(first) = self.specs.first_mut() else { return };
        match first.args.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => value.clone_into(old),
            None => first.args.push((name.to_owned(), value.to_owned())),
        }
    }

    /// The arguments of the algorithm.
    fn params(&self, entry: &dyn AnyGame) -> &'static [Param] {
        let name = self.specs.first().map_or("", |spec| &spec.name);
        entry.algorithms().iter().find(|a| a.name == name).map_or(&[], |a| a.params)
    }

    /// The lines that `usi` is answered with.
    pub(super) fn lines(&self, entry: &dyn AnyGame) -> Vec<String> {
        let spin = |name: &str, default: usize, least: usize, most: usize| {
            format!("{name} type spin default {default} min {least} max {most}")
        };
        let mut lines = vec![
            spin("USI_Hash", self.hash, 0, MOST_HASH),
            spin("Hash", self.hash, 0, MOST_HASH),
            format!("USI_Ponder type check default {}", self.ponder),
            spin("Threads", 1, 1, MAX_THREADS),
            spin("MultiPV", self.multi_pv, 1, MOST_LINES),
            format!("MoveOverhead type spin default {} min 0 max {MOST_OVERHEAD}", self.overhead),
            format!("ResignValue type spin default {} min 0 max {NEVER}", self.resign),
            format!("ShortestMate type check default {}", self.shortest),
            format!("Engine type string default {}", self.engine()),
        ];
        let info = entry.info();
        let evaluators: Vec<_> = info.evaluators.iter().map(|part| part.name.as_str()).collect();
        let chosen = self.specs.iter().skip(1).find(|spec| is_evaluator(entry, spec));
        let chosen = chosen.and_then(|spec| match spec.name.as_str() {
            "eval" => spec.args.iter().find(|(name, _)| name == "name").map(|(_, name)| &**name),
            name => Some(name),
        });
        if let Some(chosen) = chosen.or(evaluators.first().copied()) {
            let all: String = evaluators.iter().map(|name| format!(" var {name}")).collect();
            lines.push(format!("Evaluator type combo default {chosen}{all}"));
        }
        for param in self.params(entry).iter().filter(|param| param.name != "threads") {
            let default = self.arg(param.name).unwrap_or(param.default);
            lines.push(format!("{} {}", param.name, kind(param, default)));
        }
        for part in orderings(entry) {
            let on = self.specs.iter().skip(1).any(|spec| spec.name == part);
            lines.push(format!("{part} type check default {on}"));
        }
        lines.into_iter().map(|line| format!("option name {line}")).collect()
    }
}

/// Whether a part after the algorithm says how to evaluate.
fn is_evaluator(entry: &dyn AnyGame, spec: &Spec) -> bool {
    spec.name == "eval" || entry.info().evaluators.iter().any(|part| part.name == spec.name)
}

/// What kind of option an argument is.
fn kind(param: &Param, default: &str) -> String {
    if param.range == "true or false" {
        return format!("type check default {default}");
    }
    let ends = param.range.split_once(" to ");
    let ends = ends.and_then(|(a, b)| Some((a.parse::<i64>().ok()?, b.parse::<i64>().ok()?)));
    match (ends, default.parse::<i64>()) {
        (Some((least, most)), Ok(_)) => {
            format!("type spin default {default} min {least} max {most}")
        }
        _ => format!("type string default {default}"),
    }
}

/// The orderings that can be switched: the game's own and all plugins.
fn orderings(entry: &dyn AnyGame) -> Vec<String> {
    let plugins = plugin_names().into_iter().map(str::to_owned);
    let own = entry.info().orders.into_iter().map(|part| part.name);
    own.chain(plugins).filter(|name| !APART.contains(&name.as_str())).collect()
}

fn switch(name: &str, value: &str) -> Result<bool, String> {
    match value {
        "true" => Ok(true),
        "false" => Ok(false),
        other => Err(format!("{name} is true or false, not {}", quoted(other))),
    }
}

fn number<T: std::str::FromStr + PartialOrd + std::fmt::Display>(
    name: &str,
    value: &str,
    least: T,
    most: T,
) -> Result<T, String> {
    match value.parse() {
        Ok(number) if number >= least && number <= most => Ok(number),
        _ => Err(format!("{name} is a number from {least} to {most}, not {}", quoted(value))),
    }
}
