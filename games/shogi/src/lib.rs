//! Shogi: rules, notation, records, evaluation.
//!
//! [`Shogi`] is a position that a search can play on. It knows every rule that
//! ends a game or forbids a move:
//!
//! | rule | what is done |
//! |---|---|
//! | promotion | optional, but forced where the piece could never move again; all legal moves are generated, including those that needlessly [decline a promotion](Move::declines_promotion) |
//! | drops | no second pawn on a file (nifu), no piece where it could never move, no mate by a dropped pawn (uchifuzume) |
//! | no legal move | a loss for the player to move, in check or not |
//! | repetition (sennichite) | the fourth occurrence of a position ends the game: a draw, unless one player gave check with every move since the first occurrence, who then loses; a search that goes all the way round sees it [at the first repetition](starboard_core::Game::repetition) |
//! | entered king (nyūgyoku) | a [declaration](Declaration) by the 27-point rule is a move, written `win`, which is generated where it is legal, and wins |
//! | impasse (jishōgi) | by agreement only, so that no game ends by it here; a [record](records::End::Impasse) may say that one did |
//! | longest game | no limit; a match may end a game as a draw, as tournaments do after 256 or 320 moves |
//!
//! A position in which a declaration is legal has one more move than perft counts include; no
//! position in use for perft allows one. In mate problems the attacker need
//! not have a king.
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
//! Besides implementing [`Game`](starboard_core::Game), a position says what stands where
//! ([`on`](Shogi::on), [`pieces`](Shogi::pieces), [`pieces_of`](Shogi::pieces_of),
//! [`king`](Shogi::king), [`hand`](Shogi::hand)), what attacks what
//! ([`attacks_from`](Shogi::attacks_from), [`attackers`](Shogi::attackers),
//! [`attackers_through`](Shogi::attackers_through), [`attacks`](fn@attacks)), which pieces
//! [give check](Shogi::checkers) or are [pinned](Shogi::pinned), what a move
//! [captures](Shogi::captured), and whether it [gives
//! check](starboard_core::Game::gives_check). [`captures`](Shogi::captures) and
//! [`checks`](Shogi::checks) generate only some of the moves, and
//! [`mate_in_one`](Shogi::mate_in_one) finds a mate in one. Sets of squares are [`Squares`],
//! bitboards of two machine words.
//!
//! Moves are made and taken back on one board. A copy of a position whose attacks were computed
//! costs two microseconds and some 25 KiB, so an evaluator that looks at children copies once
//! and descends by [`with_child`](starboard_core::Game::with_child).
//!
//! # Evaluations, exchanges and orderings
//!
//! | part | what it does |
//! |---|---|
//! | [`Material`] | counts pieces on the board and in hand |
//! | [`Attacks`] | counts pieces, where they stand relative to the kings, and attacks near the kings, with [`Weights`] that can be read from JSON |
//! | [`see`](fn@see), [`see_at_least`] | what a move wins or loses on the square it goes to |
//! | [`ShogiQuiescence`] | plays out captures and promotions, evades checks, sees mates in one |
//! | [`Exchange`] | orders captures and promotions by what they win |
//!
//! The example `nodes` measures each.
//!
//! # Where the rules come from
//!
//! Moves are generated and played by the crate `rsshogi`, which only one module uses; the legal
//! moves are tested against those of `haitaka`, and the counts of ten positions against both.
//! Repetition and declarations are judged here.

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
