//! How an external engine is named on the command line:
//! `cmd:fairy-stockfish {Hash=64, "Skill Level"=0}`.
//!
//! ```text
//! command  = protocol ":" word { word } [ "{" [ option { "," option } ] "}" ]
//! protocol = "cmd" | "usi" | "gtp" | "gnubg" | "gnushogi"
//! option   = text "=" text
//! ```
//!
//! Words are split at spaces; single or double quotes protect spaces, commas and signs. `cmd`
//! leaves the choice of the protocol to the game.

use std::{fmt, str::FromStr};

/// How to talk to a program.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Shogi Interface.
    Usi,
    /// The Go Text Protocol, version 2.
    Gtp,
    /// The external player of GNU Backgammon, over a socket.
    Gnubg,
    /// The text protocol of GNU Shogi.
    GnuShogi,
}

impl Protocol {
    const ALL: [Self; 4] = [Self::Usi, Self::Gtp, Self::Gnubg, Self::GnuShogi];

    const fn name(self) -> &'static str {
        match self {
            Self::Usi => "usi",
            Self::Gtp => "gtp",
            Self::Gnubg => "gnubg",
            Self::GnuShogi => "gnushogi",
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A program, its arguments, and options to set in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The protocol, unless the game is to choose.
    pub protocol: Option<Protocol>,
    /// The program: a path, or a name to look for.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Options by name, set as the protocol sets them.
    pub options: Vec<(String, String)>,
}

impl Command {
    /// A program with these arguments, without options, in no particular protocol.
    pub fn new<A: Into<String>>(program: &str, args: impl IntoIterator<Item = A>) -> Self {
        let args = args.into_iter().map(Into::into).collect();
        Self { protocol: None, program: program.to_owned(), args, options: Vec::new() }
    }

    /// A line to be run by the shell.
    pub fn shell(line: &str) -> Self {
        Self::new("sh", ["-c", line])
    }

    /// The same command, with these arguments if it has none.
    pub(super) fn or_args(&self, args: &[&str]) -> Self {
        let args = args.iter().map(|&arg| arg.to_owned());
        let args = if self.args.is_empty() { args.collect() } else { self.args.clone() };
        Self { args, ..self.clone() }
    }

    /// Whether a description is that of an external engine.
    pub fn names(description: &str) -> bool {
        description.trim_start().split_once(':').is_some_and(|(prefix, _)| {
            prefix == "cmd" || Protocol::ALL.iter().any(|p| p.name() == prefix)
        })
    }
}

impl FromStr for Command {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = "expected a program such as cmd:fairy-stockfish {Hash=64, Threads=1}";
        let (prefix, rest) = text.trim().split_once(':').ok_or(wanted)?;
        let protocol = Protocol::ALL.into_iter().find(|p| p.name() == prefix);
        if protocol.is_none() && prefix != "cmd" {
            return Err(wanted.to_owned());
        }
        let mut reader = Reader { chars: rest.chars().peekable() };
        let mut words = Vec::new();
        let mut options = Vec::new();
        loop {
            reader.skip_space();
            match reader.chars.peek() {
                None => break,
                Some('{') => {
                    reader.chars.next();
                    options = reader.options()?;
                    reader.skip_space();
                    if reader.chars.peek().is_some() {
                        return Err("expected nothing after the options".to_owned());
                    }
                    break;
                }
                Some(_) => words.push(reader.text(|c| c.is_whitespace())?),
            }
        }
        let mut words = words.into_iter();
        let program = words.next().filter(|word| !word.is_empty()).ok_or(wanted)?;
        Ok(Self { protocol, program, args: words.collect(), options })
    }
}

/// A reader that stands before the next character.
struct Reader<'a> {
    chars: std::iter::Peekable<std::str::Chars<'a>>,
}

impl Reader<'_> {
    fn skip_space(&mut self) {
        while self.chars.next_if(|c| c.is_whitespace()).is_some() {}
    }

    /// Text up to a character that `ends` it, which is not consumed; quoted parts are taken
    /// literally.
    fn text(&mut self, ends: impl Fn(char) -> bool) -> Result<String, String> {
        let mut text = String::new();
        while let Some(c) = self.chars.next_if(|&c| !ends(c)) {
            if c != '"' && c != '\'' {
                text.push(c);
                continue;
            }
            loop {
                match self.chars.next() {
                    None => return Err("expected a closing quote, found the end".to_owned()),
                    Some(end) if end == c => break,
                    Some(inner) => text.push(inner),
                }
            }
        }
        Ok(text)
    }

    /// Reads the options in the braces, and the closing brace.
    fn options(&mut self) -> Result<Vec<(String, String)>, String> {
        let mut options: Vec<(String, String)> = Vec::new();
        loop {
            self.skip_space();
            if self.chars.next_if_eq(&'}').is_some() {
                return Ok(options);
            }
            let name = self.text(|c| matches!(c, '=' | ',' | '}'))?.trim().to_owned();
            if self.chars.next() != Some('=') || name.is_empty() {
                return Err(format!("expected an option such as Hash=64, found {name:?}"));
            }
            self.skip_space();
            let value = self.text(|c| matches!(c, ',' | '}'))?.trim().to_owned();
            if name.chars().chain(value.chars()).any(char::is_control) {
                return Err("expected an option on one line".to_owned());
            }
            if options.iter().any(|(other, _)| *other == name) {
                return Err(format!("the option {name} is given twice"));
            }
            options.push((name, value));
            match self.chars.next() {
                Some(',') => {}
                Some('}') => return Ok(options),
                _ => return Err("expected a comma or } after an option".to_owned()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, words: &[&str], options: &[(&str, &str)]) {
        let command: Command = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        let mut found = vec![command.program.as_str()];
        found.extend(command.args.iter().map(String::as_str));
        assert_eq!(found, words, "{text}");
        let found: Vec<_> = command.options.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(found, options, "{text}");
        assert!(Command::names(text), "{text}");
    }

    #[test]
    fn commands_are_read() {
        check("cmd:fairy-stockfish", &["fairy-stockfish"], &[]);
        check("gtp:gnugo --mode gtp", &["gnugo", "--mode", "gtp"], &[]);
        check(
            "cmd: fairy-stockfish {Hash=64, \"Skill Level\"=0,Threads = 1 }",
            &["fairy-stockfish"],
            &[("Hash", "64"), ("Skill Level", "0"), ("Threads", "1")],
        );
        check("usi:sh -c 'read x; echo {a}' {}", &["sh", "-c", "read x; echo {a}"], &[]);
        check("gnubg:g {a=\"1, 2}\", b=}", &["g"], &[("a", "1, 2}"), ("b", "")]);
        assert_eq!("usi:x".parse::<Command>().map(|c| c.protocol), Ok(Some(Protocol::Usi)));
        assert_eq!("cmd:x".parse::<Command>().map(|c| c.protocol), Ok(None));
        assert!(!Command::names("alpha-beta + eval(name=a:b)"));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, part) in [
            ("cmd:", "expected a program"),
            ("cmd: {a=1}", "expected a program"),
            ("xboard:x", "expected a program"),
            ("cmd:'x", "closing quote"),
            ("cmd:x {a}", "an option such as Hash=64, found \"a\""),
            ("cmd:x {=1}", "an option such as Hash=64"),
            ("cmd:x {a=1", "a comma or }"),
            ("cmd:x {a=1,a=2}", "a is given twice"),
            ("cmd:x {a=1} y", "nothing after the options"),
        ] {
            let error = text.parse::<Command>().expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(cmd|usi|gtp)?:?[a-c{}=,'\" \\PC]{0,24}") {
            if let Ok(command) = text.parse::<Command>() {
                prop_assert!(!command.program.is_empty());
            }
        }
    }
}
