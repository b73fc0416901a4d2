"""A game of one's own, written in Rust by `starboard new --python`, as `python/check` installs
it: searched from Python without a line of Python that belongs to it."""

from __future__ import annotations

import pickle

import own_game  # type: ignore[import-not-found,unused-ignore]

import starboard as sb
from starboard import openspiel


def main() -> None:
    assert own_game.games() == ["own-game"] and "own-game" in sb.games()
    game = sb.game("own-game")
    start = game.start()
    found = game.engine("alpha-beta").analyse(start, sb.Limit(depth=6))
    assert found.depth == 6 and found.best in start.legal_moves
    assert pickle.loads(pickle.dumps(start)) == start
    assert own_game.run(["perft", "own-game", "3"])[0] == 0
    assert sb.compare(["alpha-beta", "mtdf"], start)[0]["game"] == "own-game"
    state = openspiel.load_game("own_game").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert str(state) != start.text
    print(f"own-game: {len(start.legal_moves)} moves, {found.nodes} nodes")


if __name__ == "__main__":
    main()
