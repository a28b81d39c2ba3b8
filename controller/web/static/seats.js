// Ten tiles where the seats are. The number is outermost; what a seat did and has in front is towards the middle.

import { drawCard } from "./cards.js";
import { className, show, write } from "./dom.js";
import { isStud } from "./game.js";
import { give } from "./touch.js";
import { number, page } from "./words.js";

const tiles = [...document.querySelectorAll(".tile")].map((tile) => ({
  tile,
  seat: Number(tile.dataset.seat),
  side: tile.dataset.side,
  badge: tile.querySelector(".badge"),
  word: tile.querySelector(".word"),
  bet: tile.querySelector(".bet"),
  ups: [...tile.querySelectorAll(".ups .card")],
}));

export function onTile(handler) {
  for (const { tile, seat } of tiles) give(tile, { means: `seat ${seat}`, press: () => handler(seat) });
}

export function renderSeats(view) {
  const seats = new Map(view.seats.map((seat) => [seat.seat, seat]));
  for (const parts of tiles) renderTile(parts, seats.get(parts.seat) ?? empty(parts.seat), view);
}

function empty(seat) {
  return { seat, state: "empty", mark: "", bet: 0, cards: 0, up: [], in_hand: false };
}

function renderTile({ tile, side, badge, word, bet, ups }, seat, view) {
  const acting = view.to_act === seat.seat;
  const unknown = seat.cards === null && seat.in_hand;
  const away = seat.state === "absent" || seat.state === "penalty";
  const gone = ["empty", "out", "late"].includes(seat.state);
  const dead = seat.mark === "folded" || seat.mark === "dead";
  const sign = unknown && seat.bet ? "?" : badgeOf(seat, view);
  const hasBet = seat.bet > 0 && !dead;
  const faces = isStud(view) && seat.in_hand ? seat.up : [];
  let said = wordOf(seat, { acting, unknown, away, gone, dead });
  // A bet takes the place of the word where there is no room for both.
  if (hasBet && (side === "top" || faces.length || sign || !["raised", "all_in"].includes(seat.mark)) && !(acting && side !== "top" && !sign && !faces.length)) said = "";
  const figure = hasBet ? number(seat.bet) : "";
  const boxed = seat.mark === "all_in" && !dead && !acting;
  const narrow = side === "top" || faces.length > 0;
  const layout = narrow ? "" : hasBet ? " two" : sign && said ? " low" : "";
  className(tile, [
    "tile", layout.trim(), acting && "acting", unknown && "unknown", faces.length && "dealt", away && !acting && "away", gone && "gone",
    dead && "folded", boxed && "boxed", boxed && !said && "full", narrow && figure.length === 6 && "wide", figure.length > 6 && "long", figure.length > 9 && "longest",
  ].filter(Boolean).join(" "));
  className(badge, `badge${sign === "D" ? " disc" : sign === "?" ? " q" : ""}`);
  show(badge, sign !== "");
  write(badge, sign);
  show(word, said !== "");
  write(word, said);
  show(bet, figure !== "");
  write(bet, figure);
  ups.forEach((place, index) => {
    show(place, index < faces.length);
    drawCard(place, faces[index]);
  });
}

function badgeOf(seat, view) {
  if (view.button === seat.seat) return "D";
  if (view.street !== "between" && view.street !== "deal" && view.street !== "preflop") return "";
  if (view.small_blind === seat.seat) return "SB";
  return view.big_blind === seat.seat ? "BB" : "";
}

function wordOf(seat, { acting, unknown, away, gone, dead }) {
  if (acting) return page.to_act;
  if (gone) return page.state[seat.state];
  if (dead) return page.mark[seat.mark];
  if (unknown) return page.cards_unknown;
  if (away) return page.state[seat.state];
  return seat.mark ? page.mark[seat.mark] : "";
}
