//! Groups that live or die by who plays first.

use super::{Kind, Notes, Reason};
use crate::Prize;

/// Vital points of unsettled groups.
pub(super) fn look(notes: &mut Notes<'_>) {
    let (analysis, mover) = (notes.analysis, notes.mover);
    for fight in analysis.fights.iter().filter(|fight| fight.prize == Prize::Group) {
        let (name, points) = if fight.owner == mover {
            ("makes a group live", &fight.defend)
        } else {
            ("kills a group", &fight.attack)
        };
        for (i, &point) in points.iter().enumerate() {
            // The first is the most likely one.
            let value = fight.swing() * (10 - 2 * i as i32) / 10;
            notes.add(point, Reason::new(Kind::Life, name, value).about(fight.stone));
        }
    }
}
