// The evidence of one alert, as the table's own store or the floor's has it: the drawing, the other books, rulings
// before, and who has opened it.

import { make, show, text } from "./dom.js";
import { fill, joined, number, page } from "./words.js";

const AGAIN_MS = 4500;
const LOOK_MS = 1500;
const COMES_S = 30;
const PATIENCE_MS = 10000;
const timeline = document.getElementById("timeline");
const books = document.getElementById("books");
const before = document.getElementById("before");
let wanted = "";

export function linesText(lines) {
  if (!lines.length) return "";
  const [first, last] = [lines[0], lines[lines.length - 1]];
  return first === last ? fill(page.log_line, { n: first }) : fill(page.log_lines, { from: first, to: last });
}

// Asked for once an alert and state; what comes after the finding is asked for when it can have come. `about` is the
// alert, as the page's address has it; null is nothing to show. `onTold` gets what came, null for nothing.
export function renderEvidence({ about, state, age, onTold = () => {} }) {
  const width = Math.max(timeline.clientWidth, 280);
  const query = about && new URLSearchParams({ ...about, width, lang: document.documentElement.lang }).toString();
  const key = query ? `${query} ${state}` : "";
  if (key === wanted) return;
  const alert = JSON.stringify(about);
  if (alert !== timeline.dataset.about) {
    clear(alert);
    onTold(null);
  }
  wanted = key;
  if (!key) return;
  ask(key, query, age, onTold);
  if (age < AGAIN_MS / 1000) setTimeout(() => key === wanted && ask(key, query, COMES_S, onTold), AGAIN_MS);
}

async function ask(key, query, age, onTold) {
  try {
    const answer = await fetch(`/evidence?${query}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!answer.ok || key !== wanted) return;
    const told = await answer.json();
    if (key !== wanted) return;
    const waits = told.whole && (told.whole !== "whole" || told.lacking > 0) && age < COMES_S;
    draw(told, waits);
    onTold(told);
    if (waits) setTimeout(() => key === wanted && ask(key, query, age + LOOK_MS / 1000, onTold), LOOK_MS);
  } catch {
    if (key === wanted) wanted = "";
  }
}

function clear(alert) {
  timeline.dataset.about = alert;
  timeline.replaceChildren();
  for (const node of [books, before]) show(node, false);
}

function draw({ drawing, books: others, ruled, whole, opened, days }, waits) {
  timeline.replaceChildren(...(drawing ? [drawn(drawing)] : missing(whole, waits, days)));
  show(books, others.length > 0);
  books.replaceChildren(make("h3", "", page.other_books), table(others));
  show(before, ruled.of > 0);
  before.replaceChildren(make("h3", "", page.ruled_before), ...ruled.counts.map((one) => count(one, ruled.of)), ...ruled.last.map(past));
  if (opened) text("opened", fill(page.opened, { who: joined(...opened.map(({ by, at }) => `${by} ${at}`)) }));
}

const drawn = (svg) => document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);

function missing(whole, waits, days) {
  if (!whole || whole === "whole") return [];
  return [make("p", "missing", waits ? page.proof_waits : fill(page[`proof_${whole}`], { n: days }))];
}

function table(others) {
  const node = make("table");
  for (const { book, says, cite } of others) {
    const row = make("tr");
    row.append(make("td", "", book), make("td", "", says), make("td", "", cite));
    node.append(row);
  }
  return node;
}

function count({ text: words, n, alike }, of) {
  const line = make("p");
  const times = fill(page.ruled_times, { n: number(n), of: number(of) });
  const here = alike && alike < n ? ` · ${fill(page.ruled_alike, { n: number(alike) })}` : "";
  line.append(make("b", "", words), make("span", "", times + here));
  return line;
}

function past({ text: words, at, street, by, note }) {
  return make("small", "", joined(at, street, words, by, note));
}
