//! How a run compares with what was laid down before the first one.

use serde::Serialize;

/// What a run is to the plan.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// What the tests of the plan are made on, all of it.
    Tested,
    /// In the plan, to be looked at and not to be tested.
    Explored,
    /// A part of what is tested: no verdict before the whole is there.
    Part,
    /// Something else.
    OffPlan,
}

/// How a run compares with the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// What it is to the plan.
    pub kind: Kind,
    /// Why it is no more than that.
    pub because: Vec<String>,
}

impl Standing {
    /// What the run is, by what is different from the plan, which part it is, if
    /// not the whole, and why it is only explored.
    pub(super) fn new(
        deviations: Vec<String>,
        part: Option<String>,
        explored: Option<String>,
    ) -> Self {
        let (kind, because) = if !deviations.is_empty() {
            (Kind::OffPlan, deviations)
        } else if let Some(part) = part {
            (Kind::Part, vec![part])
        } else if let Some(explored) = explored {
            (Kind::Explored, vec![explored])
        } else {
            (Kind::Tested, Vec::new())
        };
        Self { kind, because }
    }

    /// The same of a run of which so many searches are there: no verdict before all are.
    pub(super) fn of_so_many(self, found: usize, all: usize) -> Self {
        if found >= all || self.kind == Kind::OffPlan {
            return self;
        }
        let because = [format!("{found} of {all} searches")].into_iter().chain(self.because);
        Self { kind: Kind::Part, because: because.collect() }
    }

    /// Whether verdicts may be drawn.
    pub fn is_tested(&self) -> bool {
        self.kind == Kind::Tested
    }

    /// The same for people.
    pub fn sentence(&self) -> String {
        let because = self.because.join("; ");
        match self.kind {
            Kind::Tested => "as planned: what was laid down before the first run".to_owned(),
            Kind::Explored => format!("as planned, to be explored and not tested: {because}"),
            Kind::Part => format!("a part of the plan: {because}; no verdict before the whole"),
            Kind::OffPlan => format!("off-plan: {because}; nothing here is a test"),
        }
    }

    /// What stands in the place of a verdict.
    pub(super) fn no_verdict(&self) -> &'static str {
        match self.kind {
            Kind::Tested | Kind::Explored => "explored",
            Kind::Part => "part",
            Kind::OffPlan => "off-plan",
        }
    }
}

/// A deviation: `found` where the plan has `planned`; none if they are the same.
pub(super) fn deviation<T: PartialEq>(
    what: &str,
    found: &T,
    planned: &T,
    written: impl Fn(&T) -> String,
) -> Option<String> {
    (found != planned).then(|| format!("{what} {} for {}", written(found), written(planned)))
}
