// What became of an alert, with its times; the ruling as it was recorded; the table as it was at a dealer's call.

import { make, show } from "./dom.js";
import { fill, joined, listed, number, page, person, together } from "./words.js";

const ruling = document.getElementById("ruled");
const story = document.getElementById("story");
const table = document.getElementById("attable");
const shown = new WeakMap();

export function renderStory(row) {
  draw(ruling, row.ruling && [row.ruling, row.ruled], () => ruled(row));
  draw(story, row.story?.length ? [row.at, row.story] : null, () => [make("h3", "", page.story), ...lines(row)]);
  draw(table, row.call, () => atTable(row.call));
}

// Lines are made anew only where something about them changed.
function draw(node, about, nodes) {
  show(node, about !== null);
  const wanted = JSON.stringify(about);
  if (about === null || shown.get(node) === wanted) return;
  shown.set(node, wanted);
  node.replaceChildren(...nodes());
}

function ruled({ ruling: told, ruled: decision }) {
  const seat = told.seat === null ? "" : fill(page.in_seat, { n: told.seat });
  const amount = told.amount === null ? "" : number(told.amount);
  const parts = [make("h3", "", page.ruling), make("b", "", joined(decision, seat, amount))];
  if (told.by) parts.push(make("span", "", fill(page.ruled_by_name, { who: person(told.by) })));
  if (told.note) parts.push(make("p", "", told.note));
  return parts;
}

function lines({ at, story: moments }) {
  return [{ at, text: page.came, by: null, what: "" }, ...moments].map(({ at: when, text, by, what }) => {
    const line = make("p");
    const who = what === "disputed" ? (page[`read_${by}`] ?? by) : by && person(by);
    line.append(make("time", "clock", when), make("span", "", who ? fill(page.story_by, { what: text, who }) : text));
    return line;
  });
}

function atTable({ board, bets, live, to_act: next }) {
  const told = [
    board.length ? fill(page.call_board, { cards: together(board.join(" ")) }) : "",
    Object.keys(bets).length ? fill(page.call_bets, { bets: joined(...Object.entries(bets).map(([n, bet]) => fill(page.seat_said, { n, text: number(bet) }))) }) : "",
    live.length ? fill(page.call_live, { seats: listed(live) }) : "",
    next === null ? "" : fill(page.turn_of, { n: next }),
  ];
  return [make("h3", "", page.at_table), ...told.filter(Boolean).map((line) => make("p", "", line))];
}
