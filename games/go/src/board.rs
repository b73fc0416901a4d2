//! The game: stones, points and rules, positions as text and as pictures.

pub(crate) mod color;
pub(crate) mod game;
pub(crate) mod go;
pub(crate) mod handicap;
pub(crate) mod history;
pub(crate) mod moves;
pub(crate) mod notation;
pub(crate) mod point;
pub(crate) mod points;
pub(crate) mod rules;
pub(crate) mod score;
pub(crate) mod size;
pub(crate) mod stones;
pub(crate) mod svg;
pub(crate) mod symmetry;
