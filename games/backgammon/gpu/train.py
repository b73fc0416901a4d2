#!/usr/bin/env python3
"""Trains the networks for positions with contact on a graphics card: games against themselves,
what is to be said of their positions a ply or two deeper, and learning from that.

    train.py check --known gpu-positions.txt --nets ../nets/standard.nets
    train.py play --nets standard.nets --positions 12e6 --plies 2 --seed 3 --out samples.pt
    train.py learn --nets standard.nets --samples samples.pt --out better.nets
    train.py duel --nets better.nets --against standard.nets
    train.py regret --nets better.nets --samples others.pt

`README.md` beside this file says what each does; without a card it does the same, slowly."""

import argparse
import time
from pathlib import Path

import numpy as np
import torch

import nets as files
from engine import CONTACT, CRASHED, Engine, equity
from learn import Rates, learn
from selfplay import Plan, Samples, SelfPlay, duel, regret

ROLES = {CONTACT: "contact", CRASHED: "crashed"}


def check(engine: Engine, given) -> None:
    known = np.loadtxt(given.known, dtype=np.uint64)
    positions = torch.from_numpy(known[:, :4].astype(np.int64)).to(engine.device)
    rolls = torch.from_numpy(known[:, 4].astype(np.uint8)).to(engine.device)
    picks = torch.zeros(len(rolls), dtype=torch.int32, device=engine.device)
    nets = engine.load(files.read(given.nets))
    expected = torch.from_numpy(known[:, 7:].astype(np.float32) / (1 << 24)).to(engine.device)
    said = engine.evaluate(positions, nets)
    _, after, number = engine.candidates(positions, rolls, picks, 1, nets)
    wrong = {
        "said": int((said != expected[:, :5]).any(1).sum()),
        "moves": int((number.cpu() != torch.from_numpy(known[:, 5].astype(np.int32))).sum()),
        # Of moves that are worth the same, the first may be another.
        "best": int((equity(after[:, 0]) != equity(expected[:, 5:])).sum()),
    }
    print(f"of {len(known):,} positions, other than the crate: {wrong}")
    if any(wrong.values()):
        raise SystemExit("the engine is not the crate's")


def play(engine: Engine, given) -> None:
    plan = Plan(
        games=given.games, moves=given.moves, margin=given.margin, plies=given.plies,
        rolls=given.rolls, decay=given.decay, stray=given.stray, rare=given.rare, seed=given.seed,
    )
    nets, games = engine.load(files.read(given.nets)), SelfPlay(engine, plan)
    parts, found, begun = [], 0, time.time()
    while found < given.positions:
        parts.append(games.samples(nets))
        found += len(parts[-1])
        print(f"\r{found:,} positions, {time.time() - begun:.0f} s", end="", flush=True)
    print()
    samples = Samples.joined(parts)
    fields = (samples.positions, samples.targets, samples.decisions)
    torch.save([field.cpu() for field in fields], given.out)


def load(engine: Engine, paths: list[Path]) -> Samples:
    parts = [Samples(*[x.to(engine.device) for x in torch.load(path)]) for path in paths]
    return Samples.joined(parts)


def learn_from(engine: Engine, given) -> None:
    nets, samples = files.read(given.nets), load(engine, given.samples)
    rates = Rates(
        passes=given.passes, batch=given.batch, rate=given.rate, siblings=given.siblings,
        level=given.level, seed=given.seed,
    )
    _, roles = engine.rows(samples.positions)
    for role, name in ROLES.items():
        of_role = samples.where(roles == role)
        if len(of_role) < rates.batch:
            print(f"{name}: {len(of_role):,} positions are less than a batch: it stays as it is")
            continue
        print(f"{name}: {len(of_role):,} positions")
        hidden = given.hidden if role == CONTACT else given.hidden_crashed
        nets[role] = learn(engine, nets[role], of_role, rates, hidden)
    files.write(given.out, nets)


def held(engine: Engine, given) -> None:
    a, b = (engine.load(files.read(path)) for path in (given.nets, given.against))
    mean, error = duel(engine, a, b, given.pairs, given.seed)
    print(f"{mean:+.4f} ± {1.96 * error:.4f} points a game over {given.pairs:,} pairs of games")


def lost(engine: Engine, given) -> None:
    points = regret(engine, engine.load(files.read(given.nets)), load(engine, given.samples))
    print(f"{1000 * points:.3f} thousandths of a point a decision")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name, run, text, *options):
        new = commands.add_parser(
            name, help=text, description=text,
            formatter_class=argparse.ArgumentDefaultsHelpFormatter,
        )
        new.set_defaults(run=run)
        new.add_argument("--nets", type=Path, required=True, help="the networks")
        for option, kind, default, help_text in options:
            required = default is None
            new.add_argument(
                f"--{option}", type=kind, default=default, required=required, help=help_text
            )
        return new

    whole = lambda text: int(float(text))
    command(
        "check", check, "compare the figures of the engine with those of the crate",
        ("known", Path, None, "positions, as `cargo test --test all gpu` writes them"),
    )
    command(
        "play", play, "play games, and say what is to be learned from them",
        ("out", Path, None, "the samples"),
        ("positions", whole, 12_000_000, "how many to find, at least"),
        ("plies", int, Plan.plies, "how many plies decisions with a choice are looked ahead, 1 or 2"),
        ("rolls", int, Plan.rolls, "rolls of the 36 that stand for all in the second ply"),
        ("moves", int, Plan.moves, "moves of a decision that are learned from, at most"),
        ("margin", float, Plan.margin, "by how many points one may look worse than the best"),
        ("decay", float, Plan.decay, "how much of what is found out a turn later counts"),
        ("stray", int, Plan.stray, "one decision in so many is any legal move"),
        ("rare", float, Plan.rare, "share of games that begin where games seldom come to"),
        ("games", int, Plan.games, "games at a time"),
        ("seed", int, 1, "fixes the dice"),
    )
    new = command(
        "learn", learn_from, "learn from samples",
        ("out", Path, None, "the networks after it"),
        ("passes", int, Rates.passes, "how often each position is learned from"),
        ("batch", int, Rates.batch, "positions a step"),
        ("rate", float, Rates.rate, "the learning rate, which falls to a hundredth"),
        ("siblings", float, Rates.siblings, "weight of the loss on differences between moves"),
        ("level", float, Rates.level, "weight of the loss on the equity"),
        ("hidden", int, 0, "hidden units of the contact network, if they are to be more"),
        ("hidden-crashed", int, 0, "the same of the network for crashed positions"),
        ("seed", int, 1, "fixes the order of positions"),
    )
    new.add_argument("--samples", type=Path, nargs="+", required=True, help="of one play or more")
    command(
        "duel", held, "play games of two networks at 0 plies, in pairs of the same dice",
        ("against", Path, None, "the other networks"),
        ("pairs", int, 200_000, "how many pairs"),
        ("seed", int, 7, "fixes the dice"),
    )
    new = command("regret", lost, "what networks lose in decisions that they did not learn from")
    new.add_argument("--samples", type=Path, nargs="+", required=True, help="of other games")
    given = parser.parse_args()
    given.run(Engine(), given)


if __name__ == "__main__":
    main()
