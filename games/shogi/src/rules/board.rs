//! A board to play on.

use rsshogi::{
    board::{self, BoardArray, Position, PositionState, generate_position_state},
    mate::solve_mate_in_one,
    movegen::{
        CapturePlusPro, Checks, LegalAll, Move32Sink, MoveGenType, generate_moves_move32_into,
    },
    types,
};
use starboard_core::Player;

use super::{
    Hand, Move, Squares,
    convert::{color, kind_from, kind_to, player, square_from, square_to},
};
use crate::{
    Kind, Square,
    setup::{PLAYERS, Setup},
};

/// A position that moves can be played on and taken back from.
#[derive(Clone)]
pub(crate) struct Board(Position);

/// Puts moves behind those that a list holds already.
struct Sink<'a> {
    moves: &'a mut Vec<Move>,
    /// How many there were.
    held: usize,
}

impl Move32Sink for Sink<'_> {
    #[inline]
    fn push_move32(&mut self, m: types::Move32) {
        self.moves.push(Move(m));
    }

    fn retain_unordered<F: FnMut(types::Move32) -> bool>(&mut self, mut keep: F) {
        let mut i = self.held;
        while i < self.moves.len() {
            if keep(self.moves[i].0) {
                i += 1;
            } else {
                self.moves.swap_remove(i);
            }
        }
    }
}

impl Board {
    /// Sets up a position that [`Setup::check`] found possible.
    pub(crate) fn new(setup: &Setup) -> Self {
        let mut array = BoardArray::empty();
        for (square, player, kind) in setup.pieces() {
            array.set(square_to(square), types::Piece::from_parts(color(player), kind_to(kind)));
        }
        let hands = setup.hands.map(|counts| {
            let mut hand = types::Hand::ZERO;
            for (kind, &count) in Kind::IN_HAND.into_iter().zip(&counts) {
                if let Some(piece) = types::HandPiece::from_piece_type(kind_to(kind)) {
                    hand.add(piece, count.into());
                }
            }
            hand
        });
        let side_to_move = color(setup.mover);
        let state = PositionState { board: array, hands, side_to_move, ply: setup.number };
        Self(board::position_from_position_state(&state))
    }

    /// Takes the position apart.
    pub(crate) fn setup(&self) -> Setup {
        let state = generate_position_state(&self.0);
        let mut setup =
            Setup { mover: player(state.side_to_move), number: state.ply, ..Setup::EMPTY };
        for square in Square::all() {
            setup.board[square.index()] = self.on(square);
        }
        for side in PLAYERS {
            for (kind, count) in self.hand(side).iter() {
                setup.hands[side.index()][kind.index()] = count;
            }
        }
        setup
    }

    /// Whether pieces, hands and mover are the same; the number of the move
    /// may differ.
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.0.key() == other.0.key()
            && self.0.turn() == other.0.turn()
            && self.0.hands_array() == other.0.hands_array()
            && self.0.board_array() == other.0.board_array()
    }

    #[inline]
    pub(crate) fn mover(&self) -> Player {
        player(self.0.turn())
    }

    /// The number of the next move.
    pub(crate) fn number(&self) -> u16 {
        self.0.game_ply()
    }

    /// A hash of pieces, hands and mover.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.0.key().low_u64()
    }

    /// Plays a legal move of a piece; says whether it gives check.
    #[inline]
    pub(crate) fn play(&mut self, m: Move) -> bool {
        let check = self.0.gives_check_move32(m.0);
        self.0.apply_move32_with_gives_check(m.0, check);
        check
    }

    /// Takes back the move played last.
    #[inline]
    pub(crate) fn take_back(&mut self, m: Move) {
        self.0.undo_move32(m.0).expect("a move that was played");
    }

    /// Hands over the turn, which the mover in check may not.
    pub(crate) fn pass(&mut self) {
        self.0.apply_null_move().expect("fewer than 65,535 moves");
    }

    /// Takes back a pass, if that was the last thing done.
    pub(crate) fn take_back_pass(&mut self) {
        self.0.undo_null_move().expect("a pass that was made");
    }

    /// Appends the legal moves of pieces, all of them.
    #[inline]
    pub(crate) fn moves(&self, out: &mut Vec<Move>) {
        let held = out.len();
        generate_moves_move32_into::<LegalAll, _>(&self.0, &mut Sink { moves: out, held });
    }

    /// Appends the legal captures and promotions of pawns, without those that
    /// decline a promotion.
    pub(crate) fn captures(&self, out: &mut Vec<Move>) {
        self.legal::<CapturePlusPro>(out);
    }

    /// Appends the legal moves that give check, without those that decline a
    /// promotion.
    pub(crate) fn checks(&self, out: &mut Vec<Move>) {
        self.legal::<Checks>(out);
    }

    fn legal<T: MoveGenType>(&self, out: &mut Vec<Move>) {
        let mut sink = Sink { held: out.len(), moves: out };
        generate_moves_move32_into::<T, _>(&self.0, &mut sink);
        sink.retain_unordered(|m| self.0.is_legal_move32(m));
    }

    #[inline]
    pub(crate) fn is_legal(&self, m: Move) -> bool {
        self.0.is_legal_move32(m.0)
    }

    /// Whether no piece has a legal move.
    #[inline]
    pub(crate) fn is_stuck(&self) -> bool {
        self.0.is_mated()
    }

    /// A move that mates, if there is one.
    pub(crate) fn mate_in_one(&self) -> Option<Move> {
        solve_mate_in_one(&self.0).map(Move)
    }

    #[inline]
    pub(crate) fn gives_check(&self, m: Move) -> bool {
        self.0.gives_check_move32(m.0)
    }

    #[inline]
    pub(crate) fn on(&self, square: Square) -> Option<(Player, Kind)> {
        let piece = self.0.piece_on(square_to(square));
        kind_from(piece.piece_type()).map(|kind| (player(piece.color()), kind))
    }

    #[inline]
    pub(crate) fn king(&self, side: Player) -> Square {
        square_from(self.0.king_square(color(side)))
    }

    #[inline]
    pub(crate) fn hand(&self, side: Player) -> Hand {
        Hand(self.0.hand(color(side)))
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Squares {
        Squares(self.0.pieces())
    }

    #[inline]
    pub(crate) fn pieces(&self, side: Player) -> Squares {
        Squares(self.0.pieces_by_color(color(side)))
    }

    #[inline]
    pub(crate) fn pieces_of(&self, side: Player, kind: Kind) -> Squares {
        Squares(self.0.pieces_for(kind_to(kind), color(side)))
    }

    /// The pieces that give check to the mover.
    #[inline]
    pub(crate) fn checkers(&self) -> Squares {
        Squares(self.0.checkers())
    }

    /// The pieces, of either player, that alone shield this player's king.
    #[inline]
    pub(crate) fn shields(&self, side: Player) -> Squares {
        Squares(self.0.blockers_for_king(color(side)))
    }

    /// The pieces of `side` that attack the square when `occupied` stand in
    /// the way.
    #[inline]
    pub(crate) fn attackers(&self, side: Player, square: Square, occupied: Squares) -> Squares {
        Squares(self.0.attackers_to_color(color(side), square_to(square), occupied.0))
    }

    #[inline]
    pub(crate) fn is_attacked(&self, square: Square, by: Player) -> bool {
        self.0.is_attacked_by(square_to(square), color(by))
    }
}
