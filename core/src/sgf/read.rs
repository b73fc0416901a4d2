//! Reading.

use super::{Collection, Place, Property, SgfError, Warning};

/// The text, and how far it was read.
struct Reader<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    place: Place,
    warnings: Vec<Warning>,
}

pub(super) fn read(text: &str) -> Result<(Collection, Vec<Warning>), SgfError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let place = Place { line: 1, column: 1 };
    let mut reader = Reader { rest: text.chars().peekable(), place, warnings: Vec::new() };
    let mut collection = Collection::default();
    while reader.skip_to_game() {
        reader.game(&mut collection);
    }
    if collection.games.is_empty() {
        let message = "expected a game, which begins with (;, found the end of the text".to_owned();
        return Err(SgfError { place: reader.place, message });
    }
    Ok((collection, reader.warnings))
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    fn space(&mut self) {
        while self.rest.peek().is_some_and(|c| c.is_whitespace()) {
            self.next();
        }
    }

    fn warn(&mut self, place: Place, message: impl Into<String>) {
        // A text of another kind does not deserve a long list.
        const MOST: usize = 100;
        if self.warnings.len() < MOST {
            self.warnings.push(Warning { place, message: message.into() });
        }
    }

    /// Skips what stands before a game, as mail headers do; whether there is
    /// one. A parenthesis begins a game only if a semicolon follows, or another
    /// parenthesis, as some programs write.
    fn skip_to_game(&mut self) -> bool {
        let (start, mut skipped) = (self.place, false);
        while let Some(&c) = self.rest.peek() {
            if c == '(' {
                let mut ahead = self.rest.clone();
                let after = ahead.find(|c| *c != '(' && !c.is_whitespace());
                if after == Some(';') {
                    if skipped {
                        self.warn(start, "text before the game was skipped");
                    }
                    return true;
                }
            }
            skipped |= !c.is_whitespace();
            self.next();
        }
        if skipped {
            self.warn(start, "text that is no game was skipped");
        }
        false
    }

    /// Reads a game, whose parenthesis comes next.
    fn game(&mut self, collection: &mut Collection) {
        // Where each open parenthesis leads back to.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut at: Option<usize> = None;
        loop {
            self.space();
            let place = self.place;
            let Some(&c) = self.rest.peek() else {
                self.warn(place, "the game is not closed by )");
                return;
            };
            match c {
                '(' => {
                    self.next();
                    open.push(at);
                }
                ')' => {
                    self.next();
                    at = open.pop().flatten();
                    if open.is_empty() {
                        return;
                    }
                }
                ';' => {
                    self.next();
                    at = Some(collection.add(at));
                }
                c if c.is_ascii_alphabetic() => {
                    let Some(property) = self.property(place) else { continue };
                    match at {
                        None => self.warn(place, "a property before the first node was skipped"),
                        Some(at) => {
                            let all = &mut collection.nodes[at].properties;
                            match all.iter_mut().find(|known| known.name == property.name) {
                                Some(known) => known.values.extend(property.values),
                                None => all.push(property),
                            }
                        }
                    }
                }
                '[' => {
                    let value = self.value();
                    let last = at.and_then(|at| collection.nodes[at].properties.last_mut());
                    match last {
                        Some(property) => property.values.push(value),
                        None => self.warn(place, "a value without a property was skipped"),
                    }
                }
                other => {
                    self.next();
                    self.warn(place, format!("{other:?} was skipped"));
                }
            }
        }
    }

    /// Reads a name and its values. Old versions of the format write names out,
    /// as in `White`; only the capitals count.
    fn property(&mut self, place: Place) -> Option<Property> {
        let mut name = String::new();
        let mut small = String::new();
        while let Some(&c) = self.rest.peek() {
            if !c.is_ascii_alphanumeric() {
                break;
            }
            self.next();
            let counts = c.is_ascii_uppercase() || (c.is_ascii_digit() && !name.is_empty());
            if counts { name.push(c) } else { small.push(c) }
        }
        if name.is_empty() {
            name = small.to_ascii_uppercase();
        }
        let mut values = Vec::new();
        loop {
            self.space();
            if self.rest.peek() != Some(&'[') {
                break;
            }
            values.push(self.value());
        }
        if values.is_empty() {
            self.warn(place, format!("{name} has no value and was skipped"));
            return None;
        }
        Some(Property { name, values, place })
    }

    /// Reads a value, whose bracket comes next.
    fn value(&mut self) -> String {
        let place = self.place;
        self.next();
        let mut value = String::new();
        loop {
            match self.next() {
                None => {
                    self.warn(place, "the value is not closed by ]");
                    return value;
                }
                Some(']') => return value,
                Some('\\') => match self.next() {
                    // A line broken by the writer.
                    Some('\n') => {}
                    Some('\r') if self.rest.peek() == Some(&'\n') => drop(self.next()),
                    Some('\r') => {}
                    Some(c) => value.push(c),
                    None => {}
                },
                Some(c) => value.push(c),
            }
        }
    }
}
