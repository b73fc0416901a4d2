"""Games whose rules are written in Python.

Every algorithm searches them, with tables and orderings, and finds what it would find if the
rules were written in Rust. It takes long: a position of a game in Python takes some twenty
microseconds, where one in Rust takes some tens of nanoseconds, and threads of a search wait
for each other. For trying rules out, for teaching and for small games that is enough; a game
that is to be searched in earnest is written in Rust, which is not longer: see "Add a game" in
the book.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, ClassVar

from ._starboard import Game, _own_game


class PyGame(ABC):
    """The rules of a game of two players, as a position that does not change.

    >>> class Nim(PyGame):
    ...     '''Take one to three; whoever takes the last one wins.'''
    ...     def __init__(self, left=21, player=0):
    ...         self.left, self.player = left, player
    ...     def legal_moves(self):
    ...         return [n for n in (1, 2, 3) if n <= self.left]
    ...     def play(self, move):
    ...         return Nim(self.left - move, 1 - self.player)
    ...     def mover(self):
    ...         return self.player
    ...     def returns(self):
    ...         return (1, -1) if self.player == 1 else (-1, 1)
    ...     def __str__(self):
    ...         return f"{self.left} {self.player}"
    >>> nim = own_game(Nim(), name="nim")
    >>> nim.engine("alpha-beta").analyse(nim.start(), Limit(depth=21)).best
    '1'
    """

    #: The most that a game can be worth to a player, in points: the narrower, the more Star1
    #: and Star2 leave out. None if there is no such thing.
    largest_value: ClassVar[float | None] = None

    @abstractmethod
    def mover(self) -> int:
        """The player to move, 0 or 1; before chance, the one who moves after it."""

    @abstractmethod
    def legal_moves(self) -> Sequence[Any]:
        """The moves, each different when written by `str`, always in the same order; none
        when the game is over, or when chance comes next."""

    @abstractmethod
    def play(self, move: Any) -> PyGame:
        """The position after a move or an outcome of chance; this one stays as it is."""

    @abstractmethod
    def returns(self) -> Sequence[float]:
        """What the end is worth for player 0 and for player 1, in points: one is the
        negative of the other. Asked only when the game is over."""

    @abstractmethod
    def __str__(self) -> str:
        """The position in a line of text that tells it from all others, the mover included."""

    def is_chance(self) -> bool:
        """Whether chance comes next."""
        return False

    def chance_outcomes(self) -> Sequence[tuple[Any, float | Fraction]]:
        """The outcomes of chance with their probabilities or whole-number weights."""
        return ()

    def key(self) -> int | None:
        """A hash of the position, where there is one faster than that of its text; what is
        beyond 64 bits is left out."""
        return None

    # A game that knows what unfinished positions are worth adds
    #     def evaluate(self) -> float:
    # in points, for the player to move.


def own_game(start: PyGame, name: str | None = None, *, chance: bool | None = None) -> Game:
    """Makes a game of the position that it begins with: searched, drawn and played through
    like any other.

    `chance` says whether chance ever comes up; by default that is so if the class has
    `is_chance` of its own. Anything with the methods of PyGame will do.
    """
    kind = type(start)
    if chance is None:
        chance = getattr(kind, "is_chance", PyGame.is_chance) is not PyGame.is_chance
    name = kind.__name__.lower() if name is None else name
    largest = getattr(kind, "largest_value", None)
    return _own_game(start, _describe, name, chance, hasattr(kind, "evaluate"), largest)


#: All bits of a hash: those of `hash` have a sign.
_WORD = (1 << 64) - 1

_Described = tuple[int, int, list[Any], list[str], list[int], float, int]


def _describe(position: PyGame) -> _Described:
    """All that a search wants to know of a position, in one call."""
    mover = position.mover()
    if mover not in (0, 1):
        raise ValueError(f"mover() is 0 or 1, not {mover!r}")
    moves: list[Any]
    weights: list[int] = []
    value = 0.0
    kind = 0
    # Anything with these methods will do, and need not know of chance.
    is_chance: Callable[[], bool] | None = getattr(position, "is_chance", None)
    if is_chance is not None and is_chance():
        outcomes = list(position.chance_outcomes())
        if not outcomes:
            raise ValueError(f"no outcomes of chance in {position}")
        kind, moves = 1, [outcome for outcome, _ in outcomes]
        weights = _weights(tuple(odds for _, odds in outcomes))
    else:
        moves = list(position.legal_moves())
        if not moves:
            first, second = position.returns()
            if first + second != 0:
                raise ValueError(f"returns() must add up to 0, not {(first, second)} in {position}")
            kind, value = 2, float(first if mover == 0 else second)
    names = [str(move) for move in moves]
    if len(set(names)) < len(names):
        raise ValueError(f"two moves are written alike in {position}: {names}")
    own_key: Callable[[], int | None] | None = getattr(position, "key", None)
    key = None if own_key is None else own_key()
    key = _hash(str(position)) if key is None else key & _WORD
    return mover, kind, moves, names, weights, value, key


def _hash(text: str) -> int:
    """64 bits that are the same in every process, as those of `hash` are not."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


_KNOWN: dict[tuple[float | Fraction, ...], list[int]] = {}


def _weights(odds: tuple[float | Fraction, ...]) -> list[int]:
    """Whole numbers in the proportions of probabilities."""
    if (known := _KNOWN.get(odds)) is not None:
        return known
    # A sixth as a float is a sixth, and not a number over 2 to the 54th.
    parts = [Fraction(p).limit_denominator(1_000_000) for p in odds]
    if any(p <= 0 for p in parts):
        raise ValueError(f"probabilities are more than 0, not {odds}")
    whole = lcm(*(p.denominator for p in parts))
    weights = [int(p * whole) for p in parts]
    if sum(weights) >= 1 << 32:
        raise ValueError(f"probabilities have no common denominator below 2**32: {odds}")
    # Dice have few odds; whoever has more is not to fill the memory.
    if len(_KNOWN) < 1024:
        _KNOWN[odds] = weights
    return weights
