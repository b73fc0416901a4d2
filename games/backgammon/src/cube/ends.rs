//! Evaluators that say how a game is likely to end.

use super::{Ends, search::after};
use crate::{
    Backgammon, Class, Dice, HandMade, NetEvaluator, Probabilities,
    eval::{Chances, ONE},
};

impl Ends for HandMade {
    /// What the hand-made evaluator guesses; it knows no backgammons.
    fn ends(&mut self, game: &Backgammon) -> Probabilities {
        let Chances { lead, gammons_won, gammons_lost } = self.chances(game);
        let part = |x: i32| x as f32 / ONE as f32;
        let win = (0.5 + 0.5 * part(lead)).clamp(0.0, 1.0);
        let gammons = |share: i32, of: f32| part(share).clamp(0.0, 1.0) * of;
        Probabilities {
            win,
            win_gammon: gammons(gammons_won, win),
            win_backgammon: 0.0,
            lose_gammon: gammons(gammons_lost, 1.0 - win),
            lose_backgammon: 0.0,
        }
    }
}

impl Ends for NetEvaluator {
    fn ends(&mut self, game: &Backgammon) -> Probabilities {
        self.probabilities(&game.with_dice(None))
    }

    /// Of many moves only those are looked at closely that the small networks
    /// think best: five, and one more each time that the number of moves
    /// doubles. Where moves lead to positions of different classes, about which
    /// different networks are asked, all are.
    fn quick_reply(
        &mut self,
        game: &Backgammon,
        dice: Dice,
        worth: &dyn Fn(Probabilities) -> f64,
    ) -> Backgammon {
        const FEW: usize = 5;
        let mut next: Vec<(f64, Backgammon)> = Vec::new();
        game.for_each_turn(dice, |turn| next.push((0.0, after(game, dice, turn))));
        let most = FEW + next.len().checked_ilog2().unwrap_or(0) as usize;
        let class = next.first().map(|(_, game)| Class::of(game));
        let alike = next.iter().all(|(_, game)| Some(Class::of(game)) == class);
        if next.len() > most && alike && class >= Some(Class::Race) {
            for (value, game) in &mut next {
                *value = worth(self.rough_probabilities(game).flipped());
            }
            next.select_nth_unstable_by(most, |a, b| b.0.total_cmp(&a.0));
            next.truncate(most);
        }
        let mut best = (f64::NEG_INFINITY, *game);
        for (_, game) in next {
            let ends = Probabilities::of_end(&game).unwrap_or_else(|| self.ends(&game)).flipped();
            let value = worth(ends);
            if value > best.0 {
                best = (value, game);
            }
        }
        best.1
    }
}
