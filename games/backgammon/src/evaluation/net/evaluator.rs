//! The evaluator by networks.

use std::sync::Arc;

use pulp::Arch;
use starboard_core::{Bounds, DetailKind, Estimate, Evaluator, Game, Node, Value};

use super::{
    AnyNets, Noise, Role, gnubg,
    nets::Nets,
    network::{OUTPUTS, State, probabilities},
    sanity::apply_sanity_rules,
    sigmoid::CERTAIN,
};
use crate::{
    Backgammon, BoundsKind, Class, Move, Probabilities, Scoring, evaluation::bounds::by_men_off,
};

/// Evaluates with networks: five outcome probabilities for a position before the roll, corrected
/// where the rules decide.
///
/// After a roll, a position is worth what its best move is worth.
///
/// ```
/// use starboard_backgammon::{Backgammon, NetEvaluator};
/// let p = NetEvaluator::default().probabilities(&Backgammon::START);
/// assert!(p.win > 0.45 && p.win < 0.6);
/// ```
#[derive(Clone)]
pub struct NetEvaluator {
    judge: Judge,
    arch: Arch,
    bounds: BoundsKind,
    noise: Option<Noise>,
    /// Buffer for the positions after moves.
    children: Vec<Backgammon>,
}

/// What evaluates a position before it is corrected by the rules.
#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "the larger one is the one that is in a hurry")]
enum Judge {
    Own { nets: Arc<Nets>, states: [State; 6] },
    Gnubg(gnubg::Judge),
}

impl std::fmt::Debug for NetEvaluator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NetEvaluator").field("bounds", &self.bounds).finish_non_exhaustive()
    }
}

impl Default for NetEvaluator {
    fn default() -> Self {
        Self::new(Nets::built_in())
    }
}

impl NetEvaluator {
    /// An evaluator with these networks.
    pub fn new(nets: impl Into<AnyNets>) -> Self {
        let judge = match nets.into() {
            AnyNets::Own(nets) => {
                let states = Role::ALL.map(|role| State::new(nets.get(role)));
                Judge::Own { nets, states }
            }
            AnyNets::Gnubg(nets, bearoff) => Judge::Gnubg(gnubg::Judge::new(nets, bearoff)),
        };
        let bounds = BoundsKind::default();
        Self { judge, arch: Arch::new(), bounds, noise: None, children: Vec::new() }
    }

    /// The same evaluator with these bounds.
    #[must_use]
    pub fn with_bounds(mut self, bounds: BoundsKind) -> Self {
        self.bounds = bounds;
        self
    }

    /// The same evaluator with noise, or without. The value of a game that is over gets no noise.
    #[must_use]
    pub fn with_noise(mut self, noise: Option<Noise>) -> Self {
        self.set_noise(noise);
        self
    }

    /// Adds noise from now on, or stops adding it.
    pub fn set_noise(&mut self, noise: Option<Noise>) {
        self.noise = noise;
    }

    /// The same evaluator without the instructions that only some processors have; all values stay
    /// the same.
    #[must_use]
    pub fn without_simd(mut self) -> Self {
        self.arch = Arch::Scalar;
        self
    }

    /// The networks it uses.
    pub fn nets(&self) -> AnyNets {
        match &self.judge {
            Judge::Own { nets, .. } => AnyNets::Own(Arc::clone(nets)),
            Judge::Gnubg(judge) => judge.nets(),
        }
    }

    /// The outcome probabilities for the mover, of any position: before a roll from the network of
    /// its class, after a roll those of the best move, and exact where the game is over.
    pub fn probabilities(&mut self, game: &Backgammon) -> Probabilities {
        let dice = game.dice().filter(|_| game.node() == Node::Decision);
        let Some(dice) = dice else { return self.before_roll(game) };
        let (mut most, mut best) = (Value::MIN, Probabilities::default());
        game.for_each_turn(dice, |turn| {
            let mut child = *game;
            child.play(Move::Turn(turn));
            let p = self.before_roll(&child).flipped();
            let value = p.value(game.scoring());
            if value > most {
                (most, best) = (value, p);
            }
        });
        best
    }

    /// The same from the pruning networks: for a position before the roll, without noise.
    pub fn rough_probabilities(&mut self, game: &Backgammon) -> Probabilities {
        match self.rough(game) {
            Ok(units) => probabilities(units),
            Err(known) => known,
        }
    }

    /// The value for the mover, from the pruning networks.
    pub fn rough_value(&mut self, game: &Backgammon) -> Value {
        match self.rough(game) {
            Ok(units) => value(units, game.scoring()),
            Err(known) => known.value(game.scoring()),
        }
    }

    /// The value for the mover of a position before the roll.
    pub fn static_value(&mut self, game: &Backgammon) -> Value {
        match self.judge(game) {
            Ok(units) => value(units, game.scoring()),
            Err(known) => known.value(game.scoring()),
        }
    }

    /// The outcome probabilities for the mover before a roll, exact if the game is over.
    pub(crate) fn before_roll(&mut self, game: &Backgammon) -> Probabilities {
        match self.judge(game) {
            Ok(units) => probabilities(units),
            Err(known) => known,
        }
    }

    /// The outputs of the network, or the exact probabilities if the game is over.
    #[inline]
    fn judge(&mut self, game: &Backgammon) -> Result<[u32; OUTPUTS], Probabilities> {
        match Probabilities::of_end(game) {
            Some(ended) => Err(ended),
            None => {
                let mut units = self.forward(game, Class::of(game), false);
                if let Some(noise) = self.noise {
                    noise.add(game, &mut units);
                    apply_sanity_rules(game, &mut units);
                }
                Ok(units)
            }
        }
    }

    /// Value and outcome probabilities for the mover of a position before the roll.
    fn estimate_before_roll(&mut self, game: &Backgammon) -> Estimate {
        let (value, outcomes) = match self.judge(game) {
            Ok(units) => (value(units, game.scoring()), probabilities(units)),
            Err(known) => (known.value(game.scoring()), known),
        };
        Estimate { value, details: outcomes.details() }
    }

    /// The outputs of the pruning networks, for the other player, of the position after each of
    /// `moves`; nothing and `false` if these positions are not all of one class, so that one
    /// network evaluates them all.
    pub(crate) fn roughly(
        &mut self,
        game: &Backgammon,
        moves: &[Move],
        mut say: impl FnMut([u32; OUTPUTS]),
    ) -> bool {
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        let mut classes = [Class::Contact, Class::Over];
        for &m in moves {
            let mut child = *game;
            child.play(m);
            let class = Class::of(&child);
            classes = [classes[0].min(class), classes[1].max(class)];
            children.push(child);
        }
        let alike = classes[0] == classes[1] && classes[0] >= Class::Race;
        if alike {
            children.iter().for_each(|child| say(self.forward(child, classes[0], true)));
        }
        self.children = children;
        alike
    }

    fn rough(&mut self, game: &Backgammon) -> Result<[u32; OUTPUTS], Probabilities> {
        match Probabilities::of_end(game) {
            Some(ended) => Err(ended),
            None => Ok(self.forward(game, Class::of(game), true)),
        }
    }

    /// The outputs of the network of a class, or of its pruning network.
    #[inline]
    fn forward(&mut self, game: &Backgammon, class: Class, rough: bool) -> [u32; OUTPUTS] {
        match &mut self.judge {
            Judge::Own { nets, states } => {
                let role = Role::of(class);
                let role = if rough { role.prune() } else { role };
                let (net, state) = (nets.get(role), &mut states[role as usize]);
                state.next().set(game, net.layout());
                let mut units = state.forward(net, self.arch);
                apply_sanity_rules(game, &mut units);
                units
            }
            Judge::Gnubg(judge) => judge.judge(game, class, rough, self.arch),
        }
    }
}

impl Evaluator<Backgammon> for NetEvaluator {
    fn evaluate(&mut self, game: &Backgammon) -> Value {
        let of =
            |game: &Backgammon| Estimate { value: self.static_value(game), ..Estimate::default() };
        estimate(game, of).value
    }

    fn details(&self) -> &'static [DetailKind] {
        &Probabilities::KINDS
    }

    fn estimate(&mut self, game: &Backgammon) -> Estimate {
        estimate(game, |game| self.estimate_before_roll(game))
    }

    /// With the pruning networks.
    fn estimate_roughly(
        &mut self,
        game: &Backgammon,
        moves: &[Move],
        estimates: &mut Vec<Estimate>,
    ) -> bool {
        let scoring = game.scoring();
        self.roughly(game, moves, |units| {
            let details = probabilities(units).flipped().details();
            estimates.push(Estimate { value: -value(units, scoring), details });
        })
    }

    /// The bounds hold for every position below: the outputs of a network are corrected by the same
    /// rules.
    fn bounds(&self, game: &Backgammon) -> Bounds {
        match (&self.judge, self.bounds) {
            // GNU Backgammon's rules count turns in a race in another way, and may not see that a
            // player is sure to win.
            (Judge::Gnubg(_), BoundsKind::Position) => by_men_off(game),
            (_, kind) => kind.bounds(game),
        }
    }
}

/// The value of a position for its mover, from an evaluation of positions before the roll: after a
/// roll, that of the best move.
pub(crate) fn estimate(
    game: &Backgammon,
    mut before: impl FnMut(&Backgammon) -> Estimate,
) -> Estimate {
    let dice = game.dice().filter(|_| game.node() == Node::Decision);
    let Some(dice) = dice else { return before(game) };
    let mut best = Estimate { value: Value::MIN, ..Estimate::default() };
    game.for_each_turn(dice, |turn| {
        let mut child = *game;
        child.play(Move::Turn(turn));
        let found = before(&child).flipped(&Probabilities::KINDS);
        if found.value > best.value {
            best = found;
        }
    });
    best
}

/// The equity on the grid of values, computed in integers only.
fn value(units: [u32; OUTPUTS], scoring: Scoring) -> Value {
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = units.map(i64::from);
    let single = 2 * win - i64::from(CERTAIN);
    let sum = match scoring {
        Scoring::Single => single,
        Scoring::Money => single + win_gammon + win_backgammon - lose_gammon - lose_backgammon,
    };
    Value::mean(sum, i64::from(CERTAIN) / i64::from(Backgammon::UNIT))
}
