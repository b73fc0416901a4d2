//! Why a move is played, in the words of a game that decides by reasons.

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// Which position.
    pub of: Subject,
    /// How many positions may be evaluated; as many as the game thinks right for
    /// `None`.
    pub evaluations: Option<u64>,
}

/// A position to decide on a move in.
#[derive(Clone, Debug)]
pub enum Subject {
    /// In the game's notation; the start for `None`.
    Position(Option<String>),
    /// The one before the `number`th move, from 1, of a record; `None` after its last.
    Move {
        /// The record, in the game's own format.
        record: String,
        /// Which move.
        number: Option<usize>,
    },
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Reasoning {
    /// For people, with the board.
    pub text: String,
    /// For programs: JSON, with a newline at the end.
    pub json: String,
    /// A picture of the board with what speaks for each point, as SVG.
    pub picture: String,
}

/// Tells the reasons for a move.
pub trait Reasoner: Send + Sync {
    /// Decides on a move and tells why.
    ///
    /// # Errors
    ///
    /// [`BadInput`](starboard::BadInput) if the position or the record cannot be
    /// read, if there is no such move, or if the game is over.
    fn reason(&self, question: &Question) -> anyhow::Result<Reasoning>;
}
