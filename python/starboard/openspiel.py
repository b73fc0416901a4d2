"""Our games by OpenSpiel's names, for algorithms that were written against OpenSpiel.

>>> from open_spiel.python.algorithms import mcts
>>> from starboard import openspiel
>>> game = openspiel.load_game("einstein")
>>> bot = mcts.MCTSBot(game, uct_c=2, max_simulations=100,
...                    evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1))
>>> state = game.new_initial_state()

What is missing is tensors: a position here is written in its game's notation, and has no array
of numbers of its own. OpenSpiel itself is not needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from . import _games
from ._starboard import Game as _Game
from ._starboard import Position

__all__ = ["Game", "PlayerId", "State", "load_game"]


class PlayerId(IntEnum):
    """Who is to move where no player is."""

    CHANCE = -1
    TERMINAL = -4


class Game:
    """A game: what makes states."""

    def __init__(self, game: _Game, actions: Sequence[str] | None = None) -> None:
        self._game = game
        self._actions = None if actions is None else {name: i for i, name in enumerate(actions)}

    def new_initial_state(self, text: str | None = None) -> State:
        """The start, or a position in the game's notation."""
        return State(self, self._game.position(text))

    def num_players(self) -> int:
        """One or two."""
        return self._game.players

    def num_distinct_actions(self) -> int:
        """How many actions there are, if they were given names."""
        if self._actions is None:
            raise NotImplementedError(
                "an action is the place of a move in its position: give load_game the names of "
                "all actions to number them for good"
            )
        return len(self._actions)

    def min_utility(self) -> float:
        """The least that a player can come to; not known of most games."""
        return float("-inf")

    def max_utility(self) -> float:
        """The most that a player can come to; not known of most games."""
        return float("inf")

    def get_type(self) -> Any:
        """What kind of game it is, by OpenSpiel's names."""
        import pyspiel

        kind = pyspiel.GameType
        one = self._game.players == 1
        return kind(
            short_name=self._game.name.replace("-", "_"),
            long_name=self._game.about,
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC
            if self._game.has_chance
            else kind.ChanceMode.DETERMINISTIC,
            information=kind.Information.PERFECT_INFORMATION,
            utility=kind.Utility.GENERAL_SUM if one else kind.Utility.ZERO_SUM,
            reward_model=kind.RewardModel.REWARDS if one else kind.RewardModel.TERMINAL,
            max_num_players=self._game.players,
            min_num_players=self._game.players,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=False,
            parameter_specification={},
        )

    def deserialize_state(self, text: str) -> State:
        """A state that `serialize` wrote."""
        earned, _, position = text.partition("\n")
        state = self.new_initial_state(position)
        state._earned = [float(part) for part in earned.split()]
        return state

    def __str__(self) -> str:
        return f"{self._game.name.replace('-', '_')}()"


def load_game(name: str, actions: Sequence[str] | None = None) -> Game:
    """A game by its name here, with hyphens or underscores.

    An action is a number: the place of a move or an outcome in its position. With `actions`,
    the names of all moves of the game, the number of a move is its place in that list, in
    every position; outcomes of chance keep to places.
    """
    names = _games.games()
    name = next((known for known in names if known.replace("-", "_") == name), name)
    return Game(_games.game(name), actions)


class State:
    """A position and what was earned on the way to it. It changes, as OpenSpiel's do."""

    def __init__(self, game: Game, position: Position) -> None:
        self._of = game
        self.position = position
        self._history: list[tuple[int, int]] = []
        self._earned = [0.0] * game.num_players()
        self._rewards = [0.0] * game.num_players()

    def get_game(self) -> Game:
        """The game it is of."""
        return self._of

    def num_players(self) -> int:
        """One or two."""
        return self._of.num_players()

    def current_player(self) -> int:
        """0 or 1, or what PlayerId says."""
        if self.position.is_over:
            return PlayerId.TERMINAL
        return PlayerId.CHANCE if self.position.is_chance else self.position.player

    def is_chance_node(self) -> bool:
        """Whether chance comes next."""
        return self.position.is_chance

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def is_player_node(self) -> bool:
        """Whether a player decides next."""
        return self.current_player() >= 0

    def is_simultaneous_node(self) -> bool:
        """Never: one player moves at a time."""
        return False

    def is_initial_state(self) -> bool:
        """Whether nothing has been played."""
        return not self._history

    def _numbers(self) -> list[int]:
        """The action of every move, in their order."""
        if self._of._actions is None or self.position.is_chance:
            return self.position.legal_actions()
        try:
            return [self._of._actions[name] for name in self.position.legal_moves]
        except KeyError as missing:
            raise ValueError(f"{missing} is none of the actions that were given") from None

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions that can be taken, in order; none of them for another player."""
        if player is not None and player != self.current_player():
            return []
        return sorted(self._numbers())

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """A one for every action that can be taken; needs names of all actions."""
        mask = [0] * self._of.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their probabilities."""
        return [(i, odds) for i, (_, odds) in enumerate(self.position.chance_outcomes())]

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """How a move or an outcome is written here."""
        number = player_or_action if action is None else action
        return self.position.move_name(self._numbers().index(number))

    def string_to_action(self, text: str) -> int:
        """The action of a move or an outcome."""
        return self._numbers()[self.position.action(text)]

    def apply_action(self, action: int) -> None:
        """Plays a move or an outcome."""
        place = self._numbers().index(action)
        mover, reward = self.position.player, self.position.reward(place)
        self._rewards = [0.0] * self.num_players()
        for player in range(self.num_players()):
            self._rewards[player] = reward if player == mover else 0.0 - reward
        self._history.append((self.current_player(), action))
        self.position = self.position.play(place)
        if self.position.is_over:
            for player, value in zip(
                range(self.num_players()), self.position.returns(), strict=False
            ):
                self._rewards[player] += value
        self._earned = [a + b for a, b in zip(self._earned, self._rewards, strict=True)]

    def apply_actions(self, actions: Sequence[int]) -> None:
        """Plays them one after the other."""
        for action in actions:
            self.apply_action(action)

    def child(self, action: int) -> State:
        """The state after an action; this one stays as it is."""
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        """A state that goes on by itself."""
        state = State(self._of, self.position)
        state._history = list(self._history)
        state._earned, state._rewards = list(self._earned), list(self._rewards)
        return state

    def returns(self) -> list[float]:
        """What each player has come to so far, in units of the game."""
        return list(self._earned)

    def rewards(self) -> list[float]:
        """What the last action earned each player."""
        return list(self._rewards)

    def player_return(self, player: int) -> float:
        """What a player has come to so far."""
        return self._earned[player]

    def player_reward(self, player: int) -> float:
        """What the last action earned a player."""
        return self._rewards[player]

    def history(self) -> list[int]:
        """The actions that were taken, those of chance among them."""
        return [action for _, action in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        """The same with who took them."""
        return list(self._history)

    def move_number(self) -> int:
        """How many actions were taken."""
        return len(self._history)

    def information_state_string(self, player: int | None = None) -> str:
        """The actions that were taken: all that there is to know is known to both."""
        return ", ".join(str(action) for action in self.history())

    def observation_string(self, player: int | None = None) -> str:
        """The position in the game's notation."""
        return self.position.text

    def history_str(self) -> str:
        """The actions that were taken."""
        return self.information_state_string()

    def serialize(self) -> str:
        """The state as text, without its history."""
        return f"{' '.join(map(repr, self._earned))}\n{self.position.text}"

    def __str__(self) -> str:
        return self.position.text

    def __repr__(self) -> str:
        return f"<state of {self._of}: {self}>"

    def __deepcopy__(self, _: dict[int, Any]) -> State:
        return self.clone()
