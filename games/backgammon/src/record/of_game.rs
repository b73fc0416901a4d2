//! Records of games and matches played by the rules of [`CubeGame`].

use starboard_core::{Game, Node, Player};

use super::{Action, GameRecord, MatchRecord, Outcome, Rules, Setup};
use crate::{
    Backgammon, Dice,
    cube::{Crawford, CubeGame, CubeMove, CubeOwner},
};

impl MatchRecord {
    /// The record of a money game or a match that began at `start` and went on with `moves`, rolls
    /// included.
    pub fn of_cube_game<const MATCH: bool>(
        start: &CubeGame<MATCH>,
        moves: &[CubeMove],
        names: [String; 2],
    ) -> Self {
        let score = start.score();
        // If a match is resumed after its Crawford game, the record has no Crawford game.
        let crawford =
            score.is_none_or(|score| score.crawford() != Crawford::After || score.length() == 1);
        let mut record = Self {
            length: score.map_or(0, |score| score.length().into()),
            names,
            rules: Rules { crawford, ..Rules::default() },
            ..Self::default()
        };
        let (mut game, mut dice) = (*start, start.on_board().dice());
        if !game.is_opening() && !matches!(game.node(), Node::Over(_)) {
            record.games.push(begun(&game));
        }
        for &m in moves {
            let before = game;
            game.play(m);
            match m {
                CubeMove::Begin(player) => {
                    record.games.push(GameRecord { first: player, ..begun(&before) });
                    continue;
                }
                CubeMove::Roll(rolled) => dice = Some(rolled),
                _ => {}
            }
            let Some(last) = record.games.last_mut() else { continue };
            last.actions.extend(action(m, &mut dice));
            last.outcome = outcome(&before, &game);
        }
        record
    }
}

/// The action of a move; `None` for a roll, and for not doubling.
fn action(m: CubeMove, dice: &mut Option<Dice>) -> Option<Action> {
    match m {
        CubeMove::Turn(turn) => Some(Action::Play(dice.take()?, turn)),
        CubeMove::Double => Some(Action::Double),
        CubeMove::Take => Some(Action::Take),
        CubeMove::Drop => Some(Action::Drop),
        CubeMove::Begin(_) | CubeMove::Roll(_) | CubeMove::NoDouble => None,
    }
}

/// A game at its beginning, or one that is resumed.
fn begun<const MATCH: bool>(game: &CubeGame<MATCH>) -> GameRecord {
    let (board, cube) = (game.on_board().with_dice(None), game.cube());
    let first = board.mover();
    let owner = match cube.owner {
        CubeOwner::Centred => None,
        CubeOwner::Mine => Some(first),
        CubeOwner::Theirs => Some(first.other()),
    };
    let is_start = board.with_mover(Player::First) == Backgammon::START && cube.doublings == 0;
    let setup = Setup { board, cube: 1 << cube.doublings, owner };
    GameRecord {
        score: game.score().map_or([0; 2], |score| score.points().map(u32::from)),
        first,
        setup: (!is_start).then_some(setup),
        ..GameRecord::default()
    }
}

/// How a move ended the game, if it did.
fn outcome<const MATCH: bool>(
    before: &CubeGame<MATCH>,
    after: &CubeGame<MATCH>,
) -> Option<Outcome> {
    let (Some(was), Some(is)) = (before.score(), after.score()) else {
        let Node::Over(value) = after.node() else { return None };
        let mover = after.mover();
        let winner = if value.raw() > 0 { mover } else { mover.other() };
        let points = value.raw().unsigned_abs() / Backgammon::UNIT.unsigned_abs();
        return Some(Outcome { winner, points });
    };
    let gained = |player: Player| {
        let [was, is] = [was, is].map(|score| score.points()[player.index()]);
        u32::from(is - was)
    };
    let winner = [Player::First, Player::Second].into_iter().find(|&player| gained(player) > 0)?;
    Some(Outcome { winner, points: gained(winner) })
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::rng;

    use super::*;
    use crate::{
        cube::{CubeBackgammon, MatchBackgammon},
        record::{read_mat, write_mat},
    };

    /// Plays at random to the end, and reads the record that is written of it.
    #[track_caller]
    fn check<const MATCH: bool>(start: &CubeGame<MATCH>, seed: u64) -> MatchRecord {
        let (mut game, mut moves, mut options) = (*start, Vec::new(), Vec::new());
        let mut rng = rng(seed, 0);
        while !matches!(game.node(), Node::Over(_)) {
            options.clear();
            game.options(&mut options);
            let m = options[rng.random_range(0..options.len())];
            moves.push(m);
            game.play(m);
        }
        let names = ["one", "two"].map(str::to_owned);
        let record = MatchRecord::of_cube_game(start, &moves, names);
        let text = write_mat(&record);
        let read = read_mat(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read, record, "{text}");
        record
    }

    #[test]
    fn records_read_back() {
        for seed in 0..20 {
            let record = check(&MatchBackgammon::to(1 + seed as u8 % 7), seed);
            let score = record.score();
            assert!(score.iter().any(|&points| points >= record.length), "{score:?}");
            assert_eq!(record.missing(), None);
            let mut start = CubeBackgammon::START;
            start.play(CubeMove::Roll(Dice::new(4, 2).expect("dice")));
            assert_eq!(check(&start, seed).games.len(), 1);
        }
    }
}
