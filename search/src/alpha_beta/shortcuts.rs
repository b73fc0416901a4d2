//! What can be decided at a node before its moves are searched: cuts that need none
//! of them, or few, and how deep to search.

use starboard_core::{
    Bounds, Evaluator, Game, Heuristic, Quiescence, Stored, Trace, Value, Window,
};

use super::{
    AlphaBetaOptions,
    node::{Child, Place, Run, decides, flips},
    order::Frame,
    reduce::Late,
    table::unseal,
    turns::Found,
};
use crate::reward::{reward, with, without};

/// What is recorded of an open node, for those below it.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Open {
    /// The static value for the first player; none where the mover is in check, or
    /// no option asks.
    value: Option<Value>,
    /// The parent expects this node to be cut.
    cut: bool,
    /// The move that leads here is a check that loses nothing, where an option asks.
    safe_check: bool,
    /// The place of a move that the search about to begin leaves out.
    excluded: Option<u16>,
}

/// What is known of a node before its moves are searched.
pub(super) enum Shortcut {
    /// A bound that cuts.
    Settled(Value),
    /// How deep to search it.
    Depth(u32),
}

/// A singular extension needs a table entry at most this many plies less deep.
const SINGULAR_ENTRY: u32 = 3;
/// ProbCut searches this many plies less deep.
const PROBCUT_PLIES: u32 = 4;
/// The most plies that the lead over beta adds to the reduction after a null move.
const MOST_BY_LEAD: i64 = 3;

impl<G, E, H, Q, T> Run<'_, '_, G, E, H, Q, T>
where
    G: Game,
    E: Evaluator<G>,
    H: Heuristic<G>,
    Q: Quiescence<G>,
    T: Trace<G>,
{
    /// Begins the record of the node at `ply`.
    #[inline]
    pub(super) fn enter<const PV: bool>(&mut self, game: &G, ply: u32) -> Late {
        let ply = ply as usize;
        if self.open.len() < ply + 2 {
            self.open.resize(ply + 2, Open::default());
        }
        let open = &mut self.open[ply];
        let excluded = open.excluded.take();
        if excluded.is_none() {
            open.value = None;
        }
        let (check, cut) = (game.in_check(), !PV && open.cut);
        let extends = check
            && self.options.check_extension
            && (open.safe_check || !self.options.safe_checks)
            && ply < 2 * self.root_depth as usize;
        Late { check, extends, cut, excluded, prunes: !PV, ..Late::default() }
    }

    /// Records whether the node at `ply`, searched next, is expected to be cut.
    #[inline]
    pub(super) fn expect_cut(&mut self, ply: u32, cut: bool) {
        if let Some(open) = self.open.get_mut(ply as usize) {
            open.cut = cut;
        }
    }

    /// Records whether the move `m`, which leads to the node at `ply`, is a check that
    /// extends the search, where not every check does.
    #[inline]
    pub(super) fn expect_check(&mut self, game: &G, ply: u32, m: G::Move) {
        if self.options.safe_checks
            && let Some(open) = self.open.get_mut(ply as usize)
        {
            open.safe_check = game.gives_check(m) && game.see_at_least(m, Value::ZERO);
        }
    }

    /// What can be decided before any move is searched; puts a move known from the
    /// small table first.
    #[inline(never)]
    pub(super) fn shortcut<const PV: bool>(
        &mut self,
        game: &mut G,
        at: Place,
        known: Option<Stored>,
        late: &mut Late,
        first: &mut Option<u16>,
    ) -> Option<Shortcut> {
        let Place { window, depth, ply } = at;
        let options = self.options;
        if first.is_none() && depth == options.small_table_depth + 1 {
            // What the last iteration found is in the other table.
            let small = self.small_table.and_then(|small| small.probe(game.key()));
            *first = small.and_then(|stored| stored.best);
        }
        if late.excluded.is_some() {
            return Some(Shortcut::Depth(depth));
        }

        // The static value, and the cuts that it allows.
        let cuts = !PV && !late.check && !decides::<G>(window.beta);
        let learns = options.correction > 0;
        if !late.check && (options.improving || learns || cuts && self.plan.evaluates) {
            let value = self.meter.evaluate(self.eval, game);
            late.uncorrected = learns.then_some(value);
            let value = self.corrected(game, value);
            if options.improving {
                late.improving = self.improves(game, ply, value);
            }
            if cuts {
                late.value = Some(value);
                if let Some(value) = self.static_cut(game, at, late, value)? {
                    return Some(Shortcut::Settled(value));
                }
            }
        }

        // How deep to go.
        if late.extends {
            self.selective += 1;
            return Some(Shortcut::Depth(depth + 1));
        }
        if options.singular > 0
            && depth >= options.singular
            && let Some(stored) = known
            && let Some(value) = self.singular::<PV>(game, at, stored, late)?
        {
            return Some(Shortcut::Settled(value));
        }
        let reduces =
            options.internal_reduction && depth >= AlphaBetaOptions::IIR_DEPTH && first.is_none();
        self.selective += u64::from(reduces);
        Some(Shortcut::Depth(depth - u32::from(reduces)))
    }

    /// The static `value` for the mover, corrected by what was learnt after the
    /// preceding moves, if the options say so.
    #[inline]
    pub(super) fn corrected(&self, game: &G, value: Value) -> Value {
        let most = self.options.correction;
        if most == 0 || decides::<G>(value) || self.eval.certain(game).is_some() {
            return value;
        }
        let line = &self.line[self.line_from..];
        let corrected = value + self.corrections.of::<G>(game.mover(), line, most);
        let Bounds { low, high } = self.eval.bounds(game);
        // An estimate must not turn into a decided value.
        if decides::<G>(corrected) { value } else { corrected.max(low).min(high) }
    }

    /// Learns how far the static value was off; nothing where a tactical move was best:
    /// what it wins is no fault of the evaluation.
    #[inline(never)]
    pub(super) fn learn_correction(
        &mut self,
        game: &G,
        depth: u32,
        value: Value,
        found: &Found,
        window: Window,
    ) {
        if found.tactical || decides::<G>(found.best) || decides::<G>(value) {
            return;
        }
        let bounds = Bounds::proven(found.best, window);
        let line = &self.line[self.line_from..];
        let most = self.options.correction;
        self.corrections.learn::<G>(game.mover(), line, most, depth, value, bounds);
    }

    /// Records the static value for the mover, and returns whether it is higher than
    /// when the same player last moved; `true` where that is not known.
    pub(super) fn improves(&mut self, game: &G, ply: u32, value: Value) -> bool {
        let (ply, mover) = (ply as usize, game.mover());
        self.open[ply].value = Some(mover.for_first(value));
        let earlier = [2, 4].into_iter().find_map(|back| self.open[ply.checked_sub(back)?].value);
        earlier.is_none_or(|earlier| value > mover.for_first(earlier))
    }

    /// A bound that cuts, from the static `value` for the mover and less than a full search.
    fn static_cut(
        &mut self,
        game: &mut G,
        at: Place,
        late: &Late,
        value: Value,
    ) -> Option<Option<Value>> {
        let Place { window, depth, ply } = at;
        let options = self.options;
        let margin =
            |points: u32, plies: u32| Value::saturating(i64::from(points) * i64::from(plies));

        // Futility: so far above beta that the opponent will not make up for it.
        if options.futility > 0 && depth <= AlphaBetaOptions::FUTILITY_DEPTH {
            let spared = u32::from(options.improving && late.improving);
            let surplus = margin(options.futility, depth - spared);
            if value - surplus >= window.beta {
                self.selective += 1;
                return Some(Some(value - surplus));
            }
        }

        // Razoring: so far below alpha that only captures and the like could help.
        if options.razoring > 0
            && options.quiescence
            && depth <= AlphaBetaOptions::RAZOR_DEPTH
            && value + margin(options.razoring, depth) <= window.alpha
        {
            self.begin_quiescence(game, window, ply);
            let (resolved, _) = self.quiesce::<false>(game, window, ply)?;
            if resolved <= window.alpha {
                self.selective += 1;
                return Some(Some(resolved));
            }
        }

        // Null move: so good that the mover could afford to pass.
        self.pass(game, at, late, value)
    }

    /// A bound of at least beta, if the mover, for whom `value` is the static
    /// value, could afford to pass.
    fn pass(
        &mut self,
        game: &mut G,
        at: Place,
        late: &Late,
        value: Value,
    ) -> Option<Option<Value>> {
        let Place { window, depth, ply } = at;
        let options = self.options;
        // Beta is one above alpha, unless it is a loss that cannot be worse.
        let sensible = G::NULL_MOVE
            && options.null_move > 0
            && depth > options.null_move
            && self.null_ply != ply
            && ply >= self.null_from
            && window.beta < Value::MAX
            && value >= window.beta;
        if !sensible {
            return Some(None);
        }
        let lead = i64::from(value.raw()) - i64::from(window.beta.raw());
        let by_lead = lead.checked_div(options.null_lead.into()).unwrap_or(0).min(MOST_BY_LEAD);
        let by_depth = depth.checked_div(options.null_depth).unwrap_or(0);
        let reduction = options.null_move + by_depth + by_lead as u32;
        let inner = depth - 1 - reduction.min(depth - 1);
        let mover = game.mover();
        let window = Window::at_least(window.beta);
        // The child was reached by no move of the game, so the line is not passed on.
        let line_from = std::mem::replace(&mut self.line_from, self.line.len());
        let null_ply = std::mem::replace(&mut self.null_ply, ply + 1);
        self.expect_cut(ply + 1, !late.cut);
        let searched = game.with_null(|next| {
            let flip = flips(next, mover);
            let window = if flip { -window } else { window };
            let value = self.node::<false, false>(next, window, inner, ply + 1)?;
            Some(if flip { -value } else { value })
        });
        (self.null_ply, self.line_from) = (null_ply, line_from);
        let Some(value) = searched else { return Some(None) };
        let value = value?;
        self.selective += 1;
        if value < window.beta {
            return Some(None);
        }
        // A win found by passing is not a win yet.
        let value = if decides::<G>(value) { window.beta } else { value };
        let verifies = options.null_verification > 0
            && depth >= options.null_verification
            && inner > 0
            && self.null_from == 0;
        if verifies {
            self.null_from = ply + 1 + inner * 3 / 4;
            let verified = self.decision::<false, false>(game, window, inner, ply, None);
            self.null_from = 0;
            let (verified, _) = verified?;
            return Some((verified >= window.beta).then_some(verified));
        }
        Some(Some(value))
    }

    /// Finds out whether all moves but the table move are worse by a margin, and then
    /// extends the table move. Returns a bound that cuts, if another move reaches beta
    /// as well.
    fn singular<const PV: bool>(
        &mut self,
        game: &mut G,
        at: Place,
        stored: Stored,
        late: &mut Late,
    ) -> Option<Option<Value>> {
        let Place { window, depth, ply } = at;
        let (searched, _) = unseal(stored.depth);
        let low = stored.bounds.later(ply, G::MATE).low;
        let sensible = stored.best.is_some()
            && ply > 0
            && ply < 2 * self.root_depth
            && depth >= 3
            && searched + SINGULAR_ENTRY >= depth
            && low > Value::MIN
            && !decides::<G>(low);
        if !sensible {
            return Some(None);
        }
        let margin = i64::from(self.options.singular_margin) * i64::from(depth);
        let least = low - Value::saturating(margin);
        self.open[ply as usize].excluded = stored.best;
        let others = Window::at_least(least);
        let inner = (depth - 1) / 2;
        let (value, _) = self.decision::<false, false>(game, others, inner, ply, None)?;
        self.selective += 1;
        if value < least {
            late.singular = 1;
        } else if !PV && least >= window.beta {
            return Some(Some(least));
        }
        Some(None)
    }

    /// A bound of at least beta, where a tactical move exceeds beta by the margin
    /// in a shallower search.
    #[inline(never)]
    pub(super) fn probable_cut(
        &mut self,
        game: &mut G,
        at: Place,
        known: Option<Stored>,
        late: &Late,
        frame: &Frame,
    ) -> Option<Option<Value>> {
        let Place { window, depth, ply } = at;
        let margin = self.options.probcut;
        if margin == 0 || depth < AlphaBetaOptions::PROBCUT_DEPTH {
            return Some(None);
        }
        let Some(value) = late.value else { return Some(None) };
        let raised = window.beta + Value::saturating(margin.into());
        if decides::<G>(raised) {
            return Some(None);
        }
        let less = depth - PROBCUT_PLIES;
        // The table may know that this is in vain.
        let hopeless = known.is_some_and(|stored| {
            unseal(stored.depth).0 >= less && stored.bounds.later(ply, G::MATE).high < raised
        });
        if hopeless {
            return Some(None);
        }
        let mover = game.mover();
        for i in 0..frame.count() {
            let m = self.stack.generated(frame, i);
            if !game.is_tactical(m) || !game.see_at_least(m, raised - value) {
                continue;
            }
            let reward = reward(game, m);
            let inner = without::<G>(Window::at_least(raised), reward);
            self.expect_check(game, ply + 1, m);
            let found = game.with_child(m, |next| {
                let flip = flips(next, mover);
                // First by quiescence search, which most moves fail.
                let mut found = Value::MAX;
                for depth in [0, less] {
                    self.expect_cut(ply + 1, !late.cut);
                    found = self.child::<false, false>(
                        next,
                        inner,
                        Child { flip, depth, ply: ply + 1, m },
                    )?;
                    if found < inner.beta {
                        break;
                    }
                }
                Some(found)
            })?;
            let found = with::<G>(found, reward);
            if found >= raised {
                self.selective += 1;
                return Some(Some(window.beta));
            }
        }
        Some(None)
    }
}
