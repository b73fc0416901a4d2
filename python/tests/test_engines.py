"""Engines: searches give what the program gives, and can be stopped."""

from __future__ import annotations

import os
import pickle
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import interrupted

import starboard as sb

# Mate in one.
MATE = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"

CASES = [
    ("tic-tac-toe", "", "alpha-beta", 5),
    ("connect-four", "44453", "alpha-beta + tt(mb=16) + killers", 8),
    ("dice", "", "star1", 2),
    ("backgammon", "4HPwATDgc/ABMA 31", "star2 + tt(mb=16) + net", 1),
    ("2048", "", "expectimax", 2),
    ("shogi", "", "alpha-beta + tt(mb=16)", 2),
    ("shogi", MATE, "alpha-beta + tt(mb=16)", 2),
    ("go", "", "mcts(evals=300)", None),
]


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    found["report"]["times"] = None
    return found


@pytest.mark.parametrize(("game", "text", "engine", "depth"), CASES)
def test_numbers_are_the_programs(
    program: Any, game: str, text: str, engine: str, depth: int | None
) -> None:
    position = sb.Position(game, text or None)
    found = sb.Engine(game, engine).analyse(position, sb.Limit(depth=depth), multipv=2)
    args = ["analyse", game, "--engine", engine, "--multipv", "2"]
    args += ["--position", position.text]
    args += [] if depth is None else ["--depth", str(depth)]
    printed = program(*args)
    assert without_times(found.to_dict()) == without_times(printed)
    report = printed["report"]
    assert found.raw_value == report["value"] and found.value == printed["value_units"]
    assert found.plies_to_end == printed.get("plies_to_end") == (1 if text == MATE else None)
    assert found.nodes == report["counters"]["nodes"] and found.pv == report["pv"]
    assert [c.move for c in found.candidates] == [c["move"] for c in report["candidates"]]
    assert found.best in found.best_moves or not found.best_moves


def test_the_default_engine_and_depth_are_the_games(program: Any) -> None:
    found = sb.Engine("connect-four").analyse(sb.Position("connect-four"))
    printed = program("analyse", "connect-four")
    assert without_times(found.to_dict()) == without_times(printed)


def test_iterations_are_told() -> None:
    seen: list[sb.Analysis] = []
    engine = sb.Engine("connect-four", "alpha-beta + tt(mb=1)")
    last = engine.analyse(sb.Position("connect-four"), sb.Limit(depth=5), info=seen.append)
    assert [found.depth for found in seen] == [1, 2, 3, 4, 5]
    assert seen[-1].raw_value == last.raw_value and seen[-1].pv == last.pv


def test_moves_can_be_left_out() -> None:
    position = sb.Position("connect-four")
    # The middle comes first.
    assert position.legal_moves[0] == "4" and position.move_name(6) in ("1", "7")
    engine = sb.Engine("connect-four", "alpha-beta")
    assert engine.analyse(position, sb.Limit(depth=2), moves=["7", "2"]).best in ("2", "7")
    assert engine.analyse(position, sb.Limit(depth=2), moves=[6]).best == position.move_name(6)
    # After a search of depth 0, too, there is something to play.
    assert engine.choose(position, sb.Limit(depth=0)) in position.legal_moves


def test_limits_are_kept_and_checked() -> None:
    assert repr(sb.Limit(depth=3, time=0.5)) == "Limit(depth=3, time=0.5)"
    assert sb.Limit(nodes=5) == sb.Limit(nodes=5) != sb.Limit(nodes=6)
    for bad in ({"depth": 65}, {"nodes": 0}, {"time": -1.0}, {"time": float("nan")}):
        with pytest.raises(ValueError, match="expected"):
            sb.Limit(**bad)  # type: ignore[arg-type]
    position = sb.Position("shogi")
    found = sb.Engine("shogi").analyse(position, sb.Limit(time=0.2))
    assert found.stopped_by == "time" and found.time < 5
    assert sb.Engine("shogi").analyse(position, sb.Limit(nodes=500)).stopped_by == "nodes"


def test_engines_close() -> None:
    position = sb.Position("tic-tac-toe")
    with sb.Engine("tic-tac-toe", "alpha-beta + tt(mb=1)") as engine:
        first = engine.analyse(position).nodes
        assert engine.analyse(position).nodes < first, "the table is kept"
        engine.clear()
        assert engine.analyse(position).nodes == first
    with pytest.raises(ValueError, match="the engine is closed"):
        engine.analyse(position)


def test_what_cannot_be_is_named() -> None:
    with pytest.raises(ValueError, match="star1 is for games with chance"):
        sb.Engine("tic-tac-toe", "star1")
    with pytest.raises(ValueError, match="an engine of go, and the position is one of shogi"):
        sb.Engine("go").analyse(sb.Position("shogi"))
    with pytest.raises(TypeError, match="expected a Limit, found int"):
        sb.Engine("go").analyse(sb.Position("go"), 3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one line"):
        sb.Engine("go").analyse(sb.Position("go"), multipv=0)


def test_no_moves_are_none_to_search() -> None:
    engine, position = sb.Engine("tic-tac-toe"), sb.Position("tic-tac-toe")
    with pytest.raises(ValueError, match="at least one move"):
        engine.analyse(position, moves=[])
    assert engine.analyse(position, sb.Limit(depth=1), moves=["4"]).best == "4"


def test_a_table_without_memory_is_an_error() -> None:
    position = sb.Position("tic-tac-toe")
    # Where the system gives so much, there is nothing to see.
    if os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") < 48 << 30:
        for engine in ("alpha-beta + tt(mb=65536)", "df-pn(mb=65536)"):
            with pytest.raises(MemoryError, match="there is no memory for a table of 65536 MiB"):
                sb.Engine("tic-tac-toe", engine)
        with pytest.raises(MemoryError, match="65535 MiB"):
            sb.solve(position, mb=65535)
    with pytest.raises(ValueError, match="65536"):
        sb.Engine("tic-tac-toe", "df-pn(mb=1000000)")


def test_control_c_stops_an_explanation() -> None:
    with interrupted() as pressed, pytest.raises(KeyboardInterrupt):
        sb.explain(sb.Position("shogi"), limit=sb.Limit(depth=60))
    assert pressed() < 2


def test_results_and_limits_are_values() -> None:
    limit = sb.Limit(depth=3, time=0.5)
    assert pickle.loads(pickle.dumps(limit)) == limit
    assert len({limit, sb.Limit(depth=3, time=0.5), sb.Limit(depth=3)}) == 2
    assert hash(sb.Limit(time=0.0)) == hash(sb.Limit(time=-0.0))
    game = sb.game("dice")
    assert pickle.loads(pickle.dumps(game)) == game == sb.game("dice") != sb.game("ur")
    assert len({game, sb.game("dice")}) == 1
    found = sb.Engine("dice").analyse(sb.Position("dice"), sb.Limit(depth=2))
    again = pickle.loads(pickle.dumps(found))
    assert again.to_dict() == found.to_dict() and again.value == found.value
    candidates = pickle.loads(pickle.dumps(found.candidates))
    assert [c.to_dict() for c in candidates] == [c.to_dict() for c in found.candidates]


def test_one_engine_can_be_compared() -> None:
    rows = sb.compare("alpha-beta", sb.Position("tic-tac-toe"), sb.Limit(depth=1))
    assert [row["engine"] for row in rows] == ["alpha-beta"]


def test_an_exception_of_info_stops_the_search() -> None:
    def info(found: sb.Analysis) -> None:
        raise KeyError(found.depth)

    began = time.monotonic()
    engine = sb.Engine("connect-four", "alpha-beta")
    with pytest.raises(KeyError):
        engine.analyse(sb.Position("connect-four"), sb.Limit(depth=40), info=info)
    assert time.monotonic() - began < 10


def test_control_c_stops_a_search() -> None:
    engine = sb.Engine("shogi")
    with interrupted() as pressed, pytest.raises(KeyboardInterrupt):
        engine.analyse(sb.Position("shogi"), sb.Limit(depth=60))
    # A tenth of a second as a rule; the machine may be busy with other things.
    assert pressed() < 2
    # And the engine can go on.
    assert engine.analyse(sb.Position("shogi"), sb.Limit(depth=1)).depth == 1


def test_other_threads_go_on_and_one_search_runs_at_a_time() -> None:
    engine = sb.Engine("shogi")
    position = sb.Position("shogi")
    worker = threading.Thread(target=engine.analyse, args=(position, sb.Limit(time=1.0)))
    worker.start()
    time.sleep(0.3)
    began, steps = time.monotonic(), 0
    with pytest.raises(RuntimeError, match="searching for another thread"):
        engine.analyse(position)
    while time.monotonic() - began < 0.3:
        steps += 1
    worker.join()
    assert steps > 1000, "the search held the lock of the interpreter"


def test_a_book_is_played_from(tmp_path: Path) -> None:
    book = tmp_path / "four.book"
    book.write_text("#STARBOARD-BOOK 1 connect-four\nposition start\n1 none 0 0 5\n4 none 0 0 2\n")
    position = sb.Position("connect-four")
    engine = sb.Engine("connect-four", f'alpha-beta + book(file="{book}")')
    assert engine.choose(position, sb.Limit(depth=4)) == "1"
    found = engine.analyse(position, sb.Limit(depth=4), ties=False)
    assert (found.stopped_by, found.nodes, found.best_moves) == ("book", 0, ["1"])
    # Who wants to know more than a move is shown a search, and what the book has.
    found = engine.analyse(position, sb.Limit(depth=4))
    assert found.stopped_by == "depth" and found.nodes > 0
    assert [move["count"] for move in found.to_dict()["book"]] == [5, 2]
