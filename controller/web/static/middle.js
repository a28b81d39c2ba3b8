// The middle of the table: what matters now. The next hand, the price of a call, or what cannot be seen.

import { drawCard } from "./cards.js";
import { deviceWords } from "./devices.js";
import { attribute, className, named_node, show, text } from "./dom.js";
import { isStud } from "./game.js";
import { asked } from "./question.js";
import { buttonAsked, buttonOf, dueNow } from "./table-keys.js";
import { levelCorner, levelNews } from "./levels.js";
import { fill, joined, letters, listed, number, page } from "./words.js";

const middle = document.getElementById("middle");
const figures = document.getElementById("figures");
const next = document.getElementById("next");
const off = document.getElementById("off");
const street = document.getElementById("street");
const places = [...document.querySelectorAll("#board .card")];
const LONG_FIGURE = 6;
const LONGEST_FIGURE = 9;
const NOTE_LETTERS = 35;
const ROOMY_LETTERS = 21;

export function renderMiddle(state, blindFrame) {
  const { view } = state;
  const between = view.street === "between";
  className(middle, [blindFrame && "withoff", isStud(view) && "stud"].filter(Boolean).join(" "));
  renderBoard(view, between && view.board.length === 0);
  const due = dueNow(view);
  const first = between && buttonAsked(view) && !due;
  show(next, between && !first && !due && !blindFrame);
  if (between) renderNext(view, state.levels);
  renderFigures(first ? { ...nothing(), words: page.ask_button } : due ? award(due) : between ? nothing() : price(view));
  renderOff(state, blindFrame);
  text("note", note(state));
}

function renderBoard(view, hidden) {
  attribute(street, "hidden", hidden ? "" : null);
  text("street", view.street === "showdown" ? "" : (page.street[view.street] ?? view.street));
  places.forEach((place, index) => drawCard(place, view.board[index]));
}

function renderNext(shown, levels) {
  const view = { ...shown, ...(shown.next_hand ?? {}) };
  const rest = levels !== null && levels.rest !== null;
  text("next", joined(rest ? levelCorner(levels) : "", fill(page.next_hand, { n: view.hand + 1 })));
  const dead = (seat) => view.seats.some((s) => s.seat === seat && ["empty", "out"].includes(s.state));
  const small = view.small_blind === null && view.big_blind !== null ? page.dead : view.small_blind;
  const button = view.button !== null && dead(view.button) ? page.dead : view.button;
  for (const [name, value] of [["button", button], ["small", small], ["big", view.big_blind]]) {
    text(`next-${name}`, value === null ? "–" : String(value));
    className(named_node(`next-${name}`), value === page.dead ? "wordy" : "");
  }
}

function nothing() {
  return { label: "", figure: "", over: "", sideLabel: "", sideFigure: "" };
}

// What it costs the seat to act on, and the least it may make it. Never a pot.
function price(view) {
  if (view.street === "deal") return dealing(view);
  if (view.showdown !== null) return showdown(shownOf(view));
  if (view.street === "showdown") return { ...nothing(), words: page.street.showdown };
  if (view.to_act === null) return nothing();
  const seat = { n: view.to_act };
  const owes = view.owes > 0;
  const raise = view.may_raise && view.min_to !== null;
  const label = fill(owes ? page.seat_to_call : view.to_call > 0 ? page.seat_may_check : page.seat_no_bet, seat);
  if (view.clock?.seat === view.to_act) return clock(view, label, owes);
  return {
    ...nothing(),
    label,
    figure: owes ? owed(view) : "",
    words: owes ? "" : label,
    sideLabel: raise ? (view.to_call > 0 ? page.min_raise_to : page.min_bet) : owes ? page.call_or_fold : "",
    sideFigure: raise ? number(view.min_to) : "",
    inAll: owes && !view.uncounted && view.owes !== view.to_call ? fill(page.in_all, { n: number(view.to_call) }) : "",
  };
}

// What it costs the seat to act; of an all-in that nobody has counted that is not known.
const owed = ({ owes, uncounted }) => (uncounted ? "?" : number(owes));

// The pot that is to be pushed, and to whom: shown once the betting is over, as the award is. How much it is stands
// there at pot-limit alone.
function award({ pot, shares }) {
  const seats = shares.map(({ seat }) => seat);
  const name = shares.length > 1 ? page.pot_to_seats : page.pot_to_seat;
  const told = fill(name, { n: listed(seats) });
  if (shares[0].amount === null) return { ...nothing(), over: pot > 0 ? page.side_pot_over : "", words: told };
  const label = pot > 0 ? fill(page.side_pot, { what: told }) : told;
  if (shares.every(({ amount }) => amount === shares[0].amount)) return { ...nothing(), label, figure: number(shares[0].amount) };
  const rows = shares.map(({ seat, amount }) => fill(page.seat_said, { n: seat, text: number(amount) }));
  return { ...nothing(), label, figure: rows.join("\n"), rows: true };
}

// A clock on the seat to act: the seconds left stand where the least raise stands otherwise.
function clock(view, label, owes) {
  return {
    ...nothing(),
    label,
    figure: owes ? owed(view) : "",
    words: owes ? "" : label,
    sideLabel: page.clock,
    sideFigure: String(view.clock.left),
  };
}

// Once the pots are gone nobody is waited for to show.
const shownOf = ({ showdown, to_be_ended: over }) => (over ? { ...showdown, order: [], to_table: [] } : showdown);

// Who has to show, then who wins which pot by what lies face up. Never an amount.
function showdown({ order, to_table, pots }) {
  if (to_table.length > 0) return { ...nothing(), words: page.table_all };
  if (pots.some((pot) => pot.winners === null)) {
    return { ...nothing(), words: order.length > 0 ? fill(page.tables_first, { n: order[0] }) : page.street.showdown };
  }
  const [first] = pots;
  if (pots.length > 1) return { ...nothing(), words: page.side_first };
  return { ...nothing(), words: first.winners.length > 1 ? page.split_pot : fill(page.seat_wins, { n: first.winners[0] }) };
}

const seats = (some) => fill(page.seats, { count: some.length, n: listed(some) }).trim();

// What stands below that: the seats in their order, and who gets an odd chip.
function showdownNote({ order, to_table, pots }) {
  if (to_table.length > 0) return seats(to_table);
  if (pots.some((pot) => pot.winners === null)) return order.length > 1 ? fill(page.then_seats, { n: listed(order.slice(1)) }) : "";
  // One pot after the other: the first of them is the one that is pushed now.
  const [{ winners, odd_chips: odd }] = pots;
  const told = pots.length > 1 || winners.length > 1 ? seats(winners) : "";
  return joined(told, odd.length > 0 ? fill(page.odd_chip, { n: listed(odd) }) : "");
}

function dealing(view) {
  const cards = view.seats.reduce((sum, seat) => sum + (seat.cards ?? 0), 0);
  const known = view.seats.every((seat) => seat.cards !== null);
  return { ...nothing(), label: page.cards_out, figure: known ? String(cards) : "?" };
}

function renderFigures(shown) {
  const widest = Math.max(shown.figure.length, shown.sideFigure.length);
  const label = joined(shown.label, shown.inAll);
  const long = shown.words || (!shown.rows && widest > (shown.sideLabel ? LONG_FIGURE : LONGEST_FIGURE));
  className(figures, [long && "long", !long && shown.sideLabel && !shown.sideFigure && "told", widest > LONGEST_FIGURE && "longest", !shown.sideLabel && "only", shown.rows && "table"].filter(Boolean).join(" "));
  text("mainlabel", shown.words ? shown.over : label);
  text("mainfigure", shown.words || shown.figure);
  className(named_node("mainfigure"), shown.words ? "words" : shown.rows ? "rows" : "");
  text("sidelabel", shown.sideLabel);
  text("sidefigure", shown.sideFigure);
}

// A device that is silent, since when, and which others are off too; else what the table cannot judge without it.
function renderOff(state, device) {
  show(off, device !== null);
  if (!device) return;
  const [live, total] = state.rules;
  const words = deviceWords(device);
  text("off", words);
  className(named_node("off"), letters(words) > ROOMY_LETTERS ? "smaller" : "");
  text("offwhat", since(device));
  text("offrules", others(state.devices.filter(({ name }) => name !== device.name)) || fill(page.rules_live, { live, total }));
}

function since({ kind, state, since: at }) {
  if (kind === "journal") return page.recording_say;
  if (kind === "room") return page.room_say;
  return fill(state === "degraded" ? page.gaps_since : page.unknown_since, { at });
}

// Those that have no room of their own: all by name, else the first and how many more.
function others(devices) {
  const all = devices.map(deviceWords);
  const whole = joined(...all);
  return letters(whole) <= NOTE_LETTERS ? whole : joined(all[0], `+${all.length - 1}`);
}

// What the table asks; else the newest thing that only informs, for the hand that is on, else a device that is back, else what the dealer is reminded of; at pot-limit the pot, which is told there.
function note(state) {
  const { view } = state;
  if (view.showdown !== null) return showdownNote(shownOf(view));
  const question = asked(state);
  if (question) return question.card.question.text;
  if (view.pot !== null && view.street !== "between") return fill(page.pot_n, { n: number(view.pot) });
  const told = state.alerts.find(
    ({ level, state: now, hand, card }) => level === "info" && now === "new" && hand === view.hand && card.counts === null && !card.question,
  );
  if (view.street === "between") return house(state) || reminded(state.notes.at(-1));
  if (!told) return backAgain(state) || house(state) || reminded(state.notes.at(-1));
  const { card } = told;
  if (card.seat && card.remedy.includes(card.seat)) return card.remedy;
  const whole = ofSeat(card.seat, joined(card.headline, card.remedy));
  return letters(whole) <= NOTE_LETTERS ? whole : ofSeat(card.seat, card.remedy);
}

// The devices that came back in this hand: what they missed nobody but the dealer has seen.
function backAgain({ alerts, devices, view }) {
  const back = alerts.filter((alert) => alert.back && alert.open && alert.hand === view.hand);
  const names = [...new Set(back.map(({ cause }) => cause.slice("device ".length)))];
  const there = names.filter((name) => !devices.some((device) => device.name === name));
  if (there.length === 0) return "";
  const device = listed(there.map((name) => page.device_kind[name] ?? name));
  const told = fill(there.length > 1 ? page.devices_back : page.device_back, { device });
  return letters(told) <= NOTE_LETTERS ? told : back[0].card.remedy;
}

// What the house has to say: stacks that somebody must key, then the next level.
function house({ uncounted, levels }) {
  const unknown = uncounted.length > 0 ? fill(page.seating.uncounted, { n: listed(uncounted) }) : "";
  return joined(unknown, levelNews(levels));
}

function reminded(note) {
  if (!note) return "";
  return ofSeat(note.place, note.text);
}

const ofSeat = (seat, what) => (seat ? fill(page.of_seat, { seat, what }) : what);
