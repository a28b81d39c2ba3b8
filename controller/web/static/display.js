// The dealer's display: which of its states is on, and what its keys do in it.

import { renderMiddle } from "./middle.js";
import { renderCard, waiting } from "./card.js";
import { attribute, className, named_node, show, text, write } from "./dom.js";
import { counts, makeBar, settle } from "./bar.js";
import { follow } from "./link.js";
import { makePad } from "./pad.js";
import { onTile, renderSeats } from "./seats.js";
import { post } from "./post.js";
import { showList, showNames } from "./list.js";
import { fill, minutes, number, page, secondsBetween } from "./words.js";

const UNDO_MS = 6000;
const NOTICE_MS = 4000;
const WRONG_MS = 8000;
const LEVEL_LETTERS = 15;
const TABLE_LETTERS = 9;

const ui = { list: null, undo: null, wrongUntil: 0, peeked: "", deviceSeen: new Set(), acked: new Set(), review: null };
let state = null;

const tableBar = makeBar(document.getElementById("tablebar"));
const cardBar = makeBar(document.getElementById("cardbar"));
const pad = makePad({ onEnter: entered, onClose: render, onChange: render });

async function send(path, fields) {
  const refusal = await post(path, fields);
  if (refusal) tell(refusal);
  return refusal === null;
}

function tell(message) {
  const notice = document.getElementById("notice");
  write(notice, message);
  show(notice, true);
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => show(notice, false), NOTICE_MS);
}

// ---- keys

async function entered({ seat, words, fields, counting, replaces }) {
  if (replaces && !(await send("/key", { type: "declare.cancel", seat: replaces }))) return;
  if (!(await send("/key", fields)) || counting) return;
  offerUndo(words.charAt(0).toLowerCase() + words.slice(1), { type: "declare.cancel", seat });
}

function offerUndo(label, event) {
  ui.undo = { label, event };
  clearTimeout(offerUndo.timer);
  offerUndo.timer = setTimeout(() => { ui.undo = null; render(); }, UNDO_MS);
  render();
}

function undo() {
  const { event } = ui.undo;
  ui.undo = null;
  send("/key", event);
  render();
}

async function callFloor() {
  if (await send("/key", { type: "floor.call", by: "dealer" })) render();
}

async function callClock() {
  const seat = state.view.to_act;
  if (seat === null) return;
  if (await send("/key", { type: "clock.call", seat })) {
    offerUndo(page.clock.toLowerCase(), { type: "clock.cancel", seat });
  }
}

function openPad(seat, options) {
  if (seat === null) return;
  ui.list = null;
  pad.open(seat, options);
}

const FLOOR_KEY = () => ({ icon: "floor", label: state.called ? page.call_again : page.call_floor, floor: true, press: callFloor });
const SAID_KEY = () => ({ icon: "said", label: page.said_key, press: () => openPad(state.view.to_act) });

function tableKeys(device) {
  const first = ui.undo && { label: `${page.undo}\n${ui.undo.label}`, two: true, press: undo };
  if (device) {
    const seen = { icon: "check", label: page.seen, main: true, press: () => { ui.deviceSeen.add(deviceKey(device)); render(); } };
    return [first ?? seen, { label: page.what_is_off, press: () => openList("off") }, SAID_KEY(), FLOOR_KEY()];
  }
  return [
    first ?? SAID_KEY(),
    { icon: "undo", label: page.correct, press: () => openList("correct") },
    { icon: "clock", label: page.clock, press: callClock },
    FLOOR_KEY(),
  ];
}

function cardKeys(alert) {
  if (performance.now() < ui.wrongUntil) return wrongKeys(alert);
  if (ui.review) return [{ icon: "back", label: page.back, main: true, press: () => { ui.review = null; render(); } }, wrongKey(), FLOOR_KEY()];
  return [firstKey(alert), wrongKey(), { ...FLOOR_KEY(), label: alert.card.mark === "floor" ? page.call_again : page.call_floor }];
}

function firstKey(alert) {
  if (alert.state === "ruled") return { icon: "check", label: page.done, main: true, press: () => mark(alert, "done") };
  if (alert.card.mark === "floor") {
    if (isAcked(alert)) return { label: page.view_table, main: true, press: () => { ui.peeked = alert.id; render(); } };
    return { icon: "check", label: page.seen, main: true, press: () => acknowledge(alert) };
  }
  if (alert.card.counts !== null) {
    const press = () => { mark(alert, "done"); openPad(alert.card.counts, { counting: true }); };
    return { label: page.key_amount, main: true, press };
  }
  return { icon: "check", label: page.done, main: true, press: () => mark(alert, "done") };
}

const isAcked = (alert) => alert.state === "seen" || ui.acked.has(alert.id);

// Seen here; that somebody is coming says more than that, and stays.
function acknowledge(alert) {
  ui.acked.add(alert.id);
  if (alert.state === "new") mark(alert, "seen");
  else render();
}

function wrongKey() {
  const press = () => {
    ui.wrongUntil = performance.now() + WRONG_MS;
    setTimeout(render, WRONG_MS + 10);
    render();
  };
  return { icon: "undo", label: page.wrong_read, press };
}

function wrongKeys(alert) {
  const key = (label, what) => ({ label, press: () => { ui.wrongUntil = 0; ui.review = null; mark(alert, "disputed", what); } });
  return [key(page.read_cards, "cards"), key(page.read_chips, "chips"), key(page.read_actor, "actor"), FLOOR_KEY()];
}

async function mark(alert, to, by) {
  const taken = await send("/mark", { finding: alert.id, state: to, ...(by && { by }) });
  if (taken) alert.state = to;
  render();
}

// ---- lists

function openList(name) {
  ui.list = name;
  const back = { icon: "back", label: page.back, main: true, press: closeList };
  if (name === "correct") showList({ entries: state.recent.map(recentRow), keys: [back, cardsKey()], empty: page.nothing_keyed });
  if (name === "cards") showList({ entries: lastCards().map(cardRow), keys: [back], double: true, empty: page.nothing_keyed });
  if (name === "off") showNames({ title: state.blind.length ? page.what_is_off : page.all_rules_live, names: [...new Set(state.blind)], keys: [back] });
  render();
}

function closeList() {
  ui.list = null;
  render();
}

const cardsKey = () => ({ label: page.last_cards, press: () => openList("cards") });
const lastCards = () => state.alerts.filter((alert) => alert.level !== "info").slice(0, 10);

function recentRow({ seat, text: said, at, what = "words" }) {
  const press = () => {
    const again = { label: page.key_again, press: () => openPad(seat, what === "chips" ? { counting: true } : { replaces: seat }) };
    const undoIt = { label: page.undo_it, press: () => { send("/key", { type: "declare.cancel", seat }); closeList(); } };
    const back = { icon: "back", label: page.back, main: true, press: () => openList("correct") };
    showList({ entries: [{ label: fill(page.seat_said, { n: seat, text: said }), at, press: () => {} }], keys: what === "chips" ? [back, again] : [back, again, undoIt] });
  };
  return { label: fill(page.seat_said, { n: seat, text: said }), at, press };
}

function cardRow(alert) {
  const seat = alert.seat === null ? "" : ` · ${alert.seat}`;
  return { label: `${alert.card.headline}${seat}`, at: alert.at.slice(0, 5), press: () => { ui.review = alert.id; ui.list = null; render(); } };
}

// ---- states

const deviceKey = (device) => `${device.name} ${device.since}`;

function troubled() {
  return state.devices.find((device) => !ui.deviceSeen.has(deviceKey(device))) ?? null;
}

function currentCards() {
  if (ui.review) {
    const alert = state.alerts.find((one) => one.id === ui.review);
    if (alert) return [alert];
    ui.review = null;
  }
  const cards = waiting([...state.alerts]);
  return cards.length && cards[0].id === ui.peeked && cards[0].state !== "new" && cards[0].state !== "ruled" ? [] : cards;
}

function render() {
  if (!state || link.isSilent()) return;
  const cards = currentCards();
  const urgent = cards.length > 0 && cards[0].card.mark === "floor" && cards[0].state === "new";
  const mode = pad.isOpen() && !urgent ? "pad" : ui.list && !urgent ? "list" : cards.length ? "card" : "table";
  if (mode === "pad") pad.render(state.view);
  if (mode === "card") renderCardMode(cards);
  if (mode === "table") renderTable();
  if (mode === "pad") settle(pad.layout());
  if (mode === "list") settle(`list ${ui.list}`);
  attribute(document.body, "data-mode", mode);
}

function renderCardMode(cards) {
  const [alert] = cards;
  renderCard(alert, cards.length - 1, state);
  const keys = cardKeys(alert);
  className(document.getElementById("cardbar"), keys.length > 3 ? "bar four" : "bar");
  cardBar(keys);
  settle(`card ${alert.id} ${keys.map((key) => key.label)}`);
}

function renderTable() {
  const { view } = state;
  const device = troubled();
  renderCorner(view);
  renderSeats(view);
  renderMiddle(state, device);
  const keys = tableKeys(device);
  tableBar(keys);
  settle(`table ${keys.map((key) => key.label)}`);
}

function renderCorner(view) {
  const named = `${page.table} ${view.table}`;
  text("table", named.length <= TABLE_LETTERS ? named : view.table);
  className(named_node("table"), view.table.length > TABLE_LETTERS ? "longname" : "");
  text("hand", view.hand ? `${page.hand} ${view.hand}` : "");
  text("blinds", view.big ? level(view) : "");
  text("clock", state.clock);
  const [live, total] = state.rules;
  text("rules", `${live}/${total} ${page.rules}`);
  className(named_node("rules"), live < total ? "off" : "");
  const peeked = state.alerts.find((alert) => alert.id === ui.peeked && waiting([alert]).length);
  const since = peeked?.at ?? state.called?.since ?? null;
  show(document.getElementById("callmark"), since !== null);
  if (since === null) return;
  text("called", minutes(secondsBetween(since, state.clock)));
  text("calledwho", (peeked ? peeked.coming : state.called.coming) ?? page.floor_called);
}

// Blinds and ante as the corner has room for them: thousands short, the ante left out of a long line.
function level(view) {
  const short = (amount) => (amount >= 10000 && amount % 1000 === 0 ? `${number(amount / 1000)}K` : number(amount));
  const line = (amounts) => amounts.filter(Boolean).map(short).join(" / ");
  const whole = line([view.small, view.big, view.ante || view.big_blind_ante]);
  return whole.length <= LEVEL_LETTERS ? whole : line([view.small, view.big]);
}

function silence(seconds) {
  if (!state) return;
  text("silence", minutes(seconds));
  text("lastnews", `${page.last_news} ${state.clock}`);
  text("norules", `0 ${page.of} ${state.rules[1]}`);
  settle("stale");
  attribute(document.body, "data-mode", "stale");
}

// ---- touches

onTile((seat) => {
  if (counts()) openPad(seat);
});
document.getElementById("callmark").addEventListener("click", () => {
  if (!counts()) return;
  ui.peeked = "";
  render();
});
document.getElementById("staleseen").addEventListener("click", () => {
  document.getElementById("staleseen").classList.remove("main");
});
document.addEventListener("contextmenu", (event) => event.preventDefault());
document.addEventListener("touchstart", (event) => {
  if (event.touches.length > 1) event.preventDefault();
}, { passive: false });
for (const name of ["gesturestart", "wheel"]) {
  document.addEventListener(name, (event) => event.preventDefault(), { passive: false });
}

const link = follow("dealer", {
  onState(news) {
    state = news;
    render();
  },
  onSilence: silence,
});
