//! Match equity tables made by rollouts: the start of a game is rolled out at every score, each
//! from the figures of the scores to which a game can lead ([`rolled`]), and the rates of the model
//! that the program's own table is made from are fitted to these ([`fit`]).

pub(crate) mod command;
mod fit;
mod rolled;

pub(crate) use rolled::KIND;
