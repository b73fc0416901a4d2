//! The chapter on Shogi: a game by the rules of another crate, and its tests.

// ANCHOR: position
use haitaka::{Board, Color, Move, Piece};
use starboard_core::{
    Bounds, Evaluator, Game, Limits, Node, NotationError, Player, Value, mix, perft,
};
use starboard_search::{AlphaBeta, AlphaBetaOptions, Searcher};

/// A position, and those before it.
#[derive(Clone, Debug)]
pub struct Shogi {
    board: Board,
    /// The keys of all positions of the game, this one last, and whether the
    /// mover was in check.
    past: Vec<(u64, bool)>,
}

/// Two positions with the same pieces and the same mover are one position, however
/// the game came there.
impl PartialEq for Shogi {
    fn eq(&self, other: &Self) -> bool {
        self.board.same_position(&other.board)
    }
}
// ANCHOR_END: position

impl Shogi {
    /// The start of the game.
    pub fn start() -> Self {
        Self::of(Board::startpos())
    }

    /// A game that begins here.
    fn of(board: Board) -> Self {
        let past = vec![(board.hash(), !board.checkers().is_empty())];
        Self { board, past }
    }

    // ANCHOR: fourfold
    /// What the fourth time of the same position is worth to the mover: nothing,
    /// unless one player did nothing but give check meanwhile, who then loses.
    fn fourfold(&self) -> Option<Value> {
        let (key, _) = *self.past.last()?;
        let mut before = self.past.iter().enumerate().rev().filter(|(_, (k, _))| *k == key);
        let (first, _) = before.nth(3)?;
        let since = &self.past[first + 1..];
        // Every second position is the mover's, this one among them.
        let always = |skip| since.iter().rev().skip(skip).step_by(2).all(|&(_, check)| check);
        Some(match (always(0), always(1)) {
            (true, false) => Value::new(Self::MATE),
            (false, true) => Value::new(-Self::MATE),
            _ => Value::ZERO,
        })
    }
    // ANCHOR_END: fourfold

    // ANCHOR: pawn
    /// Whether the move drops a pawn that mates, which is forbidden. `haitaka`
    /// 0.3.2 looks at one of the squares only where a pawn may be dropped.
    fn mates_by_pawn(&self, m: Move) -> bool {
        if !matches!(m, Move::Drop { piece: Piece::Pawn, .. }) {
            return false;
        }
        let mut after = self.board.clone();
        after.play_unchecked(m);
        // No drop gets between a pawn and the king it checks.
        !after.checkers().is_empty() && !after.generate_board_moves(|_| true)
    }
    // ANCHOR_END: pawn
}

// ANCHOR: game
impl Game for Shogi {
    type Move = Move;

    /// Values are hundredths of a pawn.
    const UNIT: i32 = 100;
    const UNIT_NAME: &'static str = "pawns";
    const ALTERNATES: bool = true;
    /// Quicker mates are better ones.
    const MATE: i32 = 30_000;

    fn mover(&self) -> Player {
        player(self.board.side_to_move())
    }

    fn node(&self) -> Node {
        if let Some(value) = self.fourfold() {
            return Node::Over(value);
        }
        // Whoever cannot move has lost, in check or not.
        let mut moves = Vec::new();
        self.moves(&mut moves);
        if moves.is_empty() { Node::Over(Value::new(-Self::MATE)) } else { Node::Decision }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if self.fourfold().is_some() {
            return;
        }
        self.board.generate_moves(|moves| {
            out.extend(moves.into_iter().filter(|&m| !self.mates_by_pawn(m)));
            false
        });
    }

    fn play(&mut self, m: Move) {
        self.board.play_unchecked(m);
        self.past.push((self.board.hash(), !self.board.checkers().is_empty()));
    }

    fn key(&self) -> u64 {
        self.board.hash()
    }

    fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    fn is_tactical(&self, m: Move) -> bool {
        match m {
            Move::BoardMove { to, promotion, .. } => promotion || self.board.piece_on(to).is_some(),
            Move::Drop { .. } => false,
        }
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        if !has_room(text) {
            return Err(NotationError::unexpected("the board and the hands of a SFEN", text));
        }
        let board = Board::from_sfen(text)
            .map_err(|error| NotationError::unexpected(format!("a SFEN ({error})"), text))?;
        Ok(Self::of(board))
    }

    fn format(&self) -> String {
        self.board.to_string()
    }

    fn format_move(&self, m: Move) -> String {
        m.to_string()
    }
}

// ANCHOR: shape
/// Whether there is room for what the text says: nine ranks of nine squares, and
/// no more in a hand than there is in the box. Else `haitaka` 0.3.2 panics, or
/// reads a king in hand.
fn has_room(text: &str) -> bool {
    let mut fields = text.split_whitespace();
    let (board, hands) = (fields.next().unwrap_or_default(), fields.nth(1).unwrap_or("-"));
    let squares = |rank: &str| {
        let each = rank.chars().filter(|&c| c != '+').map(|c| c.to_digit(10).unwrap_or(1));
        each.sum::<u32>()
    };
    let most = |kind: char| match kind.to_ascii_uppercase() {
        'P' => 18_u32,
        'L' | 'N' | 'S' | 'G' => 4,
        'B' | 'R' => 2,
        '-' => 1,
        _ => 0,
    };
    let (mut number, mut counts) = (None, [0_u32; 128]);
    for c in hands.chars().filter(char::is_ascii) {
        if let Some(digit) = c.to_digit(10) {
            number = Some(number.unwrap_or(0_u32).saturating_mul(10).saturating_add(digit));
        } else {
            let count = &mut counts[c as usize];
            *count = count.saturating_add(number.take().unwrap_or(1));
            if *count > most(c) {
                return false;
            }
        }
    }
    board.split('/').count() == 9 && board.split('/').all(|rank| squares(rank) == 9)
}
// ANCHOR_END: shape

fn player(color: Color) -> Player {
    match color {
        Color::Black => Player::First,
        Color::White => Player::Second,
    }
}
// ANCHOR_END: game

// ANCHOR: material
/// Counts pieces, on the board and in hand.
#[derive(Copy, Clone, Debug, Default)]
pub struct Material;

/// What a piece is worth, in hundredths of a pawn.
fn worth(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Lance => 300,
        Piece::Knight => 400,
        Piece::Silver => 500,
        Piece::Gold | Piece::Tokin | Piece::PLance | Piece::PKnight | Piece::PSilver => 600,
        Piece::Bishop => 800,
        Piece::Rook | Piece::PBishop => 1000,
        Piece::PRook => 1200,
        Piece::King => 0,
    }
}

impl Evaluator<Shogi> for Material {
    fn evaluate(&mut self, game: &Shogi) -> Value {
        let has = |color| {
            let pieces = Piece::ALL.into_iter().map(|piece| {
                let count = game.board.colored_pieces(color, piece).len() as i32;
                worth(piece) * (count + i32::from(game.board.num_in_hand(color, piece)))
            });
            pieces.sum::<i32>()
        };
        let mover = game.board.side_to_move();
        Value::new(has(mover) - has(!mover))
    }

    fn bounds(&self, _: &Shogi) -> Bounds {
        Bounds::symmetric(Value::new(Shogi::MATE))
    }
}
// ANCHOR_END: material

// ANCHOR: tests
starboard_core::conformance!(Shogi::start(), evaluator("material", Material), games(16));

#[test]
fn counts_are_the_known_ones() {
    for (depth, count) in [(1, 30), (2, 900), (3, 25_470)] {
        assert_eq!(perft(&Shogi::start(), depth), count);
    }
}
// ANCHOR_END: tests

// ANCHOR: search
#[test]
fn a_mate_in_three_is_found() {
    let sfen = "3B5/2Ss2+R2/lG2kNppp/ppp1p4/3p1L3/P4PP1P/1PPPP4/L2KG4/BNS2GSNL b RGN2P 85";
    let mut game = Shogi::parse(sfen).expect("a position");
    let mut search = AlphaBeta::new(Material, (), AlphaBetaOptions::default());
    let report = search.run(&game, &Limits::depth(3));
    assert_eq!(report.value, Value::new(Shogi::MATE - 3));
    report.pv.iter().for_each(|&m| game.play(m));
    assert_eq!(game.node(), Node::Over(Value::new(-Shogi::MATE)));
}
// ANCHOR_END: search

// ANCHOR: agrees
/// Both know the same moves and the same ends, in games at random.
#[test]
fn agrees_with_the_one_that_comes_with_starboard() {
    let (mut positions, mut ends) = (0, 0);
    for seed in 0..12 {
        let (mut game, mut other) = (Shogi::start(), starboard_shogi::Shogi::start());
        for ply in 0..300 {
            assert_eq!(game.node(), other.node(), "{}", game.format());
            positions += 1;
            if game.node() != Node::Decision {
                ends += 1;
                break;
            }
            let (mut moves, mut others) = (Vec::new(), Vec::new());
            game.moves(&mut moves);
            other.moves(&mut others);
            others.retain(|m| m.is_played());
            let mut names: Vec<_> = moves.iter().map(|&m| game.format_move(m)).collect();
            let mut theirs: Vec<_> = others.iter().map(|&m| other.format_move(m)).collect();
            names.sort();
            theirs.sort();
            assert_eq!(names, theirs, "{}", game.format());
            let at = mix(seed << 32 | ply) as usize % names.len();
            let m = other.parse_move(&names[at]).expect("a legal move");
            game.play(game.parse_move(&names[at]).expect("a legal move"));
            other.play(m);
        }
    }
    assert!(positions > 1000 && ends > 2, "{positions} positions, {ends} ends");
}
// ANCHOR_END: agrees

#[test]
fn repetition_is_a_draw_or_a_loss() {
    #[track_caller]
    fn check(start: &str, moves: &[&str], expected: i32) {
        let mut game = Shogi::parse(start).expect("a position");
        for (i, m) in moves.iter().cycle().take(3 * moves.len()).enumerate() {
            assert_eq!(game.node(), Node::Decision, "after {i} moves");
            game.play(game.parse_move(m).expect("a legal move"));
        }
        assert_eq!(game.node(), Node::Over(Value::new(expected)));
    }
    let start = Shogi::start().format();
    check(&start, &["2h3h", "8b7b", "3h2h", "7b8b"], 0);
    // The rook gives check for ever: its owner loses, and the other is to move.
    let rook = "8k/9/8R/9/9/9/9/9/K8 w - 1";
    check(rook, &["1a2a", "1c2c", "2a1a", "2c1c"], Shogi::MATE);
}
