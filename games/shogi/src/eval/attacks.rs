//! Counting attacks near the kings.

mod counts;
mod numbers;
mod pieces;
mod tables;
mod terms;
mod text;
mod weights;

use std::{
    fmt,
    sync::{Arc, LazyLock},
};

use starboard_core::{Bounds, Evaluator, Player, Value};

use self::{
    counts::{Counts, LANES},
    pieces::Trail,
    tables::{COUNT_UNIT, ROW_UNIT, Row, Tables},
};
pub use self::{
    numbers::{COUNT, GROUPS, Group},
    terms::Terms,
    weights::{FromKing, Weights, WeightsError},
};
use crate::{Shogi, position::MATE, rules::lines};

/// Counts pieces, where they stand relative to both kings, and the squares they attack: the
/// closer to a king the more, and several attackers more than one.
///
/// The idea and the first weights are those that Yaneurao publishes about the evaluations of
/// YaneuraOu, see [`Weights::hand_crafted`]; the default weights are [tuned](Weights::tuned).
/// Clones share their tables.
///
/// ```
/// use starboard_core::{Evaluator, Game};
/// use starboard_shogi::{Attacks, Shogi};
/// let mut attacks = Attacks::untuned();
/// assert_eq!(attacks.evaluate(&Shogi::start()).raw(), 0);
/// // The rook's pawn opens its file.
/// let game = Shogi::parse("startpos moves 2g2f")?;
/// assert!(attacks.evaluate(&game).raw() < 0);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Clone)]
pub struct Attacks {
    tables: Arc<Tables>,
    trail: Trail,
}

impl Default for Attacks {
    fn default() -> Self {
        static TUNED: LazyLock<Arc<Tables>> =
            LazyLock::new(|| Arc::new(Tables::new(&Weights::tuned())));
        Self::of(Arc::clone(&TUNED))
    }
}

impl fmt::Debug for Attacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attacks").finish_non_exhaustive()
    }
}

impl Attacks {
    /// Counts with the [hand-crafted weights](Weights::hand_crafted).
    pub fn untuned() -> Self {
        Self::of(Arc::new(Tables::new(&Weights::hand_crafted())))
    }

    /// Counts with these weights.
    ///
    /// # Errors
    ///
    /// If they do not [fit](Weights::check).
    pub fn new(weights: &Weights) -> Result<Self, WeightsError> {
        weights.check()?;
        Ok(Self::of(Arc::new(Tables::new(weights))))
    }

    fn of(tables: Arc<Tables>) -> Self {
        Self { tables, trail: Trail::default() }
    }

    /// The first player's attacks less the second's, in grid points.
    #[inline(always)]
    fn attacks(&self, game: &Shogi, first: &Counts, second: &Counts) -> i32 {
        let tables = &*self.tables;
        let kings = [Player::First, Player::Second].map(|player| game.king(player).index());
        let rows = |own: usize, enemy: usize| (&tables.own[own], &tables.enemy[enemy]);
        let first = weighted(first, rows(kings[0], kings[1]), &tables.attackers);
        let second = weighted(second, rows(kings[1], kings[0]), &tables.attackers);
        (first - second) / (ROW_UNIT * COUNT_UNIT)
    }
}

/// How often a player attacks each square; `SECOND` says which player. Not
/// inlined, so that what it counts with stays in registers.
#[inline(never)]
fn counts<const SECOND: bool>(game: &Shogi) -> Counts {
    let player = if SECOND { Player::Second } else { Player::First };
    let mut counts = Counts::default();
    game.board.steps(player, |squares| counts.add(squares));
    let (occupied, runners) = (game.occupied(), game.board.runners(player));
    for square in runners.lances.iter() {
        counts.add(lines::lance(player, square, occupied));
    }
    for square in runners.bishops.iter() {
        counts.add(lines::bishop(square, occupied));
    }
    for square in runners.rooks.iter() {
        counts.add(lines::rook(square, occupied));
    }
    counts
}

/// The sum over all squares of the square's weights times the factor for its number of
/// attackers.
#[inline(never)]
fn weighted(counts: &Counts, (own, enemy): (&Row, &Row), attackers: &[u8; 6]) -> i32 {
    let mut times = [0; LANES];
    counts.weigh(attackers, &mut times);
    // Parts of a size for which compilers multiply and add in one instruction.
    let parts = times.as_chunks::<32>().0.iter();
    let rows = own.as_chunks::<32>().0.iter().zip(enemy.as_chunks::<32>().0);
    let sums = parts.zip(rows).map(|(times, (own, enemy))| {
        let each: [i16; 32] = std::array::from_fn(|i| own[i] + enemy[i]);
        (0..32).map(|i| i32::from(times[i]) * i32::from(each[i])).sum::<i32>()
    });
    sums.sum()
}

impl Evaluator<Shogi> for Attacks {
    fn evaluate(&mut self, game: &Shogi) -> Value {
        let pieces = self.trail.sum(&self.tables, game);
        let lead = pieces + self.attacks(game, &counts::<false>(game), &counts::<true>(game));
        let lead = if game.player() == Player::First { lead } else { -lead };
        let most = Value::decisive(MATE).raw() - 1;
        Value::new((lead + self.tables.tempo).clamp(-most, most))
    }

    fn bounds(&self, _: &Shogi) -> Bounds {
        Bounds::symmetric(Value::new(MATE))
    }
}

#[cfg(test)]
mod tests {
    use super::{counts::lane, *};
    use crate::{Kind, Square, Squares, middle_games};

    /// The same from the definition, square by square.
    fn plain(game: &Shogi, weights: &Weights) -> f64 {
        let mut total = 0.0;
        for player in [Player::First, Player::Second] {
            let sign = if player == game.player() { 1.0 } else { -1.0 };
            let (own, enemy) = (game.king(player), game.king(player.other()));
            let seen = |s: Square| if player == Player::Second { s.rotated() } else { s };
            let cell = |king: Square, s: Square| {
                let (king, s) = (seen(king), seen(s));
                (usize::from(king.file().abs_diff(s.file())), 8 + king.rank() - s.rank())
            };
            for square in Square::all() {
                let attackers = game.attackers(player, square);
                let attackers = if own.distance(square) == 1 {
                    attackers | Squares::only(own)
                } else {
                    attackers
                };
                let count = attackers.count() as usize;
                if count > 0 {
                    let each = weights.own[usize::from(own.distance(square))]
                        + weights.enemy[usize::from(enemy.distance(square))];
                    total += sign * f64::from(weights.attackers[count.min(6) - 1] * each);
                }
                let Some((_, kind)) = game.on(square).filter(|&(owner, _)| owner == player) else {
                    continue;
                };
                let (files, ahead) = cell(enemy, square);
                let mut value = weights.near_enemy[kind.index()][files][usize::from(ahead)];
                if kind == Kind::King {
                    let rank = usize::from(square.rank_for(player)) - 1;
                    value += weights.king[rank][usize::from(square.file().abs_diff(5))];
                } else {
                    let (files, ahead) = cell(own, square);
                    value += weights.board[kind.index()];
                    value += weights.near_own[kind.index()][files][usize::from(ahead)];
                }
                total += sign * f64::from(value);
            }
            for (kind, count) in game.hand(player).iter() {
                total += sign * f64::from(weights.hand[kind.index()]) * f64::from(count);
            }
        }
        total + f64::from(weights.tempo)
    }

    #[test]
    fn evaluates_as_defined() {
        // Every weight different from every other, so that none is mixed up.
        let mut odd = Weights { tempo: 3.0, ..Weights::hand_crafted() };
        for table in odd.near_own.iter_mut().chain(&mut odd.near_enemy) {
            for (i, value) in table.as_flattened_mut().iter_mut().enumerate() {
                *value += (i * 37 % 101) as f32 - 50.0;
            }
        }
        for weights in [Weights::hand_crafted(), Weights::tuned(), odd] {
            let mut attacks = Attacks::new(&weights).expect("they fit");
            for game in middle_games() {
                let value = f64::from(attacks.evaluate(&game).raw());
                // Weights are rounded, those of attackers to a 32nd.
                assert!((value - plain(&game, &weights)).abs() < 8.0, "{value} {game:?}");
            }
        }
    }

    #[test]
    fn attacks_are_counted_one_by_one() {
        let starts = middle_games().chain(crate::mates().map(|(game, _)| game));
        for game in starts.chain([Shogi::start()]) {
            let sides = [counts::<false>(&game), counts::<true>(&game)];
            for (player, counts) in [Player::First, Player::Second].into_iter().zip(sides) {
                let counts = counts.bytes::<false>();
                for square in Square::all() {
                    let attackers = game
                        .pieces(player)
                        .iter()
                        .filter(|&from| game.attacks_from(from).contains(square));
                    let count = counts[lane(square.index())];
                    assert_eq!(usize::from(count), attackers.count().min(7), "{square} {game:?}");
                }
            }
        }
    }

    #[test]
    fn the_largest_weights_do_not_overflow() {
        let weights = Weights {
            own: [250.0; 9],
            enemy: [250.0; 9],
            attackers: [7.5; 6],
            ..Weights::hand_crafted()
        };
        let mut attacks = Attacks::new(&weights).expect("they fit");
        for game in middle_games() {
            let value = attacks.evaluate(&game).raw();
            assert!(value.abs() < Value::decisive(MATE).raw(), "{value}");
        }
    }

    #[test]
    fn clones_share_their_tables() {
        let attacks = Attacks::default();
        assert!(Arc::ptr_eq(&attacks.tables, &attacks.clone().tables));
    }
}
