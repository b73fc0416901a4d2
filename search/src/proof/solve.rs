//! Asking a question, the shortest answer to it, and the line that shows it.

use starboard_core::{
    Counters, Game, Heuristic, Limits, Player, Report, Stop, StoppedBy, TableTooLarge, Times,
    sort_by_rank,
};

use super::{
    ProofOptions,
    goal::Goal,
    numbers::{EVER, INFINITE, Numbers},
    search::{Line, Run},
    table::{Table, is_free},
};
use crate::meter::Meter;

/// Plies within which a goal has to be attained where no limit is set.
const LONGEST: u16 = 4000;

/// The answer to a question.
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The attacker can force the goal.
    Proven,
    /// The attacker cannot force the goal.
    Disproven,
    /// A limit was reached first: one on the cost, or
    /// [`Limits::depth`], within which the attacker cannot.
    Unknown,
}

/// What a proof-number search found, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The answer.
    pub verdict: Verdict,
    /// Who was to force the goal.
    pub attacker: Player,
    /// If proven, the plies within which the attacker attains the goal.
    pub plies: Option<u32>,
    /// Whether it is proven that fewer plies are not enough.
    pub shortest: bool,
    /// Plies within which it is proven that the attacker does not attain the
    /// goal; `None` for any number of plies.
    pub holds: Option<u32>,
    /// The move by which the player to move at the root gets what it wants: the
    /// attacker's first move of the proof, or the defender's of the disproof.
    /// Where nothing is decided, the most promising; `None` where no move succeeds
    /// and none is better.
    pub best: Option<M>,
    /// If proven, a line to the goal: the attacker's moves of the proof
    /// against a long resistance; against the longest, and
    /// [`plies`](Self::plies) long, where that is the [`shortest`](Self::shortest) win.
    /// Ends early where a limit was reached; after the first move where the
    /// goal may be attained by repetition; and, unless the win is the shortest,
    /// where it comes back to a position and the game remembers positions.
    pub line: Vec<M>,
    /// The proof number of the root: 0 if proven, `u32::MAX` if disproven.
    pub proof: u32,
    /// The disproof number of the root: 0 if disproven, `u32::MAX` if proven.
    pub disproof: u32,
    /// The moves looked at and what is known of each, in the order they were
    /// looked at: `Some(true)` if the goal is attained after it.
    pub moves: Vec<(M, Option<bool>)>,
    /// What was counted. Nodes are positions reached by a move of a position
    /// that is searched; those searched again count again. Evaluations are
    /// estimates of new positions.
    pub counters: Counters,
    /// The deepest ply that was visited.
    pub seldepth: u32,
    /// How long it took.
    pub times: Times,
    /// Why it ended: [`StoppedBy::Depth`] if it reached a verdict, or the depth limit.
    pub stopped_by: StoppedBy,
}

/// Depth-first proof-number search (Nagai 2002). See the [module](super) for what
/// is guaranteed.
///
/// ```
/// use starboard_core::{Game, Limits};
/// use starboard_search::proof::{AtLeast, Dfpn, ProofOptions, Verdict};
/// use starboard_small::TicTacToe;
///
/// let options = ProofOptions { shortest: true, ..ProofOptions::default() };
/// let mut search = Dfpn::new(AtLeast::win::<TicTacToe>(), options);
/// let fork = TicTacToe::parse("x../.o./o.x")?;
/// let solution = search.run(&fork, &Limits::default());
/// assert_eq!((solution.verdict, solution.plies), (Verdict::Proven, Some(3)));
/// let empty = search.run(&TicTacToe::default(), &Limits::default());
/// assert_eq!(empty.verdict, Verdict::Disproven);
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dfpn<G: Game, L: Goal<G>, H = ()> {
    /// The goal that is asked about.
    pub goal: L,
    order: H,
    options: ProofOptions,
    /// Allocated when it is first needed.
    table: Option<Table<L::Resource>>,
    line: Line<G, L::Resource>,
}

impl<G: Game, L: Goal<G>> Dfpn<G, L> {
    /// A search that asks for this goal.
    pub fn new(goal: L, options: ProofOptions) -> Self {
        const { assert!(!G::CHANCE, "proof-number search cannot handle chance nodes") };
        Self { goal, order: (), options, table: None, line: Line::default() }
    }
}

impl<G: Game, L: Goal<G>, H: Heuristic<G>> Dfpn<G, L, H> {
    /// The same with an ordering: of moves with equal proof numbers, the one it puts
    /// first is searched first, and it is updated with the move that settled a
    /// position, once there is one. It is called for nodes without depth, and
    /// changes what an answer costs, never the answer.
    #[must_use]
    pub fn with_order<K>(self, order: K) -> Dfpn<G, L, K> {
        let Self { goal, options, table, line, .. } = self;
        Dfpn { goal, order, options, table, line }
    }

    /// Its options.
    pub const fn options(&self) -> ProofOptions {
        self.options
    }

    /// Allocates the table; otherwise the first question does so, and panics if it cannot.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    pub fn reserve(&mut self) -> Result<(), TableTooLarge> {
        if self.table.is_none() {
            self.table = Some(Table::new(self.options.table_mib)?);
        }
        Ok(())
    }

    /// Answers the question about `root`, unless a limit is reached first.
    /// [`Limits::depth`] is the number of plies within which the goal has to
    /// be attained. Nothing is remembered from one question to the next.
    pub fn run(&mut self, root: &G, limits: &Limits) -> Solution<G::Move> {
        self.solve(root, limits, &Stop::default())
    }

    /// The same, going on from all that earlier questions about this goal have found, with
    /// the same attacker: about positions in common, and about those with
    /// [other resources](Goal::split). The goal should not have been changed in between.
    pub fn go_on(&mut self, root: &G, limits: &Limits) -> Solution<G::Move> {
        let stop = Stop::default();
        self.answer_metered(root, None, limits.depth, &mut Meter::new(limits, &stop))
    }

    /// The same until `stop` is requested.
    pub fn solve(&mut self, root: &G, limits: &Limits, stop: &Stop) -> Solution<G::Move> {
        self.solve_metered(root, None, limits.depth, &mut Meter::new(limits, stop))
    }

    /// The same where the player to move at the root has only the moves
    /// `allowed`, if they are given; with the counts going to `meter`, those of
    /// earlier questions included.
    pub(super) fn solve_metered(
        &mut self,
        root: &G,
        allowed: Option<&[G::Move]>,
        depth: Option<u32>,
        meter: &mut Meter<'_>,
    ) -> Solution<G::Move> {
        if let Some(table) = &mut self.table {
            table.forget();
        }
        self.order.clear();
        self.answer_metered(root, allowed, depth, meter)
    }

    /// The same without forgetting anything.
    fn answer_metered(
        &mut self,
        root: &G,
        allowed: Option<&[G::Move]>,
        depth: Option<u32>,
        meter: &mut Meter<'_>,
    ) -> Solution<G::Move> {
        if let Err(error) = self.reserve() {
            panic!("{error}");
        }
        let table = self.table.as_mut().expect("reserved");
        let attacker = self.goal.attacker(root);
        let mut run = Run {
            attacker,
            allowed: allowed.map(|moves| (root.key(), moves)),
            goal: &mut self.goal,
            order: &mut self.order,
            options: self.options,
            table,
            line: &mut self.line,
            meter,
            expanded: 0,
            twins: false,
        };
        let left = depth.and_then(|d| u16::try_from(d).ok()).unwrap_or(LONGEST).min(LONGEST);
        let mut solution = run.answer(root, left);
        let mut report = Report::<G::Move>::default();
        run.meter.report(&mut report);
        solution.counters = report.counters;
        solution.seldepth = report.seldepth;
        solution.times = report.times;
        solution.stopped_by = report.stopped_by;
        solution
    }

    /// Frees the memory of the table.
    pub fn clear(&mut self) {
        self.table = None;
    }
}

impl<G: Game, L: Goal<G>, H: Heuristic<G>> Run<'_, '_, G, L, H> {
    fn answer(&mut self, root: &G, left: u16) -> Solution<G::Move> {
        let numbers = self.ask(root, left);
        let mut solution = self.solution(numbers);
        let Some(mut plies) = numbers.filter(|n| n.is_proven()).map(|n| n.plies) else {
            return solution;
        };
        let bounded = !self.goal.repetition_attains();
        solution.shortest = bounded && plies == 0;
        while bounded && self.options.shortest && plies > 0 {
            self.order.new_iteration();
            match self.ask(root, plies - 1) {
                Some(numbers) if numbers.is_proven() => {
                    plies = numbers.plies;
                    solution = self.solution(Some(numbers));
                }
                Some(_) => {
                    solution.shortest = true;
                    solution.holds = Some(u32::from(plies - 1));
                    break;
                }
                None => break,
            }
        }
        if bounded {
            self.play_out(root, plies, solution.shortest, &mut solution.line);
            solution.best = solution.line.first().copied().or(solution.best);
        } else {
            solution.line.extend(solution.best);
        }
        solution
    }

    /// What the last question has shown.
    fn solution(&self, numbers: Option<Numbers>) -> Solution<G::Move> {
        let rule = self.rule();
        let root = self.root();
        // A search that had to stop may have seen some of the moves only, and
        // decided nothing.
        let estimate = || root.map(|root| root.numbers(rule)).filter(|n| !n.is_decided());
        let numbers = numbers.or_else(estimate).unwrap_or(Numbers::open(1, 1));
        let verdict = match numbers {
            _ if numbers.is_proven() => Verdict::Proven,
            _ if numbers.is_disproven() && numbers.plies == EVER => Verdict::Disproven,
            _ => Verdict::Unknown,
        };
        let best = root.and_then(|root| {
            let open =
                || (!numbers.is_decided() && !root.kids.is_empty()).then(|| root.next(rule).0);
            root.winner().or_else(open).map(|i| root.kids[i].m)
        });
        // That a move leads back to the root says nothing of it while the
        // root is open, or where the root is decided the other way.
        let decides = |n: Numbers| n.is_proven() || (n.is_disproven() && n.plies == EVER);
        let same = |n: Numbers| decides(numbers) && numbers.is_proven() == n.is_proven();
        let answer = |n: Numbers| (decides(n) && (is_free(n) || same(n))).then_some(n.is_proven());
        let moves = root.map(|root| root.kids.iter().map(|kid| (kid.m, answer(kid.numbers))));
        Solution {
            verdict,
            attacker: self.attacker,
            plies: numbers.is_proven().then_some(u32::from(numbers.plies)),
            shortest: false,
            holds: match numbers.is_disproven() {
                true => (numbers.plies < EVER).then_some(u32::from(numbers.plies)),
                false => Some(0),
            },
            best,
            line: Vec::new(),
            proof: if verdict == Verdict::Disproven { INFINITE } else { numbers.proof },
            disproof: numbers.disproof,
            moves: moves.into_iter().flatten().collect(),
            counters: Counters::default(),
            seldepth: 0,
            times: Times::default(),
            stopped_by: StoppedBy::default(),
        }
    }

    /// Appends the moves of a proof that takes at most `plies` from `root`.
    /// Where the table has lost part of it, that is searched for again.
    fn play_out(&mut self, root: &G, mut plies: u16, shortest: bool, out: &mut Vec<G::Move>) {
        let mut game = root.clone();
        let mut replies = Vec::new();
        while plies > 0 && self.goal.verdict(&game, self.attacker).is_none() {
            if !self.ask(&game, plies).is_some_and(Numbers::is_proven) {
                return;
            }
            let Some(frame) = self.root() else { return };
            let chosen = if frame.attacking {
                frame.winner().map(|i| (frame.kids[i].m, frame.kids[i].numbers.plies))
            } else {
                replies.clear();
                replies.extend(frame.kids.iter().map(|kid| (kid.m, kid.numbers.plies)));
                // Equals stay in the game's order.
                sort_by_rank(&mut replies, |&(_, plies)| (plies.into(), 0));
                self.resistance(&game, plies, shortest, &replies)
            };
            let Some((m, rest)) = chosen else { return };
            out.push(m);
            game.play(m);
            plies = rest;
        }
    }

    /// The defender's move that holds longest against a win in `plies`, of
    /// `replies` with what their proofs take, the longest first.
    fn resistance(
        &mut self,
        game: &G,
        plies: u16,
        shortest: bool,
        replies: &[(G::Move, u16)],
    ) -> Option<(G::Move, u16)> {
        // A proof may be longer than it need be, so what it takes says little.
        for &(m, rest) in replies.iter().filter(|_| shortest) {
            if rest + 1 < plies {
                break;
            }
            let mut next = game.clone();
            next.play(m);
            if rest == 0 || !self.ask(&next, rest - 1)?.is_proven() {
                return Some((m, rest));
            }
        }
        replies.first().copied()
    }
}
