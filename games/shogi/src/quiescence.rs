//! Which positions are too noisy to evaluate: those with captures, promotions or checks.

mod options;

use starboard_core::{NodeInfo, Quiescence, Value, fetch};

pub use self::options::QuiescenceOptions;
use crate::{
    Kind, Move, Shogi, Square, Squares,
    mating::may_check,
    position::MATE,
    rules::lines,
    see::{MOST_GAIN, MOST_PROMOTED, gain, see_at_least, worth_capturing},
};

/// Plays out captures and promotions that do not lose by exchange, checks at the horizon, and
/// [there](QuiescenceOptions::evasions) every evasion of a check.
///
/// Every chain ends: captures are followed to [`depth`](QuiescenceOptions::depth), the plies
/// with checks and evasions are limited, and each recapture on one square takes a piece off the
/// board. A search that does not [say](Quiescence::begin) where its horizon is gets no checks
/// and, 128 plies from its root, no evasions.
///
/// ```
/// use starboard_core::{Game, NodeInfo, Quiescence, Window};
/// use starboard_shogi::{ShogiQuiescence, Shogi};
///
/// let game = Shogi::parse("startpos moves 7g7f 3c3d")?;
/// let node = NodeInfo { game: &game, ply: 0, depth: 0, window: Window::FULL, line: &[] };
/// let mut noisy = Vec::new();
/// ShogiQuiescence::default().noisy(&node, &mut noisy);
/// // The bishops: a fair exchange.
/// assert_eq!(noisy, [game.parse_move("8h2b+")?]);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ShogiQuiescence {
    options: QuiescenceOptions,
    /// The ply of the horizon, once known.
    horizon: Option<u32>,
    /// The stand-pat value of the position queried last, for its mover.
    standing: Option<Value>,
    /// An upper bound on the values of the moves that the last query left out because of the
    /// window.
    hope: Value,
    /// Mates in one, by the low bits of a position's key: searches come back to many positions.
    mates: Box<[(u64, Option<Move>)]>,
}

/// For how many positions the mate in one is cached.
const MATES: usize = 1 << 13;

impl Default for ShogiQuiescence {
    fn default() -> Self {
        Self::new(QuiescenceOptions::default())
    }
}

/// How many plies from the root chains go in a search that does not say where its horizon is.
const FARTHEST: u32 = 128;

impl ShogiQuiescence {
    /// Plays out what the options say.
    pub fn new(options: QuiescenceOptions) -> Self {
        // An empty slot has a key that belongs in another slot.
        let mates = (0..MATES).map(|place| (!place as u64, None)).collect();
        Self { options, horizon: None, standing: None, hope: Value::MIN, mates }
    }

    /// A move that mates at once, if there is one.
    fn mate_in_one(&mut self, game: &Shogi) -> Option<Move> {
        let key = game.hash();
        let place = &mut self.mates[key as usize % MATES];
        if place.0 != key {
            *place = (key, game.mate_in_one());
        }
        place.1
    }

    /// Plies beyond the horizon, 0 above it; while the horizon is not known, 0 up to
    /// `FARTHEST` and the maximum from there on.
    fn beyond(&self, node: &NodeInfo<'_, Shogi>) -> u32 {
        match self.horizon {
            _ if node.depth > 0 => 0,
            Some(horizon) => node.ply.saturating_sub(horizon),
            None if node.ply < FARTHEST => 0,
            None => u32::MAX,
        }
    }

    /// The least a move must win by exchange to have a chance of raising alpha.
    fn least(&mut self, node: &NodeInfo<'_, Shogi>) -> i32 {
        self.hope = Value::MIN;
        let Some(standing) = self.standing.take() else { return self.options.see };
        let margin = i64::from(self.options.margin);
        let missing = i64::from(node.window.alpha.raw()) - i64::from(standing.raw()) - margin;
        let least = self.options.see.max(i32::try_from(missing).unwrap_or(self.options.see));
        if least > self.options.see {
            let most = Value::saturating(i64::from(standing.raw()) + margin + i64::from(MOST_GAIN));
            self.hope = most.min(node.window.alpha);
        }
        least
    }

    /// Whether the mover is in check and every evasion is to be tried.
    fn evades(&self, node: &NodeInfo<'_, Shogi>) -> bool {
        self.beyond(node) < self.options.evasions && node.game.is_in_check()
    }
}

/// The most targets that are tried one by one.
const FEW: u32 = 5;

/// Whether a capture, or the promotion of a pawn, may win `least`: a quick test that is never
/// wrong when it says no.
fn may_win(game: &Shogi, least: i32) -> bool {
    if least <= MOST_PROMOTED {
        return true;
    }
    let player = game.player();
    let targets = worth_capturing(game, player.other(), least);
    targets.count() > FEW || targets.iter().any(|square| !game.attackers(player, square).is_empty())
}

/// Appends the legal promotions of bishops and rooks that capture nothing.
fn promotions(game: &Shogi, out: &mut Vec<Move>) {
    let player = game.player();
    let (occupied, camp) = (game.occupied(), Squares::camp_against(player));
    let mut promote = |kind: Kind, from: Square, attacked: Squares| {
        let mut to = attacked - occupied;
        if !camp.contains(from) {
            to = to & camp;
        }
        let moves = to.iter().map(|to| Move::step(player, kind, from, to, true));
        out.extend(moves.filter(|&m| game.is_legal(m)));
    };
    for from in game.pieces_of(player, Kind::Bishop).iter() {
        promote(Kind::Bishop, from, lines::bishop(from, occupied));
    }
    for from in game.pieces_of(player, Kind::Rook).iter() {
        promote(Kind::Rook, from, lines::rook(from, occupied));
    }
}

/// Appends the checks that do not give the checking piece away, except those that are already
/// in the list, from `start` on.
fn add_checks(game: &Shogi, start: usize, out: &mut Vec<Move>) {
    if !may_check(game) {
        return;
    }
    let first = out.len();
    game.checks(out);
    let mut kept = first;
    for i in first..out.len() {
        let m = out[i];
        if !out[start..first].contains(&m) && see_at_least(game, m, gain(game, m).min(0)) {
            out[kept] = m;
            kept += 1;
        }
    }
    out.truncate(kept);
}

/// Keeps those of the moves from `start` on that `keep` accepts, in their order.
fn retain(moves: &mut Vec<Move>, start: usize, keep: impl Fn(Move) -> bool) {
    let mut kept = start;
    for i in start..moves.len() {
        if keep(moves[i]) {
            moves[kept] = moves[i];
            kept += 1;
        }
    }
    moves.truncate(kept);
}

impl Quiescence<Shogi> for ShogiQuiescence {
    fn begin(&mut self, node: &NodeInfo<'_, Shogi>) {
        self.horizon = Some(node.ply);
    }

    fn prefetch(&self, key: u64) {
        fetch(&self.mates[key as usize % MATES]);
    }

    fn noisy(&mut self, node: &NodeInfo<'_, Shogi>, out: &mut Vec<Move>) {
        let (game, options, start) = (node.game, self.options, out.len());
        let (beyond, least) = (self.beyond(node), self.least(node));
        if game.repetitions() >= 3 || game.is_declared() {
            self.hope = Value::MIN;
            return;
        }
        if may_win(game, least) {
            game.captures(out);
        }
        if beyond >= options.depth {
            let last = node.last().and_then(Move::to);
            retain(out, start, |m| {
                m.to() == last && game.captured(m).is_some() && see_at_least(game, m, least)
            });
            return;
        }
        let promoting = beyond < options.promotions;
        if promoting && least <= MOST_PROMOTED {
            promotions(game, out);
        }
        retain(out, start, |m| {
            (promoting || game.captured(m).is_some()) && see_at_least(game, m, least)
        });
        if self.horizon.is_some() && beyond < options.checks {
            add_checks(game, start, out);
        }
    }

    fn hope(&self) -> Value {
        self.hope
    }

    fn may_stand_pat(&mut self, node: &NodeInfo<'_, Shogi>) -> bool {
        !self.evades(node)
    }

    fn stand_pat(&mut self, _: &NodeInfo<'_, Shogi>, static_value: Value) -> Value {
        self.standing = Some(static_value);
        static_value
    }

    fn immediate_win(&mut self, node: &NodeInfo<'_, Shogi>) -> Option<(Value, Move)> {
        let win = |m| (Value::new(MATE), m);
        if node.game.may_declare() {
            return Some(win(Move::DECLARATION));
        }
        let looks = self.beyond(node) < self.options.mate;
        if looks { self.mate_in_one(node.game).map(win) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::{
        Game, Node, Window,
        spec::{Args, Spec},
    };

    use super::*;
    use crate::middle_games;

    fn at<'a>(game: &'a Shogi, ply: u32, line: &'a [Move]) -> NodeInfo<'a, Shogi> {
        NodeInfo { game, ply, depth: 0, window: Window::FULL, line }
    }

    /// The noisy moves so many moves beyond the horizon, after `last`.
    fn noisy(
        options: QuiescenceOptions,
        sfen: &str,
        beyond: u32,
        last: Option<&str>,
    ) -> Vec<String> {
        let (mut game, mut played) = (Shogi::parse(sfen).expect("a position"), None);
        let mut quiescence = ShogiQuiescence::new(options);
        quiescence.begin(&at(&game, 3, &[]));
        if let Some(last) = last {
            let m = game.parse_move(last).expect("a legal move");
            game.play(m);
            played = Some(m);
        }
        let mut out = vec![Move::DECLARATION];
        quiescence.noisy(&at(&game, 3 + beyond, played.as_slice()), &mut out);
        let mut names: Vec<_> = out[1..].iter().map(Move::to_string).collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_noisy() {
        let options = QuiescenceOptions::default();
        #[track_caller]
        fn check(options: QuiescenceOptions, sfen: &str, beyond: u32, expected: &[&str]) {
            assert_eq!(noisy(options, sfen, beyond, None), expected);
        }
        let quiet = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        check(options, quiet, 0, &[]);
        // A pawn that a silver may take, but not a rook; and one that is safe.
        let pawns = "4k4/9/5g3/4pp3/5S3/9/9/4R4/4K4 b - 1";
        check(options, pawns, 0, &["4e5d"]);
        check(QuiescenceOptions { see: 191, ..options }, pawns, 0, &[]);
        check(QuiescenceOptions { see: -10_000, ..options }, pawns, 0, &["4e4d", "4e5d", "5h5d"]);
        // Promotions, where nothing takes the piece.
        let promotions = "4k4/9/9/P8/9/9/9/9/B3K3R b - 1";
        let expected = ["1i1a+", "1i1b+", "1i1c+", "9d9c+", "9i1a+", "9i2b+", "9i3c+"];
        check(options, promotions, 0, &expected);
        check(options, promotions, 1, &[]);
        // Checks, if asked for; not where the piece is lost.
        let checks = "4k4/9/9/9/9/9/9/9/4K4 b GP 1";
        let none = QuiescenceOptions { checks: 0, ..options };
        check(none, "4k4/9/9/9/9/9/9/9/4K4 b NP 1", 0, &[]);
        check(options, "4k4/9/9/9/9/9/9/9/4K4 b NP 1", 0, &["N*4c", "N*6c"]);
        check(options, checks, 0, &[]);
        check(options, "4k4/9/9/9/9/9/9/9/4K4 b NP 1", 1, &[]);
    }

    #[test]
    fn what_cannot_reach_the_window_is_left_out() {
        // Ten pawns in hand behind; a pawn to win.
        let game = Shogi::parse("4k4/9/5g3/4pp3/5S3/9/9/4R4/4K4 b 10p 1").expect("a position");
        let standing = Value::new(-1500);
        #[track_caller]
        fn check(game: &Shogi, standing: Value, alpha: i32, margin: i32, expected: usize) {
            let mut quiescence =
                ShogiQuiescence::new(QuiescenceOptions { margin, ..QuiescenceOptions::default() });
            let window = Window { alpha: Value::saturating(alpha.into()), beta: Value::MAX };
            let node = NodeInfo { window, ..at(game, 0, &[]) };
            assert!(quiescence.may_stand_pat(&node));
            assert_eq!(quiescence.stand_pat(&node, standing), standing);
            let mut out = Vec::new();
            quiescence.noisy(&node, &mut out);
            assert_eq!(out.len(), expected);
            // Where the window asks for a gain, whatever gains less counts as the most it may bring.
            let missing = i64::from(alpha) - i64::from(standing.raw()) - i64::from(margin);
            let most = i64::from(standing.raw()) + i64::from(margin) + i64::from(MOST_GAIN);
            let hope = if missing > 0 { Value::saturating(most) } else { Value::MIN };
            assert_eq!(quiescence.hope(), hope.min(window.alpha));
        }
        check(&game, standing, -1500, 0, 1);
        check(&game, standing, -1310, 0, 1);
        check(&game, standing, -1309, 0, 0);
        check(&game, standing, -1309, 1, 1);
        check(&game, standing, 30_000, 300, 0);
        check(&game, standing, i32::MIN, 300, 1);
    }

    #[test]
    fn far_out_only_recaptures() {
        // Both pawns will stand before silvers, one has just come there.
        let sfen = "4k4/9/9/9/4p4/2p6/2S1S4/9/4K4 w - 1";
        let options = QuiescenceOptions { depth: 2, ..QuiescenceOptions::default() };
        let both = ["5g5f", "7g7f"].map(String::from);
        assert_eq!(noisy(options, sfen, 1, Some("5e5f")), both);
        assert_eq!(noisy(options, sfen, 2, Some("5e5f")), both[..1]);
    }

    #[test]
    fn in_check_there_is_no_standing_pat() {
        let game = Shogi::parse("4k4/9/9/9/4R4/9/9/9/4K4 w - 1").expect("a position");
        let mut quiescence = ShogiQuiescence::default();
        assert!(!quiescence.may_stand_pat(&at(&game, 9, &[])));
        assert!(quiescence.may_stand_pat(&at(&game, FARTHEST, &[])));
        quiescence.begin(&at(&game, 20, &[]));
        assert!(!quiescence.may_stand_pat(&at(&game, 20, &[])));
        assert!(quiescence.may_stand_pat(&at(&game, 21, &[])));
        let quiet = Shogi::start();
        assert!(quiescence.may_stand_pat(&at(&quiet, 20, &[])));
    }

    #[test]
    fn an_immediate_win_wins() {
        let mut wins = 0;
        let one = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
        let declared = "RRGGSS+N+N+L/K8/+L8/9/9/9/9/9/4k4 b 2B 1";
        let games = [one, declared].map(|sfen| Shogi::parse(sfen).expect("a position"));
        for game in games.into_iter().chain(middle_games()) {
            if let Some((value, m)) = ShogiQuiescence::default().immediate_win(&at(&game, 0, &[])) {
                let mut after = game.clone();
                after.play(m);
                assert_eq!((after.node(), value), (Node::Over(-value), Value::new(MATE)));
                wins += 1;
            }
        }
        assert!(wins >= 2, "{wins}");
        let game = Shogi::parse(one).expect("a position");
        let mut blind =
            ShogiQuiescence::new(QuiescenceOptions { mate: 0, ..QuiescenceOptions::default() });
        assert_eq!(blind.immediate_win(&at(&game, 0, &[])), None);
        let mut quiescence = ShogiQuiescence::default();
        quiescence.begin(&at(&game, 10, &[]));
        let seen =
            [0, 10, 13, 14].map(|ply| quiescence.immediate_win(&at(&game, ply, &[])).is_some());
        assert_eq!(seen, [true, true, true, false]);
        // Above a horizon that is further on by now.
        let above = NodeInfo { depth: 1, ..at(&game, 14, &[]) };
        assert!(quiescence.immediate_win(&above).is_some());
    }

    /// Follows chains at random, with every kind of move, to their ends.
    #[test]
    fn every_chain_ends() {
        let options = QuiescenceOptions {
            see: -10_000,
            promotions: 4,
            checks: 64,
            evasions: 8,
            depth: 16,
            ..QuiescenceOptions::default()
        };
        let mut rng = starboard_core::rng(5, 0);
        let (mut moves, mut longest) = (Vec::new(), 0);
        for start in middle_games() {
            for _ in 0..5 {
                let (mut game, mut quiescence) = (start.clone(), ShogiQuiescence::new(options));
                quiescence.begin(&at(&game, 0, &[]));
                let (mut ply, mut last) = (0, None);
                while game.node() == Node::Decision {
                    moves.clear();
                    let node = at(&game, ply, last.as_slice());
                    if quiescence.may_stand_pat(&node) {
                        quiescence.noisy(&node, &mut moves);
                    } else {
                        game.moves(&mut moves);
                    }
                    if moves.is_empty() {
                        break;
                    }
                    let m = moves[rng.random_range(0..moves.len())];
                    assert!(game.is_legal(m), "{m} in {game:?}");
                    game.play(m);
                    (ply, last) = (ply + 1, Some(m));
                }
                longest = longest.max(ply);
            }
        }
        assert!((16..=36).contains(&longest), "{longest}");
    }

    #[test]
    fn options_are_read_as_declared() {
        let mut spec = Spec::named("noisy");
        for param in QuiescenceOptions::PARAMS {
            spec = spec.with(param.name, param.default);
        }
        let mut args = Args::new(&spec);
        assert_eq!(QuiescenceOptions::read(&mut args), Ok(QuiescenceOptions::default()));
        assert_eq!(args.finish(), Ok(()));
        for bad in ["p(see=10001)", "p(margin=-1)", "p(depth=0)", "p(checks=65)", "p(mate=65)"] {
            let mut args = Args::new(&bad.parse().expect("a spec"));
            assert!(QuiescenceOptions::read(&mut args).is_err(), "{bad}");
        }
    }
}
