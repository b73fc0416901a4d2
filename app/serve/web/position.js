// One position: its board to click on, a search as it deepens, and what the game itself
// has to say.

import { ask, follow } from "./api.js";
import { board } from "./board.js";
import { field, grouped, h, table, time, units, value } from "./dom.js";
import * as engine from "./engine.js";
import { after, at, go, report } from "./main.js";

/** Who is who, in words. */
const MOVER = { first: "first player", second: "second player" };

export async function show(main, now, card, site, signal) {
  const view = await ask("position", at(now), signal);
  const line = history.state?.line ?? [];
  const play = (text) => moveTo(text, line, now);
  const picture = board(view, (move) => play(move.text));
  const analysis = Analysis(view, now, card, picture, signal, play);
  main.replaceChildren(h("div", { class: "columns" },
    h("section", { class: "left", "aria-label": "Board" },
      h("h1", {}, title(view, card)), picture.element, controls(view, now, card, line, play, analysis)),
    h("section", { class: "right", "aria-label": "Analysis" }, analysis.element, panels(view, now, card, signal))));
  if (now.live) analysis.start();
}

function title(view, card) {
  const who = card.players === 1 ? "the player" : MOVER[view.mover.toLowerCase()];
  if (view.node === "over") return `Over: ${units(view.score)} ${view.unit_name} for the ${MOVER[view.mover.toLowerCase()]}`;
  return view.node === "chance" ? `A roll, then the ${who} moves` : `${who[0].toUpperCase()}${who.slice(1)} to move`;
}

async function moveTo(text, line, now) {
  try {
    const next = await ask("position", { ...at(now), play: text });
    const before = { played: next.played, position: now.position, moves: now.moves };
    await go({ ...after(next, now), view: now.view }, { line: [...line, before] });
  } catch (error) {
    report(error);
  }
}

/** Goes back to before a move. */
const back = ({ position, moves }, memory) => go({ position, moves }, memory);

function controls(view, now, card, line, play, analysis) {
  const move = h("input", { name: "move", list: "moves", autocomplete: "off", spellcheck: "false",
    placeholder: view.moves[0]?.text ?? "", disabled: view.node === "over" });
  const form = h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); play(move.value); } },
    field(view.node === "chance" ? "Outcome" : "Move", move), h("button", { disabled: view.node === "over" }, "Play"));
  const random = () => {
    const all = view.moves.reduce((sum, m) => sum + m.weight, 0);
    let drawn = Math.random() * all;
    play((view.moves.find((m) => (drawn -= m.weight) < 0) ?? view.moves[0]).text);
  };
  const undo = line.at(-1);
  const text = h("textarea", { name: "position", rows: "2", spellcheck: "false" }, view.position);
  const built = h("select", { name: "example", onchange: () => go({ position: built.value || null, moves: null }) },
    h("option", { value: "" }, "Start position"),
    card.examples.map((position, i) => h("option", { value: position, selected: position === view.position },
      `${i + 1}: ${position.length > 48 ? position.slice(0, 47) + "…" : position}`)));
  return h("div", { class: "controls" }, form,
    h("datalist", { id: "moves" }, view.moves.slice(0, 2000).map((m) => h("option", { value: m.text }))),
    h("div", { class: "row" },
      view.node === "chance" ? h("button", { onclick: random }, "Roll") : null,
      view.node === "decision" ? h("button", { onclick: () => analysis.decide() }, "Engine plays") : null,
      h("button", { disabled: !undo, onclick: () => back(undo, { line: line.slice(0, -1) }) }, "Take back"),
      h("button", { onclick: () => go({ position: null, moves: null }) }, "Start"),
      h("button", { onclick: () => go({ view: "tree" }, history.state) }, "See the tree")),
    line.length ? h("p", { class: "line" }, "Played: ", line.map((step, i) => h("a", {
      href: "#", onclick: (event) => { event.preventDefault(); back(step, { line: line.slice(0, i) }); },
      title: "Back to the position before this",
    }, step.played)).flatMap((link, i) => (i ? [" ", link] : [link]))) : null,
    h("details", { open: true }, h("summary", {}, "Position"),
      h("form", { onsubmit: (event) => { event.preventDefault(); go({ position: text.value.trim(), moves: null }); } },
        field(card.notation || "In the game's notation", text, "field wide"),
        h("div", { class: "row" }, h("button", {}, "Set up"), field("Built-in positions", built)))));
}

/** The search: its fields, and what it finds. */
function Analysis(view, now, card, picture, signal, play) {
  const described = engine.input(card, "engine", now.engine);
  const limits = engine.limits({ lines: 3, time: now.depth || now.nodes ? undefined : 5, ...now }, ["lines", "depth", "time", "nodes"]);
  const status = h("p", { class: "status", role: "status" });
  const found = h("div", { class: "found" });
  const stop = h("button", { type: "button", onclick: () => running?.abort(), disabled: true }, "Stop");
  const live = h("input", { type: "checkbox", checked: Boolean(now.live), onchange: () => {
    keep();
    if (live.checked) start();
  } });
  let running;

  const keep = () => go.quietly({ engine: described.box.value === card.engine ? null : described.box.value,
    ...limits.address(), live: live.checked ? "1" : null });
  async function start() {
    running?.abort();
    const own = running = new AbortController();
    signal.addEventListener("abort", () => own.abort());
    stop.disabled = false;
    status.textContent = "Searching …";
    report();
    try {
      const done = await follow("analyse", {
        ...at(now), engine: described.box.value, ...limits.get(),
      }, {
        report: (r) => draw(r, `Depth ${r.depth} …`),
        waiting: () => { status.textContent = "Waiting for a free search …"; },
      }, own.signal);
      draw(done.report, `Depth ${done.report.depth}, ended by ${done.report.stopped_by}`, done.plies_to_end);
      return done;
    } catch (error) {
      status.textContent = error.name === "AbortError" ? "Stopped" : "";
      report(error);
    } finally {
      if (running === own) stop.disabled = true;
    }
  }
  function draw(r, state, plies) {
    const nodes = r.counters.nodes;
    const t = r.times.total.secs + r.times.total.nanos / 1e9;
    const end = plies === undefined ? "" : `a ${r.value > 0 ? "win" : "loss"} in ${plies} ${plies === 1 ? "move" : "moves"}, `;
    status.textContent = `${state}: ${end}${value(r.value, card.unit, r.bound)} ${card.unit_name} for the player to move; ` +
      `${grouped(nodes)} nodes, ${grouped(r.counters.evaluations)} evaluations in ${time(t)}` +
      (t > 0.05 ? `, ${grouped(nodes / t)} a second` : "");
    const shown = r.candidates.slice(0, 40);
    const detailed = shown.some((c) => c.details?.length);
    const names = detailed ? r.detail_names ?? [] : [];
    const rows = shown.map((c) => h("tr", {
      class: r.best_moves.includes(c.move) ? "best" : null,
      onmouseenter: () => picture.light(view.moves.find((m) => m.text === c.move)),
      onmouseleave: () => picture.light(),
    }, h("th", { scope: "row" }, h("button", { class: "link", onclick: () => play(c.move), title: "Play this move" }, c.move)),
    h("td", {}, value(c.value, card.unit, c.bound)), h("td", {}, String(c.depth)),
    names.map((_, i) => h("td", {}, c.details?.[i]?.toFixed(3) ?? "")),
    h("td", { class: "pv" }, (c.pv ?? []).slice(1, 9).join(" "))));
    const bounds = shown.some((c) => c.bound === "upper" || c.bound === "lower");
    found.replaceChildren(...[
      rows.length ? table("Moves, best first", ["Move", "Value", "Depth", ...names, "Then"], rows) : h("p", {}, "Nothing to decide here."),
      bounds ? h("p", { class: "note" }, "≤ and ≥: a cutoff left only a bound; ask for more lines to get exact values.") : null,
    ].filter(Boolean));
  }
  const element = h("div", { class: "analysis" },
    h("form", { onsubmit: (event) => { event.preventDefault(); keep(); start(); } },
      engine.list(card), described.element, limits.element,
      h("div", { class: "row" }, h("button", { class: "main", disabled: view.node === "over" }, "Analyse"), stop,
        h("label", { class: "check" }, live, "analyse every position"))),
    status, found, engine.help(card));
  return {
    element,
    start,
    async decide() {
      const done = await start();
      const best = done && (done.report.pv[0] ?? done.report.best_moves[0] ?? view.moves[0].text);
      if (best && !signal.aborted) play(best);
    },
  };
}

/** What the game itself has to say. */
function panels(view, now, card, signal) {
  return card.panels.map((panel) => {
    const boxes = panel.fields.map((field) => (field.choices.length
      ? h("select", { name: field.name }, field.choices.map((choice) => h("option", { selected: choice === field.default }, choice)))
      : h("input", { name: field.name, value: field.default, spellcheck: "false" })));
    const out = h("div", { class: "said" });
    const say = async (event) => {
      event.preventDefault();
      report();
      out.replaceChildren(h("p", { role: "status" }, "One moment …"));
      try {
        const fields = Object.fromEntries(panel.fields.map((field, i) => [field.name, boxes[i].value]));
        const { html } = await ask("panel", { ...at(now), panel: panel.name, fields }, signal);
        out.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
      } catch (error) {
        out.replaceChildren();
        report(error);
      }
    };
    return h("details", { class: "panel", open: true }, h("summary", {}, panel.name), h("p", {}, panel.about),
      h("form", { onsubmit: say }, h("div", { class: "limits" }, panel.fields.map((f, i) => field(f.label, boxes[i]))),
        h("button", {}, "Show")), out);
  });
}
