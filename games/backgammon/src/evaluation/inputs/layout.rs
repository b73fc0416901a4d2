//! Which rows of a network's first layer are added up for a position.
//!
//! Every input is a small integer, and each of its possible values except 0 has its own row of
//! weights: the first layer is a sum of rows, without multiplications, of which only a few change
//! from one move to the next.

/// One input.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What it counts.
    pub name: &'static str,
    /// Its largest value, which is the number of its rows.
    pub most: u16,
    /// Whether adjacent values mean nearly the same: training then gives the rows a common slope.
    pub ordered: bool,
}

/// The inputs of one kind of network.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// All inputs: for positions with contact.
    Contact,
    /// What matters in a race.
    Race,
    /// The checkers alone: for the pruning networks.
    Board,
}

impl Layout {
    /// The inputs, in order.
    pub const fn slots(self) -> &'static [Slot] {
        match self {
            Self::Contact => &CONTACT,
            Self::Race => &RACE,
            Self::Board => &BOARD,
        }
    }

    /// The first row of each input; row 0 belongs to no input and stays zero.
    pub const fn first(self) -> &'static [u16] {
        match self {
            Self::Contact => &CONTACT_FIRST,
            Self::Race => &RACE_FIRST,
            Self::Board => &BOARD_FIRST,
        }
    }

    /// How many rows there are, row 0 included.
    pub fn rows(self) -> usize {
        let last = self.slots().len() - 1;
        usize::from(self.first()[last] + self.slots()[last].most)
    }
}

/// Places of a side, each a slot: 0 is off the board, 25 the bar.
pub(crate) const PLACES: usize = 26;

const fn ordered(name: &'static str, most: u16) -> Slot {
    Slot { name, most, ordered: true }
}

const fn kinds(name: &'static str, most: u16) -> Slot {
    Slot { name, most, ordered: false }
}

/// The inputs for each side in positions with contact; `super::contact` defines them.
pub(crate) const CONTACT_SIDE: [Slot; 28] = [
    ordered("pips, in sixes", 47),
    ordered("pips, in sixes from three", 47),
    ordered("rolls that hit", 36),
    ordered("rolls that hit two", 36),
    ordered("pips won by hitting", 36),
    kinds("entering", 21),
    ordered("rolls to escape", 24),
    ordered("trapped", 31),
    ordered("hold", 32),
    ordered("tightest hold", 23),
    kinds("prime and checkers behind it", 24),
    kinds("anchors and checkers back", 31),
    ordered("timing", 31),
    kinds("blots under attack, and attackers", 63),
    ordered("pips to pass", 31),
    ordered("pips to come home", 40),
    ordered("steps", 47),
    ordered("spares", 12),
    ordered("out of play", 12),
    kinds("blots at home", 63),
    ordered("rolls to make a point", 36),
    kinds("points 1 to 6", 63),
    kinds("points 4 to 9", 63),
    kinds("points 7 to 12", 63),
    kinds("points 10 to 15", 63),
    kinds("points 13 to 18", 63),
    kinds("points 16 to 21", 63),
    kinds("points 19 to 24", 63),
];

/// The inputs for each side in a race; `super::race` defines them.
pub(crate) const RACE_SIDE: [Slot; 6] = [
    ordered("pips, in threes", 63),
    ordered("pips, in threes from one", 63),
    ordered("pips to come home", 40),
    ordered("crossovers", 40),
    ordered("wasted pips", 31),
    kinds("points held at home", 63),
];

/// The inputs that exist only once.
const LEAD: [Slot; 2] = [ordered("lead", 65), ordered("lead, half a step on", 65)];

const CONTACT: [Slot; 2 * PLACES + 2 * CONTACT_SIDE.len() + 2] = with_board(&CONTACT_SIDE, &LEAD);
const RACE: [Slot; 2 * PLACES + 2 * RACE_SIDE.len() + 2] = with_board(&RACE_SIDE, &LEAD);
const BOARD: [Slot; 2 * PLACES] = with_board(&[], &[]);

const CONTACT_FIRST: [u16; CONTACT.len()] = first(&CONTACT);
const RACE_FIRST: [u16; RACE.len()] = first(&RACE);
const BOARD_FIRST: [u16; BOARD.len()] = first(&BOARD);

/// The most inputs of any layout besides the checkers, rounded up to a multiple of eight.
pub(crate) const MOST_VALUES: usize = (CONTACT.len() - 2 * PLACES).next_multiple_of(8);

/// The checkers by place of the mover and of the other player, then `side` for both, then `once`.
const fn with_board<const N: usize>(side: &[Slot], once: &[Slot]) -> [Slot; N] {
    let mut slots = [ordered("checkers of the mover", 15); N];
    let mut i = PLACES;
    while i < 2 * PLACES {
        slots[i] = ordered("checkers of the other", 15);
        i += 1;
    }
    while i < 2 * PLACES + 2 * side.len() {
        slots[i] = side[(i - 2 * PLACES) % side.len()];
        i += 1;
    }
    while i < N {
        slots[i] = once[i - 2 * PLACES - 2 * side.len()];
        i += 1;
    }
    slots
}

const fn first<const N: usize>(slots: &[Slot; N]) -> [u16; N] {
    let mut first = [1; N];
    let mut i = 1;
    while i < N {
        first[i] = first[i - 1] + slots[i - 1].most;
        i += 1;
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_belong_to_one_input_each() {
        for layout in [Layout::Contact, Layout::Race, Layout::Board] {
            let mut next = 1;
            for (slot, &first) in layout.slots().iter().zip(layout.first()) {
                assert_eq!(first, next, "{}", slot.name);
                next += slot.most;
            }
            assert_eq!(layout.rows(), usize::from(next));
            assert!(layout.slots().len() <= 2 * PLACES + MOST_VALUES);
        }
    }
}
