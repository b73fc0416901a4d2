"""A small search, node by node."""

from __future__ import annotations

from html import escape
from typing import Any

from ._starboard import Position, _tree


class Tree:
    """A search that was drawn: every node with its window, its value and why it was left."""

    def __init__(self, nodes: dict[str, Any], svg: str) -> None:
        self._nodes = nodes
        self.svg = svg

    @property
    def title(self) -> str:
        """Game, engine and depth."""
        return str(self._nodes["title"])

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """The nodes in the order in which the search entered them, the root first."""
        nodes: list[dict[str, Any]] = self._nodes["nodes"]
        return nodes

    @property
    def dropped(self) -> int:
        """How many more were visited."""
        return int(self._nodes["dropped"])

    def to_dict(self) -> dict[str, Any]:
        """Everything, as `starboard tree --json` prints it."""
        return self._nodes

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        return f"<tree of {self.title}: {len(self)} nodes>"

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        """The tree as a list whose branches open and close."""
        unit = float(self._nodes["unit"])

        def shown(value: int | None) -> str:
            if value is None:
                return ""
            # The ends of a full window.
            return ("−∞" if value < 0 else "∞") if abs(value) >= 1 << 30 else f"{value / unit:g}"

        def line(node: dict[str, Any]) -> str:
            parts = [f"<b>{escape(node.get('move') or 'root')}</b>", shown(node.get("value"))]
            if window := node.get("window"):
                parts.append(f"[{shown(window['alpha'])}, {shown(window['beta'])}]")
            parts.append(escape(str(node.get("why") or "")))
            if skipped := node.get("skipped"):
                parts.append("not searched: " + escape(", ".join(skipped)))
            if unprobed := node.get("unprobed"):
                parts.append("not probed: " + escape(", ".join(unprobed)))
            return " &ensp;".join(part for part in parts if part)

        def branch(place: int, depth: int) -> str:
            node = self.nodes[place]
            title = f'<span title="{escape(node["position"])}">{line(node)}</span>'
            if not node["children"]:
                return f"<div style='margin-left:1.2em'>{title}</div>"
            below = "".join(branch(child, depth + 1) for child in node["children"])
            state = " open" if depth < 1 else ""
            style = "margin-left:0.6em"
            return f"<details{state} style='{style}'><summary>{title}</summary>{below}</details>"

        return f"<div><i>{escape(self.title)}</i>{branch(0, 0)}</div>"


def tree(
    position: Position, engine: str | None = None, depth: int = 2, max_nodes: int = 400
) -> Tree:
    """Searches a position and keeps up to so many of the nodes that the search visits.

    In a notebook it shows itself as a list whose branches open and close.
    """
    return Tree(*_tree(position, engine, depth, max_nodes))
