//! Engines of any description, as they play.

use cpu_time::ThreadTime;
use starboard::{AnyEngine, AnyGame, Move, Position};
use starboard_backgammon::Move as Played;
use starboard_core::{Events, Game, Limits, Report, Root, Stop};

use super::{
    decision::Decision,
    measure::{Choice, Cost},
};

/// An engine that plays backgammon for money without a cube.
pub(super) struct Chooser {
    engine: Box<dyn AnyEngine>,
    limits: Limits,
}

impl Chooser {
    /// Puts the engine together; it keeps to the limits that its description has, or else
    /// looks as deep as the game is usually analysed.
    ///
    /// # Errors
    ///
    /// Names what is not there, or cannot be as it says.
    pub(super) fn new(game: &dyn AnyGame, description: &str) -> anyhow::Result<Self> {
        let engine = game.engine(Some(description))?;
        let limits = engine.limits(&Limits::default());
        Ok(Self { engine, limits })
    }

    /// What it plays, and what that took. Each decision is one by itself: nothing of earlier
    /// ones is remembered.
    ///
    /// # Errors
    ///
    /// Where the rules let no search come to an end.
    pub(super) fn choose(&mut self, decision: &Decision) -> anyhow::Result<Choice> {
        self.engine.clear();
        let position = Position::new(decision.game);
        let mut legal = Vec::new();
        decision.game.moves(&mut legal);
        let started = ThreadTime::now();
        let report = self.search(&position, &Root::default())?;
        let seconds = started.elapsed().as_secs_f64();
        let cost = Some(Cost { evaluations: report.counters.evaluations, seconds });
        let loss = |report: &Report<Move>| match legal[report.best_move()?.0 as usize] {
            Played::Turn(turn) => decision.loss(turn),
            _ => None,
        };
        if let Some(loss) = loss(&report) {
            return Ok(Choice { loss, outside: false, cost });
        }
        // What it would have played if it had only those that were rolled out.
        let known = |m: &Played| matches!(m, Played::Turn(turn) if decision.loss(*turn).is_some());
        let places = (0..).zip(&legal).filter(|(_, m)| known(m)).map(|(i, _)| Move(i));
        let root = Root::of(places.collect::<Vec<_>>());
        let report = self.search(&position, &root)?;
        let loss = loss(&report).expect("a decision's candidates are legal moves");
        Ok(Choice { loss, outside: true, cost })
    }

    fn search(&mut self, position: &Position, root: &Root<Move>) -> anyhow::Result<Report<Move>> {
        let events: &mut dyn Events<Move> = &mut ();
        let report = self.engine.search(position, root, &self.limits, &Stop::default(), events);
        self.engine.sound(position, report.stopped_by)?;
        Ok(report)
    }
}
