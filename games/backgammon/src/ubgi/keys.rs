//! The keys that a controller can set.

use std::fmt::Display;

use super::Session;
use crate::{
    Backgammon,
    cube::{MAX_PLIES, OutcomeEvaluator},
    engine::EngineSettings,
};

/// The deepest search, counted as in the protocol.
const DEEPEST: u32 = MAX_PLIES + 1;

/// The variants by name.
const VARIANTS: [(&str, Backgammon); 3] = [
    ("backgammon", Backgammon::START),
    ("nackgammon", Backgammon::NACKGAMMON),
    ("hypergammon", Backgammon::HYPERGAMMON),
];

impl<E: OutcomeEvaluator> Session<E> {
    /// The lines that list the keys for a controller.
    pub(super) fn lines(&self) -> String {
        let EngineSettings { plies, cube_plies, filter, jacoby, beavers, .. } =
            &self.engine.settings;
        let variants = VARIANTS.map(|(name, _)| name).join("|");
        [
            format!("key engine.ply int 1..{DEEPEST} {} how deep to look for a move", plies + 1),
            format!(
                "key engine.cube_ply int 1..{DEEPEST} {} how deep to look for the cube",
                cube_plies + 1
            ),
            format!("key engine.filter string * {} the moves to search deeper", filter.name),
            format!("key game.jacoby bool {jacoby} gammons count once the cube was turned"),
            format!("key game.beavers bool {beavers} a double may be turned at once"),
            format!("key game.variant enum {variants} {} the start of a game", self.variant()),
        ]
        .join("\n")
    }

    fn variant(&self) -> &'static str {
        VARIANTS.iter().find(|(_, start)| *start == self.start).map_or("", |(name, _)| name)
    }

    /// The value of a key, if there is such a key.
    pub(super) fn get(&self, key: &str) -> Option<String> {
        let settings = &self.engine.settings;
        Some(match key {
            "engine.ply" => (settings.plies + 1).to_string(),
            "engine.cube_ply" => (settings.cube_plies + 1).to_string(),
            "engine.filter" => settings.filter.name.clone(),
            "game.jacoby" => settings.jacoby.to_string(),
            "game.beavers" => settings.beavers.to_string(),
            "game.variant" => self.variant().to_owned(),
            _ => return None,
        })
    }

    /// Sets a key, or returns the error: its code and the reason.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let bad = |what: &dyn Display| format!("bad_value {key} must be {what}, not {value:?}");
        let ply = || {
            let ply = value.parse::<u32>().ok().filter(|ply| (1..=DEEPEST).contains(ply));
            ply.map(|ply| ply - 1).ok_or_else(|| bad(&format!("1..{DEEPEST}")))
        };
        let flag = || value.parse::<bool>().map_err(|_| bad(&"true or false"));
        let settings = &mut self.engine.settings;
        match key {
            "engine.ply" => settings.plies = ply()?,
            "engine.cube_ply" => settings.cube_plies = ply()?,
            "engine.filter" => {
                settings.filter =
                    value.parse().map_err(|error| format!("bad_value {key}: {error}"))?;
            }
            "game.jacoby" => settings.jacoby = flag()?,
            "game.beavers" => settings.beavers = flag()?,
            "game.variant" => {
                let found = VARIANTS.iter().find(|(name, _)| *name == value);
                let names = VARIANTS.map(|(name, _)| name).join(", ");
                self.start = found.ok_or_else(|| bad(&format!("one of {names}")))?.1;
            }
            _ => return Err(format!("unsupported the key {key:?}; keys lists those there are")),
        }
        Ok(())
    }
}
