//! What holds for every heuristic of the registry, and for all together.

use rand::RngExt;
use starboard_core::{Node, NodeInfo, Window, rng, testing::RandomTree};

use super::*;

type Tree = RandomTree<true>;
type Move = <Tree as Game>::Move;

/// All of them, as one would write them.
const ALL: &str = "killers + countermoves + history(policy=relative) + history(policy=butterfly) \
                   + history + continuation-history + negative-plausibility(weight=8)";

/// A decision on a random line of play: the position, its moves, how far from
/// the root, and what led there.
struct Visit {
    game: Tree,
    moves: Vec<Move>,
    ply: u32,
    last: Option<Move>,
    /// The place of the move that is played, and taken to have cut.
    cut: usize,
}

impl Visit {
    fn node(&self) -> NodeInfo<'_, Tree> {
        let depth = 9 - self.ply % 9;
        NodeInfo {
            game: &self.game,
            ply: self.ply,
            depth,
            window: Window::FULL,
            line: self.last.as_slice(),
        }
    }

    fn learn(&self, heuristic: &mut impl Heuristic<Tree>) {
        heuristic.refuted(&self.node(), &self.moves[..self.cut], self.moves[self.cut]);
    }

    fn scores(&self, heuristic: &mut impl Heuristic<Tree>) -> Vec<i32> {
        let mut scores = vec![0; self.moves.len()];
        heuristic.score(&self.node(), &self.moves, &mut scores);
        scores
    }
}

/// The decisions on random lines of play.
fn visits() -> Vec<Visit> {
    let mut visits = Vec::new();
    for seed in 0..60 {
        let mut rng = rng(seed, 0);
        let (mut game, mut ply, mut last) = (Tree::new(seed), 0, None);
        while !matches!(game.node(), Node::Over(_)) {
            let mut moves = Vec::new();
            game.options(&mut moves);
            let cut = rng.random_range(0..moves.len());
            let (before, m) = (game.clone(), moves[cut]);
            game.play(m);
            if before.node() == Node::Decision {
                visits.push(Visit { game: before, moves, ply, last, cut });
                ply += 1;
            }
            last = Some(m);
        }
    }
    visits
}

#[test]
fn what_is_explained_is_what_is_scored() {
    let mut texts: Vec<_> = registry::<Tree>().iter().map(|plugin| plugin.name).collect();
    texts.push(ALL);
    texts.extend(["history(policy=butterfly,limit=50)", "history(policy=relative)"]);
    for text in texts {
        let mut order = build_all::<Tree>(text).expect("a good description");
        let mut explained = 0;
        for (i, visit) in visits().iter().enumerate() {
            let scores = visit.scores(&mut order);
            for (&m, &score) in visit.moves.iter().zip(&scores) {
                let mut parts = Vec::new();
                order.explain(&visit.node(), m, &mut parts);
                assert_eq!(parts.iter().map(|part| part.score).sum::<i32>(), score, "{text}");
                assert!(parts.iter().all(|part| text.contains(part.part)), "{text}");
                explained += usize::from(score != 0);
            }
            visit.learn(&mut order);
            if i % 50 == 49 {
                order.new_iteration();
            }
        }
        assert!(explained > 50, "{text} hardly says anything: {explained}");

        order.clear();
        let all_zero = |visit: &Visit| visit.scores(&mut order).iter().all(|&score| score == 0);
        assert!(visits().iter().all(all_zero), "{text} forgets");
    }
}

#[test]
fn names_compose_as_types_do() {
    let history = |policy| History::new(HistoryOptions { policy, ..Default::default() });
    let weighted = NegativePlausibilityOptions { weight: 8, ..Default::default() };
    let mut typed = (
        Killers::<Tree>::default(),
        Countermoves::default(),
        history(Policy::Relative),
        history(Policy::Butterfly),
        (history(Policy::Gravity), ContinuationHistory::default()),
        NegativePlausibility::new(weighted),
    );
    let mut named = build_all::<Tree>(ALL).expect("a good description");
    for (i, visit) in visits().iter().enumerate() {
        assert_eq!(visit.scores(&mut typed), visit.scores(&mut named), "visit {i}");
        visit.learn(&mut typed);
        visit.learn(&mut named);
        if i % 64 == 63 {
            typed.new_iteration();
            named.new_iteration();
            // A copy goes on from what was learned.
            named = named.clone();
        }
    }
}

#[test]
fn every_heuristic_declares_what_it_reads() {
    for plugin in registry::<Tree>() {
        let declared = (plugin.params.iter())
            .fold(Spec::named(plugin.name), |spec, param| spec.with(param.name, param.default));
        let mut declared = build::<Tree>(&declared).expect("the declared defaults");
        let mut default = build::<Tree>(&Spec::named(plugin.name)).expect("the real defaults");
        for visit in visits() {
            assert_eq!(visit.scores(&mut declared), visit.scores(&mut default), "{}", plugin.name);
            visit.learn(&mut declared);
            visit.learn(&mut default);
        }

        let nonsense = Spec::named(plugin.name).with("nonsense", 1);
        let error = build::<Tree>(&nonsense).expect_err("nonsense").to_string();
        assert!(plugin.params.iter().all(|param| error.contains(param.name)), "{error}");
    }
}

#[test]
fn errors_say_what_is_allowed() {
    for (text, message) in [
        (
            "killer",
            "there is no ordering heuristic called \"killer\" (did you mean killers?); there are: \
             continuation-history, countermoves, history, killers, negative-plausibility",
        ),
        (
            "history(policy=best)",
            "history cannot have policy=\"best\": it must be one of butterfly, gravity, relative",
        ),
        (
            "killers(slots=0)",
            "killers cannot have slots=\"0\": it must be a whole number from 1 to 8",
        ),
        ("killers + ", "expected a name, found the end of the text (character 11)"),
    ] {
        assert_eq!(build_all::<Tree>(text).expect_err(text).to_string(), message);
    }
}
