// The dealer's display: which of its states is on, and what its keys do in it.

import { makeBar } from "./bar.js";
import { callFloor, cardKeys } from "./card-keys.js";
import { renderCard, waiting } from "./card.js";
import { renderCorner } from "./corner.js";
import { api, key, send } from "./api.js";
import { attribute, className, show, text } from "./dom.js";
import { listen } from "./keypad.js";
import { follow } from "./link.js";
import { renderMiddle } from "./middle.js";
import { makePad } from "./pad.js";
import { onTile, renderSeats } from "./seats.js";
import { counting, makeSheets, openSeats } from "./sheets.js";
import { tableKeys } from "./table-keys.js";
import { drawn, give } from "./touch.js";
import { keyed, undoKey, words } from "./undo.js";
import { renderWaiting } from "./waiting.js";
import { fill, minutes, page } from "./words.js";

const ui = { sheet: "", aside: new Set(), review: "", deviceSeen: new Set(), told: new Set(), acked: new Set() };

const bars = { table: makeBar(document.getElementById("tablebar")), card: makeBar(document.getElementById("cardbar")) };
const pad = makePad({ onEnter: entered, onClose: render, onChange: render, onMore: (seat) => open("seat", seat) });
const sheets = makeSheets({ openPad, open, close: closeSheet, review });

// ---- keys

async function entered({ seat, words: said, fields, wants, replaces }) {
  render();
  const name = fill(page.undo_of, { n: seat, what: said });
  if (wants) return void key(fields);
  if (replaces && !(await key(words(replaces.seat)(replaces.of)))) return;
  keyed(fields, name, words(seat));
}

async function floorCalled() {
  if (await callFloor()) render();
}

function floorKey(again) {
  const called = again || api.state.called !== null;
  return { icon: "floor", label: called ? page.call_again : page.call_floor, floor: true, means: "floor", press: floorCalled };
}

function openPad(seat, options) {
  ui.sheet = "";
  if (seat !== null || options?.wants) pad.open(seat, options);
}

function hear(seat, verb = "") {
  openPad(seat, { verb, first: true });
}

function open(name, ...about) {
  ui.sheet = name;
  sheets[name](...about);
  render();
}

function closeSheet() {
  ui.sheet = "";
  render();
}

function review(alert) {
  ui.sheet = "";
  ui.review = alert.id;
  render();
}

const forTable = {
  openPad, floorKey,
  pickSeat: (what) => open("pick", what),
  openCorrect: () => open("correct"),
  openMore: () => open("more"),
  hear,
};

const forCard = {
  floorKey,
  get review() { return ui.review; },
  back: () => { ui.review = ""; render(); },
  reviewed: () => { ui.review = ""; },
  peek: (alert) => { ui.aside.add(alert.id); render(); },
  isAcked: (alert) => alert.state === "seen" || ui.acked.has(alert.id),
  ack: (alert) => ui.acked.add(alert.id),
  unack: (alert) => ui.acked.delete(alert.id),
  count: (seat) => openPad(seat, counting(seat)),
  hear,
};

function deviceKeys(device) {
  const seen = { icon: "check", label: page.seen, main: true, press: () => { ui.deviceSeen.add(deviceKey(device)); tellSeen(); render(); } };
  return [undoKey() ?? seen, { label: page.what_is_off, press: () => open("off") }, ...tableKeys(api.state, forTable).slice(2)];
}

// ---- states

const deviceKey = (device) => `${device.name} ${device.since}`;
const putAside = (device) => ui.deviceSeen.has(deviceKey(device)) || alertOf(device)?.state === "seen";
const troubled = () => api.state.devices.find((device) => !putAside(device)) ?? null;

// What the table tells of a device now; nothing of what it does not watch, and for a moment nothing yet.
const alertOf = ({ name }) => api.state.alerts.find((alert) => alert.open && alert.card.kind === "sensing.device" && alert.cause === `device ${name}`);

// A band that was put aside is told to the floor as seen, be it before or after the table has made an alert of it;
// what was not taken is told again with the next news.
async function tellSeen() {
  for (const device of api.state.devices) {
    const alert = ui.deviceSeen.has(deviceKey(device)) && alertOf(device);
    if (alert?.state !== "new" || ui.told.has(alert.id)) continue;
    ui.told.add(alert.id);
    if (!(await send("/mark", { finding: alert.id, state: "seen" }))) ui.told.delete(alert.id);
  }
}

function cards() {
  const reviewed = ui.review && api.state.alerts.find((one) => one.id === ui.review);
  if (reviewed) return [reviewed];
  ui.review = "";
  return waiting(api.state.alerts);
}

// Cards that the dealer has seen and put aside to look at the table; one that is ruled comes back by itself.
const isAside = (alert) => ui.aside.has(alert.id) && alert.state !== "new" && alert.state !== "ruled";

function render() {
  const { state } = api;
  if (!state || link.isSilent()) return;
  const all = cards();
  const shown = all.filter((alert) => !isAside(alert));
  const urgent = shown.length > 0 && shown[0].card.mark === "floor" && shown[0].state === "new";
  if (!shown.length) pad.resume();
  const mode = urgent ? "card" : pad.isOpen() ? "pad" : shown.length ? "card" : ui.sheet ? "list" : "table";
  if (mode === "pad") renderPad(all);
  if (mode === "card") renderCardMode(shown, all.length - 1);
  if (mode === "table") renderTable();
  attribute(document.body, "data-mode", mode);
  drawn(document.getElementById(mode));
}

function renderPad(waits) {
  pad.render(api.state.view, waits.length > 0);
  renderWaiting(waits, api.state.clock);
}

function renderCardMode([alert], others) {
  renderCard(alert, others, api.state);
  const keys = cardKeys(alert, forCard);
  className(document.getElementById("cardbar"), `bar of${keys.length}`);
  bars.card(keys);
}

function renderTable() {
  const { state } = api;
  const device = troubled();
  const aside = waiting(state.alerts).find(isAside) ?? null;
  renderCorner(state, aside);
  renderSeats(state.view);
  renderMiddle(state, device);
  bars.table(device ? deviceKeys(device) : tableKeys(state, forTable));
}

function silence(seconds) {
  const { state } = api;
  if (!state) return;
  text("silence", minutes(seconds));
  text("lastnews", fill(page.last_news, { at: state.clock }));
  text("norules", fill(page.rules_of, { live: 0, total: state.rules[1] }));
  attribute(document.body, "data-mode", "stale");
  drawn(document.getElementById("stale"));
}

// ---- touches

onTile((seat) => openPad(seat));
for (const id of ["callmark", "waiting"]) {
  give(document.getElementById(id), { means: id, press: () => {
    ui.aside.clear();
    ui.sheet = "";
    pad.putAside();
    render();
  } });
}
give(document.getElementById("corner"), { means: "seats", press: openSeats });
const seen = document.getElementById("staleseen");
give(seen, { means: "stale", press: () => seen.classList.remove("main") });
document.addEventListener("contextmenu", (event) => event.preventDefault());
document.addEventListener("touchstart", (event) => {
  if (event.touches.length > 1) event.preventDefault();
}, { passive: false });
for (const name of ["gesturestart", "wheel"]) {
  document.addEventListener(name, (event) => event.preventDefault(), { passive: false });
}
listen({
  mode: () => document.body.dataset.mode,
  pad,
  openNumber: () => openPad(api.state.view.to_act),
  bar: () => barKeys(),
  back: () => barKeys().find((one) => one.hasAttribute("data-back")) ?? null,
});

// The keys of the bar that is seen, as the keypad's function keys stand for them: the last is "Call floor".
function barKeys() {
  const view = document.getElementById(document.body.dataset.mode);
  const keys = [...view.querySelectorAll("nav button:not([hidden])")];
  const floor = keys.find((one) => one.classList.contains("floor"));
  return floor ? [...keys.slice(0, 3), floor] : keys;
}

api.redraw = render;
const link = follow("dealer", {
  onState(news) {
    api.state = news;
    tellSeen();
    render();
  },
  onSilence: silence,
});
