"""Positions: the rules of every game as Python sees them."""

from __future__ import annotations

import pickle

import pytest
from conftest import interrupted, random_game

import starboard as sb
from starboard import _starboard

GAMES = _starboard.games()
#: Games whose rules look at what was on the board before.
REMEMBER = ("shogi", "go")


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
        if name not in REMEMBER or position is positions[0]:
            assert again == position and hash(again) == hash(position)
        pickled = pickle.loads(pickle.dumps(position))
        assert pickled == position and hash(pickled) == hash(position)
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


def test_what_came_before_is_kept() -> None:
    start = sb.Position("shogi")
    shuffle = ("5i5h", "5a5b", "5h5i", "5b5a")
    third = start.play(*shuffle, *shuffle)
    assert repr(third).startswith('Position("shogi", "lnsgkgsnl/') and "5b5a" in repr(third)
    # The board is that of the start, and the game another.
    assert third != start and len({start, third, start.play(*shuffle)}) == 3
    again = pickle.loads(pickle.dumps(third))
    assert again == third and again.play(*shuffle).is_over
    assert third == start.play(*shuffle, *shuffle)
    assert not start.play(*shuffle).is_over and third.play(*shuffle).returns() == (0, 0)
    # By superko, what was captured may not come back; by the simple rule, nothing is kept.
    simple = sb.Position("go", "9x9 b 7 simple-ko").play("E5", "E4")
    assert simple == sb.Position("go", simple.text) and "play" not in repr(simple)
    super_ko = sb.Position("go", "9x9 b 7 moves E5 E4")
    assert super_ko != sb.Position("go", super_ko.text)
    for position in (super_ko, super_ko.play(0)):
        assert pickle.loads(pickle.dumps(position)) == position
        assert eval(repr(position), {"Position": sb.Position}) == position


@pytest.mark.parametrize("bad", [-1, 1 << 40, 1 << 80])
def test_numbers_that_cannot_be_are_named(bad: int) -> None:
    position = sb.Position("tic-tac-toe")
    for refused in (
        lambda: position.play(bad),
        lambda: position.move_name(bad),
        lambda: position.perft(bad),
        lambda: sb.Limit(depth=bad),
        lambda: sb.tree(position, depth=bad),
        lambda: sb.solve(position, mb=bad),
        lambda: sb.Engine("tic-tac-toe").analyse(position, multipv=bad),
    ):
        with pytest.raises(ValueError, match=f"expected .*found {bad}"):
            refused()
    with pytest.raises(ValueError, match="found -5"):
        sb.Limit(nodes=-5)
    with pytest.raises(TypeError, match=r"expected a move by its name or place, found .*float"):
        position.play(1.5)  # type: ignore[arg-type]


def test_control_c_stops_a_count() -> None:
    with interrupted() as pressed, pytest.raises(KeyboardInterrupt):
        sb.Position("shogi").perft(20)
    assert pressed() < 2


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
