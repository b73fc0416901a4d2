//! A board to play on.

use std::sync::OnceLock;

use rsshogi::{
    board::{self, BoardArray, Position, PositionState, generate_position_state, zobrist::Zobrist},
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
use crate::{Kind, Square, setup::Setup};

/// A position that moves can be played on and taken back from.
///
/// `rsshogi` keeps its positions with some 25 KiB of room for moves to be taken
/// back. A copy has no moves to take back, and most are kept only to compare
/// with, so a copy gets that room when it is first used.
pub(crate) struct Board {
    live: OnceLock<Box<Position>>,
    /// What to make `live` from, and its key; out of date once it has been made.
    packed: PositionState,
    key: u64,
}

impl Clone for Board {
    fn clone(&self) -> Self {
        let (packed, key) = (self.state(), self.key());
        Self { live: OnceLock::new(), packed, key }
    }
}

/// Appends moves to a list.
struct Sink<'a> {
    moves: &'a mut Vec<Move>,
    /// How many moves the list held before.
    held: usize,
}

impl Move32Sink for Sink<'_> {
    #[inline]
    fn push_move32(&mut self, m: types::Move32) {
        self.moves.push(Move(m));
    }

    fn push_drop_targets(
        &mut self,
        kind: types::PieceType,
        targets: types::Bitboard,
        color: types::Color,
    ) {
        // A word at a time.
        Squares(targets).iter().for_each(|to| {
            self.moves.push(Move(types::Move32::drop(kind, square_to(to), color)));
        });
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

/// Whose piece it is, and which; `None` for an empty square.
#[inline]
fn piece(piece: types::Piece) -> Option<(Player, Kind)> {
    kind_from(piece.piece_type()).map(|kind| (player(piece.color()), kind))
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
        let packed = PositionState { board: array, hands, side_to_move, ply: setup.number };
        let live = Box::new(board::position_from_position_state(&packed));
        let key = live.key().low_u64();
        Self { live: live.into(), packed, key }
    }

    #[inline]
    pub(super) fn live(&self) -> &Position {
        self.live.get_or_init(|| Box::new(board::position_from_position_state(&self.packed)))
    }

    #[inline]
    fn live_mut(&mut self) -> &mut Position {
        self.live();
        self.live.get_mut().expect("made just now")
    }

    /// The position without its history.
    fn state(&self) -> PositionState {
        self.live.get().map_or(self.packed, |live| generate_position_state(live))
    }

    /// The position as plain data.
    pub(crate) fn setup(&self) -> Setup {
        let state = self.state();
        let mut setup =
            Setup { mover: player(state.side_to_move), number: state.ply, ..Setup::EMPTY };
        for square in Square::all() {
            setup.board[square.index()] = piece(state.board.get(square_to(square)));
        }
        for (counts, hand) in setup.hands.iter_mut().zip(state.hands) {
            for (kind, count) in Hand(hand).iter() {
                counts[kind.index()] = count;
            }
        }
        setup
    }

    /// Whether pieces, hands and mover are the same; the number of the move
    /// may differ.
    pub(crate) fn same(&self, other: &Self) -> bool {
        let (a, b) = (self.state(), other.state());
        self.key() == other.key()
            && a.side_to_move == b.side_to_move
            && a.hands == b.hands
            && a.board == b.board
    }

    #[inline]
    pub(crate) fn mover(&self) -> Player {
        player(self.live().turn())
    }

    /// The number of the next move.
    pub(crate) fn number(&self) -> u16 {
        self.state().ply
    }

    /// A hash of pieces, hands and mover.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.live.get().map_or(self.key, |live| live.key().low_u64())
    }

    /// The key of the position after a legal move of a piece.
    #[inline]
    pub(crate) fn key_after(&self, m: Move) -> u64 {
        let live = self.live();
        let (us, to) = (live.turn(), m.0.to_sq());
        let mut key = live.key() ^ Zobrist::side();
        let mut hand = |kind: types::PieceType, added: bool| {
            let Some(piece) = types::HandPiece::from_piece_type(kind) else { return };
            let count = live.hand(us).count(piece);
            let after = if added { count + 1 } else { count - 1 };
            key ^= Zobrist::hand_delta(us, kind, count, after);
        };
        if let Some(kind) = m.0.dropped_piece() {
            hand(kind, false);
            key ^= Zobrist::psq(to, types::Piece::from_parts(us, kind));
        } else {
            let (from, captured) = (m.0.from_sq(), live.piece_on(to));
            if captured != types::Piece::NONE {
                hand(captured.piece_type().demote(), true);
                key ^= Zobrist::psq(to, captured);
            }
            let piece = live.piece_on(from);
            let after = if m.0.is_promotion() { piece.promote() } else { piece };
            key ^= Zobrist::psq(from, piece) ^ Zobrist::psq(to, after);
        }
        key.low_u64()
    }

    /// A hash of the pieces on the board and of the mover, without the hands.
    #[inline]
    pub(crate) fn key_without_hands(&self) -> u64 {
        self.live().board_key().low_u64()
    }

    /// Plays a legal move of a piece; says whether it gives check.
    #[inline]
    pub(crate) fn play(&mut self, m: Move) -> bool {
        let live = self.live_mut();
        let check = live.gives_check_move32(m.0);
        live.apply_move32_with_gives_check(m.0, check);
        check
    }

    /// Takes back the move played last.
    #[inline]
    pub(crate) fn take_back(&mut self, m: Move) {
        self.live_mut().undo_move32(m.0).expect("a move that was played");
    }

    /// Passes the turn, which a mover in check may not do.
    pub(crate) fn pass(&mut self) {
        self.live_mut().apply_null_move().expect("fewer than 65,535 moves");
    }

    /// Takes back a pass, if that was the last thing done.
    pub(crate) fn take_back_pass(&mut self) {
        self.live_mut().undo_null_move().expect("a pass that was made");
    }

    /// Appends the legal moves of pieces, all of them.
    #[inline]
    pub(crate) fn moves(&self, out: &mut Vec<Move>) {
        let held = out.len();
        generate_moves_move32_into::<LegalAll, _>(self.live(), &mut Sink { moves: out, held });
    }

    /// Appends the legal captures and promotions of pawns, without those that
    /// decline a promotion.
    pub(crate) fn captures(&self, out: &mut Vec<Move>) {
        self.quickly_legal::<CapturePlusPro>(out);
    }

    /// Appends the legal moves that give check, without those that decline a
    /// promotion.
    pub(crate) fn checks(&self, out: &mut Vec<Move>) {
        if !self.has_king(player(self.live().turn()).other()) {
            return;
        }
        self.quickly_legal::<Checks>(out);
    }

    /// Does what [`legal`](Self::legal) does, but tests the legality of as few moves as
    /// possible.
    fn quickly_legal<T: MoveGenType>(&self, out: &mut Vec<Move>) {
        let live = self.live();
        if !live.checkers().is_empty() {
            return self.legal::<T>(out);
        }
        let mut sink = Sink { held: out.len(), moves: out };
        generate_moves_move32_into::<T, _>(live, &mut sink);
        // Out of check, only the moves of the king and of the pieces that shield it, and the
        // drops of pawns, may be illegal.
        let side = live.turn();
        let mut bound = live.blockers_for_king(side);
        if self.has_king(player(side)) {
            bound.set(live.king_square(side));
        }
        sink.retain_unordered(|m| {
            let free = match m.dropped_piece() {
                Some(kind) => kind != types::PieceType::PAWN,
                None => !bound.test(m.from_sq()),
            };
            free || live.is_legal_move32(m)
        });
    }

    fn legal<T: MoveGenType>(&self, out: &mut Vec<Move>) {
        let mut sink = Sink { held: out.len(), moves: out };
        let live = self.live();
        generate_moves_move32_into::<T, _>(live, &mut sink);
        sink.retain_unordered(|m| live.is_legal_move32(m));
    }

    #[inline]
    pub(crate) fn is_legal(&self, m: Move) -> bool {
        self.live().is_legal_move32(m.0)
    }

    /// Whether no piece has a legal move.
    #[inline]
    pub(crate) fn is_stuck(&self) -> bool {
        !self.has_pawn_move() && self.live().is_mated()
    }

    /// A move that mates, if there is one.
    pub(crate) fn mate_in_one(&self) -> Option<Move> {
        solve_mate_in_one(self.live()).map(Move)
    }

    #[inline]
    pub(crate) fn gives_check(&self, m: Move) -> bool {
        self.live().gives_check_move32(m.0)
    }

    #[inline]
    pub(crate) fn on(&self, square: Square) -> Option<(Player, Kind)> {
        piece(self.live().piece_on(square_to(square)))
    }

    /// The number of the kind of the piece on the square, one above its index; 0
    /// for none.
    #[inline]
    pub(crate) fn number_on(&self, square: Square) -> usize {
        self.live().piece_on(square_to(square)).piece_type().to_index()
    }

    /// From where a piece of the mover of this kind would give check.
    #[inline]
    pub(crate) fn checks_from(&self, kind: Kind) -> Squares {
        Squares(self.live().check_square(kind_to(kind)))
    }

    /// Calls `f` with the number of the kind of each piece of `side`, one above
    /// its index, and with its square.
    #[inline(always)]
    pub(crate) fn each(&self, side: Player, mut f: impl FnMut(usize, Square)) {
        let live = self.live();
        Squares(live.pieces_by_color(color(side))).iter().for_each(|square| {
            f(live.piece_on(square_to(square)).piece_type().to_index(), square);
        });
    }

    /// Writes which piece is on each square as a number: that of its kind, one above its
    /// index, and 16 more if it is the second player's; 0 of an empty square.
    #[inline]
    pub(crate) fn copy_pieces(&self, numbers: &mut [u8]) {
        let live = self.live();
        for (square, number) in Square::all().zip(numbers) {
            *number = live.piece_on(square_to(square)).raw() as u8;
        }
    }

    /// Whose piece such a number is, and the number of its kind.
    #[inline]
    pub(crate) const fn piece_of(number: u8) -> (Player, usize) {
        let second = number & types::Piece::COLOR_BIT as u8 != 0;
        let owner = if second { Player::Second } else { Player::First };
        (owner, (number % types::Piece::COLOR_BIT as u8) as usize)
    }

    /// Whether this player has a king: the attacker of a mate problem may have none.
    #[inline]
    pub(crate) fn has_king(&self, side: Player) -> bool {
        !self.live().king_square(color(side)).is_none()
    }

    /// The square of the king; for a player without one, its square at the start of a game,
    /// since evaluators see everything from a king.
    #[inline]
    pub(crate) fn king(&self, side: Player) -> Square {
        const HOMES: [Square; 2] = [Square::within(4 * 9 + 8), Square::within(4 * 9)];
        if self.has_king(side) {
            square_from(self.live().king_square(color(side)))
        } else {
            HOMES[side.index()]
        }
    }

    #[inline]
    pub(crate) fn hand(&self, side: Player) -> Hand {
        Hand(self.live().hand(color(side)))
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Squares {
        Squares(self.live().pieces())
    }

    #[inline]
    pub(crate) fn pieces(&self, side: Player) -> Squares {
        Squares(self.live().pieces_by_color(color(side)))
    }

    #[inline]
    pub(crate) fn pieces_of(&self, side: Player, kind: Kind) -> Squares {
        Squares(self.live().pieces_for(kind_to(kind), color(side)))
    }

    /// The pieces that give check to the mover.
    #[inline]
    pub(crate) fn checkers(&self) -> Squares {
        Squares(self.live().checkers())
    }

    /// The pieces, of either player, that alone shield this player's king.
    #[inline]
    pub(crate) fn shields(&self, side: Player) -> Squares {
        Squares(self.live().blockers_for_king(color(side)))
    }

    #[inline]
    pub(crate) fn is_attacked(&self, square: Square, by: Player) -> bool {
        self.live().is_attacked_by(square_to(square), color(by))
    }
}
