//! External engines: programs of their own.
//!
//! A [`Command`] says which program, with what options, and perhaps in which protocol; the
//! [`Protocols`] of a game say how positions and moves are written in it. Each protocol is a
//! player of matches, one per file. Nothing that a program says is trusted: it has a deadline
//! for every answer, its moves go through the game's own rules, and it is killed when it is no
//! longer needed.
//!
//! For more than moves, a program is asked by the same clients: [`gtp::Session`] by GTP,
//! [`gnubg::Server`] for evaluations, [`gnubg::run`] on GNU Backgammon's command line,
//! [`usi::start`] by USI, [`katago::Analysis`] in JSON; and any other program, line by line, as
//! a [`Process`].

mod command;
pub mod gnubg;
mod gnushogi;
pub mod gtp;
pub mod katago;
mod lazy;
mod process;
mod protocols;
mod talk;
pub mod usi;

pub use command::{Command, Protocol};
pub use process::{PATIENCE, Process, soon};
pub use protocols::{Gtp, Protocols, Usi};

use starboard::{AnyGame, BadInput, Limit, MatchPlayer};

impl Protocol {
    /// Which limits the protocol can pass on.
    pub fn can(self, limit: Limit) -> bool {
        match self {
            Self::Usi => limit != Limit::Evaluations,
            Self::Gtp => matches!(limit, Limit::Time | Limit::Clock),
            Self::GnuShogi => limit == Limit::Depth,
            Self::Gnubg => false,
        }
    }
}

/// The protocol in which `command` plays this game.
///
/// # Errors
///
/// [`BadInput`] if the game has no such protocol, or none at all.
pub fn protocol(entry: &dyn AnyGame, command: &Command) -> anyhow::Result<Protocol> {
    let spoken = entry.get::<Protocols>().map_or(&[][..], Protocols::spoken);
    let name = entry.name();
    match (command.protocol, spoken.first()) {
        (None, None) => Err(BadInput::error(format!(
            "{name} has no protocol for external engines: both sides must be engines of Starboard"
        ))),
        (None, Some(&first)) => Ok(first),
        (Some(wanted), _) if spoken.contains(&wanted) => Ok(wanted),
        (Some(wanted), _) => {
            let spoken: Vec<_> = spoken.iter().map(Protocol::to_string).collect();
            let spoken = if spoken.is_empty() { "none".to_owned() } else { spoken.join(", ") };
            Err(BadInput::error(format!(
                "{name} cannot be played by {wanted}; its protocols for external engines: {spoken}"
            )))
        }
    }
}

/// The program as a player of matches.
///
/// # Errors
///
/// As [`protocol`].
pub fn player(game: &dyn AnyGame, command: &Command) -> anyhow::Result<Box<dyn MatchPlayer>> {
    let spoken = protocol(game, command)?;
    let missing = || BadInput::error("the game does not speak this protocol");
    let protocols = game.get::<Protocols>().ok_or_else(missing)?;
    let command = command.clone();
    Ok(match spoken {
        Protocol::Usi => Box::new(usi::Client::new(command, protocols.usi.ok_or_else(missing)?)),
        Protocol::Gtp => Box::new(gtp::Client::new(command, protocols.gtp.ok_or_else(missing)?)),
        Protocol::Gnubg => {
            let board = protocols.gnubg.clone().ok_or_else(missing)?;
            Box::new(gnubg::Client::new(command, board))
        }
        Protocol::GnuShogi => Box::new(gnushogi::Client::new(
            command,
            protocols.gnushogi.ok_or_else(missing)?,
            &game.start(),
        )),
    })
}
