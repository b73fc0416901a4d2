//! ChanceProbCut: a chance node is settled by a shallower search whose value is far
//! outside the window (Schadd, Winands and Uiterwijk 2009; Buro 1995 for decisions).

use starboard_core::{Bounds, Evaluator, Game, Heuristic, Trace, Value, Window};

use super::{Run, Task};

/// When a shallower search of a chance node stands for a deeper one.
///
/// The deeper value is taken to lie within `margin` of `slope / 1000` times the shallower
/// one plus `shift`: a regression over pairs of values of a game's positions, which
/// `starboard fit` finds.
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct ChanceProbCut {
    /// How far off the estimate may be, in grid points; 0 for no such cuts.
    pub margin: u32,
    /// Chance nodes searched this many moves deep, or deeper, are tried.
    pub depth: u32,
    /// How many moves less deep the shallower search is.
    pub reduction: u32,
    /// What the shallower value is multiplied by, in thousandths; at least 1.
    pub slope: u32,
    /// What is then added, in grid points for the mover.
    pub shift: i32,
}

impl ChanceProbCut {
    /// No such cuts.
    pub const NEVER: Self = Self { margin: 0, depth: 2, reduction: 1, slope: 1000, shift: 0 };

    /// The window of the shallower search: at or above its beta the deeper one is expected
    /// to reach `window.beta`, at or below its alpha not to exceed `window.alpha`. An end
    /// that a value within `known` cannot reach is open.
    fn window(self, window: Window, known: Bounds) -> Window {
        let shallow = |deep: i64| (deep - i64::from(self.shift)) * 1000;
        let (slope, margin) = (i64::from(self.slope), i64::from(self.margin));
        // Rounded away from the window.
        let beta = -(-shallow(i64::from(window.beta.raw()) + margin)).div_euclid(slope);
        let alpha = shallow(i64::from(window.alpha.raw()) - margin).div_euclid(slope);
        let (alpha, beta) = (Value::saturating(alpha), Value::saturating(beta));
        Window {
            alpha: if alpha < known.low { Value::MIN } else { alpha },
            beta: if beta > known.high { Value::MAX } else { beta },
        }
    }
}

impl Default for ChanceProbCut {
    fn default() -> Self {
        Self::NEVER
    }
}

impl<G, E, H, T> Run<'_, '_, G, E, H, T>
where
    G: Game,
    E: Evaluator<G>,
    H: Heuristic<G>,
    T: Trace<G>,
{
    /// The end of the window beyond which a chance node, whose value lies within
    /// `known`, is expected to lie; nothing where it is expected beyond neither.
    pub(super) fn probcut(
        &mut self,
        game: &mut G,
        task: Task,
        known: Bounds,
    ) -> Option<Option<Value>> {
        let probcut = self.options.probcut;
        if probcut.margin == 0 || task.depth < probcut.depth.max(probcut.reduction) {
            return Some(None);
        }
        let window = probcut.window(task.window, known);
        if window == Window::FULL {
            return Some(None);
        }
        let depth = task.depth - probcut.reduction;
        let value = self.node(game, Task { depth, ..task.within(window) }, None)?;
        Some(if value >= window.beta {
            Some(task.window.beta)
        } else if value <= window.alpha {
            Some(task.window.alpha)
        } else {
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// A shallower value outside the window found predicts, by the regression
        /// and its margin, a deeper one outside the node's; one inside does not.
        #[test]
        fn the_window_is_where_the_regression_is_undecided(
            alpha in -2000..2000_i32, gap in 1..500_i32, shallow in -5000..5000_i32,
            margin in 1..300_u32, slope in 500..1500_u32, shift in -100..100_i32,
        ) {
            let window = Window { alpha: Value::new(alpha), beta: Value::new(alpha + gap) };
            let cut = ChanceProbCut { margin, slope, shift, ..ChanceProbCut::NEVER };
            let inner = cut.window(window, Bounds::FULL);
            prop_assert!(inner.alpha < inner.beta);
            // In thousandths of a point.
            let deep = i64::from(shallow) * i64::from(slope) + 1000 * i64::from(shift);
            let (low, high) = (deep - 1000 * i64::from(margin), deep + 1000 * i64::from(margin));
            let value = Value::new(shallow);
            prop_assert_eq!(value >= inner.beta, low >= 1000 * i64::from(alpha + gap));
            prop_assert_eq!(value <= inner.alpha, high <= 1000 * i64::from(alpha));
        }
    }

    #[test]
    fn ends_that_cannot_be_reached_are_open() {
        let window = |alpha, beta| Window { alpha: Value::new(alpha), beta: Value::new(beta) };
        let cut = ChanceProbCut { margin: 50, ..ChanceProbCut::NEVER };
        let known = Bounds::symmetric(Value::new(1000));
        assert_eq!(cut.window(window(0, 100), known), window(-50, 150));
        let high = Window { alpha: Value::new(850), beta: Value::MAX };
        assert_eq!(cut.window(window(900, 980), known), high);
        assert_eq!(cut.window(Window::FULL, known), Window::FULL);
        assert_eq!(cut.window(window(-990, 990), known), Window::FULL);
    }
}
