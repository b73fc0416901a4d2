//! What a game itself has to say of a position, beyond what a search finds: the cube, the
//! reasons for a move. For whoever shows positions.

use std::{collections::BTreeMap, time::Duration};

use anyhow::bail;
use serde::Serialize;
use starboard::{BadInput, Position};
use starboard_core::Stop;

use crate::html::Document;

/// What a game has to say of its positions: an extension of its card.
#[derive(Clone, Debug, Default)]
pub struct Panels(pub Vec<Panel>);

/// One thing that a game has to say.
#[derive(Clone, Debug, Serialize)]
pub struct Panel {
    /// What it is called.
    pub name: &'static str,
    /// What it says, in one line.
    pub about: &'static str,
    /// What there is to choose.
    pub fields: Vec<Field>,
    /// Says it.
    #[serde(skip)]
    pub show: fn(&Question, &Stop) -> anyhow::Result<Document>,
}

/// Something to choose.
#[derive(Clone, Debug, Serialize)]
pub struct Field {
    /// What it is called.
    pub name: &'static str,
    /// What it is, in a few words.
    pub label: &'static str,
    /// What it can be; anything up to [`LONGEST`] bytes, if this is empty.
    pub choices: Vec<&'static str>,
    /// What it is unless another is chosen.
    pub default: &'static str,
}

/// The most bytes that a field may have.
pub const LONGEST: usize = 200;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// About which position.
    pub position: Position,
    /// The same as it was given, where nothing was played since: it may say more than a
    /// position holds.
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
    /// What is chosen for each field: what is given, and the default for the others.
    ///
    /// # Errors
    ///
    /// [`BadInput`] that names the field and what it can be.
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
