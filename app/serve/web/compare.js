// Several engines on one position, each as it deepens.

import { ask, follow } from "./api.js";
import { board } from "./board.js";
import { field, grouped, h, table, time, value } from "./dom.js";
import * as engine from "./engine.js";
import { at, go, report } from "./main.js";

export async function show(main, now, card, site, signal) {
  const view = await ask("position", at(now), signal);
  const text = now.engines ?? engine.engines(card).usual.join("\n");
  const box = h("textarea", { name: "engines", rows: "4", spellcheck: "false" }, text);
  const limits = engine.limits({ depth: now.time || now.nodes ? undefined : 2, ...now }, ["depth", "time", "nodes"]);
  const results = h("div", {});
  const run = () => compare(results, box.value, limits.get(), now, card, signal);
  main.replaceChildren(h("div", { class: "columns" },
    h("section", { class: "left", "aria-label": "Board" }, h("h1", {}, "Engines compared"),
      board({ ...view, moves: [] }, () => {}).element,
      h("p", { class: "note" }, view.position)),
    h("section", { class: "right", "aria-label": "Engines" },
      h("form", { onsubmit: (event) => {
        event.preventDefault();
        go({ engines: box.value, ...limits.address(), run: "1" });
      } }, field("Engines, one per line", box, "field wide"), limits.element,
      h("div", { class: "row" }, h("button", { class: "main" }, "Compare"))), engine.help(card), results)));
  if (now.run) await run();
}

async function compare(out, text, limits, now, card, signal) {
  const names = text.split("\n").map((line) => line.trim()).filter(Boolean);
  const found = names.map(() => ({ state: "searching …" }));
  const draw = () => {
    const known = found.map((one) => one.report).filter(Boolean);
    const most = Math.max(1, ...known.map((r) => r.counters.nodes));
    const rows = names.map((name, i) => {
      const { report: r, state } = found[i];
      if (!r) return h("tr", {}, h("th", { scope: "row" }, name), h("td", { colspan: "7", class: "state" }, state));
      return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, r.pv[0] ?? r.best_moves[0] ?? ""),
        h("td", {}, value(r.value, card.unit, r.bound)), h("td", {}, String(r.depth)),
        h("td", {}, grouped(r.counters.nodes)), h("td", { class: "bar" }, h("meter", { min: "0", max: String(most), value: String(r.counters.nodes) }, "")),
        h("td", {}, grouped(r.counters.evaluations)), h("td", {}, time(r.times.total), state === "done" ? "" : " …"));
    });
    const exact = found.map((one, i) => [one, names[i]]).filter(([one, name]) => one.state === "done"
      && one.report.bound === "exact" && card.searches.some((search) => search.exact && name.startsWith(search.name)));
    const depths = new Set(exact.map(([one]) => one.report.depth)), values = new Set(exact.map(([one]) => one.report.value));
    const same = exact.length > 1 && depths.size === 1
      ? h("p", { class: values.size === 1 ? "good" : "bad", role: "status" }, values.size === 1
        ? `The ${exact.length} exact algorithms agree on the value, as they must.`
        : "Exact algorithms differ: either their evaluators or quiescence are not the same, or this is a bug.") : null;
    out.replaceChildren(table("Engines", ["Engine", "Move", "Value", "Depth", "Nodes", "", "Evaluations", "Time"], rows), ...(same ? [same] : []));
  };
  draw();
  await Promise.all(names.map(async (name, i) => {
    try {
      const done = await follow("analyse", { ...at(now), engine: name, ...limits }, {
        report: (r) => { found[i] = { report: r, state: "searching" }; draw(); },
        waiting: () => { found[i].state = "waiting for a free search"; },
      }, signal);
      found[i] = { report: done.report, state: "done" };
    } catch (error) {
      if (error.name === "AbortError") return;
      found[i] = { state: String(error.message) };
      report();
    }
    draw();
  }));
}
