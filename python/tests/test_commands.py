"""Matches, comparisons, trees, proofs, explanations: what the program prints."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import starboard as sb
from starboard import _starboard

MATCH: dict[str, Any] = {"a": "alpha-beta + tt(mb=1)", "b": "alpha-beta", "games": 8}


def test_a_match_is_the_programs(tmp_path: Path) -> None:
    log = tmp_path / "m.jsonl"
    found = sb.match("connect-four", **MATCH, depth_a=4, depth_b=1, no_times=True, log=log)
    assert found["wins"] + found["draws"] + found["losses"] == found["games"] == 8
    assert len(log.read_text().splitlines()) == 9
    parts = [tmp_path / "0.jsonl", tmp_path / "1.jsonl"]
    for i, part in enumerate(parts):
        sb.match(
            "connect-four",
            **MATCH,
            depth_a=4,
            depth_b=1,
            no_times=True,
            log=part,
            shard=(i, 2),
        )
    merged = tmp_path / "all.jsonl"
    sb.command("log", "merge", *map(str, parts), "--log", str(merged))
    assert merged.read_bytes() == log.read_bytes()


def test_engines_are_compared() -> None:
    positions = sb.game("dice").positions()[:3]
    found = sb.compare(["expectimax", "star1", "star2"], positions, sb.Limit(depth=2))
    assert len(found) == 9 and len({row["value"] for row in found[::3]}) == 1
    frame = found.to_frame()
    assert list(frame.columns)[:3] == ["game", "position", "engine"]
    nodes = frame.groupby("engine")["nodes"].sum()
    assert nodes["star2"] < nodes["expectimax"]
    assert found._repr_html_().startswith("<table>")


def test_a_tree_is_the_programs(program: Any) -> None:
    position = sb.Position("tic-tac-toe", "xxo/oo./x..")
    tree = sb.tree(position, "alpha-beta", depth=2)
    args = ["--position", "xxo/oo./x..", "--engine", "alpha-beta", "--depth", "2"]
    assert tree.to_dict() == program("tree", "tic-tac-toe", *args)
    assert tree.dropped == 0 and len(tree) == len(tree.nodes)
    html = tree._repr_html_()
    assert tree._repr_svg_().startswith("<svg") and html.count("<b>") == len(tree)
    with pytest.raises(ValueError, match="does not search node by node"):
        sb.tree(sb.Position("go", "5x5"), "reasons", depth=1)


def test_proofs_and_explanations_are_the_programs(program: Any) -> None:
    position = sb.Position("connect-four", "44453")
    found = sb.explain(position, limit=sb.Limit(depth=6))
    printed = program("explain", "connect-four", "--position", "44453", "--depth", "6")
    assert found == printed
    mate = sb.Position("tic-tac-toe", "xx./oo./...")
    solved = sb.solve(mate, shortest=True)
    printed = program("solve", "tic-tac-toe", "--position", mate.text, "--shortest")
    assert solved["verdict"] == "proven" and solved["plies"] == 1
    solved["times"] = printed["times"]
    assert solved == printed
    with pytest.raises(ValueError, match="only games without can be solved"):
        sb.solve(sb.Position("dice"))


def test_commands_fail_as_the_program_does() -> None:
    assert "perft" in sb.command("perft", "--help")
    with pytest.raises(ValueError, match='there is no game "chess"'):
        sb.command("perft", "chess", "2")
    with pytest.raises(ValueError, match="even number of games"):
        sb.match("connect-four", a="mtdf", b="mtdf", games=3)
    assert _starboard.run(["perft", "tic-tac-toe", "2"])[0] == 0


def test_the_module_is_the_program() -> None:
    args = [sys.executable, "-m", "starboard", "perft", "tic-tac-toe", "3"]
    ran = subprocess.run(args, capture_output=True, text=True, check=True)
    assert ran.stdout == _starboard.run(args[3:])[1]


def test_complaints_give_no_advice_for_a_terminal() -> None:
    with pytest.raises(ValueError, match="invalid value") as refused:
        sb.command("perft", "tic-tac-toe", "deep")
    assert "--help" not in str(refused.value)


def test_a_tree_of_one_node_is_one() -> None:
    tree = sb.tree(sb.Position("connect-four"), "alpha-beta", depth=3, max_nodes=1)
    assert len(tree) == 1 and tree.dropped > 0
