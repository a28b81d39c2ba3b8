// The views over the table: what was keyed and can be corrected, the keys that a hand seldom needs, and the
// choice of a seat, of chips.

import { api, key, tell } from "./api.js";
import { handCards, isStud } from "./game.js";
import { languageKeys } from "./language.js";
import { showKeys, showList, showNames, showSeats } from "./list.js";
import { buttonAsked, buttonOf, clockKey, dealtKey, handOverKey, newHandKey } from "./table-keys.js";
import { keyed, words } from "./undo.js";
import { fill, joined, number, page } from "./words.js";

const LAST = 10;

// Seats, stacks and levels have a page of their own; it comes back here by itself.
export function openSeats() {
  const lang = new URLSearchParams(location.search).get("lang");
  location.assign(`/seats?from=dealer${lang ? `&lang=${lang}` : ""}`);
}

// `ui`: {openPad(seat, options), open(name), close(), review(alert)}.
export function makeSheets(ui) {
  const back = (press = ui.close) => ({ icon: "back", label: page.back, main: true, press });
  const once = (press) => () => {
    ui.close();
    press();
  };
  const entry = (label, press) => ({ label, press: once(press) });
  const closing = (one) => ({ ...one, icon: undefined, main: false, press: once(one.press) });
  const only = (label, event) => entry(label, () => key(event));

  // ---- what was keyed, and the cards that came

  function correct() {
    const acts = api.state.recent.map(actRow);
    const disputed = lastCards().filter((alert) => alert.state === "disputed").map(cardRow);
    const newest = [...acts, ...disputed].sort((a, b) => b.at.localeCompare(a.at)).slice(0, LAST);
    const cards = { label: page.last_cards, press: () => ui.open("cards") };
    showList({ name: "correct", entries: newest, keys: [back(), cards], empty: page.nothing_keyed });
  }

  const lastCards = () => api.state.alerts.filter((alert) => alert.level !== "info").slice(0, LAST);

  function cards() {
    showList({ name: "cards", entries: lastCards().map(cardRow), keys: [back()], empty: page.nothing_keyed });
  }

  function cardRow(alert) {
    const seat = alert.seat === null ? "" : fill(page.in_seat, { n: alert.seat });
    const state = alert.state === "disputed" ? page.state_disputed : "";
    return { label: joined(alert.card.headline, seat), at: alert.at, state, press: () => ui.review(alert) };
  }

  function actRow(act) {
    const said = fill(page.seat_said, { n: act.seat, text: act.text });
    if (act.over) return { label: said, at: act.at, past: true, press: () => tell(page.earlier_hand) };
    return { label: said, at: act.at, press: () => ui.open("act", act) };
  }

  function act({ id, seat, text: said, what }) {
    const again = entry(page.key_again, () => ui.openPad(seat, what === "chips" ? counting(seat) : { replaces: { seat, of: Number(id) } }));
    const undo = entry(page.undo_it, () => key(words(seat)(Number(id))));
    const keys = what === "chips" ? [again] : [again, undo];
    showKeys({ name: `act ${id}`, title: fill(page.seat_said, { n: seat, text: said }), entries: keys, keys: [back(() => ui.open("correct"))] });
  }

  // ---- what a hand seldom needs

  function more() {
    const { view } = api.state;
    const between = view.street === "between";
    const ofHands = (entry) => (view.seats.some((one) => one.in_hand) ? entry : null);
    const entries = [
      { label: page.correct, press: () => ui.open("correct") },
      view.to_act === null ? null : closing(clockKey(api.state, view.to_act)),
      between ? null : closing(dealtKey()),
      between ? null : only(page.bets_in, { type: "chips.swept" }),
      ofHands({ label: page.tabled_key, press: () => ui.open("pick", "tabled") }),
      ofHands({ label: page.exposed_key, press: () => ui.open("pick", "exposed") }),
      ofHands({ label: page.pot_seat, press: () => ui.open("pick", "award") }),
      view.pot === null ? null : entry(page.pot_quoted, () => ui.openPad(null, quoting())),
      between && buttonAsked(view) ? null : closing(newHandKey()),
      between ? null : closing(handOverKey()),
      isStud(view) ? null : { label: page.button_key, press: () => ui.open("pick", "button") },
      { label: page.seat_key, press: () => ui.open("pick", "seat") },
      only(page.stub_shuffled, { type: "stub", state: "reshuffled" }),
      only(page.stub_dropped, { type: "stub", state: "dropped" }),
      { label: page.last_cards, press: () => ui.open("cards") },
      { label: page.seating.page_key, press: openSeats },
    ];
    showKeys({ name: "more", entries, keys: [back(), ...languageKeys()] });
  }

  // What a seat can do beside its words.
  function seat(n) {
    const asks = (label, what) => only(label, { type: "request", seat: n, what });
    const entries = [
      entry(page.exposed, () => key(exposed(n))),
      entry(page.tabled, () => key(tabled(n))),
      only(page.speaks, { type: "seat.speaks", seat: n }),
      closing(clockKey(api.state, n)),
      { label: page.asks_hand, press: () => ui.open("pick", "hand", n) },
      asks(page.asks_count, "count"),
      asks(page.disputes, "dispute"),
      entry(page.pot_here, () => ui.openPad(n, awarding(n))),
      entry(page.count_front, () => ui.openPad(n, counting(n))),
      entry(page.count_stack, () => ui.openPad(n, stacking(n))),
      { label: page.change_given, press: () => ui.open("chips", { type: "chips.change", seat: n }) },
      { label: page.chips_found, press: () => ui.open("chips", { type: "chips.found", seat: n }) },
      only(page.splashed, { type: "chips.splash", seat: n }),
      only(page.no_chip, { type: "chips.strange", seat: n }),
      only(page.clock_asked, { type: "clock.ask", seat: n }),
    ];
    showKeys({ name: `seat ${n}`, title: fill(page.seat_n, { n }), entries, keys: [back()] });
  }

  // ---- a seat to choose

  const PICKS = {
    button: { title: page.pick_button, take: moveButton },
    tabled: { title: page.pick_tabled, take: (n) => key(tabled(n)), live: true },
    exposed: { title: page.pick_exposed, take: (n) => key(exposed(n)), live: true },
    award: { title: page.pick_award, take: (n) => ui.openPad(n, awarding(n)), live: true },
    hand: { title: page.pick_hand, take: (n, by) => key({ type: "request", seat: by, what: "see_hand", of: n }) },
    seat: { title: page.pick_seat, take: (n) => ui.open("seat", n), stays: true },
  };

  function pick(what, by) {
    const { title, take, live, stays } = PICKS[what];
    const there = api.state.view.seats.filter((one) => (live ? one.in_hand : one.state !== "empty"));
    const seats = there.map((one) => ({
      seat: one.seat, main: what === "button" && one.seat === buttonOf(api.state.view),
      press: stays ? () => take(one.seat) : once(() => take(one.seat, by)),
    }));
    showSeats({ name: `pick ${what}`, title, seats, keys: [back()] });
  }

  function moveButton(n) {
    const before = buttonOf(api.state.view);
    const undo = before === null ? null : () => ({ type: "button.moved", seat: before });
    keyed({ type: "button.moved", seat: n }, fill(page.undo_button, { n }), undo);
  }

  // ---- chips to count out, by their values

  // `event` wants the chips that it is about, those `held` so far.
  function chips(event, held = {}) {
    const n = event.seat;
    const values = api.state.view.denominations;
    if (!values.length) return ui.openPad(n, whole(event));
    const total = values.reduce((sum, value) => sum + value * (held[value] ?? 0), 0);
    const one = (value) => ({
      label: held[value] ? fill(page.chips_of, { value: number(value), n: held[value] }) : number(value),
      press: () => ui.open("chips", event, { ...held, [value]: (held[value] ?? 0) + 1 }),
    });
    const enter = { label: page.enter, main: true, press: total ? once(() => key({ ...event, chips: held })) : () => tell(page.number_missing) };
    const clear = { label: page.clear, press: () => ui.open("chips", event) };
    const title = fill(event.type === "chips.found" ? page.found_total : page.change_total, { n, amount: number(total) });
    showKeys({ name: `${event.type} ${n}`, title, entries: values.map(one), keys: [{ ...back(), main: false }, clear, enter], repeats: true });
  }

  function off() {
    const { blind } = api.state;
    showNames({ name: "off", title: blind.length ? page.what_is_off : page.all_rules_live, names: [...new Set(blind)], keys: [back()] });
  }

  return { correct, cards, act, more, seat, pick, chips, off };
}

const face = (n, by) => ({ type: "card.face", zone: `seat:${n}`, face: "up", by });
const exposed = (n) => face(n, "dealer");
const tabled = (n) => ({ ...face(n, "player"), count: handCards(api.state.view, n) });  // a hand, and no card of it alone

// What the pad is opened for where a number alone is wanted.
export const counting = (n) => ({ wants: { label: page.in_front, event: (amount) => ({ type: "chips.bet", seat: n, amount, by: "dealer" }) } });
const stacking = (n) => ({ wants: { label: page.behind, event: (amount) => ({ type: "chips.stack", seat: n, amount }) } });
const awarding = (n) => ({ wants: { label: page.gets, event: (amount) => ({ type: "chips.award", seat: n, amount }) } });
const quoting = () => ({ wants: { label: page.pot_is, event: (amount) => ({ type: "pot.quoted", amount }) } });
const whole = (event) => ({ wants: { label: page.in_front, event: (amount) => ({ ...event, chips: { [amount]: 1 } }) } });

