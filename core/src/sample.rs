//! A stratified sample of the outcomes of a chance node.

/// The outcomes of a chance node by their static values, and how much of the total weight
/// each of them stands for. A search keeps and reuses it, so that nothing is allocated at a
/// node.
#[derive(Clone, Debug)]
pub struct Sample<T> {
    /// The static value of each outcome, or its rank, and its weight.
    pub static_values: Vec<(T, u32)>,
    /// How many strata each outcome stands for, after [`Sample::stratify`].
    pub multiplicity: Vec<u32>,
    order: Vec<u16>,
}

impl<T> Default for Sample<T> {
    fn default() -> Self {
        Self { static_values: Vec::new(), multiplicity: Vec::new(), order: Vec::new() }
    }
}

impl<T: Ord + Copy> Sample<T> {
    /// Chooses `n` of the outcomes so that each stands for the same share of the weight:
    /// with the outcomes sorted by static value, the weight is cut into `n` equal strata,
    /// and the outcome in the middle of each is taken. [`Sample::multiplicity`] says how
    /// many strata each outcome stands for.
    ///
    /// # Panics
    ///
    /// If there are no outcomes.
    pub fn stratify(&mut self, n: usize) {
        let Self { static_values: outcomes, multiplicity, order } = self;
        order.clear();
        order.extend(0..outcomes.len() as u16);
        // Of equals, the first comes first, so the choice is the same every time.
        order.sort_unstable_by_key(|&i| (outcomes[i as usize].0, i));
        multiplicity.clear();
        multiplicity.resize(outcomes.len(), 0);
        let total: u64 = outcomes.iter().map(|&(_, weight)| u64::from(weight)).sum();
        let mut ranked = order.iter().map(|&i| i as usize);
        let mut place = ranked.next().expect("there is an outcome");
        let mut passed = u64::from(outcomes[place].1);
        for stratum in 0..n as u64 {
            // The middle of the stratum, in units of 1/2n of the weight.
            let middle = (2 * stratum + 1) * total;
            while passed * 2 * n as u64 <= middle {
                let Some(next) = ranked.next() else { break };
                place = next;
                passed += u64::from(outcomes[place].1);
            }
            multiplicity[place] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(outcomes: &[(i32, u32)], n: usize, expected: &[u32]) {
        let mut sample = Sample { static_values: outcomes.to_vec(), ..Sample::default() };
        sample.stratify(n);
        assert_eq!(sample.multiplicity, expected);
    }

    #[test]
    fn each_stands_for_as_much() {
        // The middle one for all.
        check(&[(30, 1), (10, 1), (20, 1)], 1, &[0, 0, 1]);
        check(&[(30, 1), (10, 1), (20, 1)], 3, &[1, 1, 1]);
        // One that has most of the weight stands for more than one stratum.
        check(&[(1, 1), (2, 8), (3, 1)], 2, &[0, 2, 0]);
        check(&[(1, 1), (2, 8), (3, 1)], 5, &[0, 4, 1]);
        check(&[(1, 2), (2, 2), (3, 1), (4, 1)], 3, &[1, 1, 0, 1]);
        check(&[(5, 1), (5, 1), (5, 1)], 1, &[0, 1, 0]);
    }

    proptest! {
        #[test]
        fn multiplicities_add_up(
            outcomes in prop::collection::vec((any::<i32>(), 1_u32..100), 1..40),
            n in 1_usize..50,
        ) {
            let mut sample = Sample { static_values: outcomes, ..Sample::default() };
            sample.stratify(n);
            let Sample { static_values: outcomes, multiplicity, .. } = sample;
            prop_assert_eq!(multiplicity.iter().sum::<u32>(), n as u32);
            // None stands for a stratum more than its share, rounded up.
            let total: u32 = outcomes.iter().map(|o| o.1).sum();
            for (&(_, weight), &multiplicity) in outcomes.iter().zip(&multiplicity) {
                prop_assert!(multiplicity <= (weight * n as u32).div_ceil(total));
            }
        }
    }
}
