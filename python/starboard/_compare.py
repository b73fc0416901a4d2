"""The same positions searched by several engines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast, overload

from ._starboard import Engine, Limit, Position


class Comparison(Sequence[dict[str, Any]]):
    """A row a search: position, engine, value, best move, nodes, evaluations, time."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows

    @overload
    def __getitem__(self, place: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, place: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, place: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        return self.rows[place]

    def __len__(self) -> int:
        return len(self.rows)

    def to_frame(self) -> Any:
        """The rows as a data frame of pandas or, where that is not installed, of Polars."""
        try:
            import pandas

            return pandas.DataFrame(self.rows)
        except ImportError:
            pass
        try:
            import polars  # type: ignore[import-not-found,unused-ignore]

            return polars.DataFrame(self.rows)
        except ImportError:
            raise ImportError(
                "a data frame needs pandas or polars: pip install 'starboard-games[frame]'"
            ) from None

    def __repr__(self) -> str:
        return f"<comparison of {len(self)} searches>"

    def _repr_html_(self) -> str:
        from html import escape

        def cell(value: object) -> str:
            return escape(f"{value:g}" if isinstance(value, float) else str(value))

        names = list(self.rows[0]) if self.rows else []
        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        body = "".join(
            "<tr>" + "".join(f"<td>{cell(row[name])}</td>" for name in names) + "</tr>"
            for row in self.rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def compare(
    engines: str | Iterable[str],
    positions: Position | Iterable[Position],
    limit: Limit | None = None,
) -> Comparison:
    """Searches every position with every engine; each forgets all between positions.

    The engines, or the one, are described by their parts, as elsewhere. The command `compare`,
    which puts all algorithms side by side on the built-in positions of all games and writes a
    page, is `starboard.command("compare", ...)`.
    """
    # A position of another module's game is one, too.
    one = hasattr(positions, "legal_moves")
    positions = cast(list[Position], [positions] if one else list(cast(Any, positions)))
    rows = []
    for description in [engines] if isinstance(engines, str) else engines:
        made: dict[str, Engine] = {}
        for position in positions:
            engine = made.get(position.game)
            if engine is None:
                engine = made[position.game] = position.game_info().engine(description)
            engine.clear()
            found = engine.analyse(position, limit)
            rows.append(
                {
                    "game": found.game,
                    "position": found.position,
                    "engine": description,
                    "algorithm": found.algorithm,
                    "exact": engine.is_exact,
                    "best": found.best,
                    "value": found.value,
                    "unit": found.unit_name,
                    "depth": found.depth,
                    "nodes": found.nodes,
                    "evaluations": found.evaluations,
                    "seconds": found.time,
                }
            )
    return Comparison(rows)
