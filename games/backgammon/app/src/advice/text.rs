//! Prints advice in the style of GNU Backgammon's hints.

use std::io::Write;

use starboard_backgammon::cube::Hint;

use super::{Advice, Answer, Cube, Offer, RolledOut, rollout::BATCH};
use starboard_lab::command::plies;

/// Writes the board and the answer.
pub(crate) fn write(advice: &Advice, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}\n", advice.board.trim_end())?;
    writeln!(out, "position   {}", advice.position)?;
    writeln!(out, "played for {}", advice.stakes)?;
    write!(out, "looked     {} ahead", plies(advice.plies))?;
    if advice.cube.is_none() && advice.plies > 0 {
        write!(out, ", filter {}", advice.filter)?;
    }
    writeln!(out, ", evaluator {}\n", advice.evaluator)?;
    match &advice.cube {
        Some(decision) => cube(decision, out),
        None => moves(&advice.moves, out),
    }?;
    if let Some(Offer { times, accept, accepted, refused }) = advice.offer {
        writeln!(out, "\nFor the player who was offered {}:", game(times))?;
        writeln!(out, "accept                 {accepted:+.3}")?;
        writeln!(out, "play on                {refused:+.3}")?;
        writeln!(out, "Proper answer: {}", if accept { "accept" } else { "refuse" })?;
    }
    if let Some(result) = advice.rollout.first() {
        let kind = if result.cubeful { "cubeful" } else { "cubeless" };
        writeln!(
            out,
            "\nRollout in batches of {BATCH} trials, {kind} equities with standard errors:"
        )?;
    }
    for (i, result) in (1..).zip(&advice.rollout) {
        rolled_out(i, result, out)?;
    }
    if let Some(verdict) = &advice.rollout_verdict {
        writeln!(out, "Proper cube action: {verdict}")?;
    }
    Ok(())
}

fn rolled_out(rank: usize, result: &RolledOut, out: &mut dyn Write) -> anyhow::Result<()> {
    let RolledOut { name, trials, equity, probabilities, .. } = result;
    let (mean, error) = (equity.mean, equity.error);
    writeln!(out, "{rank:>5}. {name:<28} Eq.:  {mean:+.4} ({error:.4}), {trials} trials")?;
    writeln!(out, "       {}", chances(probabilities.map(|chance| chance.mean as f32)))?;
    Ok(())
}

fn moves(moves: &[Hint], out: &mut dyn Write) -> anyhow::Result<()> {
    Ok(moves.iter().try_for_each(|hint| writeln!(out, "{hint}"))?)
}

/// Wins, gammons and backgammons of both players.
fn chances([win, wg, wbg, lg, lbg]: [f32; 5]) -> String {
    format!("{win:.3} {wg:.3} {wbg:.3} - {:.3} {lg:.3} {lbg:.3}", 1.0 - win)
}

/// What a player who resigns `times` times the cube loses.
const fn game(times: u8) -> &'static str {
    match times {
        1 => "a game",
        2 => "a gammon",
        _ => "a backgammon",
    }
}

fn cube(cube: &Cube, out: &mut dyn Write) -> anyhow::Result<()> {
    let points = &cube.points;
    writeln!(out, "{}-ply      {}", cube.plies, chances(cube.probabilities))?;
    writeln!(out, "cubeless   {:+.3}\n", cube.cubeless)?;
    let weighed = Weighed {
        equities: [cube.no_double, cube.double_take, cube.double_pass],
        best: cube.best,
        match_chances: cube.match_chances,
        available: cube.available,
    };
    weighed.write(out)?;
    writeln!(out, "Proper cube action: {}\n", cube.verdict)?;
    if let Some(answer) = &cube.answer {
        replies(answer, out)?;
        writeln!(out)?;
    }
    if let Some(times) = cube.resignation {
        writeln!(out, "Nothing can change that {} is lost: it can be given up\n", game(times))?;
    }
    let percent = |point: Option<f64>| {
        point.map_or("none".to_owned(), |point| format!("{:.2} %", 100.0 * point))
    };
    writeln!(
        out,
        "for the player on roll: take point {} dead, {} live; cash point {}; a gammon counts {:.3}, a backgammon {:.3}",
        percent(Some(points.dead)),
        percent(points.live),
        percent(points.cash),
        points.gammon_value,
        points.backgammon_value
    )?;
    Ok(())
}

/// The equities of not doubling, of a double that is taken, and of one that is passed.
pub(crate) struct Weighed {
    pub(crate) equities: [f64; 3],
    /// With the best decisions of both players.
    pub(crate) best: f64,
    /// In a match, the chances to win it.
    pub(crate) match_chances: Option<[f64; 3]>,
    /// Whether the player on roll may double.
    pub(crate) available: bool,
}

impl Weighed {
    /// Writes the equities, the best first; only that of not doubling if the player on roll may not
    /// double.
    pub(crate) fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let best = self.best;
        let names = ["No double", "Double, take", "Double, pass"];
        let chances = self.match_chances.map_or([None; 3], |chances| chances.map(Some));
        let options = names.into_iter().zip(self.equities).zip(chances);
        let mut options: Vec<_> = options.take(if self.available { 3 } else { 1 }).collect();
        options.sort_by_key(|&((_, equity), _)| (equity != best, -(1e9 * equity) as i64));
        writeln!(out, "Cubeful equities:")?;
        for (i, ((name, equity), chance)) in (1..).zip(options) {
            write!(out, "{i}. {name:<20}{equity:+.3}")?;
            if equity != best {
                write!(out, "  ({:+.3})", equity - best)?;
            }
            if let Some(chance) = chance {
                write!(out, "  MWC {:.2} %", 100.0 * chance)?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

/// Writes the equities of the answers to a double, and the best answer.
pub(crate) fn replies(answer: &Answer, out: &mut dyn Write) -> std::io::Result<()> {
    let &Answer { reply, take, pass, beaver } = answer;
    writeln!(out, "For the player who was doubled:")?;
    writeln!(out, "take                   {take:+.3}")?;
    writeln!(out, "pass                   {pass:+.3}")?;
    if let Some(beaver) = beaver {
        writeln!(out, "beaver                 {beaver:+.3}")?;
    }
    writeln!(out, "Proper answer: {reply}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_look_as_gnubg_prints_them() {
        let one = |rank, turn: &str, plies, equity, difference, probabilities| Hint {
            rank,
            turn: turn.to_owned(),
            plies,
            equity,
            difference,
            match_chance: None,
            probabilities,
        };
        let list = [
            one(1, "8/4 6/4", 2, 0.171, 0.0, [0.539, 0.162, 0.007, 0.119, 0.005]),
            one(2, "24/20 13/11", 0, 0.034, -0.137, [0.509, 0.136, 0.006, 0.129, 0.005]),
        ];
        let mut out = Vec::new();
        moves(&list, &mut out).expect("memory does not fail");
        let expected = "    1. Cubeful 2-ply    8/4 6/4                      Eq.:  +0.171\n\
            \u{20}      0.539 0.162 0.007 - 0.461 0.119 0.005\n\
            \u{20}   2. Cubeful 0-ply    24/20 13/11                  Eq.:  +0.034 ( -0.137)\n\
            \u{20}      0.509 0.136 0.006 - 0.491 0.129 0.005\n";
        assert_eq!(String::from_utf8(out).expect("text"), expected);
    }
}
