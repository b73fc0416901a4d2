"""Backgammon's own: probabilities, hints, the cube, rollouts, reviews."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy
import pytest
from conftest import interrupted

import starboard as sb
from starboard import _starboard, backgammon

IDS = ["4HPwATDgc/ABMA", "4HPwATDgc/ABMA 42", "AwAAEAEAAAAAAA"]


def test_probabilities_are_the_programs(tmp_path: Path) -> None:
    found = backgammon.evaluate(IDS)
    assert found.shape == (3, 6) and found.dtype == numpy.float32
    path = tmp_path / "ids"
    path.write_text("\n".join(IDS))
    code, out, _ = _starboard.run(["evaluate", "backgammon", str(path), "--json"])
    assert code == 0
    for row, line in zip(found, out.splitlines(), strict=True):
        printed = json.loads(line)
        assert [float(x) for x in row] == [
            numpy.float32(printed[name]) for name in backgammon.COLUMNS
        ]
    # The array is the caller's own.
    found[0, 0] = 0.5
    found = backgammon.evaluate(IDS)
    one = backgammon.evaluate(sb.Position("backgammon", IDS[0]))
    assert one.shape == (1, 6) and (one[0] == found[0]).all()
    with pytest.raises(ValueError, match="position 1: "):
        backgammon.evaluate([IDS[0], "nonsense"])


def test_control_c_stops_an_evaluation() -> None:
    backgammon.evaluate(IDS)
    with interrupted() as pressed, pytest.raises(KeyboardInterrupt):
        backgammon.evaluate(IDS * 1_000_000)
    assert pressed() < 5


def test_advice_is_the_programs(program: Any) -> None:
    printed = program("analyse", "backgammon", "--position", IDS[1], "--plies", "0")
    assert backgammon.hints(IDS[1], plies=0, filter="normal") == printed["moves"]
    assert backgammon.best_move(IDS[1], plies=0) == "8/4 6/4"
    assert backgammon.cube(IDS[0], plies=0)["verdict"]
    with pytest.raises(ValueError, match="give the roll"):
        backgammon.best_move(IDS[0], plies=0)


def test_rollouts_go_on(tmp_path: Path) -> None:
    log = tmp_path / "r.jsonl"
    found = backgammon.rollout("AwAAEAEAAAAAAA", 72, cube=True, rollout_plies=0, log=log)
    assert len(found) == 2 and all(row["trials"] >= 72 for row in found)
    assert backgammon.rollout("AwAAEAEAAAAAAA", 72, cube=True, rollout_plies=0, log=log) == found


def test_matches_are_reviewed() -> None:
    records = Path(__file__).resolve().parents[2] / "games/backgammon"
    record = next(iter(sorted(records.rglob("*.mat"))))
    found = backgammon.review(record, plies=0, unfinished=True)
    assert found
