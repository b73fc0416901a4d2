// An engine and how far it searches: the fields that several views have.

import { field, h } from "./dom.js";

/** Engines to begin with: the default first, then those that show how algorithms differ. */
export function engines(card) {
  const has = (name) => card.searches.some((search) => search.name === name);
  const exact = card.searches.filter((search) => search.exact).map((search) => search.name);
  const more = exact.flatMap((name) => [name, `${name} + tt(mb=64)`]);
  const known = [card.engine, ...more, ...card.searches.map((search) => search.name)];
  const usual = has("star2") ? ["star1", "star2", "mcts"] : ["alpha-beta", "mtdf", "mcts"];
  return { known: [...new Set(known)].filter((name) => name !== "random"), usual: usual.filter(has) };
}

/** The list that the fields for engines are completed from. */
export function list(card) {
  return h("datalist", { id: "engines" }, engines(card).known.map((value) => h("option", { value })));
}

/** A field for the description of an engine. */
export function input(card, name, value, label = "Engine") {
  const box = h("input", { name, list: "engines", value: value ?? card.engine, spellcheck: "false",
    autocomplete: "off", autocapitalize: "off" });
  return { box, element: field(label, box, "field wide") };
}

/** Fields for limits, from and to the address: `depth`, `time`, `nodes`. */
export function limits(now, names = ["depth", "time", "nodes"]) {
  const labels = { depth: "Depth", time: "Seconds", nodes: "Nodes", lines: "Lines", most: "Nodes shown" };
  const most = { depth: 64, time: 60, nodes: 1e8, lines: 64, most: 5000 };
  const boxes = Object.fromEntries(names.map((name) => [name, h("input", {
    name, type: "number", min: name === "time" ? "0.1" : "1", max: most[name], step: name === "time" ? "any" : "1",
    value: now[name] ?? "", inputmode: "decimal",
  })]));
  return {
    element: h("div", { class: "limits" }, names.map((name) => field(labels[name], boxes[name]))),
    /** What is filled in, as numbers. */
    get() {
      const filled = names.filter((name) => boxes[name].value !== "");
      return Object.fromEntries(filled.map((name) => [name, Number(boxes[name].value)]));
    },
    /** The same for the address, with what is empty as `null`. */
    address: () => Object.fromEntries(names.map((name) => [name, boxes[name].value || null])),
  };
}

/** What an engine can be made of. */
export function help(card) {
  const term = (part) => [h("dt", {}, part.name), h("dd", {}, part.about)];
  const list = (title, parts) => (parts.length ? [h("h4", {}, title), h("dl", {}, parts.flatMap(term))] : []);
  return h("details", { class: "help" }, h("summary", {}, "What an engine can be made of"),
    h("p", {}, "The algorithm with its arguments, then a table, an evaluator, orderings, as in ",
      h("code", {}, `${engines(card).usual[0] ?? card.engine}(depth=3) + tt(mb=64) + history`), "."),
    list("Algorithms", card.searches), list("Evaluators", card.evaluators), list("The game's own orderings", card.orders),
    h("p", {}, "Orderings for every game: ", card.plugins.join(", "), "."));
}
