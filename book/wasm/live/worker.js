// One search at a time, off the page's own thread.
const name = location.search.slice(1) === "backgammon" ? "backgammon" : "small";
importScripts(`wasm/${name}.js`);
const ready = wasm_bindgen({ module_or_path: `wasm/${name}_bg.wasm` });
onmessage = async ({ data: [path, question] }) => {
  try {
    await ready;
    postMessage(["done", wasm_bindgen.ask(path, question, (report) => postMessage(["report", report]))]);
  } catch (error) {
    postMessage(["error", String(error)]);
  }
};
