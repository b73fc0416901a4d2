//! A race as a whole: the questions that are asked about it, and how the answers
//! combine for the player to move.

use super::{
    Hunt, Race, Semeai,
    count::Count,
    moves::Fight,
    outcome::{Answer, Level, Outcome, Question},
};
use crate::{Board, Color, Ko, Point, Points, Success, reading::reader::may_play};

/// With so many shared liberties there may be a seki.
const SEKI: i32 = 2;
/// So many moves are asked about for one that is better than the first found.
const BETTER: usize = 4;

/// Two strings that race.
pub(super) struct Case<'a> {
    pub(super) reader: &'a mut Semeai,
    pub(super) board: &'a Board,
    /// A stone of the player to move.
    pub(super) own: Point,
    /// A stone of the opponent.
    pub(super) other: Point,
    /// Whose move it is.
    pub(super) color: Color,
    /// Stones that live, of each colour.
    pub(super) homes: [Points; 2],
    /// The points that it is about.
    pub(super) near: Points,
    /// What is known so far.
    pub(super) outcome: Outcome,
}

/// What is asked: whether a string is taken.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Target {
    Own,
    Other,
}

impl Case<'_> {
    /// How it stands.
    pub(super) fn race(&mut self) -> Race {
        let (mut kills, mut saves) = (Success::No, Success::No);
        let (mut best, mut rescue) = (None, None);
        for (ko, success) in Success::by_ko(self.color) {
            if kills == Success::No {
                let (taken, m) = self.ask(Target::Other, ko, self.color);
                let (takes, m) = match taken {
                    Some(true) => (true, self.better(Target::Other, success, m)),
                    Some(false) => (false, None),
                    None => self.guess(ko, m),
                };
                if takes {
                    (kills, best) = (success, m);
                }
            }
            if kills != Success::No && saves == Success::No {
                // A player who has captured the other string has saved its own.
                (saves, rescue) = (success, best);
            }
            if saves == Success::No {
                let (taken, m) = self.ask(Target::Own, ko, self.color);
                if !taken.unwrap_or_else(|| self.falls(ko)) {
                    (saves, rescue) = (success, self.better(Target::Own, success, m));
                }
            }
        }
        if kills == Success::KoWithThreat && saves == Success::Yes {
            // Nobody stakes what is safe for a ko that takes a threat at once.
            kills = Success::No;
        }
        if kills != Success::No {
            // A ko that takes a threat at once is not left to wait.
            if kills != Success::KoWithThreat && self.takes_anyway(ko_of(self.color, kills)) {
                best = None;
                // Whom nobody can take waits with a ko until the other has no
                // threats left.
                if kills == Success::Ko && !self.may_fall() {
                    (saves, kills) = (Success::Yes, Success::Yes);
                }
            }
        } else if saves == Success::KoWithThreat
            && self.ask(Target::Other, Ko::WonBy(self.color), self.color).0 == Some(false)
        {
            // The same from the other side.
            (saves, best) = (Success::No, None);
        } else if saves != Success::No {
            best = rescue.filter(|_| !self.stands_anyway(ko_of(self.color, saves)));
            if saves == Success::Ko {
                // Nor does the opponent stake its string, which is safe.
                saves = Success::Yes;
            }
        }
        Race { saves, kills, best }
    }

    /// Whether a string is taken and the other not, this player to move first,
    /// and the move.
    fn ask(&mut self, target: Target, ko: Ko, first: Color) -> (Option<bool>, Option<Point>) {
        // That the own string is taken is what must not be.
        let level = if target == Target::Other { Level::Won } else { Level::Seki };
        let turned = |taken: Option<bool>| taken.map(|taken| taken == (target == Target::Other));
        let question = Question { level, ko, first };
        if let Some(known) = self.outcome.known(question) {
            return (turned(known.attained), known.best);
        }
        let hunt = self.hunt(target, ko);
        let (taken, best, kos) = self.reader.search(self.board, hunt, first);
        self.outcome.add(question, Answer { attained: turned(taken), best, kos });
        (taken, best)
    }

    /// Whether it is taken after a move of the player's.
    fn after(&mut self, m: Point, target: Target, ko: Ko) -> Option<bool> {
        let mut board = self.board.clone();
        board.play(m, self.color);
        let hunt = self.hunt(target, ko);
        self.reader.search(&board, hunt, self.color.other()).0
    }

    const fn hunt(&self, target: Target, ko: Ko) -> Hunt {
        let (attacker, target, hunter) = match target {
            Target::Own => (self.color.other(), self.own, self.other),
            Target::Other => (self.color, self.other, self.own),
        };
        let Self { homes, near, .. } = *self;
        Hunt { attacker, target, hunter, ko, homes, near, kos: false, begun: false }
    }

    /// Whether the other string is taken, and the move, where a search does not
    /// settle it: by counting, or because its group is killed by an estimate
    /// that does not look at the race. That says nothing against a seki.
    fn guess(&mut self, ko: Ko, found: Option<Point>) -> (bool, Option<Point>) {
        let count = Count::of(self.board, self.own, self.other);
        let outlook = self.reader.life.outlook(&mut self.board.clone(), self.other, ko, true);
        let killing = outlook.best.filter(|_| outlook.dead == Some(true));
        let takes = count.takes(true) || killing.is_some() && count.shared < SEKI;
        (takes, killing.or(found))
    }

    /// Whether the own string is taken, where a search does not settle it: neither ahead by
    /// counting nor saved in games.
    fn falls(&mut self, ko: Ko) -> bool {
        let behind = Count::of(self.board, self.other, self.own).takes(false);
        behind && {
            let outlook = self.reader.life.outlook(&mut self.board.clone(), self.own, ko, false);
            outlook.dead != Some(false)
        }
    }

    /// Whether it is proven that the player takes the other string though it passes: where
    /// that is in doubt a move is surer.
    fn takes_anyway(&mut self, ko: Ko) -> bool {
        self.ask(Target::Other, ko, self.color.other()).0 == Some(true)
    }

    /// Whether it is proven that the player's own string stands though it passes.
    fn stands_anyway(&mut self, ko: Ko) -> bool {
        self.ask(Target::Own, ko, self.color.other()).0 == Some(false)
    }

    /// Whether the own string may be taken if the opponent moves first and wins
    /// kos.
    fn may_fall(&mut self) -> bool {
        let other = self.color.other();
        self.ask(Target::Own, Ko::WonBy(other), other).0 != Some(false)
    }

    /// The move found or, where this fills a liberty of both, one from outside
    /// that does as well: what is shared is filled last.
    fn better(&mut self, target: Target, success: Success, found: Option<Point>) -> Option<Point> {
        let [own, other] = [self.own, self.other].map(|stone| *self.board.liberties(stone));
        let loses = |m: Point| {
            let count = own.len();
            let after = self.board.liberties_after(m, self.color, count);
            own.contains(m) && other.contains(m) && after < count
        };
        // In a ko the order of the moves matters.
        if success != Success::Yes || !found.is_some_and(loses) {
            return found;
        }
        let fight = Fight { board: self.board, ends: [self.own, self.other], homes: &self.homes };
        let ko = ko_of(self.color, success);
        let outside = |m: &Point| {
            !own.contains(*m) && other.contains(*m) && may_play(self.board, ko, *m, self.color)
        };
        let list = fight.candidates(self.color).into_iter().filter(outside);
        let list: Vec<_> = list.take(BETTER).collect();
        let aim = Some(target == Target::Other);
        list.into_iter().find(|&m| self.after(m, target, ko) == aim).or(found)
    }
}

/// In which ko a success is one.
fn ko_of(color: Color, success: Success) -> Ko {
    let found = Success::by_ko(color).into_iter().find(|&(_, other)| other == success);
    found.map_or(Ko::NoThreats, |(ko, _)| ko)
}
