//! The statistics of a player.

use std::ops::AddAssign;

use super::{
    Amount, CubeFault, CubeFound, Findings, LuckMark, PlayFound, Rating, Skill, cube::Done,
};

/// The moves.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct PlayStatistics {
    /// All moves, including rolls that could not be played.
    pub moves: u32,
    /// Moves that were not forced.
    pub unforced: u32,
    /// Those marked doubtful.
    pub doubtful: u32,
    /// Those marked bad.
    pub bad: u32,
    /// Those marked very bad.
    pub very_bad: u32,
    /// What was lost.
    pub loss: Amount,
}

/// The rolls.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct LuckStatistics {
    /// How many.
    pub rolls: u32,
    /// Those marked very lucky.
    pub very_lucky: u32,
    /// Those marked lucky.
    pub lucky: u32,
    /// Those marked unlucky.
    pub unlucky: u32,
    /// Those marked very unlucky.
    pub very_unlucky: u32,
    /// All luck together.
    pub total: Amount,
}

/// Decisions of a kind that were wrong.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Fault {
    /// How many.
    pub count: u32,
    /// What was lost.
    pub loss: Amount,
}

/// The decisions about the cube.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct CubeStatistics {
    /// All of them: every roll before which the player might have doubled, every
    /// double, every answer.
    pub decisions: u32,
    /// Those that were close, and those in which the cube was turned or
    /// answered.
    pub close: u32,
    /// Doubles.
    pub doubles: u32,
    /// Takes, beavers included.
    pub takes: u32,
    /// Passes.
    pub passes: u32,
    /// Doubles missed that would have been taken.
    pub missed_below_cash: Fault,
    /// Doubles missed that would have been passed.
    pub missed_above_cash: Fault,
    /// Doubles that came too early.
    pub wrong_below_double: Fault,
    /// Doubles in games that were too good.
    pub wrong_too_good: Fault,
    /// Takes, beavers included.
    pub wrong_takes: Fault,
    /// Passes.
    pub wrong_passes: Fault,
    /// What was lost.
    pub loss: Amount,
}

/// What a player did in a game or in several.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Statistics {
    /// The moves.
    pub play: PlayStatistics,
    /// The rolls.
    pub luck: LuckStatistics,
    /// The decisions about the cube.
    pub cube: CubeStatistics,
}

impl Statistics {
    /// Adds what was found out about something that the player did.
    pub fn add(&mut self, found: &Findings) {
        if let Some(play) = &found.play {
            self.play.add(play);
        }
        if let Some(luck) = found.luck {
            self.luck.add(luck);
        }
        if let Some(cube) = &found.cube {
            self.cube.add(cube);
        }
    }

    /// All that was lost.
    pub fn loss(&self) -> Amount {
        self.play.loss + self.cube.loss
    }

    /// The equity lost in a move with a choice; `None` without such moves.
    pub fn play_rate(&self) -> Option<f64> {
        rate(self.play.loss, self.play.unforced)
    }

    /// The equity lost per cube decision that counts.
    pub fn cube_rate(&self) -> Option<f64> {
        rate(self.cube.loss, self.cube.close)
    }

    /// The equity lost per decision, move or cube, that counts.
    pub fn rate(&self) -> Option<f64> {
        rate(self.loss(), self.play.unforced + self.cube.close)
    }

    /// The rating by [`rate`](Self::rate).
    pub fn rating(&self) -> Option<Rating> {
        self.rate().map(Rating::of)
    }

    /// The Snowie error rate: the equity lost per move of both players, forced or not, as Snowie 4
    /// counted it.
    pub fn snowie_rate(&self, other: &Self) -> Option<f64> {
        rate(self.loss(), self.play.moves + other.play.moves)
    }

    /// The FIBS rating that corresponds to these errors in matches of this length; a session counts
    /// as infinitely long. From Kees van den Doel's fit, as given in the manual of GNU Backgammon.
    pub fn fibs_rating(&self, length: u32) -> Option<f64> {
        const PERFECT: f64 = 2050.0;
        let share = if length == 0 { 0.0 } else { 1.0 / f64::from(length) };
        let play = self.play_rate()? * (8798.0 + 25526.0 * share);
        let cube = self.cube_rate().unwrap_or(0.0) * (863.0 - 519.0 * share);
        Some(PERFECT - play - cube)
    }
}

fn rate(loss: Amount, count: u32) -> Option<f64> {
    (count > 0).then(|| loss.equity / f64::from(count))
}

impl PlayStatistics {
    fn add(&mut self, found: &PlayFound) {
        self.moves += 1;
        self.unforced += u32::from(!found.forced());
        match found.skill {
            Skill::Unmarked => {}
            Skill::Doubtful => self.doubtful += 1,
            Skill::Bad => self.bad += 1,
            Skill::VeryBad => self.very_bad += 1,
        }
        self.loss += found.loss;
    }
}

impl LuckStatistics {
    fn add(&mut self, luck: Amount) {
        self.rolls += 1;
        match LuckMark::of(luck.equity) {
            LuckMark::VeryUnlucky => self.very_unlucky += 1,
            LuckMark::Unlucky => self.unlucky += 1,
            LuckMark::Unmarked => {}
            LuckMark::Lucky => self.lucky += 1,
            LuckMark::VeryLucky => self.very_lucky += 1,
        }
        self.total += luck;
    }
}

impl CubeStatistics {
    fn add(&mut self, found: &CubeFound) {
        self.decisions += 1;
        self.close += u32::from(found.counts);
        match found.done {
            Done::NoDouble => {}
            Done::Double => self.doubles += 1,
            Done::Take | Done::Beaver => self.takes += 1,
            Done::Pass => self.passes += 1,
        }
        if let Some(kind) = found.fault {
            let fault = self.fault_mut(kind);
            fault.count += 1;
            fault.loss += found.loss;
        }
        self.loss += found.loss;
    }

    /// What was wrong in this way.
    pub const fn fault(&self, kind: CubeFault) -> &Fault {
        match kind {
            CubeFault::MissedBelowCash => &self.missed_below_cash,
            CubeFault::MissedAboveCash => &self.missed_above_cash,
            CubeFault::WrongBelowDouble => &self.wrong_below_double,
            CubeFault::WrongTooGood => &self.wrong_too_good,
            CubeFault::WrongTake => &self.wrong_takes,
            CubeFault::WrongPass => &self.wrong_passes,
        }
    }

    const fn fault_mut(&mut self, kind: CubeFault) -> &mut Fault {
        match kind {
            CubeFault::MissedBelowCash => &mut self.missed_below_cash,
            CubeFault::MissedAboveCash => &mut self.missed_above_cash,
            CubeFault::WrongBelowDouble => &mut self.wrong_below_double,
            CubeFault::WrongTooGood => &mut self.wrong_too_good,
            CubeFault::WrongTake => &mut self.wrong_takes,
            CubeFault::WrongPass => &mut self.wrong_passes,
        }
    }
}

impl AddAssign<&Self> for Statistics {
    fn add_assign(&mut self, other: &Self) {
        let (a, b) = (&mut self.play, &other.play);
        a.moves += b.moves;
        a.unforced += b.unforced;
        a.doubtful += b.doubtful;
        a.bad += b.bad;
        a.very_bad += b.very_bad;
        a.loss += b.loss;
        let (a, b) = (&mut self.luck, &other.luck);
        a.rolls += b.rolls;
        a.very_lucky += b.very_lucky;
        a.lucky += b.lucky;
        a.unlucky += b.unlucky;
        a.very_unlucky += b.very_unlucky;
        a.total += b.total;
        let (a, b) = (&mut self.cube, &other.cube);
        a.decisions += b.decisions;
        a.close += b.close;
        a.doubles += b.doubles;
        a.takes += b.takes;
        a.passes += b.passes;
        a.loss += b.loss;
        for kind in CubeFault::ALL {
            let (a, b) = (a.fault_mut(kind), b.fault(kind));
            a.count += b.count;
            a.loss += b.loss;
        }
    }
}
