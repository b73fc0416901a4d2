//! Weights as a file: JSON, with the name of its format, and one row of a table per line.

use std::fmt::Write;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{
    numbers::GROUPS,
    weights::{FromKing, Weights, WeightsError},
};

/// The name of the format, as files of weights give it.
const FORMAT: &str = "starboard shogi attacks 1";

impl Weights {
    /// Reads weights from JSON; those that are left out are
    /// [hand-crafted](Self::hand_crafted).
    ///
    /// # Errors
    ///
    /// If the text cannot be read or is of another format, or if [`check`](Self::check) fails.
    ///
    /// ```
    /// use starboard_shogi::Weights;
    /// let weights = Weights::from_json(r#"{"tempo": 20}"#)?;
    /// assert_eq!(weights, Weights { tempo: 20.0, ..Weights::hand_crafted() });
    /// # Ok::<(), starboard_shogi::WeightsError>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Self, WeightsError> {
        let mut map: Map<String, Value> = serde_json::from_str(text)?;
        if let Some(format) = map.remove("format")
            && format != FORMAT
        {
            return Err(WeightsError::Format { expected: FORMAT, found: format.to_string() });
        }
        let mut weights = Self::hand_crafted();
        take(&mut map, "board", &mut weights.board)?;
        take(&mut map, "hand", &mut weights.hand)?;
        take(&mut map, "own", &mut weights.own)?;
        take(&mut map, "enemy", &mut weights.enemy)?;
        take(&mut map, "attackers", &mut weights.attackers)?;
        take_tables(&mut map, "near_own", &mut weights.near_own)?;
        take_tables(&mut map, "near_enemy", &mut weights.near_enemy)?;
        take(&mut map, "king", &mut weights.king)?;
        take(&mut map, "tempo", &mut weights.tempo)?;
        if let Some((name, _)) = map.into_iter().next() {
            let allowed = GROUPS.map(|group| group.name).join(", ");
            return Err(WeightsError::Unknown { name, allowed });
        }
        weights.check()?;
        Ok(weights)
    }

    /// Writes the weights as JSON that [`from_json`](Self::from_json) reads.
    pub fn to_json(&self) -> String {
        let tables = |tables: &[FromKing]| {
            let rows = tables.iter().map(|table| list(table.iter().map(|row| line(row)), 4));
            list(rows, 2)
        };
        let mut text = format!("{{\n  \"format\": \"{FORMAT}\"");
        for (name, value) in [
            ("board", line(&self.board)),
            ("hand", line(&self.hand)),
            ("own", line(&self.own)),
            ("enemy", line(&self.enemy)),
            ("attackers", line(&self.attackers)),
            ("near_own", tables(&self.near_own)),
            ("near_enemy", tables(&self.near_enemy)),
            ("king", list(self.king.iter().map(|row| line(row)), 2)),
            ("tempo", self.tempo.to_string()),
        ] {
            let _ = write!(text, ",\n  \"{name}\": {value}");
        }
        text + "\n}\n"
    }
}

/// Replaces `slot` by the value called `name`, if there is one.
fn take<T: DeserializeOwned>(
    map: &mut Map<String, Value>,
    name: &'static str,
    slot: &mut T,
) -> Result<(), WeightsError> {
    if let Some(value) = map.remove(name) {
        *slot =
            serde_json::from_value(value).map_err(|error| WeightsError::Shape { name, error })?;
    }
    Ok(())
}

/// The same for tables, whose rows are longer than serde counts.
fn take_tables<const KINDS: usize>(
    map: &mut Map<String, Value>,
    name: &'static str,
    slot: &mut [FromKing; KINDS],
) -> Result<(), WeightsError> {
    let mut tables: Option<Vec<Value>> = None;
    take(map, name, &mut tables)?;
    let Some(tables) = tables else { return Ok(()) };
    let shape = |error| WeightsError::Shape { name, error };
    let length = |expected: usize, found: usize| {
        let message = format!("invalid length {found}, expected {expected} tables, one a kind");
        shape(<serde_json::Error as serde::de::Error>::custom(message))
    };
    if tables.len() != KINDS {
        return Err(length(KINDS, tables.len()));
    }
    for (slot, table) in slot.iter_mut().zip(tables) {
        *slot = serde_json::from_value(table).map_err(shape)?;
    }
    Ok(())
}

fn line(numbers: &[f32]) -> String {
    let numbers: Vec<_> = numbers.iter().map(f32::to_string).collect();
    format!("[{}]", numbers.join(", "))
}

/// A list with one item per line, indented by so much.
fn list(items: impl Iterator<Item = String>, indent: usize) -> String {
    let items: Vec<_> = items.map(|item| format!("\n{:1$}{item}", "", indent + 2)).collect();
    format!("[{}\n{:2$}]", items.join(","), "", indent)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn written_weights_are_read_again() {
        let mut weights = Weights { tempo: 12.5, ..Weights::hand_crafted() };
        weights.near_own[3][8][16] = -7.0;
        assert_eq!(Weights::from_json(&weights.to_json()).expect("our own"), weights);
        assert_eq!(Weights::from_json("{}").expect("no change"), Weights::hand_crafted());
    }

    #[test]
    fn bad_weights_are_refused() {
        #[track_caller]
        fn check(json: &str, message: &str) {
            let error = Weights::from_json(json).expect_err("bad").to_string();
            assert!(error.contains(message), "{error}");
        }
        check("", "not the weights");
        check("[]", "not the weights");
        check(r#"{"format": "pictures 3"}"#, r#"attacks 1", found "pictures 3""#);
        check(r#"{"bored": 1}"#, r#"no weights called "bored"; there are: board, hand, own"#);
        check(r#"{"own": [1, 2]}"#, "the weights own: invalid length 2");
        check(r#"{"near_own": [1, 2]}"#, "the weights near_own: invalid length 2, expected 14");
        check(r#"{"tempo": "much"}"#, "the weights tempo: invalid type");
        check(r#"{"tempo": 1e9}"#, "expected tempo within -2000 to 2000, found 1000000000");
        check(r#"{"tempo": 1e999}"#, "not the weights");
        check(r#"{"attackers": [1, -1, 1, 1, 1, 1]}"#, "expected attackers within 0 to 7.5");
    }

    proptest! {
        #[test]
        fn reading_survives_anything(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = Weights::from_json(&String::from_utf8_lossy(&bytes));
        }

        #[test]
        fn reading_survives_damage(at in 0_usize..20_000, byte in any::<u8>()) {
            let mut text = Weights::hand_crafted().to_json().into_bytes();
            let at = at % text.len();
            text[at] = byte;
            if let Ok(weights) = Weights::from_json(&String::from_utf8_lossy(&text)) {
                prop_assert!(weights.check().is_ok());
            }
        }
    }
}
