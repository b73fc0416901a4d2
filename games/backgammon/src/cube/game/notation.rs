//! The notation of positions of the game with the cube.

use starboard_core::{Game, Node, NotationError};

use super::{CubeGame, MOST, Score, Stage, by_id};
use crate::{
    Backgammon, Scoring,
    cube::{Cube, CubeOwner, told::Told},
};

/// What is expected of the length and score of a match.
const MATCH_EXPECTED: &str = "match and the points it goes to, such as match 7, or match 7 3-2";

pub(super) fn parse<const MATCH: bool>(text: &str) -> Result<CubeGame<MATCH>, NotationError> {
    let (mut board, mut cube, mut stage) = (Vec::new(), None, None);
    let (mut automatic, mut score, mut crawford) = (None, None, false);
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "cube" => cube = Some(read_cube(words.next(), words.next())?),
            "doubled" => stage = Some(Stage::Doubled),
            "dropped" if !MATCH => stage = Some(Stage::Dropped),
            "rolling" => stage = Some(Stage::Roll),
            "opening" if MATCH => stage = Some(Stage::Opening),
            "automatic" => automatic = Some(read_automatic(words.next())?),
            "match" if MATCH => {
                let length = words.next();
                let points = words.next_if(|word| word.contains('-'));
                score = Some(Score::read(length, points)?);
            }
            "crawford" if MATCH => crawford = true,
            _ => board.push(word),
        }
    }
    let score = match score {
        Some(score) if crawford => Some(score.in_crawford()?),
        None if crawford => return Err(NotationError::unexpected(MATCH_EXPECTED, text)),
        other => other,
    };
    let Told { board, id, offered, resigned } = Told::read(&board.join(" "))?;
    if resigned.is_some() {
        let what = "a resignation is on offer, and this game is not given up";
        return Err(NotationError::impossible(what));
    }
    let board = if board.is_empty() && MATCH {
        stage = stage.or(Some(Stage::Opening));
        Backgammon::START
    } else {
        Backgammon::parse(&board)?
    };
    let (cube, score) = match id {
        Some(id) => by_id::cube_and_score::<MATCH>(&id, board.mover(), cube, score)?,
        None => (cube.unwrap_or_default(), score),
    };
    if MATCH && score.is_none() {
        return Err(NotationError::unexpected(MATCH_EXPECTED, text));
    }
    if board.scoring() == Scoring::Single && !score.is_some_and(Score::is_last) {
        let what = "not every win is single in this game: gammons count";
        return Err(NotationError::impossible(what));
    }
    let board = board.with_scoring(Scoring::Money);
    if offered && stage.is_some_and(|stage| stage != Stage::Doubled) {
        return Err(NotationError::impossible("by the ID a double is on offer"));
    }
    let stage = if offered { Some(Stage::Doubled) } else { stage };
    if id.is_some_and(|id| id.is_over()) && !matches!(board.node(), Node::Over(_)) {
        let what = "by the Match ID the game has ended before its last move";
        return Err(NotationError::impossible(what));
    }
    let ended = score.and_then(Score::winner).is_some();
    let over = ended || matches!(board.node(), Node::Over(_));
    let may_double = CubeGame::<MATCH>::may_double(cube, score, board.mover());
    let asks = may_double && board.dice().is_none() && !over;
    let stage = match stage {
        Some(Stage::Doubled | Stage::Dropped) if !asks => {
            return Err(NotationError::impossible("nobody can have doubled here"));
        }
        Some(stage) => stage,
        None if asks && automatic.is_none() => Stage::Cube,
        None => Stage::Roll,
    };
    let game = CubeGame { board, cube, stage, automatic, score };
    if automatic.is_some() && !game.is_start() {
        let what = "the cube is doubled automatically before the first roll alone";
        return Err(NotationError::impossible(what));
    }
    if MATCH && over != ended {
        return Err(NotationError::impossible("a game is over, and its points do not count"));
    }
    if stage == Stage::Opening && (automatic.is_some() || !is_new(&game) || ended) {
        return Err(NotationError::impossible("a game has begun before its opening roll"));
    }
    Ok(game)
}

/// Whether the current game of a match has not begun yet.
fn is_new<const MATCH: bool>(game: &CubeGame<MATCH>) -> bool {
    let board = game.board.with_mover(Backgammon::START.mover());
    board == Backgammon::START && game.cube == Cube::default()
}

pub(super) fn format<const MATCH: bool>(game: &CubeGame<MATCH>) -> String {
    let mut text = game.board.format();
    let owner = match game.cube.owner {
        CubeOwner::Centred => "centred",
        CubeOwner::Mine => "mine",
        CubeOwner::Theirs => "theirs",
    };
    if game.cube != Cube::default() {
        text += &format!(" cube {} {owner}", game.cube.value());
    }
    let chance = game.node() == Node::Chance;
    let on_roll = game.board.mover();
    let rolls = chance && CubeGame::<MATCH>::may_double(game.cube, game.score, on_roll);
    match (game.stage, game.automatic) {
        (Stage::Opening, _) => text += " opening",
        (Stage::Doubled, _) => text += " doubled",
        (Stage::Dropped, _) => text += " dropped",
        (Stage::Roll, Some(left)) => text += &format!(" automatic {left}"),
        (Stage::Roll, None) if rolls => text += " rolling",
        (Stage::Roll | Stage::Cube, _) => {}
    }
    text + &game.score.map_or(String::new(), |score| format!(" {}", score.text()))
}

fn read_cube(value: Option<&str>, owner: Option<&str>) -> Result<Cube, NotationError> {
    let text = value.unwrap_or_default();
    let value = text.parse::<u32>().ok().filter(|v| v.is_power_of_two() && *v <= 1 << MOST);
    let value = value.ok_or_else(|| {
        NotationError::unexpected("what the cube shows, a power of two up to 64", text)
    })?;
    let owner = match owner.unwrap_or_default() {
        "centred" => CubeOwner::Centred,
        "mine" => CubeOwner::Mine,
        "theirs" => CubeOwner::Theirs,
        other => {
            let what = "whose the cube is: centred, mine or theirs";
            return Err(NotationError::unexpected(what, other));
        }
    };
    Ok(Cube { doublings: value.ilog2() as u8, owner })
}

fn read_automatic(left: Option<&str>) -> Result<u8, NotationError> {
    let text = left.unwrap_or_default();
    let what = "how many automatic doubles there may be, 0 to 6";
    text.parse().ok().filter(|&n| n <= MOST).ok_or_else(|| NotationError::unexpected(what, text))
}
