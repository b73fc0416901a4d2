//! One game, played by the rules.

use std::time::Duration;

use starboard::{Answer, Clocks, Decision, Fault, MatchPlayer, Move, Payoff, Position, Turn};
use starboard_core::{ChanceChain, Instant, Node, Player, Stop};
use starboard_protocols::external::Command;

use super::{Cost, Ending, Header, Row, Side, dice::Dice, opening::Opening};

/// Longer than anybody waits.
const FOREVER: Duration = Duration::from_secs(365 * 24 * 3600);

/// A game in progress.
pub(super) struct Referee<'a> {
    header: &'a Header,
    opening: &'a Opening,
    number: usize,
    stop: &'a Stop,
    game: Position,
    /// The moves since the start of the opening.
    played: Vec<Move>,
    plies: u32,
    dice: Dice,
    clocks: Option<Clocks>,
    /// What A and B have spent.
    costs: [Cost; 2],
    /// The rewards of the first player so far, less those of the second, in units; those
    /// of the opening count.
    earned: f64,
    /// Which player both consider far ahead, and for how many decisions so far.
    ahead: Option<(Player, u32)>,
}

/// How a game ended, for the first player.
pub(super) struct Outcome {
    score: f64,
    points: f64,
    ending: Ending,
}

/// Why a game stops.
enum Stopped {
    /// The game is over.
    Over(Outcome),
    /// The rules are unsound: chance follows chance without end.
    Unsound(ChanceChain),
}

/// The players, A and B.
type Players = [Box<dyn MatchPlayer>; 2];

impl<'a> Referee<'a> {
    /// The game of this number, before its first move; it is broken off once `stop` is
    /// requested.
    pub(super) fn new(
        header: &'a Header,
        opening: &'a Opening,
        number: usize,
        stop: &'a Stop,
    ) -> Self {
        let clocks = header.clock.map(|c| Clocks { left: [c.base; 2], increment: c.increment });
        Self {
            header,
            opening,
            number,
            stop,
            game: opening.position(),
            played: opening.moves.clone(),
            plies: 0,
            dice: Dice::new(header.seed, number / 2),
            clocks,
            costs: [Cost::default(); 2],
            earned: opening.earned(),
            ahead: None,
        }
    }

    /// Plays the game to its end.
    ///
    /// # Errors
    ///
    /// If chance follows chance without end.
    pub(super) fn play(mut self, players: &mut Players) -> Result<Row, ChanceChain> {
        let outcome = self.outcome(players)?;
        if let Ending::Fault(_) = outcome.ending {
            // Both players: nothing of this game may carry over to the next.
            players.iter_mut().for_each(|player| player.reset());
        }
        let mut game = self.opening.position();
        let written = self.played[self.opening.moves.len()..].iter().map(|&m| {
            let text = game.format_move(m);
            game.play(m);
            text
        });
        let a_first = self.number.is_multiple_of(2);
        let Outcome { score, points, ending } = outcome;
        let lost = if self.header.payoff == Payoff::Outcome { 1.0 - points } else { -points };
        let [a, b] = self.costs;
        Ok(Row {
            game: self.number,
            pair: self.number / 2,
            a_first,
            opening: self.opening.text(),
            moves: written.collect(),
            score: if a_first { score } else { 1.0 - score },
            // No negative zero, since it would show in the log.
            points: if a_first { points } else { lost } + 0.0,
            ending,
            plies: self.plies,
            a,
            b,
        })
    }

    /// The index of a player among A and B: 0 or 1.
    fn place(&self, player: Player) -> usize {
        player.index() ^ (self.number % 2)
    }

    fn outcome(&mut self, players: &mut Players) -> Result<Outcome, ChanceChain> {
        for player in [Player::First, Player::Second] {
            if let Err(fault) = players[self.place(player)].begin(&self.opening.start) {
                return Ok(self.lost(player, Ending::Fault(fault)));
            }
        }
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        loop {
            let mover = self.game.mover();
            let m = match self.game.node() {
                Node::Over(value) => {
                    let units = self.game.units(mover.for_first(value));
                    return Ok(self.paid(self.earned + units, Ending::Rules));
                }
                Node::Chance => {
                    if let Some(chain) = self.game.chance_chain() {
                        return Err(chain);
                    }
                    chances.clear();
                    self.game.chances(&mut chances);
                    self.dice.draw(mover, &chances).expect("a chance node has outcomes")
                }
                Node::Decision if self.stop.requested() => {
                    return Ok(self.paid(0.0, Ending::Unfinished));
                }
                Node::Decision if self.plies >= self.header.max_plies => {
                    let units = if self.is_solo() { self.earned } else { 0.0 };
                    return Ok(self.paid(units, Ending::TooLong));
                }
                Node::Decision => {
                    self.plies += 1;
                    moves.clear();
                    self.game.options(&mut moves);
                    match moves[..] {
                        [only] => only,
                        _ => match self.decision(&moves, players) {
                            Ok(m) => m,
                            Err(Stopped::Over(outcome)) => return Ok(outcome),
                            Err(Stopped::Unsound(chain)) => return Err(chain),
                        },
                    }
                }
            };
            self.earned += self.game.earned(m);
            self.game.play(m);
            self.played.push(m);
        }
    }

    /// Asks the player to move; an outcome if that ends the game.
    fn decision(&mut self, moves: &[Move], players: &mut Players) -> Result<Move, Stopped> {
        let mover = self.game.mover();
        let place = self.place(mover);
        let side = if place == 0 { &self.header.a } else { &self.header.b };
        let allowed = self.allowed(side, mover);
        let started = Instant::now();
        let turn = Turn {
            start: &self.opening.start,
            moves: &self.played,
            game: &self.game,
            limits: &side.limits,
            clocks: self.clocks,
            deadline: started + allowed,
            stop: self.stop,
        };
        let choice = players[place].choose(&turn);
        let spent = started.elapsed();
        let cost = &mut self.costs[place];
        cost.moves += 1;
        if self.header.times {
            cost.seconds += spent.as_secs_f64();
        }
        let Decision { answer, value, depth, nodes, evaluations } = match choice {
            Ok(choice) => choice,
            Err(Fault::Rules(_)) => {
                return Err(Stopped::Unsound(self.game.chance_chain_below()));
            }
            Err(fault) => return Err(self.fault(mover, fault)),
        };
        let cost = &mut self.costs[place];
        cost.depths += u64::from(depth);
        cost.nodes += nodes;
        cost.evaluations += evaluations;
        if spent > allowed {
            let text = format!("{:.3} s of {:.3} s", spent.as_secs_f64(), allowed.as_secs_f64());
            return Err(self.fault(mover, Fault::Time(text)));
        }
        if let Some(clocks) = &mut self.clocks {
            let left = &mut clocks.left[mover.index()];
            *left = left.saturating_sub(spent) + clocks.increment;
        }
        match answer {
            Answer::Resign => Err(Stopped::Over(self.lost(mover, Ending::Resigned))),
            Answer::Move(m) if !moves.contains(&m) => {
                let fault = Fault::IllegalMove("not among the legal moves".to_owned());
                Err(self.fault(mover, fault))
            }
            Answer::Move(m) => match self.adjudicated(mover, value) {
                Some(loser) => Err(Stopped::Over(self.lost(loser, Ending::Adjudicated))),
                None => Ok(m),
            },
        }
    }

    /// How long the player may take for its move.
    fn allowed(&self, side: &Side, mover: Player) -> Duration {
        let margin = Duration::from_millis(self.header.margin);
        let clock = self.clocks.map(|clocks| clocks.left[mover.index()] + margin);
        let limit = side.limits.time.map(|time| time + margin);
        let program = Command::names(&side.description);
        let timeout = program.then(|| Duration::from_millis(self.header.timeout));
        clock.into_iter().chain(limit).min().or(timeout).unwrap_or(FOREVER)
    }

    /// Takes note of the mover's evaluation of the position; returns the loser once both
    /// have agreed for long enough.
    fn adjudicated(&mut self, mover: Player, value: Option<f64>) -> Option<Player> {
        // In a one-player game nobody is ahead of anybody.
        let adjudication = self.header.adjudication.filter(|_| !self.is_solo())?;
        // A value counts only what is still to come.
        let earned = mover.for_first(self.earned);
        let leader = match value.map(|value| earned + value) {
            Some(value) if value >= adjudication.value => Some(mover),
            Some(value) if value <= -adjudication.value => Some(mover.other()),
            _ => None,
        };
        self.ahead = leader.map(|leader| match self.ahead {
            Some((same, plies)) if same == leader => (leader, plies + 1),
            _ => (leader, 1),
        });
        let (leader, plies) = self.ahead?;
        (plies >= 2 * adjudication.moves).then(|| leader.other())
    }

    /// A game that ended with a payment to the first player.
    fn paid(&self, units: f64, ending: Ending) -> Outcome {
        let score = if self.is_solo() {
            // Nobody was beaten.
            0.5
        } else if units > 0.0 {
            1.0
        } else if units < 0.0 {
            0.0
        } else {
            0.5
        };
        let points = if self.header.payoff == Payoff::Outcome { score } else { units };
        Outcome { score, points, ending }
    }

    /// A game that `guilty` lost by a fault.
    fn fault(&self, guilty: Player, fault: Fault) -> Stopped {
        Stopped::Over(self.lost(guilty, Ending::Fault(fault)))
    }

    /// Whether it is a one-player game, which each plays separately.
    fn is_solo(&self) -> bool {
        self.header.payoff == Payoff::Score
    }

    /// A game that `loser` lost other than by the rules: it counts one unit, or in a
    /// one-player game what was earned so far.
    fn lost(&self, loser: Player, ending: Ending) -> Outcome {
        if self.is_solo() {
            return self.paid(self.earned, ending);
        }
        self.paid(if loser == Player::First { -1.0 } else { 1.0 }, ending)
    }
}
