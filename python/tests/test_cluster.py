"""Runs in shards: the merged log is that of the run in one piece, whatever dies on the way."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from starboard import cluster
from starboard._program import program

pytest.importorskip("distributed")

MATCH = "match connect-four --a alpha-beta+tt --b mcts --seed 7 --no-times".split()


def log_of(path: Path, *args: str) -> list[str]:
    return [*args, "--log", str(path)]


def unsplit(path: Path, *args: str) -> bytes:
    subprocess.run([*program(), *log_of(path, *args)], check=True, stdout=subprocess.DEVNULL)
    return path.read_bytes()


def test_plans(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    planned = cluster.plan([*MATCH, f"--log={log}"], None, 2, 1)
    assert (planned.shards, planned.whole()) == (8, log)
    assert planned.shard_log(3).name == "run.shard-3-of-8.jsonl"
    assert planned.arguments(3)[-6:] == [
        "--threads",
        "1",
        "--log",
        str(planned.shard_log(3)),
        "--shard",
        "3/8",
    ]
    # A run that was begun goes on with the shards it had.
    planned.shard_log(0).write_text("")
    assert cluster.plan([*MATCH, "--log", str(log)], None, 100, 1).shards == 8
    assert cluster.plan([*MATCH, "--log", str(log)], 3, 100, 1).shards == 3
    training = cluster.plan(["train", "shogi", "--dir", str(tmp_path / "t")], 2, 1, None)
    assert training.written(1) == tmp_path / "t.shard-1-of-2" / "games.jsonl"
    for command in ([], MATCH, [*MATCH, "--log", "x", "--shard", "0/2"]):
        with pytest.raises(cluster.ClusterError):
            cluster.plan(command, None, 1, 1)


@pytest.mark.parametrize("own", [["--local", "-1"], ["--local", "2", "--shards", "-3"]])
def test_numbers_that_cannot_be_are_named(
    own: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cluster.main([*own, "--dry-run", "--", *MATCH, "--log", "x.jsonl"])
    assert f"expected a whole number from 1, found '{own[-1]}'" in capsys.readouterr().err


def test_control_c_ends_a_run_without_a_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cluster, "_client", pressed)
    err = io.StringIO()
    command = ["--local", "1", "--", *log_of(tmp_path / "run.jsonl", *MATCH)]
    assert cluster.main(command, err) == cluster.INTERRUPTED
    assert err.getvalue() == "interrupted: the same command goes on from where it was stopped\n"


def test_a_dry_run_prints_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "run.jsonl"
    command = ["--local", "2", "--shards", "2", "--dry-run", "--", *log_of(log, *MATCH)]
    assert cluster.main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and lines[1].endswith("--shard 1/2")
    assert lines[2].startswith("starboard log merge ")
    assert not list(tmp_path.iterdir())


def test_a_match_in_shards_is_the_match(tmp_path: Path) -> None:
    match = [*MATCH, "--games", "12", "--nodes", "300"]
    whole = unsplit(tmp_path / "whole.jsonl", *match)
    log, err = tmp_path / "run.jsonl", io.StringIO()
    command = ["--local", "2", "--shards", "3", "--", *log_of(log, *match)]
    # A shard that somebody has begun, and was killed in the middle of a line.
    begun = tmp_path / "run.shard-1-of-3.jsonl"
    shard = [*log_of(begun, *match), "--shard", "1/3"]
    subprocess.run([*program(), *shard], check=True, stdout=subprocess.DEVNULL)
    begun.write_bytes(begun.read_bytes()[:-100])
    assert cluster.main(command, err) == 0, err.getvalue()
    assert log.read_bytes() == whole
    assert "3 done" in err.getvalue()
    # And again: all is there.
    assert cluster.main(command, err) == 0
    assert log.read_bytes() == whole


def test_other_runs_are_split(tmp_path: Path) -> None:
    runs = {
        "ablate": "ablate connect-four --engine alpha-beta+tt(mb=1) --games 2 --nodes 200 "
        "--depth 3 --positions 3 --no-times",
        "rollout": "analyse backgammon --position AwAAEAEAAAAAAA --cube --rollout 144 --plies 0",
        "experiment": "experiment star-minimax --positions 3 --depth 1 --no-times",
    }
    for name, line in runs.items():
        folder = tmp_path / name
        folder.mkdir()
        whole = unsplit(folder / "whole.jsonl", *line.split())
        log = folder / "run.jsonl"
        command = ["--local", "1", "--shards", "2", "--quiet", "--", *log_of(log, *line.split())]
        err = io.StringIO()
        assert cluster.main(command, err) == 0, err.getvalue()
        assert log.read_bytes() == whole, name
        assert not err.getvalue()


def test_training_games_are_split(tmp_path: Path) -> None:
    line = "train shogi --games 30 --nodes 20 --max-plies 40 --epochs 1".split()
    whole = tmp_path / "whole"
    command = [*program(), *line, "--dir", str(whole)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    split = tmp_path / "split"
    err = io.StringIO()
    command = ["--local", "1", "--shards", "2", "--", *line, "--dir", str(split)]
    assert cluster.main(command, err) == 0, err.getvalue()
    assert (split / "games.jsonl").read_bytes() == (whole / "games.jsonl").read_bytes()
    assert (split / "weights.json").read_bytes() == (whole / "weights.json").read_bytes()


def test_bad_input_is_not_tried_again(tmp_path: Path) -> None:
    err = io.StringIO()
    command = ["match", "connect-four", "--a", "nonsense", "--b", "mcts", "--games", "2"]
    log = log_of(tmp_path / "x.jsonl", *command)
    assert cluster.main(["--local", "1", "--shards", "1", "--", *log], err) == 2
    assert "nonsense" in err.getvalue() and "tried again" not in err.getvalue()


def test_a_log_in_use_is_waited_for(tmp_path: Path) -> None:
    import fcntl

    log = tmp_path / "x.jsonl"
    log.touch()
    command = log_of(log, "match", "tic-tac-toe", "--a", "random", "--b", "random", "--games", "2")
    with log.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        done = cluster.run_shard(0, command, str(tmp_path), patience=1.0)
        assert done.code == cluster.IN_USE and "written by another run" in done.err
    assert cluster.run_shard(0, command, str(tmp_path), patience=1.0).code == 0
    assert cluster.run_shard(0, command, str(tmp_path / "no"), 1.0).code == cluster.BAD_INPUT


def children(pid: int) -> dict[int, str]:
    """The processes below one, with their command lines."""
    parents, lines = {}, {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            stat = (path / "stat").read_text()
            lines[int(path.name)] = (path / "cmdline").read_text().replace("\0", " ")
        except OSError:
            continue
        parents[int(path.name)] = int(stat.rpartition(")")[2].split()[1])
    below: dict[int, str] = {}
    todo = [pid]
    while todo:
        above = todo.pop()
        found = [child for child, parent in parents.items() if parent == above]
        below.update({child: lines.get(child, "") for child in found})
        todo += found
    return below


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    match = [*MATCH, "--games", "400", "--nodes", "1000"]
    whole = unsplit(tmp_path / "whole.jsonl", *match)
    log = tmp_path / "run.jsonl"
    command = [sys.executable, "-m", "starboard.cluster", "--local", "2", "--shards", "8", "--"]
    began = time.monotonic()
    driver = subprocess.Popen(
        [*command, *log_of(log, *match)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    # Wait for a shard in the middle of its work, when some are done.
    killed = orphan = None
    while killed is None and driver.poll() is None and time.monotonic() - began < 300:
        time.sleep(0.05)
        for pid, line in children(driver.pid).items():
            index = line.partition("--shard ")[2].partition("/")[0]
            shard = tmp_path / f"run.shard-{index}-of-8.jsonl"
            if not index.isdecimal() or int(index) < 2 or not shard.exists():
                continue
            if 5 < len(shard.read_bytes().splitlines()) < 40:
                killed, orphan = parent_of(pid), pid
                os.kill(killed, signal.SIGKILL)
                break
    assert killed, "no shard was seen at work"
    gone = time.monotonic()
    while Path(f"/proc/{orphan}").exists() and time.monotonic() - gone < 10:
        time.sleep(0.02)
    assert not Path(f"/proc/{orphan}").exists(), "a process survived its worker"
    _, err = driver.communicate(timeout=600)
    assert driver.returncode == 0, err
    assert log.read_bytes() == whole
    print(f"\n400 games, worker {killed} killed: the same log, {time.monotonic() - began:.1f} s")
