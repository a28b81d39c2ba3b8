// What was keyed last can be taken back for some seconds: just that, by its own line of the log.

import { api, key } from "./api.js";
import { fill, page } from "./words.js";

const OFFERED_MS = 6000;
let offered = null;

// Send `fields` and offer to take them back, named `name`. `undo` makes the event for that of the line that
// they were given.
export function keyed(fields, name, undo) {
  const sent = key(fields);
  if (undo) offer(name, () => takeBack(sent, undo));
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

// It takes its turn at once: what is touched after it is sent after it.
function takeBack(sent, undo) {
  return key(sent.then((answer) => answer && undo(answer.line)));
}

export const words = (seat) => (line) => ({ type: "declare.cancel", seat, of: line });
