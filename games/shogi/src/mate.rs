//! Mate by a series of checks, the question of mate problems (tsume shogi).

use starboard_core::{Game, Player};
use starboard_search::proof::{Goal, Resource};

use crate::{Hand, Move, Shogi};

/// The goal of mating the opponent with checks alone, for
/// [`Dfpn`](starboard_search::proof::Dfpn).
///
/// The attacker, who is to move, gives check with every move; the defender
/// tries every evasion, interpositions that only delay the mate included.
/// Repeating a position fails. What is proven is a mate under all the rules,
/// and what is disproven says that there is none by checks alone.
///
/// Of two positions with the same pieces on the board, the attacker is at least as well off in
/// the one with the fuller hand, since nothing has to be dropped and what the attacker holds
/// the defender does not.
///
/// ```
/// use starboard_core::{Game, Limits};
/// use starboard_search::proof::{Dfpn, ProofOptions, Verdict};
/// use starboard_shogi::{Mate, Shogi};
///
/// let game = Shogi::parse("8k/9/7SP/9/9/9/9/9/K8 b G 1")?;
/// let mut search = Dfpn::new(Mate::from(&game), ProofOptions::default());
/// let solution = search.run(&game, &Limits::default());
/// assert_eq!((solution.verdict, solution.plies), (Verdict::Proven, Some(1)));
/// # Ok::<(), starboard_core::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// Whether positions are compared by the attacker's hand. This is sound where nothing was
    /// played before the root: otherwise the position with the fuller hand may have occurred
    /// before, and be a repetition.
    compares: bool,
    attacker: Player,
}

impl From<&Shogi> for Mate {
    /// Mate from this position.
    fn from(root: &Shogi) -> Self {
        Self { compares: root.depth() == 1, attacker: root.player() }
    }
}

/// The attacker's hand.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct InHand(Hand);

impl Resource for InHand {
    fn dominates(&self, other: &Self) -> bool {
        self.0.covers(other.0)
    }
}

impl Goal<Shogi> for Mate {
    type Resource = InHand;

    fn attacker(&self, _: &Shogi) -> Player {
        self.attacker
    }

    fn verdict(&mut self, game: &Shogi, attacker: Player) -> Option<bool> {
        // The attacker who cannot move has no check to give, either.
        (game.player() != attacker && game.is_in_check() && game.board.is_stuck()).then_some(true)
    }

    fn moves(&mut self, game: &Shogi, attacking: bool, out: &mut Vec<Move>) {
        if !attacking {
            return game.moves(out);
        }
        if game.is_declared() || game.repetitions() >= 3 {
            return;
        }
        // A mate makes all other checks superfluous.
        match game.mate_in_one() {
            Some(mate) => out.push(mate),
            None => all_checks(game, out),
        }
    }

    fn split(&self, game: &Shogi) -> (u64, InHand) {
        if self.compares {
            (game.board.key_without_hands(), InHand(game.hand(self.attacker)))
        } else {
            (game.key(), InHand::default())
        }
    }
}

/// Appends the legal moves that give check, including those that decline a promotion: mate
/// problems rely on them, to leave the king a way out of a mate by a pawn drop.
fn all_checks(game: &Shogi, out: &mut Vec<Move>) {
    let held = out.len();
    game.checks(out);
    for i in held..out.len() {
        let m = out[i];
        let (Some(from), Some(to), Some(kind)) = (m.from(), m.to(), m.kind_before()) else {
            continue;
        };
        // What a piece attacks there unpromoted it attacks promoted, too, so
        // there is a check by promotion for each one without.
        let player = game.player();
        if m.promotes() && to.rank_for(player) > kind.dead_ranks() {
            let declined = Move::step(player, kind, from, to, false);
            if declined.declines_promotion() && game.gives_check(declined) {
                out.push(declined);
            }
        }
    }
}

/// 253 positions with a mate by checks alone, and the plies of the shortest.
///
/// ```
/// assert_eq!(starboard_shogi::mates().filter(|(_, plies)| *plies == 9).count(), 15);
/// ```
pub fn mates() -> impl Iterator<Item = (Shogi, u32)> {
    let lines = include_str!("mates.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (sfen, plies) = line.split_once('\t').expect("a position and a number");
        let game = Shogi::parse(sfen).expect("the file holds positions");
        (game, plies.parse().expect("the file holds numbers"))
    })
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use starboard_core::{Limits, rng};
    use starboard_search::proof::{Dfpn, ProofOptions, Solution, Verdict};

    use super::*;
    use crate::{middle_games, openings};

    /// The plies of the shortest mate by checks within `plies`, found by trying
    /// everything.
    fn tried(game: &mut Shogi, plies: u32) -> Option<u32> {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves.retain(|&m| m != Move::DECLARATION && game.gives_check(m));
        let mut best: Option<u32> = None;
        for m in moves {
            let left = best.map_or(plies, |best| best - 1).checked_sub(1);
            let Some(left) = left else { break };
            let found = game.with_child(m, |next| survived(next, left)).map(|n| n + 1);
            best = found.or(best);
        }
        best
    }

    /// The plies that the longest resistance takes, if at most so many.
    fn survived(game: &mut Shogi, plies: u32) -> Option<u32> {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mut longest = 0;
        for m in moves {
            let left = plies.checked_sub(1)?;
            longest = longest.max(game.with_child(m, |next| tried(next, left))? + 1);
        }
        Some(longest)
    }

    fn search(shortest: bool) -> Dfpn<Shogi, Mate> {
        let options = ProofOptions { shortest, ..ProofOptions::default() };
        Dfpn::new(Mate::from(&Shogi::start()), options)
    }

    fn solve(search: &mut Dfpn<Shogi, Mate>, game: &Shogi) -> Solution<Move> {
        search.goal = Mate::from(game);
        search.run(game, &Limits::nodes(100_000))
    }

    #[test]
    fn the_shortest_mates_are_found_and_played_out() {
        let mut search = search(true);
        for (game, plies) in mates().step_by(23) {
            let solution = solve(&mut search, &game);
            assert_eq!((solution.plies, solution.shortest), (Some(plies), true), "{game:?}");
            assert_eq!(solution.line.len(), plies as usize, "{game:?}");
            let mut end = game.clone();
            solution.line.into_iter().for_each(|m| end.play(m));
            assert!(end.board.is_stuck() && end.is_in_check(), "{game:?}");
        }
    }

    /// Where there is a mate, and after a defence, where there need not be one.
    #[test]
    fn what_is_found_is_what_trying_finds() {
        let mut search = search(true);
        let (mut found, mut none) = (0, 0);
        let games = mates().filter(|&(_, plies)| plies <= 3).step_by(16).map(|(game, _)| game);
        for mut game in games.chain(middle_games().step_by(31)).chain(openings().step_by(97)) {
            for _ in 0..2 {
                let within = tried(&mut game, 3);
                let solution = solve(&mut search, &game);
                assert_eq!(solution.plies.filter(|&plies| plies <= 3), within, "{game:?}");
                *(if within.is_some() { &mut found } else { &mut none }) += 1;
                let mut moves = Vec::new();
                game.moves(&mut moves);
                let Some(&m) = moves.get(moves.len() / 2) else { break };
                game.play(m);
            }
        }
        assert!(found > 5 && none > 15, "{found} mates and {none} without");
    }

    /// Most mate problems have no king of the attacker's, who then need not fear any check.
    #[test]
    fn attackers_need_no_king() {
        let mut rng = rng(2, 0);
        let mut found = 0;
        for (game, _) in mates().filter(|&(_, plies)| plies <= 3).step_by(7) {
            let (attacker, mut setup) = (game.player(), game.board.setup());
            setup.board[game.king(attacker).index()] = None;
            let mut game = Shogi::from_setup(&setup).expect("one king is enough");
            assert_eq!(Shogi::parse(&game.format()).as_ref(), Ok(&game));
            let within = tried(&mut game, 3);
            let solution = solve(&mut search(true), &game);
            assert_eq!(solution.plies.filter(|&plies| plies <= 3), within, "{game:?}");
            found += usize::from(within.is_some());
            // It is a game as any other.
            for _ in 0..40 {
                let (mut moves, mut checks) = (Vec::new(), Vec::new());
                game.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                all_checks(&game, &mut checks);
                checks.sort_by_key(|m| m.index());
                let mut expected: Vec<_> =
                    moves.iter().copied().filter(|&m| game.gives_check(m)).collect();
                expected.sort_by_key(|m| m.index());
                assert_eq!(checks, expected, "{game:?}");
                assert!(game.mate_in_one().is_none() || !checks.is_empty(), "{game:?}");
                game.play(moves[rng.random_range(0..moves.len())]);
            }
        }
        assert!(found > 8, "{found}");
        let problem = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        let game = Shogi::parse(problem).expect("a mate problem");
        let solution = solve(&mut search(true), &game);
        assert_eq!((solution.verdict, solution.plies), (Verdict::Proven, Some(1)));
    }

    /// A mate by a dropped pawn is none, unless another piece gives it.
    #[test]
    fn pawn_drops_do_not_mate() {
        #[track_caller]
        fn check(sfen: &str, verdict: Verdict, plies: Option<u32>) {
            let game = Shogi::parse(sfen).expect("a position");
            let solution = solve(&mut search(true), &game);
            assert_eq!((solution.verdict, solution.plies), (verdict, plies), "{sfen}");
        }
        check("7lk/9/8S/9/9/9/9/7L1/8K b P 1", Verdict::Disproven, None);
        check("7lk/9/8S/9/9/9/9/7L1/8K b G 1", Verdict::Proven, Some(1));
    }

    /// A check that was on the board before may be given again, in vain.
    #[test]
    fn moves_before_the_root_count() {
        let text = "8k/9/7SP/9/9/9/9/9/K8 b G 1 moves 9i8i 1a2a 8i9i 2a1a";
        let game = Shogi::parse(text).expect("a position");
        assert!(!Mate::from(&game).compares);
        assert_eq!(solve(&mut search(true), &game).plies, Some(1));
    }

    /// Mates with a ply or more of play at random before them, which leads to
    /// checks given in check.
    #[test]
    fn checks_are_all_the_moves_that_give_check() {
        let mut rng = rng(1, 0);
        let mut seen = [0; 2];
        for (i, (mut game, _)) in mates().enumerate() {
            for _ in 0..40 {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                if moves.is_empty() || moves == [Move::DECLARATION] {
                    break;
                }
                let (mut checks, mut expected) = (Vec::new(), moves.clone());
                all_checks(&game, &mut checks);
                expected.retain(|&m| m != Move::DECLARATION && game.gives_check(m));
                seen[usize::from(game.is_in_check())] += expected.len();
                checks.sort_by_key(|m| m.index());
                expected.sort_by_key(|m| m.index());
                assert_eq!(checks, expected, "{i}: {game:?}");
                if let Some(mate) = game.mate_in_one() {
                    assert!(expected.contains(&mate));
                    let mut mated = game.clone();
                    mated.play(mate);
                    assert!(mated.board.is_stuck() && mated.is_in_check(), "{game:?}");
                }
                // Checks as often as not, which leads to more of them.
                let from =
                    if expected.is_empty() || rng.random_bool(0.5) { &moves } else { &expected };
                game.play(from[rng.random_range(0..from.len())]);
            }
        }
        assert!(seen[0] > 1000 && seen[1] > 10, "{seen:?}");
    }
}
