//! The territory of a position, given which stones are lost: groups, influence and
//! who will own each point.

use crate::{
    Board, Color, Group, Points, Scoring,
    board::game::UNIT,
    reading::safety,
    reading::tactics::{self, Tactician},
    strategy::groups,
    strategy::groups::Verdict,
    strategy::groups::strength::{self, Field},
    strategy::influence::{self, FULL, STEPS},
    strategy::prospects::{Around, Asked, Prospects, Terrain},
};

/// A free region up to this size that one player alone surrounds is that
/// player's; larger ones leave room to live in.
const CLOSED: usize = 14;

/// A score in parts by how certain they are.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Parts {
    /// What is as good as certain, in fiftieths of a point.
    pub safe: i32,
    /// What is probable, in the same unit.
    pub probable: i32,
    /// What is merely possible, in the same unit.
    pub potential: i32,
}

impl Parts {
    /// The sum of all parts.
    pub const fn total(&self) -> i32 {
        self.safe + self.probable + self.potential
    }
}

/// Groups, influence and territory of a position, given which stones are lost.
#[derive(Clone, Debug)]
pub struct Territory {
    /// The groups of both players.
    pub groups: Vec<Group>,
    /// The group of the stone on each point, by index.
    pub(crate) of: Vec<u16>,
    /// Stones that are as good as captured.
    pub lost: Points,
    /// The influence on each point, by index.
    pub influence: Vec<i32>,
    /// Who will own each point, by index: from -1000 (White) to 1000 (Black).
    pub owner: Vec<i32>,
    /// The score of each player in fiftieths of a point, without komi: what is
    /// certain, what is probable and what is possible.
    pub parts: [Parts; 2],
}

/// What a territory is computed from.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Setting<'a> {
    pub(crate) board: &'a Board,
    /// Stones that are as good as captured.
    pub(crate) lost: &'a Points,
    /// Stones that are captured or saved by whoever plays there first.
    pub(crate) critical: &'a Points,
    /// Stones that cannot be captured.
    pub(crate) safe: &'a Points,
    pub(crate) scoring: Scoring,
    /// The networks for groups and points.
    pub(crate) prospects: &'a Prospects,
}

impl Territory {
    /// Analyses a board; `verdicts` holds what reading says about groups.
    pub(crate) fn new(
        setting: &Setting<'_>,
        verdicts: impl FnMut(&Board, &[Group]) -> Vec<Option<Verdict>>,
    ) -> Self {
        Self::asked(setting, verdicts, None)
    }

    /// A board by rules of thumb alone, counted by area.
    pub(crate) fn by_rules(board: &Board) -> Self {
        let lost = tactics::lost(board, &Tactician::default().chains(board));
        let setting = Setting {
            board,
            lost: &lost,
            critical: &Points::EMPTY,
            safe: &unconditional(board),
            scoring: Scoring::Area,
            prospects: &Prospects::default(),
        };
        Self::new(&setting, |_, _| Vec::new())
    }

    /// The same as [`Territory::new`]; `told` collects everything that the networks are asked.
    pub(crate) fn asked(
        setting: &Setting<'_>,
        mut verdicts: impl FnMut(&Board, &[Group]) -> Vec<Option<Verdict>>,
        mut told: Option<&mut Vec<Asked>>,
    ) -> Self {
        let &Setting { board, lost, safe, scoring, .. } = setting;
        let (mut groups, of) = groups::join(board, lost);
        for group in &mut groups {
            group.safe = safe.meets(&group.stones);
        }
        let free = board.empty() | *lost;
        let mut influence = Vec::new();
        let mut sources = sources(board, &groups, mass);
        influence::influence(board, &sources, &free, &mut influence);
        strength::grade(
            board,
            &mut groups,
            &of,
            &Field { influence: &influence, sources: &sources },
            lost,
            false,
        );
        // Once more, as weak stones reach less far.
        sources = self::sources(board, &groups, |group| {
            (2 * group.strength[1] - 1000).max(100) * mass(group) / 1000
        });
        influence::influence(board, &sources, &free, &mut influence);
        strength::grade(
            board,
            &mut groups,
            &of,
            &Field { influence: &influence, sources: &sources },
            lost,
            true,
        );
        let mut verdicts = verdicts(board, &groups);
        verdicts.resize(groups.len(), None);
        let before: Vec<_> = groups.iter().map(|group| group.strength).collect();
        for (group, verdict) in groups.iter_mut().zip(&verdicts) {
            if verdict.is_none() && !group.safe {
                group.strength = group.strength.map(strength::became);
            }
            let [low, _, high] = group.strength;
            group.expected = [low, high];
            group.settle(verdict.as_ref());
        }
        let (done, all) = progress(board);
        let done = done as f32 / all as f32;
        if setting.prospects.groups.is_some() || told.is_some() {
            let around = Around {
                board,
                groups: &groups,
                of: &of,
                before: &before,
                verdicts: &verdicts,
                critical: setting.critical,
                done,
            };
            let open = (0..groups.len()).filter(|&i| !groups[i].safe);
            // All inputs describe the other groups as they are before any network is asked.
            let inputs: Vec<_> = open.map(|i| (i, around.inputs(i))).collect();
            for (i, inputs) in inputs {
                if let Some(chances) = setting.prospects.chances(&inputs) {
                    groups[i].expect(chances, verdicts[i].as_ref());
                }
                if let Some(told) = &mut told {
                    let Group { color, stones, .. } = groups[i];
                    told.push(Asked::Group { color, stones, inputs: inputs.into() });
                }
            }
        }
        sources = self::sources(board, &groups, |group| 2 * group.strength[1] - 1000);
        influence::influence(board, &sources, &free, &mut influence);
        let mut territory = Self {
            groups,
            of,
            lost: *lost,
            influence,
            owner: vec![0; board.size().points()],
            parts: [Parts::default(); 2],
        };
        territory.share_out(setting, &free, done, told);
        territory.count(board, scoring);
        territory
    }

    /// The group of a stone.
    pub fn group_at(&self, stone: crate::Point) -> Option<&Group> {
        self.groups.get(usize::from(self.of[stone.index()]))
    }

    /// Determines who will own each point; `done` is how far the game is.
    fn share_out(
        &mut self,
        setting: &Setting<'_>,
        free: &Points,
        done: f32,
        told: Option<&mut Vec<Asked>>,
    ) {
        let board = setting.board;
        for group in &self.groups {
            let value = 2 * group.strength[1] - 1000;
            let value = if group.color == Color::Black { value } else { -value };
            for stone in group.stones {
                self.owner[stone.index()] = value;
            }
        }
        let (played, all) = progress(board);
        let rings = Color::BOTH.map(|color| self.rings(board, color, free));
        for point in *free {
            let promise = influence::promise(self.influence[point.index()]);
            let steps = rings[usize::from(promise < 0)].iter().take_while(|r| !r.contains(point));
            let (edge, steps) = (point.edge(board.size()), steps.count());
            self.owner[point.index()] = influence::kept(promise, edge, steps, played, all);
        }
        self.ask(setting, free, &rings, done, told);
        let mut rest = *free;
        while let Some(first) = rest.first() {
            let region = board.flood(&Points::of(first), &rest);
            rest = rest - region;
            let around = board.beside(&region) - region;
            if region.len() > CLOSED || around.is_empty() {
                continue;
            }
            let values = || around.iter().map(|stone| self.owner[stone.index()]);
            let (Some(low), Some(high)) = (values().min(), values().max()) else { continue };
            let black = around.iter().all(|stone| board.at(stone) == Some(Color::Black));
            let white = around.iter().all(|stone| board.at(stone) == Some(Color::White));
            if black || white {
                let value = if black { high } else { low };
                region.iter().for_each(|point| self.owner[point.index()] = value);
            }
        }
    }

    /// Asks the network who will own free points.
    fn ask(
        &mut self,
        setting: &Setting<'_>,
        free: &Points,
        rings: &[[Points; STEPS]; 2],
        done: f32,
        mut told: Option<&mut Vec<Asked>>,
    ) {
        if setting.prospects.points.is_none() && told.is_none() {
            return;
        }
        let (groups, influence) = (&self.groups, &self.influence);
        let land = Terrain::new(setting.board, groups, free, influence, &self.owner, rings, done);
        let inputs: Vec<_> = free.iter().map(|point| (point, land.inputs(point))).collect();
        for (point, inputs) in inputs {
            if let Some(owner) = setting.prospects.owner(&inputs) {
                self.owner[point.index()] = owner;
            }
            if let Some(told) = &mut told {
                told.push(Asked::Point { point, inputs: inputs.into() });
            }
        }
    }

    /// The points that groups of a colour reach over `free` ones in a step, in two, and
    /// so on.
    fn rings(&self, board: &Board, color: Color, free: &Points) -> [Points; STEPS] {
        let own = self.groups.iter().filter(|group| group.color == color);
        let mut reached = own.fold(Points::EMPTY, |all, group| all | group.near);
        [(); STEPS].map(|()| {
            let ring = reached;
            reached |= board.beside(&reached) & *free;
            ring
        })
    }

    /// Adds up the score.
    fn count(&mut self, board: &Board, scoring: Scoring) {
        let sure = |owner: i32| owner.abs() >= 950;
        for point in board.all() {
            let owner = self.owner[point.index()];
            // For each player, in thousandths of a point.
            let worth = match (scoring, board.at(point)) {
                (Scoring::Area, _) | (Scoring::Territory, None) => owner,
                // A stone is worth nothing as long as it stands, two points
                // to the opponent when it does not.
                (Scoring::Territory, Some(Color::Black)) => owner - 1000,
                (Scoring::Territory, Some(Color::White)) => owner + 1000,
            };
            let parts = &mut self.parts[usize::from(worth < 0)];
            let worth = worth.abs();
            if sure(owner) {
                parts.safe += worth;
            } else if owner.abs() >= 500 {
                parts.probable += worth;
            } else {
                parts.potential += worth;
            }
        }
        for (color, parts) in Color::BOTH.into_iter().zip(&mut self.parts) {
            for part in [&mut parts.safe, &mut parts.probable, &mut parts.potential] {
                *part = *part * UNIT / 1000;
            }
            if scoring == Scoring::Territory {
                parts.safe += board.captured(color.other()) as i32 * UNIT;
            }
        }
    }

    /// By how much Black is ahead without komi, in fiftieths of a point.
    pub fn lead(&self) -> i32 {
        self.parts[0].total() - self.parts[1].total()
    }
}

/// How much of the board is full when the end begins, in percent.
const LATE: usize = 55;

/// How many stones have been played on the way to the end, and how many it takes.
pub(crate) fn progress(board: &Board) -> (i32, i32) {
    let late = (board.size().points() * LATE / 100).max(1);
    let stones = board.size().points() - board.empty().len();
    (stones.min(late) as i32, late as i32)
}

/// What every stone radiates, groups weighted by `weight` in thousandths.
fn sources(board: &Board, groups: &[Group], weight: impl Fn(&Group) -> i32) -> Vec<i32> {
    let mut sources = vec![0; board.size().points()];
    for group in groups {
        let value = weight(group) * FULL / 1000;
        let value = if group.color == Color::Black { value } else { -value };
        for stone in group.stones {
            sources[stone.index()] = value;
        }
    }
    sources
}

/// The weight of a group's influence while strengths are not known yet, in thousandths:
/// a lone stone among strong ones does not keep them from surrounding it.
fn mass(group: &Group) -> i32 {
    [300, 550, 800, 1000][group.stones.len().clamp(1, 4) - 1]
}

/// The stones of both players that cannot be captured.
pub(crate) fn unconditional(board: &Board) -> Points {
    safety::alive(board, Color::Black) | safety::alive(board, Color::White)
}
