// A card that lies face up: its rank over its suit, in four shapes and two colours.

import { attribute, className, write } from "./dom.js";

const RED = "dh";
const UNREAD = "??";

// `card` is its name ("Td"), "??" where it lies there unread, or nothing for a place without a card.
export function drawCard(place, card) {
  const unread = card === UNREAD;
  className(place, unread ? "card unread" : card ? `card up${RED.includes(card[1]) ? " red" : ""}` : "card");
  write(place.querySelector("b"), unread ? "?" : card ? card[0].replace("T", "10") : "");
  attribute(place.querySelector("use"), "href", card && !unread && card !== "Jk" ? `#s-${card[1]}` : "");
}
