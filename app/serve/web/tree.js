// Search trees, two engines side by side on the same position: every node with its window,
// its value and why it was left, step by step in the order of the search.

import { ask } from "./api.js";
import { field, grouped, h, picture, s, value } from "./dom.js";
import * as engine from "./engine.js";
import { address, at, go, report } from "./main.js";
import { hierarchy, tree as layout } from "./vendor/d3-hierarchy.js";

/** Why the search left a node, in words. */
const WHY = {
  searched: "searched to the end", leaf: "evaluated", over: "game over", "beta-cut": "beta cut",
  "star-low": "star cut: cannot reach alpha", "star-high": "star cut: cannot stay below beta",
  "probe-cut": "cut by the probes", table: "from the table", bounds: "settled by bounds", pruned: "pruned",
};
const SHORT = { searched: "", leaf: "leaf", over: "over", "beta-cut": "β cut", "star-low": "★ cut, low",
  "star-high": "★ cut, high", "probe-cut": "probe cut", table: "table", bounds: "bounds", pruned: "pruned" };

/** How many nodes are open at first. */
const OPEN = 40;
const ROW = 34, COLUMN = 178;

export async function show(main, now, card, site, signal) {
  const [first, second] = engine.engines(card).usual;
  const a = engine.input(card, "engine", now.engine ?? first, "Engine A");
  const b = engine.input(card, "other", now.other ?? second ?? "", "Engine B (optional)");
  const limits = engine.limits({ depth: 2, most: 2000, ...now }, ["depth", "nodes", "most"]);
  const position = h("input", { name: "position", value: now.position ?? "", placeholder: card.info?.start ?? "the start", spellcheck: "false" });
  const panes = h("div", { class: "panes" });
  const draw = async () => {
    panes.replaceChildren();
    report();
    const described = [a.box.value, b.box.value].filter((text) => text.trim());
    const boxes = described.map((text, i) => h("section", { class: "pane", "aria-label": `Tree of engine ${"AB"[i]}` },
      h("h2", {}, text), h("p", { role: "status" }, "Searching …")));
    panes.append(...boxes);
    const trees = await Promise.all(described.map((text) => record(card, now, text, limits.get(), signal)));
    trees.forEach((tree, i) => {
      if (tree.error) boxes[i].lastChild.replaceWith(h("p", { class: "bad", role: "alert" }, tree.error));
      else Pane(boxes[i], tree, card, signal);
    });
  };
  main.replaceChildren(h("form", { class: "wide", onsubmit: (event) => {
    event.preventDefault();
    const written = position.value.trim();
    const moves = written === (now.position ?? "") ? now.moves : null;
    go({ engine: a.box.value, other: b.box.value || "-", position: written || null, moves, ...limits.address() });
  } }, h("h1", {}, "Search trees, side by side"), engine.list(card),
  h("div", { class: "two" }, a.element, b.element), h("div", { class: "limits" }, field("Position", position), limits.element),
  h("div", { class: "row" }, h("button", { class: "main" }, "Search"),
    h("a", { href: board(now.position, now.moves) }, "See the board"))),
  legend(), panes);
  if (b.box.value === "-") b.box.value = "";
  await draw();
}

/** The address of a position's board. */
const board = (position, moves) => address({ view: "position", position, moves, engine: null, other: null, depth: null, nodes: null, most: null });

async function record(card, now, text, limits, signal) {
  try {
    const sampled = card.searches.find((search) => text.trim().startsWith(search.name))?.by_nodes;
    // A tree that samples grow has as many nodes as there are samples.
    const nodes = limits.nodes ?? (sampled ? 300 : undefined);
    return await ask("tree", { ...at(now), engine: text, ...limits, nodes }, signal);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    return { error: String(error.message) };
  }
}

function legend() {
  return h("details", { class: "help" }, h("summary", {}, "How to read it"), h("p", {},
    "Squares are decisions, diamonds chance nodes, circles leaves and finished games; blue is the first player, ",
    "orange the second. Beside a node: its value for its own mover, why the search left it, and below them the window (α, β) it ",
    "was searched with, or its visits. A thick line leads to the child that gives the value, a dashed one is a probe, a red stub stands for the moves that a cut ",
    "spared, a dotted one for those that a probe left to the full search of the same outcome that followed. Click a node, or press Enter, to open or close it; arrow keys move about. The slider steps through the ",
    "search in the order in which nodes were entered."));
}

/** One tree: a summary, steps, the picture, and the selected node. */
function Pane(box, tree, card, signal) {
  const { nodes, unit } = tree;
  const open = new Set();
  // Level by level, as far as it stays readable.
  for (let level = [0], shown = 1; level.length;) {
    const next = [];
    for (const i of level) {
      if (shown + nodes[i].children.length > OPEN && i !== 0) continue;
      open.add(i);
      shown += nodes[i].children.length;
      next.push(...nodes[i].children);
    }
    level = next;
  }
  const last = Math.max(...nodes.map((node) => node.order));
  let step = last, chosen = 0, timer;
  const slider = h("input", { type: "range", min: "0", max: String(last), value: String(last),
    "aria-label": "Steps of the search", oninput: () => { pause(); at(Number(slider.value)); } });
  const count = h("output", {});
  const playing = h("button", { type: "button", onclick: () => (timer ? pause() : run()) }, "Play");
  const stage = h("div", { class: "scroll tree", tabindex: "-1" });
  const look = h("div", { class: "look" });

  function pause() {
    clearInterval(timer);
    timer = undefined;
    playing.textContent = "Play";
  }
  function run() {
    if (step >= last) step = -1;
    playing.textContent = "Pause";
    timer = setInterval(() => (step >= last ? pause() : at(step + 1)), 250);
  }
  function at(k) {
    step = k;
    slider.value = String(k);
    const i = nodes.findIndex((node) => node.order === k);
    if (k < last && i >= 0) {
      for (let up = nodes[i].parent; up !== null && up !== undefined; up = nodes[up].parent) open.add(up);
      chosen = i;
    }
    draw();
  }
  function toggle(i) {
    if (!nodes[i].children.length) return;
    if (open.has(i)) open.delete(i); else open.add(i);
  }
  function draw(focus = false) {
    count.textContent = `${grouped(step + 1)} of ${grouped(last + 1)} nodes`;
    stage.replaceChildren(drawing(tree, open, step, chosen, (i, also) => {
      chosen = i;
      if (also) toggle(i);
      draw(true);
    }));
    const element = stage.querySelector("[aria-selected=true]");
    if (focus) element?.focus({ preventScroll: true });
    if (element) keepInSight(stage, element);
    lookAt();
  }
  let asked;
  async function lookAt() {
    const node = nodes[chosen];
    const window = node.window ? `window (${value(node.window.alpha, unit)}, ${value(node.window.beta, unit)})` : "";
    const facts = [node.move ? `after ${node.move}` : "the root", node.value === null ? "not finished" : `value ${value(node.value, unit)}`,
      node.probing ? "a probe" : "", WHY[node.why] ?? "", window, node.visits ? visits(node) : `depth ${node.depth}`];
    const text = h("p", {}, facts.filter(Boolean).join(" · "));
    const { names, how, cut } = left(node);
    const skipped = names.length ? h("p", { class: cut ? "bad" : "note" }, `Not ${how}: ${names.slice(0, 40).join(", ")}${names.length > 40 ? " …" : ""}`) : null;
    const to = h("p", {}, h("a", { href: board(node.position) }, "Look at this position"));
    const own = asked = chosen;
    const old = look.querySelector(".board");
    look.replaceChildren(text, ...(old ? [old] : []), ...(skipped ? [skipped] : []), to);
    if (timer) return;
    try {
      const view = await ask("position", { game: card.name, position: node.position }, signal);
      if (own !== asked) return;
      const shown = h("div", { class: "board small" }, view.svg ? picture(view.svg, view.position) : h("pre", {}, view.board));
      if (look.querySelector(".board")) look.querySelector(".board").replaceWith(shown); else text.after(shown);
    } catch (error) {
      report(error);
    }
  }
  signal.addEventListener("abort", pause);
  box.replaceChildren(h("h2", {}, tree.title), summary(tree), h("div", { class: "row steps" }, playing,
    h("button", { type: "button", "aria-label": "One step back", onclick: () => { pause(); at(Math.max(0, step - 1)); } }, "‹"),
    slider, h("button", { type: "button", "aria-label": "One step forward", onclick: () => { pause(); at(Math.min(last, step + 1)); } }, "›"), count),
  stage, look);
  draw();
}

/** Scrolls the stage, and nothing around it, until the node is well inside. */
function keepInSight(stage, element) {
  const [outer, inner] = [stage.getBoundingClientRect(), element.getBoundingClientRect()];
  const [x, y] = [inner.left - outer.left, inner.top - outer.top];
  if (y < 30 || y > outer.height - 60) stage.scrollTop += y - outer.height / 2;
  if (x < 0 || x > outer.width - 120) stage.scrollLeft += x - outer.width / 3;
}

function summary(tree) {
  const { nodes, unit, dropped } = tree;
  const why = {};
  for (const node of nodes) if (node.why && SHORT[node.why]) why[SHORT[node.why]] = (why[SHORT[node.why]] ?? 0) + 1;
  const probes = nodes.filter((node) => node.probing).length;
  const spared = nodes.reduce((sum, node) => sum + node.skipped.length, 0);
  const parts = [`${grouped(nodes.length + dropped)} nodes`, ...Object.entries(why).map(([name, n]) => `${grouped(n)} ${name}`)];
  if (probes) parts.push(`${grouped(probes)} probes`);
  if (spared) parts.push(`${grouped(spared)} branches spared`);
  const root = nodes[0];
  return h("p", { class: "summary" }, h("strong", {}, `value ${root.value === null ? "?" : value(root.value, unit)}`), " · ", parts.join(" · "),
    dropped ? h("span", { class: "bad" }, ` · the first ${grouped(nodes.length)} are shown`) : null);
}

function drawing(tree, open, step, chosen, choose) {
  const { nodes, unit } = tree;
  const seen = (i) => nodes[i].order <= step;
  const build = (i) => {
    const below = open.has(i) ? nodes[i].children.filter(seen).map(build) : [];
    const stub = left(nodes[i]).names.length && step >= lastBelow(nodes, i) ? [{ stub: i, children: [] }] : [];
    return { i, children: [...below, ...(open.has(i) || !nodes[i].children.length ? stub : [])] };
  };
  const root = layout().nodeSize([ROW, COLUMN])(hierarchy(build(0)));
  const all = root.descendants();
  const top = Math.min(...all.map((d) => d.x)), bottom = Math.max(...all.map((d) => d.x));
  const right = Math.max(...all.map((d) => d.y));
  const [width, height] = [right + COLUMN + 40, bottom - top + 2 * ROW];
  const svg = s("svg", { viewBox: `-20 ${top - ROW} ${width} ${height}`, width, height, role: "tree", "aria-label": tree.title });
  const edges = s("g", { "aria-hidden": "true" });
  svg.append(edges);
  for (const d of all) {
    const up = d.parent;
    if (up) {
      const node = d.data.stub === undefined ? nodes[d.data.i] : null;
      const best = node && isChosen(nodes, d.data.i);
      const { names, how, cut } = left(node ?? nodes[d.data.stub]);
      const knee = up.y + 118;
      edges.append(s("path", { class: `edge${best ? " chosen" : ""}${node?.probing ? " probe" : ""}${node ? "" : cut ? " cut" : " untried"}`,
        d: `M${up.y} ${up.x}H${knee}V${d.x}H${node ? d.y : knee + 14}` }));
      const odds = node?.weight ? ` ${node.weight[0]}/${node.weight[1]}` : "";
      const label = node ? clipped(node.move ?? "", 24) + odds : `${names.length} not ${how}`;
      edges.append(s("text", { x: knee + (node ? 4 : 18), y: d.x - (node ? 4 : -3), class: node || !cut ? "move" : "move bad" }, label));
    }
    if (d.data.stub === undefined) svg.append(mark(d, nodes[d.data.i], unit, open, chosen, choose, nodes, step));
  }
  svg.addEventListener("keydown", (event) => {
    const node = nodes[chosen], shown = all.filter((d) => d.data.stub === undefined).map((d) => d.data.i);
    const rows = all.filter((d) => d.data.stub === undefined).sort((p, q) => p.y - q.y || p.x - q.x);
    const same = rows.filter((d) => d.y === rows.find((r) => r.data.i === chosen)?.y).map((d) => d.data.i);
    const beside = (by) => same[same.indexOf(chosen) + by];
    const next = { ArrowLeft: node.parent, ArrowRight: node.children.find((i) => shown.includes(i)),
      ArrowUp: beside(-1), ArrowDown: beside(1), Home: 0 }[event.key];
    if (event.key === "Enter" || event.key === " ") choose(chosen, true);
    else if (event.key === "ArrowRight" && next === undefined && node.children.length) choose(chosen, true);
    else if (next !== undefined && next !== null) choose(next, false);
    else return;
    event.preventDefault();
  });
  return svg;
}

/** What was not searched at a node: spared by a cut or, at a probe, left to the full search that followed. */
function left(node) {
  const unprobed = node.unprobed ?? [];
  return unprobed.length ? { names: unprobed, how: "probed", cut: false } : { names: node.skipped, how: "searched", cut: true };
}

/** The last step in the subtree of a node: only then is its cut known. */
function lastBelow(nodes, i) {
  const node = nodes[i];
  return node.last ??= Math.max(node.order, ...node.children.map((child) => lastBelow(nodes, child)));
}

function isChosen(nodes, i) {
  const node = nodes[i], above = nodes[node.parent];
  if (above.kind !== "decision") return false;
  if (node.visits) return above.children[0] === i;
  return node.value !== null && above.value === (node.mover === above.mover ? node.value : -node.value);
}

const visits = (node) => `${grouped(node.visits)} visit${node.visits === 1 ? "" : "s"}`;

const clipped = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);

function mark(d, node, unit, open, chosen, choose, nodes, step) {
  const { i } = d.data;
  const done = step >= lastBelow(nodes, i);
  const leaf = !node.children.length;
  const shape = node.kind === "chance" ? s("path", { d: "M0 -9L9 0L0 9L-9 0Z" })
    : node.kind === "decision" && !leaf ? s("rect", { x: -7, y: -7, width: 14, height: 14 }) : s("circle", { r: 6 });
  shape.setAttribute("class", node.mover.toLowerCase());
  const closed = !leaf && !open.has(i);
  const text = !done ? "…" : node.value === null ? "stopped" : value(node.value, unit);
  const below = node.visits ? visits(node) : node.window ? `(${value(node.window.alpha, unit)}, ${value(node.window.beta, unit)})` : "";
  const why = done ? SHORT[node.why] ?? "" : "";
  return s("g", { transform: `translate(${d.y} ${d.x})`, class: "node", role: "treeitem", tabindex: i === chosen ? "0" : "-1",
    "aria-selected": String(i === chosen), "aria-level": String(d.depth + 1), "aria-expanded": leaf ? null : String(!closed),
    "aria-label": `${node.move ?? "root"}: ${text}${node.probing ? ", probe" : ""}${why ? ", " + why : ""}`,
    onclick: () => choose(i, true) },
  s("rect", { class: "hit", x: -12, y: -15, width: COLUMN - 62, height: 30 }), shape,
  closed ? s("text", { class: "plus", "text-anchor": "middle", y: 4 }, "+") : null,
  s("text", { x: 12, y: -4 }, text + " ", s("tspan", { class: `why ${node.why ?? ""}` }, why)),
  s("text", { x: 12, y: 11, class: "dim" }, below));
}
