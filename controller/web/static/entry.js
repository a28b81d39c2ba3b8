// A number, or the four of a level, keyed over the whole screen.

import { className, show, text, write } from "./dom.js";
import { give } from "./touch.js";
import { number, page } from "./words.js";

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
    keyed.told = "";
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

  // A figure that is needed and lacks keeps the page open, and is what is keyed next.
  function enter() {
    const values = Object.fromEntries(Object.entries(keyed.values).map(([name, digits]) => [name, digits === "" ? null : Number(digits)]));
    const { needs, onEnter } = keyed;
    const lacking = needs.find((name) => (values[name] ?? null) === null);
    if (lacking) {
      Object.assign(keyed, { at: lacking, told: page.number_missing });
      return onChange();
    }
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
      keyed = { who, what, names, needs, onEnter, at: names[0], told: "", values: Object.fromEntries(names.map((name) => [name, ""])) };
      onChange();
    },
    render() {
      const { who, what, names, at, told, values } = keyed;
      text("entrywho", who);
      text("entrywhat", told || what);
      text("entryvalue", values[at] ? number(values[at]) : "");
      className(entry, names.length > 1 ? "view several" : "view");
      for (const key of fields) {
        const { field } = key.dataset;
        const nth = names.indexOf(field);
        show(key, nth >= 0);
        const place = { nth, row: Math.floor(nth / 2), side: nth % 2 };
        for (const [name, at] of Object.entries(place)) key.style.setProperty(`--${name}`, at);
        className(key, field === at ? "key field chosen" : "key field");
        write(key.querySelector("b"), values[field] ? number(values[field]) : "");
      }
    },
  };
}
