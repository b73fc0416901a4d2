"""The recipes for many machines: the merged log is that of the run in one piece."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from starboard._program import program

CONTRIB = Path(__file__).resolve().parents[1] / "contrib"
# With a space in an argument: recipes have to keep it whole.
MATCH = ["match", "connect-four", "--a", "alpha-beta + tt(mb=1)", "--b", "mcts", "--games", "8"]
MATCH += ["--nodes", "200", "--no-times"]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "STARBOARD": shlex.join(program()), **more}


def unsplit(folder: Path) -> bytes:
    log = folder / "whole.jsonl"
    subprocess.run([*program(), *MATCH, "--log", str(log)], check=True, stdout=subprocess.DEVNULL)
    return log.read_bytes()


@pytest.mark.skipif(shutil.which("parallel") is None, reason="GNU parallel is not installed")
def test_gnu_parallel(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    command = [CONTRIB / "parallel.sh", "3", str(log), *MATCH]
    for _ in range(2):
        ran = subprocess.run(command, env=environment(), capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        assert "8 games" in ran.stdout
        assert log.read_bytes() == unsplit(tmp_path)


def test_a_slurm_array(tmp_path: Path) -> None:
    """By a stand-in for sbatch that does at once what it is given, in place of a cluster."""
    stand_in = tmp_path / "bin" / "sbatch"
    stand_in.parent.mkdir()
    stand_in.write_text(
        """#!/usr/bin/env bash
set -euo pipefail
array=none
while [ $# -gt 0 ]; do
    case $1 in
        --array=0-*) array=${1#--array=0-} ;;
        --wrap) job=$2; shift ;;
    esac
    shift
done
if [ "$array" = none ]; then
    bash -c "$job" >/dev/null
else
    for ((i = 0; i <= array; i++)); do SLURM_ARRAY_TASK_ID=$i bash -c "$job" >/dev/null; done
fi
echo 7
"""
    )
    stand_in.chmod(0o755)
    log = tmp_path / "run.jsonl"
    path = f"{stand_in.parent}:{os.environ['PATH']}"
    command = [CONTRIB / "slurm.sh", "3", str(log), *MATCH]
    ran = subprocess.run(command, env=environment(PATH=path), capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "7\n"
    assert log.read_bytes() == unsplit(tmp_path)


@pytest.mark.skipif(shutil.which("snakemake") is None, reason="Snakemake is not installed")
def test_snakemake(tmp_path: Path) -> None:
    run = shlex.join(MATCH)
    config = ["shards=3", f"run={run}", "log=run.jsonl", f"starboard={shlex.join(program())}"]
    command = ["snakemake", "--snakefile", str(CONTRIB / "Snakefile"), "--cores", "2"]
    command += ["--config", *config]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "run.jsonl").read_bytes() == unsplit(tmp_path)
