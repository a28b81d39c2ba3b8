// What became of an alert, with its times; the ruling as it was recorded; the table as it was at a dealer's call.

import { make } from "./dom.js";
import { draw, rulingNodes } from "./told.js";
import { fill, joined, listed, number, page, person, together } from "./words.js";

const ruling = document.getElementById("ruled");
const story = document.getElementById("story");
const table = document.getElementById("attable");

export function renderStory(row) {
  draw(ruling, row.ruling && [row.ruling, row.ruled], () => rulingNodes(row.ruled, row.ruling));
  draw(story, row.story?.length ? [row.at, row.story] : null, () => [make("h3", "", page.story), ...lines(row)]);
  draw(table, row.call, () => atTable(row.call));
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
