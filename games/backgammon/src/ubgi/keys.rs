//! What a controller can set.

use std::fmt::Display;

use starboard_core::FilterSet;

use crate::{Backgammon, cube::MAX_PLIES};

/// The deepest search, as the protocol counts.
const DEEPEST: u32 = MAX_PLIES + 1;

/// The settings of a session.
#[derive(Clone, Debug, PartialEq)]
pub struct Keys {
    /// How many plies to look ahead for a move, as GNU Backgammon counts: one less
    /// than the protocol, to which looking at the positions after each move is the
    /// first.
    pub plies: u32,
    /// The same for the cube.
    pub cube_plies: u32,
    /// Which moves are looked at deeper.
    pub filter: FilterSet,
    /// Whether gammons count single while the cube is in the middle, in a game for
    /// money that does not say so itself.
    pub jacoby: bool,
    /// Whether there are beavers, in such a game.
    pub beavers: bool,
    /// The start of the game that is played, and so how many checkers there are.
    pub start: Backgammon,
}

impl Default for Keys {
    fn default() -> Self {
        Self {
            plies: 0,
            cube_plies: 0,
            filter: FilterSet::named("normal").expect("it is one of the predefined sets"),
            jacoby: false,
            beavers: false,
            start: Backgammon::START,
        }
    }
}

/// The variants by name.
const VARIANTS: [(&str, Backgammon); 3] = [
    ("backgammon", Backgammon::START),
    ("nackgammon", Backgammon::NACKGAMMON),
    ("hypergammon", Backgammon::HYPERGAMMON),
];

impl Keys {
    /// The lines that tell a controller what there is.
    pub(super) fn lines(&self) -> String {
        let Self { plies, cube_plies, filter, jacoby, beavers, .. } = self;
        let variants = VARIANTS.map(|(name, _)| name).join("|");
        [
            format!("key engine.ply int 1..{DEEPEST} {} how deep to look for a move", plies + 1),
            format!(
                "key engine.cube_ply int 1..{DEEPEST} {} how deep to look for the cube",
                cube_plies + 1
            ),
            format!("key engine.filter string * {} the moves to look at deeper", filter.name),
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
        Some(match key {
            "engine.ply" => (self.plies + 1).to_string(),
            "engine.cube_ply" => (self.cube_plies + 1).to_string(),
            "engine.filter" => self.filter.name.clone(),
            "game.jacoby" => self.jacoby.to_string(),
            "game.beavers" => self.beavers.to_string(),
            "game.variant" => self.variant().to_owned(),
            _ => return None,
        })
    }

    /// Sets a key; or says what is wrong, code and reason.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let bad = |what: &dyn Display| format!("bad_value {key} must be {what}, not {value:?}");
        let ply = || {
            let ply = value.parse::<u32>().ok().filter(|ply| (1..=DEEPEST).contains(ply));
            ply.map(|ply| ply - 1).ok_or_else(|| bad(&format!("1..{DEEPEST}")))
        };
        let flag = || value.parse::<bool>().map_err(|_| bad(&"true or false"));
        match key {
            "engine.ply" => self.plies = ply()?,
            "engine.cube_ply" => self.cube_plies = ply()?,
            "engine.filter" => {
                self.filter = value.parse().map_err(|error| format!("bad_value {key}: {error}"))?;
            }
            "game.jacoby" => self.jacoby = flag()?,
            "game.beavers" => self.beavers = flag()?,
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
