// The page in a real browser: Debian's chromium, against the program itself.
//
// `npm ci && npm test` here; STARBOARD names the program (target/release/starboard), CHROMIUM the
// browser (/usr/bin/chromium).

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const STARBOARD = process.env.STARBOARD ?? new URL("../../../../target/release/starboard", import.meta.url).pathname;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let server, address, browser, context, page, folder, faults;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "starboard-page-"));
  server = spawn(STARBOARD, ["serve", "--port", "0", "--runs", folder, "--max-time", "20"], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith("http://")) { address = line; break; }
  }
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  await fresh();
});

after(async () => {
  await browser?.close();
  server?.kill();
  if (folder) rmSync(folder, { recursive: true });
});

/** A page that has the token, as wide as wanted. */
async function fresh(options = { viewport: { width: 1280, height: 900 } }) {
  await context?.close();
  context = await browser.newContext(options);
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(address);
  await page.waitForSelector("#game option", { state: "attached" });
}

async function open(query) {
  await page.goto(address.replace(/#.*/, "") + "?" + new URLSearchParams(query));
  await page.waitForSelector("main h1");
}

const MATCH = `1 point match

 Game 1
 Ann : 0                              Ben : 0
  1) 31: 8/5 6/5                      64: 24/14
  2) 43: 24/20 13/10                  63: 24/15
      Wins 1 point
`;

const games = () => page.$$eval("#game option", (all) => all.map((option) => option.value));
const message = () => page.textContent("#message");
const run = (...args) => JSON.parse(execFileSync(STARBOARD, args, { encoding: "utf8", maxBuffer: 1 << 26 }));
const query = () => new URL(page.url()).searchParams;

test("the token leaves the address, and without it nothing is shown", async () => {
  assert.ok(!page.url().includes("#"));
  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  await other.goto(address.replace(/#.*/, ""));
  await other.waitForFunction(() => document.getElementById("message").textContent.includes("token"));
  assert.equal(await other.$$eval("#game option", (all) => all.length), 0);
  await stranger.close();
});

test("every game has its board, its moves and a search", async () => {
  for (const game of await games()) {
    await open({ game });
    await page.waitForSelector(".board svg, .board pre");
    // A game may begin with more than one roll.
    while (await page.getByRole("button", { name: "Roll" }).count()) {
      // The address changes before the page does.
      const before = await page.evaluate(() => document.querySelector(".line")?.textContent);
      await page.getByRole("button", { name: "Roll" }).click();
      await page.waitForFunction((before) => {
        const line = document.querySelector(".line")?.textContent;
        return line && line !== before;
      }, before);
    }
    await page.fill("input[name=depth]", "1");
    await page.fill("input[name=time]", "");
    await page.fill("input[name=nodes]", "300");
    await page.click("button.main");
    await page.waitForFunction(() => document.querySelector(".status").textContent.includes("ended by"));
    assert.ok(await page.$$eval(".found tbody tr", (rows) => rows.length), game);
  }
  assert.deepEqual(faults, []);
});

test("moves are played by pointing, taken back, and stand in the address", async () => {
  await open({ game: "connect-four" });
  await page.locator(".board [data-place]").nth(3).click();
  await page.waitForFunction(() => location.search.includes("position"));
  const after = query().get("position");
  assert.match(await page.textContent(".line"), /Played/);
  await page.goBack();
  await page.waitForFunction(() => !location.search.includes("position"));
  await page.goForward();
  await page.waitForFunction(() => location.search.includes("position"));
  assert.equal(query().get("position"), after);
  await page.waitForSelector("text=Take back");
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForFunction(() => document.querySelector(".line") === null);

  // From one place to another, as in Shogi; the pawn in front of the bishop.
  await open({ game: "shogi" });
  for (const place of ["7g", "7f"]) await page.click(`.board [data-place="${place}"]`);
  await page.waitForFunction(() => document.querySelector(".line")?.textContent.includes("7g7f"));
  assert.deepEqual(faults, []);
});

test("what came before counts: a position of Shogi that comes back ends the game", async () => {
  await open({ game: "shogi" });
  const shuffle = ["5i5h", "5a5b", "5h5i", "5b5a"];
  for (const [i, move] of [...shuffle, ...shuffle, ...shuffle].entries()) {
    await page.fill("input[name=move]", move);
    await page.press("input[name=move]", "Enter");
    await page.waitForFunction((count) => document.querySelectorAll(".line a").length === count, i + 1);
  }
  await page.waitForFunction(() => document.querySelector("main h1").textContent.startsWith("Over"));
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForFunction(() => document.querySelector("main h1").textContent.includes("to move"));
  assert.equal(query().get("moves").split("|").length, 11);
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForFunction(() => !location.search.includes("moves"));
  assert.deepEqual(faults, []);
});

test("by keyboard alone a move is typed and played", async () => {
  await open({ game: "tic-tac-toe" });
  await page.focus("input[name=move]");
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".line")?.textContent.includes("4"));
  await page.fill("input[name=move]", "nonsense");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("message").textContent.includes("nonsense"));
});

test("a search has the figures of the command line", async () => {
  for (const [game, engine, depth] of [["connect-four", "alpha-beta + tt(mb=1)", 6], ["backgammon", "star2 + net", 1], ["shogi", "alpha-beta", 2]]) {
    const position = game === "backgammon" ? "4HPwATDgc/ABMA 42" : undefined;
    await open({ game, ...(position ? { position } : {}) });
    await page.fill("input[name=engine]", engine);
    await page.fill("input[name=lines]", "1");
    await page.fill("input[name=time]", "");
    await page.fill("input[name=depth]", String(depth));
    await page.click("button.main");
    await page.waitForFunction(() => document.querySelector(".status").textContent.includes("ended by"));
    const own = run("analyse", game, "--engine", engine, "--depth", String(depth), "--json", ...(position ? ["--position", position] : []));
    const status = await page.textContent(".status");
    assert.ok(status.includes(`${own.report.counters.nodes.toLocaleString("en-US")} nodes`), `${game}: ${status}`);
    assert.equal(await page.textContent(".found tbody th"), own.report.candidates[0].move);
  }
});

test("a search ends when it is stopped or its page is left", async () => {
  await open({ game: "connect-four", engine: "alpha-beta", depth: "40" });
  // Two may run: both are taken, and free again afterwards.
  for (let i = 0; i < 4; i++) {
    await page.click("button.main");
    await page.waitForFunction(() => /Depth \d/.test(document.querySelector(".status").textContent));
    if (i % 2) await page.getByRole("button", { name: "Stop" }).click();
    else await open({ game: "connect-four", engine: "alpha-beta", depth: "40" });
  }
  await page.waitForFunction(() => ["Stopped", ""].includes(document.querySelector(".status").textContent));
});

test("two trees stand side by side, step by step", async () => {
  await open({ view: "tree", game: "einstein", engine: "star1", other: "star2", depth: "2" });
  await page.waitForSelector(".pane:nth-child(2) svg");
  const summaries = await page.$$eval(".summary strong", (all) => all.map((one) => one.textContent));
  assert.equal(summaries.length, 2);
  assert.equal(summaries[0], summaries[1], "star1 and star2 are exact");
  const shown = () => page.$$eval(".pane:first-child .node", (all) => all.length);
  const all = await shown();
  await page.locator(".pane:first-child input[type=range]").fill("3");
  assert.ok(await shown() <= 4);
  await page.locator(".pane:first-child input[type=range]").fill("100000");
  assert.ok(await shown() >= all);
  // By keyboard: the root is closed and opened again.
  await page.locator(".pane:first-child .node").first().focus();
  await page.keyboard.press("Home");
  const before = await shown();
  await page.keyboard.press("Enter");
  assert.equal(await shown(), 1);
  await page.keyboard.press("Enter");
  assert.equal(await shown(), before);
  assert.ok(await page.textContent(".pane:nth-child(2) .summary").then((text) => text.includes("probes")));
});

test("the tree of mcts has its visits", async () => {
  await open({ view: "tree", game: "tic-tac-toe", engine: "alpha-beta", other: "mcts", depth: "3" });
  await page.waitForSelector(".pane:nth-child(2) svg");
  assert.match(await page.textContent(".pane:nth-child(2) svg"), /\d+ visits/);
  assert.match(await page.textContent(".pane:nth-child(1) svg"), /β cut/);
});

test("engines are compared, and exact ones agree", async () => {
  await open({ view: "compare", game: "einstein", engines: "star1\nstar2\nmcts", depth: "2" });
  await page.click("button.main");
  await page.waitForSelector(".good");
  assert.match(await page.textContent(".good"), /The 2 exact algorithms agree/);
  const nodes = await page.$$eval("tbody tr", (rows) => rows.slice(0, 2).map((row) => Number(row.children[4].textContent.replaceAll(",", ""))));
  assert.ok(nodes[1] < nodes[0], `star2 visits fewer nodes than star1: ${nodes}`);
});

test("games say what is their own: the cube, the reasons", async () => {
  await open({ game: "backgammon", position: "4HPwATDgc/ABMA 42" });
  await page.locator(".panel").getByRole("button", { name: "Show" }).click();
  await page.waitForSelector(".said table");
  assert.match(await page.textContent(".said"), /8\/4 6\/4/);
  await open({ game: "go", position: "9x9 b 7 moves E5 E4 D4 E2 F4 G7" });
  await page.selectOption("select[name=evaluations]", "40");
  await page.locator(".panel").getByRole("button", { name: "Show" }).click();
  await page.waitForSelector(".said table");
  assert.match(await page.textContent(".said"), /captures a string/);
  assert.equal(await page.$$eval(".said svg", (all) => all.length), 2);
});

test("a whole game is reviewed, with its mistakes", async () => {
  await open({ view: "game", game: "tic-tac-toe" });
  await page.fill("textarea[name=moves]", "0 1 4 8 2");
  await page.click("button.main");
  await page.waitForSelector(".chart");
  await page.waitForFunction(() => document.querySelector(".moves").textContent.includes("??"));
  await page.getByRole("button", { name: "Next mistake" }).click();
  await page.waitForSelector(".look .board");
  assert.match(await page.textContent(".look"), /Best is/);
  await page.click("text=Look deeper here");
  await page.waitForFunction(() => document.querySelector(".status")?.textContent.includes("ended by"));
  // A match of backgammon, which has a review of its own.
  await open({ view: "game", game: "backgammon" });
  await page.fill("textarea[name=moves]", MATCH);
  await page.click("button.main");
  await page.waitForSelector(".said table");
  assert.match(await page.textContent(".said"), /rror rate/);
});

test("runs are watched as they grow", async () => {
  const log = join(folder, "match.jsonl");
  execFileSync(STARBOARD, ["match", "tic-tac-toe", "--a", "alpha-beta", "--b", "random", "--games", "20", "--depth", "2", "--log", log]);
  const lines = readFileSync(log, "utf8").trim().split("\n");
  writeFileSync(log, lines.slice(0, 11).join("\n") + "\n");
  await open({ view: "runs", run: "match.jsonl" });
  await page.waitForFunction(() => document.querySelector("main").textContent.includes("10 of 20 games"));
  appendFileSync(log, lines.slice(11).join("\n") + "\n");
  await page.waitForFunction(() => document.querySelector("main").textContent.includes("20 of 20 games"));
  assert.match(await page.textContent("main"), /95 %/);

  execFileSync(STARBOARD, ["tournament", "tic-tac-toe", "--player", "alpha-beta", "--player", "random", "--player", "mcts",
    "--games", "10", "--nodes", "50", "--log", join(folder, "tournament.jsonl")]);
  await open({ view: "runs", run: "tournament.jsonl" });
  await page.waitForFunction(() => document.querySelector("main").textContent.includes("30 games, in whole pairs"));
  assert.equal(await page.locator("table[aria-label=Standings] tbody tr").count(), 3);
});

test("every view fits a phone, light and dark, and axe finds nothing serious", async () => {
  for (const [width, colorScheme] of [[390, "light"], [1280, "dark"]]) {
    await fresh({ viewport: { width, height: 800 }, colorScheme });
    for (const state of [
      { game: "backgammon", position: "4HPwATDgc/ABMA 42", live: "1", depth: "1", engine: "star2 + net" },
      { game: "go" }, { game: "shogi", live: "1", depth: "1", engine: "alpha-beta" },
      { view: "tree", game: "einstein", depth: "1" }, { view: "compare", game: "tic-tac-toe", run: "1", depth: "3" },
      { view: "game", game: "go" }, { view: "runs", run: "match.jsonl" }, { view: "runs", run: "tournament.jsonl" },
    ]) {
      await open(state);
      await page.waitForTimeout(700);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${JSON.stringify(state)} is ${wide} wide at ${width}`);
      await page.evaluate(AXE);
      const found = await page.evaluate(async () => (await axe.run()).violations
        .filter((v) => ["serious", "critical"].includes(v.impact)).map((v) => `${v.id}: ${v.nodes[0].html}`));
      assert.deepEqual(found, [], JSON.stringify({ ...state, width }));
    }
  }
  assert.deepEqual(faults, []);
});
