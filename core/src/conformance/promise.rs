//! What a game and the knowledge of it promise, a sentence for each promise.

use std::fmt;

macro_rules! promises {
    ($($name:ident: $sentence:literal,)*) => {
        /// Something that [`Game`](crate::Game), [`Evaluator`](crate::Evaluator),
        /// [`Quiescence`](crate::Quiescence) or [`Policy`](crate::Policy) promises;
        /// displays as a sentence.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Promise {
            $(#[doc = concat!($sentence, ".")] $name,)*
        }

        impl Promise {
            /// Every promise there is, in the order they are checked.
            pub const ALL: &[Self] = &[$(Self::$name),*];
        }

        impl fmt::Display for Promise {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$name => $sentence,)*
                })
            }
        }
    };
}

promises! {
    NoPanic: "no method panics in a position that legal moves lead to",
    ClonesEqual: "a clone equals the original",
    ChanceDeclared: "only a game whose CHANCE holds has chance nodes",
    SoloMover: "where SOLO holds, the first player is always to move",
    ValueInRange: "the value of a finished game lies strictly between Value::MIN and Value::MAX",
    OverIsOver: "a finished game offers neither moves nor chances",
    HasMoves: "a decision node offers at least one move",
    MovesAppend: "moves, chances and options append to what the buffer holds",
    MovesRepeat: "moves and chances are offered in the same order each time",
    MovesDistinct: "no move is offered twice",
    HasOutcomes: "a chance node has at least one outcome",
    WeightsPositive: "the weights of a chance node are positive",
    WeightsFit: "the weights of a chance node add up to at most u32::MAX",
    OutcomesDistinct: "no outcome of chance is listed twice",
    OptionsAgree: "options are the moves of a decision and the outcomes of a chance node, in order",
    PlayRepeats: "playing a move twice from the same position gives the same position",
    KeyForetold: "key_after is the key of the position that play leads to",
    RewardDeclared: "only where REWARDS holds, and MATE is 0, does a move or an outcome earn a reward",
    RewardInRange: "a reward is the same each time, and lies strictly between Value::MIN and Value::MAX",
    WithChildPlays: "with_child shows the position that play leads to",
    WithChildRestores: "with_child leaves the position and its key as they were",
    Alternates: "where ALTERNATES holds, every move hands the turn to the other player",
    EqualKeys: "equal positions have equal keys, however they came about",
    DistinctKeys: "different positions have different keys",
    ChanceEnds: "a chance node leads to a decision or the end within 64 outcomes",
    GoodMoveLegal: "good_move is one of the legal moves, the same each time",
    IndexInRange: "move_index lies below MOVE_INDICES",
    IndexDistinct: "different moves of a position have different indices",
    TargetInRange: "target_index lies below TARGET_INDICES",
    CheckTold: "a move of which gives_check says so leaves the opponent in check",
    NullChangesMover: "after a null move the other player is to move",
    NullRefusalIsClean: "a refused null move leaves the position as it was",
    NullPlays: "with_null shows what play_null leads to, and leaves the position as it was",
    MirrorTwice: "mirroring twice leads back",
    MirrorExchanges: "the mirrored position exchanges the movers",
    MirrorAlike: "a position and its mirror image offer the same kind of node, value, choice and rewards",
    PositionReadsBack: "a position reads back as it was written",
    MovesWrittenApart: "different moves of a position are written differently",
    MoveReadsBack: "a move reads back as it was written",
    PlacesDrawn: "of a move's places all are in the picture, or none, and there is at least one",
    GarbageRefused: "text that is no notation is an error",
    ParseNeverPanics: "no text makes parse or parse_move panic",
    ParsedIsSound: "a position that parse accepts can be asked anything and reads back",
    InputsSound: "an evaluator has nothing to complain of in what it is told of a position",
    EvaluationInRange: "an evaluation lies strictly between Value::MIN and Value::MAX",
    EvaluationRepeats: "the same position always gets the same value, from clones of the evaluator too",
    EvaluationBounded: "an evaluation lies within the bounds of its position",
    OverBounded: "the value of a finished game lies within the bounds of its position",
    BoundsNest: "the bounds after a move, with what it earns, lie within the bounds before it",
    CertainProven: "a value certain at sight is that of evaluate, and what is certain after the moves proves it",
    LosingProven: "the losing moves lead to their value, as the end of the game or certain at sight",
    BatchAgrees: "evaluate_batch appends what evaluate says of each position",
    ChildrenAgree: "evaluate_children appends what evaluate and node say of each child, for the parent's mover, and its reward",
    EstimatesAgree: "estimate_children appends what evaluate and node say of each child, for the parent's mover, and its reward",
    EvaluationMirrors: "a position and its mirror image have the same value",
    NoisyLegal: "noisy appends legal moves, none of them twice",
    NoisyEnds: "a chain of noisy moves ends within 256 of them",
    ImmediateWinLegal: "the move of immediate_win is legal",
    WeighedLegal: "weigh appends legal moves, none of them twice",
    WeighedPositive: "what weigh says speaks for a move is a positive and finite number",
}
