"""Networks while they are trained: weights that are not rounded, and the steps that better
them, as `../app/src/train/model.rs` takes them, in larger batches."""

import math
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

import nets as files
from engine import Engine
from selfplay import Samples

# The largest value of each input and whether its values are in an order (`inputs/layout.rs`).
SIDE = [
    (47, True), (47, True), (36, True), (36, True), (36, True), (21, False), (24, True),
    (31, True), (32, True), (23, True), (24, False), (31, False), (31, True), (63, False),
    (31, True), (40, True), (47, True), (12, True), (12, True), (63, False), (36, True),
] + 7 * [(63, False)]
CONTACT = 52 * [(15, True)] + 2 * SIDE + 2 * [(65, True)]
# What each output adds to the equity.
POINTS = [2.0, 1.0, 1.0, -1.0, -1.0]


@dataclass
class Rates:
    """How a network learns."""

    passes: int = 4
    batch: int = 16384
    rate: float = 1e-3
    # The weight of the loss on differences between the moves of a decision, and of that on the
    # equity itself.
    siblings: float = 64.0
    level: float = 1.0
    seed: int = 1


class Model(torch.nn.Module):
    """A network for positions with contact."""

    def __init__(self, net: files.Net, hidden: int | None = None, seed: int = 1):
        super().__init__()
        rows = torch.from_numpy(net.rows / files.ROW_ONE).float()
        bias = torch.from_numpy(net.bias / files.ROW_ONE).float()
        last = torch.from_numpy(net.last / files.LAST_ONE).float()
        if hidden and hidden > len(bias):
            # Units are split: the copies differ a little, and share what they say.
            made = torch.Generator().manual_seed(seed)
            of = torch.arange(hidden) % len(bias)
            copies = torch.bincount(of, minlength=len(bias))[of]
            noise = torch.empty(len(rows), hidden).uniform_(-0.02, 0.02, generator=made)
            rows, bias, last = rows[:, of] + noise, bias[of], last[:, of] / copies
        self.rows, self.bias, self.last = (torch.nn.Parameter(x) for x in (rows, bias, last))
        self.last_bias = torch.nn.Parameter(torch.from_numpy(net.last_bias / files.LOGIT).float())
        self.slopes = torch.nn.Parameter(torch.zeros(len(CONTACT), self.rows.shape[1]))
        spread = torch.zeros(len(rows), len(CONTACT))
        first = 1
        for slot, (most, ordered) in enumerate(CONTACT):
            if ordered:
                spread[first : first + most, slot] = torch.arange(1, most + 1) / most
            first += most
        assert first == len(rows), "rows belong to one input each"
        self.register_buffer("spread", spread)

    def summed(self) -> torch.Tensor:
        """Each row with the slope of its input; the first is nothing."""
        rows = self.rows + self.spread @ self.slopes
        return torch.cat([torch.zeros_like(rows[:1]), rows[1:]])

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        # A sum of rows as a product of matrices, which a graphics card does ten times as fast.
        active = torch.zeros(len(rows), len(self.rows), device=rows.device)
        active.scatter_(1, rows.long(), 1.0)
        sums = active @ self.summed() + self.bias
        units = sums.clamp(0, 511 / 512) ** 2
        return units @ self.last.T + self.last_bias

    def net(self) -> files.Net:
        """Rounded."""
        with torch.no_grad():
            parts = [(self.summed(), files.ROW_ONE), (self.bias, files.ROW_ONE)]
            parts += [(self.last, files.LAST_ONE)]
            halves = [
                (x * one).round().clamp(-32768, 32767).cpu().numpy().astype(np.int16)
                for x, one in parts
            ]
            bias = (self.last_bias.double() * files.LOGIT).round().cpu().numpy()
        return files.Net(*halves, bias.astype(np.int32))


def learn(engine: Engine, net: files.Net, samples: Samples, rates: Rates, hidden=None) -> files.Net:
    """The network after learning from these positions, which are all of its role: an average of
    the weights towards the end."""
    device = engine.device
    # Ten bits of a weight are as many as it is rounded to.
    torch.backends.cuda.matmul.allow_tf32 = True
    model = Model(net, hidden, rates.seed).to(device)
    average = Model(net, hidden, rates.seed).to(device)
    points = torch.tensor(POINTS, device=device)
    adam = torch.optim.Adam(model.parameters(), lr=0.0, betas=(0.9, 0.999))
    made = torch.Generator(device=device).manual_seed(rates.seed)
    batches = max(1, len(samples) // rates.batch)
    steps, step, losses = rates.passes * batches, 0, []
    warm = min(200, steps // 10 + 1)
    for _ in range(rates.passes):
        # Decisions in any order, their moves beside each other.
        _, decision = samples.decisions.unique(return_inverse=True)
        count = int(decision.max()) + 1
        order = torch.randperm(count, generator=made, device=device)[decision].argsort()
        for batch in range(batches):
            chosen = order[batch * rates.batch : (batch + 1) * rates.batch]
            rows, _ = engine.rows(samples.positions[chosen])
            target = samples.targets[chosen]
            logits = model(rows)
            said = logits.sigmoid()
            loss = functional.binary_cross_entropy_with_logits(logits, target, reduction="none")
            error = (said - target) @ points
            of = decision[chosen]
            group = (of[1:] != of[:-1]).cumsum(0)
            group = torch.cat([torch.zeros_like(group[:1]), group])
            sums = torch.zeros(len(chosen), 2, device=device)
            sums.index_add_(0, group, torch.stack([error, torch.ones_like(error)], 1))
            apart = error - (sums[:, 0] / sums[:, 1].clamp(min=1))[group]
            total = loss.sum(1).mean() + rates.siblings / 2 * (apart**2).mean()
            total = total + rates.level / 2 * (error**2).mean()
            done = step / steps
            rate = rates.rate * min(1.0, (step + 1) / warm) * (0.5 + 0.5 * math.cos(math.pi * done))
            adam.param_groups[0]["lr"] = rate + rates.rate / 100
            adam.zero_grad(set_to_none=True)
            total.backward()
            adam.step()
            step += 1
            share = max(1 / step, 20 / steps)
            with torch.no_grad():
                torch._foreach_lerp_(list(average.parameters()), list(model.parameters()), share)
                if step % max(1, steps // 8) == 0 or step == steps:
                    both = torch.stack([error.abs().mean(), apart.abs().mean()])
                    losses.append([round(x, 5) for x in both.tolist()])
    print(f"  {len(samples):,} positions, off and off between moves: {losses}", flush=True)
    return average.net()
