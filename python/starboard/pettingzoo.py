"""Our games as environments of PettingZoo, for agents that learn.

>>> from starboard import pettingzoo
>>> env = pettingzoo.env("connect-four", actions=list("1234567"))
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy
from pettingzoo import AECEnv

from . import _games
from ._starboard import Game, Position

__all__ = ["StarboardEnv", "env"]

#: The longest position, written in its game's notation, that the default observation holds.
TEXT = 512


def _text(position: Position) -> Any:
    """The position in the game's notation, as bytes, with noughts behind."""
    written = position.text.encode()
    if len(written) > TEXT:
        raise ValueError(f"a position of {len(written)} bytes needs an observation of its own")
    observed = numpy.zeros(TEXT, dtype=numpy.uint8)
    observed[: len(written)] = numpy.frombuffer(written, dtype=numpy.uint8)
    return observed


class StarboardEnv(AECEnv):  # type: ignore[misc,unused-ignore]
    """A game of two players, or of one, with chance drawn by the environment's own seed."""

    def __init__(
        self,
        game: str | Game,
        *,
        actions: Sequence[str] | None = None,
        most_actions: int = 1024,
        most_plies: int | None = None,
        observe: Callable[[Position], Any] | None = None,
        observation_space: Any = None,
        render_mode: str | None = None,
    ) -> None:
        """An action is the place of a move in its position. With `actions`, the names of all
        moves of the game, it is the place in that list, in every position.

        An observation is `observe(position)`, of the space given along with it; without, the
        position's notation as bytes. A game ends without a result after `most_plies` moves.
        """
        super().__init__()
        self._game = _games.game(game) if isinstance(game, str) else game
        self._actions = None if actions is None else {name: i for i, name in enumerate(actions)}
        self._observe = observe or _text
        self._most_plies = most_plies
        self.metadata = {
            "render_modes": ["ansi", "human"],
            "name": self._game.name,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = ["first", "second"][: self._game.players]
        count = most_actions if actions is None else len(actions)
        space = observation_space
        if space is None:
            if observe is not None:
                raise ValueError("an observation of your own needs its observation_space")
            space = gymnasium.spaces.Box(0, 255, (TEXT,), numpy.uint8)
        mask = gymnasium.spaces.Box(0, 1, (count,), numpy.int8)
        both = gymnasium.spaces.Dict({"observation": space, "action_mask": mask})
        self._count = count
        self._observations = {agent: both for agent in self.possible_agents}
        self._spaces = {agent: gymnasium.spaces.Discrete(count) for agent in self.possible_agents}
        self._random = random.Random(0)
        self.position = self._game.start()

    def observation_space(self, agent: str) -> Any:
        """What observations look like."""
        return self._observations[agent]

    def action_space(self, agent: str) -> Any:
        """How many actions there are; those that the mask leaves can be taken."""
        return self._spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game: at `options["position"]`, if that is given."""
        if seed is not None:
            self._random = random.Random(seed)
            for i, agent in enumerate(self.possible_agents):
                self._spaces[agent].seed(seed + i)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.position = self._game.position((options or {}).get("position"))
        self._plies = 0
        self._draw()
        if self.position.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()

    def _draw(self) -> None:
        """Draws outcomes until a player decides or the game is over."""
        while self.position.is_chance:
            weights = self.position.chance_weights()
            place = self._random.choices(range(len(weights)), weights)[0]
            self._earn(place)

    def _earn(self, place: int) -> None:
        """Plays a move or an outcome and hands out what it earns."""
        mover, reward = self.position.player, self.position.reward(place)
        for i, agent in enumerate(self.possible_agents):
            self.rewards[agent] += reward if i == mover else 0.0 - reward
        self.position = self.position.play(place)
        if self.position.is_over:
            for agent, value in zip(self.possible_agents, self.position.returns(), strict=False):
                self.rewards[agent] += value

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.position.player]

    def _places(self) -> dict[int, int]:
        """The places of the moves by their actions."""
        places = self.position.legal_actions()
        if self._actions is None:
            if len(places) > self._count:
                raise ValueError(f"{len(places)} moves in {self.position!r}: raise most_actions")
            return {place: place for place in places}
        names = self.position.legal_moves
        missing = [name for name in names if name not in self._actions]
        if missing:
            raise ValueError(f"{missing[0]} is none of the actions that were given")
        return {self._actions[name]: place for place, name in zip(places, names, strict=True)}

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: all of the position, and what it can do if it is to move."""
        mask = numpy.zeros(self._count, dtype=numpy.int8)
        if agent == self.agent_selection and not self.position.is_over:
            mask[list(self._places())] = 1
        return {"observation": self._observe(self.position), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays a move of the agent that is to move; None once it is out of the game."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        place = self._places().get(-1 if action is None else int(action))
        if place is None:
            raise ValueError(f"{action} is no action here: take one that the mask leaves")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._earn(place)
        self._draw()
        self._plies += 1
        if self.position.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._most_plies is not None and self._plies >= self._most_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as text, printed for "human"."""
        if self.render_mode == "human":
            print(self.position.board)
            return None
        return self.position.board

    def close(self) -> None:
        """Nothing is held open."""


def env(game: str | Game, **options: Any) -> StarboardEnv:
    """The environment of a game; options as of StarboardEnv."""
    return StarboardEnv(game, **options)
