//! The first two turns of a game: which decisions there are, and a book of what rolling them
//! out has found.

use std::{collections::HashSet, sync::Arc};

use starboard::{BookEntry, BookFormat, BookMove, write_book};
use starboard_backgammon::{Backgammon, Dice, Move, NetEvaluator, bearoff::Bearoff};
use starboard_core::{FilterSet, Game};

use super::{decision::Decision, player::Player};

/// How far the first moves are looked ahead to find those that an opponent may make.
const PLIES: u32 = 2;
/// How many first moves of a roll are answered at most, and how much worse than the best one of
/// them may look, in points.
const FIRST_MOVES: usize = 3;
const MARGIN: f64 = 0.03;

/// The first roll of a game, the fifteen that are no doubles; then all answers to the first
/// moves that are about as good as the best.
///
/// # Errors
///
/// None: networks always answer.
pub(super) fn first_turns(
    evaluator: &NetEvaluator,
    bearoff: &Arc<Bearoff>,
) -> anyhow::Result<Vec<Backgammon>> {
    let mut player = Player::of_nets(evaluator.clone(), Arc::clone(bearoff));
    let filter = FilterSet::named("large").expect("a predefined set");
    let with = |game: &Backgammon, dice| game.with_dice(Some(dice));
    let first: Vec<_> = Dice::all()
        .filter(|dice| !dice.is_double())
        .map(|dice| (with(&Backgammon::START, dice), dice))
        .collect();
    let mut all: Vec<_> = first.iter().map(|&(game, _)| game).collect();
    // Two rolls may come to the same position.
    let mut known = HashSet::new();
    for (game, dice) in first {
        let rated = player.rank(&game, dice, PLIES, &filter)?;
        let least = rated[0].equity - MARGIN;
        for rated in rated.iter().take(FIRST_MOVES).filter(|rated| rated.equity >= least) {
            let mut next = game;
            next.play(Move::Turn(rated.turn));
            if known.insert(next.key()) {
                all.extend(Dice::all().map(|dice| with(&next, dice)));
            }
        }
    }
    Ok(all)
}

/// A book of decisions: the moves of each with their equities, and how often they were rolled
/// out as how often they were played.
pub(super) fn book(decisions: &[Decision]) -> String {
    let entry = |decision: &Decision| {
        let m = |candidate: &super::decision::Candidate| BookMove {
            value: Some((100.0 * candidate.equity.mean).round() as i32),
            ..BookMove::new(decision.game.format_move(Move::Turn(candidate.turn)), candidate.trials)
        };
        let moves = decision.candidates.iter().map(m).collect();
        BookEntry { position: decision.game.format(), moves }
    };
    let entries: Vec<_> = decisions.iter().map(entry).collect();
    write_book("backgammon", BookFormat::Starboard, &entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rolls_are_there_once() -> anyhow::Result<()> {
        let all = first_turns(&NetEvaluator::default(), &Bearoff::shared()?)?;
        let start = Backgammon::START;
        let first = all
            .iter()
            .filter(|game| [game.mine(), game.theirs()] == [start.mine(), start.theirs()]);
        assert_eq!(first.count(), 15);
        assert!(all.iter().all(|game| game.dice().is_some()));
        let keys: HashSet<_> = all.iter().map(Game::key).collect();
        assert_eq!(keys.len(), all.len());
        // Every first roll has an answer to each of its moves, and some rolls have two moves.
        let answers = all.len() - 15;
        assert!(answers % 21 == 0 && (16 * 21..=45 * 21).contains(&answers), "{answers}");
        // 31 has one good move, which makes the five point.
        let mut made = Backgammon::parse("4HPwATDgc/ABMA 31")?;
        made.play(made.parse_move("8/5 6/5")?);
        let after = all.iter().filter(|game| game.theirs() == made.theirs());
        assert_eq!(after.count(), 21);
        Ok(())
    }
}
