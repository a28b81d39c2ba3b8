// The keys below a ruling card.

import { api, key, send } from "./api.js";
import { keyed, words } from "./undo.js";
import { page } from "./words.js";

const WRONG_MS = 8000;
const SHOWN_ASKS = 2;
let wrongUntil = 0;

// `ui`: {acked, review, peek(alert), back(), openPad(seat, options), floorKey(again)}.
export function cardKeys(alert, ui) {
  if (performance.now() < wrongUntil) return wrongKeys(alert, ui);
  const asks = alert.card.asks.slice(0, SHOWN_ASKS).map((ask) => askKey(ask, ui));
  const own = ui.review ? [backKey(ui), wrongOrRight(alert)] : [...asks, firstKey(alert, ui), wrongKey()];
  const again = !ui.review && alert.card.mark === "floor";
  return [...own, ui.floorKey(again)].map((one) => ({ ...one, means: `${alert.id} ${one.means ?? one.label}` }));
}

function firstKey(alert, ui) {
  if (alert.state === "ruled") return doneKey(alert);
  if (alert.card.mark === "floor") {
    if (ui.isAcked(alert)) return { label: page.view_table, main: true, press: () => ui.peek(alert) };
    return { icon: "check", label: page.seen, main: true, press: () => acknowledge(alert, ui) };
  }
  if (alert.card.counts === null) return doneKey(alert);
  return {
    label: page.key_amount, main: true,
    press: () => {
      mark(alert, "done");
      ui.count(alert.card.counts);
    },
  };
}

const doneKey = (alert) => ({ icon: "check", label: page.done, main: true, press: () => mark(alert, "done") });
const backKey = (ui) => ({ icon: "back", label: page.back, main: true, press: ui.back });

// A finding that rests on silence: the words that were said and not keyed, first of all that happened.
export function askKey({ text: label, name, seat, action, amount, another }, ui) {
  const event = { type: "declare", seat, action, order: "first", ...(amount !== null && { amount }) };
  const known = amount !== null || !another;
  return { label, press: () => (known ? keyed(event, name, words(seat)) : ui.hear(seat, action)) };
}

// Seen here; that somebody is coming says more than that, and stays.
function acknowledge(alert, ui) {
  ui.ack(alert);
  if (alert.state === "new") mark(alert, "seen", { otherwise: () => ui.unack(alert) });
  else api.redraw();
}

function wrongKey() {
  const press = () => {
    wrongUntil = performance.now() + WRONG_MS;
    setTimeout(api.redraw, WRONG_MS + 10);
    api.redraw();
  };
  return { icon: "undo", label: page.wrong_read, press };
}

function wrongOrRight(alert) {
  if (alert.state !== "disputed") return wrongKey();
  return { icon: "check", label: page.read_right, press: () => mark(alert, "upheld") };
}

function wrongKeys(alert, ui) {
  const one = (label, what) => ({ label, means: `${alert.id} ${what}`, press: () => {
    wrongUntil = 0;
    ui.reviewed();
    mark(alert, "disputed", { by: what });
  } });
  const turn = (press) => () => {
    wrongUntil = 0;
    press();
  };
  const back = { icon: "back", label: page.back, means: `${alert.id} not wrong`, press: turn(api.redraw) };
  const [ask] = alert.card.asks;
  const heard = ask && { label: page.said_other, means: `${alert.id} said`, press: turn(() => ui.hear(ask.seat)) };
  return [back, ...(heard ? [heard] : []), one(page.read_cards, "cards"), one(page.read_chips, "chips"), one(page.read_actor, "actor"), ui.floorKey(false)];
}

// The screen follows at once; where the mark was not taken, the news put it right.
export async function mark(alert, to, { by, otherwise = () => {} } = {}) {
  const before = [alert.state, alert.open, alert.wants];
  Object.assign(alert, { state: to, open: false, wants: to === "seen" ? alert.wants : "" });
  api.redraw();
  const taken = await send("/mark", { finding: alert.id, state: to, ...(by && { by }) });
  if (taken) return;
  [alert.state, alert.open, alert.wants] = before;
  otherwise();
  api.redraw();
}

export const callFloor = () => key({ type: "floor.call", by: "dealer" });
