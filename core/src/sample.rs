//! Some outcomes of chance that stand for all.

/// The outcomes of a node of chance as they look, and which of them stand for how much
/// of the weight. A search keeps it, so that nothing is allocated at a node.
#[derive(Clone, Debug)]
pub struct Sample<T> {
    /// What each outcome looks like, and its weight.
    pub looks: Vec<(T, u32)>,
    /// How many parts each stands for, after [`Sample::stratify`].
    pub parts: Vec<u32>,
    order: Vec<u16>,
}

impl<T> Default for Sample<T> {
    fn default() -> Self {
        Self { looks: Vec::new(), parts: Vec::new(), order: Vec::new() }
    }
}

impl<T: Ord + Copy> Sample<T> {
    /// Chooses `n` of the outcomes so that each stands for as much of the weight: sorted by
    /// how they look, the weight is cut into `n` equal parts, and the outcome in the middle
    /// of each is taken. [`Sample::parts`] says for every outcome how many parts it stands
    /// for.
    ///
    /// # Panics
    ///
    /// If there are no outcomes.
    pub fn stratify(&mut self, n: usize) {
        let Self { looks: outcomes, parts, order } = self;
        order.clear();
        order.extend(0..outcomes.len() as u16);
        // Of equals the first comes first: the choice is the same every time.
        order.sort_unstable_by_key(|&i| (outcomes[i as usize].0, i));
        parts.clear();
        parts.resize(outcomes.len(), 0);
        let total: u64 = outcomes.iter().map(|&(_, weight)| u64::from(weight)).sum();
        let mut ranked = order.iter().map(|&i| i as usize);
        let mut place = ranked.next().expect("there is an outcome");
        let mut passed = u64::from(outcomes[place].1);
        for part in 0..n as u64 {
            // The middle of the part, in units of 1/2n of the weight.
            let middle = (2 * part + 1) * total;
            while passed * 2 * n as u64 <= middle {
                let Some(next) = ranked.next() else { break };
                place = next;
                passed += u64::from(outcomes[place].1);
            }
            parts[place] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(outcomes: &[(i32, u32)], n: usize, expected: &[u32]) {
        let mut sample = Sample { looks: outcomes.to_vec(), ..Sample::default() };
        sample.stratify(n);
        assert_eq!(sample.parts, expected);
    }

    #[test]
    fn each_stands_for_as_much() {
        // The middle one for all.
        check(&[(30, 1), (10, 1), (20, 1)], 1, &[0, 0, 1]);
        check(&[(30, 1), (10, 1), (20, 1)], 3, &[1, 1, 1]);
        // One that has most of the weight stands for more than one part.
        check(&[(1, 1), (2, 8), (3, 1)], 2, &[0, 2, 0]);
        check(&[(1, 1), (2, 8), (3, 1)], 5, &[0, 4, 1]);
        check(&[(1, 2), (2, 2), (3, 1), (4, 1)], 3, &[1, 1, 0, 1]);
        check(&[(5, 1), (5, 1), (5, 1)], 1, &[0, 1, 0]);
    }

    proptest! {
        #[test]
        fn parts_add_up(
            outcomes in prop::collection::vec((any::<i32>(), 1_u32..100), 1..40),
            n in 1_usize..50,
        ) {
            let mut sample = Sample { looks: outcomes, ..Sample::default() };
            sample.stratify(n);
            let Sample { looks: outcomes, parts, .. } = sample;
            prop_assert_eq!(parts.iter().sum::<u32>(), n as u32);
            // None stands for a part more than its share, rounded up.
            let total: u32 = outcomes.iter().map(|o| o.1).sum();
            for (&(_, weight), &parts) in outcomes.iter().zip(&parts) {
                prop_assert!(parts <= (weight * n as u32).div_ceil(total));
            }
        }
    }
}
