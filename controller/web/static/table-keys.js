// The keys below the table: first what comes next in the hand, then what can be said of it.

import { key } from "./api.js";
import { isStud } from "./game.js";
import { asked, questionKeys } from "./question.js";
import { keyed, undoKey, words } from "./undo.js";
import { fill, number, page } from "./words.js";

const WIDE_AMOUNT = 9;

// `ui`: {openPad, pickSeat, openCorrect, openMore, floorKey, hear}. Null keeps a key's place free.
export function tableKeys(state, ui) {
  const more = { label: page.more_key, means: "more", press: ui.openMore };
  const [first, second, third] = phaseKeys(state, ui);
  const open = dueNow(state.view) ? null : asked(state);
  const { heard = third, nothing = null } = open ? questionKeys(open, ui) : {};
  return [first, second, heard, undoKey() ?? nothing ?? clockOff(state) ?? correctKey(ui), more, ui.floorKey(false)];
}

const correctKey = (ui) => ({ icon: "undo", label: page.correct, means: "correct", press: ui.openCorrect });

export function clockOff({ view }) {
  if (view.clock === null) return null;
  const { seat } = view.clock;
  return { icon: "clock", label: page.clock_off, means: "clock off", press: () => key({ type: "clock.cancel", seat }) };
}

export function clockKey(state, seat) {
  if (state.view.clock !== null) return clockOff(state);
  const press = () => keyed({ type: "clock.call", seat }, page.clock_word, () => ({ type: "clock.cancel", seat }));
  return { icon: "clock", label: page.clock, means: "clock", press };
}

function phaseKeys(state, ui) {
  const { view } = state;
  const said = { label: page.said_key, means: "said", press: () => ui.openPad(view.to_act) };
  const due = dueNow(view);
  if (due) return awardKeys(due, ui);
  if (view.street === "between") return betweenKeys(view, ui);
  if (view.street === "deal") return [dealtKey(), null, view.to_act === null ? null : said];
  if (view.to_be_ended) return [{ ...handOverKey(), main: true }, tabledKey(ui), null];
  if (view.to_act === null) return [null, tabledKey(ui), null];
  return [passKey(view), raiseKey(view, ui), said];
}

export const dealtKey = () => ({ label: page.deal_done, means: "deal done", press: () => key({ type: "deal.end" }) });
export const newHandKey = () => ({ label: page.new_hand, means: "new hand", press: () => key({ type: "hand.start" }) });
export const handOverKey = () => ({ label: page.hand_over, means: "hand over", press: () => key({ type: "hand.end" }) });
const tabledKey = (ui) => ({ label: page.tabled_key, means: "tabled", press: () => ui.pickSeat("tabled") });

// Between hands the button is shown, and one touch begins to correct it; at the night's first hand it is asked for.
function betweenKeys(view, ui) {
  if (isStud(view)) return [{ ...newHandKey(), main: true }, null, null];
  const unknown = buttonAsked(view);
  const button = { label: page.button_key, means: "button", main: unknown, press: () => ui.pickSeat("button") };
  return [unknown ? null : newHandKey(), button, null];
}

// Where the next hand has its button; null where somebody has to say.
export const buttonOf = (view) => (view.next_hand ? view.next_hand.button : view.button);

// Whether somebody has to say where the button is; at stud nobody has it.
export const buttonAsked = (view) => buttonOf(view) === null && !isStud(view);

// The pot that is to be pushed next, once the table knows to whom.
export const dueNow = (view) => view.pots_due.find((pot) => pot.shares.length > 0) ?? null;

// A check, or a call: the one touch that most acts need.
function passKey(view) {
  const seat = view.to_act;
  const name = fill(page.undo_of, { n: seat, what: page.verb_said[view.owes > 0 ? "call" : "check"] });
  const event = view.owes > 0 ? { type: "declare", seat, action: "call" } : { type: "tap", seat };
  return { label: view.owes > 0 ? page.verb.call : page.verb.check, means: `${event.type} ${seat} ${view.street}`, press: () => keyed(event, name, words(seat)) };
}

function raiseKey(view, ui) {
  const verb = view.to_call > 0 ? "raise" : "bet";
  return { label: fill(page.verb_of, { verb: page.verb[verb] }), means: "raise", press: () => ui.openPad(view.to_act, { verb }) };
}

// The pot as the table proposes it: one touch confirms, another one corrects.
function awardKeys({ pot, shares }, ui) {
  const [first] = shares;
  const told = first.amount !== null;
  const one = told ? fill(page.pot_to, { n: first.seat, amount: number(first.amount) }) : fill(page.pot_to.split("\n")[0], { n: first.seat });
  const label = shares.length > 1 ? page.pot_split : one;
  const wide = told && number(first.amount).length > WIDE_AMOUNT;
  const push = () => shares.forEach(({ seat, amount }) => key({ type: "chips.award", seat, pot, ...(told && { amount }) }));
  return [
    { label, main: true, wide, means: `award ${JSON.stringify([pot, shares])}`, press: push },
    { label: page.pot_other, means: "award other", press: () => ui.pickSeat("award") },
    tabledKey(ui),
  ];
}
