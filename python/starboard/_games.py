"""The games there are: those that come with Starboard, and installed modules of others."""

from __future__ import annotations

from importlib.metadata import entry_points

from . import _starboard
from ._starboard import Game

#: Where a distribution says that it has games: the name of a game, and a module that
#: `starboard_python::module!` made.
GROUP = "starboard.games"


def games() -> list[str]:
    """The names of the games, those of installed modules last."""
    built_in = _starboard.games()
    others = {entry.name for entry in entry_points(group=GROUP)}
    return built_in + sorted(others.difference(built_in))


def game(name: str) -> Game:
    """The game of this name."""
    for entry in entry_points(group=GROUP):
        if entry.name == name and name not in _starboard.games():
            # A class of that module, with the methods of ours.
            found: Game = entry.load().game(name)
            return found
    return _starboard.game(name)
