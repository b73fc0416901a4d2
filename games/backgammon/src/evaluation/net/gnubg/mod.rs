//! GNU Backgammon's evaluation of a position, with its own weights.
//!
//! It was written from a description of what GNU Backgammon computes, not from its source, which
//! has another licence. The weights are read from the user's own file; none come with Starboard.
//! Where both players have all checkers home, Starboard's databases give the same as those of GNU
//! Backgammon, with less rounding.

mod escapes;
mod file;
mod inputs;
mod network;
mod rules;
mod shots;
mod stragglers;

use std::sync::Arc;

use pulp::Arch;

pub use file::GnubgError;

use super::{AnyNets, network::OUTPUTS, sigmoid::CERTAIN};
use crate::{Backgammon, Class, Probabilities, bearoff::Bearoff};
use inputs::Inputs;
use network::Network;

/// The inputs of a network.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// The checkers, and the features of each side in positions with contact.
    Contact,
    /// The same for crashed positions.
    Crashed,
    /// The inputs of a race.
    Race,
    /// The checkers alone.
    Board,
}

/// GNU Backgammon's networks.
#[derive(Clone, Debug, PartialEq)]
pub struct GnubgNets {
    /// In the order of the file.
    networks: [Network; 6],
}

impl GnubgNets {
    /// Reads weights in either of GNU Backgammon's formats.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the file, and where.
    pub fn read(bytes: &[u8]) -> Result<Self, GnubgError> {
        file::read(bytes).map(|networks| Self { networks })
    }

    /// The weights in the binary format.
    pub fn write(&self) -> Vec<u8> {
        file::write(&self.networks)
    }

    /// Whether a file begins like one of these.
    pub fn is_one(bytes: &[u8]) -> bool {
        file::is_one(bytes)
    }
}

/// Evaluates with GNU Backgammon's networks.
#[derive(Clone)]
pub(super) struct Judge {
    nets: Arc<GnubgNets>,
    bearoff: Arc<Bearoff>,
    inputs: Box<Inputs>,
}

impl Judge {
    pub(super) fn new(nets: Arc<GnubgNets>, bearoff: Arc<Bearoff>) -> Self {
        Self { nets, bearoff, inputs: Box::default() }
    }

    /// The networks it uses.
    pub(super) fn nets(&self) -> AnyNets {
        AnyNets::Gnubg(Arc::clone(&self.nets), Arc::clone(&self.bearoff))
    }

    /// The outcome probabilities for the mover before the roll, in units of 2^-24, of a game that
    /// is not over; if `rough`, from the pruning networks.
    pub(super) fn judge(
        &mut self,
        game: &Backgammon,
        class: Class,
        rough: bool,
        arch: Arch,
    ) -> [u32; OUTPUTS] {
        if class <= Class::BearoffOneSided
            && let Some(known) = self.known(game)
        {
            return units(known.as_array());
        }
        let (place, kind) = match class {
            Class::Contact => (0, Kind::Contact),
            Class::Crashed => (2, Kind::Crashed),
            _ => (1, Kind::Race),
        };
        let (place, kind) = match (rough, kind) {
            (false, kind) => (place, kind),
            (true, Kind::Race) => (5, Kind::Board),
            (true, _) => (3 + place / 2, Kind::Board),
        };
        self.inputs.set(game, kind);
        let said = self.nets.networks[place].outputs(self.inputs.as_slice(), arch);
        rules::correct(game, &self.bearoff.one_sided, units(said))
    }

    /// What the databases say.
    fn known(&self, game: &Backgammon) -> Option<Probabilities> {
        let (mine, theirs) = (game.mine(), game.theirs());
        match self.bearoff.two_sided.equities(mine, theirs) {
            Some(equities) if Class::of(game) == Class::BearoffTwoSided => {
                let win = (1.0 + equities.cubeless) / 2.0;
                Some(Probabilities { win, ..Probabilities::default() })
            }
            _ => self.bearoff.race(mine, theirs),
        }
    }
}

/// Probabilities in units of 2^-24.
fn units(probabilities: [f32; OUTPUTS]) -> [u32; OUTPUTS] {
    probabilities.map(|p| ((p * CERTAIN as f32).round() as u32).min(CERTAIN))
}

#[cfg(test)]
mod tests {
    use starboard_core::{Evaluator, Game, Node, conformance::Conformance, rng};

    use super::*;
    use crate::{
        BoundsKind, NetEvaluator, Scoring,
        bearoff::tests::small,
        position_id,
        testing::{gnubg_weights, wander},
    };

    fn nets(weights: &str) -> AnyNets {
        let nets = GnubgNets::read(weights.as_bytes()).expect("in order");
        AnyNets::Gnubg(Arc::new(nets), small().clone())
    }

    /// Networks without weights, whose outputs are given by the thresholds.
    fn flat(thresholds: [f32; 5]) -> NetEvaluator {
        let mut text = "GNU Backgammon 1.00\n".to_owned();
        for inputs in [250, 214, 250, 200, 200, 200] {
            text += &format!("{inputs} 1 5 0 0.1 1\n{}", "0 ".repeat(inputs + 6));
            text += &format!("{thresholds:?}\n").replace(['[', ',', ']'], " ");
        }
        NetEvaluator::new(nets(&text))
    }

    #[track_caller]
    fn check(eval: &mut NetEvaluator, id: &str, expected: [f32; 5]) {
        let (mine, theirs) = position_id::read(id).expect("a Position ID");
        let game = Backgammon::new(mine, theirs).expect("a position");
        let found = eval.probabilities(&game).as_array();
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{id}: {found}, not {expected}");
        }
    }

    /// An output of one half where a threshold is 0, and of almost 0 elsewhere.
    const EVEN: [f32; 5] = [0.0, 0.0, -20.0, 0.0, -20.0];

    #[test]
    fn what_is_left_of_a_network_after_the_rules() {
        let mut eval = flat(EVEN);
        // Probabilities close to 0 are dropped.
        check(&mut eval, "4HPwATDgc/ABMA", [0.5, 0.5, 0.0, 0.5, 0.0]);
        // A gammon is no likelier than a win, and a backgammon no likelier than a gammon.
        let mut high = flat([2.0, 3.0, 4.0, 3.0, 4.0]);
        let win = 1.0 / (1.0 + (-2.0_f32).exp());
        check(&mut high, "4HPwATDgc/ABMA", [win, win, win, 1.0 - win, 1.0 - win]);
    }

    #[test]
    fn databases_know_the_end() {
        let mut eval = flat(EVEN);
        // Six checkers each on the ace point, and one each on the six point.
        for id in ["PwAAgB8AAAAAAA", "IAAAgAAAAAAAAA"] {
            let (mine, theirs) = position_id::read(id).expect("a Position ID");
            let known = small().two_sided.equities(mine, theirs).expect("few").cubeless;
            check(&mut eval, id, [(1.0 + known) / 2.0, 0.0, 0.0, 0.0, 0.0]);
        }
        let (mine, theirs) = position_id::read("/38AAAD/fwAAAA").expect("a Position ID");
        let known = small().race(mine, theirs).expect("at home");
        check(&mut eval, "/38AAAD/fwAAAA", known.as_array());
    }

    /// Values are the same on any processor, and however they are asked for.
    #[test]
    fn values_are_the_same_everywhere() {
        let eval = NetEvaluator::new(nets(&gnubg_weights(128, 2)));
        let (mut eval, mut scalar) = (eval.clone(), eval.without_simd());
        for stream in 0..300 {
            let game = wander(&mut rng(31, stream), 90);
            if game.node() != Node::Chance {
                continue;
            }
            assert_eq!(eval.probabilities(&game), scalar.probabilities(&game));
            assert_eq!(eval.rough_value(&game), scalar.rough_value(&game));
            let p = eval.probabilities(&game);
            let off = (p.value(Scoring::Money).raw() - eval.evaluate(&game).raw()).abs();
            assert!(off <= 1, "{off}\n{}", game.board());
            for bounds in [BoundsKind::Rules, BoundsKind::Position] {
                let mut eval = eval.clone().with_bounds(bounds);
                let (bounds, value) = (eval.bounds(&game), eval.evaluate(&game));
                assert!(bounds.contains(value), "{bounds:?} {value:?}\n{}", game.board());
            }
        }
    }

    #[test]
    fn an_evaluator_of_any_game() {
        let eval = NetEvaluator::new(nets(&gnubg_weights(8, 3)));
        for start in ["4HPwATDgc/ABMA", "4AcAAPADAAAAAA", "hypergammon"] {
            let start = Backgammon::parse(start).expect("a position");
            let check = Conformance::new(start).games(1);
            if let Err(failure) = check.evaluator("net", eval.clone()).run() {
                panic!("{failure}");
            }
        }
    }
}
