// A number, or the four of a level, keyed over the whole screen.

import { className, show, text, write } from "./dom.js";
import { give } from "./touch.js";
import { number } from "./words.js";

const MOST_DIGITS = 9;
const entry = document.getElementById("entry");
const fields = [...entry.querySelectorAll("[data-field]")];

export function makeEntry({ onChange }) {
  let keyed = null;

  for (const key of entry.querySelectorAll("button")) {
    const { field, digit, do: act } = key.dataset;
    const repeats = digit !== undefined || act === "erase";
    give(key, { means: `entry ${field ?? digit ?? act}`, repeats, press: () => press(key.dataset) });
  }

  function press({ field, digit, do: act }) {
    if (field) keyed.at = field;
    else if (digit) add(digit);
    else if (act === "erase") keyed.values[keyed.at] = (keyed.values[keyed.at] ?? "").slice(0, -1);
    else if (act === "cancel") keyed = null;
    else if (act === "enter") return enter();
    onChange();
  }

  function add(digit) {
    const digits = ((keyed.values[keyed.at] ?? "") + digit).replace(/^0+(?=\d)/, "");
    if (digits.length <= MOST_DIGITS) keyed.values[keyed.at] = digits;
  }

  // A figure that is needed and lacks keeps the page open.
  function enter() {
    const values = Object.fromEntries(Object.entries(keyed.values).map(([name, digits]) => [name, digits === "" ? null : Number(digits)]));
    const { needs, onEnter } = keyed;
    if (needs.some((name) => (values[name] ?? null) === null)) return;
    keyed = null;
    onChange();
    onEnter(values);
  }

  return {
    isOpen: () => keyed !== null,
    // The key of the screen that a key of the keyboard stands for: a digit, `erase`, `cancel` or `enter`.
    keyFor: (name) => [...entry.querySelectorAll("button")].find(({ dataset }) => [dataset.digit, dataset.do].includes(name)),
    // `what` says which number is meant; `names` are the fields, of which `needs` must be filled.
    open({ who, what, names = ["amount"], needs = names, onEnter }) {
      keyed = { who, what, names, needs, onEnter, at: names[0], values: Object.fromEntries(names.map((name) => [name, ""])) };
      onChange();
    },
    render() {
      const { who, what, names, at, values } = keyed;
      text("entrywho", who);
      text("entrywhat", what);
      text("entryvalue", values[at] ? number(values[at]) : "");
      className(entry, names.length > 1 ? "view several" : "view");
      for (const key of fields) {
        const { field } = key.dataset;
        show(key, names.includes(field));
        className(key, field === at ? "key field chosen" : "key field");
        write(key.querySelector("b"), values[field] ? number(values[field]) : "");
      }
    },
  };
}
