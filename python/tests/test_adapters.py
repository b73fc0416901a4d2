"""Algorithms of others on our games: OpenSpiel's and PettingZoo's."""

from __future__ import annotations

import random

import pytest

import starboard as sb
from starboard import openspiel


def test_openspiels_minimax_runs_on_our_games() -> None:
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    state = openspiel.load_game("tic_tac_toe").new_initial_state("xx./oo./...")
    value, action = minimax.alpha_beta_search(state.get_game(), state)
    assert (value, state.action_to_string(action)) == (1.0, "2")
    game = openspiel.load_game("tic-tac-toe")
    assert minimax.alpha_beta_search(game)[0] == 0


def test_openspiels_expectimax_gives_our_value() -> None:
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    engine = sb.Engine("einstein", "expectimax")

    def static(state: openspiel.State) -> float:
        value = engine.analyse(state.position, sb.Limit(depth=0)).value
        return value if state.position.player == 0 else -value

    for position in sb.game("einstein").positions()[:6]:
        for depth in (1, 2):
            state = openspiel.load_game("einstein").new_initial_state(position.text)
            theirs, _ = minimax.expectiminimax(
                state,
                depth=depth,
                value_function=static,
                maximizing_player_id=0,
            )
            ours = engine.analyse(position, sb.Limit(depth=depth)).value
            # Ours is rounded to a ten thousandth at every chance node.
            assert (ours, -ours)[position.player] == pytest.approx(theirs, abs=2e-4)


def test_openspiels_mcts_plays_our_games() -> None:
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    numpy = pytest.importorskip("numpy")
    game = openspiel.load_game("connect_four", actions=list("1234567"))
    state = game.new_initial_state("444353")
    evaluator = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2, 300, evaluator, random_state=numpy.random.RandomState(2))
    assert state.action_to_string(bot.step(state)) in state.position.legal_moves
    dice = openspiel.load_game("einstein").new_initial_state()
    dice.apply_action(0)
    assert bot.step(dice) in dice.legal_actions()


@pytest.mark.parametrize("name", sb.games())
def test_states_behave(name: str) -> None:
    chooser = random.Random(name)
    game = openspiel.load_game(name)
    state = game.new_initial_state()
    assert state.is_initial_state() and state.num_players() == game.num_players()
    for _ in range(60):
        if state.is_terminal():
            break
        actions = state.legal_actions()
        if state.is_chance_node():
            assert [action for action, _ in state.chance_outcomes()] == actions
            assert state.current_player() == openspiel.PlayerId.CHANCE
        action = chooser.choice(actions)
        assert state.string_to_action(state.action_to_string(action)) == action
        child, before = state.child(action), str(state)
        assert str(state) == before
        state.apply_action(action)
        assert str(state) == str(child) == str(game.deserialize_state(state.serialize()))
        assert state.returns() == child.returns()
    assert state.move_number() == len(state.history()) == len(state.full_history())
    if game.num_players() == 2:
        assert sum(state.returns()) == 0


def test_actions_can_be_numbered_for_good() -> None:
    game = openspiel.load_game("connect_four", actions=list("1234567"))
    state = game.new_initial_state()
    assert state.legal_actions() == list(range(7)) and game.num_distinct_actions() == 7
    state.apply_actions([3, 3, 3, 3, 3, 3])
    assert state.legal_actions() == [0, 1, 2, 4, 5, 6]
    assert state.legal_actions_mask() == [1, 1, 1, 0, 1, 1, 1]
    assert state.action_to_string(6) == "7"
    with pytest.raises(NotImplementedError, match="give load_game the names"):
        openspiel.load_game("go").num_distinct_actions()


def test_pettingzoos_own_test_passes() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from starboard import pettingzoo

    for name in ("tic-tac-toe", "einstein", "backgammon", "2048"):
        api_test(pettingzoo.env(name, most_plies=300), num_cycles=200)
    actions = list("1234567")
    api_test(pettingzoo.env("connect-four", actions=actions), num_cycles=200)
    seed_test(lambda: pettingzoo.env("einstein", most_actions=32), num_cycles=50)


def test_an_environment_is_its_game() -> None:
    pytest.importorskip("pettingzoo")
    from starboard import pettingzoo

    def play(seed: int) -> tuple[list[str], dict[str, float]]:
        env = pettingzoo.env("backgammon")
        env.reset(seed=seed)
        chooser, seen, total = random.Random(seed), [], {"first": 0.0, "second": 0.0}
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            total[agent] += reward
            seen.append(env.position.text)
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"]
            assert mask.sum() == len(env.position.legal_moves)
            env.step(chooser.randrange(int(mask.sum())))
        first, second = env.position.returns()
        assert (total["first"], total["second"]) == (first, second)
        return seen, total

    assert play(1) == play(1) != play(2)
    env = pettingzoo.env("connect-four", actions=list("1234567"), render_mode="ansi")
    env.reset(options={"position": "444444"})
    with pytest.raises(ValueError, match="no action here"):
        env.step(3)
    assert "x" in (env.render() or "")
    # A game that is over before it begins.
    env.reset(options={"position": "1122334"})
    assert env.terminations == {"first": True, "second": True}
    assert [env.step(None) for _ in env.agent_iter()] == [None, None]
