// Which view is shown, and of what: all of it is in the address, so that going back,
// bookmarks and tests work.

import { begin, ask } from "./api.js";
import { h } from "./dom.js";
import * as position from "./position.js";
import * as tree from "./tree.js";
import * as game from "./game.js";
import * as compare from "./compare.js";
import * as runs from "./runs.js";

const VIEWS = [
  ["position", "Position", position],
  ["tree", "Tree", tree],
  ["compare", "Compare", compare],
  ["game", "Game", game],
  ["runs", "Runs", runs],
];

const main = document.getElementById("main");
const message = document.getElementById("message");
let site, close;

/** What the address says. */
export function state() {
  const all = Object.fromEntries(new URLSearchParams(location.search));
  return { view: "position", ...all };
}

/** What stands between two moves in the address; no game has it in a move. */
const BETWEEN = "|";

/** The position that is shown, as requests name it. */
export const at = (now) => ({ game: now.game, position: now.position, moves: now.moves?.split(BETWEEN) });

/**
 * The address of what comes after a move: by its text or, where the rules look at what came
 * before, by where it began and the moves since.
 */
export const after = (next, now) => (next.past
  ? { moves: [now.moves, next.played].filter(Boolean).join(BETWEEN) }
  : { position: next.position, moves: null });

/** The address with something changed; `null` takes something out of it. */
export function address(change) {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === undefined || value === "") query.delete(name);
    else query.set(name, value);
  }
  return "?" + query;
}

/** Goes to the changed address. `memory` is stored with this entry of the browser's history. */
export function go(change, memory = {}, replace = false) {
  const to = address(change);
  if (replace) history.replaceState(memory, "", to);
  else history.pushState(memory, "", to);
  return show();
}

/** Changes the address without going there. */
go.quietly = (change) => history.replaceState(history.state, "", address(change));

/** Says what went wrong; nothing for a search that was stopped on purpose. */
export function report(error) {
  if (error?.name === "AbortError") return;
  message.textContent = error ? String(error.message ?? error) : "";
  message.hidden = !error;
}

async function show() {
  close?.();
  close = undefined;
  report();
  const now = state();
  const card = site.games.find((card) => card.name === now.game) ?? site.games[0];
  const [name, label, view] = VIEWS.find(([name]) => name === now.view) ?? VIEWS[0];
  document.title = `${label}, ${card.name} – Starboard`;
  document.getElementById("game").value = card.name;
  // A page without a program behind it has neither files nor runs.
  const views = VIEWS.filter(([name]) => site.review || site.runs || !["game", "runs"].includes(name));
  document.getElementById("views").replaceChildren(...views.map(([other, label]) =>
    h("a", { href: address({ view: other }), "aria-current": other === name ? "page" : null,
      onclick: (event) => follow(event, () => go({ view: other })) }, label)));
  const stop = new AbortController();
  close = () => stop.abort();
  try {
    await view.show(main, { ...now, game: card.name }, card, site, stop.signal);
  } catch (error) {
    report(error);
  }
}

/** A link that stays on the page, unless another tab is wanted. */
export function follow(event, then) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button > 0) return;
  event.preventDefault();
  then();
}

async function start() {
  begin();
  try {
    site = await ask("games");
  } catch (error) {
    main.replaceChildren();
    return report(error);
  }
  const select = document.getElementById("game");
  select.append(...site.games.map((card) => h("option", { value: card.name }, card.name)));
  select.addEventListener("change", () => go({
    game: select.value, position: null, moves: null, engine: null, other: null, engines: null, run: null,
  }));
  document.querySelector("header .name").addEventListener("click", (event) =>
    follow(event, () => { history.pushState({}, "", "?"); show(); }));
  addEventListener("popstate", show);
  show();
}

start();
