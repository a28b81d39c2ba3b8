// A USB keypad on the rail: digits, Enter and Escape work the pad, four function keys the four keys that a
// dealer needs most. A keypad without function keys has its four signs for them. Escape takes back and goes back:
// it never enters anything.

import { own, touch } from "./touch.js";

const FUNCTION = { F1: 0, F2: 1, F3: 2, F4: 3, "/": 0, "*": 1, "-": 2, "+": 3 };
const VERBS = ["call", "raise", "fold", "all_in"];

// `ui`: {mode(), pad, openNumber(), bar(), back()}.
export function listen(ui) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = meant(event, ui);
    if (key === undefined) return;
    event.preventDefault();
    if (key && !(event.repeat && !key.dataset.digit)) touch(key);
  });
}

// The key of the screen that a key of the keypad stands for; null for none now, undefined where it is not ours.
function meant({ key: name }, ui) {
  const digit = /^\d$/.test(name);
  if (!digit && !(name in FUNCTION) && !["Enter", "Escape", "Backspace", "Delete", "."].includes(name)) return undefined;
  const mode = ui.mode();
  if (mode === "table" && digit) own(ui.openNumber);
  if (ui.mode() === "pad") return ui.pad.press(padKey(name, digit)) ?? null;
  if (name in FUNCTION) return ui.bar()[FUNCTION[name]] ?? null;
  if (name === "Escape") return ui.back();
  if (name === "Enter") return ui.bar().find((key) => key.classList.contains("main")) ?? null;
  return null;
}

function padKey(name, digit) {
  if (digit) return name;
  if (name in FUNCTION) return VERBS[FUNCTION[name]];
  return { Enter: "enter", Escape: "cancel", Backspace: "erase", Delete: "erase", ".": "00" }[name];
}
