//! What becomes of groups and of free points, predicted by two small networks.
//!
//! Rules of thumb and playouts say how likely a group is to live, each by
//! criteria of its own: eyes, room, a race, friends. A [`Net`] combines them with
//! what is known of the groups around and with whose turn it is; a second one predicts who
//! will own a free point, from influence, distances and the stones near it. Both were
//! fitted to what KataGo's network expects in positions from games, which
//! `starboard train go prospects` does. The model card says how they came about.

mod file;
mod group;
mod net;
mod point;

use std::sync::{Arc, LazyLock};

pub(crate) use self::{group::Around, point::Terrain};
pub use self::{
    group::GROUP_INPUTS,
    net::{MOST_UNITS, Net},
    point::POINT_INPUTS,
};
use crate::{Color, Point, Points};

/// The inputs for a group; the last is whether its owner plays next (1) or the opponent (-1).
pub type GroupInputs = [f32; GROUP_INPUTS];
/// The inputs for a point, from the point of view of one of the players.
pub type PointInputs = [f32; POINT_INPUTS];

/// A question to a network, with its inputs.
#[derive(Clone, PartialEq, Debug)]
pub enum Asked {
    /// A group that can be captured: whether it lives.
    Group {
        /// Whose it is.
        color: Color,
        /// Its stones.
        stones: Points,
        /// The inputs, with its owner to play.
        inputs: Box<GroupInputs>,
    },
    /// A free point, or one with a lost stone: who will own it.
    Point {
        /// The point.
        point: Point,
        /// The inputs from Black's point of view, and from White's.
        inputs: Box<[PointInputs; 2]>,
    },
}

/// The networks; where one is missing, rules of thumb decide.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Prospects {
    /// Predicts the chance that a group lives.
    pub groups: Option<Net<GROUP_INPUTS>>,
    /// Predicts the chance that a point will be owned by the player from whose view it is seen.
    pub points: Option<Net<POINT_INPUTS>>,
}

impl Prospects {
    /// The networks that come with the program.
    pub fn built_in() -> Arc<Self> {
        static BUILT_IN: LazyLock<Arc<Prospects>> = LazyLock::new(|| {
            let bytes = include_bytes!("../../data/go.prospects");
            Arc::new(Prospects::read(bytes).expect("a test reads them"))
        });
        Arc::clone(&BUILT_IN)
    }

    /// The chances that a group lives, in thousandths: if the opponent plays next, in
    /// between, and if its owner does.
    pub(crate) fn chances(&self, inputs: &GroupInputs) -> Option<[i32; 3]> {
        let net = self.groups.as_ref()?;
        let mut inputs = *inputs;
        let high = thousandths(net.chance(&inputs));
        inputs[GROUP_INPUTS - 1] = -1.0;
        let low = thousandths(net.chance(&inputs)).min(high);
        Some([low, i32::midpoint(low, high), high])
    }

    /// Who will own a point, from -1000 for White to 1000 for Black: the mean over both points of
    /// view, so that the players are treated alike.
    pub(crate) fn owner(&self, inputs: &[PointInputs; 2]) -> Option<i32> {
        let net = self.points.as_ref()?;
        Some(thousandths(net.chance(&inputs[0])) - thousandths(net.chance(&inputs[1])))
    }
}

/// Rounded, so that what follows is reckoned in whole numbers.
fn thousandths(chance: f32) -> i32 {
    (chance * 1000.0 + 0.5) as i32
}

#[cfg(test)]
mod tests {
    use starboard_core::Game;

    use super::*;
    use crate::FullBoard;

    /// What Black may hope for is what White may with colours and komi exchanged.
    #[test]
    fn the_players_are_alike() {
        for game in crate::positions().step_by(7) {
            let mirrored = game.mirrored().expect("a position");
            let [one, other] = [&game, &mirrored].map(|game| {
                let analysis = FullBoard::default().analyse(game);
                (analysis.lead, analysis.territory.owner.clone())
            });
            assert_eq!(one.0, -other.0, "{}", game.format());
            let turned: Vec<i32> = other.1.iter().map(|owner| -owner).collect();
            assert_eq!(one.1, turned, "{}", game.format());
        }
    }

    /// A group is likelier to live with its owner to play: that was learned, not built in.
    #[test]
    fn whose_turn_it_is_matters() {
        let net = Prospects::built_in();
        let (mut better, mut same) = (0, 0);
        for game in crate::positions().step_by(3) {
            for asked in FullBoard::default().asked(&game) {
                if let Asked::Group { inputs, .. } = asked {
                    let [low, _, high] = net.chances(&inputs).expect("a network");
                    better += i32::from(high > low);
                    same += i32::from(high == low);
                }
            }
        }
        assert!(better > same, "{better} {same}");
    }
}
