"""Backgammon: what positions are worth, what to play, rollouts, reviews of matches."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ._program import command_json, options
from ._starboard import Position, _probabilities

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

__all__ = ["COLUMNS", "best_move", "cube", "evaluate", "hints", "review", "rollout"]

#: What the columns of `evaluate` are.
COLUMNS = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon", "equity")


def _text(position: str | Position) -> str:
    return position if isinstance(position, str) else position.text


def evaluate(positions: str | Position | Iterable[str | Position]) -> NDArray[numpy.float32]:
    """How likely each end of a game is from positions, without a search: an array with a row
    a position and the columns of COLUMNS, for the player to move.

    Positions are Position IDs, with dice or without, XGIDs or positions of backgammon. A
    gammon counts as a win and a backgammon as a gammon; the equity is that of money without a
    cube. After a roll the figures are those of the best move. The bearoff databases are asked
    first, and the networks where these know nothing.
    """
    try:
        import numpy
    except ImportError:
        hint = "evaluate makes an array: pip install 'starboard-games[numpy]'"
        raise ImportError(hint) from None
    if isinstance(positions, (str, Position)):
        positions = [positions]
    texts = [_text(position) for position in positions]
    figures = numpy.frombuffer(_probabilities(texts), dtype=numpy.float32)
    # What is in the hands of Python's bytes cannot be written to.
    return figures.reshape(len(texts), 6).copy()


def _advice(position: str | Position, **given: object) -> dict[str, Any]:
    args = options(position=_text(position), **given)
    advice: dict[str, Any] = command_json("analyse", "backgammon", *args)
    return advice


def hints(
    position: str | Position, *, plies: int = 2, filter: str = "normal", **others: object
) -> list[dict[str, Any]]:
    """The moves of a position with dice, best first: equity with the cube, how the game is
    likely to end, and the plies each was searched. A GNUBGID or XGID says where the cube is and
    what is played for.

    Options of `starboard analyse backgammon` can be given by name, such as `roll="42"`.
    """
    moves: list[dict[str, Any]] = _advice(position, plies=plies, filter=filter, **others)["moves"]
    return moves


def best_move(position: str | Position, **others: object) -> str:
    """The move to play; options as of `hints`."""
    moves = hints(position, **others)  # type: ignore[arg-type]
    if not moves:
        raise ValueError(f"nothing is to be played in {_text(position)}: give the roll")
    return str(moves[0]["turn"])


def cube(position: str | Position, *, plies: int = 2, **others: object) -> dict[str, Any]:
    """What to do about the cube before the roll: the equities of not doubling, of a double
    that is taken and of one that is passed, and what is best."""
    answer: dict[str, Any] = _advice(position, cube=True, plies=plies, **others)["cube"]
    return answer


def rollout(
    position: str | Position,
    trials: int = 1296,
    *,
    candidates: int | None = None,
    seed: int | None = None,
    log: str | os.PathLike[str] | None = None,
    shard: tuple[int, int] | None = None,
    **others: object,
) -> list[dict[str, Any]]:
    """Plays a position out: its best moves, or both sides of the decision about the cube with
    `cube=True`. For each the equity with its error, and how games ended.

    With `log` a rollout that was stopped goes on from there. Ctrl-C stops it. Options of
    `starboard analyse backgammon --rollout` can be given by name: `truncate`, `plies`, ...
    """
    part = None if shard is None else f"{shard[0]}/{shard[1]}"
    advice = _advice(
        position,
        rollout=trials,
        candidates=candidates,
        seed=seed,
        log=log,
        shard=part,
        **others,
    )
    played: list[dict[str, Any]] = advice["rollout"]
    return played


def review(path: str | os.PathLike[str], **others: object) -> dict[str, Any]:
    """Analyses a match or session from a file (.mat, .sgf, FIBS): what every move and every
    decision about the cube cost, how lucky the rolls were, error rates and ratings.

    Options of `starboard analyse backgammon FILE` can be given by name: `plies`, `filter`,
    `html`, ...
    """
    found: dict[str, Any] = command_json(
        "analyse", "backgammon", os.fspath(path), *options(**others)
    )
    return found
