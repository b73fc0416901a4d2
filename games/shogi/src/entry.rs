//! The card of Shogi, which says what there is to know of it.

mod weights;

use starboard::{BookFormat, DefaultDepths, GameEntry};
use starboard_core::Cached;

use crate::{
    Attacks, Exchange, ExchangeOptions, KingPiece, Mate, Material, QuiescenceOptions, Shogi,
    ShogiQuiescence, middle_games, openings,
};

/// How much the threat of a quiet move counts in the order `plausible`: points for
/// each of its up to 60.
const CLOSENESS: i32 = 64;

/// The evaluations that the cache of Shogi's expensive evaluator holds, as a power
/// of two: what fits into a core's own memory.
const REMEMBERED: u32 = 14;

/// The card of Shogi.
pub fn entry() -> GameEntry<Shogi> {
    GameEntry::new("shogi", "Shogi, with repetition and winning by declaration", Shogi::start())
        .evaluator_with(
            "attacks",
            "counts pieces, and attacks near the kings",
            weights::PARAMS,
            |args| weights::attacks(args).map(|attacks| Cached::new(attacks, REMEMBERED)),
        )
        .evaluator(
            "attacks-untuned",
            "the same with hand-crafted weights",
            Cached::new(Attacks::untuned(), REMEMBERED),
        )
        .evaluator_with(
            "net",
            "a network that has learned what pieces are worth, by the zone of the own king",
            starboard_network::PARAMS,
            |args| {
                let net = starboard_network::read(args, KingPiece, KingPiece::network)?;
                Ok(Cached::new(net, REMEMBERED))
            },
        )
        .evaluator("material", "counts pieces on the board and in hand", Material)
        .order_with(
            "exchange",
            "captures that win, the least piece first; last those that lose",
            ExchangeOptions::PARAMS,
            |args| ExchangeOptions::read(args).map(Exchange::new),
        )
        .order(
            "plausible",
            "exchange(quiet=64): the same, and quiet moves by how close to the enemy king they come",
            Exchange::new(ExchangeOptions { quiet: CLOSENESS, ..ExchangeOptions::default() }),
        )
        .quiescence_with(
            "noisy",
            "captures and promotions that lose nothing, and answers to checks",
            QuiescenceOptions::PARAMS,
            |args| QuiescenceOptions::read(args).map(ShogiQuiescence::new),
        )
        .renamed("lively", "noisy")
        // One of the two orders of its own: they agree on captures, and would
        // count them twice.
        .engine(
            "alpha-beta(aspiration=50, lmr, lmr-root, lmr-losing, lmp, futility=250, \
             exchange-pruning=100, history-pruning=100, check-extension, null-move=2, \
             null-depth=4, null-lead=200, quiescence, repetitions, tt-accept-deeper) + tt(mb=16) + \
             exchange + countermoves + history + continuation-history + negative-plausibility + \
             net",
        )
        .openings(openings())
        .with(BookFormat::YaneuraOu)
        .goal("mate by checks alone", |game| Mate::from(game))
        .positions(middle_games().step_by(8))
        .notation(
            "SFEN, such as 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1', or \
             startpos, either with the moves since, as in 'startpos moves 7g7f 3c3d'",
        )
        .default_depths(DefaultDepths { analyse: 4, compare: 3, bench: 3, verify: 2, ..DefaultDepths::default() })
}
