"""Matches between two engines."""

from __future__ import annotations

import os
from typing import Any

from ._program import command_file, options
from ._starboard import Game


def match(
    game: str | Game,
    a: str,
    b: str,
    games: int,
    *,
    seed: int = 0,
    shard: tuple[int, int] | None = None,
    log: str | os.PathLike[str] | None = None,
    **others: object,
) -> dict[str, Any]:
    """Plays a match between two engines and says how sure one can be of the difference.

    The result is what `starboard match --json` writes: `wins`, `draws`, `losses` of A, `elo`
    with its interval, and more. All options of the command can be given by name: `nodes`,
    `depth_a`, `time`, `openings`, `sprt="0,10"`, `threads`, `no_times=True`, ... With `log`,
    every game is kept, and a match that was stopped goes on from there; `shard=(i, n)` plays
    one part of `n`. Ctrl-C stops it.
    """
    part = None if shard is None else f"{shard[0]}/{shard[1]}"
    name = game if isinstance(game, str) else game.name
    given = options(a=a, b=b, games=games, seed=seed, shard=part, log=log, **others)
    result: dict[str, Any] = command_file("match", name, *given)
    return result
