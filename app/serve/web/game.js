// A game as it was played: what each move lost, and the value over the game.

import { ask, follow } from "./api.js";
import { field, h, picture, s, table, units } from "./dom.js";
import * as engine from "./engine.js";
import { address, report } from "./main.js";

/** A loss, shown under a heading that says so, and hence without a sign. */
const lost = (loss) => units(loss).replace("+", "");

const SIGN = { doubtful: "?!", bad: "?", "very-bad": "??" };

export async function show(main, now, card, site, signal) {
  const file = h("input", { type: "file", name: "file" });
  const text = h("textarea", { name: "moves", rows: "3", spellcheck: "false", placeholder: "… or paste a record, or a list of moves" });
  const number = h("input", { name: "number", type: "number", min: "1", step: "1", value: "1" });
  const described = engine.input(card, "engine", now.engine);
  const limits = engine.limits(now, ["depth", "time", "nodes"]);
  const out = h("div", {});
  const stop = h("button", { type: "button", disabled: true }, "Stop");
  const begin = async (event) => {
    event.preventDefault();
    report();
    const own = new AbortController();
    signal.addEventListener("abort", () => own.abort());
    stop.onclick = () => own.abort();
    stop.disabled = false;
    try {
      const bytes = file.files[0] ? new Uint8Array(await file.files[0].arrayBuffer()) : new TextEncoder().encode(text.value);
      if (!bytes.length) throw new Error("choose a file, or paste the moves");
      const view = Shown(out, card, signal);
      const engineText = described.box.value === card.engine ? undefined : described.box.value;
      const done = await follow("review", { game: card.name, content: base64(bytes), number: Number(number.value) || 1, engine: engineText, ...limits.get() },
        { game: view.game, move: view.move, waiting: view.waiting }, own.signal);
      view.done(done);
    } catch (error) {
      report(error);
    } finally {
      stop.disabled = true;
    }
  };
  main.replaceChildren(h("form", { class: "wide", onsubmit: begin }, h("h1", {}, "Review of a whole game"),
    h("p", { class: "note" }, "SGF, KIF, CSA, .mat and the other formats that the game reads, in any encoding; the list of moves that matches write; or just moves."),
    h("div", { class: "two" }, field("File", file, "field wide"), field("Or as text", text, "field wide")),
    engine.list(card), described.element,
    h("div", { class: "limits" }, limits.element, field("Number of the game in the file", number)),
    h("div", { class: "row" }, h("button", { class: "main" }, "Review"), stop)), out);
}

function base64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

/** What is shown of a review, from its beginning to its end. */
function Shown(out, card, signal) {
  const status = h("p", { class: "status", role: "status" }, "Reading …");
  const chart = h("div", {}), summary = h("div", {}), list = h("div", { class: "scroll moves", tabindex: "0", role: "region", "aria-label": "Moves" });
  const look = h("div", { class: "look" });
  out.replaceChildren(status, summary, chart, h("div", { class: "columns" }, look, h("div", {}, mistakes(), h("div", { class: "table" }, h("p", { class: "caption" }, "Moves"), list))));
  let played = [], reviewed = [], values = [], names = [], at = 0;

  function mistakes() {
    const next = (by) => {
      for (let i = at + by; i >= 0 && i < reviewed.length; i += by) if (reviewed[i]?.verdict?.mark) return go(i);
    };
    return h("div", { class: "row" }, h("button", { onclick: () => next(-1) }, "‹ Previous mistake"), h("button", { onclick: () => next(1) }, "Next mistake ›"),
      h("button", { onclick: () => go(at - 1), "aria-label": "Previous move" }, "‹"), h("button", { onclick: () => go(at + 1), "aria-label": "Next move" }, "›"));
  }
  function rows() {
    list.replaceChildren(h("table", { "aria-label": "Moves" }, h("thead", {}, h("tr", {}, ["Move", "", "Lost", "Best"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, played.map((move, i) => {
        const verdict = reviewed[i]?.verdict;
        return h("tr", { class: i === at ? "best" : null }, h("th", { scope: "row" },
          h("button", { class: "link", onclick: () => go(i), "aria-current": i === at ? "true" : null }, `${i + 1}. ${move}`)),
        h("td", { class: "bad" }, SIGN[verdict?.mark] ?? ""), h("td", {}, verdict && verdict.loss > 0 ? lost(verdict.loss) : ""),
        h("td", { class: "pv" }, verdict && !verdict.is_best ? verdict.best[0] : ""));
      }))));
    list.querySelector("tr.best")?.scrollIntoView({ block: "nearest" });
  }
  async function go(i) {
    if (i < 0 || i >= played.length) return;
    at = i;
    rows();
    draw();
    const one = reviewed[i];
    if (!one) return look.replaceChildren(h("p", {}, "Not reviewed yet."));
    try {
      const view = await ask("position", { game: card.name, position: one.position }, signal);
      if (at !== i) return;
      const { verdict } = one;
      const then = verdict?.line.slice(1, 7).join(" ");
      const said = verdict ? [`Played ${one.played}${SIGN[verdict.mark] ?? ""}: ${units(verdict.played_units)}.`,
        verdict.is_best ? "This is the best move." : ` Best is ${verdict.best.join(", ")}: ${units(verdict.best_units)}${then ? `, then ${then}` : "."}`] : [`${one.played} (${one.kind})`];
      look.replaceChildren(h("h2", {}, `Move ${i + 1}`), view.svg ? h("div", { class: "board" }, picture(view.svg, view.position)) : h("pre", {}, view.board),
        ...said.map((line) => h("p", {}, line)),
        h("p", {}, h("a", { href: address({ view: "position", position: one.position, moves: null, live: "1" }) }, "Look deeper here")));
    } catch (error) {
      report(error);
    }
  }
  function draw() {
    const known = values.map((v, i) => [i, v]).filter(([, v]) => v !== null && v !== undefined);
    if (known.length < 2) return chart.replaceChildren();
    const reach = Math.max(...known.map(([, v]) => Math.abs(v))) || 1;
    // Drawn in the pixels that there are, so that the labels can be read on a phone, too.
    const width = chart.clientWidth ? Math.min(chart.clientWidth, 960) : 600, height = Math.max(150, width / 4);
    const [left, right, zero] = [44, width - 16, height / 2], span = Math.max(1, values.length - 1);
    const x = (i) => left + ((right - left) * i) / span, y = (v) => zero - ((zero - 15) * v) / reach;
    chart.replaceChildren(s("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img",
      "aria-label": `Value for ${names[0] ?? "the first player"} over the game, in ${card.unit_name}`,
      onclick: (event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const at = (width * (event.clientX - box.left)) / box.width;
        go(Math.min(span, Math.max(0, Math.round(((at - left) / (right - left)) * span))));
      } },
    s("line", { x1: left, x2: right, y1: zero, y2: zero, class: "edge" }),
    [[reach, 15], [0, zero], [-reach, height - 15]].map(([v, middle]) => s("text", { x: left - 6, y: middle + 4, "text-anchor": "end" }, units(v))),
    s("polyline", { class: "edge chosen", points: known.map(([i, v]) => `${x(i)},${y(v)}`).join(" ") }),
    reviewed.map((one, i) => (one?.verdict?.mark ? s("circle", { cx: x(i), cy: y(values[i] ?? 0), r: 4, class: one.mover.toLowerCase() }) : null)),
    s("line", { x1: x(at), x2: x(at), y1: 8, y2: height - 8, class: "now edge" })));
  }
  return {
    waiting: () => { status.textContent = "Waiting for a free search …"; },
    game: (game) => {
      ({ moves: played, names } = game);
      status.textContent = `${game.names.map((name, i) => name ?? ["first", "second"][i]).join(" – ")} (${game.format}${game.games > 1 ? `, ${game.games} games in the file` : ""})`;
      rows();
    },
    move: (one) => {
      reviewed[one.ply - 1] = one;
      const sign = one.mover.toLowerCase() === "first" ? 1 : -1;
      // Points earned before this come with the whole review, at the end.
      if (one.verdict) values[one.ply - 1] = sign * one.verdict.best_units;
      status.textContent = `${reviewed.filter(Boolean).length} of ${played.length} moves …`;
      if (one.verdict?.mark || reviewed.filter(Boolean).length % 8 === 0) { rows(); draw(); }
    },
    done: (review) => {
      if (review.html !== undefined) {
        status.textContent = "";
        const own = h("div", { class: "said" });
        own.replaceChildren(...new DOMParser().parseFromString(review.html, "text/html").body.childNodes);
        return summary.replaceChildren(own);
      }
      reviewed = review.moves;
      values = review.values;
      names = review.names;
      status.textContent = `By ${review.engine}` + (review.result ? `; result ${review.result}` : "");
      summary.replaceChildren(table("Players", ["", "Moves", "Best", "Lost", "Per move", "?!", "?", "??"], review.players.map((player, i) => [
        names[i] ?? ["First player", "Second player"][i], player.moves, player.best, lost(player.loss),
        player.mean_loss === null ? "" : lost(player.mean_loss), player.doubtful, player.bad, player.very_bad].map(String))),
      ...review.notes.map((note) => h("p", { class: "note" }, note)));
      const worst = reviewed.map((one, i) => [one.verdict?.loss ?? 0, i]).sort((a, b) => b[0] - a[0])[0];
      go(worst?.[1] ?? 0);
    },
  };
}
