// The one list: a row a cause, with the key that says that somebody comes. Rows are kept; a beat touches ages alone.

import { openedByKey } from "./by-keys.js";
import { attribute, below, className, icon, make, makeIcon, show, write } from "./dom.js";
import { room } from "./room-words.js";
import { fill, joined, listed, minutes, number, page, person, secondsBetween } from "./words.js";

const MOST_NAMED = 4;
const list = document.getElementById("alerts");
const made = new Map();

export function renderList(rows, { chosen, clock, unheard, onChoose, onComing }) {
  const wanted = new Set(rows.map((row) => row.id));
  for (const [id, { node }] of made) {
    if (wanted.has(id)) continue;
    node.remove();
    made.delete(id);
  }
  rows.forEach((row, index) => {
    const parts = made.get(row.id) ?? makeRow(row.id, { onChoose, onComing });
    if (list.children[index] !== parts.node) list.insertBefore(parts.node, list.children[index] ?? null);
    renderRow(parts, row, { chosen, clock, unheard });
  });
}

function makeRow(id, { onChoose, onComing }) {
  const node = make("div", "line-of-row");
  const key = make("button", "row");
  const go = make("button", "go", room.coming);
  key.type = go.type = "button";
  node.dataset.id = id;
  const parts = { node, key, go, sign: makeIcon("info"), head: make("b"), time: make("time"), sub: make("p"), state: make("em"), note: make("small") };
  parts.note.dir = "auto";
  key.append(parts.sign, parts.head, parts.time, below(parts.sub, parts.state), parts.note);
  node.append(key, go);
  key.addEventListener("click", (event) => {
    onChoose(id);
    openedByKey(event);
  });
  go.addEventListener("click", () => onComing(id));
  made.set(id, parts);
  return parts;
}

export const isTrouble = (row) => row.kind.startsWith("room.");
export const waits = (row) => row.open && row.mark === "floor" && (row.state === "new" || row.state === "seen");

function renderRow({ key, go, sign, head, time, sub, state, note }, row, { chosen, clock, unheard }) {
  const over = !row.open;
  className(key, ["row", over && "over", waits(row) && "new", row.id === chosen && "chosen"].filter(Boolean).join(" "));
  icon(sign, row.mark);
  attribute(sign, "class", over ? "" : `${row.mark}-mark`);
  write(head, row.title);
  write(time, over ? whenOf(row) : minutes(secondsBetween(row.at, clock)));
  const seat = row.seat === null ? "" : fill(page.in_seat, { n: row.seat }).replaceAll(" ", "\u00a0"); // a number stays with its word
  write(sub, joined(whose(row), seat, row.times > 1 ? fill(room.times, { n: row.times }) : "", row.open && row.person ? fill(room.given_to, { who: row.person }) : ""));
  write(state, stateWord(row, unheard));
  className(state, row.stage > 0 && !row.coming ? "stage" : "");
  write(note, row.ruling?.note ?? "");
  show(go, waits(row));
}

// Of which tables: by name where they are few, else how many.
export function whose({ called, section }) {
  if (called.length === 1) return fill(room.of_table, { table: called[0] });
  return joined(section, called.length <= MOST_NAMED ? fill(room.of_table, { table: listed(called) }) : fill(room.struck, { n: called.length }));
}

// When something came that is over: of another day with its date.
export const whenOf = ({ day, at }) => `${day} ${at.slice(0, 5)}`.trim();

// What was ruled, with its amount, and by whom.
export function ruling({ ruled, by, ruling: told }) {
  const what = joined(ruled, told?.amount ? number(told.amount) : "");
  return by ? fill(room.answered_by, { what, who: person(by) }) : what;
}

// Whether a ruling is on its way to its table, and what is to be said of that: without news from any table it waits too.
export const isSent = ({ order }) => order === "sent" || order === "waits";

export function orderWord({ order, called }, unheard) {
  if (order === "waits" || (order === "sent" && unheard)) return room.waits;
  return order === "sent" ? room.sent : fill(room.refused, { table: called[0], why: order });
}

function stateWord(row, unheard) {
  if (row.order) return orderWord(row, unheard);
  if (row.ruled) return ruling(row);
  if (row.coming) return fill(room.comes, { who: row.coming });
  if (row.stage === 2) return room.stage_2;
  if (row.stage === 1) return room.stage_1;
  if (isTrouble(row) || row.mark === "blind") return "";
  if (row.state === "new") return row.mark === "floor" ? page.new : page.dealer_mends;
  return page[`state_${row.state}`] ?? page.state?.[row.state] ?? "";
}
