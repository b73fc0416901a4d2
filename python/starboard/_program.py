"""The program's commands in a process of their own, which Ctrl-C ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any


class CommandError(RuntimeError):
    """A command that failed, with its exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


def program() -> list[str]:
    """The program `starboard` that this package is, as the beginning of a command line."""
    return [sys.executable, "-m", "starboard"]


def die_with_parent() -> Callable[[], None] | None:
    """What makes a child process die with this one, however this one dies; Linux only."""
    if sys.platform != "linux":
        return None
    import ctypes
    import signal

    # Loaded before the fork: afterwards other threads may hold locks.
    libc = ctypes.CDLL(None, use_errno=True)
    parent = os.getpid()
    pdeathsig = 1

    def ask() -> None:
        libc.prctl(pdeathsig, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return ask


def command(*args: str) -> str:
    """Runs `starboard` with these arguments and returns what it prints.

    >>> print(command("perft", "tic-tac-toe", "3"))

    Raises ValueError for bad input, with the program's sentence, BlockingIOError for a log
    that another process is writing, and CommandError for other failures. Ctrl-C ends it.
    """
    process = subprocess.Popen(
        [*program(), *args],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=die_with_parent(),
    )
    try:
        out, err = process.communicate()
    except BaseException:
        process.kill()
        process.wait()
        raise
    if process.returncode == 0:
        return out
    message = _sentence(err)
    if process.returncode == 2:
        raise ValueError(message)
    if process.returncode == 75:
        raise BlockingIOError(message)
    raise CommandError(message or f"exit code {process.returncode}", process.returncode)


def _sentence(err: str) -> str:
    """What a command complains of, without advice for whoever types it."""
    return err.strip().removeprefix("error: ").partition("\n\nFor more information, try")[0]


def command_json(*args: str) -> Any:
    """The same for a command that prints JSON."""
    return json.loads(command(*args, "--json"))


def command_file(*args: str) -> Any:
    """The same for a command that writes JSON to the file that `--json` names."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "result.json"
        command(*args, "--json", str(path))
        return json.loads(path.read_text(encoding="utf-8"))


def options(**given: object) -> Sequence[str]:
    """Options of a command line: `max_plies=3` is `--max-plies 3`; None leaves one out."""
    args: list[str] = []
    for name, value in given.items():
        name = "--" + name.replace("_", "-")
        if value is True:
            args.append(name)
        elif value is not None and value is not False:
            # With a sign in one word: values may begin with a hyphen.
            args.append(f"{name}={value}")
    return args
