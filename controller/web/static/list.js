// Lists over the whole screen: the last words and bets, the last cards, the rules that are off.

import { make, makeIcon } from "./dom.js";
import { counts } from "./bar.js";
import { page } from "./words.js";

const list = document.getElementById("list");
const rows = list.querySelector(".rows");
const nav = list.querySelector("nav");

// Each row: {label, at, press}; each key: {label, icon, press, main}.
export function showList({ entries, keys, double = false, empty = "" }) {
  rows.className = double ? "rows double" : "rows";
  rows.replaceChildren(...(entries.length ? entries.map(row) : [make("p", "empty", empty)]));
  nav.replaceChildren(...keys.map(navKey));
}

export function showNames({ title, names, keys }) {
  rows.className = "rows names";
  rows.replaceChildren(make("h2", "", title), ...names.map((name) => make("b", "", name)));
  nav.replaceChildren(...keys.map(navKey));
}

function row({ label, at, press }) {
  const key = make("button", "key row");
  key.type = "button";
  key.append(make("span", "", label), make("small", "clock", at));
  key.addEventListener("click", () => counts() && press());
  return key;
}

function navKey({ label, icon, press, main }) {
  const key = make("button", main ? "key main" : "key");
  key.type = "button";
  if (icon) key.append(makeIcon(icon));
  key.append(make("span", "", label ?? page.back));
  key.addEventListener("click", () => counts() && press());
  return key;
}
