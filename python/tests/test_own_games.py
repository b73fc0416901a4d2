"""Games written in Python are searched as those in Rust are."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest

import starboard as sb


class Nim(sb.PyGame):
    """Take one to three; whoever takes the last one wins."""

    largest_value = 1

    def __init__(self, left: int = 21, player: int = 0) -> None:
        self.left, self.player = left, player

    def mover(self) -> int:
        return self.player

    def legal_moves(self) -> list[int]:
        return [n for n in (1, 2, 3) if n <= self.left]

    def play(self, move: int) -> Nim:
        return Nim(self.left - move, 1 - self.player)

    def returns(self) -> tuple[int, int]:
        return (-1, 1) if self.player == 0 else (1, -1)

    def __str__(self) -> str:
        return f"{self.left} {self.player}"


class DiceNim(sb.PyGame):
    """A die of three sides says how many one may take at most."""

    largest_value = 1

    def __init__(self, left: int = 9, player: int = 0, roll: int | None = None) -> None:
        self.left, self.player, self.roll = left, player, roll

    def mover(self) -> int:
        return self.player

    def is_chance(self) -> bool:
        return self.roll is None and self.left > 0

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        return [(n, Fraction(1, 3)) for n in (1, 2, 3)]

    def legal_moves(self) -> list[int]:
        return [n for n in (1, 2, 3) if self.roll is not None and n <= min(self.left, self.roll)]

    def play(self, move: int) -> DiceNim:
        if self.is_chance():
            return DiceNim(self.left, self.player, move)
        return DiceNim(self.left - move, 1 - self.player)

    def returns(self) -> tuple[int, int]:
        return (-1, 1) if self.player == 0 else (1, -1)

    def evaluate(self) -> float:
        return 0.25 if self.left % 4 else -0.25

    def __str__(self) -> str:
        return f"{self.left} {self.player} {self.roll}"


def expectimax(position: sb.PyGame, depth: int) -> float:
    """For the first player; plain, and in Python."""
    if position.is_chance():
        odds = [(float(p), position.play(m)) for m, p in position.chance_outcomes()]
        return sum(p * expectimax(after, depth) for p, after in odds)
    moves = position.legal_moves()
    if not moves:
        return position.returns()[0]
    if depth == 0:
        value = position.evaluate() if isinstance(position, DiceNim) else 0.0
        return value if position.mover() == 0 else -value
    values = [expectimax(position.play(m), depth - 1) for m in moves]
    return max(values) if position.mover() == 0 else min(values)


def test_nim_is_solved() -> None:
    game = sb.own_game(Nim())
    assert (game.name, game.has_chance, game.players) == ("nim", False, 2)
    start = game.start()
    assert start.legal_moves == ["1", "2", "3"] and start.text == "21 0"
    for algorithm in (
        "minimax",
        "alpha-beta",
        "alpha-beta + tt(mb=1) + history",
        "mtdf + tt(mb=1)",
    ):
        engine = game.engine(algorithm)
        found = engine.analyse(start.play("1"), sb.Limit(depth=9))
        assert found.value == 0
        found = engine.analyse(start.play(*"3333"), sb.Limit(depth=12))
        assert (found.best, found.value) == ("1", 1.0), algorithm
    assert game.engine("mcts(evals=2000)").analyse(start).nodes > 0
    assert sb.solve(start)["verdict"] == "proven"
    assert sb.tree(start, "alpha-beta", 2).nodes[0]["position"] == "21 0"


@pytest.mark.parametrize("algorithm", ["expectimax", "star1", "star2 + tt(mb=1)"])
def test_chance_is_searched(algorithm: str) -> None:
    game = sb.own_game(DiceNim())
    assert game.has_chance
    start = game.start()
    assert start.is_chance
    assert start.chance_outcomes() == [(str(n), pytest.approx(1 / 3)) for n in (1, 2, 3)]
    for depth in (1, 2, 3):
        found = game.engine(algorithm).analyse(start, sb.Limit(depth=depth))
        # Ours is rounded at every chance node.
        assert found.value == pytest.approx(expectimax(DiceNim(), depth), abs=5e-4)


def test_an_exception_of_the_rules_comes_out() -> None:
    class Broken(Nim):
        def play(self, move: int) -> Broken:
            if self.left < 18:
                raise ZeroDivisionError("a bug of mine")
            return Broken(self.left - move, 1 - self.player)

    game = sb.own_game(Broken())
    with pytest.raises(ZeroDivisionError, match="a bug of mine"):
        game.engine("alpha-beta").analyse(game.start(), sb.Limit(depth=30))
    # It was that search's, not the engine's.
    assert game.engine("alpha-beta").analyse(game.start(), sb.Limit(depth=1)).depth == 1


def test_an_exception_comes_out_of_what_asked() -> None:
    class Broken(Nim):
        def play(self, move: int) -> Broken:
            if self.left < 20:
                raise ZeroDivisionError("a bug of mine")
            return Broken(self.left - move, 1 - self.player)

        def __str__(self) -> str:
            if self.left < 21:
                raise KeyError("no text")
            return super().__str__()

        def key(self) -> int:
            return self.left

        def _repr_svg_(self) -> str:
            raise LookupError("no picture")

    start = sb.own_game(Broken()).start()
    with pytest.raises(ZeroDivisionError):
        start.perft(3)
    after = start.play("1")
    with pytest.raises(KeyError):
        _ = after.text
    with pytest.raises(KeyError):
        _ = after.board
    with pytest.raises(LookupError):
        start.svg()
    with pytest.raises(LookupError):
        start._repr_svg_()
    # Nothing is left over for what is asked next.
    assert start.play("2").legal_moves == ["1", "2", "3"]
    with pytest.raises(TypeError, match="is not pickled"):
        pickle.dumps(start.game_info())


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e7])
def test_values_that_cannot_be_compared_are_refused(value: float) -> None:
    class Vast(Nim):
        largest_value = None

        def play(self, move: int) -> Vast:
            return Vast(self.left - move, 1 - self.player)

        def evaluate(self) -> float:
            return value

    game = sb.own_game(Vast())
    with pytest.raises(ValueError, match=r"expected evaluate\(\) from -100000 to 100000"):
        game.engine("alpha-beta").analyse(game.start(), sb.Limit(depth=1))
    if value == value:
        ends = type("Ends", (Nim,), {"returns": lambda self: (value, -value)})
        with pytest.raises(ValueError, match="returns"):
            sb.own_game(ends(left=0))
    with pytest.raises(ValueError, match="expected largest_value"):
        sb.own_game(type("Wide", (Nim,), {"largest_value": value})())


def test_a_hash_may_have_a_sign() -> None:
    class Signed(Nim):
        def play(self, move: int) -> Signed:
            return Signed(self.left - move, 1 - self.player)

        def key(self) -> int:
            return -1 - self.left * 2 - self.player

    game = sb.own_game(Signed())
    assert game.start().key == (1 << 64) - 43
    found = game.engine("alpha-beta + tt(mb=1)").analyse(game.start(), sb.Limit(depth=5))
    assert found.depth == 5


@pytest.mark.parametrize(
    ("method", "value", "error"),
    [
        ("mover", lambda self: 2, "mover"),
        ("legal_moves", lambda self: [1, 1], "written alike"),
        ("returns", lambda self: (1, 1), "add up to 0"),
        ("key", lambda self: "text", None),
    ],
)
def test_rules_that_cannot_be_are_refused(method: str, value: Any, error: str | None) -> None:
    broken = type("Broken", (Nim,), {method: value})
    with pytest.raises(ValueError if error else TypeError, match=error):
        sb.own_game(broken(left=0 if method == "returns" else 5)).start()


def test_what_a_search_needs_is_little() -> None:
    """No base class, no key, no text that a person would write."""

    class Bare:
        def __init__(self, left: int) -> None:
            self.left = left

        def mover(self) -> int:
            return self.left % 2

        def legal_moves(self) -> list[str]:
            return ["take"] if self.left else []

        def play(self, move: str) -> Bare:
            return Bare(self.left - 1)

        def returns(self) -> tuple[float, float]:
            return (0.5, -0.5)

        def __str__(self) -> str:
            return str(self.left)

    game = sb.own_game(Bare(4))  # type: ignore[arg-type]
    assert game.engine("minimax").analyse(game.start(), sb.Limit(depth=4)).value == 0.5
