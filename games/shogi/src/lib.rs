//! Shogi: rules, notation, records, evaluation.
//!
//! [`Shogi`] is a position that a search can play on. It knows every rule that
//! ends a game or forbids a move:
//!
//! | rule | what is done |
//! |---|---|
//! | promotion | optional, and forced where the piece could not move on; all legal moves are offered, also those that [decline a promotion](Move::declines_promotion) for nothing |
//! | drops | no second pawn on a file (nifu), nothing where it could never move, no mate by a dropped pawn (uchifuzume) |
//! | no legal move | lost, in check or not |
//! | repetition (sennichite) | the fourth time a position is on the board ends the game: a draw, unless one player gave check with every move since the first time, which loses; a search that goes all the way round sees it [at the first repetition](starboard_core::Game::repetition) |
//! | entered king (nyūgyoku) | a [declaration](Declaration) by the 27-point rule is a move, written `win`, that is offered where it is legal and wins |
//! | impasse (jishōgi) | by agreement only, so nothing ends by itself; a [record](records::End::Impasse) may say that it did |
//! | longest game | none; who runs a match may end it as a draw, as tournaments do after 256 or 320 moves |
//!
//! A position with a declaration has one move more than perft figures count;
//! none of the positions in use for that allows one. A position must have both
//! kings, so mate problems need one for the attacker, too.
//!
//! ```
//! use starboard_core::{Game, Node, perft};
//! use starboard_shogi::Shogi;
//!
//! let mut game = Shogi::parse("startpos moves 7g7f 8c8d")?;
//! game.play(game.parse_move("2g2f")?);
//! assert_eq!(game.node(), Node::Decision);
//! assert_eq!(
//!     game.format(),
//!     "lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w - 4"
//! );
//! assert_eq!(perft(&Shogi::start(), 3), 25_470);
//! # Ok::<(), starboard_core::NotationError>(())
//! ```
//!
//! # Notation
//!
//! Positions are read as SFEN or `startpos`, with `moves` and what was played
//! since, as in USI's `position` command; the moves count for repetition. Moves
//! are USI's. Whole games are read and written as [CSA](records::csa) and
//! [KIF](records::kif).
//!
//! # For evaluations and orderings
//!
//! Beside [`Game`](starboard_core::Game), a position knows what stands where
//! ([`on`](Shogi::on), [`pieces`](Shogi::pieces), [`pieces_of`](Shogi::pieces_of),
//! [`king`](Shogi::king), [`hand`](Shogi::hand)), what attacks what
//! ([`attacks_from`](Shogi::attacks_from), [`attackers`](Shogi::attackers),
//! [`attackers_through`](Shogi::attackers_through), [`attacks`](fn@attacks)),
//! what is [in check](Shogi::checkers) or [pinned](Shogi::pinned), and of a move
//! what it [captures](Shogi::captured) and whether it
//! [gives check](starboard_core::Game::gives_check). [`captures`](Shogi::captures) and
//! [`checks`](Shogi::checks) make some of the moves,
//! [`mate_in_one`](Shogi::mate_in_one) finds a mate. Sets of squares are
//! [`Squares`], of two machine words.
//!
//! Moves are made and taken back on one board. A copy of a position whose attacks were
//! computed costs two microseconds and some 25 KiB, so an evaluator of children
//! copies once and goes down by [`with_child`](starboard_core::Game::with_child).
//!
//! # What is known of the game
//!
//! | part | what it does |
//! |---|---|
//! | [`Material`] | counts pieces on the board and in hand |
//! | [`Attacks`] | counts pieces, where they stand to the kings, and attacks near them, with [`Weights`] that can be read from JSON |
//! | [`see`](fn@see), [`see_at_least`] | what a move wins or loses on the square it goes to |
//! | [`ShogiQuiescence`] | plays out captures and promotions, answers checks, sees mates in one |
//! | [`Exchange`] | orders captures and promotions by what they win |
//!
//! The example `nodes` measures each.
//!
//! # Where the rules come from
//!
//! Moves are made by the crate `rsshogi`, which one module knows; the legal
//! moves are tested against those of `haitaka`, and the counts of ten positions
//! against both. Repetition and declarations are judged here.

#![forbid(unsafe_code)]

mod declaration;
mod entry;
mod eval;
mod game;
mod history;
mod kind;
mod mate;
mod mating;
mod notation;
mod order;
mod position;
mod positions;
mod quiescence;
pub mod records;
mod rules;
mod see;
mod setup;
mod sfen;
mod square;
mod svg;
mod view;

pub use declaration::Declaration;
pub use entry::entry;
pub use eval::{
    Attacks, FromKing, KingPiece, Material, Weights, WeightsError, board_value, hand_value, tuning,
};
pub use kind::Kind;
pub use mate::{InHand, Mate, mates};
pub use order::{Exchange, ExchangeOptions};
pub use position::Shogi;
pub use positions::{middle_games, openings};
pub use quiescence::{QuiescenceOptions, ShogiQuiescence};
pub use rules::{Hand, Move, Squares, attacks};
pub use see::{see, see_at_least};
pub use square::Square;
