//! What an evaluation or an ordering needs of a position: pieces, attacks,
//! hands, checks.

use starboard_core::Player;

use crate::{Hand, Kind, Move, Shogi, Square, Squares, attacks, mating::may_mate};

impl Shogi {
    /// The player to move: [`mover`](starboard_core::Game::mover) without the
    /// trait.
    #[inline]
    pub fn player(&self) -> Player {
        self.board.mover()
    }

    /// Whose piece stands on the square, and which.
    #[inline]
    pub fn on(&self, square: Square) -> Option<(Player, Kind)> {
        self.board.on(square)
    }

    /// All squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Squares {
        self.board.occupied()
    }

    /// The squares of one player's pieces.
    #[inline]
    pub fn pieces(&self, player: Player) -> Squares {
        self.board.pieces(player)
    }

    /// The squares of one player's pieces of one kind; promoted pieces are a
    /// kind of their own.
    #[inline]
    pub fn pieces_of(&self, player: Player, kind: Kind) -> Squares {
        self.board.pieces_of(player, kind)
    }

    /// The square of the king; for a player who has none, as the attacker of a mate problem
    /// may, its square at the start of a game.
    #[inline]
    pub fn king(&self, player: Player) -> Square {
        self.board.king(player)
    }

    /// What a player holds.
    #[inline]
    pub fn hand(&self, player: Player) -> Hand {
        self.board.hand(player)
    }

    /// The squares that the piece on `square` attacks, its own side's
    /// included: nothing if there is none.
    #[inline]
    pub fn attacks_from(&self, square: Square) -> Squares {
        let Some((player, kind)) = self.on(square) else { return Squares::EMPTY };
        attacks(player, kind, square, self.occupied())
    }

    /// The pieces of `player` that attack `square`.
    #[inline]
    pub fn attackers(&self, player: Player, square: Square) -> Squares {
        self.attackers_through(player, square, self.occupied())
    }

    /// The pieces of `player` that would attack `square` if only `occupied` stood in the way:
    /// for following exchanges, in which pieces behind others join in. Pieces that are not in
    /// `occupied` are still returned and have to be masked out.
    #[inline]
    pub fn attackers_through(&self, player: Player, square: Square, occupied: Squares) -> Squares {
        self.board.attackers(player, square, occupied)
    }

    /// Whether `player` attacks the square.
    #[inline]
    pub fn is_attacked(&self, square: Square, player: Player) -> bool {
        self.board.is_attacked(square, player)
    }

    /// The enemy pieces that give check to the mover.
    #[inline]
    pub fn checkers(&self) -> Squares {
        self.board.checkers()
    }

    /// Whether the mover is in check.
    #[inline]
    pub fn is_in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// This player's pieces that are pinned to their king.
    #[inline]
    pub fn pinned(&self, player: Player) -> Squares {
        self.board.shields(player) & self.pieces(player)
    }

    /// The blockers: pieces, of either player, that alone stand between this player's king and
    /// an enemy sliding piece that would attack it.
    #[inline]
    pub fn shields(&self, player: Player) -> Squares {
        self.board.shields(player)
    }

    /// What the legal move captures, as it stands on the board.
    #[inline]
    pub fn captured(&self, m: Move) -> Option<Kind> {
        if m.dropped().is_some() {
            return None;
        }
        self.on(m.to()?).map(|(_, kind)| kind)
    }

    /// Whether the move of a piece is legal here; `false` for a declaration.
    #[inline]
    pub fn is_legal(&self, m: Move) -> bool {
        m.is_played() && self.board.is_legal(m)
    }

    /// Appends the legal captures and the promotions of pawns, but none that [declines a
    /// promotion](Move::declines_promotion); in check, only those that evade it.
    pub fn captures(&self, out: &mut Vec<Move>) {
        self.board.captures(out);
    }

    /// Appends the legal moves that give check, but none that
    /// [declines a promotion](Move::declines_promotion).
    pub fn checks(&self, out: &mut Vec<Move>) {
        self.board.checks(out);
    }

    /// A move that mates at once, if there is one that does not decline a
    /// promotion. Takes a tenth of a microsecond where there clearly is none.
    pub fn mate_in_one(&self) -> Option<Move> {
        let there = self.board.has_king(self.player().other());
        if there && may_mate(self) { self.board.mate_in_one() } else { None }
    }
}
