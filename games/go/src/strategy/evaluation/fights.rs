//! Fights: critical strings and groups, and how much they are worth.

use crate::{
    Board, Chain, Color, Fate, Group, Point, Points, Territory,
    board::game::UNIT,
    strategy::groups::{NONE, Vital},
    strategy::territory::Setting,
};

/// How many strings, the largest first, have their loss evaluated on the full board; others are
/// counted by their stones.
const LOOKED_AT: usize = 4;
/// A group whose chance of living changes by less with a move, in thousandths,
/// is not fought for.
const UNSETTLED: i32 = 150;
/// The chance of living of a string that has just been saved.
const SAVED: i32 = 750;
/// How much of what is at stake for a string the player to move is credited with, in percent: the
/// opponent gets a threat, an exchange or a move elsewhere for it.
///
/// By the leads that KataGo's network sees in 952 positions on 13x13, from games that the
/// forerunners of the networks had not learned from: 5.61 points off on average, 5.67 with
/// 25 and 5.70 with 70.
const TAKEN: i32 = 50;
/// The most points that are named to fight for a group.
const VITAL: usize = 3;

/// A move that accounts for this much of the difference between a group's living and dying, in
/// thousandths, decides its fate.
pub(crate) const MOST: i32 = 500;

/// The kind of thing that is fought over.
#[derive(Copy, Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub enum Prize {
    /// A string that can be captured or saved.
    String,
    /// A group that can be killed or saved.
    Group,
}

/// A string or a group whose fate depends on who plays there first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fight {
    /// Whether it is a string or a group.
    pub prize: Prize,
    /// A stone of it.
    pub stone: Point,
    /// Whose stones they are.
    pub owner: Color,
    /// What the owner gains by playing first, beyond what the lead already counts, in
    /// fiftieths of a point.
    pub gain: i32,
    /// What the owner loses if the opponent plays first, in the same unit.
    pub loss: i32,
    /// How much of the gain, and of the loss, the player to move is credited with, as it may have
    /// something better to do elsewhere.
    pub turn: [i32; 2],
    /// Where the opponent plays.
    pub attack: Vec<Point>,
    /// Where the owner plays.
    pub defend: Vec<Point>,
}

impl Fight {
    /// How much it matters who plays first: gain and loss together.
    pub const fn swing(&self) -> i32 {
        self.gain + self.loss
    }
}

/// All fights, those that are worth most first.
pub(super) fn fights(setting: &Setting<'_>, chains: &[Chain], territory: &Territory) -> Vec<Fight> {
    let board = setting.board;
    let mut critical: Vec<&Chain> =
        chains.iter().filter(|chain| matches!(chain.fate, Fate::Critical { .. })).collect();
    critical.sort_by_key(|chain| std::cmp::Reverse(chain.stones));
    let mut fights = Vec::new();
    let mut covered = Vec::new();
    // What the world is worth without what was read of life and death, for what is read
    // of it once a string is lost is not known.
    let lead = |lost: &Points| {
        let critical = &(*setting.critical - *lost);
        Territory::new(&Setting { lost, critical, ..*setting }, |_, _| Vec::new()).lead()
    };
    let whole = if critical.is_empty() { 0 } else { lead(&territory.lost) };
    for (i, chain) in critical.into_iter().enumerate() {
        let Fate::Critical { attack, defend } = chain.fate else { continue };
        let stones = 2 * chain.stones as i32 * UNIT;
        let loss = if i < LOOKED_AT {
            let mut lost = territory.lost;
            lost.extend(board.string(chain.first));
            let loss = whole - lead(&lost);
            let loss = if chain.color == Color::Black { loss } else { -loss };
            loss.max(stones / 2)
        } else {
            stones
        };
        let gain = saved(territory, chain);
        covered.push(territory.of[chain.first.index()]);
        fights.push(Fight {
            prize: Prize::String,
            stone: chain.first,
            owner: chain.color,
            gain,
            loss,
            turn: [gain, loss].map(|worth| worth * TAKEN / 100),
            attack: attack.into_iter().collect(),
            defend: defend.into_iter().collect(),
        });
    }
    for (i, group) in territory.groups.iter().enumerate() {
        let [low, middle, high] = group.strength;
        if high - low < UNSETTLED || covered.contains(&(i as u16)) {
            continue;
        }
        let size = group.size() * UNIT;
        let [worse, better] = group.expected;
        let turn = match better - worse {
            UNSETTLED.. => [better - middle, middle - worse].map(|chance| size * chance / 1000),
            _ => [0; 2],
        };
        let points = vital(board, territory, group, i as u16);
        fights.push(Fight {
            prize: Prize::Group,
            stone: group.stones.first().unwrap_or_else(|| unreachable!("a group has stones")),
            owner: group.color,
            gain: size * (high - middle) / 1000,
            loss: size * (middle - low) / 1000,
            turn,
            attack: first(&group.vital[0], &points),
            defend: first(&group.vital[1], &points),
        });
    }
    // Ties in the order of the board, so that the players are alike.
    fights.sort_by_key(|fight| (std::cmp::Reverse(fight.swing()), fight.stone));
    fights
}

/// The points, those that are known to be best before all others.
fn first(best: &[Vital], points: &[Point]) -> Vec<Point> {
    let known: Vec<Point> = best.iter().filter(|&&(_, part)| part >= MOST).map(|v| v.0).collect();
    let others = points.iter().filter(|&point| !known.contains(point));
    known.iter().chain(others).copied().collect()
}

/// What a string that is saved is worth beyond what is counted for it: most of
/// its stones, if it was thought to be weak.
fn saved(territory: &Territory, chain: &Chain) -> i32 {
    let strength = territory.group_at(chain.first).map_or(SAVED, |group| group.strength[1]);
    2 * chain.stones as i32 * UNIT * (SAVED - strength).max(0) / 1000
}

/// Points that matter most for a group's life: inside its eye space where most
/// of it is near, outside where it gets to room or to a friend.
pub(crate) fn vital(board: &Board, territory: &Territory, group: &Group, index: u16) -> Vec<Point> {
    let around = group.near | board.beside(&group.near);
    let free = board.empty();
    let mut points: Vec<(i32, Point)> = ((around | group.space) & free)
        .iter()
        .map(|p| {
            let mut score = 0;
            for q in board.neighbors(p) {
                if group.space.contains(q) && free.contains(q) {
                    score += 3;
                } else if let Some(color) = board.at(q) {
                    let other = territory.of[q.index()];
                    if color == group.color && other != index && other != NONE {
                        score += 4;
                    } else if color != group.color {
                        score += 2;
                    }
                } else {
                    score += 1;
                }
            }
            score += if group.near.contains(p) { 3 } else { 0 };
            let influence = territory.influence[p.index()].abs();
            score += if influence < crate::strategy::influence::FULL / 2 { 2 } else { 0 };
            score -= if p.edge(board.size()) == 0 { 3 } else { 0 };
            (-score, p)
        })
        .collect();
    points.sort_unstable();
    points.into_iter().map(|(_, point)| point).take(VITAL).collect()
}
