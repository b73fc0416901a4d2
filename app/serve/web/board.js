// A board to click on: any game's, by the places that its picture names.

import { h, picture } from "./dom.js";

/**
 * The board of a position as the program describes it. `choose(move)` is called with the
 * move that the player points out, place by place; moves with the same places are asked
 * about by name.
 */
export function board(view, choose) {
  const box = h("div", { class: "board" });
  const ask = h("div", { class: "ask", role: "group", "aria-label": "Which move" });
  if (!view.svg) {
    box.append(h("pre", {}, view.board));
    return { element: box, light() {} };
  }
  const svg = picture(view.svg, `Board of ${view.game}: ${view.position}`);
  box.append(svg, ask);
  const places = new Map();
  for (const element of svg.querySelectorAll("[data-place]")) {
    const name = element.dataset.place;
    places.set(name, [...(places.get(name) ?? []), element]);
  }
  let pointed = [];

  const begins = (move) => pointed.every((place, i) => move.places[i] === place);
  function mark() {
    for (const elements of places.values()) elements.forEach((e) => e.classList.remove("next", "pointed"));
    const next = new Set(view.moves.filter(begins).map((move) => move.places[pointed.length]));
    for (const name of next) places.get(name)?.forEach((e) => e.classList.add("next"));
    for (const name of pointed) places.get(name)?.forEach((e) => e.classList.add("pointed"));
  }
  function point(name) {
    ask.replaceChildren();
    pointed.push(name);
    let possible = view.moves.filter(begins);
    if (possible.length === 0) {
      // The beginning of another move, or of none.
      pointed = [name];
      possible = view.moves.filter(begins);
      if (possible.length === 0) pointed = [];
    }
    const whole = possible.filter((move) => move.places.length === pointed.length);
    if (pointed.length && possible.length === 1 && whole.length === 1) return choose(possible[0]);
    if (pointed.length && whole.length) {
      ask.append(...whole.map((move) => h("button", { onclick: () => choose(move) }, move.text)));
      if (possible.length > whole.length) ask.append(h("span", {}, " or go on pointing"));
    }
    mark();
  }
  svg.addEventListener("click", (event) => {
    const place = event.target.closest("[data-place]");
    if (place) point(place.dataset.place);
    else { pointed = []; ask.replaceChildren(); mark(); }
  });
  mark();
  return {
    element: box,
    /** Lights up the places of a move, or of none. */
    light(move) {
      for (const elements of places.values()) elements.forEach((e) => e.classList.remove("lit"));
      move?.places.forEach((name) => places.get(name)?.forEach((e) => e.classList.add("lit")));
    },
  };
}
