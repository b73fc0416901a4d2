//! Static exchange evaluation: what a move wins or loses on the square it goes
//! to, without a search.
//!
//! Both players capture there by turns, always with the piece that costs least to lose,
//! promoting where they may, and stop when it does not pay to go on. Pieces behind others join
//! in. What is captured changes hands: it counts for what it was on the board and for what it
//! is in hand. Pins, and checks given elsewhere, are ignored.

use starboard_core::Player;

use crate::{Kind, Move, Shogi, Square, Squares, board_value, hand_value};

/// What a player loses when a piece is captured, in hundredths of a pawn: the value of the
/// piece on the board, and its value in the other player's hand.
#[inline]
pub(crate) const fn capture_value(kind: Kind) -> i32 {
    board_value(kind) + hand_value(kind)
}

/// The length of tables by the number of a kind, which is its index plus one; 0 is no piece.
const NUMBERS: usize = 16;

/// [`capture_value`] by the number of the kind.
const CAPTURE: [i32; NUMBERS] = {
    let mut values = [0; NUMBERS];
    let mut i = 0;
    while i < Kind::ALL.len() {
        values[i + 1] = capture_value(Kind::ALL[i]);
        i += 1;
    }
    values
};

/// The cost of capturing with a piece, by the number of its kind: the lowest captures first,
/// the king last.
const COST: [i32; NUMBERS] = {
    let mut costs = CAPTURE;
    costs[KING] = i32::MAX;
    costs
};

/// The number of the king's kind.
const KING: usize = Kind::King.index() + 1;

/// What a piece promotes to, and what that adds to its value on the board, by the number of the
/// kind.
const PROMOTED: [(usize, i32); NUMBERS] = {
    let mut promoted = [(0, 0); NUMBERS];
    let mut i = 0;
    while i < Kind::ALL.len() {
        promoted[i + 1] = match Kind::ALL[i].promoted() {
            Some(kind) => (kind.index() + 1, board_value(kind) - board_value(Kind::ALL[i])),
            None => (i + 1, 0),
        };
        i += 1;
    }
    promoted
};

/// The most that promotion adds: a pawn's.
pub(crate) const MOST_PROMOTED: i32 = {
    let (mut most, mut i) = (0, 0);
    while i < NUMBERS {
        most = if PROMOTED[i].1 > most { PROMOTED[i].1 } else { most };
        i += 1;
    }
    most
};

/// The most that a move adds to the mover's material: a dragon's capture, with a promotion.
pub(crate) const MOST_GAIN: i32 = {
    let (mut most, mut i) = (0, 0);
    while i < NUMBERS {
        most = if i != KING && CAPTURE[i] > most { CAPTURE[i] } else { most };
        i += 1;
    }
    most + MOST_PROMOTED
};

/// The pieces of `player` whose capture may gain `least`, with a promotion.
pub(crate) fn worth_capturing(game: &Shogi, player: Player, least: i32) -> Squares {
    let kinds = Kind::ALL
        .into_iter()
        .filter(|&kind| kind != Kind::King && CAPTURE[kind.index() + 1] + MOST_PROMOTED >= least);
    kinds.fold(Squares::EMPTY, |set, kind| set | game.pieces_of(player, kind))
}

/// By how much the mover's material grows by the move itself, in hundredths of
/// a pawn in hand: a drop costs the difference between hand and board.
#[inline]
pub(crate) fn gain(game: &Shogi, m: Move) -> i32 {
    let (Some(to), Some(kind)) = (m.to(), m.kind_after()) else { return 0 };
    if m.is_drop() {
        return board_value(kind) - hand_value(kind);
    }
    let promotion = if m.promotes() { PROMOTED[kind.base().index() + 1].1 } else { 0 };
    CAPTURE[game.board.number_on(to) & 15] + promotion
}

/// The captures on one square after a move.
struct Exchange<'a> {
    game: &'a Shogi,
    square: Square,
    /// The squares that are still occupied.
    occupied: Squares,
    /// Who captures next.
    player: Player,
    /// What there is to capture, by the number of its kind.
    prize: usize,
}

impl<'a> Exchange<'a> {
    /// The exchange after the move; `None` for a declaration.
    #[inline]
    fn after(game: &'a Shogi, m: Move) -> Option<Self> {
        let (square, prize) = (m.to()?, m.kind_after()?);
        let occupied = match m.from() {
            Some(from) => game.occupied() - Squares::only(from),
            None => game.occupied(),
        };
        let (player, prize) = (game.player().other(), prize.index() + 1);
        Some(Self { game, square, occupied, player, prize })
    }

    fn attackers(&self, player: Player) -> Squares {
        self.game.attackers_through(player, self.square, self.occupied) & self.occupied
    }

    /// Captures with the piece that costs least. Returns by how much the
    /// player's material grows by that; `None` if there is no such piece.
    #[inline]
    fn capture(&mut self) -> Option<i32> {
        let attackers = self.attackers(self.player);
        if attackers.is_empty() {
            return None;
        }
        // The first of the least.
        let (mut least, mut with) = (i64::MAX, None);
        attackers.iter().for_each(|from| {
            let number = self.game.board.number_on(from) & 15;
            let cost = i64::from(COST[number]);
            if cost < least {
                (least, with) = (cost, Some((from, number)));
            }
        });
        let (from, number) = with?;
        self.occupied = self.occupied - Squares::only(from);
        if number == KING && !self.attackers(self.player.other()).is_empty() {
            return None;
        }
        let camp = Squares::camp_against(self.player);
        let (number, more) = if camp.contains(self.square) || camp.contains(from) {
            PROMOTED[number]
        } else {
            (number, 0)
        };
        let gain = CAPTURE[self.prize & 15] + more;
        self.prize = number;
        self.player = self.player.other();
        Some(gain)
    }
}

/// What the mover wins by a legal move and the captures that follow on the same square, in
/// hundredths of a pawn in hand (negative for a loss).
///
/// ```
/// use starboard_core::Game;
/// use starboard_shogi::{Shogi, see};
///
/// // The rook takes a pawn that a gold defends: a pawn and its place in hand,
/// // less a rook and its place.
/// let game = Shogi::parse("4k4/4g4/4p4/9/9/9/9/9/4R1K2 b - 1")?;
/// assert_eq!(see(&game, game.parse_move("5i5c+")?), 190 + 180 - 2080);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
pub fn see(game: &Shogi, m: Move) -> i32 {
    let Some(mut exchange) = Exchange::after(game, m) else { return 0 };
    // No more than all the pieces that attack a square: ten on each side, with
    // those behind them a few more.
    let (mut gains, mut count) = ([0; 40], 0);
    while let Some(gain) = exchange.capture() {
        gains[count] = gain;
        count += 1;
    }
    // Either player may decline to capture.
    let best = gains[..count].iter().rev().fold(0, |next, gain| (gain - next).max(0));
    gain(game, m) - best
}

/// Whether [`see`] of the legal move is at least `threshold`, at less cost.
pub fn see_at_least(game: &Shogi, m: Move, threshold: i32) -> bool {
    // What the other player has to win back for the answer to be no.
    let mut needed = gain(game, m).saturating_sub(threshold).saturating_add(1);
    if needed <= 0 {
        return false;
    }
    let Some(mut exchange) = Exchange::after(game, m) else { return true };
    // The players take turns: the one who captures must gain at least `needed`, which is more
    // than nothing, or the capture changes no answer.
    let mut answer = true;
    while CAPTURE[exchange.prize & 15] + MOST_PROMOTED >= needed
        && let Some(gain) = exchange.capture()
    {
        if gain < needed {
            break;
        }
        answer = !answer;
        needed = gain - needed + 1;
    }
    answer
}

/// What [`see`] says of a legal move that loses; `None` if it loses nothing.
pub(crate) fn loss(game: &Shogi, m: Move) -> Option<i32> {
    let prize = m.kind_after()?.index() + 1;
    // Nobody wins back more than the piece.
    let safe = gain(game, m) >= CAPTURE[prize] + MOST_PROMOTED;
    if safe { None } else { Some(see(game, m)).filter(|&value| value < 0) }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::{Game, Node};

    use super::*;
    use crate::{attacks, middle_games};

    #[test]
    fn exchanges_by_hand() {
        #[track_caller]
        fn check(sfen: &str, m: &str, value: i32) {
            let game = Shogi::parse(sfen).expect("a position");
            let m = game.parse_move(m).expect("a legal move");
            assert_eq!(see(&game, m), value);
            assert!(see_at_least(&game, m, value) && !see_at_least(&game, m, value + 1));
        }
        // Nothing to take, nothing to lose; a piece put where it is lost.
        check("4k4/9/9/9/9/9/9/9/R3K4 b - 1", "9i9e", 0);
        check("4k4/9/9/4p4/9/9/9/9/R3K4 b - 1", "9i9d", 0);
        check("4k4/9/9/9/4p4/9/5R3/9/4K4 b G 1", "G*5f", -60 - 540 - 600);
        // A pawn is worth 90 on the board and 100 in hand.
        check("4k4/9/9/4p4/4P4/9/9/9/4K4 b - 1", "5e5d", 190);
        check("4k4/9/4g4/4p4/4P4/9/9/9/4K4 b - 1", "5e5d", 0);
        // A lance behind the pawn would take the gold.
        check("4k4/9/4g4/4p4/4P4/9/9/4L4/3K5 b - 1", "5e5d", 190);
        // The rook behind the lance joins in.
        check("4k4/9/4p4/9/4L4/9/9/9/3K5 b - 1", "5e5c+", 190 + 270);
        check("4k4/3s5/4p4/9/4L4/9/9/9/3K5 b - 1", "5e5c+", 190 + 270 - 840);
        check("4k4/3s5/4p4/9/4L4/9/9/4R4/3K5 b - 1", "5e5c+", 190 + 270);
        // A promoted pawn that is taken is but a pawn in hand.
        check("4k4/4g4/4p4/4P4/9/9/9/9/4K4 b - 1", "5d5c+", 190 + 540 - 730);
        check("4k4/4g4/4p4/4P4/9/9/9/9/4RK3 b - 1", "5d5c+", 190 + 540);
        // The king takes what is not defended only.
        check("4k4/4p4/9/9/9/9/9/9/4R1K2 b - 1", "5i5b+", 190 + 180 - 2080);
        check("4k4/4p4/9/9/9/9/9/4R4/4R1K2 b - 1", "5h5b+", 190 + 180);
        // A capture by a promoted piece does not promote.
        check("4k4/9/4p4/9/9/9/9/9/4+R1K2 b - 1", "5i5c", 190);
        // Declaring is no exchange.
        check("RRGGSS+N+N+L/K8/+L8/9/9/9/9/9/4k4 b 2B 1", "win", 0);
    }

    type Board = Vec<Option<(Player, Kind)>>;

    /// What `player` wins by capturing on the square, on a board of its own.
    fn plain(board: &mut Board, square: Square, player: Player) -> i32 {
        let occupied: Squares = Square::all().filter(|s| board[s.index()].is_some()).collect();
        let attacking = |player: Player, occupied: Squares| {
            let board = &*board;
            let found = Square::all().filter(move |&from| {
                board[from.index()].is_some_and(|(owner, kind)| {
                    owner == player
                        && occupied.contains(from)
                        && attacks(owner, kind, from, occupied).contains(square)
                })
            });
            found.collect::<Vec<_>>()
        };
        let kind_on = |from: Square| board[from.index()].expect("a piece").1;
        let cost = |kind: Kind| {
            if kind == Kind::King { 10_000 } else { board_value(kind) + hand_value(kind) }
        };
        let least = attacking(player, occupied).into_iter().min_by_key(|&s| cost(kind_on(s)));
        let Some(from) = least else { return 0 };
        let mut kind = kind_on(from);
        let behind = occupied - Squares::only(from);
        if kind == Kind::King && !attacking(player.other(), behind).is_empty() {
            return 0;
        }
        let prize = kind_on(square);
        let mut won = board_value(prize) + hand_value(prize);
        if let Some(better) = kind.promoted()
            && (from.rank_for(player) <= 3 || square.rank_for(player) <= 3)
        {
            won += board_value(better) - board_value(kind);
            kind = better;
        }
        board[from.index()] = None;
        board[square.index()] = Some((player, kind));
        (won - plain(board, square, player.other())).max(0)
    }

    fn plain_see(game: &Shogi, m: Move) -> i32 {
        let (Some(to), Some(kind)) = (m.to(), m.kind_after()) else { return 0 };
        let mut board: Board = Square::all().map(|square| game.on(square)).collect();
        let mut won = match board[to.index()] {
            Some((_, prize)) => board_value(prize) + hand_value(prize),
            None => 0,
        };
        match m.from() {
            Some(from) => board[from.index()] = None,
            None => won += board_value(kind) - hand_value(kind),
        }
        if m.promotes() {
            won += board_value(kind) - board_value(kind.base());
        }
        let player = game.player();
        board[to.index()] = Some((player, kind));
        won - plain(&mut board, to, player.other())
    }

    #[test]
    fn equals_the_plain_recursion() {
        let mut rng = starboard_core::rng(11, 0);
        let (mut moves, mut nonzero) = (Vec::new(), 0);
        for mut game in middle_games() {
            for _ in 0..4 {
                if game.node() != Node::Decision {
                    break;
                }
                moves.clear();
                game.moves(&mut moves);
                for &m in &moves {
                    let expected = plain_see(&game, m);
                    assert_eq!(see(&game, m), expected, "{m} in {game:?}");
                    assert_eq!(loss(&game, m), Some(expected).filter(|&value| value < 0));
                    nonzero += usize::from(expected != 0);
                    for threshold in [expected - 1, expected, expected + 1, 0, -100, 90] {
                        assert_eq!(
                            see_at_least(&game, m, threshold),
                            expected >= threshold,
                            "{m} at {threshold} in {game:?}"
                        );
                    }
                }
                game.play(moves[rng.random_range(0..moves.len())]);
            }
        }
        assert!(nonzero > 1000, "{nonzero}");
    }
}
