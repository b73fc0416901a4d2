//! The full-board evaluation: tactics, groups, influence, and what is being
//! fought for.
//!
//! After Fotland's description of Many Faces of Go (posts to the computer-go
//! list, 2001 and 2006): strings are read first, then joined into groups; eyes,
//! room and races determine how strong these are, and their strength determines how far their
//! influence reaches. The score is an estimate of the final one, in fiftieths of a point,
//! in three parts by how certain they are. Beyond that account, the chance that a group lives or
//! that a point is a player's is [learned](crate::strategy::prospects) from all this. The player
//! to move gains from what is critical, and has sente, which is worth something, too.

mod fights;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use starboard_core::{Bounds, Evaluator, Game, Value};

pub(crate) use self::fights::MOST;
pub use self::fights::{Fight, Prize};
use crate::{
    Area, Board, Chain, Color, Go, Group, Point, Scoring, Territory,
    board::game::UNIT,
    reading::tactics::{Tactician, critical, lost},
    strategy::prospects::{Asked, Prospects},
    strategy::status::StatusCache,
    strategy::territory::{self, Setting},
};

/// What sente is worth on an empty board, in fiftieths of a point.
const SENTE_FIRST: i32 = 7 * UNIT;
/// The same at the end of a game.
const SENTE_LAST: i32 = UNIT;
/// A point that goes to a player by this many thousandths is settled.
const SETTLED: i32 = 800;
/// A player who is behind by more than this, come what may, has lost.
const LOST: i32 = 10 * UNIT;

/// The variance of the final score, in hundredths: its value in points squared if everything is
/// settled; and the parts that groups and free points add of their variances, as if each were
/// independently all or nothing.
///
/// By the squares of what the evaluation was off KataGo's leads in 1,169 positions on 9x9 (4.3,
/// 0.43, 0.55; with 833 on 13x13 alike). What it says there, by fifths: 2.1, 2.9, 5.7, 7.1 and
/// 9.5 points; what it was off: 1.4, 1.5, 5.5, 7.2 and 9.8. On 19x19 it says too much, 12.8 to
/// 19.6 for 7.1 to 18.5.
const SPREAD: [i64; 3] = [430, 43, 55];

/// What the right to move is worth, in fiftieths of a point: 7 points on an
/// empty board, falling in proportion to the stones to 1 point when the end
/// begins (Fotland).
pub fn sente(board: &Board) -> i32 {
    let (done, late) = territory::progress(board);
    SENTE_FIRST - (SENTE_FIRST - SENTE_LAST) * done / late
}

/// The analysis of a position, whoever is to move.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Every string, in the order of its first stone.
    pub chains: Vec<Chain>,
    /// Groups and territory, with lost stones removed and critical ones left standing.
    pub territory: Territory,
    /// The critical strings and groups, those that are worth most first.
    pub fights: Vec<Fight>,
    /// What the right to move is worth, in fiftieths of a point.
    pub sente: i32,
    /// By how much Black is ahead, komi included and before the fights, in fiftieths of a point.
    pub lead: i32,
}

impl Analysis {
    /// Analyses a position, with the reader's help; `told` collects everything that the
    /// networks are asked.
    fn new(game: &Go, known: &mut Cache, told: Option<&mut Vec<Asked>>) -> Self {
        let board = game.board();
        let chains = known.tactician.chains(board);
        let [lost, critical] = [lost(board, &chains), critical(board, &chains)];
        let safe = territory::unconditional(board);
        let setting = Setting {
            board,
            lost: &lost,
            critical: &critical,
            safe: &safe,
            scoring: game.rules().scoring,
            prospects: &known.prospects,
        };
        let status = &mut known.status;
        let verdicts = |board: &Board, groups: &[Group]| {
            let Some(status) = status else { return Vec::new() };
            groups.iter().map(|group| status.verdict(board, groups, group)).collect()
        };
        let territory = Territory::asked(&setting, verdicts, told);
        let fights = fights::fights(&setting, &chains, &territory);
        let lead = territory.lead() - game.rules().komi.raw();
        Self { chains, territory, fights, sente: sente(board), lead }
    }

    /// Whether a player has lost: it would be behind by more than ten points even if
    /// everything unsettled went its way.
    pub fn is_lost(&self, board: &Board, color: Color) -> bool {
        let sign = if color == Color::Black { 1 } else { -1 };
        let owners = board.all().iter().map(|point| sign * self.territory.owner[point.index()]);
        let open = owners.filter(|owner| owner.abs() < SETTLED);
        let hopes: i32 = open.map(|owner| 1000 - owner).sum();
        sign * self.lead + hopes * UNIT / 1000 + LOST < 0
    }

    /// By how much the final score may differ from the lead, as a standard deviation in fiftieths
    /// of a point: the variances of unsettled groups and free points add up.
    pub fn spread(&self, board: &Board) -> i32 {
        // In millionths of a point squared, from chances in thousandths.
        let open = self.territory.groups.iter().filter(|group| !group.safe);
        let groups: i64 = open
            .map(|group| {
                let (size, chance) = (i64::from(group.size()), i64::from(group.strength[1]));
                size * size * chance * (1000 - chance)
            })
            .sum();
        let owners = board.empty().iter().map(|point| self.territory.owner[point.index()]);
        let points: i64 = owners.map(|owner| 1_000_000 - i64::from(owner * owner)).sum();
        let [least, group, point] = SPREAD;
        let variance = least * 10_000 + (group * groups + point * points) / 100;
        (variance * i64::from(UNIT * UNIT) / 1_000_000).isqrt() as i32
    }

    /// The string of a stone.
    pub fn chain(&self, board: &Board, stone: Point) -> Option<&Chain> {
        let first = board.string(stone).min()?;
        let place = self.chains.binary_search_by_key(&first, |chain| chain.first).ok()?;
        self.chains.get(place)
    }

    /// The board with a square on each point, the larger the surer it is who will own the
    /// point.
    pub fn svg(&self, game: &Go) -> String {
        crate::board::svg::owned(game, &self.territory.owner)
    }

    /// What the position is worth for `mover`, who is to move, in fiftieths of a point: the lead,
    /// what the turn gains in critical strings and groups, and sente.
    pub fn worth(&self, mover: Color) -> i32 {
        let mut value = if mover == Color::Black { self.lead } else { -self.lead };
        for fight in &self.fights {
            value += fight.turn[usize::from(fight.owner != mover)];
        }
        value + self.sente
    }
}

/// How many positions are cached.
const ANALYSES: usize = 2048;

/// The cached analyses, shared by all copies of an evaluation.
#[derive(Debug)]
pub(crate) struct Cache {
    tactician: Tactician,
    /// The cached life-and-death status of groups; `None` if groups are not read.
    status: Option<StatusCache>,
    prospects: Arc<Prospects>,
    analyses: HashMap<u64, Arc<Analysis>>,
}

impl Default for Cache {
    fn default() -> Self {
        Self::new(Prospects::built_in(), true)
    }
}

impl Cache {
    fn new(prospects: Arc<Prospects>, reads: bool) -> Self {
        Self {
            tactician: Tactician::default(),
            status: reads.then(StatusCache::default),
            prospects,
            analyses: HashMap::new(),
        }
    }

    fn analyse(&mut self, game: &Go) -> Arc<Analysis> {
        let key = game.key();
        if let Some(analysis) = self.analyses.get(&key) {
            return Arc::clone(analysis);
        }
        if self.analyses.len() >= ANALYSES {
            self.analyses.clear();
        }
        let analysis = Arc::new(Analysis::new(game, self, None));
        self.analyses.insert(key, Arc::clone(&analysis));
        analysis
    }
}

/// The full-board evaluation, with a cache of its analyses, which copies share.
///
/// ```
/// use starboard_core::{Evaluator, Game};
/// use starboard_go::{Go, FullBoard};
///
/// // Three black stones have one liberty: who is to move saves or takes them.
/// let position = "9/4O4/3OXO3/3OXO3/3OXO3/9/9/9/9";
/// let (black, white) = (format!("{position} b 0"), format!("{position} w 0"));
/// let mut evaluator = FullBoard::default();
/// let saved = evaluator.evaluate(&Go::parse(&black)?);
/// let taken = evaluator.evaluate(&Go::parse(&white)?);
/// // Each judgement is its mover's, in fiftieths of a point, and has in it that the other
/// // has sente then: so their sum is what the turn is worth beyond playing elsewhere,
/// // more than a point.
/// let turn = saved.raw() + taken.raw();
/// assert!(turn > 50, "{turn}");
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FullBoard {
    cache: Arc<Mutex<Cache>>,
}

impl FullBoard {
    /// The evaluation with other networks.
    pub fn with_prospects(prospects: Arc<Prospects>) -> Self {
        Self::of(Cache::new(prospects, true))
    }

    /// The same evaluation with an empty cache of its own.
    #[must_use]
    pub fn fresh(&self) -> Self {
        let cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        Self::of(Cache::new(Arc::clone(&cache.prospects), cache.status.is_some()))
    }

    /// The same without reading groups: by rules of thumb and networks alone.
    #[must_use]
    pub fn without_reading(&self) -> Self {
        let cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        Self::of(Cache::new(Arc::clone(&cache.prospects), false))
    }

    fn of(cache: Cache) -> Self {
        Self { cache: Arc::new(Mutex::new(cache)) }
    }

    /// Everything that the networks are asked to evaluate a position.
    pub fn asked(&self, game: &Go) -> Vec<Asked> {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        let mut asked = Vec::new();
        Analysis::new(game, &mut cache, Some(&mut asked));
        asked
    }

    /// The analysis of a position, from the cache if it is there.
    pub fn analyse(&self, game: &Go) -> Arc<Analysis> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner).analyse(game)
    }
}

impl Evaluator<Go> for FullBoard {
    fn evaluate(&mut self, game: &Go) -> Value {
        let value = self.analyse(game).worth(game.color());
        let bounds = self.bounds(game);
        Value::new(value).clamp(bounds.low, bounds.high)
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn bounds(&self, game: &Go) -> Bounds {
        match game.rules().scoring {
            Scoring::Area => Area.bounds(game),
            Scoring::Territory => Bounds::FULL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a position is worth for its mover, but for sente, in points.
    #[track_caller]
    fn points(text: &str) -> i32 {
        let game = Go::parse(text).expect("a position");
        let analysis = FullBoard::default().analyse(&game);
        (analysis.worth(game.color()) - analysis.sente) / UNIT
    }

    #[test]
    fn a_board_that_is_divided_is_counted() {
        // Walls, and what is behind them.
        let position = "2X1XO3/2X1XO3/2X1XO3/2X1XO3/2XXXO3/4XO3/4XO1O1/4XOO2/4XO3 b 0";
        let (black, white) = (points(position), points(&position.replace(" b ", " w ")));
        assert!((45 - 36 - 4..=45 - 36).contains(&black), "{black}");
        assert!((36 - 45..=36 - 45 + 4).contains(&white), "{white}");
    }

    #[test]
    fn what_is_lost_counts_for_the_opponent() {
        let alive = "1X1X1O3/XXXXXO3/OOOOOO3/9/9/9/9/9/9 b 0";
        assert!(points(alive) < 0);
        // The same with the black stones in one eye.
        let dead = "2XXXO3/XXXXXO3/OOOOOO3/9/9/9/9/9/9 b 0";
        assert!(points(dead) < points(alive) - 2 * 5, "{} {}", points(dead), points(alive));
    }

    /// The more is open, the less is known of the end.
    #[test]
    fn what_is_settled_has_no_spread() {
        let spread = |text: &str| {
            let game = Go::parse(text).expect("a position");
            FullBoard::default().analyse(&game).spread(game.board()) / UNIT
        };
        let settled = "1X1XO1O1O/XXXXOOOOO/XXXXOO1OO/XXXXOOOOO/X1X1XO1OO/XXXXXOOOO/XXXXXO1O1/\
                       XXXXXOOOO/1X1XXOO1O b 0";
        assert!(spread(settled) <= 2);
        // Two corners divided by walls with room behind, and nothing but corners.
        let [open, empty] = ["3XO4/3XO4/3XO4/3XO4/3XO4/3XO4/3XO4/3XO4/3XO4 b 0", "9x9 b 0"];
        assert!(spread(settled) < spread(open) && spread(open) < spread(empty));
    }

    #[test]
    fn sente_falls_from_seven_points_to_one() {
        let mut board = Board::new(crate::Size::new(9).expect("a size"));
        assert_eq!(sente(&board), 350);
        let mut last = 350;
        for point in board.all().iter().step_by(2).take(60) {
            board.play(point, Color::Black);
            assert!(sente(&board) <= last);
            last = sente(&board);
        }
        assert!(last < 130);
    }
}
