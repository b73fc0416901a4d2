//! What a game itself can say about a position, beyond what a search finds, such as cube
//! actions or the reasons for a move; for programs that show positions.

use std::{collections::BTreeMap, time::Duration};

use anyhow::bail;
use serde::Serialize;
use starboard::{BadInput, Position};
use starboard_core::Stop;

use crate::html::Document;

/// What a game can say about its positions: an extension of its card.
#[derive(Clone, Debug, Default)]
pub struct Panels(pub Vec<Panel>);

/// One thing that a game can say about a position.
#[derive(Clone, Debug, Serialize)]
pub struct Panel {
    /// Its name.
    pub name: &'static str,
    /// What it says, in one line.
    pub about: &'static str,
    /// What can be chosen.
    pub fields: Vec<Field>,
    /// Produces it.
    #[serde(skip)]
    pub show: fn(&Question, &Stop) -> anyhow::Result<Document>,
}

/// Something that can be chosen.
#[derive(Clone, Debug, Serialize)]
pub struct Field {
    /// What it is called.
    pub name: &'static str,
    /// What it is, in a few words.
    pub label: &'static str,
    /// The values that it can have; if empty, any text up to [`LONGEST`] bytes.
    pub choices: Vec<&'static str>,
    /// Its default value.
    pub default: &'static str,
}

/// The most bytes that a field may have.
pub const LONGEST: usize = 200;

/// A request to a panel.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position that it is about.
    pub position: Position,
    /// The same as it was entered, where nothing was played since: the text may say more than
    /// the position does.
    pub written: Option<String>,
    /// What was chosen, for every field of the panel.
    pub fields: BTreeMap<&'static str, String>,
    /// How long the answer may take.
    pub time: Duration,
}

impl Question {
    /// What was chosen for a field of the panel.
    pub fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }
}

impl Panel {
    /// The value of each field: those given, and the defaults of the others.
    ///
    /// # Errors
    ///
    /// [`BadInput`] that names the field and its possible values.
    pub fn check(
        &self,
        given: &BTreeMap<String, String>,
    ) -> anyhow::Result<BTreeMap<&'static str, String>> {
        if let Some(name) = given.keys().find(|name| self.fields.iter().all(|f| f.name != **name)) {
            bail!(BadInput(format!("{} has no field {name:?}", self.name)));
        }
        let chosen = self.fields.iter().map(|field| {
            let text = given.get(field.name).map_or(field.default, String::as_str);
            if !field.choices.is_empty() && !field.choices.contains(&text) {
                let (name, all) = (field.name, field.choices.join(", "));
                bail!(BadInput(format!("{name} is one of {all}, not {text:?}")));
            }
            if text.len() > LONGEST {
                bail!(BadInput(format!("{} is longer than {LONGEST} bytes", field.name)));
            }
            Ok((field.name, text.to_owned()))
        });
        chosen.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_what_they_can_be() {
        let field = |name, choices: &[&'static str], default| Field {
            name,
            label: name,
            choices: choices.to_vec(),
            default,
        };
        let panel = Panel {
            name: "cube",
            about: "",
            fields: vec![field("plies", &["0", "2"], "2"), field("note", &[], "")],
            show: |_, _| Ok(Document::new("")),
        };
        let check = |given: &[(&str, &str)]| {
            let given = given.iter().map(|&(a, b)| (a.to_owned(), b.to_owned()));
            panel.check(&given.collect()).map_err(|why| why.to_string())
        };
        let chosen = check(&[("note", "x")]).expect("it can be anything");
        assert_eq!(chosen, BTreeMap::from([("plies", "2".to_owned()), ("note", "x".to_owned())]));
        let refused = |given: &[(&str, &str)]| check(given).expect_err("refused");
        assert_eq!(refused(&[("plies", "1")]), "plies is one of 0, 2, not \"1\"");
        assert_eq!(refused(&[("depth", "1")]), "cube has no field \"depth\"");
        assert!(refused(&[("note", &"x".repeat(LONGEST + 1))]).contains("longer"));
    }
}
