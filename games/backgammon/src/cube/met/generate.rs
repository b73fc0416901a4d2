//! Match equity tables computed from gammon rates.
//!
//! Scores are computed in the order of the points that are still needed, each from the scores to
//! which a game can lead, as by Norman Zadeh ("On Doubling in Tournament Backgammon", Management
//! Science 23, 1977) and Tom Keith ("How to Compute a Match Equity Table", 2004). A game begins
//! with even chances and the cube in the middle, and its value is that of our [cube model](Model),
//! an interpolation between a live and a dead cube.
//!
//! In the Crawford game there is no cube. After it, the trailing player doubles at once; the leader
//! takes, or passes if the first roll went badly and the point does not matter ("free drop"). The
//! first roll is assumed to move the chances by a fixed amount up or down.

use super::MatchEquity;
use crate::{
    Probabilities,
    cube::{CubeOwner, janowski::Model},
};

const LONGEST: usize = MatchEquity::LONGEST;

/// The parameters of a table.
#[derive(Copy, Clone, Debug, PartialEq, serde::Serialize)]
pub struct Rates {
    /// The gammon rate: the share of gammons among all wins, while nobody is close to winning the
    /// match.
    pub gammons: f64,
    /// The same in the Crawford game, for the trailing player.
    pub crawford_gammons: f64,
    /// The same after the Crawford game.
    pub last_gammons: f64,
    /// The cube efficiency: the weight of the live cube, from 0 to 1.
    pub efficiency: f64,
    /// How much the first roll changes the chance to win.
    pub first_roll: f64,
}

impl Default for Rates {
    /// The best fit to the figures of the [built-in table](MatchEquity::built_in), to 9 points.
    fn default() -> Self {
        Self {
            gammons: 0.2257,
            crawford_gammons: 0.2827,
            last_gammons: 0.2854,
            efficiency: 0.9654,
            first_roll: 0.0250,
        }
    }
}

impl MatchEquity {
    /// The table for these rates.
    pub fn generate(rates: Rates) -> Self {
        Self::completed("Starboard".to_owned(), |_, _, _| None, rates)
    }

    /// The table with the figures that are known, and the rest computed from these: `known` is
    /// asked as [`chance`](Self::chance) is, after the Crawford game with `theirs` 1.
    pub fn completed(
        name: String,
        known: impl Fn(i32, i32, bool) -> Option<f64>,
        rates: Rates,
    ) -> Self {
        let mut table = Self { name, before: vec![[0.5; LONGEST]; LONGEST], after: [0.5; LONGEST] };
        for i in 0..LONGEST {
            let mine = i as i32 + 1;
            let chance = known(mine, 1, true);
            table.after[i] = chance.unwrap_or_else(|| table.after_crawford(mine, rates));
        }
        for i in 0..LONGEST {
            for j in 0..=i {
                let (mine, theirs) = (i as i32 + 1, j as i32 + 1);
                let chance = known(mine, theirs, false).unwrap_or_else(|| match j {
                    _ if i == j => 0.5,
                    0 => table.crawford(mine, rates),
                    _ => table.game(mine, theirs, rates),
                });
                table.before[i][j] = chance;
                table.before[j][i] = known(theirs, mine, false).unwrap_or(1.0 - chance);
            }
        }
        table
    }

    /// The chance of a player who needs `away` points after the Crawford game.
    fn after_crawford(&self, away: i32, rates: Rates) -> f64 {
        if away == 1 {
            return 0.5;
        }
        let after = |points| self.chance(away - points, 1, true);
        let won = (1.0 - rates.last_gammons) * after(2) + rates.last_gammons * after(4);
        let chances = [0.5 - rates.first_roll, 0.5 + rates.first_roll];
        chances.map(|win| (win * won).min(after(1))).iter().sum::<f64>() / 2.0
    }

    /// The chance of a player who needs `away` points in the Crawford game.
    fn crawford(&self, away: i32, rates: Rates) -> f64 {
        let after = |points| self.chance(away - points, 1, true);
        let gammons = rates.crawford_gammons;
        0.5 * ((1.0 - gammons) * after(1) + gammons * after(2))
    }

    /// The chance of a player at the start of a game in which both may double.
    fn game(&self, mine: i32, theirs: i32, rates: Rates) -> f64 {
        let utility = |points: i32| match points {
            0.. => self.chance(mine - points, theirs, false),
            _ => self.chance(mine, theirs + points, false),
        };
        let gammons = (0.5 * rates.gammons) as f32;
        let outcomes = Probabilities {
            win: 0.5,
            win_gammon: gammons,
            lose_gammon: gammons,
            ..Probabilities::default()
        };
        let model = Model::new(outcomes, utility, [mine, theirs]);
        model.value(1, CubeOwner::Centred, rates.efficiency)
    }
}
