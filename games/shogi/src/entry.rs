//! The card of Shogi: what there is to know of it.

mod weights;

use starboard::{BookFormat, DefaultDepths, GameEntry};
use starboard_core::Cached;

use crate::{
    Attacks, Exchange, ExchangeOptions, KingPiece, Mate, Material, QuiescenceOptions, Shogi,
    ShogiQuiescence, middle_games, openings,
};

/// The weight of a quiet move's threat in the order `plausible`: score per point of threat, of
/// which there are up to 60.
const CLOSENESS: i32 = 64;

/// How many evaluations the cache of Shogi's expensive evaluators holds, as a power of two:
/// what fits into a core's private cache.
const REMEMBERED: u32 = 14;

/// The card of Shogi.
pub fn entry() -> GameEntry<Shogi> {
    GameEntry::new("shogi", "Shogi, with repetition and winning by declaration", Shogi::start())
        .evaluator_with(
            "attacks",
            "counts pieces, where they stand relative to the kings, and attacks near the kings",
            weights::PARAMS,
            |args| weights::attacks(args).map(|attacks| Cached::new(attacks, REMEMBERED)),
        )
        .evaluator(
            "attacks-untuned",
            "attacks with hand-crafted weights",
            Cached::new(Attacks::untuned(), REMEMBERED),
        )
        .evaluator_with(
            "net",
            "a neural network of pieces by square and pieces in hand, by the zone of the own king",
            starboard_network::PARAMS,
            |args| {
                let net = starboard_network::read(args, KingPiece, KingPiece::network)?;
                Ok(Cached::new(net, REMEMBERED))
            },
        )
        .evaluator("material", "counts pieces on the board and in hand", Material)
        .order_with(
            "exchange",
            "winning captures first, by gain, then by the least valuable piece; losing ones last",
            ExchangeOptions::PARAMS,
            |args| ExchangeOptions::read(args).map(Exchange::new),
        )
        .order(
            "plausible",
            "exchange(quiet=64), with quiet moves by how much they threaten the enemy king",
            Exchange::new(ExchangeOptions { quiet: CLOSENESS, ..ExchangeOptions::default() }),
        )
        .quiescence_with(
            "noisy",
            "captures and promotions that do not lose by exchange, checks, and evasions of checks",
            QuiescenceOptions::PARAMS,
            |args| QuiescenceOptions::read(args).map(ShogiQuiescence::new),
        )
        .renamed("lively", "noisy")
        // Only one of the game's two orders: they agree on captures, and would count them twice.
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
        .default_depths(DefaultDepths {
            analyse: 4,
            compare: 3,
            bench: 3,
            verify: 2,
            ..DefaultDepths::default()
        })
}
