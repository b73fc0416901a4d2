//! What moves are for: names as books have them, and the type of reason each is.

use crate::knowledge::kind::Kind;

macro_rules! purposes {
    ($($kind:ident { $($id:ident $name:literal,)+ })+) => {
        /// What a move is for, by what it does to the stones around it.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Purpose {
            $($(#[doc = $name] $id,)+)+
        }

        impl Purpose {
            /// All of them, type by type.
            pub const ALL: &[Self] = &[$($(Self::$id,)+)+];

            /// The name, as what a move does.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(Self::$id => $name,)+)+
                }
            }

            /// The type of reason.
            pub const fn kind(self) -> Kind {
                match self {
                    $($(Self::$id)|+ => Kind::$kind,)+
                }
            }
        }
    };
}

purposes! {
    Tactics {
        CapturesStone "captures a stone",
        CapturesStones "captures several stones",
        CapturesCutters "captures cutting stones",
        SavesByCapture "captures what gives atari",
        Ponnuki "makes a ponnuki",
        ExtendsFromAtari "extends out of atari",
        ConnectsFromAtari "connects stones in atari",
        CounterAtari "answers atari with atari",
        AtariStone "gives atari to a stone",
        AtariString "gives atari to a string",
        DoubleAtari "gives double atari",
        Ladder "catches in a ladder",
        Net "catches in a net",
        ThrowsIn "makes a throw-in",
        Snapback "makes a snapback",
        TakesLiberty "takes away a liberty",
        GainsLiberties "gains liberties",
        Chases "drives with ataris",
        AtariAndExtends "gives atari and extends",
        AtariAndConnects "gives atari and connects",
        Sacrifices "sacrifices stones",
        WinsStones "wins stones by an exchange",
    }
    Life {
        TakesEye "takes away an eye",
        MakesEye "makes an eye",
        Places "places a stone in the eye space",
        TwoOne "plays the 2-1 point",
        TwoTwo "plays the 2-2 point",
    }
    Attack {
        Caps "caps",
        KnightCap "caps by a knight's move",
        ShoulderHit "hits at the shoulder",
        PressesDown "presses down",
        KeepsPressing "keeps pressing down",
        StopsBamboo "takes the vital point of the shape",
        MiddleOfThree "plays at the middle of three stones",
    }
    Defence {
        JumpsOut "jumps out",
        JumpsOutTwo "jumps two spaces out",
        RunsDiagonally "runs out at an angle",
        RunsByKnight "runs out by a knight's move",
        Runs "keeps running out",
        CrawlsSecond "crawls on the second line",
        CrawlsThird "crawls on the third line",
        KeepsCrawling "keeps crawling",
        SlidesSecond "slides to the second line",
    }
    Links {
        Cuts "cuts through",
        CrossCuts "crosscuts",
        ConnectsSolidly "connects solidly",
        ConnectsUnder "connects underneath",
        AnswersPeep "connects against a peep",
        Peeps "peeps",
        PeepsInSente "peeps in sente",
        TigersMouth "makes a tiger's mouth",
        Bamboo "makes a bamboo joint",
        Wedges "wedges in",
        PushesThrough "pushes through",
        PushesAndCuts "pushes and cuts",
        CutsAndStretches "cuts and stretches",
    }
    Opening {
        StarPoint "takes a star point",
        ThreeFour "takes a 3-4 point",
        OtherCorner "takes an empty corner",
        InvadesCorner "invades at 3-3",
        LivesInCorner "invades at 3-3 and lives",
        ApproachesLow "approaches the corner low",
        ApproachesHigh "approaches the corner high",
        Encloses "encloses the corner",
        PincersClosely "pincers closely",
        Pincers "pincers from a distance",
        ExtendsOne "extends one space along the side",
        ExtendsTwo "extends two spaces along the side",
        ExtendsFar "extends far along the side",
        Splits "splits the side",
        InvadesSide "invades the side",
        Checks "checks an extension",
    }
    Border {
        HaneFirst "hane on the first line",
        HaneConnectSente "hane and connection on the first line in sente",
        HaneConnectGote "hane and connection on the first line in gote",
        HaneConnectSecond "hane and connection on the second line",
        MonkeyJump "makes a monkey jump",
        SlidesFirst "slides to the first line",
        DescendsFirst "descends to the first line",
        BlocksFirst "blocks on the first line",
        CrawlsFirst "crawls on the first line",
        ConnectsFirst "connects on the first line",
        ClampsSecond "clamps on the second line",
        AttachesSecond "attaches on the second line",
        FillsNeutral "fills a neutral point",
    }
    Ko {
        TakesKo "takes a ko",
        ConnectsKo "connects a ko",
        MakesKo "makes a ko shape",
        FightsKo "fights a ko",
    }
    Shape {
        HaneThree "hane at the head of three stones",
        HaneTwo "hane at the head of two stones",
        HaneUnder "hane underneath",
        HaneSecond "hane on the second line",
        DoubleHane "double hane",
        Hane "hane",
        HaneAndConnects "hane and connects",
        Stretches "stretches",
        DescendsSecond "descends to the second line",
        Descends "descends",
        Turns "turns",
        PushesFromBehind "pushes from behind",
        PushesAlong "pushes along",
        KeepsPushing "keeps pushing along",
        BlocksSecond "blocks on the second line",
        Blocks "blocks",
        AttachesUnder "attaches underneath",
        AttachesOnTop "attaches on top",
        AttachesBeside "attaches from the side",
        AttachesAtAngle "attaches at an angle",
        AttachesAndStretches "attaches and stretches",
        AttachesAndHane "attaches and plays hane",
        AttachesAndCrosscuts "attaches and crosscuts",
        Clamps "clamps",
        EmptyTriangle "makes an empty triangle",
        MovesDiagonally "moves at an angle",
        KnightsMove "makes a knight's move",
        LargeKnight "makes a large knight's move",
        ElephantsMove "makes an elephant's move",
        OneSpaceJump "makes a one-space jump",
        TwoSpaceJump "makes a two-space jump",
        Elsewhere "is what strong players play",
    }
    Style {
        Probes "probes with an attachment",
    }
}
