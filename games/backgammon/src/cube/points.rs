//! What players like to know before they look at a position: take points, cash points and gammon
//! values.

use super::{Cube, CubeOwner, Stakes};
use crate::{Probabilities, cube::janowski::model};

/// Take points and gammon values, for the player to move, with the cube where it is now.
#[derive(Copy, Clone, Debug, PartialEq, serde::Serialize)]
pub struct TakePoints {
    /// The dead-cube take point: the winning chance from which a double can be taken if nobody
    /// doubles again.
    pub dead: f64,
    /// The live-cube take point: the same if the cube can be used in the best way, which may be not
    /// at all where gammons already win what it would; `None` if the other player has no use for
    /// doubling.
    pub live: Option<f64>,
    /// The cash point: the winning chance from which the other player has to pass; `None` if the
    /// player to move has no use for doubling.
    pub cash: Option<f64>,
    /// The gammon value: what turning a win into a gammon is worth, relative to turning a loss into
    /// a win.
    pub gammon_value: f64,
    /// The backgammon value: the same for turning a gammon into a backgammon.
    pub backgammon_value: f64,
}

impl TakePoints {
    /// The take points of a game that ends in gammons as often as `outcomes` says.
    pub fn of(stakes: &Stakes, cube: Cube, outcomes: Probabilities) -> Self {
        let model = model(outcomes, stakes);
        let value = cube.value();
        let dead = model.dead_take_point(value);
        let worth = |points: i32| stakes.utility(points * value);
        // By the Jacoby rule, gammons count single until the cube is turned.
        let single = stakes.jacoby() && cube.owner == CubeOwner::Centred;
        let price = |more: i32| {
            if single { 0.0 } else { (worth(more) - worth(more - 1)) / (worth(1) - worth(-1)) }
        };
        Self {
            dead,
            live: model.take_point(value).map(|live| live.min(dead)),
            cash: model.cash_point(value),
            gammon_value: price(2),
            backgammon_value: price(3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_jacobys_rule_gammons_are_worth_nothing_before_the_cube_is_turned() {
        let price = |jacoby, owner| {
            let stakes = Stakes::money(jacoby, false);
            let cube = Cube { doublings: 1, owner };
            let points = TakePoints::of(&stakes, cube, Probabilities::default());
            [points.gammon_value, points.backgammon_value]
        };
        assert_eq!(price(true, CubeOwner::Centred), [0.0; 2]);
        assert_eq!(price(true, CubeOwner::Mine), [0.5; 2]);
        assert_eq!(price(false, CubeOwner::Centred), [0.5; 2]);
    }
}
