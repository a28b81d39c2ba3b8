// What can be done with one seat: its title, what is known of it, and its keys.

import { fill, joined, listed, number, page } from "./words.js";
import { stackOf } from "./seating-tiles.js";

const words = page.seating;

export function seatPanel(state, seat, step, api) {
  if (!seat) return overview(state, api);
  const title = fill(words.seat, { n: seat.seat });
  if (seat.state === "empty") return emptySeat(title, seat, api);
  if (step === "move") {
    return { title, first: words.touch_empty, keys: [{ label: page.cancel, press: () => api.go("") }] };
  }
  if (step === "leave") return leaving(title, seat, api);
  const stack = stackOf(seat);
  return { title, figure: stack === null ? "?" : number(stack), first: standing(seat), second: chips(seat), keys: seatKeys(state, seat, api) };
}

// Nothing is chosen: what is open at the table.
function overview({ seating, waiting }, api) {
  const unknown = seating.filter((seat) => seat.state !== "empty" && stackOf(seat) === null).map(({ seat }) => seat);
  const waits = waiting.map(({ what, seat, to, seats }) => fill(words[`waits_${what}`], { n: seat, to, seats }));
  const drop = { label: words.drop, press: () => api.send("/seats/drop", {}, words.dropped) };
  return {
    title: words.touch_seat,
    first: waits.length ? fill(words.after_hand_waits, { what: listed(waits) }) : fill(words.seated, { n: seating.filter(({ state }) => state !== "empty").length }),
    second: unknown.length ? fill(words.unknown_at, { n: listed(unknown) }) : "",
    keys: waits.length ? [drop] : [],
  };
}

function emptySeat(title, seat, api) {
  const sit = (state) => () => api.entry.open({
    who: String(seat.seat), what: words.stack_or_unknown, needs: [],
    onEnter: ({ amount }) => api.send("/key", { type: "seat", seat: seat.seat, state, ...(amount === null ? {} : { stack: amount }) }, words.done),
  });
  return { title, first: page.state.empty, keys: [{ label: words.sit_down, main: true, press: sit("in") }] };
}

function leaving(title, seat, api) {
  const leave = () => api.send("/key", { type: "seat", seat: seat.seat, state: "empty" }, words.done);
  return {
    title,
    first: words.leave_sure,
    second: seat.playing ? words.leave_in_hand : "",
    keys: [{ label: words.leaves, main: true, press: leave }, { label: words.stays, press: () => api.go("") }],
  };
}

function standing(seat) {
  const said = [];
  if (seat.state !== "in") said.push(page.state[seat.state]);
  if (seat.to_miss > 0) said.push(fill(words.misses, { n: seat.to_miss }));
  if (seat.waits) said.push(words.waits_for_button);
  if (seat.playing && seat.stack !== null) said.push(fill(words.began_with, { n: number(seat.stack) }));
  return joined(...said) || words.here;
}

function chips(seat) {
  if (stackOf(seat) === null) return words.key_stack;
  const said = [];
  if (seat.changes) said.push(words.counts_next);
  if (seat.coming > 0) said.push(fill(words.coming, { n: number(seat.coming) }));
  if (seat.owed > 0) said.push(fill(words.owes, { n: number(seat.owed) }));
  return joined(...said);
}

function seatKeys({ view }, seat, api) {
  const n = seat.seat;
  const set = (state) => () => api.send("/key", { type: "seat", seat: n, state }, words.done);
  const ask = (what, onEnter) => () => api.entry.open({ who: String(n), what, onEnter: ({ amount }) => onEnter(amount) });
  const count = (amount) => {
    // In a hand the chips behind are counted now; another stack for the next hand is the seat's.
    const event = seat.playing ? { type: "seat", seat: n, stack: amount } : { type: "chips.stack", seat: n, amount };
    return api.send("/key", event, view.street === "between" || !seat.playing ? words.done : words.counts_next);
  };
  const behind = (amount) => api.send("/key", { type: "chips.stack", seat: n, amount }, words.done);
  const unknownNow = seat.playing && seat.stack === null;
  const keys = [{ label: words.stack, main: stackOf(seat) === null, press: ask(unknownNow ? words.behind_now : words.stack, unknownNow ? behind : count) }];
  if (api.mayRule) {
    keys.push({ label: words.rebuy, press: ask(words.rebuy_chips, (amount) => api.rule({ decision: "rebuy", seat: n, amount }, words.done)) });
    if (seat.owed > 0) keys.push({ label: words.bought, press: () => api.rule({ decision: "rebuy_paid", seat: n }, words.done) });
  }
  keys.push({ label: words.move, press: () => api.go("move") });
  keys.push(seat.state === "absent" || seat.state === "out" ? { label: words.back, main: true, press: set("in") } : { label: words.away, press: set("absent") });
  if (seat.state !== "out") keys.push({ label: words.sit_out, press: set("out") });
  if (seat.state === "penalty" || seat.to_miss > 0) keys.push({ label: words.lift, press: set("in") });
  else if (api.mayRule) keys.push({ label: words.penalty, press: ask(words.hands_to_miss, (amount) => api.rule({ decision: "missed_hands", seat: n, amount }, words.done)) });
  keys.push({ label: words.leave, press: () => api.go("leave") });
  return keys;
}
