"""Uses of the package as a program of one's own has them: only mypy reads this."""

from __future__ import annotations

import starboard as sb


def strongest(game: str, description: str | None = None) -> tuple[str | None, float]:
    position: sb.Position = sb.Position(game)
    with sb.Engine(game, description) as engine:
        found: sb.Analysis = engine.analyse(
            position, sb.Limit(depth=2), multipv=3, info=lambda found: print(found.depth)
        )
        values: list[float] = [candidate.value for candidate in found.candidates]
        return found.best, max(values, default=found.value)


def rows(engines: list[str]) -> list[str]:
    compared = sb.compare(engines, [sb.Position("dice")], sb.Limit(nodes=100))
    return [str(row["engine"]) for row in compared]


def after(position: sb.Position) -> sb.Position:
    for name, odds in position.chance_outcomes():
        assert odds > 0.0
        position = position.play(name)
    actions: list[int] = position.legal_actions()
    return position.play(actions[0]) if actions else position


def matched() -> int:
    result = sb.match("tic-tac-toe", a="alpha-beta", b="random", games=2, shard=(0, 1))
    return int(result["wins"])
