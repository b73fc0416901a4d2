//! Chance that never ends is refused by every search, and not searched until
//! there is no memory left.

use starboard_core::{
    Bounds, Evaluator, FilterSet, Game, Limits, Node, Player, StoppedBy, Value, testing::LostTurn,
};
use starboard_search::{
    Expectimax, Filtered, Mcts, MctsOptions, Searcher, Star, StarOptions, minimax::minimax_within,
};

#[derive(Clone)]
struct Steps;

impl<G: Game> Evaluator<G> for Steps {
    fn evaluate(&mut self, game: &G) -> Value {
        Value::new((game.key() % 5) as i32)
    }
    fn bounds(&self, _: &G) -> Bounds {
        Bounds::FULL
    }
}

/// Nothing but chance.
#[derive(Clone, Debug, PartialEq)]
struct Endless;

impl Game for Endless {
    type Move = ();
    const CHANCE: bool = true;
    fn mover(&self) -> Player {
        Player::First
    }
    fn node(&self) -> Node {
        Node::Chance
    }
    fn moves(&self, _: &mut Vec<()>) {}
    fn chances(&self, out: &mut Vec<((), u32)>) {
        out.push(((), 1));
    }
    fn play(&mut self, (): ()) {}
    fn key(&self) -> u64 {
        0
    }
}

fn searches<G: Game>() -> Vec<Box<dyn Searcher<G>>> {
    let star = |options| Star::new(Steps, (), options);
    vec![
        Box::new(Expectimax::new(Steps)),
        Box::new(star(StarOptions::star1())),
        Box::new(star(StarOptions::default())),
        Box::new(star(StarOptions { threads: 2, ..StarOptions::default() })),
        Box::new(Filtered::new(Steps, FilterSet::named("normal").expect("predefined"))),
    ]
}

#[test]
fn every_search_stops_at_a_chain_of_chance() {
    for mut search in searches::<LostTurn>() {
        let report = search.run(&LostTurn::new(5), &Limits::depth(3));
        assert_eq!(report.stopped_by, StoppedBy::ChanceChain);
        let shallow = search.run(&LostTurn::new(5), &Limits::depth(1));
        assert_eq!((shallow.stopped_by, shallow.depth), (StoppedBy::Depth, 1));
    }
    assert_eq!(minimax_within(&LostTurn::new(5), 2, &mut Steps, &mut u64::MAX.clone()), None);
}

#[test]
fn a_tree_of_nothing_but_chance_is_left() {
    let mcts = |playout| Mcts::new(Steps, MctsOptions { playout, ..MctsOptions::default() });
    let mut searches = searches::<Endless>();
    searches.extend([0, 20].map(|playout| Box::new(mcts(playout)) as Box<dyn Searcher<Endless>>));
    for mut search in searches {
        let report = search.run(&Endless, &Limits::depth(3));
        assert_eq!(report.stopped_by, StoppedBy::ChanceChain);
    }
}

/// A coin whose sides have these weights, then the end.
#[derive(Clone, Debug, PartialEq)]
struct Coin {
    weights: [u32; 2],
    tossed: bool,
}

impl Game for Coin {
    type Move = u8;
    const CHANCE: bool = true;
    fn mover(&self) -> Player {
        Player::First
    }
    fn node(&self) -> Node {
        if self.tossed { Node::Over(Value::new(1)) } else { Node::Chance }
    }
    fn moves(&self, _: &mut Vec<u8>) {}
    fn chances(&self, out: &mut Vec<(u8, u32)>) {
        if !self.tossed {
            out.extend((0..).zip(self.weights));
        }
    }
    fn play(&mut self, _: u8) {
        self.tossed = true;
    }
    fn key(&self) -> u64 {
        self.tossed.into()
    }
}

#[test]
fn every_search_stops_where_nothing_has_a_weight() {
    let mcts = |playout| Mcts::new(Steps, MctsOptions { playout, ..MctsOptions::default() });
    let mut searches = searches::<Coin>();
    searches.extend([0, 20].map(|playout| Box::new(mcts(playout)) as Box<dyn Searcher<Coin>>));
    for mut search in searches {
        let (blank, limits) = (Coin { weights: [0, 0], tossed: false }, Limits::nodes(100));
        let report = search.run(&blank, &Limits { depth: Some(2), ..limits });
        assert_eq!(report.stopped_by, StoppedBy::ChanceChain);
    }
    // What cannot come up has no window to be searched in.
    let (star, loaded) = (StarOptions::star1(), Coin { weights: [1, 0], tossed: false });
    let report = Star::new(Steps, (), star).run(&loaded, &Limits::depth(2));
    assert_eq!(report.stopped_by, StoppedBy::ChanceChain);
}
