// What the floor is reminded of: a line a matter, with its clause. Lines are made anew only when one changed.

import { make, show } from "./dom.js";

const section = document.getElementById("notes");
let shown = "";

export function renderNotes(notes) {
  const wanted = JSON.stringify(notes);
  if (wanted === shown) return;
  shown = wanted;
  show(section, notes.length > 0);
  section.querySelector("ul").replaceChildren(...notes.map(line));
}

function line({ place, text, cite }) {
  const item = make("li");
  item.append(make("b", "", place), make("span", "", text), make("small", "", cite));
  return item;
}
