"""`engine.cu` from Python: on a graphics card, or slowly without one.

Positions are tensors of four 64-bit words: the mover's checkers (low, high), then the other's,
four bits a place. What is said of a position are five probabilities for the player to move."""

import ctypes
import subprocess
from pathlib import Path

import numpy as np
import torch

import nets as files

HERE = Path(__file__).parent
BUILD = HERE / "build"
MOST_ROWS, MOST_MOVES, WARPS = 112, 1024, 4
# Of `ROW_ROOM` rows in 16 bits for each lane.
SHARED = WARPS * 32 * 114 * 2
CONTACT, CRASHED, RACE, OVER = range(4)


def build(command: list[str], name: str) -> Path:
    """The engine compiled by a command, if it is older than its source."""
    BUILD.mkdir(exist_ok=True)
    source, file = HERE / "engine.cu", BUILD / name
    if not file.exists() or file.stat().st_mtime < source.stat().st_mtime:
        subprocess.run([*command, "-o", str(file), str(source)], check=True)
    return file


def equity(said: torch.Tensor) -> torch.Tensor:
    """Points at money for the player to move."""
    return 2 * said[..., 0] - 1 + said[..., 1] + said[..., 2] - said[..., 3] - said[..., 4]


def flipped(said: torch.Tensor) -> torch.Tensor:
    """The same for the other player."""
    p = said[..., [0, 3, 4, 1, 2]]
    p[..., 0] = 1 - p[..., 0]
    return p


class Loaded:
    """Networks where the engine can read them."""

    def __init__(self, nets: list[files.Net], device: str):
        words, self.kept = [], []
        for net in nets[:3]:
            arrays = [files.packed(net), net.last, net.last_bias]
            tensors = [torch.from_numpy(np.ascontiguousarray(a)).to(device) for a in arrays]
            self.kept += tensors
            words += [t.data_ptr() for t in tensors] + [len(net.rows) | net.hidden << 32]
        self.table = torch.tensor(words, dtype=torch.int64, device=device)


class Engine:
    """Judges, looks ahead and finds moves, for many positions at a time."""

    def __init__(self):
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        if self.device == "cuda":
            import cupy

            arch = "-arch=sm_%d%d" % torch.cuda.get_device_capability()
            cubin = build(["nvcc", arch, "-std=c++17", "-cubin"], "engine.cubin")
            self.module = cupy.RawModule(path=str(cubin))
            self.module.get_function("init")((1,), (1,), ())
            self.blocks = 4 * torch.cuda.get_device_properties(0).multi_processor_count
            room = self.blocks * WARPS * 21 * MOST_MOVES
            self.room = torch.empty(room * 4, dtype=torch.int64, device="cuda")
            self.values = torch.empty(room * 6, dtype=torch.int32, device="cuda")
        else:
            flags = ["-O2", "-shared", "-fPIC", "-x", "c++"]
            self.library = ctypes.CDLL(str(build(["g++", *flags], "engine.so")))
            self.library.cpu_init()
            self.room = self.values = torch.empty(1)

    def load(self, nets: list[files.Net]) -> Loaded:
        return Loaded(nets, self.device)

    def call(self, name: str, *args) -> None:
        def passed(pointer, number):
            tensors = [isinstance(a, torch.Tensor) for a in args]
            return [pointer(a.data_ptr()) if t else number(a) for t, a in zip(tensors, args)]

        if self.device == "cpu":
            given = passed(ctypes.c_void_p, ctypes.c_int)
            getattr(self.library, f"cpu_{name}")(*given)
        else:
            given = tuple(passed(np.uint64, np.int32))
            kernel = self.module.get_function(name)
            kernel((self.blocks,), (32 * WARPS,), given, shared_mem=SHARED)

    def empty(self, *shape, dtype=torch.float32) -> torch.Tensor:
        return torch.empty(*shape, dtype=dtype, device=self.device)

    def rows(self, positions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The rows that each position adds up, 0 after the last, and its role."""
        n = len(positions)
        rows = self.empty(n, MOST_ROWS, dtype=torch.int16)
        roles = self.empty(n, dtype=torch.uint8)
        self.call("rows", n, positions.contiguous(), rows, roles)
        return rows, roles

    def evaluate(self, positions: torch.Tensor, nets: Loaded) -> torch.Tensor:
        said = self.empty(len(positions), 5)
        self.call("evaluate", len(positions), positions.contiguous(), nets.table, said)
        return said

    def candidates(self, positions, rolls, picks, most: int, nets: Loaded):
        """The `most` best moves for a roll each, and the one that `picks` picks of all: the
        positions after them, what is said of those, and how many moves there are."""
        n = len(positions)
        after = self.empty(n, most + 1, 4, dtype=torch.int64)
        said, number = self.empty(n, most + 1, 5), self.empty(n, dtype=torch.int32)
        args = (positions.contiguous(), rolls, picks, most, nets.table, after, said, number)
        self.call("candidates", n, *args, self.room, self.values)
        return after, said, number

    def lookahead(self, positions, nets: Loaded):
        """For every roll the position after the best move and what is said of it; and the mean
        over the rolls for the player to move, or the result of a game that is over."""
        n = len(positions)
        after, said = self.empty(n, 21, 4, dtype=torch.int64), self.empty(n, 21, 5)
        expected = self.empty(n, 5)
        args = (positions.contiguous(), nets.table, after, said, expected)
        self.call("lookahead", n, *args, self.room, self.values)
        return after, said, expected
