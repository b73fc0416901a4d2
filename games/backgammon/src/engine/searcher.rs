//! The engine as a search algorithm for the game with the cube.

use std::num::NonZeroUsize;

use starboard_core::{
    BoundType, Candidate, Events, FilterSet, Game, Limits, Node, Report, Root, Stop, Value,
    spec::{Args, Param, SpecError},
};
use starboard_search::{
    Meter, Searcher,
    filtered::{Contest, contest},
    registry::{Algorithm, Parts},
};

use super::{BackgammonEngine, EngineSettings, on_board::OnBoard};
use crate::{
    Backgammon, Probabilities,
    bearoff::Bearoff,
    cube::{CubeGame, CubeMove, CubefulSearch, MAX_PLIES, MatchPosition, RatedTurn, by_equity},
};

/// The filtered search for the game with the cube: it replaces the generic one, which would count
/// cube actions as moves.
pub fn filtered<const MATCH: bool>() -> Algorithm<CubeGame<MATCH>> {
    Algorithm {
        name: "filtered",
        about: "the filtered search of gnubg: few candidates, one reply to each roll, and both \
                players double where that is best",
        source: "GNU Backgammon manual, Move filters; Janowski 1993",
        exact: false,
        by_nodes: false,
        ordered: false,
        guided: false,
        params: PARAMS,
        build,
    }
}

const PARAMS: &[Param] = &[
    Param {
        name: "filter",
        default: "normal",
        range: "tiny, narrow, normal, large, huge, or levels such as \"0,8,0.16;skip;0,2,0.04\"",
        help: "which root moves survive to the next ply",
    },
    Param {
        name: "rolls",
        default: "all",
        range: "all, or 1 and up",
        help: "rolls that are searched deeper, a stratified sample of all",
    },
];

fn build<const MATCH: bool>(
    parts: Parts<CubeGame<MATCH>>,
    args: &mut Args,
) -> Result<Box<dyn Searcher<CubeGame<MATCH>>>, SpecError> {
    let mut settings = EngineSettings::default();
    if let Some(filter) = args.take_if_given::<FilterSet>("filter")? {
        settings.filter = filter;
    }
    settings.rolls = match args.take_if_given::<String>("rolls")?.as_deref() {
        None | Some("all") => None,
        Some(text) => match text.parse::<NonZeroUsize>() {
            Ok(rolls) => Some(rolls),
            Err(_) => return Err(args.bad("rolls", text, "expected all, or a number from 1 on")),
        },
    };
    let bearoff = Bearoff::shared().ok();
    let engine = BackgammonEngine::new(OnBoard::new(parts.eval), bearoff, settings);
    Ok(Box::new(CubeSearcher { engine }))
}

const UNIT: i32 = Backgammon::UNIT;

/// The depth of a search without limits, the same as that of the generic filtered search.
const DEFAULT_DEPTH: u32 = 5;

/// The engine as a searcher of the game with the cube.
struct CubeSearcher<const MATCH: bool> {
    engine: BackgammonEngine<OnBoard<MATCH>>,
}

impl<const MATCH: bool> Searcher<CubeGame<MATCH>> for CubeSearcher<MATCH> {
    fn search(
        &mut self,
        position: &CubeGame<MATCH>,
        root: &Root<CubeMove>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<CubeMove>,
    ) -> Report<CubeMove> {
        let depth = limits.depth.unwrap_or(DEFAULT_DEPTH);
        let plies = depth.saturating_sub(1).min(MAX_PLIES);
        let table = self.engine.settings.table.clone();
        let names = Probabilities::KINDS.iter().map(|kind| kind.name.to_owned());
        let mut run = Run {
            engine: &mut self.engine,
            game: position,
            position: MatchPosition::of_cube_game(position, &table),
            root,
            meter: Meter::new(limits, stop),
            stop,
            report: Report {
                bound: BoundType::Estimate,
                detail_names: names.collect(),
                ..Report::default()
            },
            events,
        };
        match position.node() {
            Node::Over(value) => run.report.value = value,
            _ if depth == 0 || position.is_opening() => {
                run.report.value = run.engine.evaluator().value(position);
            }
            Node::Decision if position.on_board().dice().is_some() => run.turn(plies),
            _ => run.cube(plies),
        }
        let Run { meter, mut report, .. } = run;
        meter.report(&mut report);
        report
    }
}

/// The search for a decision in one position.
struct Run<'a, 'm, const MATCH: bool> {
    engine: &'a mut BackgammonEngine<OnBoard<MATCH>>,
    position: MatchPosition,
    game: &'a CubeGame<MATCH>,
    root: &'a Root<CubeMove>,
    meter: Meter<'m>,
    stop: &'a Stop,
    report: Report<CubeMove>,
    events: &'a mut dyn Events<CubeMove>,
}

impl<const MATCH: bool> Run<'_, '_, MATCH> {
    /// Decides on a move, looking up to `plies` plies ahead.
    fn turn(&mut self, plies: u32) {
        let Some(dice) = self.position.game.dice() else { return };
        let mut moves = Vec::new();
        self.position.game.for_each_turn(dice, |turn| moves.push(CubeMove::Turn(turn)));
        let turn = |m| match m {
            CubeMove::Turn(turn) => Some(RatedTurn::unseen(turn)),
            _ => None,
        };
        let mut rated: Vec<_> = self.root.among(moves).into_iter().filter_map(turn).collect();
        self.report.best_moves.extend(rated.first().map(|rated| CubeMove::Turn(rated.turn)));
        if rated.iter_mut().try_for_each(|rated| self.look(rated, 0)).is_none() {
            return;
        }
        let alive = rated.len();
        self.rank(&mut rated, alive, 0);
        let filter = self.engine.settings.filter.clone();
        let lines = self.root.multipv;
        contest(self, &mut rated, plies, &filter, (UNIT, lines));
    }

    /// Decides on the cube, or evaluates the position before a roll, deepening ply by ply.
    fn cube(&mut self, plies: u32) {
        for plies in 0..=plies {
            let (game, cube) = (self.position.game, self.position.cube);
            let found = self.asking(|search| search.cube(&game, cube, plies));
            let Some(found) = found else { return };
            let [wait, take] = found.utilities;
            let passed = self.position.stakes.utility(cube.value());
            let mut moves = Vec::new();
            self.game.moves(&mut moves);
            if !moves.is_empty() {
                moves = self.root.among(moves);
            }
            let utility = |m| match m {
                CubeMove::Double => take.min(passed),
                CubeMove::Take => -take,
                CubeMove::Drop => -passed,
                CubeMove::NoDouble | CubeMove::Turn(_) | CubeMove::Roll(_) | CubeMove::Begin(_) => {
                    wait
                }
            };
            let mut options: Vec<_> =
                moves.into_iter().map(|m| (m, utility(m) + self.bonus(m))).collect();
            let own =
                if self.game.is_doubled() { found.outcomes.flipped() } else { found.outcomes };
            options.sort_by(|a, b| b.1.total_cmp(&a.1)); // stable: ties keep their order
            let report = &mut self.report;
            let candidate = |(i, &(m, utility)): (usize, &(CubeMove, f64))| Candidate {
                pv: if i < self.root.multipv.max(1) { vec![m] } else { Vec::new() },
                ..Candidate::new(m, value(utility), BoundType::Estimate, plies + 1)
            };
            report.candidates = options.iter().enumerate().map(candidate).collect();
            report.best_moves = options.first().map(|option| option.0).into_iter().collect();
            report.pv.clone_from(&report.best_moves);
            report.value = value(options.first().map_or(wait, |option| option.1));
            report.depth = plies + 1;
            report.details = own.details()[..Probabilities::KINDS.len()].to_vec();
            self.meter.report(report);
            self.events.iteration(report);
        }
    }

    /// The bonus that is added to the utility of a move.
    fn bonus(&self, m: CubeMove) -> f64 {
        f64::from(self.root.bonus(&m).raw()) / f64::from(UNIT)
    }

    /// Calls the search within what is left of the limits; `None` if it had to stop.
    fn asking<R>(
        &mut self,
        ask: impl FnOnce(&mut CubefulSearch<OnBoard<MATCH>>) -> R,
    ) -> Option<R> {
        self.meter.check()?;
        let search = self.engine.search(&self.position.stakes);
        search.limit(self.meter.left(), self.stop.clone());
        let answer = ask(search);
        let (counters, stopped) = search.unlimit();
        self.meter.count(&counters)?;
        (!stopped).then_some(answer)
    }
}

impl<const MATCH: bool> Contest for Run<'_, '_, MATCH> {
    type Candidate = RatedTurn;

    fn look(&mut self, rated: &mut RatedTurn, plies: u32) -> Option<()> {
        let (game, cube) = (self.position.game, self.position.cube);
        let (dice, turn) = (game.dice()?, rated.turn);
        *rated = self.asking(|search| search.rate_one(&game, dice, turn, cube, plies))?;
        let bonus = self.bonus(CubeMove::Turn(turn));
        rated.utility += bonus;
        rated.equity = self.position.stakes.equity(rated.utility, cube.value());
        Some(())
    }

    fn rank(&mut self, all: &mut [RatedTurn], alive: usize, plies: u32) {
        all[..alive].sort_by(by_equity);
        let lines = self.root.multipv.max(1);
        let candidate = |(i, rated): (usize, &RatedTurn)| Candidate {
            m: CubeMove::Turn(rated.turn),
            value: value(rated.utility),
            bound: BoundType::Estimate,
            depth: rated.plies + 1,
            pv: if i < lines { vec![CubeMove::Turn(rated.turn)] } else { Vec::new() },
            details: rated.outcomes.details()[..Probabilities::KINDS.len()].to_vec(),
            evaluations: 0,
        };
        let report = &mut self.report;
        report.candidates = all.iter().enumerate().map(candidate).collect();
        if let Some(best) = report.candidates.first() {
            report.best_moves = vec![best.m];
            report.pv = vec![best.m];
            (report.value, report.depth) = (best.value, plies + 1);
            report.details.clone_from(&best.details);
        }
        self.meter.report(report);
        self.events.iteration(report);
    }

    fn value(&self, rated: &RatedTurn) -> Value {
        rated.value()
    }
}

/// A utility, in points or matches, on the grid of [`Value`].
fn value(utility: f64) -> Value {
    Value::saturating((utility * f64::from(UNIT)).round() as i64)
}

#[cfg(test)]
mod tests {
    use starboard_core::spec::Spec;

    use super::*;
    use crate::{
        HandCrafted, contact_positions,
        cube::{CubeEvaluator, Stakes, may_double},
        met::MatchEquity,
    };

    fn searcher<const MATCH: bool>() -> Box<dyn Searcher<CubeGame<MATCH>>> {
        let search = CubefulSearch::new(HandCrafted::default(), None, Stakes::MONEY);
        let spec = Spec::named("filtered").with("filter", "tiny");
        let mut args = Args::new(&spec);
        let parts = Parts::new(Box::new(CubeEvaluator::new(search)) as _);
        build(parts, &mut args).expect("a search")
    }

    fn engine() -> BackgammonEngine<HandCrafted> {
        let filter = "tiny".parse().expect("a filter");
        let settings = EngineSettings { plies: 1, cube_plies: 1, filter, ..Default::default() };
        BackgammonEngine::new(HandCrafted::default(), Bearoff::shared().ok(), settings)
    }

    /// `score` follows the board, where there is one.
    #[track_caller]
    fn check<const MATCH: bool>(score: &str) {
        let (mut searcher, mut engine) = (searcher::<MATCH>(), engine());
        let table = MatchEquity::built_in();
        let read = |text: String| CubeGame::<MATCH>::parse(&text).expect("a position");
        for game in contact_positions().step_by(60) {
            let cube = read(format!("{} {score}", game.format()));
            let position = MatchPosition::of_cube_game(&cube, &table);
            let rated = engine.play(&position, game.dice().expect("they have dice"));
            let report = searcher.run(&cube, &Limits::depth(2));
            assert_eq!(report.best_moves, [CubeMove::Turn(rated[0].turn)], "{}", cube.format());
            assert_eq!(report.value, value(rated[0].utility));
            let depth = rated[0].plies + 1;
            assert_eq!((report.candidates.len(), report.depth), (rated.len(), depth));
            assert_eq!(report.details[..3], rated[0].outcomes.details()[..3]);
            assert!(report.counters.evaluations > 0);

            let before = game.with_dice(None).format();
            let cube = read(format!("{before} {score}"));
            let position = MatchPosition::of_cube_game(&cube, &table);
            let found = engine.cube(&position);
            let report = searcher.run(&cube, &Limits::depth(2));
            let double = report.best_moves == [CubeMove::Double];
            // What is the same is not doubled.
            let ([wait, take], won) = (found.utilities, position.stakes.utility(1));
            if !may_double(&position.stakes, position.cube) {
                assert_eq!((double, report.value), (false, value(wait)), "{before}");
                continue;
            }
            assert_eq!(double, take.min(won) > wait, "{before}");
            let doubled = read(format!("{before} doubled {score}"));
            let report = searcher.run(&doubled, &Limits::depth(2));
            assert_eq!(report.best_moves == [CubeMove::Drop], take > won, "{before}");
            assert_eq!(report.value, value(-take.min(won)));
        }
    }

    #[test]
    fn games_and_matches_are_played_as_advice_has_it() {
        check::<false>("");
        check::<true>("match 7 3-5");
        check::<true>("match 5 4-2 crawford");
        check::<true>("match 5 4-3");
    }

    #[test]
    fn limits_hold() {
        let game = contact_positions().next().expect("a position");
        let cube = CubeGame::<false>::rolling(game);
        let mut searcher = searcher();
        let whole = searcher.run(&cube, &Limits::depth(3));
        let limits = Limits { nodes: Some(whole.counters.nodes / 2), ..Limits::depth(3) };
        let stopped = searcher.run(&cube, &limits);
        assert!(stopped.counters.nodes <= whole.counters.nodes / 2 + 1);
        assert_eq!(stopped.stopped_by, starboard_core::StoppedBy::Nodes);
        assert_eq!((stopped.depth, stopped.best_moves.len()), (1, 1));
        assert_eq!(searcher.run(&cube, &Limits::depth(3)).value, whole.value, "as before");
        let stop = Stop::default();
        stop.request();
        assert_eq!(
            searcher
                .search(&cube, &Root::default(), &Limits::default(), &stop, &mut ())
                .best_moves
                .len(),
            1
        );
    }
}
