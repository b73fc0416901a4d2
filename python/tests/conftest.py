"""What the tests share."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


@contextmanager
def interrupted() -> Iterator[Callable[[], float]]:
    """Ctrl-C in a moment; says how long ago that was."""
    pressed = 0.0

    def press() -> None:
        nonlocal pressed
        time.sleep(0.3)
        pressed = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    # A shell that runs this in the background has it ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(target=press).start()
    try:
        yield lambda: time.monotonic() - pressed
    finally:
        signal.signal(signal.SIGINT, before)


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
