// Elements, and numbers as people read them.

/** An element: `h("td", { class: "n", onclick: f }, "text", child)`. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for a picture. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** A labelled field: the label and what it is for, as one. */
export function field(label, input, className = "field") {
  return h("label", { class: className }, h("span", {}, label), input);
}

/**
 * A table with headings; `rows` are arrays of cells, or elements `tr`. The table scrolls by
 * itself where it is too wide, and its caption stays.
 */
export function table(caption, columns, rows) {
  const row = (cells) => h("tr", {}, cells.map((cell, i) =>
    i === 0 ? h("th", { scope: "row" }, cell) : h("td", {}, cell)));
  return h("div", { class: "table" }, h("p", { class: "caption" }, caption),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
      h("table", { "aria-label": caption },
        h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, rows.map((cells) => (Array.isArray(cells) ? row(cells) : cells))))));
}

/** A count with its thousands set apart, as everywhere in Starboard. */
export const grouped = (n) => Math.round(n).toLocaleString("en-US");

/** Values beyond this stand for "nothing known" (a bound of a search). */
const BOUND = 2 ** 30;

/** A value of a search, in units: `≥ +0.125`. */
export function value(raw, unit, bound = "exact") {
  if (raw >= BOUND) return "∞";
  if (raw <= -BOUND) return bound === "exact" ? "−∞" : "–";
  const sign = { lower: "≥ ", upper: "≤ ", estimate: "≈ " }[bound] ?? "";
  return sign + units(raw / unit);
}

/** A number of units with its sign. */
export function units(x) {
  const text = Math.abs(x) >= 100 ? x.toFixed(0) : x.toFixed(3).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
  const plain = text.replace("-", "−");
  return x > 0 ? "+" + plain : plain;
}

/** A duration as the program writes it in JSON. */
export const seconds = (span) => span.secs + span.nanos / 1e9;

/** A time in a few characters. */
export function time(span) {
  const t = typeof span === "number" ? span : seconds(span);
  return t < 0.01 ? `${(t * 1000).toFixed(1)} ms` : t < 1 ? `${(t * 1000).toFixed(0)} ms` : t < 100 ? `${t.toFixed(1)} s` : `${t.toFixed(0)} s`;
}

/** The picture in a text of SVG, as an element. Nothing in it can run: the page's policy forbids it. */
export function picture(text, label) {
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const element = document.importNode(svg, true);
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", label);
  element.removeAttribute("width");
  element.removeAttribute("height");
  return element;
}
