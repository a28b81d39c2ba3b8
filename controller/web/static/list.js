// Views over the whole screen: rows to choose from, keys in a field, the ten seats, names to read.

import { leadsBack } from "./bar.js";
import { make, makeIcon } from "./dom.js";
import { give } from "./touch.js";
import { joined, page } from "./words.js";

const list = document.getElementById("list");
const rows = list.querySelector(".rows");
const nav = list.querySelector("nav");

// Each row: {label, at, state, press, past} where what is `past` is there to be read alone; each key: {label, icon, press, main}.
export function showList({ name, entries, keys, empty = "" }) {
  fill(name, "double", entries.length ? entries.map((entry) => row(entry, name)) : [make("p", "empty", empty)], keys);
}

export function showKeys({ name, title = "", entries, keys, repeats = false }) {
  const field = entries.map((entry) => (entry ? makeKey({ ...entry, repeats }, name) : make("i")));
  fill(name, title ? "field titled" : "field", title ? [make("h2", "", title), ...field] : field, keys);
}

// The ten seats where they sit; a seat of `seats` can be touched.
export function showSeats({ name, title, seats, keys }) {
  const places = Array.from({ length: 10 }, (_, index) => seats.find((one) => one.seat === index + 1) ?? null);
  const made = places.map((place, index) => {
    const key = place ? makeKey({ label: String(index + 1), main: place.main, press: place.press }, name) : make("i");
    key.dataset.seat = index + 1;
    return key;
  });
  fill(name, "ten", [make("h2", "", title), ...made], keys);
}

export function showNames({ name, title, names, keys }) {
  fill(name, "names", [make("h2", "", title), ...names.map((one) => make("b", "", one))], keys);
}

function fill(name, kind, nodes, keys) {
  rows.className = `rows ${kind}`;
  rows.replaceChildren(...nodes);
  nav.replaceChildren(...keys.map((key) => makeKey(key, name)));
}

function row({ label, at, state = "", press, past }, name) {
  const key = make("button", past ? "key row past" : "key row");
  key.type = "button";
  key.append(make("span", "", label), make("small", "clock", joined(at, state)));
  give(key, { means: `${name} ${label} ${at}`, press });
  return key;
}

function makeKey({ label, icon, press, main, floor, repeats }, name) {
  const key = make("button", ["key", main && "main", floor && "floor"].filter(Boolean).join(" "));
  key.type = "button";
  if (icon) key.append(makeIcon(icon));
  leadsBack(key, icon);
  key.append(make("span", "", label ?? page.back));
  give(key, { means: `${name} ${label}`, press, repeats });
  return key;
}
