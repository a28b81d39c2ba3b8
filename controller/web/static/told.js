// What an alert tells in full, as both floor's pages draw it: the dealer's steps, and the rule in the book's words.

import { make } from "./dom.js";
import { page } from "./words.js";

export function stepItems(steps) {
  return steps.map((step, index) => {
    const item = make("li");
    item.append(make("b", "", String(index + 1)), make("span", "", step));
    return item;
  });
}

export function ruleNodes(title, rules, other) {
  const parts = [[title, rules.map((rule) => rule.says)], ...(other ? [[page.other_reading, [other]]] : [])];
  return parts.flatMap(([head, lines]) => [...(head ? [make("h3", "", head)] : []), ...lines.map(inItsOwnDirection)]);
}

// A book's own words are in the book's language.
function inItsOwnDirection(line) {
  const node = make("p", "", line);
  node.dir = "auto";
  return node;
}
