// Questions answered in the page itself: the searches run in a worker, and a search that is
// stopped ends its worker. In place of the api.js that asks `starboard serve`.

const games = new URLSearchParams(location.search).get("games") === "backgammon" ? "backgammon" : "small";
const idle = [];

export function begin() {}

function worker() {
  return idle.pop() ?? new Worker("worker.js?" + games);
}

function run(path, body, on, signal) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const one = worker();
    const stop = () => {
      one.terminate();
      reject(signal.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
    const end = (then, value, alive) => {
      signal?.removeEventListener("abort", stop);
      if (alive) idle.push(one);
      else one.terminate();
      then(value);
    };
    one.onmessage = ({ data: [what, value] }) => {
      if (what === "report") on?.report?.(JSON.parse(value));
      else if (what === "done") end(resolve, JSON.parse(value), true);
      else end(reject, new Error(value), false);
    };
    one.onerror = (event) => end(reject, new Error(event.message), false);
    one.postMessage([path, JSON.stringify(body ?? {})]);
  });
}

export const ask = (path, body, signal) => run(path, body, null, signal);
export const follow = (path, body, on, signal) => run(path, body, on, signal);
