// A card that waits behind the pad is named there, with the moment until which it can be looked at.

import { attribute, icon, show, text } from "./dom.js";
import { minutes, page, secondsBetween } from "./words.js";

const strip = document.getElementById("waiting");

export function renderWaiting([alert], clock) {
  show(strip, alert !== undefined);
  if (!alert) return;
  const { card } = alert;
  attribute(strip, "data-mark", card.mark);
  icon(strip.querySelector("svg"), card.mark);
  text("waitname", [card.headline, card.seat].filter(Boolean).join(" · "));
  text("waituntil", until(alert, clock));
}

function until({ at, card }, clock) {
  if (card.lock?.state === "open" && card.lock.text) return [card.lock.label, card.lock.text].join(" ");
  return card.mark === "floor" ? [page.floor_called, minutes(secondsBetween(at, clock))].join(" ") : page.look_now;
}
