"""Positions: the rules of every game as Python sees them."""

from __future__ import annotations

import pickle

import pytest
from conftest import random_game

import starboard as sb
from starboard import _starboard

GAMES = _starboard.games()


def test_the_games_are_listed() -> None:
    assert {"tic-tac-toe", "backgammon", "shogi", "go"} <= set(sb.games())
    game = sb.game("backgammon")
    assert (game.name, game.players, game.has_chance) == ("backgammon", 2, True)
    assert "star2" in game.algorithms and game.info()["name"] == "backgammon"
    assert sb.game("2048").players == 1
    assert repr(sb.game("go")).startswith("<starboard game")
    with pytest.raises(ValueError, match='there is no game "chess"; there are: tic-tac-toe'):
        sb.game("chess")


@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_is_played_to_its_end(name: str) -> None:
    for position in random_game(name, seed=1, most=60):
        actions = position.legal_actions()
        if position.is_over:
            assert not actions and not position.legal_moves and not position.chance_outcomes()
            first, second = position.returns()
            assert sb.game(name).players == 1 or first == -second
            continue
        with pytest.raises(ValueError, match="the game is not over"):
            position.returns()
        names = [position.move_name(action) for action in actions]
        assert len(set(names)) == len(names)
        if position.is_chance:
            outcomes = position.chance_outcomes()
            assert [name for name, _ in outcomes] == names
            assert sum(odds for _, odds in outcomes) == pytest.approx(1)
            assert not position.legal_moves
        else:
            assert position.legal_moves == names
            assert position.chance_outcomes() == []
        for action in (actions[0], actions[-1]):
            assert position.play(action) == position.play(names[action])
            assert position.action(names[action]) == action
        assert position.mover == ["first", "second"][position.player]
        assert position.board


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_values(name: str) -> None:
    positions = random_game(name, seed=2, most=40)
    for position in positions:
        again = sb.Position(name, position.text)
        assert again == position and hash(again) == hash(position)
        assert pickle.loads(pickle.dumps(position)) == position
        assert eval(repr(position), {"Position": sb.Position}) == position
    assert positions[0] != positions[1]
    assert positions[0] != sb.Position("go" if name != "go" else "shogi")
    assert positions[0] != "a position"


def test_what_cannot_be_is_refused_with_the_programs_sentences() -> None:
    with pytest.raises(ValueError, match="no position of connect-four"):
        sb.Position("connect-four", "9")
    position = sb.Position("tic-tac-toe")
    with pytest.raises(ValueError, match="legal"):
        position.play("z9")
    with pytest.raises(IndexError, match="there is no move 9 here; there are 9, from 0"):
        position.play(9)
    with pytest.raises(TypeError):
        position.play(None)  # type: ignore[arg-type]


def test_boards_are_shown() -> None:
    position = sb.Position("backgammon", "4HPwATDgc/ABMA 42")
    assert (position._repr_svg_() or "").startswith("<svg")
    assert position.svg() == position._repr_svg_()


def test_rewards_are_earned_on_the_way() -> None:
    earned = sum(
        before.reward(action)
        for before in random_game("2048", seed=3, most=50)[:-1]
        for action in before.legal_actions()[:1]
    )
    assert earned > 0


def test_positions_are_counted() -> None:
    assert sb.Position("tic-tac-toe").perft(4) == 9 * 8 * 7 * 6
    assert sb.Position("shogi").perft(3) == 25470
