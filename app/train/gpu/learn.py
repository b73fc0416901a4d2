#!/usr/bin/env python3
"""Fit a network of one hidden layer to many positions, on a graphics card if there is one.

    starboard train GAME --evaluator net --dir a --games 20000 --seed 1 --positions-only
    starboard train GAME --evaluator net --dir b --games 20000 --seed 2 --positions-only
    python3 app/train/gpu/learn.py a b --hidden 128 --out network.bin
    starboard match GAME --a '... + net(file=network.bin)' --b '...' --games 400 --nodes 5000

The network, its loss and its file are those of `starboard train --evaluator net`, which is
for what a processor can do in an hour; this is for tens of millions of positions. With
`--begin network.bin` the fit goes on from a network that there is, for instance with positions
of games that this network has played, at a lower rate than one that begins at random. Needs
NumPy and JAX (0.10 and 0.11 were tried).
"""

import argparse
import functools
import json
import math
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

# The file of `starboard_network::Network`: how it begins, what one is among its weights, and how
# far these go.
MAGIC = b"STARNET\n" + (1).to_bytes(4, "little")
ONE, OUTPUT_ONE, DIRECT_ONE = 255, 64, 4096
MOST, MOST_DIRECT = 1.98, 7.99
UNITS = 16
# No shared feature.
NONE = 65535
# Direct weights are parameters times this: they have further to go.
GAIN = 8.0


def load(folders, name):
    """The positions called `name` of all folders: for each the features that the mover sees and
    those that the other does, filled up with `features`; what was scored, what a search said,
    and what the game's evaluation says, in grid points for the mover."""
    parts = []
    for folder in folders:
        folder = Path(folder) / "positions"
        arrays = ("active", "ends", "outcomes", "usual")
        parts.append([np.load(folder / f"{name}-{array}.npy") for array in arrays])
    shared = np.load(Path(folders[0]) / "positions" / "shared.npy")
    features = len(shared)
    widths = [np.diff(ends.ravel().astype(np.int64), prepend=0) for _, ends, _, _ in parts]
    most = max(int(width.max(initial=1)) for width in widths)
    count = sum(len(outcomes) for _, _, outcomes, _ in parts)
    active = np.full((count, 2, most), features, np.uint16)
    at = 0
    for (flat, _, outcomes, _), width in zip(parts, widths, strict=True):
        rows = active[at : at + len(outcomes)].reshape(-1, most)
        rows[np.arange(most) < width[:, None]] = flat
        at += len(outcomes)
    outcomes = np.concatenate([outcomes for _, _, outcomes, _ in parts])
    usual = np.concatenate([usual for _, _, _, usual in parts])
    return shared, active, outcomes[:, 0], outcomes[:, 1], usual


def scale_of(score, value):
    """The lead with which 73 % of the points are made: logistic regression of what was scored on
    what the search said, by Newton's method."""
    value = np.clip(value.astype(np.float64), -3000, 3000)
    rate = 1e-3
    for _ in range(30):
        p = 1 / (1 + np.exp(-rate * value))
        rate += ((score - p) * value).sum() / (p * (1 - p) * value**2).sum()
    return 1 / rate


def shared_count(shared):
    """How many shared features there are."""
    return int(shared[shared != NONE].max(initial=0)) + 1


def begin(key, shared, hidden):
    """What a network begins with. Rows that share another begin at zero: what features have in
    common is learned first."""
    features, count = len(shared), shared_count(shared)
    keys = jax.random.split(key, 3)
    alone = jnp.append(jnp.asarray(shared == NONE), False)[:, None]
    spread = functools.partial(jax.random.uniform, minval=-0.1, maxval=0.1)
    most = 1 / math.sqrt(2 * hidden)
    return {
        "rows": jnp.where(alone, spread(keys[0], (features + 1, hidden)), 0.0),
        "shared": spread(keys[1], (count + 1, hidden)),
        "direct": jnp.zeros(features + 1),
        "shared_direct": jnp.zeros(count + 1),
        "first": jnp.full(hidden, 0.25),
        "last": jax.random.uniform(keys[2], (2 * hidden,), minval=-most, maxval=most),
        "bias": jnp.zeros(()),
    }


def whole(parameters, by):
    """The rows and direct weights of each feature, its share in others' included."""
    common = parameters["shared"].at[-1].set(0.0), parameters["shared_direct"].at[-1].set(0.0)
    rows = parameters["rows"] + common[0][by]
    direct = GAIN * (parameters["direct"] + common[1][by])
    return rows.at[-1].set(0.0), direct.at[-1].set(0.0)


def values(parameters, by, active):
    """What the network says of positions: the argument of the logistic function."""
    rows, direct = whole(parameters, by)
    sums = parameters["first"] + rows[active].sum(axis=2)
    units = jnp.clip(sums, 0.0, 1.0) ** 2
    own, other = jnp.split(parameters["last"], 2)
    straight = direct[active].sum(axis=2)
    hidden = units[:, 0] @ own + units[:, 1] @ other + parameters["bias"]
    return hidden + straight[:, 0] - straight[:, 1]


def entropy(z, aim):
    return jnp.maximum(z, 0) - z * aim + jnp.log1p(jnp.exp(-jnp.abs(z)))


def loss(parameters, by, active, aim, decay):
    fit = entropy(values(parameters, by, active), aim).mean()
    return fit + decay * ((parameters["rows"] ** 2).sum() + (parameters["direct"] ** 2).sum())


@functools.partial(jax.jit, static_argnames=("batch", "steps"), donate_argnums=(0,))
def go(state, key, by, active, aim, rates, decay, batch, steps):
    """So many steps of Adam, each of as many positions drawn at random."""

    def step(state, given):
        parameters, mean, square, count = state
        key, rate = given
        drawn = jax.random.randint(key, (batch,), 0, active.shape[0])
        cost, slope = jax.value_and_grad(loss)(parameters, by, active[drawn], aim[drawn], decay)
        count = count + 1
        mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, slope)
        square = jax.tree.map(lambda s, g: 0.999 * s + 0.001 * g * g, square, slope)
        rate = rate * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)

        def move(parameter, mean, square):
            return parameter - rate * mean / (jnp.sqrt(square) + 1e-8)

        parameters = jax.tree.map(move, parameters, mean, square)
        parameters["last"] = jnp.clip(parameters["last"], -MOST, MOST)
        return (parameters, mean, square, count), cost

    state, costs = jax.lax.scan(step, state, (jax.random.split(key, steps), rates))
    return state, costs.mean()


@jax.jit
def judge(parameters, by, active):
    return values(parameters, by, active)


def said(parameters, by, active, batch=65536):
    """What the network says of many positions."""
    starts = range(0, len(active), batch)
    parts = [judge(parameters, by, jnp.asarray(active[i : i + batch])) for i in starts]
    return np.concatenate([np.asarray(part) for part in parts]).astype(np.float64)


def mean_entropy(z, aim):
    return float(np.mean(np.maximum(z, 0) - z * aim + np.log1p(np.exp(-np.abs(z)))))


def unsure(aim):
    """The mean entropy of chances, of which 0 and 1 have none."""
    chances = np.concatenate([aim, 1 - aim])
    chances = chances[chances > 0]
    return float((chances * np.log(1 / chances)).sum() / len(aim))


def aims(score, value, scale, results):
    """What the network is to say, as a chance: who won counts `results`, the search the rest."""
    said = 1 / (1 + np.exp(-np.clip(value.astype(np.float64) / scale, -15, 15)))
    return results * score + (1 - results) * said


def mix(x):
    mask = (1 << 64) - 1
    x = (x + 0x9E3779B97F4A7C15) & mask
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
    return x ^ (x >> 31)


def checksum(data):
    """That of `starboard_core::binfile`."""
    words, rest = np.frombuffer(data[: len(data) // 8 * 8], "<u8"), data[len(data) // 8 * 8 :]
    total = 0
    for word in words.tolist():
        total = mix(total ^ word)
    total = mix(total ^ len(data))
    for byte in rest:
        total = mix(total ^ byte)
    return total


def numbers(unsigned):
    """Whole numbers in groups of seven bits, the lowest first."""
    out = bytearray()
    for n in unsigned:
        while n >= 0x80:
            out.append(n & 0x7F | 0x80)
            n >>= 7
        out.append(n)
    return bytes(out)


def weights(signed):
    """The same with the sign in the lowest bit."""
    signed = np.asarray(signed).astype(np.int64)
    return numbers(np.where(signed < 0, -2 * signed - 1, 2 * signed).tolist())


def write(path, parameters, by, scale):
    """The network in whole numbers, as a file."""

    def whole_numbers(weights, one, most):
        return np.rint(np.clip(np.asarray(weights), -most, most) * one)

    rows, direct = (np.asarray(a)[:-1] for a in whole(parameters, by))
    bias = float(np.clip(parameters["bias"], -64, 64))
    data = MAGIC + numbers((len(rows), rows.shape[1], max(1, round(scale))))
    data += weights([round(bias * ONE * ONE * OUTPUT_ONE)])
    data += weights(whole_numbers(parameters["first"], ONE, MOST))
    data += weights(whole_numbers(parameters["last"], OUTPUT_ONE, MOST))
    data += weights(whole_numbers(direct, DIRECT_ONE, MOST_DIRECT))
    data += weights(whole_numbers(rows.ravel(), ONE, MOST))
    path.write_bytes(data + checksum(data).to_bytes(8, "little"))


def read(path, features, hidden):
    """The numbers of a file that `write` has made, as weights: those of the units for each
    feature, the direct ones, the first, the last, the bias; and the scale."""

    def demand(holds, message):
        if not holds:
            raise SystemExit(f"learn.py: {path}: {message}")

    data = path.read_bytes()
    demand(data.startswith(MAGIC), "this is no network of Starboard, or one of another version")
    data, total = data[:-8], int.from_bytes(data[-8:], "little")
    octets = np.frombuffer(data[len(MAGIC) :], np.uint8).astype(np.int64)
    ends = np.flatnonzero(octets < 0x80)
    demand(len(ends) > 3 and checksum(data) == total, "the file is damaged")
    starts = np.append(0, ends[:-1] + 1)
    places = np.arange(ends[-1] + 1) - np.repeat(starts, ends - starts + 1)
    found = np.add.reduceat((octets[: ends[-1] + 1] & 0x7F) << 7 * places, starts)
    shape, found = found[:3].tolist(), found[3:]
    demand(shape[0] == features, f"{shape[0]} features, and the positions have {features}")
    demand(shape[1] == hidden, f"{shape[1]} hidden units; give --hidden {shape[1]}")
    sizes = (1, hidden, 2 * hidden, features, features * hidden)
    demand(len(found) == sum(sizes), "the file is damaged")
    found = np.where(found & 1, -(found + 1) // 2, found // 2)
    bias, first, last, direct, rows = np.split(found, np.cumsum(sizes)[:-1])
    return (
        rows.reshape(features, hidden) / ONE,
        direct / DIRECT_ONE,
        first / ONE,
        last / OUTPUT_ONE,
        bias[0] / (ONE * ONE * OUTPUT_ONE),
        shape[2],
    )


def go_on(network, shared):
    """The parameters that make a network which was read. What features have in common is the mean
    of their rows: the decay then holds as little as can be."""
    rows, direct, first, last, bias, _ = network
    nothing = shared_count(shared)
    alone = shared == NONE
    by = np.where(alone, nothing, shared)
    times = np.maximum(np.bincount(by, minlength=nothing + 1), 1)

    def parted(weights):
        """Of each feature alone, and of those that share; zero at the end of both."""
        sums = np.zeros((nothing + 1, weights.shape[1]))
        np.add.at(sums, by, np.where(alone[:, None], 0.0, weights))
        common = sums / times[:, None]
        return np.append(weights - common[by], np.zeros((1, weights.shape[1])), axis=0), common

    rows, common = parted(rows)
    direct, common_direct = (part[:, 0] for part in parted(direct[:, None] / GAIN))
    parameters = {
        "rows": rows,
        "shared": common,
        "direct": direct,
        "shared_direct": common_direct,
        "first": first,
        "last": last,
        "bias": bias,
    }
    return {name: jnp.asarray(values, jnp.float32) for name, values in parameters.items()}


def arguments():
    """Those of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("folders", nargs="+", help="folders of `starboard train ... --positions-only`")
    add("--out", type=Path, default=Path("network.bin"), help="the network")
    add("--begin", type=Path, help="a network to go on from, with as many hidden units [random]")
    add("--hidden", type=int, default=128, help="hidden units, a multiple of 16")
    add("--results", type=float, default=0.3, help="how much who won counts, 0 to 1")
    add(
        "--scale",
        type=float,
        help="the lead that makes 73 %% of the points [that of --begin; else by who won]",
    )
    add("--batch", type=int, default=16384, help="positions a step")
    add("--rate", type=float, default=0.002, help="Adam's rate at first; it falls to nothing")
    add("--decay", type=float, default=0.0, help="what holds rows that share others back")
    add("--epochs", type=float, default=4, help="how often to go over all positions; may be 0")
    add("--seconds", type=float, default=math.inf, help="stop sooner; the rate falls with it")
    add("--positions", type=int, help="learn from so many of the positions only")
    add("--seed", type=int, default=0, help="fixes the weights to begin with, and the order")
    args = parser.parse_args()
    if args.hidden % UNITS or not UNITS <= args.hidden <= 1024:
        parser.error(f"--hidden is a multiple of {UNITS}, up to 1024")
    return args


def fit(args, key, parameters, by, active, aim, held, held_aim):
    """The parameters after all steps, and how the fit went."""
    zeros = jax.tree.map(jnp.zeros_like, parameters)
    state = (parameters, zeros, jax.tree.map(jnp.copy, zeros), jnp.zeros(()))
    active, aim = jnp.asarray(active), jnp.asarray(aim)
    total = math.ceil(args.epochs * len(active) / args.batch)
    chunk, done, start, curve = max(1, min(200, total // 10)), 0, time.time(), []
    while done < total:
        share = max(done / total, (time.time() - start) / args.seconds)
        if share >= 1:
            break
        # The rate falls along half a cosine.
        rates = jnp.full(chunk, args.rate * 0.5 * (1 + math.cos(math.pi * share)))
        key, now = jax.random.split(key)
        state, cost = go(state, now, by, active, aim, rates, args.decay, args.batch, chunk)
        done += chunk
        if done // chunk % 10 == 0 or done >= total:
            seconds, training = time.time() - start, float(cost)
            validation = mean_entropy(said(state[0], by, held), held_aim)
            curve.append(
                {"steps": done, "seconds": seconds, "training": training, "validation": validation}
            )
            print(
                f"{done:7} of {total} steps, {seconds:6.1f} s: "
                f"{training:.5f}, validation {validation:.5f}",
                flush=True,
            )
    return state[0], curve


def main():
    """What the command does."""
    args = arguments()

    # Step 1. The positions, and what the network is to say of them.
    shared, active, score, value, _ = load(args.folders, "training")
    _, held, held_score, held_value, held_usual = load(args.folders, "validation")
    if args.positions and args.positions < len(active):
        some = np.random.default_rng(args.seed).choice(len(active), args.positions, replace=False)
        active, score, value = active[some], score[some], value[some]
    network = read(args.begin, len(shared), args.hidden) if args.begin else None
    if network and args.scale not in (None, network[-1]):
        raise SystemExit(f"learn.py: {args.begin}: its scale is {network[-1]}; give no other")
    scale = args.scale or (network[-1] if network else scale_of(score, value))
    aim = aims(score, value, scale, args.results).astype(np.float32)
    held_aim = aims(held_score, held_value, scale, args.results)

    # Step 2. What is to be beaten: the game's evaluation, and what no network can go below, as
    # the aim itself is unsure.
    floor = unsure(held_aim)
    before = [mean_entropy(held_usual / scale, to) for to in (held_aim, held_score)]
    print(
        f"{len(active):,} positions, {len(held):,} for validation; 73 % at a lead of {scale:.0f}; "
        f"{jax.devices()[0].device_kind}\ncross-entropy in nats: at least {floor:.5f}; "
        f"the game's evaluation {before[0]:.5f}, of results {before[1]:.5f}",
        flush=True,
    )

    # Step 3. The fit. The last row of each table stays zero, for features that share none and
    # for what positions are filled up with.
    nothing = shared_count(shared)
    by = np.append(np.where(shared == NONE, nothing, shared.astype(np.int32)), nothing)
    by = jnp.asarray(by)
    key, first = jax.random.split(jax.random.key(args.seed))
    parameters = go_on(network, shared) if network else begin(first, shared, args.hidden)
    z = said(parameters, by, held)
    start = [mean_entropy(z, held_aim), mean_entropy(z, held_score)]
    print(f"to begin with: {start[0]:.5f}, of results {start[1]:.5f}", flush=True)
    parameters, curve = fit(args, key, parameters, by, active, aim, held, held_aim)

    # Step 4. The network, and how it came about.
    write(args.out, parameters, by, scale)
    z = said(parameters, by, held)
    after = [mean_entropy(z, held_aim), mean_entropy(z, held_score)]
    report = {
        "positions": len(active),
        "validation": len(held),
        "scale": scale,
        "floor": floor,
        "before": before,
        "begin": start,
        "after": after,
        "arguments": {name: str(value) for name, value in vars(args).items()},
        "curve": curve,
    }
    args.out.with_suffix(".json").write_text(json.dumps(report, indent=1) + "\n")
    print(f"the network: {after[0]:.5f}, of results {after[1]:.5f}; written to {args.out}")


if __name__ == "__main__":
    main()
