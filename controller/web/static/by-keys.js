// A list of alerts and the one that is open beside it, worked by a keyboard alone.

const detail = document.getElementById("detail");

// A row that a key opens, and no finger, takes one to what it opens.
export function openedByKey({ detail: touches }) {
  if (touches === 0) detail.focus();
}

// Whatever is moved or hidden, who stood on it keeps his place: there, on its row, or at what is open.
export function keepingPlace(work) {
  const held = document.activeElement;
  work();
  const there = held.isConnected && held.checkVisibility();
  if (held === document.body || (there && held === document.activeElement)) return;
  (there ? held : held.closest(".line-of-row")?.querySelector(".row") ?? detail).focus({ preventScroll: true });
}

// Escape closes what is open and goes back to its row; in a field it is the field's. Where nothing is open it is `otherwise`'s.
export function closesByEscape(chosen, close, otherwise = () => {}) {
  addEventListener("keydown", ({ key, target }) => {
    const id = chosen();
    if (key !== "Escape" || target.matches("input, textarea, select")) return;
    if (id === null) return void otherwise();
    close();
    const row = `[data-id="${CSS.escape(id)}"]`;
    [...document.querySelectorAll(`.row${row}, ${row} .row`)].find((one) => one.checkVisibility())?.focus();
  });
}
