// What lies back: the history by table, kind, rule, seat, person and time, and what shifts hand over.

import { openedByKey } from "./by-keys.js";
import { below, make } from "./dom.js";
import { keeps } from "./kept.js";
import { who } from "./person.js";
import { postOnce } from "./post.js";
import { ruling, whenOf, whose } from "./room-list.js";
import { room } from "./room-words.js";
import { complain } from "./ruling.js";
import { fill, joined, page } from "./words.js";

const lookup = document.getElementById("lookup");
const found = document.getElementById("found");
const kept = document.getElementById("kept");
const note = document.getElementById("note");
const lookups = newestOnly();
const readings = newestOnly();

note.text.value = keeps("note", () => note.text.value) ?? "";
const before = keeps("lookup", () => ({ fields: fieldsOf(), asked: last }));
let last = before?.asked ?? null;
for (const [name, value] of before?.fields ?? []) lookup.elements[name].value = value;

export function startPast({ onChoose }) {
  lookup.addEventListener("submit", (event) => {
    event.preventDefault();
    last = fieldsOf();
    lookUp(last, onChoose);
  });
  if (last) lookUp(last, onChoose);
  note.addEventListener("submit", async (event) => {
    event.preventDefault();
    const by = who();
    if (!by) return;
    const { refusal } = await postOnce("/notes", { by, text: note.text.value.trim().replace(/\s+/g, " ") });
    complain(refusal);
    if (refusal) return;
    note.reset();
    showNotes();
  });
}

function fieldsOf() {
  return [...new FormData(lookup)].filter(([, value]) => value);
}

async function lookUp(fields, onChoose) {
  const asked = new URLSearchParams(fields);
  asked.set("lang", document.documentElement.lang);
  const newest = lookups();
  const answer = await fetch(`/history?${asked}`).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (!newest()) return;
  if (!answer?.ok) return void found.replaceChildren(make("p", "", told?.error?.text ?? page.try_again));
  found.replaceChildren(...(told.rows.length ? told.rows.map((row) => line(row, onChoose)) : [make("p", "", room.nothing_found)]));
}

function line(row, onChoose) {
  const key = make("button", "row over");
  key.type = "button";
  key.dataset.id = row.id;
  const place = make("p", "", joined(whose(row), row.seat === null ? "" : fill(page.in_seat, { n: row.seat })));
  const became = make("em", "", row.ruled ? ruling(row) : row.coming ?? "");
  const note = make("small", "", row.ruling?.note ?? "");
  note.dir = "auto";
  key.append(make("i"), make("b", "", row.title), make("time", "", whenOf(row)), below(place, became), note);
  key.addEventListener("click", (event) => {
    onChoose(row);
    openedByKey(event);
  });
  return key;
}

export async function showNotes() {
  const newest = readings();
  const answer = await fetch("/notes").catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (!told?.notes || !newest()) return;
  kept.replaceChildren(...told.notes.map(({ text, at, by }) => {
    const node = make("p", "", text);
    node.append(make("small", "", joined(at, by)));
    return node;
  }));
}

// Answers come in another order than they were asked for: one that is late must not take the place of a newer one.
function newestOnly() {
  let last = 0;
  return () => {
    const mine = ++last;
    return () => mine === last;
  };
}
