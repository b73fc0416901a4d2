//! What the first of a few moves in a row is for.

use super::Purpose;

/// A move of a sequence.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Step {
    /// What it is for by itself.
    pub(crate) purpose: Purpose,
    /// How many stones it takes.
    pub(crate) taken: u8,
}

impl Purpose {
    /// What the first of some moves is for, by both players in turn: by what comes of it.
    pub(crate) fn of_sequence(steps: &[Step]) -> Self {
        let Some(&Step { purpose: first, taken }) = steps.first() else { return Self::Elsewhere };
        let at = |i: usize| steps.get(i).map(|step| step.purpose);
        let own = || steps.iter().skip(2).step_by(2);
        let other = || steps.iter().skip(1).step_by(2);
        if steps.iter().filter(|step| step.purpose == Self::TakesKo).count() > 1 {
            return Self::FightsKo;
        }
        if let Some(purpose) = at(2).and_then(|third| pair(first, at(1), third, steps.len())) {
            return purpose;
        }
        let lost: u32 = other().map(|step| u32::from(step.taken)).sum();
        let won: u32 = own().map(|step| u32::from(step.taken)).sum();
        match () {
            () if taken > 0 => first,
            () if lost > 0 && won <= lost && first.is_quiet() => Self::Sacrifices,
            () if won > 0 && first.is_quiet() => Self::WinsStones,
            () => first,
        }
    }

    /// Whether it says little of what comes of a move.
    const fn is_quiet(self) -> bool {
        !matches!(
            self,
            Self::ThrowsIn
                | Self::Snapback
                | Self::Ladder
                | Self::Net
                | Self::TakesKo
                | Self::MakesKo
                | Self::TakesEye
        )
    }

    const fn is_atari(self) -> bool {
        matches!(
            self,
            Self::AtariStone | Self::AtariString | Self::CounterAtari | Self::DoubleAtari
        )
    }

    const fn is_connection(self) -> bool {
        matches!(
            self,
            Self::ConnectsSolidly
                | Self::ConnectsFirst
                | Self::ConnectsUnder
                | Self::ConnectsFromAtari
                | Self::AnswersPeep
                | Self::TigersMouth
        )
    }

    const fn is_extension(self) -> bool {
        matches!(
            self,
            Self::Stretches
                | Self::ExtendsFromAtari
                | Self::Turns
                | Self::Descends
                | Self::DescendsSecond
                | Self::GainsLiberties
        )
    }

    const fn is_hane(self) -> bool {
        matches!(
            self,
            Self::Hane
                | Self::HaneTwo
                | Self::HaneThree
                | Self::HaneUnder
                | Self::HaneSecond
                | Self::HaneFirst
                | Self::DoubleHane
        )
    }

    const fn is_attachment(self) -> bool {
        matches!(
            self,
            Self::AttachesUnder
                | Self::AttachesOnTop
                | Self::AttachesBeside
                | Self::AttachesAtAngle
                | Self::AttachesSecond
                | Self::Probes
        )
    }

    const fn is_crawl(self) -> bool {
        matches!(self, Self::CrawlsFirst | Self::CrawlsSecond | Self::CrawlsThird)
    }

    const fn is_push(self) -> bool {
        matches!(self, Self::PushesAlong | Self::PushesFromBehind | Self::Turns)
    }

    const fn is_run(self) -> bool {
        matches!(
            self,
            Self::JumpsOut | Self::JumpsOutTwo | Self::RunsDiagonally | Self::RunsByKnight
        )
    }
}

/// What two moves of a player are for together, with the answer to the first; `length` is
/// that of all moves.
fn pair(first: Purpose, answer: Option<Purpose>, third: Purpose, length: usize) -> Option<Purpose> {
    // With an answer to the second move, too, the turn is the player's again.
    let is_sente = length > 3;
    Some(match first {
        Purpose::HaneFirst if third.is_connection() => {
            if is_sente {
                Purpose::HaneConnectSente
            } else {
                Purpose::HaneConnectGote
            }
        }
        Purpose::HaneSecond if third.is_connection() => Purpose::HaneConnectSecond,
        _ if first.is_hane() && third.is_connection() => Purpose::HaneAndConnects,
        _ if first.is_atari() && third.is_atari() => Purpose::Chases,
        _ if first.is_atari() && third.is_connection() => Purpose::AtariAndConnects,
        _ if first.is_atari() && third.is_extension() => Purpose::AtariAndExtends,
        Purpose::PushesThrough | Purpose::PushesAlong | Purpose::Turns
            if matches!(third, Purpose::Cuts | Purpose::CrossCuts) =>
        {
            Purpose::PushesAndCuts
        }
        Purpose::Cuts | Purpose::CrossCuts if third.is_extension() => Purpose::CutsAndStretches,
        _ if first.is_attachment() && third.is_extension() => Purpose::AttachesAndStretches,
        _ if first.is_attachment() && third == Purpose::CrossCuts => Purpose::AttachesAndCrosscuts,
        _ if first.is_attachment() && third.is_hane() => Purpose::AttachesAndHane,
        Purpose::Peeps if answer.is_some_and(Purpose::is_connection) => Purpose::PeepsInSente,
        Purpose::InvadesCorner if length > 4 => Purpose::LivesInCorner,
        Purpose::PressesDown if third == Purpose::PressesDown => Purpose::KeepsPressing,
        _ if first.is_crawl() && third.is_crawl() => Purpose::KeepsCrawling,
        _ if first.is_push() && third.is_push() => Purpose::KeepsPushing,
        _ if first.is_run() && third.is_run() => Purpose::Runs,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_of_a_move_says_what_it_is_for() {
        use Purpose::{BlocksFirst, ConnectsFirst, HaneConnectGote, HaneConnectSente, HaneFirst};
        let step = |purpose| Step { purpose, taken: 0 };
        let of = |all: &[Purpose]| {
            Purpose::of_sequence(&all.iter().copied().map(step).collect::<Vec<_>>())
        };
        assert_eq!(of(&[HaneFirst]), HaneFirst);
        assert_eq!(of(&[HaneFirst, BlocksFirst, ConnectsFirst]), HaneConnectGote);
        assert_eq!(of(&[HaneFirst, BlocksFirst, ConnectsFirst, ConnectsFirst]), HaneConnectSente);
        assert_eq!(
            of(&[Purpose::Cuts, Purpose::AtariStone, Purpose::Stretches]),
            Purpose::CutsAndStretches
        );
        let taken = [
            Step { purpose: Purpose::Blocks, taken: 0 },
            Step { purpose: Purpose::CapturesStone, taken: 1 },
        ];
        assert_eq!(Purpose::of_sequence(&taken), Purpose::Sacrifices);
    }
}
