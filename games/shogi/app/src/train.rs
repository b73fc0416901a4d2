//! Training of Shogi's evaluation by attacks.

use starboard_core::Evaluator;
use starboard_shogi::{
    Attacks, Kind, Shogi, Weights,
    tuning::{self, GROUPS, Group},
};

use starboard_train::{Fitted, Prior, Terms, Trainee};

/// The weights of [`Attacks`].
#[derive(Copy, Clone, Debug, Default)]
pub struct AttackWeights;

/// Squares relative to a king: files apart, and ranks ahead, from 8 behind.
const FILES: usize = 9;
const AHEAD: usize = 17;

/// Collects the shares of all weights.
#[derive(Default)]
struct Shares {
    shares: Vec<Vec<u16>>,
    spread: Vec<f64>,
}

impl Shares {
    /// A new share with this spread.
    fn new_share(&mut self, spread: f64) -> u16 {
        self.spread.push(spread);
        (self.spread.len() - 1) as u16
    }

    fn new_shares<const N: usize>(&mut self, spread: f64) -> [u16; N] {
        std::array::from_fn(|_| self.new_share(spread))
    }

    /// Adds the next weight, which has these shares.
    fn push(&mut self, shares: &[u16]) {
        self.shares.push(shares.to_vec());
    }

    /// Adds the next weight, which has a single share of its own.
    fn own(&mut self, spread: f64) {
        let share = self.new_share(spread);
        self.push(&[share]);
    }

    /// Tables for all kinds, relative to a king: a square has much in common with those at the
    /// same distance from the king, with those as many files away and with those on the same
    /// relative rank; a piece that moves like a gold, with the others that do.
    fn tables(&mut self, unused: Option<Kind>) {
        let golds: [u16; 9] = self.new_shares(12.0);
        for kind in Kind::ALL {
            let like_gold = matches!(
                kind,
                Kind::Gold | Kind::Tokin | Kind::ProLance | Kind::ProKnight | Kind::ProSilver
            );
            let rings: [u16; 9] = self.new_shares(15.0);
            let files: [u16; FILES] = self.new_shares(10.0);
            let ranks: [u16; AHEAD] = self.new_shares(12.0);
            for (file, &by_file) in files.iter().enumerate() {
                for (ahead, &by_rank) in ranks.iter().enumerate() {
                    if unused == Some(kind) {
                        self.push(&[]);
                        continue;
                    }
                    let ring = file.max(ahead.abs_diff(8));
                    let cell = self.new_share(8.0);
                    let mut shares = vec![cell, rings[ring], by_file, by_rank];
                    if like_gold {
                        shares.push(golds[ring]);
                    }
                    self.push(&shares);
                }
            }
        }
    }

    /// The place of the king: ranks, files from the middle, and each square.
    fn king(&mut self) {
        let ranks: [u16; 9] = self.new_shares(25.0);
        let files: [u16; 5] = self.new_shares(12.0);
        for rank in ranks {
            for file in files {
                let cell = self.new_share(12.0);
                self.push(&[cell, rank, file]);
            }
        }
    }
}

fn prior(weights: &Weights) -> Prior {
    let start = weights.to_numbers();
    let mut shares = Shares::default();
    for Group { name, start: first, len, .. } in GROUPS {
        let of = &start[first..first + len];
        match name {
            "board" => Kind::ALL.into_iter().zip(of).for_each(|(kind, value)| match kind {
                Kind::King => shares.push(&[]),
                _ => shares.own(20.0 + 0.1 * value.abs()),
            }),
            "hand" => of.iter().for_each(|value| shares.own(20.0 + 0.1 * value.abs())),
            "own" | "enemy" => of.iter().for_each(|value| shares.own(3.0 + 0.3 * value.abs())),
            // The first is the unit of the others.
            "attackers" => of.iter().enumerate().for_each(|(i, value)| match i {
                0 => shares.push(&[]),
                _ => shares.own(0.2 * value.abs()),
            }),
            "near_own" => shares.tables(Some(Kind::King)),
            "near_enemy" => shares.tables(None),
            "king" => shares.king(),
            _ => of.iter().for_each(|_| shares.own(30.0)),
        }
    }
    let Shares { shares, spread } = shares;
    Prior { start, shares, spread }
}

impl Trainee<Shogi> for AttackWeights {
    fn name(&self) -> &str {
        "attacks"
    }

    fn prior(&self, file: Option<&str>) -> Result<Prior, String> {
        let weights = match file {
            Some(text) => Weights::from_json(text).map_err(|error| error.to_string())?,
            None => Weights::hand_crafted(),
        };
        Ok(prior(&weights))
    }

    fn terms(&self, game: &Shogi) -> Terms {
        let tuning::Terms { linear, products } = tuning::Terms::of(game);
        Terms { linear, products }
    }

    fn fitted(&self, weights: &[f64]) -> Fitted {
        let weights = weights_of(weights);
        Fitted { weights: weights.to_numbers(), file: weights.to_json() }
    }

    fn evaluator(&self, weights: &[f64]) -> Box<dyn Evaluator<Shogi>> {
        Box::new(Attacks::new(&weights_of(weights)).expect("made to fit"))
    }

    fn highlights(&self) -> Vec<(String, usize)> {
        let on_board = Kind::ALL.into_iter().filter(|&kind| kind != Kind::King);
        let on_board =
            on_board.map(|kind| (format!("{kind:?} on the board").to_lowercase(), kind.index()));
        let in_hand = Kind::IN_HAND.into_iter().map(|kind| {
            (format!("{kind:?} in hand").to_lowercase(), GROUPS[1].start + kind.index())
        });
        let near = |group: usize, whose: &'static str| {
            (0..3).map(move |d| {
                (format!("attack {d} from the {whose} king"), GROUPS[group].start + d)
            })
        };
        let several = (1..3).map(|i| (format!("{} attackers", i + 1), GROUPS[4].start + i));
        let tempo = ("the move".to_owned(), GROUPS[8].start);
        let all = on_board.chain(in_hand).chain(near(2, "own")).chain(near(3, "enemy"));
        all.chain(several).chain([tempo]).collect()
    }
}

fn weights_of(numbers: &[f64]) -> Weights {
    Weights::from_numbers(numbers).expect("as many as there are")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_has_its_shares() {
        let prior = AttackWeights.prior(None).expect("hand-crafted");
        assert_eq!((prior.start.len(), prior.shares.len()), (tuning::COUNT, tuning::COUNT));
        let count = prior.spread.len();
        assert!(prior.shares.iter().flatten().all(|&share| usize::from(share) < count));
        assert!(prior.spread.iter().all(|&spread| spread > 0.0));
        assert_eq!(prior.weights(&vec![0.0; count]), prior.start);
    }

    #[test]
    fn bad_files_are_refused() {
        let error = AttackWeights.prior(Some("{\"own\": 1}")).expect_err("not a list");
        assert!(error.contains("the weights own"), "{error}");
    }
}
