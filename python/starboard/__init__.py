"""Game-tree search for backgammon, Go, Shogi, small games, and games of one's own.

>>> import starboard as sb
>>> position = sb.Position("connect-four", "44453")
>>> with sb.Engine("connect-four", "alpha-beta + tt(mb=16)") as engine:
...     engine.analyse(position, sb.Limit(depth=8)).best
'2'
"""

from __future__ import annotations

from . import backgammon
from ._compare import Comparison, compare
from ._games import game, games
from ._matches import match
from ._program import CommandError, command
from ._starboard import (
    Analysis,
    Candidate,
    Engine,
    Game,
    Limit,
    Position,
    __version__,
    explain,
    solve,
)
from ._tree import Tree, tree
from .own import PyGame, own_game

__all__ = [
    "Analysis",
    "Candidate",
    "CommandError",
    "Comparison",
    "Engine",
    "Game",
    "Limit",
    "Position",
    "PyGame",
    "Tree",
    "__version__",
    "backgammon",
    "command",
    "compare",
    "explain",
    "game",
    "games",
    "match",
    "own_game",
    "solve",
    "tree",
]
