// Logs of long runs, watched as they grow.

import { ask } from "./api.js";
import { grouped, h, s, table } from "./dom.js";
import { address, follow, go, report } from "./main.js";

const EVERY = 2000;

export async function show(main, now, card, site, signal) {
  if (!site.runs) {
    main.replaceChildren(h("h1", {}, "Runs"), h("p", {}, "To watch the logs of matches and experiments as they grow, start ",
      h("code", {}, "starboard serve --runs DIR"), ", where DIR is the folder they are in."));
    return;
  }
  const list = h("div", {}), one = h("div", {});
  main.replaceChildren(h("h1", {}, "Runs"), list, one);
  const look = async () => {
    const logs = await ask("runs", undefined, signal);
    const open = list.contains(document.activeElement);
    if (!open) list.replaceChildren(logs.length ? table("Logs", ["Log", "Kind", "Size", "Last result"], logs.map((log) => [
      h("a", { href: address({ run: log.name }), "aria-current": log.name === now.run ? "true" : null,
        onclick: (event) => follow(event, () => go({ run: log.name })) }, log.name),
      // The number behind the name is the version of the log's form.
      log.kind?.replace(/ \d+$/, "") ?? "another kind of file", `${grouped(log.bytes / 1024)} kB`, ago(log.idle)])) : h("p", {}, "There are no logs (*.jsonl) in the folder yet."));
    if (now.run) one.replaceChildren(figures(await ask("runs/" + encodeURIComponent(now.run), undefined, signal)));
  };
  await look();
  const timer = setInterval(() => look().catch((error) => { clearInterval(timer); report(error); }), EVERY);
  signal.addEventListener("abort", () => clearInterval(timer));
}

const ago = (t) => (t === null ? "" : t < 90 ? `${t.toFixed(0)} s ago` : t < 5400 ? `${(t / 60).toFixed(0)} min ago` : `${(t / 3600).toFixed(0)} h ago`);

function figures(run) {
  const { summary: match, tournament } = run;
  return h("section", { "aria-label": run.name }, h("h2", {}, run.name), h("p", { role: "status" }, `${grouped(run.results)} results, the last ${ago(run.idle)}`),
    match ? elo(match) : null, tournament ? standings(tournament) : null,
    h("details", {}, h("summary", {}, "Settings of the run"), h("pre", {}, JSON.stringify(run.header, null, 2))));
}

// JSON has no infinity: an infinite end of an interval comes as null.
const signed = (x, digits = 1, none = "∞") => (x === null ? none : (x > 0 ? "+" : "") + x.toFixed(digits).replace("-", "−"));

function elo(match) {
  const { settings } = match, row = (name, side) => [name, side.description ?? "", ];
  const sides = table("Players", ["", "Engine", "Nodes per move", "Depth", "Seconds per move"], [["A", settings.a, match.a], ["B", settings.b, match.b]].map(
    ([name, side, spent]) => [name, side.description, grouped(spent.nodes_per_move), spent.mean_depth.toFixed(1), spent.seconds_per_move.toFixed(3)]));
  const score = match.elo ?? match.points;
  const name = match.elo ? "Elo" : "points";
  const text = score ? h("p", { class: "big" }, `A ${signed(score.value, match.elo ? 1 : 3)} ${name}`,
    score.interval ? h("small", {}, ` 95 %: ${signed(score.interval.low, match.elo ? 1 : 3, "−∞")} to ${signed(score.interval.high, match.elo ? 1 : 3)}`) : null) : null;
  return h("div", {}, text, score?.interval ? interval(score) : null,
    h("p", {}, `${grouped(match.games)} of ${grouped(settings.games)} games: ${match.wins} won, ${match.draws} drawn, ${match.losses} lost`,
      match.likelihood_of_superiority !== null ? `; likelihood that A is the stronger: ${(100 * match.likelihood_of_superiority).toFixed(1)} %` : ""), sides);
}

/** The players of a tournament, the best first, rated against the one that was named first. */
function standings({ games, settings, standings: all }) {
  const rating = (elo) => (elo ? signed(elo.value, 0) : "");
  const between = (elo) => (elo?.interval ? `${signed(elo.interval.low, 0, "−∞")} to ${signed(elo.interval.high, 0)}` : "");
  return h("div", {}, h("p", {}, `${grouped(games)} games, in whole pairs`),
    table("Standings", ["Player", "Elo", "95 %", "Score, %", "Won, drawn, lost", "Nodes per move", "Seconds per move"], all.map((player, i) => [
      `${i + 1}. ${player.description}`, rating(player.elo), between(player.elo),
      player.score ? (100 * player.score.value).toFixed(1) : "", `${player.wins} – ${player.draws} – ${player.losses}`,
      grouped(player.spent.nodes_per_move), player.spent.seconds_per_move.toFixed(3)])),
    all.length > 1 ? h("p", { class: "note" }, `Elo above ${settings.players[0].description}, which was named first, by all games together.`) : null);
}

/** The interval on a line with 0 in its middle. */
function interval({ value, interval: { low, high } }) {
  const reach = Math.max(...[low, high, value].filter((v) => v !== null).map(Math.abs)) * 1.1 || 1;
  low ??= -reach;
  high ??= reach;
  const x = (v) => 150 + (140 * Math.max(-reach, Math.min(reach, v))) / reach;
  return s("svg", { viewBox: "0 0 300 44", class: "interval", role: "img", "aria-label": `from ${low} to ${high}` },
    s("line", { x1: 5, x2: 295, y1: 15, y2: 15, class: "edge" }), s("line", { x1: 150, x2: 150, y1: 4, y2: 26, class: "edge" }),
    s("line", { x1: x(low), x2: x(high), y1: 15, y2: 15, class: "range" }), s("circle", { cx: x(value), cy: 15, r: 5, class: "first" }),
    s("text", { x: 150, y: 40, "text-anchor": "middle" }, "0"));
}
