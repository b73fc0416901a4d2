// The page with the games in itself, as the book has it: its figures are the program's. Left
// out where the book was built without (book/wasm/build).

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const STARBOARD = process.env.STARBOARD ?? new URL("../../../../target/release/starboard", import.meta.url).pathname;
const BOOK = new URL("../../../../book/output", import.meta.url).pathname;
const skip = existsSync(join(BOOK, "live/wasm/backgammon_bg.wasm")) ? false : "the book was built without its games";
const KIND = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html", ".css": "text/css", ".svg": "image/svg+xml" };

let server, address, browser, page, faults;

before(async () => {
  if (skip) return;
  server = createServer((request, answer) => {
    let path = join(BOOK, new URL(request.url, "http://x").pathname);
    if (existsSync(path) && statSync(path).isDirectory()) path = join(path, "index.html");
    if (!existsSync(path)) return answer.writeHead(404).end();
    answer.writeHead(200, { "content-type": KIND[extname(path)] ?? "text/plain" }).end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}`;
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(60_000);
  faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
});

after(async () => {
  await browser?.close();
  server?.close();
});

for (const [game, engine, depth, position] of [
  ["tic-tac-toe", "alpha-beta", 9], ["connect-four", "alpha-beta + tt(mb=1)", 8], ["einstein", "star2", 3],
  ["dice", "expectimax", 2], ["ur", "star1", 2], ["backgammon", "star2 + net", 2, "4HPwATDgc/ABMA 42"],
]) {
  test(`${game} is searched in the page as by the program`, { skip }, async () => {
    const query = { game, engine, depth: String(depth), lines: "1", live: "1" };
    if (position) Object.assign(query, { games: "backgammon", position });
    // A roll comes first: any, and the same for both.
    await page.goto(`${address}/live/index.html?${new URLSearchParams(query)}`);
    await page.waitForFunction(() => document.querySelector(".status")?.textContent.includes("ended by"));
    const at = position ? ["--position", position] : [];
    const own = JSON.parse(execFileSync(STARBOARD, ["analyse", game, "--engine", engine, "--depth", String(depth), "--json", ...at],
      { encoding: "utf8", maxBuffer: 1 << 26 }));
    const status = await page.textContent(".status");
    const { counters, value } = own.report;
    assert.ok(status.includes(`${counters.nodes.toLocaleString("en-US")} nodes, ${counters.evaluations.toLocaleString("en-US")} evaluations`), `${status} beside ${counters.nodes}`);
    const shown = Number(status.match(/: [≈≤≥ ]*([+−]?[\d.]+) /)[1].replace("−", "-"));
    assert.ok(Math.abs(shown - value / own.unit) < 6e-4, `${status} beside ${value / own.unit}`);
    assert.deepEqual(faults, []);
  });
}

test("a page of the book lets its reader search, and stop", { skip }, async () => {
  await page.goto(`${address}/concepts/star-minimax.html`);
  await page.click(".starboard-live button");
  const frame = page.frameLocator(".starboard-live iframe");
  await frame.locator(".pane:nth-child(2) .tree svg").waitFor();
  const values = await frame.locator(".summary strong").allTextContents();
  assert.equal(values[0], values[1]);
  assert.deepEqual(faults, []);
});
