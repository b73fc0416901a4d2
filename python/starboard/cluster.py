"""`starboard-cluster`: long runs on many machines, by Dask.

A match, an experiment, a rollout, an ablation or self-play for training is split into shards.
Each is a process `starboard ... --shard i/N --log ...` that writes a log of its own; in the end
the logs are merged into what a run in one piece would have written, bit for bit, times aside.
A worker that dies loses nothing: its shard is taken over by another, from where its log ends.
"""

from __future__ import annotations

import argparse
import os
import platform
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from ._program import die_with_parent, program
from ._starboard import __version__

#: Exit code of the program for what another process is using: a log, here.
IN_USE = 75
#: Exit code of the program for input that cannot be.
BAD_INPUT = 2
#: Exit code of what Ctrl-C ended, as shells have it.
INTERRUPTED = 130
#: Shards for each worker, where nobody says how many: the last of them end at about the same
#: time, and little is done twice when a worker dies.
SHARDS_PER_WORKER = 4


class ClusterError(Exception):
    """What makes a run fail, in a sentence."""


@dataclass(frozen=True)
class Plan:
    """A command, and what its shards are."""

    #: The command without its log, as on the command line of `starboard`.
    command: tuple[str, ...]
    #: The log of the whole.
    log: Path
    #: `--log`, or `--dir` for training, which has its log in a folder.
    option: str
    shards: int
    threads: int | None

    def shard_log(self, index: int) -> Path:
        """The log of one shard, beside that of the whole: `run.shard-3-of-8.jsonl`."""
        return _shard_log(self.log, index, self.shards)

    def written(self, index: int) -> Path:
        """Where a shard's results are: in a folder, if that is what the option names."""
        log = self.shard_log(index)
        return log / GAMES if self.option == "--dir" else log

    def whole(self) -> Path:
        """Where the results of the whole are."""
        return self.log / GAMES if self.option == "--dir" else self.log

    def arguments(self, index: int) -> list[str]:
        """The command of one shard."""
        threads = [] if self.threads is None else ["--threads", str(self.threads)]
        log = [self.option, str(self.shard_log(index))]
        return [*self.command, *threads, *log, "--shard", f"{index}/{self.shards}"]


#: The log in a folder of `train`.
GAMES = "games.jsonl"


def _shard_log(log: Path, index: int | str, shards: int | str) -> Path:
    return log.with_name(f"{log.stem}.shard-{index}-of-{shards}{log.suffix}")


def shards_begun(log: Path) -> int | None:
    """How many shards a run was split into that was begun before, if one was."""
    for path in sorted(log.parent.glob(_shard_log(log, "*", "*").name)):
        number = path.stem.rpartition("-of-")[2]
        if number.isdecimal():
            return int(number)
    return None


def plan(command: Sequence[str], shards: int | None, workers: int, threads: int | None) -> Plan:
    """What a command comes to on so many workers."""
    if not command:
        raise ClusterError("a command of starboard comes after --, such as: -- match connect-four")
    option = "--dir" if command[0] == "train" else "--log"
    rest: list[str] = []
    log: str | None = None
    words = iter(command)
    for word in words:
        if word == option:
            log = next(words, None)
        elif word.startswith(option + "="):
            log = word[len(option) + 1 :]
        else:
            rest.append(word)
    if log is None:
        raise ClusterError(f"the command needs {option}, which all results are written to")
    if any(word.split("=")[0] == "--shard" for word in rest):
        raise ClusterError("--shard is for starboard-cluster to give: say --shards before the --")
    if any(word.split("=")[0] == "--threads" for word in rest):
        threads = None
    path = Path(log).absolute()
    shards = shards or shards_begun(path) or SHARDS_PER_WORKER * max(1, workers)
    return Plan(tuple(rest), path, option, shards, threads)


@dataclass
class Done:
    """How a shard ended."""

    index: int
    code: int
    err: str
    seconds: float
    version: str = __version__
    where: str = field(default_factory=platform.node)


def run_shard(index: int, arguments: list[str], folder: str, patience: float) -> Done:
    """Runs a shard on a worker. If the worker is killed, its process dies with it; if another
    process writes the log, which can only be one that is about to die, waits for it."""
    began = time.monotonic()
    while True:
        if not Path(folder).is_dir():
            err = f"there is no {folder} on {platform.node()}: all machines have to share it"
            return Done(index, BAD_INPUT, err, 0.0)
        process = subprocess.Popen(
            [*program(), *arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            preexec_fn=die_with_parent(),
        )
        try:
            _, err = process.communicate()
        except BaseException:
            process.kill()
            raise
        seconds = time.monotonic() - began
        if process.returncode != IN_USE or seconds > patience:
            return Done(index, process.returncode, err.strip().removeprefix("error: "), seconds)
        time.sleep(1.0)


def run(
    client: Any,
    plan: Plan,
    *,
    retries: int = 3,
    patience: float = 300.0,
    told: Callable[[str], object] = lambda _: None,
) -> None:
    """Runs all shards on the workers of a Dask client and merges their logs.

    A shard that fails is tried again so many times, unless its input cannot be right.
    """
    from distributed import as_completed
    from distributed.scheduler import KilledWorker

    plan.log.parent.mkdir(parents=True, exist_ok=True)
    folder = os.getcwd()

    def submit(index: int) -> Any:
        # Not pure: the same call again is another try.
        arguments = (index, plan.arguments(index), folder, patience)
        return client.submit(run_shard, *arguments, pure=False, key=f"shard-{index}-{time.time()}")

    began, done = time.monotonic(), 0
    left = dict.fromkeys(range(plan.shards), retries)
    pending = as_completed([submit(index) for index in range(plan.shards)])
    for future in pending:
        try:
            result: Done = future.result()
        except KilledWorker as error:
            raise ClusterError(f"workers die of it, again and again: {error}") from error
        index = result.index
        if result.version != __version__:
            versions = f"{result.where} has {result.version}, and this machine {__version__}"
            raise ClusterError(f"workers need the same starboard-games: {versions}")
        if result.code == 0:
            if not plan.written(index).exists():
                raise ClusterError(_missing(plan, index))
            done += 1
            seconds = time.monotonic() - began
            results = _lines(plan.written(index)) - 1
            told(
                f"shard {index} of {plan.shards}: {results} results in {result.seconds:.1f} s; "
                f"{done} done, {seconds:.0f} s in all"
            )
        elif result.code == BAD_INPUT or left[index] == 0:
            raise ClusterError(f"shard {index}/{plan.shards}: {result.err}")
        else:
            left[index] -= 1
            told(f"shard {index} of {plan.shards} failed and is tried again: {result.err}")
            pending.add(submit(index))
    merge(plan)


def _missing(plan: Plan, index: int) -> str:
    log = plan.written(index)
    others = sorted(path.name for path in log.parent.glob("*.jsonl"))
    if plan.option == "--dir" and others:
        names = ", ".join(others)
        return (
            f"this training goes generation by generation, and its shards have written {names}: "
            f"put them together with `starboard log merge`, and go on in that folder"
        )
    return f"{log} is not here: all machines have to share its folder"


def _lines(path: Path) -> int:
    with path.open("rb") as log:
        return sum(1 for _ in log)


def merge(plan: Plan) -> None:
    """Makes the log of the whole out of those of the shards."""
    plan.whole().parent.mkdir(parents=True, exist_ok=True)
    logs = [str(plan.written(index)) for index in range(plan.shards)]
    command = [*program(), "log", "merge", *logs, "--log", str(plan.whole())]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if ran.returncode != 0:
        raise ClusterError(ran.stderr.strip().removeprefix("error: "))


def _options(text: str) -> dict[str, Any]:
    """`queue=cpu,cores=16,walltime=4:00:00`, numbers as numbers."""
    options: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise ClusterError(f"expected NAME=VALUE for --slurm, found {part!r}")
        options[name.strip()] = int(value) if value.isdecimal() else value
    return options


def _number(text: str, least: int) -> int:
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least:
        raise argparse.ArgumentTypeError(f"expected a whole number from {least}, found {text!r}")
    return number


def _positive(text: str) -> int:
    return _number(text, 1)


def _not_negative(text: str) -> int:
    return _number(text, 0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="starboard-cluster",
        usage="%(prog)s (--local N | --scheduler ADDRESS | --slurm OPTIONS) [options] -- COMMAND",
        description=(
            "Splits a long run of starboard into shards, has them done by many processes or "
            "machines, and merges their logs into what a run in one piece writes. The same "
            "command again goes on where it was stopped."
        ),
        epilog=(
            "COMMAND is a command of starboard that takes --shard, with its log: match, ablate, "
            "screen, experiment, analyse backgammon --rollout, train. For example: "
            "starboard-cluster --local 8 -- match connect-four --a alpha-beta --b mcts "
            "--games 2000 --nodes 5000 --log run.jsonl"
        ),
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "--local", type=_positive, metavar="N", help="so many workers on this machine"
    )
    where.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="the workers of a Dask scheduler, such as tcp://head:8786",
    )
    where.add_argument(
        "--slurm",
        metavar="OPTIONS",
        help="workers that Slurm starts: options of dask_jobqueue.SLURMCluster, such as "
        "queue=cpu,cores=16,memory=16GB,walltime=4:00:00",
    )
    parser.add_argument("--jobs", type=_positive, default=1, metavar="N", help="jobs for --slurm")
    parser.add_argument(
        "--shards",
        type=_positive,
        metavar="N",
        help="parts to split the run into [default: as many as it was split into before, or "
        f"{SHARDS_PER_WORKER} a worker]",
    )
    parser.add_argument(
        "--threads", type=_positive, default=1, metavar="N", help="threads a shard [default: 1]"
    )
    parser.add_argument(
        "--retries",
        type=_not_negative,
        default=3,
        metavar="N",
        help="tries more for a shard that fails",
    )
    parser.add_argument("--dry-run", action="store_true", help="only print the commands")
    parser.add_argument("--quiet", action="store_true", help="print the result alone")
    return parser


def _client(arguments: argparse.Namespace) -> Any:
    """The workers that were asked for."""
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError:
        hint = "starboard-cluster needs Dask: pip install 'starboard-games[cluster]'"
        raise ClusterError(hint) from None
    # A shard goes on where its log ends: it may lose as many workers as it likes.
    dask.config.set({"distributed.scheduler.allowed-failures": 20})
    if arguments.scheduler:
        try:
            return Client(arguments.scheduler)
        except OSError as error:
            raise ClusterError(f"no scheduler at {arguments.scheduler}: {error}") from error
    if arguments.local is not None:
        cluster = LocalCluster(
            n_workers=arguments.local,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs="CRITICAL",
        )
        return Client(cluster)
    try:
        from dask_jobqueue import SLURMCluster
    except ImportError:
        hint = "--slurm needs dask-jobqueue: pip install 'starboard-games[slurm]'"
        raise ClusterError(hint) from None
    cluster = SLURMCluster(**_options(arguments.slurm))
    cluster.scale(jobs=arguments.jobs)
    return Client(cluster)


def _split(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    argv = list(argv)
    end = argv.index("--") if "--" in argv else len(argv)
    return argv[:end], argv[end + 1 :]


def _workers(arguments: argparse.Namespace, client: Any) -> int:
    if arguments.local is not None:
        return int(arguments.local)
    if client is None:
        return 1
    if arguments.slurm:
        # They may still wait in a queue.
        return int(arguments.jobs)
    return sum(client.nthreads().values())


def main(argv: Sequence[str] | None = None, err: TextIO | None = None) -> int:
    """The program; returns its exit code."""
    err = sys.stderr if err is None else err
    own, command = _split(sys.argv[1:] if argv is None else argv)
    arguments = _parser().parse_args(own)

    def told(text: str) -> None:
        if not arguments.quiet:
            print(text, file=err, flush=True)

    client = None
    try:
        # Before workers are started: what is wrong with the command is said at once.
        planned = plan(command, arguments.shards, _workers(arguments, None), arguments.threads)
        if arguments.dry_run:
            for line in _commands(planned):
                print(line)
            return 0
        client = _client(arguments)
        workers = _workers(arguments, client)
        planned = plan(command, arguments.shards, workers, arguments.threads)
        told(f"{planned.shards} shards on {workers} workers")
        run(client, planned, retries=arguments.retries, told=told)
    except ClusterError as error:
        print(f"error: {error}", file=err)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("interrupted: the same command goes on from where it was stopped", file=err)
        return INTERRUPTED
    finally:
        if client is not None:
            _close(client)
    # Nothing is left to do for it but to say what came out.
    whole = [*planned.command, planned.option, str(planned.log)]
    return subprocess.run([*program(), *whole], check=False).returncode


def _close(client: Any) -> None:
    cluster = client.cluster
    client.close()
    if cluster is not None:
        cluster.close()


def _commands(plan: Plan) -> Iterator[str]:
    """The commands of all shards and of the merge, for a shell."""
    for index in range(plan.shards):
        yield shlex.join(["starboard", *plan.arguments(index)])
    logs = [str(plan.written(index)) for index in range(plan.shards)]
    yield shlex.join(["starboard", "log", "merge", *logs, "--log", str(plan.whole())])


if __name__ == "__main__":
    sys.exit(main())
