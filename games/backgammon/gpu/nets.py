"""Files of networks (`../src/evaluation/net/file.rs`) as arrays, and back."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

MAGIC, VERSION = b"SB-NETS\n", 1
NAMES = ["contact", "crashed", "race", "prune-contact", "prune-crashed", "prune-race"]
OUTPUTS = 5
# A weight of one in the first layer, in the last, and a logit of one.
ROW_ONE, LAST_ONE, LOGIT = 512.0, 1024.0, float(1 << 22)


@dataclass
class Net:
    """One network, rounded: `rows` [rows, hidden], `bias` [hidden], `last` [5, hidden] in 16
    bits, `last_bias` [5] in 32."""

    rows: np.ndarray
    bias: np.ndarray
    last: np.ndarray
    last_bias: np.ndarray

    @property
    def hidden(self) -> int:
        return len(self.bias)


def _mix(x: int) -> int:
    mask = (1 << 64) - 1
    x = (x + 0x9E3779B97F4A7C15) & mask
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & mask
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & mask
    return x ^ x >> 31


def _checksum(data: bytes) -> int:
    whole = len(data) // 8 * 8
    value = 0
    for word in np.frombuffer(data[:whole], "<u8").tolist():
        value = _mix(value ^ word)
    value = _mix(value ^ len(data))
    for byte in data[whole:]:
        value = _mix(value ^ byte)
    return value


def read(path: Path) -> list[Net]:
    """The six networks of a file, in the order of NAMES."""
    data = Path(path).read_bytes()
    if data[:8] != MAGIC or int.from_bytes(data[8:12], "little") != VERSION:
        raise SystemExit(f"{path}: it is not a file of networks of version {VERSION}")
    if int.from_bytes(data[-8:], "little") != _checksum(data[:-8]):
        raise SystemExit(f"{path}: it is damaged: its checksum is wrong")
    at = 16

    def take(count: int, kind: str) -> np.ndarray:
        nonlocal at
        array = np.frombuffer(data, kind, count, at)
        at += array.nbytes
        return array.copy()

    nets = []
    for _ in NAMES:
        hidden, rows = (int(x) for x in take(2, "<u4"))
        nets.append(
            Net(
                take(rows * hidden, "<i2").reshape(rows, hidden),
                take(hidden, "<i2"),
                take(OUTPUTS * hidden, "<i2").reshape(OUTPUTS, hidden),
                take(OUTPUTS, "<i4"),
            )
        )
    return nets


def write(path: Path, nets: list[Net]) -> None:
    """Writes the six networks, the whole file at once."""
    parts = [MAGIC, VERSION.to_bytes(4, "little"), len(nets).to_bytes(4, "little")]
    for net in nets:
        parts.append(np.array([net.hidden, len(net.rows)], "<u4").tobytes())
        parts += [net.rows.astype("<i2").tobytes(), net.bias.astype("<i2").tobytes()]
        parts += [net.last.astype("<i2").tobytes(), net.last_bias.astype("<i4").tobytes()]
    data = b"".join(parts)
    whole = Path(f"{path}.part")
    whole.write_bytes(data + _checksum(data).to_bytes(8, "little"))
    whole.replace(path)


def packed(net: Net) -> np.ndarray:
    """Rows and bias for `engine.cu`: two hidden units a word, the lower borrowed from the
    upper."""
    both = np.concatenate([net.rows, net.bias[None]]).astype(np.int32)
    both[0] = 0
    return (both[:, 0::2] + (both[:, 1::2] << 16)).astype(np.int32)
