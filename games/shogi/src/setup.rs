//! A position as plain data, and whether it is possible.

use starboard_core::{NotationError, Player};

use crate::{Kind, Square};

/// Pieces of one player in hand, by [`Kind::index`].
pub(crate) type Counts = [u8; Kind::IN_HAND.len()];

/// Everything that SFEN writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setup {
    /// What stands where, by [`Square::index`].
    pub(crate) board: [Option<(Player, Kind)>; Square::COUNT],
    /// What each player holds, by [`Player::index`].
    pub(crate) hands: [Counts; 2],
    pub(crate) mover: Player,
    /// The number of the next move, from 1.
    pub(crate) number: u16,
}

/// The two players, for loops.
pub(crate) const PLAYERS: [Player; 2] = [Player::First, Player::Second];

/// The name of a player in error messages.
pub(crate) const fn name(player: Player) -> &'static str {
    match player {
        Player::First => "the first player",
        Player::Second => "the second player",
    }
}

impl Setup {
    /// Nothing on the board and in hand, the first player to move.
    pub(crate) const EMPTY: Self = Self {
        board: [None; Square::COUNT],
        hands: [[0; Kind::IN_HAND.len()]; 2],
        mover: Player::First,
        number: 1,
    };

    /// The start of an even game.
    pub(crate) fn start() -> Self {
        const BACK: [Kind; 9] = {
            use Kind::{Gold, King, Knight, Lance, Silver};
            [Lance, Knight, Silver, Gold, King, Gold, Silver, Knight, Lance]
        };
        let mut setup = Self::EMPTY;
        for square in Square::all().filter(|square| square.rank() >= 7) {
            let kind = match (square.rank(), square.file()) {
                (7, _) => Kind::Pawn,
                (8, 8) => Kind::Bishop,
                (8, 2) => Kind::Rook,
                (9, file) => BACK[usize::from(file) - 1],
                _ => continue,
            };
            setup.board[square.index()] = Some((Player::First, kind));
            setup.board[square.rotated().index()] = Some((Player::Second, kind));
        }
        setup
    }

    /// Whose piece stands there, and which.
    pub(crate) const fn on(&self, square: Square) -> Option<(Player, Kind)> {
        self.board[square.index()]
    }

    /// Every piece on the board.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Square, Player, Kind)> {
        Square::all().filter_map(|square| {
            let (player, kind) = self.on(square)?;
            Some((square, player, kind))
        })
    }

    /// How many pieces of this base are not in the game: neither on the board
    /// nor in hand; `None` if there are too many.
    pub(crate) fn missing(&self, base: Kind) -> Option<u8> {
        let on_board = self.pieces().filter(|(_, _, kind)| kind.base() == base).count();
        let in_hand = self.hands.iter().map(|hand| hand.get(base.index()).map_or(0, |&n| n.into()));
        let there = on_board + in_hand.sum::<usize>();
        usize::from(base.total()).checked_sub(there).map(|missing| missing as u8)
    }

    /// The board rotated, with the players exchanged.
    pub(crate) fn rotated(&self) -> Self {
        let mut turned = Self { mover: self.mover.other(), ..self.clone() };
        turned.hands.swap(0, 1);
        for square in Square::all() {
            let piece = self.on(square.rotated());
            turned.board[square.index()] = piece.map(|(player, kind)| (player.other(), kind));
        }
        turned
    }

    /// Checks everything that can be seen without generating moves: one king each, or a single
    /// king, as in mate problems whose attacker has none; no more pieces than a game has, no
    /// second pawn on a file, nothing where it could never move.
    ///
    /// # Errors
    ///
    /// Names the piece and the place.
    pub(crate) fn check(&self) -> Result<(), NotationError> {
        let impossible = |reason| Err(NotationError::Impossible(reason));
        let mut first = true;
        for player in PLAYERS {
            let is_king = |&(_, owner, kind): &_| (owner, kind) == (player, Kind::King);
            let mut kings = self.pieces().filter(is_king);
            match (kings.next(), kings.next()) {
                (None, _) if player == Player::First => first = false,
                (None, _) if !first => return impossible("neither player has a king".to_owned()),
                (Some((a, ..)), Some((b, ..))) => {
                    let name = name(player);
                    return impossible(format!("{name} has two kings, on {a} and {b}"));
                }
                _ => {}
            }
        }
        for base in Kind::IN_HAND {
            if self.missing(base).is_none() {
                let total = base.total();
                return impossible(format!("there are more than {total} {base}s"));
            }
        }
        let mut pawns = [[None; 9]; 2];
        for (square, player, kind) in self.pieces() {
            if square.rank_for(player) <= kind.dead_ranks() {
                let name = name(player);
                return impossible(format!("the {kind} of {name} on {square} can never move"));
            }
            if kind == Kind::Pawn {
                let first = &mut pawns[player.index()][usize::from(square.file()) - 1];
                if let Some(first) = *first {
                    let name = name(player);
                    let both = format!("{name} has two pawns on a file, {first} and {square}");
                    return impossible(both);
                }
                *first = Some(square);
            }
        }
        Ok(())
    }
}
