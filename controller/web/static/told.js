// What an alert tells in full, as both floor's pages draw it: the ruling, the dealer's steps, and the rule in the book's words.

import { make, show } from "./dom.js";
import { fill, joined, number, page, person } from "./words.js";

const drawn = new WeakMap();

// Lines are made anew only where something about them changed.
export function draw(node, about, nodes) {
  show(node, about !== null);
  const wanted = JSON.stringify(about);
  if (about === null || drawn.get(node) === wanted) return;
  drawn.set(node, wanted);
  node.replaceChildren(...nodes());
}

// A ruling as it was recorded: the decision in words, of which seat and with what amount, by whom, and his note.
export function rulingNodes(decision, { seat, amount, by, note }) {
  const of = seat === null ? "" : fill(page.in_seat, { n: seat });
  const parts = [make("h3", "", page.ruling), make("b", "", joined(decision, of, amount === null ? "" : number(amount)))];
  if (by) parts.push(make("span", "", fill(page.ruled_by_name, { who: person(by) })));
  if (note) parts.push(inItsOwnDirection(note));
  return parts;
}

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

// A book's own words are in the book's language, somebody's note in his.
function inItsOwnDirection(line) {
  const node = make("p", "", line);
  node.dir = "auto";
  return node;
}
