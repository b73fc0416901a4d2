//! Descriptions of things made from parts, such as
//! `history(policy=gravity, limit=16384) + killers`.
//!
//! A [`Spec`] is a name with arguments, [`parse_specs`] reads a list of them, and [`Args`]
//! hands the arguments to whatever is being built, so that all registries of the workspace read
//! descriptions and report errors alike:
//!
//! ```text
//! list  = [ spec { "+" spec } ]
//! spec  = name [ "(" [ arg { "," arg } ] ")" ]
//! arg   = name [ "=" value ]           a name alone is short for name=true
//! value = '"' text '"'                 anything but a double quote
//!       | text                         parentheses in pairs; no comma outside them
//! ```
//!
//! Names are letters, digits, `-`, `_` and `.`. A value may itself be a list
//! of specs: `star2(order=history(policy=gravity)+killers)`.

use std::{fmt, str::FromStr};

use crate::{TableTooLarge, notation::shorten};

mod args;

pub use args::{Args, Param};

/// A name with arguments, all of them still text.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Spec {
    /// The name of the part.
    pub name: String,
    /// The arguments in the order written, no name twice; without a `"` outside parentheses.
    pub args: Vec<(String, String)>,
}

impl Spec {
    /// A spec without arguments.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), args: Vec::new() }
    }

    /// The same with one more argument.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl fmt::Display) -> Self {
        self.args.push((name.into(), value.to_string()));
        self
    }
}

/// A description that cannot be read, or that names what does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The text does not follow the grammar.
    #[error("expected {expected}, found {found} (character {at})")]
    Syntax {
        /// What should have come.
        expected: &'static str,
        /// What came: a quoted character, or the end of the text.
        found: String,
        /// Where, in characters from 1.
        at: usize,
    },
    /// The same argument twice.
    #[error("{owner} was given {name} twice")]
    Twice {
        /// The name of the spec.
        owner: String,
        /// The argument.
        name: String,
    },
    /// There is nothing of that name.
    #[error("there is no {kind} called {name:?}{}; there are: {allowed}", hint(.name, .allowed))]
    UnknownName {
        /// What was looked for: a plugin, an algorithm.
        kind: &'static str,
        /// What it was called.
        name: String,
        /// The names that there are.
        allowed: String,
    },
    /// An argument that the part does not take.
    #[error("{owner} takes no {name:?}{}; it takes {allowed}", hint(.name, .allowed))]
    UnknownArg {
        /// The name of the spec.
        owner: String,
        /// The argument.
        name: String,
        /// The arguments it takes.
        allowed: String,
    },
    /// An argument that cannot be read, or is out of range.
    #[error("{owner} cannot have {name}={value:?}: {why}")]
    BadValue {
        /// The name of the spec.
        owner: String,
        /// The argument.
        name: String,
        /// What it was given.
        value: String,
        /// What is wrong with it.
        why: String,
    },
    /// An argument that asks for more memory than there is.
    #[error("{owner} cannot have {name}={}: {why}", why.mib)]
    NoMemory {
        /// The name of the spec.
        owner: String,
        /// The argument.
        name: String,
        /// What there is no memory for.
        why: TableTooLarge,
    },
}

impl SpecError {
    /// No `kind` of thing is called `name`; these are.
    pub fn unknown<'a>(
        kind: &'static str,
        name: &str,
        allowed: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let allowed = allowed.into_iter().collect::<Vec<_>>().join(", ");
        Self::UnknownName { kind, name: shorten(name.to_owned()), allowed }
    }
}

/// A hint, in parentheses, as to which name of a comma-separated list was probably meant; empty
/// if none is close.
pub fn hint(name: &str, allowed: &str) -> String {
    let name = name.to_lowercase();
    let distance = |other: &&str| strsim::damerau_levenshtein(&name, &other.to_lowercase());
    let nearest = allowed.split(", ").min_by_key(distance);
    match nearest.filter(|other| distance(other) <= name.len().max(other.len()) / 3) {
        Some(other) => format!(" (did you mean {other}?)"),
        None => String::new(),
    }
}

/// Reads a list of specs; none from an empty text.
///
/// # Errors
///
/// Names what was expected where, or the argument given twice.
///
/// ```
/// use starboard_core::spec::{Spec, parse_specs};
/// let specs = parse_specs("history(policy=gravity, limit=16384) + killers")?;
/// assert_eq!(specs[0], Spec::named("history").with("policy", "gravity").with("limit", 16384));
/// assert_eq!(specs[1], Spec::named("killers"));
/// # Ok::<(), starboard_core::spec::SpecError>(())
/// ```
pub fn parse_specs(text: &str) -> Result<Vec<Spec>, SpecError> {
    let mut parser = Parser { chars: text.chars().collect(), at: 0 };
    let mut specs = Vec::new();
    parser.skip_space();
    if parser.peek().is_none() {
        return Ok(specs);
    }
    loop {
        specs.push(parser.spec()?);
        if parser.peek().is_none() {
            return Ok(specs);
        }
        parser.expect('+', "+ or the end")?;
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut parser = Parser { chars: text.chars().collect(), at: 0 };
        parser.skip_space();
        let spec = parser.spec()?;
        match parser.peek() {
            None => Ok(spec),
            Some(_) => Err(parser.error("the end")),
        }
    }
}

impl fmt::Display for Spec {
    /// Writes what [`parse_specs`] reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (name, value)) in self.args.iter().enumerate() {
            f.write_str(if i == 0 { "(" } else { "," })?;
            if is_plain(value) {
                write!(f, "{name}={value}")?;
            } else {
                write!(f, "{name}=\"{value}\"")?;
            }
        }
        f.write_str(if self.args.is_empty() { "" } else { ")" })
    }
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')
}

/// Whether a value needs no quotes.
fn is_plain(value: &str) -> bool {
    let mut parser = Parser { chars: format!("{value})").chars().collect(), at: 0 };
    let read = parser.value().ok();
    read.as_deref() == Some(value) && parser.at + 1 == parser.chars.len()
}

/// A reader that stands before the next character, white space skipped.
struct Parser {
    chars: Vec<char>,
    at: usize,
}

impl Parser {
    fn spec(&mut self) -> Result<Spec, SpecError> {
        let mut spec = Spec::named(self.name("a name")?);
        if self.peek() != Some('(') {
            return Ok(spec);
        }
        self.bump();
        if self.peek() == Some(')') {
            self.bump();
            return Ok(spec);
        }
        loop {
            let name = self.name("the name of an argument")?;
            let value = if self.peek() == Some('=') {
                self.bump();
                self.value()?
            } else {
                "true".to_owned()
            };
            if spec.args.iter().any(|(other, _)| *other == name) {
                return Err(SpecError::Twice { owner: spec.name, name });
            }
            spec.args.push((name, value));
            match self.peek() {
                Some(',') => self.bump(),
                Some(')') => break,
                _ => return Err(self.error("a comma or a closing parenthesis")),
            }
        }
        self.bump();
        Ok(spec)
    }

    fn name(&mut self, expected: &'static str) -> Result<String, SpecError> {
        let name: String = self.chars[self.at..].iter().take_while(|&&c| is_name(c)).collect();
        if name.is_empty() {
            return Err(self.error(expected));
        }
        self.at += name.len();
        self.skip_space();
        Ok(name)
    }

    /// A value, up to the comma or the parenthesis that ends it.
    fn value(&mut self) -> Result<String, SpecError> {
        if self.peek() == Some('"') {
            return self.quoted();
        }
        let (start, mut open) = (self.at, 0_usize);
        while let Some(c) = self.peek() {
            match c {
                '(' => open += 1,
                ',' | ')' if open == 0 => break,
                ')' => open -= 1,
                // Inside parentheses, a nested list may have quotes of its own, which are kept
                // as they are.
                '"' if open == 0 => return Err(self.error("no quote inside a value")),
                _ => {}
            }
            self.at += 1;
        }
        if open > 0 {
            return Err(self.error("a closing parenthesis"));
        }
        let value: String = self.chars[start..self.at].iter().collect();
        let value = value.trim();
        if value.is_empty() { Err(self.error("a value")) } else { Ok(value.to_owned()) }
    }

    fn quoted(&mut self) -> Result<String, SpecError> {
        self.at += 1;
        let value: String = self.chars[self.at..].iter().take_while(|&&c| c != '"').collect();
        self.at += value.chars().count();
        self.expect('"', "a closing quote")?;
        Ok(value)
    }

    fn expect(&mut self, c: char, expected: &'static str) -> Result<(), SpecError> {
        if self.peek() != Some(c) {
            return Err(self.error(expected));
        }
        self.bump();
        Ok(())
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn bump(&mut self) {
        self.at += 1;
        self.skip_space();
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    fn error(&self, expected: &'static str) -> SpecError {
        let found = match self.peek() {
            Some(c) => format!("{c:?}"),
            None => "the end of the text".to_owned(),
        };
        SpecError::Syntax { expected, found, at: self.at + 1 }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let specs = parse_specs(text).map_err(|e| format!("{text}: {e}")).unwrap();
        let written: Vec<_> = specs.iter().map(Spec::to_string).collect();
        assert_eq!(written, expected, "{text}");
        assert_eq!(parse_specs(&written.join("+")), Ok(specs), "{text}");
    }

    #[test]
    fn lists_are_read() {
        check("  ", &[]);
        check("killers", &["killers"]);
        check(" killers( ) ", &["killers"]);
        check("a+b (c = d e , f)+ g", &["a", "b(c=d e,f=true)", "g"]);
        check("s2(order=history(p=g,q=1)+k,n=-3)", &["s2(order=history(p=g,q=1)+k,n=-3)"]);
        check("f(levels=\"0,8,0.16;skip\",x=\"y\")", &["f(levels=\"0,8,0.16;skip\",x=y)"]);
        check("f(x=\"\")+f(x=\" (\")", &["f(x=\"\")", "f(x=\" (\")"]);
    }

    #[test]
    fn errors_say_what_and_where() {
        for (text, message) in [
            ("+a", "expected a name, found '+' (character 1)"),
            ("a b", "expected + or the end, found 'b' (character 3)"),
            ("a+", "expected a name, found the end of the text (character 3)"),
            ("a(", "expected the name of an argument, found the end of the text (character 3)"),
            ("a(b=,c)", "expected a value, found ',' (character 5)"),
            ("a(b c)", "expected a comma or a closing parenthesis, found 'c' (character 5)"),
            ("a(b=(,c", "expected a closing parenthesis, found the end of the text (character 8)"),
            ("a(b=\"c)", "expected a closing quote, found the end of the text (character 8)"),
            ("a(b=1,b=2)", "a was given b twice"),
        ] {
            assert_eq!(parse_specs(text).unwrap_err().to_string(), message, "{text}");
        }
        let error = "a+b".parse::<Spec>().unwrap_err().to_string();
        assert_eq!(error, "expected the end, found '+' (character 2)");
    }

    fn spec() -> impl Strategy<Value = Spec> {
        let args = proptest::collection::btree_map("[a-z][a-z0-9_-]{0,5}", "[^\"]{0,12}", 0..4);
        ("[a-z][a-z0-9.-]{0,8}", args)
            .prop_map(|(name, args)| Spec { name, args: args.into_iter().collect() })
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[a-c(),=+\" \\PC]{0,24}") {
            if let Ok(specs) = parse_specs(&text) {
                let written: Vec<_> = specs.iter().map(Spec::to_string).collect();
                let readable = !specs.iter().flat_map(|s| &s.args).any(|(_, v)| v.contains('"'));
                prop_assert!(!readable || parse_specs(&written.join(" + ")) == Ok(specs));
            }
        }

        #[test]
        fn what_is_written_is_read_back(specs in proptest::collection::vec(spec(), 0..4)) {
            let written: Vec<_> = specs.iter().map(Spec::to_string).collect();
            prop_assert_eq!(parse_specs(&written.join("+")), Ok(specs));
        }
    }
}
