// A card that waits behind the pad is named there, with the moment until which it can be looked at.

import { attribute, icon, show, text } from "./dom.js";
import { fill, joined, minutes, page, secondsBetween } from "./words.js";

const strip = document.getElementById("waiting");

export function renderWaiting([alert], clock) {
  show(strip, alert !== undefined);
  if (!alert) return;
  const { card } = alert;
  attribute(strip, "data-mark", card.mark);
  icon(strip.querySelector("svg"), card.mark);
  text("waitname", joined(card.headline, card.seat));
  text("waituntil", until(alert, clock));
}

function until({ at, card }, clock) {
  if (card.lock?.state === "open" && card.lock.text) return fill(page.lock_until, { label: card.lock.label, text: card.lock.text });
  return card.mark === "floor" ? fill(page.called_for, { time: minutes(secondsBetween(at, clock)) }) : page.look_now;
}
