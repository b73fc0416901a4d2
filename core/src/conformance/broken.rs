//! A game that breaks any one promise, to see each named and shown by the
//! shortest line.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::*;
use crate::{Bounds, Estimate, NodeInfo, NotationError, Player, Value};

/// Add one to three until nine is reached; at five, a coin may add one more.
/// From four on, two moves from the start, `fault` is broken.
#[derive(Clone, Debug)]
struct Climb<const CHANCE: bool> {
    height: u8,
    mover: Player,
    tossed: bool,
    fault: Option<Promise>,
    /// Hidden: what only some faults look at.
    last: u8,
    noise: u8,
}

/// So many steps; the second number is something for [`Game::move_index`] to
/// stumble over.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
struct Step(u8, u8);

const TOP: u8 = 9;

impl<const CHANCE: bool> Climb<CHANCE> {
    fn new(fault: Option<Promise>) -> Self {
        Self { height: 0, mover: Player::First, tossed: false, fault, last: 0, noise: 0 }
    }

    fn breaks(&self, promise: Promise) -> bool {
        self.fault == Some(promise) && self.height >= 4
    }
}

impl<const CHANCE: bool> PartialEq for Climb<CHANCE> {
    fn eq(&self, other: &Self) -> bool {
        let parts = |it: &Self| (it.height, it.mover, it.tossed, it.fault, it.noise);
        parts(self) == parts(other) && !self.breaks(Promise::ClonesEqual)
    }
}

impl<const CHANCE: bool> Game for Climb<CHANCE> {
    type Move = Step;
    const CHANCE: bool = CHANCE;
    const MOVE_INDICES: usize = 4;
    const NULL_MOVE: bool = true;
    const ALTERNATES: bool = !CHANCE;
    const REWARDS: bool = CHANCE;

    fn mover(&self) -> Player {
        self.mover
    }

    fn node(&self) -> Node {
        let toss = CHANCE || self.breaks(Promise::ChanceDeclared);
        match self.height {
            TOP.. if self.breaks(Promise::ValueInRange) => Node::Over(Value::MIN),
            TOP.. => Node::Over(Value::new(-1)),
            5 if !self.tossed && toss => Node::Chance,
            _ => Node::Decision,
        }
    }

    fn moves(&self, out: &mut Vec<Step>) {
        if self.breaks(Promise::MovesAppend) {
            out.clear();
        }
        let tag = match self.fault {
            Some(Promise::IndexInRange) if self.height >= 4 => 1,
            Some(Promise::IndexDistinct) if self.height >= 4 => 2,
            Some(Promise::TargetInRange) if self.height >= 4 => 3,
            _ => 0,
        };
        let mut most = 3.min(TOP.saturating_sub(self.height)) - self.noise.min(1);
        if self.breaks(Promise::HasMoves) {
            most = 0;
        }
        if self.breaks(Promise::OverIsOver) && self.height >= TOP {
            most = 1;
        }
        let reversed = self.breaks(Promise::MovesRepeat) && !out.is_empty();
        // No step at all: a game without end.
        let least = u8::from(!self.breaks(Promise::NoisyEnds));
        let steps = (least..=most).map(|i| Step(if reversed { 1 + most - i } else { i }, tag));
        out.extend(steps);
        if self.breaks(Promise::MovesDistinct) {
            out.push(Step(1, tag));
        }
    }

    fn chances(&self, out: &mut Vec<(Step, u32)>) {
        if self.node() != Node::Chance || self.breaks(Promise::HasOutcomes) {
            return;
        }
        let weights = match self.fault {
            Some(Promise::WeightsPositive) => [1, 0],
            Some(Promise::WeightsFit) => [u32::MAX, 1],
            _ => [1, 2],
        };
        let second = if self.breaks(Promise::OutcomesDistinct) { 0 } else { 1 };
        out.extend([(Step(0, 0), weights[0]), (Step(second, 0), weights[1])]);
    }

    fn play(&mut self, Step(steps, _): Step) {
        assert!(!(self.breaks(Promise::NoPanic) && steps == 3), "three is too much");
        if self.breaks(Promise::PlayRepeats) {
            static PLAYED: AtomicU8 = AtomicU8::new(0);
            self.noise = 1 + PLAYED.fetch_add(1, Relaxed) % 2;
        }
        if self.node() == Node::Chance {
            self.tossed = !(self.breaks(Promise::ChanceEnds) && steps == 0);
        } else {
            self.tossed = false;
            if !self.breaks(Promise::Alternates) {
                self.mover = self.mover.other();
            }
        }
        (self.height, self.last) = (self.height + steps, steps);
    }

    fn reward(&self, _: Step) -> Value {
        match self.fault.filter(|_| self.height >= 4) {
            Some(Promise::RewardDeclared) => Value::new(1),
            Some(Promise::RewardInRange) => Value::MAX,
            _ => Value::ZERO,
        }
    }

    fn key(&self) -> u64 {
        let mut height = self.height;
        if self.breaks(Promise::DistinctKeys) && height == 7 {
            height = 6;
        }
        let last = if self.breaks(Promise::EqualKeys) { self.last } else { 0 };
        let parts = [height, self.mover.index() as u8, self.tossed.into(), last, self.noise];
        parts.iter().fold(0, |key, &part| crate::mix(key ^ u64::from(part)))
    }

    fn key_after(&self, m: Step) -> Option<u64> {
        Some(after(self, m).key() ^ u64::from(self.breaks(Promise::KeyForetold)))
    }

    fn with_child<R>(&mut self, m: Step, f: impl FnOnce(&mut Self) -> R) -> R {
        let mut child = after(self, m);
        if self.breaks(Promise::WithChildPlays) && m.0 == 3 {
            child.mover = child.mover.other();
        }
        if self.breaks(Promise::WithChildRestores) && m.0 == 3 {
            self.height -= 1;
        }
        f(&mut child)
    }

    fn good_move(&self) -> Option<Step> {
        Some(Step(if self.breaks(Promise::GoodMoveLegal) { 4 } else { 1 }, self.tag()))
    }

    fn move_index(Step(steps, tag): Step) -> usize {
        [usize::from(steps), 4, 0, usize::from(steps)][usize::from(tag)]
    }

    fn target_index(Step(_, tag): Step) -> usize {
        if tag == 3 { 4 } else { 0 }
    }

    fn gives_check(&self, m: Step) -> bool {
        self.breaks(Promise::CheckTold) && m.0 == 3
    }

    fn play_null(&mut self) -> bool {
        if self.breaks(Promise::NullRefusalIsClean) {
            self.height += 1;
            return false;
        }
        let passes = self.height < 8;
        if passes && !self.breaks(Promise::NullChangesMover) {
            self.mover = self.mover.other();
        }
        passes
    }

    fn with_null<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> Option<R> {
        let mut next = self.clone();
        if self.breaks(Promise::NullPlays) {
            self.noise += 1;
        }
        next.play_null().then(|| f(&mut next))
    }

    fn mirrored(&self) -> Option<Self> {
        let mut mirrored = Self { mover: self.mover.other(), ..self.clone() };
        match self.fault.filter(|_| self.height >= 4) {
            Some(Promise::MirrorTwice) => mirrored.noise = 1,
            Some(Promise::MirrorExchanges) => mirrored.mover = self.mover,
            Some(Promise::MirrorAlike) => mirrored.noise ^= 1,
            _ => {}
        }
        Some(mirrored)
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        let error = || NotationError::unexpected("height mover tossed fault", text);
        let fields: Vec<_> = text.split(' ').collect();
        let [height, mover, tossed, fault] = fields[..] else { return Err(error()) };
        // By its name: of a number, a slip would make another fault.
        let named = Promise::ALL.iter().find(|promise| format!("{promise:?}") == fault).copied();
        if named.is_none() && fault != "sound" {
            return Err(error());
        }
        let mut read = Self::new(named);
        read.height = height.parse().map_err(|_| error())?;
        read.mover = if mover == "first" { Player::First } else { Player::Second };
        read.tossed = tossed == "tossed";
        let sane = read.height <= TOP || read.fault == Some(Promise::ParsedIsSound);
        if sane { Ok(read) } else { Err(error()) }
    }

    fn format(&self) -> String {
        let height = self.height - u8::from(self.breaks(Promise::PositionReadsBack));
        let mover = if self.mover == Player::First { "first" } else { "second" };
        let tossed = if self.tossed { "tossed" } else { "fresh" };
        let fault = self.fault.map_or("sound".to_owned(), |fault| format!("{fault:?}"));
        format!("{height} {mover} {tossed} {fault}")
    }

    fn parse_move(&self, text: &str) -> Result<Step, NotationError> {
        match text.parse() {
            Ok(_) if self.breaks(Promise::MoveReadsBack) => Ok(Step(0, 7)),
            Ok(steps @ 0..4) => Ok(Step(steps, self.tag())),
            _ if self.fault == Some(Promise::GarbageRefused) => Ok(Step(1, 0)),
            _ if self.breaks(Promise::ParseNeverPanics) => panic!("cannot read {text:?}"),
            _ => Err(NotationError::unexpected("0 to 3", text)),
        }
    }

    fn format_move(&self, m: Step) -> String {
        if self.breaks(Promise::MovesWrittenApart) { "1".to_owned() } else { m.0.to_string() }
    }

    fn board(&self) -> String {
        "#".repeat(usize::from(self.height)) + &".".repeat(usize::from(TOP - self.height))
    }

    fn svg(&self) -> Option<String> {
        Some((0..=3).map(|step| crate::svg::place(&step.to_string(), [0; 4])).collect())
    }

    fn places(&self, m: Step) -> Vec<String> {
        let elsewhere = self.breaks(Promise::PlacesDrawn).then(|| "elsewhere".to_owned());
        [Some(m.0.to_string()), elsewhere].into_iter().flatten().collect()
    }

    fn options(&self, out: &mut Vec<Step>) {
        let mut options = choices(self);
        if self.breaks(Promise::OptionsAgree) {
            options.reverse();
        }
        // As the list comes from an empty buffer, what else is wrong with it
        // is left to the other two.
        out.extend(options);
    }
}

impl<const CHANCE: bool> Climb<CHANCE> {
    fn tag(&self) -> u8 {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.first().map_or(0, |m| m.1)
    }
}

/// As good as the height, or wrong as the game's fault has it.
#[derive(Clone, Default)]
struct Height(i32);

impl<const CHANCE: bool> Evaluator<Climb<CHANCE>> for Height {
    fn evaluate(&mut self, game: &Climb<CHANCE>) -> Value {
        let height = i32::from(game.height);
        self.0 += 1;
        match game.fault.filter(|_| game.height >= 4) {
            Some(Promise::EvaluationInRange) => Value::MAX,
            Some(Promise::EvaluationBounded) => Value::new(21),
            Some(Promise::EvaluationRepeats) => Value::new(self.0 % 10),
            Some(Promise::EvaluationMirrors) if game.mover == Player::First => Value::new(3),
            _ => Value::new(height),
        }
    }

    fn evaluate_batch(&mut self, games: &[Climb<CHANCE>], values: &mut Vec<Value>) {
        values.extend(games.iter().map(|game| self.evaluate(game)));
        if games[0].breaks(Promise::BatchAgrees) {
            values.reverse();
        }
    }

    fn evaluate_children(&mut self, game: &Climb<CHANCE>, moves: &[Step], out: &mut Vec<Value>) {
        for &m in moves {
            let child = after(game, m);
            let value = match child.node() {
                Node::Over(value) => value,
                _ => self.evaluate(&child),
            };
            out.push(if game.breaks(Promise::ChildrenAgree) { value } else { -value });
        }
    }

    fn estimate_children(&mut self, game: &Climb<CHANCE>, moves: &[Step], out: &mut Vec<Estimate>) {
        let mut values = Vec::new();
        self.evaluate_children(game, moves, &mut values);
        let wrong = game.breaks(Promise::EstimatesAgree) || game.breaks(Promise::ChildrenAgree);
        let estimate = |value: Value| Estimate {
            value: if wrong { -value } else { value },
            ..Estimate::default()
        };
        out.extend(values.into_iter().map(estimate));
    }

    fn bounds(&self, game: &Climb<CHANCE>) -> Bounds {
        if game.breaks(Promise::OverBounded) && game.height == TOP {
            return Bounds::exact(Value::new(1));
        }
        if game.fault == Some(Promise::EvaluationInRange) {
            return Bounds::FULL;
        }
        Bounds::symmetric(Value::new(if game.breaks(Promise::BoundsNest) { 40 } else { 20 }))
    }

    fn certain(&self, game: &Climb<CHANCE>) -> Option<Value> {
        let mut eval = self.clone();
        game.breaks(Promise::CertainProven).then(|| eval.evaluate(game))
    }

    fn complaint(&self, game: &Climb<CHANCE>) -> Option<String> {
        game.breaks(Promise::InputsSound).then(|| "too high".to_owned())
    }

    fn losing_moves(&self, game: &Climb<CHANCE>, _: &[Step]) -> Option<(u64, Value)> {
        game.breaks(Promise::LosingProven).then_some((1, Value::new(-21)))
    }
}

/// The last step is noisy and weighs most, or what the game's fault has it say.
#[derive(Clone)]
struct Hint;

impl<const CHANCE: bool> Quiescence<Climb<CHANCE>> for Hint {
    fn noisy(&mut self, node: &NodeInfo<'_, Climb<CHANCE>>, out: &mut Vec<Step>) {
        let mut moves = choices(node.game);
        if node.game.breaks(Promise::NoisyEnds) {
            moves.reverse();
        }
        out.extend(moves.pop());
        if node.game.breaks(Promise::NoisyLegal) {
            out.push(Step(4, 0));
        }
    }

    fn immediate_win(&mut self, node: &NodeInfo<'_, Climb<CHANCE>>) -> Option<(Value, Step)> {
        node.game.breaks(Promise::ImmediateWinLegal).then_some((Value::new(1), Step(4, 0)))
    }
}

impl<const CHANCE: bool> Policy<Climb<CHANCE>> for Hint {
    fn weigh(&mut self, game: &Climb<CHANCE>, out: &mut Vec<(Step, f32)>) {
        let moves = choices(game);
        let first = moves[0];
        out.extend(moves.into_iter().map(|m| (m, f32::from(m.0))));
        match game.fault.filter(|_| game.height >= 4) {
            Some(Promise::WeighedLegal) => out.push((first, 1.0)),
            Some(Promise::WeighedPositive) => out.last_mut().expect("a move").1 = f32::NAN,
            _ => {}
        }
    }
}

fn examined<const CHANCE: bool>(fault: Option<Promise>) -> Conformance<Climb<CHANCE>> {
    Conformance::new(Climb::new(fault))
        .evaluator("height", Height::default())
        .quiescence("hint", Hint)
        .policy("guess", Hint)
}

#[test]
fn a_sound_game_passes() {
    for summary in [examined::<true>(None).run(), examined::<false>(None).run()] {
        let summary = summary.unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!((summary.games, summary.finished, summary.notes), (64, 64, vec![]));
    }
}

#[test]
fn what_was_not_met_is_noted() {
    let summary = examined::<true>(None).length(1).run().expect("a sound game");
    assert_eq!(
        summary.notes,
        ["CHANCE holds, but no chance node was met", "no game came to an end"]
    );
}

#[test]
fn who_advises_wrongly_is_named() {
    for (promise, found) in [
        (Promise::NoisyLegal, "Step(4, 0) from quiescence hint"),
        (
            Promise::WeighedLegal,
            "Step(1, 0) twice in [Step(1, 0), Step(2, 0), Step(3, 0), Step(1, 0)] from policy guess",
        ),
        (Promise::WeighedPositive, "NaN for Step(3, 0) from policy guess"),
    ] {
        let failure = examined::<true>(Some(promise)).run().expect_err("a fault");
        assert_eq!((failure.promise, failure.found.as_str()), (promise, found));
    }
}

/// Two hundred positions are enough for a fault that is everywhere, and the line to it
/// is the shortest wherever it was met.
#[test]
fn a_policy_is_asked_so_many_times() {
    use std::sync::{Arc, atomic::AtomicU64};

    #[derive(Clone)]
    struct Counts(Arc<AtomicU64>);
    impl Policy<Climb<true>> for Counts {
        fn weigh(&mut self, _: &Climb<true>, _: &mut Vec<(Step, f32)>) {
            self.0.fetch_add(1, Relaxed);
        }
    }
    let asked = Arc::new(AtomicU64::new(0));
    let suite = Conformance::new(Climb::new(None)).games(500);
    suite.policy("counts", Counts(asked.clone())).run().expect("a sound game");
    assert_eq!(asked.load(Relaxed), 200);
}

#[test]
fn each_broken_promise_is_named_by_its_shortest_line() {
    use Promise::*;
    for &promise in Promise::ALL {
        let failure = match promise {
            // Of a game that says SOLO, below.
            SoloMover => continue,
            ChanceDeclared | Alternates | RewardDeclared => examined::<false>(Some(promise)).run(),
            _ => examined::<true>(Some(promise)).run(),
        };
        let failure = failure.err().unwrap_or_else(|| panic!("{promise:?} goes unnoticed"));
        let moves = match promise {
            // Anything that parse accepts, or garbage, or a chain that leads there from the start.
            GarbageRefused | NoisyEnds => 0,
            ParsedIsSound => failure.moves.len(),
            // By playing a move from four, or at the end.
            NoPanic | PlayRepeats | Alternates | RewardDeclared | RewardInRange | CheckTold
            | WithChildPlays | WithChildRestores => 3,
            ValueInRange | OverIsOver | OverBounded | DistinctKeys | KeyForetold | LosingProven => {
                3
            }
            _ => 2,
        };
        let length = failure.moves.len() + usize::from(failure.playing.is_some());
        assert_eq!((failure.promise, length, failure.minimal), (promise, moves, true), "{failure}");
    }
}

#[test]
fn without_a_budget_moves_are_left_out() {
    // Hidden, so that the position read from its text does not show it.
    let failure = examined::<true>(Some(Promise::EqualKeys)).budget(0).run().expect_err("a fault");
    let shown = (failure.promise, failure.moves.len(), failure.minimal);
    assert_eq!(shown, (Promise::EqualKeys, 2, false), "{failure}");
}

#[test]
fn without_a_budget_the_position_alone_may_show_it() {
    for promise in [Promise::NoPanic, Promise::EvaluationBounded, Promise::BoundsNest] {
        let failure = examined::<true>(Some(promise)).budget(0).run().expect_err("a fault");
        let shown = (failure.promise, failure.moves.len(), failure.minimal);
        assert_eq!(shown, (promise, 0, true), "{failure}");
        assert_eq!(failure.start, failure.position);
        let text = failure.to_string();
        assert!(text.ends_with("  (the position alone shows it)\n"), "{text}");
        assert!(failure.checks > 0 && !text.contains("start:"), "{text}");
    }
}

#[test]
fn moves_written_alike_are_named() {
    let failure = examined::<true>(Some(Promise::MovesWrittenApart)).run().expect_err("a fault");
    assert_eq!(failure.found, "\"1\" for Step(1, 0) and Step(2, 0)");
}

#[test]
fn the_middle_of_a_long_line_is_left_out() {
    let failure = examined::<true>(Some(Promise::NoPanic)).run().expect_err("a fault");
    let moves = |count: usize| (0..count).map(|i| format!("m{i}")).collect();
    let shown = |count| Failure { moves: moves(count), ..(*failure).clone() }.to_string();
    let long = shown(150);
    assert!(long.contains("move 4:   m3\n  ... 142 moves ...\n  move 147: m146\n"), "{long}");
    assert!(!shown(9).contains("...") && shown(9).contains("m4"), "{}", shown(9));
    assert!(shown(10).contains("  ... 2 moves ...\n"), "{}", shown(10));
}

#[test]
fn a_failure_tells_all() {
    let failure = examined::<true>(Some(Promise::NoPanic)).run().expect_err("a fault").to_string();
    for part in [
        "broken promise: no method panics",
        "shows at: 4 first fresh NoPanic",
        "0 first fresh NoPanic",
        "  playing:  3\n  expected: ",
        "too much",
    ] {
        assert!(failure.contains(part), "{part:?} in {failure}");
    }
    assert_eq!(failure.matches("  move ").count(), 2, "{failure}");
}

/// Plays alone, but for the last turn.
#[derive(Clone, Debug, PartialEq)]
struct Alone(u8);

/// The same, never the other's turn, with a picture that has nothing to do with moves.
#[derive(Clone, Debug, PartialEq)]
struct Pictured(Alone);

impl Game for Pictured {
    type Move = u8;
    fn mover(&self) -> Player {
        Player::First
    }
    fn node(&self) -> Node {
        self.0.node()
    }
    fn moves(&self, out: &mut Vec<u8>) {
        self.0.moves(out);
    }
    fn play(&mut self, m: u8) {
        self.0.play(m);
    }
    fn key(&self) -> u64 {
        self.0.key()
    }
    fn svg(&self) -> Option<String> {
        Some(crate::svg::place("elsewhere", [0; 4]))
    }
}

#[test]
fn a_picture_without_the_places_of_moves_is_noted() {
    let summary = Conformance::new(Pictured(Alone(0))).run().expect("a sound game");
    let noted = |summary: &Summary| summary.notes.iter().any(|note| note.contains("clicked"));
    assert!(noted(&summary), "{summary}");
    assert!(!noted(&examined::<true>(None).run().expect("a sound game")));
}

impl Game for Alone {
    type Move = u8;
    const SOLO: bool = true;
    fn mover(&self) -> Player {
        if self.0 == 3 { Player::Second } else { Player::First }
    }
    fn node(&self) -> Node {
        if self.0 < 4 { Node::Decision } else { Node::Over(Value::ZERO) }
    }
    fn moves(&self, out: &mut Vec<u8>) {
        if self.0 < 4 {
            out.push(1);
        }
    }
    fn play(&mut self, m: u8) {
        self.0 += m;
    }
    fn key(&self) -> u64 {
        crate::mix(self.0.into())
    }
}

#[test]
fn who_plays_alone_is_the_first_player() {
    let failure = Conformance::new(Alone(0)).run().expect_err("a fault");
    assert_eq!((failure.promise, failure.moves.len()), (Promise::SoloMover, 3), "{failure}");
}
