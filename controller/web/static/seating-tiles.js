// Ten tiles where the seats are: who is there, and with which chips.

import { className, show, write } from "./dom.js";
import { fill, number, page } from "./words.js";

const tiles = [...document.querySelectorAll(".tile")].map((tile) => ({
  tile,
  seat: Number(tile.dataset.seat),
  side: tile.dataset.side,
  badge: tile.querySelector(".badge"),
  word: tile.querySelector(".word"),
  figure: tile.querySelector(".bet"),
}));

export function renderSeating({ seating, waiting, view }, { seat: chosen, step }) {
  const moves = new Map(waiting.filter(({ what }) => what === "move").map(({ seat, to }) => [seat, to]));
  const choosing = step === "move";
  for (const parts of tiles) {
    const seat = seating.find((one) => one.seat === parts.seat);
    renderTile(parts, seat, { view, to: moves.get(parts.seat) ?? null, chosen: chosen === parts.seat, choosing });
  }
}

function renderTile({ tile, side, badge, word, figure }, seat, { view, to, chosen, choosing }) {
  const empty = seat.state === "empty";
  const unknown = !empty && stackOf(seat) === null;
  const said = wordOf(seat, to, unknown);
  // Above there is no room for a word beside the chips.
  const shown = empty || unknown || (side === "top" && said) ? "" : number(stackOf(seat));
  const button = view.button === seat.seat;
  const layout = side !== "top" && shown ? "two" : "";
  className(tile, [
    "tile", layout, chosen && "acting", unknown && "unknown", empty && "gone", choosing && empty && "free",
    ["absent", "penalty", "out"].includes(seat.state) && !chosen && "away", side === "top" && shown.length === 6 && "wide", shown.length > 6 && "long", shown.length > 9 && "longest",
  ].filter(Boolean).join(" "));
  show(badge, button);
  className(badge, "badge disc");
  write(badge, button ? "D" : "");
  show(word, said !== "");
  write(word, said);
  show(figure, shown !== "");
  write(figure, shown);
}

// What the seat has from the next hand on, as far as that is known now.
export function stackOf(seat) {
  const stack = seat.changes ? seat.then : seat.stack;
  return stack === null ? null : stack + seat.coming;
}

function wordOf(seat, to, unknown) {
  if (to !== null) return fill(page.seating.goes_to, { n: to });
  if (seat.to_miss > 0) return fill(page.seating.misses_short, { n: seat.to_miss });
  if (seat.state !== "in") return page.state[seat.state];
  if (unknown) return page.seating.stack_unknown;
  return seat.waits ? page.seating.waits_short : "";
}
