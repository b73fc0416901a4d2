//! Groups whose life depends on who plays first.

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
        let group = analysis.territory.group_at(fight.stone).filter(|group| group.is_read);
        let vital = group.map(|group| &group.vital[usize::from(fight.owner == mover)]);
        for (i, &point) in points.iter().enumerate() {
            // As much of it as was read, or the first is the most likely one.
            let read = vital.and_then(|vital| vital.iter().find(|vital| vital.0 == point));
            let part = read.map_or(1000 - 200 * i.min(4) as i32, |vital| vital.1);
            let value = fight.swing() * part / 1000;
            notes.add(point, Reason::new(Kind::Life, name, value).about(fight.stone));
        }
    }
}
