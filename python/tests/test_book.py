"""What the book's pages say in Python runs."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "book/src/how-to/python.md"
# Less of what takes long.
LESS = {"games=100": "games=4", " 1296,": " 72,", "plies=2": "plies=0"}


@pytest.mark.skipif(not PAGE.exists(), reason="the book is not here")
def test_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("open_spiel")
    pytest.importorskip("pettingzoo")
    record = next(iter(sorted((ROOT / "games/backgammon").rglob("*.mat"))))
    shutil.copy(record, tmp_path / "match.mat")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) > 5
    for block in blocks:
        # A module of one's own has to be built first: `python/check` does.
        if "my-game" in block:
            continue
        for long, short in LESS.items():
            block = block.replace(long, short)
        exec(compile(block, str(PAGE), "exec"), names)
    assert names["found"].best == "8/4 6/4"
