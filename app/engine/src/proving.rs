//! A search with proofs beside it: a part of an engine for games whose values tell how soon a
//! win comes.
//!
//! Proof-number search sees forced wins far beyond the horizon of any search by depth. Before
//! the search, it looks for one from the position itself; after the search, for one that the
//! opponent has after the move found. Such a move is left out, and the others are searched
//! again.

use std::time::Duration;

use starboard_core::{
    BoundType, Candidate, Counters, Events, Game, Instant, Limits, Node, Report, Root, Stop,
    StoppedBy, Value, Window,
    spec::{Args, Param, SpecError},
};
use starboard_search::{
    Searcher,
    proof::{ProofOptions, Solution, Verdict},
};

use crate::prover::{Prover, Question};

/// What the part is called in a description.
pub(crate) const NAME: &str = "proofs";

/// Its arguments.
pub const PARAMS: &[Param] = &[Param {
    name: "share",
    default: "5",
    range: "1 to 30",
    help: "per cent of the nodes or the time to spend on proofs, half before the search and half \
           after it; twice as much is kept for searching again",
}];

/// Positions for a proof where no limit says how many.
const NODES: u64 = 5_000;
/// The most moves that are left out: where more lose, all of them may.
const MOST_REFUTED: usize = 8;

/// A search, and the prover beside it.
pub(crate) struct Proving<G: Game> {
    search: Box<dyn Searcher<G>>,
    prover: Box<dyn Prover<G>>,
    share: u64,
}

impl<G: Game> Proving<G> {
    /// Reads the share of the limits that is spent on proofs.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is out of range.
    pub(crate) fn share(args: &mut Args) -> Result<u64, SpecError> {
        args.take_in("share", 5, 1..=30)
    }

    /// Whether there is something to prove: a win that counts more the sooner it comes.
    pub(crate) const fn fits() -> bool {
        G::MATE > 0
    }

    pub(crate) fn new(search: Box<dyn Searcher<G>>, question: &Question<G>, share: u64) -> Self {
        Self { search, prover: question.prover(ProofOptions::default()), share }
    }

    /// A proof that the player to move can force the goal, if one is found within the limits.
    fn prove(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        counters: &mut Counters,
    ) -> Option<Solution<G::Move>> {
        let found = self.prover.solve(position, limits, stop);
        *counters += &found.counters;
        (found.verdict == Verdict::Proven && found.plies.is_some()).then_some(found)
    }
}

/// What a move may cost, and what is left of that.
struct Budget {
    nodes: Option<u64>,
    time: Option<Duration>,
    started: Instant,
}

impl Budget {
    fn new(limits: &Limits) -> Self {
        Self { nodes: limits.nodes, time: limits.time, started: Instant::now() }
    }

    /// This many thousandths of the budget, as far as they are left after `spent` nodes.
    fn part(&self, thousandths: u64, spent: u64) -> Limits {
        let nodes =
            self.nodes.map(|all| (all * thousandths / 1000).min(all.saturating_sub(spent)).max(1));
        let time = self.time.map(|all| {
            (all * thousandths as u32 / 1000).min(all.saturating_sub(self.started.elapsed()))
        });
        Limits { nodes, time, ..Limits::default() }
    }

    /// The same for a proof, which never goes without a limit.
    fn proof(&self, thousandths: u64, spent: u64) -> Limits {
        let part = self.part(thousandths, spent);
        let endless = part.nodes.is_none() && part.time.is_none();
        Limits { nodes: if endless { Some(NODES) } else { part.nodes }, ..part }
    }

    fn is_spent(&self, spent: u64) -> bool {
        self.nodes.is_some_and(|all| spent >= all)
            || self.time.is_some_and(|all| self.started.elapsed() >= all)
    }
}

impl<G: Game> Searcher<G> for Proving<G> {
    fn search(
        &mut self,
        position: &G,
        root: &Root<G::Move>,
        limits: &Limits,
        stop: &Stop,
        events: &mut dyn Events<G::Move>,
    ) -> Report<G::Move> {
        // Step 1. A caller who wants to know more than the move to play gets the result of a
        // search.
        let plays = root.multipv <= 1 && root.bonuses.is_empty() && !limits.all_ties;
        if !plays || position.node() != Node::Decision {
            return self.search.search(position, root, limits, stop, events);
        }
        let mut legal = Vec::new();
        position.moves(&mut legal);
        let mut wanted = root.among(legal);
        let (budget, mut spent) = (Budget::new(limits), Counters::default());
        let (half, again) = (5 * self.share, 10 * self.share);

        // Step 2. A win by force.
        let found = self.prove(position, &budget.proof(half, 0), stop, &mut spent);
        if let Some(Solution { plies: Some(plies), best: Some(m), line, .. }) = found
            && wanted.contains(&m)
        {
            let report = won::<G>(m, plies, line, spent);
            events.iteration(&report);
            return report;
        }

        // Step 3. The search; what is found out of its choice comes after it.
        let mut part = budget.part(1000 - 3 * again.min(300), spent.nodes);
        let mut refuted: Vec<(G::Move, u32)> = Vec::new();
        loop {
            let limits = Limits { nodes: part.nodes, time: part.time, ..limits.clone() };
            let root = Root { moves: Some(wanted.clone()), ..root.clone() };
            let mut report = self.search.search(position, &root, &limits, stop, events);
            spent += &report.counters;
            report.counters = spent.clone();

            // Step 4. Whether the opponent wins by force after the move: then another one, as
            // long as there is one, and something left to search it by.
            let Some(m) = report.best_move().copied() else { return report };
            let ends = wanted.len() == 1
                || refuted.len() == MOST_REFUTED
                || budget.is_spent(spent.nodes)
                || stop.requested();
            let mut next = position.clone();
            next.play(m);
            if ends || next.node() != Node::Decision {
                return beside::<G>(report, &refuted);
            }
            let proof = self.prove(&next, &budget.proof(half, spent.nodes), stop, &mut spent);
            report.counters = spent.clone();
            let Some(plies) = proof.and_then(|proof| proof.plies) else {
                return beside::<G>(report, &refuted);
            };
            refuted.push((m, plies));
            wanted.retain(|&other| other != m);
            if budget.is_spent(spent.nodes) {
                return beside::<G>(report, &refuted);
            }
            part = budget.part(again, spent.nodes);
        }
    }

    fn clear(&mut self) {
        self.search.clear();
    }

    fn iterates(&self) -> bool {
        self.search.iterates()
    }

    fn search_window(&mut self, root: &G, depth: u32, window: Window) -> Option<Value> {
        self.search.search_window(root, depth, window)
    }
}

/// The report with the moves that lose by force, each with how soon: a bound, since the opponent
/// may win sooner. If the move to play is one of them, the next best takes its place.
fn beside<G: Game>(mut report: Report<G::Move>, refuted: &[(G::Move, u32)]) -> Report<G::Move> {
    let loses = |m: G::Move| refuted.iter().any(|&(other, _)| other == m);
    report.candidates.retain(|c| !loses(c.m));
    if report.best_move().is_some_and(|&m| loses(m))
        && let Some(next) = report.candidates.first()
    {
        (report.value, report.bound) = (next.value, next.bound);
        report.best_moves = vec![next.m];
        report.pv = if next.pv.is_empty() { vec![next.m] } else { next.pv.clone() };
    }
    report.candidates.extend(refuted.iter().map(|&(m, plies)| {
        let value = -Value::new(G::MATE).later(plies + 1, G::MATE);
        Candidate::new(m, value, BoundType::Upper, plies + 1)
    }));
    report
}

/// The report of a proof that `m` wins within so many plies.
fn won<G: Game>(m: G::Move, plies: u32, line: Vec<G::Move>, counters: Counters) -> Report<G::Move> {
    let value = Value::new(G::MATE).later(plies, G::MATE);
    let candidate =
        Candidate { pv: line.clone(), ..Candidate::new(m, value, BoundType::Lower, plies) };
    Report {
        best_moves: vec![m],
        value,
        bound: BoundType::Lower,
        pv: line,
        candidates: vec![candidate],
        depth: plies,
        seldepth: plies,
        counters,
        stopped_by: StoppedBy::Depth,
        ..Report::default()
    }
}

#[cfg(test)]
mod tests {
    use starboard_core::{Evaluator, Player, mix};

    use super::*;
    use crate::{Engine, EngineError, GameEntry};

    /// Whoever is on the ladder climbs it to the end, and has won; or comes off it. To let the
    /// other player on it looks good.
    #[derive(Clone, Debug, PartialEq)]
    struct Ladder {
        rungs: Option<u32>,
        mover: Player,
        played: u32,
    }

    const MATE: i32 = 30_000;
    const CLIMB: u8 = 0;
    const LEAVE: u8 = 1;
    const WAIT: u8 = 2;
    const INVITE: u8 = 3;

    impl Game for Ladder {
        type Move = u8;
        const MATE: i32 = MATE;
        fn mover(&self) -> Player {
            self.mover
        }
        fn node(&self) -> Node {
            match self.rungs {
                Some(0) => Node::Over(Value::new(-MATE)),
                _ if self.played > 60 => Node::Over(Value::ZERO),
                _ => Node::Decision,
            }
        }
        fn moves(&self, out: &mut Vec<u8>) {
            if self.node() == Node::Decision {
                out.extend_from_slice(match self.rungs {
                    Some(left) if left % 2 == 1 => &[LEAVE, CLIMB],
                    Some(_) => &[CLIMB],
                    None => &[WAIT, INVITE],
                });
            }
        }
        fn play(&mut self, m: u8) {
            self.rungs = match m {
                CLIMB => self.rungs.map(|left| left - 1),
                INVITE => Some(11),
                _ => None,
            };
            self.mover = self.mover.other();
            self.played += 1;
        }
        fn key(&self) -> u64 {
            let rungs = self.rungs.map_or(0, |left| u64::from(left) + 1);
            mix(rungs << 32 | u64::from(self.played) << 1 | self.mover.index() as u64)
        }
    }

    #[derive(Clone)]
    struct Looks;

    impl Evaluator<Ladder> for Looks {
        fn evaluate(&mut self, game: &Ladder) -> Value {
            Value::new(match game.rungs {
                Some(left) if left % 2 == 1 => -300,
                Some(_) => 300,
                None => 0,
            })
        }
    }

    #[track_caller]
    fn check(rungs: Option<u32>, parts: &str, best: u8) -> i32 {
        let start = Ladder { rungs, mover: Player::First, played: 0 };
        let entry = GameEntry::new("ladder", "a ladder", start.clone()).evaluator(
            "looks",
            "what it looks like",
            Looks,
        );
        let engine = format!("alpha-beta(nodes=200){parts}");
        let mut engine = Engine::new(&entry, &engine).expect("an engine");
        let report = engine.run(&start, &Limits::default());
        assert_eq!(report.best_moves, [best], "{parts}");
        assert!(report.counters.nodes <= 210, "{}", report.counters.nodes);
        assert!(!engine.is_exact() || parts.is_empty());
        report.value.raw()
    }

    #[test]
    fn forced_wins_are_found_and_avoided() {
        // Eleven plies are more than the search looks ahead.
        check(Some(11), "", LEAVE);
        assert_eq!(check(Some(11), " + proofs(share=30)", CLIMB), MATE - 11);
        check(None, "", INVITE);
        check(None, " + proofs(share=30)", WAIT);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let tree = starboard_core::testing::RandomTree::<false>::new(1);
        let entry = GameEntry::new("tree", "a tree", tree).evaluator(
            "hash",
            "by hash",
            starboard_core::testing::HashEval::default(),
        );
        let error = |text: &str| Engine::new(&entry, text).err().expect("an error");
        assert_eq!(error("alpha-beta + proofs"), EngineError::NothingToProve("tree".to_owned()));
        let text = error("alpha-beta + proofs + proofs").to_string();
        assert!(text.contains("one proofs"), "{text}");
        let text = error("alpha-beta + proofs(share=31)").to_string();
        assert!(text.contains("31") && text.contains("30"), "{text}");
    }
}
