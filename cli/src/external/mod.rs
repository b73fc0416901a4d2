//! Engines that are programs of their own.
//!
//! A [`Command`] says which program, with what options, and perhaps in which
//! protocol; the [`Protocols`] of a game say how positions and moves are put
//! into it. Each protocol is a seat at the board of a match, one a
//! file. Nothing a program says is trusted: it has a deadline for every answer,
//! its moves go through the game's own rules, and it is killed when it is done
//! with.

mod command;
mod fault;
mod gnubg;
mod gnushogi;
mod gtp;
mod lazy;
mod process;
mod protocols;
#[cfg(test)]
mod testing;
mod usi;

pub use command::{Command, Protocol};
pub use fault::Fault;
pub use protocols::{Gtp, Protocols, Usi};

use starboard_core::Game;

use crate::{
    BadInput, GameEntry,
    arena::{Limit, Seat},
};

impl Protocol {
    /// Which limits the protocol can pass on.
    pub(crate) fn can(self, limit: Limit) -> bool {
        match self {
            Self::Usi => limit != Limit::Evaluations,
            Self::Gtp => limit == Limit::Time,
            Self::GnuShogi => limit == Limit::Depth,
            Self::Gnubg => false,
        }
    }
}

/// The protocol in which `command` plays this game.
///
/// # Errors
///
/// [`BadInput`] if the game does not speak the protocol, or none.
pub(crate) fn protocol<G: Game>(
    entry: &GameEntry<G>,
    command: &Command,
) -> anyhow::Result<Protocol> {
    let spoken = entry.protocols.spoken();
    let name = entry.name();
    match (command.protocol, spoken.first()) {
        (None, None) => Err(BadInput::error(format!(
            "{name} has no protocol for external programs: both sides must be engines of Starboard"
        ))),
        (None, Some(&first)) => Ok(first),
        (Some(wanted), _) if spoken.contains(&wanted) => Ok(wanted),
        (Some(wanted), _) => {
            let spoken: Vec<_> = spoken.iter().map(Protocol::to_string).collect();
            let spoken = if spoken.is_empty() { "none".to_owned() } else { spoken.join(", ") };
            Err(BadInput::error(format!(
                "{name} cannot be played by {wanted}; its protocols for external programs: {spoken}"
            )))
        }
    }
}

/// A seat at the board for the program.
///
/// # Errors
///
/// As [`protocol`].
pub(crate) fn seat<'a, G: Game>(
    entry: &'a GameEntry<G>,
    command: &Command,
) -> anyhow::Result<Box<dyn Seat<G> + 'a>> {
    let missing = || BadInput::error("the game does not speak this protocol");
    let protocols = &entry.protocols;
    let command = command.clone();
    Ok(match protocol(entry, &command)? {
        Protocol::Usi => Box::new(usi::Client::new(command, protocols.usi.ok_or_else(missing)?)),
        Protocol::Gtp => Box::new(gtp::Client::new(command, protocols.gtp.ok_or_else(missing)?)),
        Protocol::Gnubg => {
            Box::new(gnubg::Client::new(command, protocols.gnubg.ok_or_else(missing)?))
        }
        Protocol::GnuShogi => Box::new(gnushogi::Client::new(
            command,
            protocols.gnushogi.ok_or_else(missing)?,
            entry.start(),
        )),
    })
}
