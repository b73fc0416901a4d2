// Requests to the program, with the token from its address.

const KEY = "starboard-token";

/** Takes the token from the address and out of it, so that no bookmark has it. */
export function begin() {
  const given = location.hash.slice(1);
  if (/^[0-9a-f]{32}$/.test(given)) {
    sessionStorage.setItem(KEY, given);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
}

function request(path, body, signal) {
  const headers = { "x-starboard-token": sessionStorage.getItem(KEY) ?? "" };
  if (body === undefined) return fetch("/api/1/" + path, { headers, signal });
  headers["content-type"] = "application/json";
  return fetch("/api/1/" + path, { method: "POST", headers, signal, body: JSON.stringify(body) });
}

/** Asks, and asks again while all searches of the program are busy. */
async function answered(path, body, signal, waiting) {
  for (;;) {
    const response = await request(path, body, signal);
    if (response.ok) return response;
    if (response.status === 429) {
      waiting?.();
      await new Promise((resolve) => setTimeout(resolve, 500));
      signal?.throwIfAborted();
      continue;
    }
    const text = await response.text();
    let why = text;
    try { why = JSON.parse(text).error; } catch { /* not ours */ }
    throw new Error(why || response.statusText);
  }
}

/** One answer. */
export async function ask(path, body, signal) {
  return (await answered(path, body, signal)).json();
}

/**
 * An answer in events: `on[name](data)` for each; returns what `done` has. Aborting `signal`
 * stops the search.
 */
export async function follow(path, body, on, signal) {
  const response = await answered(path, body, signal, on.waiting);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the program ended before the search did");
    buffer += value;
    let end;
    while ((end = buffer.indexOf("\n\n")) >= 0) {
      const lines = buffer.slice(0, end).split("\n");
      buffer = buffer.slice(end + 2);
      const get = (name) => lines.filter((line) => line.startsWith(name + ":"))
        .map((line) => line.slice(name.length + 1).replace(/^ /, "")).join("\n");
      const event = get("event");
      if (!event) continue;
      const data = JSON.parse(get("data"));
      if (event === "done") return data;
      if (event === "error") throw new Error(data.error);
      on[event]?.(data);
    }
  }
}
