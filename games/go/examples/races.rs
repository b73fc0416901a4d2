//! Random capturing races, compared with the truth by exhaustive search: see `--help`.
//!
//! Long because it draws races, solves them, asks the reader and writes them for other programs.

mod games;

use std::{collections::BTreeMap, fmt::Write as _, process::ExitCode};

use cpu_time::ProcessTime;
use games::options::{Failure, end, say};
use rand::RngExt;
use starboard_core::{Game, Limits, Player, Rng, rng};
use starboard_go::{
    Board, Color, FullBoard, Go, Ko, Local, Move, Point, Points, Semeai, Size, Success, safety,
};
use starboard_lab::stats::{Interval, wilson};
use starboard_search::proof::{Dfpn, Goal, ProofOptions, Verdict};

const HELP: &str = "\
Races to capture drawn at random, against the truth by trying every move.

cargo run --release -p starboard-go --example races -- [OPTIONS]

  --draw N       draw so many and write them, one a line, with the truth
  --from KIND    what is drawn: `lines`, `approach`, `eyes`, `blocks`, `games`, or `mixed`, of
                 the first four [default: mixed]
  --seed N       of the drawing [default: 1]
  --nodes N      positions a search for the truth may look at [default: 100000]
  --file FILE    ask about those that were written
  --limit N      positions that a question may look at [default: the reader's own]
  --suite DIR    write them as records and a suite of GTP commands instead, for other
                 programs to be asked the same

Two strings stand side by side at the edge or in the corner of a 13x13 board, with points and
stones changed at random, among living stones of the other colour. In `approach` two rows behind
each string are at random, so that liberties take moves to come to; in `eyes` one string or both
enclose four to six points, stones in them. Those of `games` stand in games of moves drawn among
the four that most speaks for, on the points up to a step from the liberties of both; who has two
liberties beyond lives. The truth is what comes of it if both may play anywhere there and pass;
most races where it hardly matters who plays are left out.

`verdict` is how often both successes are right, `whole` how often the move is, too: it
has to keep what the verdict promises, and a pass is asked for where nothing can be kept.
`saved` and `taken` are how often the evaluation in play is right about the own string
and about the other, by whether it gives them half a chance with the owner of the first to
move.
";

/// Lines of the board.
const SIDE: usize = 13;
/// So many stones at least make a string worth a race.
const STONES: usize = 3;
/// The most liberties that one string has more than the other.
const FAR: usize = 5;
/// So many liberties beyond the points that are played on, and a string lives.
const OUT: usize = 2;
/// The most free points that are played on in races out of games.
const OPEN: usize = 13;
/// Strings of so many liberties near by belong to a race out of a game.
const WEAK: usize = 3;

/// What is asked for.
struct Args {
    draw: usize,
    seed: u64,
    nodes: u64,
    from: Kind,
    file: Option<String>,
    limit: Option<u64>,
    suite: Option<String>,
}

/// Where races come from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    Lines,
    Approach,
    Eyes,
    Blocks,
    Games,
    Mixed,
}

impl Kind {
    const ALL: [Self; 6] =
        [Self::Lines, Self::Approach, Self::Eyes, Self::Blocks, Self::Games, Self::Mixed];

    fn read(name: &str) -> Result<Self, Failure> {
        let same = |kind: &Self| format!("{kind:?}").eq_ignore_ascii_case(name);
        Self::ALL.into_iter().find(same).ok_or_else(|| format!("--from: no {name}").into())
    }
}

impl Args {
    fn read() -> Result<Option<Self>, Failure> {
        let mut args = Self {
            draw: 0,
            seed: 1,
            nodes: 100_000,
            from: Kind::Mixed,
            file: None,
            limit: None,
            suite: None,
        };
        let wanted = games::options::read(HELP, |option, value| {
            let number =
                || value.parse::<u64>().map_err(|_| format!("{option}: expected a number"));
            match option {
                "--from" => args.from = Kind::read(value)?,
                "--file" => args.file = Some(value.to_owned()),
                "--suite" => args.suite = Some(value.to_owned()),
                "--draw" => args.draw = usize::try_from(number()?)?,
                "--seed" => args.seed = number()?,
                "--nodes" => args.nodes = number()?,
                "--limit" => args.limit = Some(number()?),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(wanted.then_some(args))
    }
}

/// Two strings and who is to move.
struct Race {
    board: Board,
    mover: Color,
    own: Point,
    other: Point,
    block: Points,
    /// Living stones around.
    outer: Points,
}

/// What comes of it.
struct Truth {
    saves: Success,
    kills: Success,
    /// The moves that keep that.
    best: Vec<Option<Point>>,
}

fn at(column: usize, row: usize) -> Point {
    let size = Size::new(SIDE).expect("a size");
    Point::at(size, column, row).expect("on the board")
}

/// Stones that are being drawn.
struct Draft {
    stones: [Points; 2],
    /// What is not around the race.
    block: Points,
    outer: Points,
}

impl Draft {
    /// Two large groups: in the first columns or the upper rows one that encloses `near`, and
    /// elsewhere one of this colour.
    fn new(near: Color, first: impl Fn(usize, usize) -> bool) -> Self {
        let mut draft =
            Self { stones: [Points::EMPTY; 2], block: Points::EMPTY, outer: Points::EMPTY };
        for row in 0..SIDE {
            for column in 0..SIDE {
                let color = if first(column, row) { near.other() } else { near };
                draft.put(at(column, row), Some(color));
                draft.outer.insert(at(column, row));
            }
        }
        // Two eyes for each.
        for column in [0, SIDE - 1] {
            for row in [0, SIDE - 1].into_iter().flat_map(|row| [row, row.abs_diff(2)]) {
                draft.put(at(column, row), None);
                draft.outer.remove(at(column, row));
            }
        }
        draft
    }

    fn put(&mut self, point: Point, color: Option<Color>) {
        for (index, set) in self.stones.iter_mut().enumerate() {
            set.remove(point);
            if color.is_some_and(|color| color.index() == index) {
                set.insert(point);
            }
        }
    }

    /// Makes a point one of the race's.
    fn set(&mut self, point: Point, color: Option<Color>) {
        self.put(point, color);
        self.block.insert(point);
        self.outer.remove(point);
    }
}

/// A block of points at the edge, stones and points in it at random.
fn block(rng: &mut Rng) -> Draft {
    let first = 3 + rng.random_range(0..3) * rng.random_range(0..2);
    let (width, height) = (rng.random_range(4..=6), rng.random_range(2..=3));
    let split = first + rng.random_range(2..=width - 2);
    let left = if rng.random_range(0..2) == 0 { Color::Black } else { Color::White };
    let mut draft = Draft::new(left, |column, _| column < split);
    // How often stones are added, in percent.
    let dense = rng.random_range(15..=45);
    for row in (0..height).map(|row| row + 4 * usize::from(height == 3)) {
        for column in first..first + width {
            let side = if column < split { left } else { left.other() };
            let near = column + 1 == split || column == split;
            let color = match rng.random_range(0..100) {
                roll if roll < dense / 2 => Some(side.other()),
                roll if roll < dense => Some(side),
                roll if roll < dense + 15 => None,
                _ => near.then_some(side),
            };
            draft.set(at(column, row), color);
        }
    }
    draft
}

/// Two lines of stones with points between them and beyond them, eyes among these.
fn lines(rng: &mut Rng, kind: Kind) -> Draft {
    const MIDDLE: usize = SIDE / 2;
    let upper = if rng.random_range(0..2) == 0 { Color::Black } else { Color::White };
    let mut draft = Draft::new(upper, |_, row| row < MIDDLE);
    let first = 2 + rng.random_range(0..3);
    let columns = first..first + rng.random_range(5..=8);
    let open = rng.random_range(10..=45);
    for column in columns.clone() {
        let color = match rng.random_range(0..100) {
            roll if roll < open / 2 => None,
            roll if roll % 2 == 0 => Some(upper),
            _ => Some(upper.other()),
        };
        draft.set(at(column, MIDDLE), color);
        for (color, line, next, last) in [
            (upper, MIDDLE - 1, MIDDLE - 2, MIDDLE - 3),
            (upper.other(), MIDDLE + 1, MIDDLE + 2, MIDDLE + 3),
        ] {
            draft.set(at(column, line), Some(color));
            let free = rng.random_range(0..100) < open;
            let more = [color.other(), color][usize::from(rng.random_range(0..100) < 30)];
            draft.set(at(column, next), (!free).then_some(more));
            if kind == Kind::Approach {
                let roll = rng.random_range(0..100);
                let stone = if roll < 55 { color.other() } else { color };
                draft.set(at(column, last), (roll < 75).then_some(stone));
            } else if free && rng.random_range(0..100) < 25 {
                // What lies behind a liberty: it may take a move to come there.
                draft.set(at(column, last), None);
            }
        }
    }
    for (color, next, last) in
        [(upper, MIDDLE - 2, MIDDLE - 3), (upper.other(), MIDDLE + 2, MIDDLE + 3)]
    {
        if kind == Kind::Eyes {
            if rng.random_range(0..100) < 70 {
                large(rng, &mut draft, color, (columns.clone(), [next, last]));
            }
        } else if rng.random_range(0..100) < if kind == Kind::Approach { 15 } else { 40 } {
            eye(rng, &mut draft, color, (columns.clone(), [next, last]));
        }
    }
    draft
}

/// An eye of one to three points in a row, with stones of the opponent's in it now and then.
fn eye(
    rng: &mut Rng,
    draft: &mut Draft,
    color: Color,
    (columns, [next, last]): (std::ops::Range<usize>, [usize; 2]),
) {
    let size = rng.random_range(1..=3);
    if columns.len() < size + 2 {
        return;
    }
    let from = rng.random_range(columns.start..=columns.end - size - 2);
    for column in from..from + size + 2 {
        let inside = (from + 1..=from + size).contains(&column);
        let filled = size > 1 && rng.random_range(0..100) < 20;
        let stone = if inside { filled.then_some(color.other()) } else { Some(color) };
        draft.set(at(column, next), stone);
        draft.set(at(column, last), Some(color));
    }
}

/// An eye of four to six points in two rows, with stones of the opponent's in it.
fn large(
    rng: &mut Rng,
    draft: &mut Draft,
    color: Color,
    (columns, [next, last]): (std::ops::Range<usize>, [usize; 2]),
) {
    let width = rng.random_range(2..=3);
    if columns.len() < width + 2 {
        return;
    }
    let beyond = if last < next { last - 1 } else { last + 1 };
    let from = rng.random_range(columns.start..=columns.end - width - 2);
    let filled = rng.random_range(0..60);
    for column in from..from + width + 2 {
        let inside = (from + 1..=from + width).contains(&column);
        for row in [next, last] {
            // A corner of the eye may be a stone of its own.
            let wall = !inside || row == last && rng.random_range(0..100) < 20;
            let guest = rng.random_range(0..100) < filled;
            let stone = if wall { Some(color) } else { guest.then_some(color.other()) };
            draft.set(at(column, row), stone);
        }
        draft.set(at(column, beyond), Some(color));
    }
}

/// Draws two strings with what is around them; `None` if that comes to no race.
fn draw(rng: &mut Rng, kind: Kind) -> Option<Race> {
    const MIXED: [Kind; 6] =
        [Kind::Lines, Kind::Lines, Kind::Approach, Kind::Approach, Kind::Eyes, Kind::Blocks];
    let size = Size::new(SIDE).expect("a size");
    let kind = if kind == Kind::Mixed { MIXED[rng.random_range(0..MIXED.len())] } else { kind };
    let draft = if kind == Kind::Blocks { block(rng) } else { lines(rng, kind) };
    let Draft { stones, block, outer } = draft;
    let board = Board::from_stones(size, &stones[0], &stones[1]).ok()?;
    let [black, white] = Color::BOTH.map(|color| {
        let inner: Vec<_> = board
            .strings(color)
            .filter(|&head| board.string(head).all(|stone| block.contains(stone)))
            .collect();
        inner.into_iter().max_by_key(|&head| board.stone_count(head))
    });
    let (black, white) = (black?, white?);
    let near = |stone| {
        let stones: Points = board.string(stone).collect();
        board.beside(&stones)
    };
    let large = [black, white].iter().all(|&stone| board.stone_count(stone) >= STONES);
    let beside = near(black).meets(&board.string(white).collect());
    // Where one has far more liberties there is little to read.
    let [more, less] = [black, white].map(|stone| board.liberty_count(stone));
    if more.abs_diff(less) > FAR
        || !large
        || !beside && !board.liberties(black).meets(board.liberties(white))
    {
        return None;
    }
    let (mover, own, other) = match rng.random_range(0..2) {
        0 => (Color::Black, black, white),
        _ => (Color::White, white, black),
    };
    Some(Race { board, mover, own, other, block, outer })
}

/// That the target is taken, with every move in the block allowed.
struct Taken {
    attacker: Color,
    target: Point,
    hunter: Point,
    block: Points,
    outer: Points,
}

impl Taken {
    /// Whether a string cannot be taken any more.
    fn lives(&self, board: &Board, stone: Point, color: Color) -> bool {
        let joined = board.string(stone).any(|other| self.outer.contains(other));
        let beyond = (*board.liberties(stone) - self.block).len();
        joined
            || beyond >= OUT
            || has_eyes(board, stone, color) && safety(board, color).alive.contains(stone)
    }
}

/// Whether a string has two regions that are vital to it, as those have that are alive: what
/// else it takes is only looked at then.
fn has_eyes(board: &Board, stone: Point, color: Color) -> bool {
    let liberties = *board.liberties(stone);
    let room = board.all() - *board.stones(color);
    let (mut rest, mut vital) = (liberties, 0);
    while let Some(first) = rest.first() {
        let region = board.flood(&Points::of(first), &room);
        vital += usize::from(liberties.covers(&(region & board.empty())));
        rest = rest - region;
    }
    vital >= 2
}

impl Goal<Local> for Taken {
    type Resource = ();

    fn attacker(&self, _: &Local) -> Player {
        self.attacker.into()
    }

    fn verdict(&mut self, game: &Local, _: Player) -> Option<bool> {
        let (board, owner) = (&game.board, self.attacker.other());
        let target = board.at(self.target) == Some(owner);
        let hunter = board.at(self.hunter) == Some(self.attacker);
        match (target, hunter) {
            (false, false) => Some(game.mover != self.attacker),
            (false, true) => self.lives(board, self.hunter, self.attacker).then_some(true),
            (true, _) => self.lives(board, self.target, owner).then_some(false),
        }
    }

    fn moves(&mut self, game: &Local, _: bool, out: &mut Vec<Move>) {
        let free = game.board.empty() & self.block;
        let (board, mover) = (&game.board, game.mover);
        let own = if mover == Color::Black { game.threats } else { -game.threats };
        let wins = own > 0;
        let legal = |&point: &Point| match wins {
            true => !board.is_suicide(point, mover),
            false => board.is_legal(point, mover),
        };
        // Points with the same strings around, and no other point, are alike.
        let mut seen: Vec<Vec<Point>> = Vec::new();
        let mut differs = |point: &Point| {
            if board.neighbors(*point).any(|q| board.is_empty(q)) {
                return true;
            }
            let mut heads: Vec<_> = board.neighbors(*point).map(|q| board.head(q)).collect();
            heads.sort_unstable();
            heads.dedup();
            let plain = |head: &Point| {
                self.outer.contains(*head)
                    || [self.target, self.hunter].iter().any(|&end| board.head(end) == *head)
            };
            if !heads.iter().all(plain) {
                return true;
            }
            let known = seen.contains(&heads);
            seen.push(heads);
            !known
        };
        out.extend(free.iter().filter(legal).filter(|p| differs(p)).map(Move::at));
        out.push(Move::PASS);
    }

    fn estimate(&mut self, game: &Local, _: bool) -> (u32, u32) {
        let count = |stone| match game.board.at(stone) {
            Some(_) => game.board.liberty_count(stone) as u32,
            None => 0,
        };
        (1 + count(self.target), 1 + count(self.hunter))
    }
}

impl Race {
    /// Whether one of the strings is taken in such a ko; `None` if it takes too long.
    fn taken(
        &self,
        board: &Board,
        first: Color,
        attacker: Color,
        ko: Ko,
        nodes: u64,
    ) -> Option<bool> {
        let (target, hunter) =
            if attacker == self.mover { (self.other, self.own) } else { (self.own, self.other) };
        let goal = Taken { attacker, target, hunter, block: self.block, outer: self.outer };
        let options = ProofOptions { table_mib: 16, mobility: false, ..ProofOptions::default() };
        let root = Local::new(board.clone(), first).with_ko(ko);
        match Dfpn::new(goal, options).run(&root, &Limits::nodes(nodes)).verdict {
            Verdict::Proven => Some(true),
            Verdict::Disproven => Some(false),
            Verdict::Unknown => None,
        }
    }

    /// How well the player to move does in taking the other string, and in saving its own.
    fn successes(&self, nodes: u64) -> Option<(Success, Success)> {
        let kos = [
            (Ko::WonBy(self.mover.other()), Success::Yes),
            (Ko::NoThreats, Success::Ko),
            (Ko::WonBy(self.mover), Success::KoWithThreat),
        ];
        let (mut saves, mut kills) = (Success::No, Success::No);
        for (ko, success) in kos.into_iter().rev() {
            if self.taken(&self.board, self.mover, self.mover, ko, nodes)? {
                (saves, kills) = (success, success);
            } else if !self.taken(&self.board, self.mover, self.mover.other(), ko, nodes)? {
                saves = success;
            }
        }
        Some((saves, kills))
    }

    /// Whether a success is kept by a move, or by a pass.
    fn keeps(&self, m: Option<Point>, success: Success, kills: bool, nodes: u64) -> Option<bool> {
        let ko = match success {
            Success::No => return Some(m.is_none()),
            Success::Yes => Ko::WonBy(self.mover.other()),
            Success::Ko => Ko::NoThreats,
            Success::KoWithThreat => Ko::WonBy(self.mover),
        };
        let mut board = self.board.clone();
        if let Some(point) = m {
            board.play(point, self.mover);
        }
        let attacker = if kills { self.mover } else { self.mover.other() };
        let taken = self.taken(&board, self.mover.other(), attacker, ko, nodes)?;
        Some(taken == kills)
    }

    fn truth(&self, nodes: u64) -> Option<Truth> {
        let (saves, kills) = self.successes(nodes)?;
        let free = self.board.empty() & self.block;
        let legal = |&point: &Point| self.board.is_legal(point, self.mover);
        let moves = std::iter::once(None).chain(free.iter().filter(legal).map(Some));
        let mut best = Vec::new();
        for m in moves {
            let kept = match (kills, saves) {
                (Success::No, Success::No) => m.is_none(),
                (Success::No, saves) => self.keeps(m, saves, false, nodes)?,
                (kills, _) => self.keeps(m, kills, true, nodes)?,
            };
            if kept {
                best.push(m);
            }
        }
        Some(Truth { saves, kills, best })
    }

    /// As a record, with the player to move.
    fn record(&self) -> String {
        let mut text = format!("(;FF[4]GM[1]SZ[{SIDE}]KM[0]");
        let size = self.board.size();
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            text.push_str(name);
            for stone in *self.board.stones(color) {
                let [x, y] =
                    [stone.column(size), stone.row(size)].map(|i| char::from(b'a' + i as u8));
                let _ = write!(text, "[{x}{y}]");
            }
        }
        let _ = write!(text, "PL[{}])", if self.mover == Color::Black { "B" } else { "W" });
        text
    }

    /// As a line with the truth.
    fn line(&self, truth: &Truth) -> String {
        let side = if self.mover == Color::Black { 'b' } else { 'w' };
        let best: Vec<_> = truth.best.iter().map(|&m| name(m)).collect();
        format!(
            "{:?} {side} 0 {} {} {} {} {}",
            self.board,
            name(Some(self.own)),
            name(Some(self.other)),
            code(truth.saves),
            code(truth.kills),
            best.join("|"),
        )
    }
}

/// A race as it is asked about, with the truth.
struct Known {
    game: Go,
    own: Point,
    other: Point,
    codes: [u8; 2],
    best: Vec<String>,
}

impl Known {
    fn read(line: &str) -> Result<Self, Failure> {
        let words: Vec<_> = line.split(' ').collect();
        let [rows, side, komi, own, other, saves, kills, best] = words[..] else {
            return Err(format!("not a race: {line}").into());
        };
        let game = Go::parse(&format!("{rows} {side} {komi}"))?;
        let point = |name| Point::read(game.size(), name).ok_or("not a point");
        let (own, other) = (point(own)?, point(other)?);
        let best = best.split('|').map(str::to_owned).collect();
        Ok(Self { own, other, codes: [saves.parse()?, kills.parse()?], best, game })
    }

    /// As a part of a suite.
    fn question(&self, folder: &str, number: usize) -> Result<String, Failure> {
        let board = self.game.board().clone();
        let (mover, own, other) = (self.game.color(), self.own, self.other);
        let race = Race { board, mover, own, other, block: Points::EMPTY, outer: Points::EMPTY };
        std::fs::write(format!("{folder}/{number}.sgf"), race.record())?;
        let ([saves, kills], best) = (self.codes, self.best.join("|"));
        let [own, other] = [own, other].map(|stone| name(Some(stone)));
        Ok(format!(
            "loadsgf {folder}/{number}.sgf\n{number} analyze_semeai {own} {other}\n\
             #? [{saves} {kills} ({best})]\n\n"
        ))
    }

    /// Whether the evaluation in play is right about the own string, and about the other.
    fn judged(&self) -> [bool; 2] {
        let analysis = FullBoard::default().analyse(&self.game);
        let chance =
            |stone, turn: usize| analysis.territory.group_at(stone).map_or(0, |g| g.strength[turn]);
        let lives = [chance(self.own, 2) >= 500, chance(self.other, 0) >= 500];
        let [saved, taken] = self.codes.map(|code| matches!(code, 1 | 2));
        [lives[0] == saved, lives[1] != taken]
    }
}

fn name(m: Option<Point>) -> String {
    let size = Size::new(SIDE).expect("a size");
    m.map_or("PASS".to_owned(), |point| point.name(size))
}

const fn code(success: Success) -> u8 {
    match success {
        Success::No => 0,
        Success::KoWithThreat => 3,
        Success::Ko => 2,
        Success::Yes => 1,
    }
}

/// A race in a position of a game; `None` if there is none that can be tried out.
fn found(game: &Go, rng: &mut Rng) -> Option<Race> {
    let board = game.board();
    let heads = |color| -> Vec<_> {
        let long = |&head: &Point| board.stone_count(head) >= STONES;
        board.strings(color).filter(long).collect()
    };
    let mut pairs = Vec::new();
    for black in heads(Color::Black) {
        for white in heads(Color::White) {
            let [more, less] = [black, white].map(|stone| board.liberty_count(stone));
            let near = board.beside(&board.string(black).collect());
            if more.abs_diff(less) <= FAR && near.meets(&board.string(white).collect()) {
                pairs.push((black, white));
            }
        }
    }
    let races = pairs.into_iter().filter_map(|(black, white)| {
        let first = *board.liberties(black) | *board.liberties(white);
        let mut free = first;
        let around =
            board.beside(&(first | board.string(black).chain(board.string(white)).collect()));
        for stone in around - board.empty() {
            if board.liberty_count(stone) <= WEAK {
                free |= *board.liberties(stone);
            }
        }
        free |= board.beside(&first) & board.empty();
        let mut block = free;
        for head in Color::BOTH.into_iter().flat_map(|color| board.strings(color)) {
            if free.covers(board.liberties(head)) {
                block.extend(board.string(head));
            }
        }
        let size = free.len();
        let safe = Color::BOTH.map(|color| safety(board, color).alive);
        let open = !safe[0].contains(black) && !safe[1].contains(white);
        (size <= OPEN && open).then_some((black, white, block))
    });
    let races: Vec<_> = races.collect();
    if races.is_empty() {
        return None;
    }
    let (black, white, block) = races[rng.random_range(0..races.len())];
    let (mover, own, other) = match rng.random_range(0..2) {
        0 => (Color::Black, black, white),
        _ => (Color::White, white, black),
    };
    Some(Race { board: board.clone(), mover, own, other, block, outer: Points::EMPTY })
}

/// Positions of games, one after the other.
struct Source {
    seed: u64,
    stream: u64,
    positions: Vec<Go>,
}

impl Source {
    fn next(&mut self) -> Go {
        loop {
            if let Some(game) = self.positions.pop() {
                return game;
            }
            let size = Size::new(SIDE).expect("a size");
            self.positions = games::games(GAMES, size, self.seed << 20 | self.stream);
            self.stream += 1;
        }
    }
}

/// So many positions are made at once.
const GAMES: usize = 18;

/// The next race whose truth is known and not the same for everybody.
fn next(rng: &mut Rng, args: &Args, source: &mut Source) -> (Race, Truth) {
    let nodes = args.nodes;
    loop {
        let race = match args.from {
            Kind::Games => found(&source.next(), rng),
            kind => draw(rng, kind),
        };
        let Some(race) = race else { continue };
        let Some(truth) = race.truth(nodes) else { continue };
        // Most are those in which it matters who plays.
        if !truth.best.contains(&None) || rng.random_range(0..6) == 0 {
            return (race, truth);
        }
    }
}

fn share(right: usize, all: usize) -> String {
    let Some(Interval { low, high }) = wilson(right as u64, all as u64, 0.95) else {
        return "none".to_owned();
    };
    let percent = 100.0 * right as f64 / all.max(1) as f64;
    format!("{right:>4} of {all:<4} {percent:5.1} % ({:.1} to {:.1})", 100.0 * low, 100.0 * high)
}

fn ask(races: &[Known], limit: Option<u64>) {
    let (mut verdict, mut whole, mut saved, mut taken) = (0, 0, 0, 0);
    let (mut spent, mut most, mut nodes) = (0.0_f64, 0.0_f64, 0);
    let mut classes = BTreeMap::new();
    for (i, race) in races.iter().enumerate() {
        let mut reader = limit.map_or_else(Semeai::default, Semeai::with_limit);
        let started = ProcessTime::now();
        let found = reader.race(race.game.board(), race.own, race.other);
        let seconds = started.elapsed().as_secs_f64();
        (spent, most, nodes) = (spent + seconds, most.max(seconds), nodes + reader.nodes());
        let codes = [code(found.saves), code(found.kills)];
        let best = name(found.best);
        let right = codes == race.codes;
        verdict += usize::from(right);
        whole += usize::from(right && race.best.contains(&best));
        if !right {
            *classes.entry((race.codes, codes)).or_insert(0) += 1;
        }
        let judged = race.judged();
        saved += usize::from(judged[0]);
        taken += usize::from(judged[1]);
        if !(right && race.best.contains(&best)) {
            let ([a, b], [c, d]) = (codes, race.codes);
            let [own, other] = [race.own, race.other].map(|stone| name(Some(stone)));
            let expected = race.best.join(" ");
            let (number, position) = (i + 1, race.game.format());
            say(&format!(
                "{number}: {position} {own} {other}: {a} {b} {best} for {c} {d} ({expected}), \
                 {seconds:.2} s",
            ));
        }
    }
    let all = races.len();
    say(&format!("verdict {}", share(verdict, all)));
    say(&format!("whole   {}", share(whole, all)));
    say(&format!("saved   {}", share(saved, all)));
    say(&format!("taken   {}", share(taken, all)));
    for (([a, b], [c, d]), count) in classes {
        say(&format!("{a} {b} taken for {c} {d}: {count}"));
    }
    let mean = spent / all.max(1) as f64;
    let each = nodes / all.max(1) as u64;
    say(&format!("{mean:.3} s of CPU a race, {most:.2} at most, {each} positions"));
}

fn run(args: &Args) -> Result<(), Failure> {
    let mut rng = rng(args.seed, 0);
    let mut source = Source { seed: args.seed, stream: 0, positions: Vec::new() };
    for _ in 0..args.draw {
        let (race, truth) = next(&mut rng, args, &mut source);
        say(&race.line(&truth));
    }
    let Some(file) = &args.file else { return Ok(()) };
    let text = std::fs::read_to_string(file)?;
    let races = text.lines().map(Known::read).collect::<Result<Vec<_>, _>>()?;
    let Some(folder) = &args.suite else {
        ask(&races, args.limit);
        return Ok(());
    };
    std::fs::create_dir_all(folder)?;
    let mut suite = String::new();
    for (i, race) in races.iter().enumerate() {
        suite.push_str(&race.question(folder, i + 1)?);
    }
    Ok(std::fs::write(format!("{folder}/races.tst"), suite)?)
}

fn main() -> ExitCode {
    let outcome = Args::read().and_then(|args| args.map_or(Ok(()), |args| run(&args)));
    end("races", outcome)
}
