// A game as it was played: what each move lost, and the value over the game.

import { h } from "./dom.js";

export async function show(main) {
  main.replaceChildren(h("h1", {}, "Game"));
}
