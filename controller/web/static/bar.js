// A row of keys below a view.

import { className, icon, show, write } from "./dom.js";
import { give } from "./touch.js";
import { letters } from "./words.js";

const ROOMY_LETTERS = 12;

export function makeBar(node) {
  const keys = [...node.children];
  // Each key: {icon, label, press, means, main, floor, two, wide}, or null for none.
  return function render(wanted) {
    keys.forEach((key, index) => {
      const action = wanted[index] ?? null;
      give(key, action && { means: action.label, always: action.floor, ...action });
      show(key, action !== null);
      if (action) dress(key, action);
    });
  };
}

export function dress(key, { icon: sign, label, main, floor, wide }) {
  const two = label.includes("\n");
  const lines = label.split("\n");
  const tight = wide || lines.length > 2 || lines.some((line) => letters(line) > ROOMY_LETTERS);
  className(key, ["key", main && "main", floor && "floor", two && "two", tight && "tight"].filter(Boolean).join(" "));
  const svg = key.querySelector("svg");
  svg.style.display = sign ? "" : "none";
  if (sign) icon(svg, sign);
  leadsBack(key, sign);
  write(key.querySelector("span"), label);
}

// A key with the sign of the way back is the one that a keypad's Escape stands for.
export const leadsBack = (key, sign) => key.toggleAttribute("data-back", sign === "back");
