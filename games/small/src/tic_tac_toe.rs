//! Tic-tac-toe: three in a row on a board of nine squares. A whole game in
//! sixty lines, with its notation; copy it to begin one of your own.

use starboard_core::{Game, Node, NotationError, Player, Value};

/// Rows, columns and diagonals, an octal digit per row.
pub(crate) const LINES: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];

/// A position: the squares of x, who moves first, and those of o, one bit per square.
///
/// ```
/// use starboard_core::{Game, Player};
/// use starboard_small::TicTacToe;
///
/// let mut game = TicTacToe::parse("xx./oo./...")?;
/// assert_eq!(game.mover(), Player::First);
/// game.play(game.parse_move("2")?);
/// assert_eq!(game.format(), "xxx/oo./...");
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TicTacToe(pub(crate) [u16; 2]);

impl TicTacToe {
    fn has_line(&self, player: Player) -> bool {
        LINES.iter().any(|line| self.0[player.index()] & line == *line)
    }

    fn owner(&self, square: usize) -> Option<Player> {
        [Player::First, Player::Second].into_iter().find(|p| self.0[p.index()] >> square & 1 == 1)
    }
}

/// A move is an empty square, from 0 to 8 in reading order. A win is ten grid points, so that
/// evaluators have room below it.
impl Game for TicTacToe {
    type Move = usize;
    const UNIT: i32 = 10;
    const UNIT_NAME: &'static str = "wins";

    fn mover(&self) -> Player {
        let even = (self.0[0] | self.0[1]).count_ones().is_multiple_of(2);
        if even { Player::First } else { Player::Second }
    }

    fn node(&self) -> Node {
        match self.0[0] | self.0[1] {
            _ if self.has_line(self.mover().other()) => Node::Over(Value::new(-Self::UNIT)),
            0o777 => Node::Over(Value::ZERO),
            _ => Node::Decision,
        }
    }

    fn moves(&self, out: &mut Vec<usize>) {
        if self.node() == Node::Decision {
            out.extend((0..9).filter(|&square| self.owner(square).is_none()));
        }
    }

    fn play(&mut self, square: usize) {
        self.0[self.mover().index()] |= 1 << square;
    }

    fn key(&self) -> u64 {
        u64::from(self.0[0]) << 9 | u64::from(self.0[1])
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        let squares = text.trim().replace('/', "");
        if squares.len() != 9 || !squares.chars().all(|c| "xo.".contains(c)) {
            return Err(NotationError::unexpected("nine squares, each x, o or .", text));
        }
        let bits = |c| (0..9).filter(|&i| squares[i..].starts_with(c)).map(|i| 1 << i).sum();
        let game = Self(['x', 'o'].map(bits));
        let [x, o] = game.0.map(u16::count_ones);
        if !(x == o || x == o + 1) || game.has_line(game.mover()) {
            return Err(NotationError::impossible("x begins, and three in a row end the game"));
        }
        Ok(game)
    }

    fn format(&self) -> String {
        let square = |i| self.owner(i).map_or('.', |player| ['x', 'o'][player.index()]);
        [0, 3, 6].map(|row| (row..row + 3).map(square).collect::<String>()).join("/")
    }

    fn svg(&self) -> Option<String> {
        Some(crate::svg::grid(3, 3, |row, column| (self.owner(3 * row + column), 3 * row + column)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        open_lines::OpenLines,
        testing::{check_error, has_line, perft, walk},
    };

    starboard_core::conformance!(TicTacToe::default(), evaluator("open lines", OpenLines));

    #[test]
    fn takes_sixty_lines() {
        let code = include_str!("tic_tac_toe.rs").split("#[cfg(test)]").next().unwrap_or_default();
        let counts = |line: &&str| !line.is_empty() && !line.starts_with("//");
        let lines = code.lines().map(str::trim).filter(counts).count();
        assert!(lines <= 60, "{lines} lines");
    }

    /// The well-known 255,168 games, by length.
    #[test]
    fn counts_every_game() {
        for (plies, count) in [(1, 9), (2, 72), (3, 504), (4, 3024), (5, 15120), (6, 54720)] {
            assert_eq!(perft(&mut TicTacToe::default(), plies), count, "{plies} plies");
        }
        let mut over = [0_u32; 10];
        count_games(&mut TicTacToe::default(), 0, &mut over);
        assert_eq!(over, [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127_872]);
    }

    fn count_games(game: &mut TicTacToe, plies: usize, over: &mut [u32; 10]) {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        over[plies] += u32::from(moves.is_empty());
        for m in moves {
            game.with_child(m, |child| count_games(child, plies + 1, over));
        }
    }

    #[test]
    fn a_line_ends_the_game() {
        for seed in 0..200 {
            walk(&TicTacToe::default(), seed, |game| {
                let loser_faces = ['o', 'x'][game.mover().index()];
                let lost = game.node() == Node::Over(Value::new(-10));
                assert_eq!(lost, has_line(&game.format(), loser_faces, 3), "{}", game.format());
            });
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        for (text, message) in [
            ("", "expected nine squares"),
            ("xo./.../..", "expected nine squares"),
            ("xo./.y./...", "expected nine squares, each x, o or ., found \"xo./.y./...\""),
            ("xxx/.../...", "x begins"),
            ("oo./.../...", "x begins"),
            ("xxx/ooo/...", "x begins"),
        ] {
            check_error::<TicTacToe>(text, message);
        }
    }

    proptest! {
        #[test]
        fn reads_anything_without_a_panic(text in ".{0,12}", squares in "[xo./]{8,12}") {
            for text in [text, squares] {
                if let Ok(game) = TicTacToe::parse(&text) {
                    prop_assert_eq!(TicTacToe::parse(&game.format()), Ok(game));
                }
            }
        }
    }
}
