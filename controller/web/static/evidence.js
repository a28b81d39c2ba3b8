// The evidence of one alert, as the table's own store has it: the drawing, the other books, rulings before.

import { make, show } from "./dom.js";
import { fill, joined, number, page } from "./words.js";

const AGAIN_MS = 4500;
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

// Asked for once an alert and state; what comes after the finding is asked for when it can have come.
export function renderEvidence({ finding, lines, state, age }) {
  const width = Math.max(timeline.clientWidth, 280);
  const about = lines.length ? `${finding} ${state} ${width}` : "";
  if (about === wanted) return;
  if (finding !== timeline.dataset.finding) clear(finding);
  wanted = about;
  if (!about) return;
  ask(about, finding, width);
  if (age < AGAIN_MS / 1000) setTimeout(() => about === wanted && ask(about, finding, width), AGAIN_MS);
}

async function ask(about, finding, width) {
  const query = new URLSearchParams({ finding, width, lang: document.documentElement.lang });
  try {
    const answer = await fetch(`/evidence?${query}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.ok && about === wanted) draw(await answer.json());
  } catch {
    if (about === wanted) wanted = "";
  }
}

function clear(finding) {
  timeline.dataset.finding = finding ?? "";
  timeline.replaceChildren();
  for (const node of [books, before]) show(node, false);
}

function draw({ drawing, books: others, ruled }) {
  const parsed = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
  timeline.replaceChildren(...(drawing ? [document.importNode(parsed, true)] : []));
  show(books, others.length > 0);
  books.replaceChildren(make("h3", "", page.other_books), table(others));
  show(before, ruled.of > 0);
  before.replaceChildren(make("h3", "", page.ruled_before), ...ruled.counts.map((one) => count(one, ruled.of)), ...ruled.last.map(past));
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

function count({ text, n, alike }, of) {
  const line = make("p");
  const times = fill(page.ruled_times, { n: number(n), of: number(of) });
  const here = alike && alike < n ? ` · ${fill(page.ruled_alike, { n: number(alike) })}` : "";
  line.append(make("b", "", text), make("span", "", times + here));
  return line;
}

function past({ text, at, street, by, note }) {
  return make("small", "", joined(at, street, text, by, note));
}
