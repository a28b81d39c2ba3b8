// What was keyed last can be taken back for some seconds: just that, by its own line of the log.

import { api, key, tell } from "./api.js";
import { fill, page } from "./words.js";

const OFFERED_MS = 6000;
let offered = null;

// Send `fields` and offer to take them back, named `name`. `undo` makes the event for that of the line that
// they were given.
export function keyed(fields, name, undo) {
  const sent = key(fields);
  if (undo) offer(name, async () => takeBack(await sent, undo));
  sent.then((answer) => answer === null && offered?.sent === sent && withdraw());
  if (offered) offered.sent = sent;
  return sent;
}

export function offer(name, take) {
  offered = { name, take };
  clearTimeout(offer.timer);
  offer.timer = setTimeout(withdraw, OFFERED_MS);
  api.redraw();
}

export function undoKey() {
  if (!offered) return null;
  const { name, take } = offered;
  return { label: fill(page.undo, { name }), means: `undo ${name}`, press: () => { withdraw(); take(); } };
}

function withdraw() {
  offered = null;
  api.redraw();
}

function takeBack(answer, undo) {
  if (answer === null) return tell(page.nothing_to_undo);
  return key(undo(answer.line));
}

export const words = (seat) => (line) => ({ type: "declare.cancel", seat, of: line });
