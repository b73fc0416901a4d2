// Boards and trees that can be searched in the book itself, where it was built with the games
// in it (book/wasm/build). Everywhere else the picture or the text that is there stays.
(() => {
  const root = typeof path_to_root === "string" ? path_to_root : "";
  const boxes = document.querySelectorAll(".starboard-live");
  if (!boxes.length || location.protocol === "file:") return;
  fetch(root + "live/wasm/small_bg.wasm", { method: "HEAD" }).then((answer) => {
    if (!answer.ok) return;
    for (const box of boxes) {
      const { label, ...state } = box.dataset;
      const begin = document.createElement("button");
      begin.textContent = label ?? "Search it here";
      begin.addEventListener("click", () => {
        const frame = document.createElement("iframe");
        frame.src = root + "live/index.html?" + new URLSearchParams(state);
        frame.title = begin.textContent;
        frame.loading = "lazy";
        box.replaceChildren(frame);
      });
      box.append(begin);
    }
  }).catch(() => {});
})();
