//! Which moves of Shogi to search first.

use starboard_core::{
    Contribution, Game, Heuristic, NodeInfo, Player,
    spec::{Args, Param, SpecError},
};

use crate::{
    Kind, Move, Shogi, Square, Squares,
    see::{capture_value, gain, loss, see, see_at_least},
};

/// The options of [`Exchange`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct ExchangeOptions {
    /// The score of captures and promotions that lose nothing by exchange,
    /// before what they win is added: above that of any quiet move.
    pub winning: i32,
    /// The score of those that do lose, before what they lose is taken off:
    /// below that of any quiet move.
    pub losing: i32,
    /// The score of moves that needlessly [decline a promotion](Move::declines_promotion).
    pub declining: i32,
    /// Whether to separate winning from losing captures by static exchange evaluation, rather
    /// than to call all winning. Beyond the horizon and out of check all are called winning,
    /// since the quiescence has left the others out.
    pub exchange: bool,
    /// How much the threat of a quiet move counts: up to some 60 times this for
    /// moves towards the enemy king, checks and drops close to it.
    pub quiet: i32,
}

impl Default for ExchangeOptions {
    fn default() -> Self {
        Self {
            winning: 2_000_000,
            losing: -1_000_000,
            declining: -2_000_000,
            exchange: true,
            quiet: 0,
        }
    }
}

impl ExchangeOptions {
    /// The options as arguments of a description.
    pub const PARAMS: &[Param] = &[
        Param {
            name: "winning",
            default: "2000000",
            range: "-10000000 to 10000000",
            help: "the score of captures and promotions that lose nothing",
        },
        Param {
            name: "losing",
            default: "-1000000",
            range: "-10000000 to 10000000",
            help: "the score of captures and promotions that lose by exchange",
        },
        Param {
            name: "declining",
            default: "-2000000",
            range: "-10000000 to 10000000",
            help: "the score of moves that needlessly decline a promotion",
        },
        Param {
            name: "exchange",
            default: "true",
            range: "true or false",
            help: "separate winning from losing captures by static exchange evaluation",
        },
        Param {
            name: "quiet",
            default: "0",
            range: "0 to 10000",
            help: "how much the threat of a quiet move counts: up to some 60 times this",
        },
    ];

    /// Reads the options from the arguments of a description.
    ///
    /// # Errors
    ///
    /// If one cannot be read or is out of range.
    pub fn read(args: &mut Args) -> Result<Self, SpecError> {
        let Self { winning, losing, declining, exchange, quiet } = Self::default();
        let range = -10_000_000..=10_000_000;
        Ok(Self {
            winning: args.take_in("winning", winning, range.clone())?,
            losing: args.take_in("losing", losing, range.clone())?,
            declining: args.take_in("declining", declining, range)?,
            exchange: args.take("exchange", exchange)?,
            quiet: args.take_in("quiet", quiet, 0..=10_000)?,
        })
    }
}

/// Captures and promotions first, by what they win and then by the least valuable piece that
/// makes them; last those that lose by exchange, and moves that needlessly decline a promotion.
/// Quiet moves keep their order by default.
///
/// ```
/// use starboard_core::{Game, Heuristic, NodeInfo, Window};
/// use starboard_shogi::{Exchange, Shogi};
///
/// let game = Shogi::parse("startpos moves 7g7f 3c3d")?;
/// let node = NodeInfo { game: &game, ply: 0, depth: 1, window: Window::FULL, line: &[] };
/// let moves = ["2g2f", "8h2b+", "8h2b"].map(|m| game.parse_move(m).expect("legal"));
/// let mut scores = [0; 3];
/// Exchange::default().score(&node, &moves, &mut scores);
/// assert!(scores[1] > scores[0] && scores[0] > scores[2]);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Exchange {
    options: ExchangeOptions,
}

/// How the ordering classifies a move.
enum Place {
    /// A promotion that is needlessly declined.
    Declining,
    /// Wins or loses nothing at once.
    Quiet,
    /// A capture or promotion that loses nothing by exchange.
    Winning,
    /// A capture or promotion that loses this much by exchange.
    Losing(i32),
}

impl Exchange {
    /// Orders as the options say.
    pub fn new(options: ExchangeOptions) -> Self {
        Self { options }
    }

    #[inline(always)]
    fn place(&self, seen: &Seen<'_>, m: Move) -> Place {
        let (Some(from), Some(to)) = (m.from(), m.to()) else { return Place::Quiet };
        let tactical = m.promotes() || seen.occupied.contains(to);
        let near = || seen.camp.contains(to) || seen.camp.contains(from);
        if m.may_decline() && near() && m.declines_promotion() {
            Place::Declining
        } else if !tactical {
            Place::Quiet
        } else if seen.exchange
            && let Some(value) = loss(seen.game, m)
        {
            Place::Losing(value)
        } else {
            Place::Winning
        }
    }

    #[inline(always)]
    fn of(&self, seen: &Seen<'_>, m: Move) -> i32 {
        let (Self { options }, game) = (self, seen.game);
        match self.place(seen, m) {
            Place::Declining => options.declining,
            Place::Quiet if options.quiet == 0 => 0,
            Place::Quiet => options.quiet * threat(game, m),
            // What is won counts first, then what captures it.
            Place::Winning => options.winning + 16 * gain(game, m) - rank(m),
            Place::Losing(value) => options.losing + value,
        }
    }
}

/// What is needed of a position to score all its moves.
struct Seen<'a> {
    game: &'a Shogi,
    occupied: Squares,
    /// Where the mover's pieces promote.
    camp: Squares,
    /// Whether to separate winning captures from losing ones.
    exchange: bool,
}

impl Seen<'_> {
    /// Whether a move is quiet: a quick test, never wrong when it says so.
    #[inline(always)]
    fn is_clearly_quiet(&self, m: Move) -> bool {
        let (from, to) = m.squares();
        let apart = || !self.camp.contains(to) && !self.camp.contains(from);
        m.is_drop()
            || !m.is_promotion() && !self.occupied.contains(to) && (!m.may_decline() || apart())
    }
}

impl Exchange {
    fn seen<'a>(&self, node: &NodeInfo<'a, Shogi>) -> Seen<'a> {
        let game = node.game;
        // Beyond the horizon, a quiescence has left the losing ones out, but
        // for those that answer a check.
        let filtered = node.depth == 0 && !game.is_in_check();
        Seen {
            game,
            occupied: game.occupied(),
            camp: Squares::camp_against(game.player()),
            exchange: self.options.exchange && !filtered,
        }
    }
}

/// The rank of a piece to capture with, from the least valuable to the most, below 16: a
/// promoted pawn is only a pawn in hand once it is captured.
fn rank(m: Move) -> i32 {
    match m.kind_before() {
        Some(Kind::King) => 15,
        Some(kind) => capture_value(kind) / 160,
        None => 0,
    }
}

/// How much a quiet move threatens, from about -10 to 60: an estimate from the
/// board alone.
fn threat(game: &Shogi, m: Move) -> i32 {
    let (Some(to), Some(kind)) = (m.to(), m.kind_after()) else { return 60 };
    let (player, enemy) = (game.player(), game.king(game.player().other()));
    let close = |square: Square| 8 - i32::from(square.distance(enemy));
    let check =
        if game.gives_check(m) && see_at_least(game, m, gain(game, m).min(0)) { 30 } else { 0 };
    let moved = match (m.from(), kind) {
        // The king stays at home; other pieces come nearer.
        (Some(from), Kind::King) => i32::from(home(to, player)) - i32::from(home(from, player)),
        (Some(from), _) => 2 * (close(to) - close(from)) + close(to),
        (None, _) => 3 * close(to),
    };
    check + moved
}

/// How near its own edge a king stands, from 0 to 8.
fn home(square: Square, player: Player) -> u8 {
    square.rank_for(player) - 1
}

impl Heuristic<Shogi> for Exchange {
    fn score(&mut self, node: &NodeInfo<'_, Shogi>, moves: &[Move], scores: &mut [i32]) {
        let (seen, plain) = (self.seen(node), self.options.quiet == 0);
        for (&m, score) in moves.iter().zip(scores) {
            // Most are quiet.
            if !(plain && seen.is_clearly_quiet(m)) {
                *score += self.of(&seen, m);
            }
        }
    }

    fn explain(&mut self, node: &NodeInfo<'_, Shogi>, m: Move, out: &mut Vec<Contribution>) {
        let seen = self.seen(node);
        let (game, score) = (node.game, self.of(&seen, m));
        let prize = || match (game.captured(m), m.promotes()) {
            (Some(kind), true) => format!("takes a {kind} and promotes"),
            (Some(kind), false) => format!("takes a {kind}"),
            (None, _) => "promotes".to_owned(),
        };
        let pawns = |value: i32| f64::from(value) / 100.0;
        let why = match self.place(&seen, m) {
            Place::Quiet if score == 0 => return,
            Place::Quiet => format!("quiet, threat {}", threat(game, m)),
            Place::Declining => "declines a promotion".to_owned(),
            Place::Winning if seen.exchange => {
                format!("{}, wins {:.2} pawns by exchange", prize(), pawns(see(game, m)))
            }
            Place::Winning => prize(),
            Place::Losing(value) => {
                format!("{}, but loses {:.2} pawns by exchange", prize(), pawns(-value))
            }
        };
        out.push(Contribution { part: "exchange", score, why });
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{Game, Window, spec::Spec};

    use super::*;
    use crate::middle_games;

    fn at(game: &Shogi) -> NodeInfo<'_, Shogi> {
        NodeInfo { game, ply: 0, depth: 1, window: Window::FULL, line: &[] }
    }

    #[test]
    fn captures_that_win_come_first() {
        #[track_caller]
        fn check(options: ExchangeOptions, sfen: &str, best_first: &[&str]) {
            let game = Shogi::parse(sfen).expect("a position");
            let moves: Vec<_> =
                best_first.iter().map(|m| game.parse_move(m).expect("a legal move")).collect();
            let mut scores = vec![7; moves.len()];
            Exchange::new(options).score(&at(&game), &moves, &mut scores);
            assert!(scores.is_sorted_by(|a, b| a > b), "{scores:?}");
        }
        let plain = ExchangeOptions::default();
        // The gold, then a pawn by the lesser piece, then quiet moves, then a
        // pawn that is defended.
        let sfen = "4k4/9/9/2g1p4/3S5/1g7/1p7/1R2L4/3K5 b - 1";
        check(plain, sfen, &["6e7d", "5h5d", "6e5d", "6i6h", "8h8g"]);
        let greedy = ExchangeOptions { exchange: false, ..plain };
        check(greedy, sfen, &["6e7d", "5h5d", "6e5d", "8h8g", "6i6h"]);
        // Declining comes last of all.
        check(plain, "4k4/9/9/P8/9/9/9/9/4K4 b - 1", &["9d9c+", "5i5h", "9d9c"]);
        // The threat of quiet moves.
        let threats = ExchangeOptions { quiet: 10, ..plain };
        check(threats, "4k4/9/9/9/9/9/9/9/4K4 b N 1", &["N*4c", "N*5c", "N*5g", "5i5h"]);
    }

    #[test]
    fn explains_its_scores() {
        let threats = ExchangeOptions { quiet: 7, ..ExchangeOptions::default() };
        let (mut moves, mut kinds) = (Vec::new(), std::collections::BTreeSet::new());
        for options in [ExchangeOptions::default(), threats] {
            let mut order = Exchange::new(options);
            for game in middle_games() {
                moves.clear();
                game.moves(&mut moves);
                let mut scores = vec![0; moves.len()];
                order.score(&at(&game), &moves, &mut scores);
                for (&m, score) in moves.iter().zip(scores) {
                    let mut why = Vec::new();
                    order.explain(&at(&game), m, &mut why);
                    assert_eq!(why.iter().map(|c| c.score).sum::<i32>(), score, "{m}");
                    assert!(m.declines_promotion() || game.is_tactical(m) || score.abs() < 16_384);
                    kinds.extend(
                        why.into_iter()
                            .filter_map(|c| c.why.split_whitespace().next().map(str::to_owned)),
                    );
                }
            }
        }
        let kinds: Vec<_> = kinds.into_iter().collect();
        assert_eq!(kinds, ["declines", "promotes,", "quiet,", "takes"]);
    }

    #[test]
    fn options_are_read_as_declared() {
        let mut spec = Spec::named("exchange");
        for param in ExchangeOptions::PARAMS {
            spec = spec.with(param.name, param.default);
        }
        let mut args = Args::new(&spec);
        assert_eq!(ExchangeOptions::read(&mut args), Ok(ExchangeOptions::default()));
        assert_eq!(args.finish(), Ok(()));
        for bad in ["e(quiet=-1)", "e(winning=1e9)", "e(exchange=2)"] {
            let mut args = Args::new(&bad.parse().expect("a spec"));
            assert!(ExchangeOptions::read(&mut args).is_err(), "{bad}");
        }
    }
}
