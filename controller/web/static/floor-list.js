// The list of alerts, newest first, and the strip of tables. Rows are kept; a beat touches only their ages.

import { openedByKey } from "./by-keys.js";
import { attribute, below, className, icon, make, makeIcon, show, write } from "./dom.js";
import { apart, joined, minutes, page, secondsBetween } from "./words.js";

const rows = new Map();
const list = document.getElementById("alerts");
const strip = document.getElementById("tables");

export function renderList(shown, { chosen, table, clock, onChoose }) {
  const wanted = new Set(shown.map((row) => row.id));
  for (const [id, { node }] of rows) {
    if (wanted.has(id)) continue;
    node.remove();
    rows.delete(id);
  }
  shown.forEach((row, index) => {
    const parts = rows.get(row.id) ?? makeRow(row.id, onChoose);
    if (list.children[index] !== parts.node) list.insertBefore(parts.node, list.children[index] ?? null);
    renderRow(parts, row, { chosen, table, clock });
  });
}

function makeRow(id, onChoose) {
  const node = make("button", "row");
  node.type = "button";
  node.dataset.id = id;
  const parts = { node, sign: makeIcon("info"), head: make("b"), time: make("time"), sub: make("p"), state: make("em") };
  node.append(parts.sign, parts.head, parts.time, below(parts.sub, parts.state));
  node.addEventListener("click", (event) => {
    onChoose(id);
    openedByKey(event);
  });
  rows.set(id, parts);
  return parts;
}

function renderRow({ node, sign, head, time, sub, state }, row, { chosen, table, clock }) {
  const { over } = row;
  className(node, ["row", over && "over", row.state === "new" && row.mark === "floor" && "new", row.id === chosen && "chosen"].filter(Boolean).join(" "));
  icon(sign, row.mark);
  attribute(sign, "class", over ? "" : `${row.mark}-mark`);
  write(head, row.title);
  write(time, over ? row.at.slice(0, 5) : minutes(secondsBetween(row.at, clock)));
  write(sub, joined(table, row.place, row.more));
  write(state, stateWord(row));
}

function stateWord(row) {
  if (row.ruling) return row.ruled;
  if (row.state === "coming") return apart(row.coming ?? page.state_coming);
  if (row.mark === "blind" || row.mark === "info") return "";
  if (row.state === "new") return row.mark === "floor" ? page.new : "";
  return page[`state_${row.state}`] ?? "";
}

// One table here; the strip is ready for the screen that shows many.
export function renderStrip(table, shown) {
  const open = shown.filter((row) => !row.over && row.mark !== "info");
  const worst = ["floor", "dealer", "blind"].find((mark) => open.some((row) => row.mark === mark)) ?? "";
  if (!strip.firstChild) {
    const tile = make("span");
    tile.append(makeIcon("info"), make("b"));
    strip.append(tile);
  }
  const [tile] = strip.children;
  className(tile, worst);
  const sign = tile.querySelector("svg");
  sign.style.display = worst ? "" : "none";
  if (worst) icon(sign, worst);
  write(tile.querySelector("b"), table);
  show(strip, true);
}
