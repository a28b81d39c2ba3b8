// The four keys below. They ignore a touch just after the layout has changed under the finger, and the
// second of two quick touches; "Call floor" is always live and keeps its corner.

import { className, icon, show, write } from "./dom.js";

const SETTLE_MS = 400;
let changedAt = -SETTLE_MS;
let layout = "";
let touchedAt = -SETTLE_MS;

// Tell what is on the screen; another layout than before starts the wait.
export function settle(name) {
  if (name === layout) return;
  layout = name;
  changedAt = performance.now();
  waitVisibly();
}

// The page says while keys wait: whoever drives it from outside need not guess.
function waitVisibly() {
  document.body.dataset.settling = "";
  clearTimeout(waitVisibly.timer);
  waitVisibly.timer = setTimeout(() => delete document.body.dataset.settling, SETTLE_MS);
}

// Whether a touch counts now. Digits come fast and are let through.
export function counts({ always = false, fast = false } = {}) {
  const now = performance.now();
  const early = !always && now - changedAt < SETTLE_MS;
  const twice = !fast && now - touchedAt < SETTLE_MS;
  if (early || twice) return false;
  touchedAt = now;
  waitVisibly();
  return true;
}

export function makeBar(node) {
  const keys = [...node.children];
  let actions = [];
  keys.forEach((key, index) => {
    key.addEventListener("click", () => {
      const action = actions[index];
      if (action && counts({ always: action.floor })) action.press();
    });
  });
  // Each key: {icon, label, press, main, floor, two}, or null for none.
  return function render(wanted) {
    actions = wanted;
    keys.forEach((key, index) => {
      const action = wanted[index] ?? null;
      show(key, action !== null);
      if (!action) return;
      className(key, ["key", action.main && "main", action.floor && "floor", action.two && "two"].filter(Boolean).join(" "));
      const svg = key.querySelector("svg");
      svg.style.display = action.icon ? "" : "none";
      if (action.icon) icon(svg, action.icon);
      write(key.querySelector("span"), action.label);
    });
  };
}
