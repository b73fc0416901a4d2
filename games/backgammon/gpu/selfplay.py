"""Games of the networks against themselves, and what is learned from them."""

from dataclasses import dataclass

import torch

from engine import RACE, Engine, Loaded, equity, flipped

START = [5 << 24 | 3 << 32 | 5 << 52, 2 << 32]
NACKGAMMON = [4 << 24 | 3 << 32 | 4 << 52, 2 << 28 | 2 << 32]


@dataclass
class Plan:
    """How games are played and what is looked at."""

    # How many games at a time, and how many turns before they are learned from.
    games: int = 16384
    turns: int = 32
    # Moves of a decision that are learned from, at most, and by how many points one may look
    # worse than the best.
    moves: int = 3
    margin: float = 0.1
    # Plies that decisions with a choice are looked ahead: 1, or 2 by so many of the 36 rolls.
    plies: int = 2
    rolls: int = 5
    # How much of a correction later in the game counts a turn before.
    decay: float = 0.85
    # One decision in so many is any legal move.
    stray: int = 24
    # The share of games that begin with a position that games seldom come to.
    rare: float = 0.35
    seed: int = 1


@dataclass
class Samples:
    """Positions before a roll, what is to be said of each, and the decision that it is a move
    of."""

    positions: torch.Tensor
    targets: torch.Tensor
    decisions: torch.Tensor

    def __len__(self) -> int:
        return len(self.positions)

    @staticmethod
    def joined(parts: list["Samples"]) -> "Samples":
        fields = zip(*[(p.positions, p.targets, p.decisions) for p in parts])
        return Samples(*[torch.cat(list(field)) for field in fields])

    def where(self, mask: torch.Tensor) -> "Samples":
        return Samples(self.positions[mask], self.targets[mask], self.decisions[mask])


def start(count: int, device: str) -> torch.Tensor:
    return torch.tensor(START * 2, dtype=torch.int64, device=device).repeat(count, 1)


def over(positions: torch.Tensor) -> torch.Tensor:
    """Whether somebody has borne off everything."""

    def gone(low, high):
        return ((low & ~15) == 0) & (high == 0)

    return gone(positions[:, 0], positions[:, 1]) | gone(positions[:, 2], positions[:, 3])


def nibbles(word: torch.Tensor, first: int, last: int) -> torch.Tensor:
    """The sum of some nibbles of each word."""
    return sum((word >> (4 * i)) & 15 for i in range(first, last + 1))


class Dice:
    """Seeded rolls, numbered as the engine does."""

    def __init__(self, seed: int, device: str):
        self.device, self.made = device, torch.Generator(device=device).manual_seed(seed)
        pairs = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]
        weights = [1 if a == b else 2 for a, b in pairs]
        self.bounds = torch.tensor(weights, device=device).cumsum(0)
        self.proper = torch.tensor([a != b for a, b in pairs], device=device)

    def number(self, count: int, most: int) -> torch.Tensor:
        return torch.randint(0, most, (count,), generator=self.made, device=self.device)

    def chance(self, count: int, share: float) -> torch.Tensor:
        return torch.rand(count, generator=self.made, device=self.device) < share

    def rolls(self, count: int) -> torch.Tensor:
        throws = self.number(count, 36)
        return torch.searchsorted(self.bounds, throws, right=True).to(torch.uint8)

    def some_of_all(self, count: int, rolls: int) -> torch.Tensor:
        """So many rolls that stand for all, in each row: every roll as often as it comes."""
        first = torch.rand(count, 1, generator=self.made, device=self.device)
        at = (first + torch.arange(rolls, device=self.device)) * (36 / rolls)
        return torch.searchsorted(self.bounds, at.floor().long().clamp(max=35), right=True)


class Rare:
    """Positions that games seldom come to, gathered from games: four or more checkers back, two
    on the bar, a crashed side."""

    ROOM = 1 << 19

    def __init__(self, engine: Engine, dice: Dice):
        self.engine, self.dice = engine, dice
        self.pool = engine.empty(self.ROOM, 4, dtype=torch.int64)
        self.known = self.next = 0

    def gather(self, positions: torch.Tensor) -> None:
        _, roles = self.engine.rows(positions)
        back = [nibbles(positions[:, i], 3, 9) >= 4 for i in (1, 3)]
        bar = [nibbles(positions[:, i], 9, 9) >= 2 for i in (1, 3)]
        contact = roles <= 1
        rare = contact & (back[0] | back[1] | bar[0] | bar[1] | (roles == 1))
        # One in four, so that a game does not give all of its own.
        found = positions[rare & self.dice.chance(len(positions), 0.25)]
        room = min(len(found), self.ROOM)
        at = (self.next + torch.arange(room, device=found.device)) % self.ROOM
        self.pool[at] = found[:room]
        self.next = (self.next + room) % self.ROOM
        self.known = min(self.known + room, self.ROOM)

    def draw(self, count: int) -> torch.Tensor:
        return self.pool[self.dice.number(count, self.known)]


class SelfPlay:
    """Games that go on while samples are asked for."""

    def __init__(self, engine: Engine, plan: Plan):
        self.engine, self.plan = engine, plan
        self.dice = Dice(plan.seed, engine.device)
        self.rare = Rare(engine, self.dice)
        self.now = self.beginnings(plan.games)
        # Turns that are still played at random.
        self.random = self.random_turns(plan.games)
        # No two trainings of different seeds have a decision in common.
        self.decision = plan.seed << 40

    def beginnings(self, count: int) -> torch.Tensor:
        positions = start(count, self.engine.device)
        nack = torch.tensor(NACKGAMMON * 2, dtype=torch.int64, device=self.engine.device)
        positions[self.dice.chance(count, 0.08)] = nack
        if self.rare.known > 10_000:
            rare = self.dice.chance(count, self.plan.rare)
            positions[rare] = self.rare.draw(int(rare.sum()))
        return positions

    def random_turns(self, count: int) -> torch.Tensor:
        turns = self.dice.number(count, 30) + 1
        return torch.where(self.dice.chance(count, 0.12), turns, 0)

    def turn(self, nets: Loaded) -> dict:
        """Plays one turn of every game; what was looked at."""
        plan, engine, dice = self.plan, self.engine, self.dice
        count, most = plan.games, plan.moves
        picks = dice.number(count, 1 << 30).to(torch.int32)
        after, said, number = engine.candidates(
            self.now, dice.rolls(count), picks, most, nets
        )
        # Step 1. The moves to be learned from: the good ones, and what is played instead.
        value = -equity(said)
        stray = dice.chance(count, 1 / plan.stray) | (self.random > 0)
        slot = torch.arange(most + 1, device=engine.device)
        valid = (value >= value[:, :1] - plan.margin) & (slot < number[:, None]) & (slot < most)
        valid[:, most] = stray
        chosen = torch.where(stray, most, 0)
        # Step 2. A ply ahead, and another one where there is a choice.
        one = torch.zeros_like(said)
        replies, reply_said, expected = engine.lookahead(after[valid], nets)
        one[valid] = expected
        deeper = one.clone()
        if plan.plies == 2:
            choice = (valid[:, :most].sum(1) > 1)[:, None] & valid
            choice &= ~over(after.reshape(-1, 4)).reshape(count, -1)
            of = choice[valid].nonzero()[:, 0]
            # The same rolls for all moves of a decision.
            rolls = dice.some_of_all(count, plan.rolls)[valid.nonzero()[:, 0][of]]
            next_after = replies[of[:, None], rolls]
            next_said = reply_said[of[:, None], rolls]
            _, _, next_expected = engine.lookahead(next_after.reshape(-1, 4), nets)
            change = flipped(next_expected.reshape(next_said.shape)) - flipped(next_said)
            deeper[choice] += change.mean(1)
        rows = torch.arange(count, device=engine.device)
        record = {
            "after": after, "valid": valid, "said": said, "one": one, "deeper": deeper,
            "chosen": chosen, "best": ~stray,
        }
        # Step 3. On with the games; where one is over, another begins.
        self.now = after[rows, chosen]
        self.random = (self.random - 1).clamp(min=0)
        self.rare.gather(self.now)
        ends = over(self.now)
        record["ends"] = ends
        fresh = int(ends.sum())
        if fresh:
            self.now[ends] = self.beginnings(fresh)
            self.random[ends] = self.random_turns(fresh)
        return record

    def samples(self, nets: Loaded) -> Samples:
        """What `turns` turns of all games say."""
        plan, records = self.plan, [self.turn(nets) for _ in range(self.plan.turns)]
        rows = torch.arange(plan.games, device=self.engine.device)
        parts, later = [], None
        # Backwards: by how much what was found out later betters what was expected. The mean of
        # what is said after the rolls is what was expected, so luck is left out.
        for record in reversed(records):
            one = record["one"][rows, record["chosen"]]
            total = one.clone()
            if later is not None:
                total += torch.where(record["ends"][:, None], 0, later)
            level = total - record["deeper"][rows, record["chosen"]]
            targets = record["deeper"] + level[:, None]
            valid = record["valid"]
            number = (self.decision + rows)[:, None].expand(valid.shape)
            self.decision += plan.games
            parts.append(Samples(record["after"][valid], targets[valid], number[valid]))
            found = plan.decay * flipped(total - record["said"][:, 0])
            # Where 1 - p was flipped of a difference, what is wanted is -p.
            found[:, 0] -= plan.decay
            later = torch.where(record["best"][:, None], found, 0)
        samples = Samples.joined(parts)
        _, roles = self.engine.rows(samples.positions)
        samples = samples.where(roles < RACE)
        samples.targets = samples.targets.clamp(0, 1)
        return samples


def regret(engine: Engine, nets: Loaded, samples: Samples) -> float:
    """Points lost a decision by these networks, of those with two moves or more, as the targets
    have it."""
    _, decision, number = samples.decisions.unique(return_inverse=True, return_counts=True)
    value = -equity(samples.targets)
    said = -equity(engine.evaluate(samples.positions, nets))
    lowest = torch.full((len(number),), -9.0, device=value.device)
    best = lowest.scatter_reduce(0, decision, value, "amax")
    top = lowest.scatter_reduce(0, decision, said, "amax")
    chosen = torch.where(said >= top[decision], value, -9)
    played = lowest.scatter_reduce(0, decision, chosen, "amax")
    return float((best - played)[number > 1].mean())


def duel(engine: Engine, a: Loaded, b: Loaded, pairs: int, seed: int) -> tuple[float, float]:
    """Points a game of `a` against `b`, neither looking ahead, and the standard error: pairs of
    games with the same dice."""
    dice = Dice(seed, engine.device)
    device = engine.device
    now = [start(pairs, device), start(pairs, device)]
    points = torch.zeros(2, pairs, device=device)
    going = [torch.arange(pairs, device=device) for _ in range(2)]
    picks = torch.zeros(pairs, dtype=torch.int32, device=device)
    for turn in range(1000):
        rolls = dice.rolls(pairs)
        if turn == 0:
            # The first roll of a game is no double.
            while not dice.proper[rolls.long()].all():
                rolls = torch.where(dice.proper[rolls.long()], rolls, dice.rolls(pairs))
        for side in range(2):
            left = going[side]
            if len(left) == 0:
                continue
            mover = (turn + side) % 2
            nets = a if mover == 0 else b
            after, _, _ = engine.candidates(
                now[side][left], rolls[left], picks[: len(left)], 1, nets
            )
            now[side][left] = after[:, 0]
            ends = over(after[:, 0])
            ended = left[ends]
            if len(ended):
                # What the mover of a game that is over has lost.
                lost = engine.evaluate(now[side][ended], nets)
                points[side][ended] = -equity(lost) * (1 if mover == 0 else -1)
                going[side] = left[~ends]
        if len(going[0]) + len(going[1]) == 0:
            break
    mean = points.mean(0)
    return float(mean.mean()), float(mean.std() / pairs**0.5)
