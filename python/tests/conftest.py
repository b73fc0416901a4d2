"""What the tests share."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import starboard as sb
from starboard import _starboard


@pytest.fixture
def program() -> Any:
    """Runs `starboard ... --json` without a process."""

    def run(*args: str) -> Any:
        code, out, err = _starboard.run([*args, "--json"])
        assert code == 0, err
        return json.loads(out)

    return run


def random_game(game: str, seed: int, most: int = 200) -> list[sb.Position]:
    """The positions of a random game, the start first."""
    chooser = random.Random(f"{game} {seed}")
    positions = [sb.Position(game)]
    while not positions[-1].is_over and len(positions) <= most:
        position = positions[-1]
        if position.is_chance:
            weights = position.chance_weights()
            action = chooser.choices(range(len(weights)), weights)[0]
        else:
            action = chooser.choice(position.legal_actions())
        positions.append(position.play(action))
    return positions
