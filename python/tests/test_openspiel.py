"""Our rules against OpenSpiel's, on random games.

For every game that both have: at every ply the legal moves, or the outcomes of chance with
their odds, are compared as sets, and at the end of a game what it is worth. Moves are matched
by notation; in backgammon, whose moves OpenSpiel numbers, by the positions that they lead to.

A difference that is not one of those named here fails the test. They are counted by name:

`opening` (backgammon, hypergammon)
    OpenSpiel's first roll says who begins, with thirty outcomes and no doubles. Our games
    begin with a roll of the first player; who begins is for matches to draw.
`superko` (Go)
    A move that repeats a position is legal in OpenSpiel and ends the game as a draw. It is
    illegal here.
`entering king` (Shogi)
    In OpenSpiel a king in the enemy's camp with 28 points in all wins at once, and two kings
    that have entered draw. Here who can declare a win (27-point rule, ten pieces in the camp,
    no check) has to, by a move of its own.
`2048 reached` (2048)
    OpenSpiel's game ends with the first tile of 2,048. Ours goes on.
`merged just now` (2048)
    OpenSpiel 2.0 forbids a move that only merges tiles into one that the last move has made: it
    looks at marks that the last move left (`DoesActionChangeBoard`), which are taken away only
    once a move is played. A merged tile may merge again in the next move.
`paid nobody` (hypergammon)
    OpenSpiel 2.0 says who has won by fifteen checkers borne off, so in Hyper-backgammon, which
    has three, nobody is ever paid. Who has borne off all is compared in its place.

`STARBOARD_OPENSPIEL_GAMES` multiplies the number of games; `pytest -s` prints the table.
"""

from __future__ import annotations

import base64
import functools
import itertools
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

import starboard as sb

pyspiel = pytest.importorskip("pyspiel")

MULTIPLE = float(os.environ.get("STARBOARD_OPENSPIEL_GAMES", "1"))


@dataclass
class Tally:
    """What was compared in a game."""

    games: int = 0
    plies: int = 0
    options: int = 0
    ends: int = 0
    explained: Counter[str] = field(default_factory=Counter)


TALLIES: dict[str, Tally] = {}


@pytest.fixture(scope="module", autouse=True)
def table() -> Iterator[None]:
    """Prints what was compared, for `pytest -s` and reports."""
    yield
    print("\n\ngame            games   plies   moves, outcomes   ends  differences, all explained")
    for name, tally in TALLIES.items():
        known = ", ".join(f"{why}: {n}" for why, n in sorted(tally.explained.items())) or "none"
        print(
            f"{name:14} {tally.games:6} {tally.plies:7} {tally.options:17} {tally.ends:6}  {known}"
        )


def sign(value: float) -> int:
    return (value > 0) - (value < 0)


def games(name: str, count: int) -> Iterator[tuple[random.Random, Tally]]:
    """So many games of this name, each with its own seed."""
    tally = TALLIES.setdefault(name, Tally())
    for seed in range(max(1, round(count * MULTIPLE))):
        tally.games += 1
        yield random.Random(f"{name} {seed}"), tally


def compare(
    state: Any,
    position: sb.Position,
    name_of: Callable[[Any, int], str],
    tally: Tally,
    explain: Callable[[Any, sb.Position, set[str], set[str]], str | None] = lambda *_: None,
) -> dict[str, int]:
    """Checks one ply, and returns OpenSpiel's actions by our names, those that both have."""
    theirs = {name_of(state, action): action for action in state.legal_actions()}
    assert len(theirs) == len(state.legal_actions()), f"two actions of one name: {state}"
    assert state.is_chance_node() == position.is_chance, f"{state}\n{position!r}"
    if position.is_chance:
        ours = dict(position.chance_outcomes())
        odds = {name_of(state, action): p for action, p in state.chance_outcomes()}
        assert odds == pytest.approx(ours), f"{state}\n{position!r}"
    else:
        assert state.current_player() == position.player, f"{state}\n{position!r}"
    names = {position.move_name(action) for action in position.legal_actions()}
    tally.plies += 1
    tally.options += len(names)
    if names != set(theirs):
        only_theirs, only_ours = set(theirs) - names, names - set(theirs)
        why = explain(state, position, only_theirs, only_ours)
        assert why, f"{state}\n{position!r}\nonly theirs: {only_theirs}\nonly ours: {only_ours}"
        tally.explained[why] += 1
    return {name: action for name, action in theirs.items() if name in names}


def play(
    state: Any, position: sb.Position, chooser: random.Random, shared: dict[str, int]
) -> sb.Position:
    """One of the moves that both have, or an outcome by its odds."""
    if position.is_chance:
        name = chooser.choices(*zip(*position.chance_outcomes(), strict=True))[0]
    else:
        name = chooser.choice(sorted(shared))
    state.apply_action(shared[name])
    return position.play(name)


def same_winner(state: Any, position: sb.Position, tally: Tally) -> None:
    assert state.is_terminal() and position.is_over, f"{state}\n{position!r}"
    ours, theirs = position.returns(), state.returns()
    assert [sign(x) for x in ours] == [sign(x) for x in theirs], f"{state}\n{position!r}"
    tally.ends += 1


def same_games(name: str, spiel: str, count: int, name_of: Callable[[Any, int], str]) -> None:
    """Plays so many games of ours that begin as OpenSpiel's do."""
    for chooser, tally in games(name, count):
        state, position = pyspiel.load_game(spiel).new_initial_state(), sb.Position(name)
        while not state.is_terminal():
            shared = compare(state, position, name_of, tally)
            position = play(state, position, chooser, shared)
        same_winner(state, position, tally)


def test_both_registries_are_known() -> None:
    """What is compared, and why the rest is not: a new game must be added to one list."""
    compared = {
        "tic-tac-toe": "tic_tac_toe",
        "connect-four": "connect_four",
        "othello": "othello",
        "breakthrough": "breakthrough",
        "einstein": "einstein_wurfelt_nicht",
        "2048": "2048",
        "backgammon": "backgammon",
        "hypergammon": "backgammon",
        "shogi": "shogi",
        "go": "go",
    }
    # A game of the *-Minimax paper's kind, and Ur: OpenSpiel has neither, nor Nackgammon's
    # start, nor the cube, nor matches. Its Amazons are moved by three actions a turn.
    alone = {"amazons", "dice", "ur", "nackgammon", "backgammon-cube", "backgammon-match"}
    assert set(sb.games()) == set(compared) | alone
    assert set(compared.values()) <= set(pyspiel.registered_names())


def test_tic_tac_toe() -> None:
    def name(state: Any, action: int) -> str:
        row, column = re.fullmatch(r"[xo]\((\d),(\d)\)", state.action_to_string(action)).groups()
        return str(3 * int(row) + int(column))

    same_games("tic-tac-toe", "tic_tac_toe", 200, name)


def test_connect_four() -> None:
    def name(state: Any, action: int) -> str:
        return str(int(state.action_to_string(action)[1:]) + 1)

    same_games("connect-four", "connect_four", 200, name)


def test_othello() -> None:
    same_games("othello", "othello", 200, lambda state, action: state.action_to_string(action))


def test_breakthrough() -> None:
    """OpenSpiel's first player moves down the board, ours up."""

    def name(state: Any, action: int) -> str:
        written = state.action_to_string(action)
        a, b, c, d = written[:4]
        cross = "x" if written.endswith("*") else ""
        return f"{a}{9 - int(b)}{cross}{c}{9 - int(d)}"

    same_games("breakthrough", "breakthrough", 200, name)


def test_einstein() -> None:
    """OpenSpiel draws both sides' placements; ours begins as it is told."""

    def text(state: Any, roll: str) -> str:
        # "|b2||b1||__|" is "21."; White's cubes are letters.
        cubes = {"_": lambda n: ".", "b": lambda n: n, "w": lambda n: "ABCDEF"[int(n) - 1]}
        lines = [re.findall(r"\|(.)(.)\|", line) for line in str(state).splitlines() if "|" in line]
        rows = ["".join(cubes[color](number) for color, number in line) for line in lines]
        mover = "first" if state.child(state.legal_actions()[0]).current_player() == 0 else "second"
        return f"{'/'.join(rows)} {mover} {roll}"

    def name(state: Any, action: int) -> str:
        written = state.action_to_string(action)
        if written.startswith("roll "):
            return written[len("roll ") :]
        cube, way = re.fullmatch(r"([BW]\d)-(\w+)\*?", written).groups()
        rows = [re.findall(r"\|(..)\|", line) for line in str(state).splitlines() if "|" in line]
        places = {c: (x, y) for y, row in enumerate(rows) for x, c in enumerate(row)}
        x, y = places[cube.lower()]
        step = 1 if cube[0] == "B" else -1
        x += step * (way in ("right", "left", "diag"))
        y += step * (way in ("down", "up", "diag"))
        return f"{cube[1]}-{'abcde'[x]}{5 - y}"

    for chooser, tally in games("einstein", 150):
        state = pyspiel.load_game("einstein_wurfelt_nicht").new_initial_state()
        while "roll" not in state.action_to_string(state.legal_actions()[0]):
            state.apply_action(chooser.choice(state.legal_actions()))
        position = sb.Position("einstein", text(state, "?"))
        while not state.is_terminal():
            shared = compare(state, position, name, tally)
            position = play(state, position, chooser, shared)
        same_winner(state, position, tally)


def test_2048() -> None:
    def name(state: Any, action: int) -> str:
        written = state.action_to_string(action)
        if added := re.fullmatch(r"(\d) added to row (\d), column (\d)", written):
            tile, row, column = added.groups()
            return f"{tile}-{'abcd'[int(column) - 1]}{5 - int(row)}"
        return str(written).lower()

    for chooser, tally in games("2048", 12):
        state = pyspiel.load_game("2048").new_initial_state()
        position, earned = sb.Position("2048"), 0.0
        made: set[Cell] = set()
        while not state.is_terminal():
            explain = functools.partial(made_just_now, made)
            shared = compare(state, position, name, tally, explain)
            if not shared:
                # Only moves that OpenSpiel leaves out: it has none, and no end either.
                break
            before, chance = position, position.is_chance
            position = play(state, position, chooser, shared)
            moved = next(n for n in shared if before.play(n) == position)
            if not chance:
                made = {cell for cell, target in merges(tiles(before), moved) if target}
            earned += before.reward(moved)
            assert state.returns()[0] == earned, f"{state}\n{position!r}"
        if "2048" in str(state) and not position.is_over:
            tally.explained["2048 reached"] += 1
        elif state.is_terminal():
            assert position.is_over and position.returns()[0] == 0
            tally.ends += 1


Cell = tuple[int, int]


def tiles(position: sb.Position) -> list[list[int]]:
    return [[int(n) for n in row.split()[:4]] for row in position.text.split("/")]


def merges(board: list[list[int]], way: str) -> list[tuple[Cell, bool]]:
    """The places that tiles come to, those of them that move: by merging or by sliding."""
    came: list[tuple[Cell, bool]] = []
    order = range(3, -1, -1) if way in ("right", "down") else range(4)
    for line in range(4):
        cells = [(line, i) if way in ("left", "right") else (i, line) for i in order]
        filled, last = 0, 0
        for place, (row, column) in enumerate(cells):
            tile = board[row][column]
            if not tile:
                continue
            if tile == last:
                came.append((cells[filled - 1], True))
                last = 0
            else:
                if filled != place:
                    came.append((cells[filled], False))
                filled, last = filled + 1, tile
    return came


def made_just_now(
    made: set[Cell], state: Any, position: sb.Position, theirs: set[str], ours: set[str]
) -> str | None:
    """Moves that nothing makes possible but tiles merging into those that the last move made."""
    board = tiles(position)
    steps = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
    for way in ours:
        for row, column in itertools.product(range(4), repeat=2):
            ahead = (row + steps[way][0], column + steps[way][1])
            if board[row][column] and ahead[0] in range(4) and ahead[1] in range(4):
                other = board[ahead[0]][ahead[1]]
                if other == 0 or (other == board[row][column] and ahead not in made):
                    return None
    return None if theirs else "merged just now"


def test_go() -> None:
    def name(state: Any, action: int) -> str:
        written = state.action_to_string(action).split()[1]
        return "pass" if written == "PASS" else str(written).upper()

    def explain(state: Any, position: sb.Position, theirs: set[str], ours: set[str]) -> str | None:
        repeats = lambda n: state.child(by_name[n]).is_terminal()  # noqa: E731
        by_name = {name(state, action): action for action in state.legal_actions()}
        return "superko" if not ours and all(map(repeats, theirs)) else None

    # Random moves fill the board and take it all again: at some point both pass.
    game = pyspiel.load_game("go(board_size=9,komi=7.5,max_game_length=2000)")
    for chooser, tally in games("go", 25):
        state, position = game.new_initial_state(), sb.Position("go", "9x9 b 7.5")
        moves = chooser.randrange(40, 400)
        while not state.is_terminal():
            shared = compare(state, position, name, tally, explain)
            moves -= 1
            if moves <= 0:
                shared = {"pass": shared["pass"]}
            elif len(shared) > 1 and chooser.random() < 0.98:
                shared.pop("pass")
            position = play(state, position, chooser, shared)
        same_winner(state, position, tally)


def test_shogi() -> None:
    def entered(state: Any) -> bool:
        """Whether the king of the side that has moved stands in the enemy's camp."""
        rows, mover = str(state).split()[:2]
        rows = rows.split("/")
        return "K" in "".join(rows[:3]) if mover == "w" else "k" in "".join(rows[6:])

    for chooser, tally in games("shogi", 25):
        state, position = pyspiel.load_game("shogi").new_initial_state(), sb.Position("shogi")
        for _ in range(400):
            if state.is_terminal():
                break
            shared = compare(state, position, lambda s, a: s.action_to_string(a), tally, declared)
            position = play(state, position, chooser, shared)
        if state.is_terminal() and not position.is_over:
            assert entered(state), f"{state}\n{position!r}"
            tally.explained["entering king"] += 1
        elif state.is_terminal():
            same_winner(state, position, tally)
        else:
            assert not position.is_over


def declared(state: Any, position: sb.Position, theirs: set[str], ours: set[str]) -> str | None:
    """A win by declaration is a move here."""
    return "entering king" if not theirs and ours == {"win"} else None


# A player's checkers: on the points 1 to 24 as that player counts, and on the bar.
Side = tuple[int, ...]
# Both players' checkers, the first player's first.
Board = tuple[Side, Side]


def board_of(position: sb.Position) -> Board:
    """From the Position ID: the one not on roll first, a one a checker, a nought a point."""
    key = int.from_bytes(base64.b64decode(position.text.split()[0] + "=="), "little")
    sides = []
    for _ in range(2):
        points = []
        for _ in range(25):
            count = 0
            while key & 1:
                count, key = count + 1, key >> 1
            key >>= 1
            points.append(count)
        sides.append(tuple(points))
    waiting, rolling = sides
    return (rolling, waiting) if position.player == 0 else (waiting, rolling)


def board_in(state: Any) -> Board:
    """Player 0 of OpenSpiel moves up: its point 24 is number 0. 100 is the bar."""
    up = tuple(state.board(0, 24 - point) for point in range(1, 25))
    down = tuple(state.board(1, point - 1) for point in range(1, 25))
    return (*up, state.board(0, 100)), (*down, state.board(1, 100))


def half_turns(state: Any) -> dict[Board, list[int]]:
    """The positions after a whole turn, and the actions that lead there: OpenSpiel plays a
    double as two turns of two checkers each."""
    player, after = state.current_player(), {}
    for action in state.legal_actions():
        child = state.child(action)
        if child.current_player() == player and not child.is_chance_node():
            # The second half of a double.
            for second in child.legal_actions():
                after[board_in(child.child(second))] = [action, second]
        else:
            after[board_in(child)] = [action]
    return after


@pytest.mark.parametrize(
    ("name", "hyper", "count"), [("backgammon", False, 30), ("hypergammon", True, 80)]
)
def test_backgammon(name: str, hyper: bool, count: int) -> None:
    parameters = f"hyper_backgammon={hyper},scoring_type=full_scoring,max_player_turns=100000"
    game = pyspiel.load_game(f"backgammon({parameters})")
    for chooser, tally in games(name, count):
        state, position = game.new_initial_state(), sb.Position(name)
        assert board_in(state) == board_of(position)
        tally.explained["opening"] += 1
        state.apply_action(chooser.choice(state.legal_actions()))
        # Ours begins with the first player: whoever begins there is the first here.
        swapped = state.current_player() == 1
        dice = dice_in(state)
        position = position.play(dice)
        flip = (lambda board: board[::-1]) if swapped else (lambda board: board)
        while True:
            assert state.current_player() == (1 - position.player if swapped else position.player)
            theirs = {flip(board): actions for board, actions in half_turns(state).items()}
            by_board: dict[Board, str] = {}
            for move in position.legal_moves:
                board = board_of(position.play(move))
                assert board not in by_board, f"two moves to one position: {position!r}"
                by_board[board] = move
            tally.plies += 1
            tally.options += len(by_board)
            assert set(theirs) == set(by_board), f"{state}\n{position!r}\n{position.board}"
            board = chooser.choice(sorted(by_board))
            for action in theirs[board]:
                state.apply_action(action)
            position = position.play(by_board[board])
            if state.is_terminal() or position.is_over:
                break
            odds: Counter[str] = Counter()
            for action, p in state.chance_outcomes():
                odds[dice_in(state.child(action))] += p
            assert dict(odds) == pytest.approx(dict(position.chance_outcomes()))
            tally.plies += 1
            tally.options += len(odds)
            action = chooser.choice(state.legal_actions())
            state.apply_action(action)
            position = position.play(dice_in(state))
        assert state.is_terminal() and position.is_over
        theirs_end = flip(tuple(state.returns()))
        if hyper:
            off = re.search(r"Scores, X: (\d+), O: (\d+)", str(state))
            assert off and theirs_end == (0, 0), str(state)
            winner = flip(tuple(1 if n == "3" else -1 for n in off.groups()))
            assert winner == tuple(map(sign, position.returns())), f"{state}\n{position!r}"
            tally.explained["paid nobody"] += 1
        else:
            # A single game, a gammon or a backgammon, in points.
            assert theirs_end == position.returns(), f"{state}\n{position!r}"
        tally.ends += 1


def dice_in(state: Any) -> str:
    """The roll, the higher number first."""
    rolled = re.search(r"Dice: (\d)(\d)", str(state))
    assert rolled, str(state)
    return "".join(sorted(rolled.groups(), reverse=True))
