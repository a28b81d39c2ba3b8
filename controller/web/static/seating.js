// Seats, stacks and levels: a touch on a seat, then what becomes of it. Dealer's and floor's alike.

import { attribute, className, icon, show, text, write } from "./dom.js";
import { makeBar } from "./bar.js";
import { makeEntry } from "./entry.js";
import { languageKeys } from "./language.js";
import { blindsLine, levelLeft, levelName } from "./levels.js";
import { levelsPanel } from "./seating-levels.js";
import { seatPanel } from "./seating-seat.js";
import { sheetPanel, takeSheet } from "./seating-sheet.js";
import { renderSeating } from "./seating-tiles.js";
import { follow } from "./link.js";
import { post } from "./post.js";
import { drawn, give, own, touch } from "./touch.js";
import { fill, letters, minutes, page } from "./words.js";

const NOTICE_MS = 6000;
const IDLE_MS = 90000;
const ONE_LINE = 38; // letters
const words = page.seating;

const { person, role } = document.body.dataset;
const query = new URLSearchParams(location.search);
const from = role === "floor" || query.get("from") === "floor" ? "floor" : "dealer";
const home = `${from === "floor" ? "/floor" : "/"}${query.get("lang") ? `?lang=${query.get("lang")}` : ""}`;
const ui = { seat: null, panel: "seats", step: "", sheet: null };
let state = null;

const tiles = [...document.querySelectorAll(".tile")];
const acts = makeBar(document.getElementById("acts"));
const pageBar = makeBar(document.getElementById("pagebar"));
const entry = makeEntry({ onChange: () => render() });

// What the panels need of the page.
const api = {
  from,
  mayRule: role !== "dealer",
  entry,
  by: () => person || (from === "floor" ? localStorage.getItem("name") : "dealer"),
  tell(message) {
    tell(message);
    render();
  },
  go(step) {
    ui.step = step;
    render();
  },
  choose(seat) {
    ui.seat = seat;
    ui.step = "";
    render();
  },
  async send(path, fields, done = "") {
    const { refusal } = await post(path, fields);
    tell(refusal ? plain(refusal) : done);
    if (!refusal) ui.step = "";
    render();
    return !refusal;
  },
  // What the floor answers for needs a name.
  rule(fields, done) {
    const by = api.by();
    return by ? api.send("/key", { type: "ruling", by, ...fields }, done) : tell(page.choose_name);
  },
};

// A refusal names its field first; the page says it in words.
const plain = (refusal) => refusal.replace(/: \w+: /, ": ");

function tell(message) {
  const notice = document.getElementById("notice");
  write(notice, message);
  show(notice, message !== "");
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => show(notice, false), NOTICE_MS);
}

const seatOf = (number) => state.seating.find((seat) => seat.seat === number) ?? null;

// Every language that there is, however many.
const languagePanel = () => ({ title: page.language, keys: languageKeys() });

function panel() {
  if (ui.panel === "languages") return languagePanel();
  if (ui.panel === "levels") return levelsPanel(state, api);
  if (ui.panel === "sheet") return sheetPanel(state, ui, api);
  return seatPanel(state, ui.seat === null ? null : seatOf(ui.seat), ui.step, api);
}

function render() {
  if (!state || link.isSilent()) return;
  const mode = entry.isOpen() ? "entry" : "seating";
  if (mode === "entry") entry.render();
  else renderPage();
  attribute(document.body, "data-mode", mode);
  drawn(document.getElementById(mode));
}

function renderPage() {
  const { view, levels } = state;
  text("table", fill(page.table_n, { n: view.table }));
  text("hand", view.hand ? fill(page.hand_n, { n: view.hand }) : "");
  text("blinds", blindsLine(view));
  text("clock", state.clock);
  text("levelname", levelName(levels));
  text("levelleft", levelLeft(levels));
  renderAlarm();
  renderSeating(state, ui.panel === "seats" ? ui : { seat: null, step: "" });
  const { title, figure = "", first = "", second = "", big = false, keys } = panel();
  const dense = !big && [first, second].some((line) => letters(line) > ONE_LINE);
  className(document.getElementById("middle"), big ? "big" : dense ? "dense" : "");
  text("title", title);
  text("figure", figure);
  text("first", first);
  text("second", second);
  acts(keys.map((key) => ({ ...key, means: `${ui.seat} ${key.label}` })));
  show(document.getElementById("choose"), ui.panel === "sheet");
  for (const tile of tiles) give(tile, { means: `seat ${ui.step}`, press: () => chooseSeat(Number(tile.dataset.seat)) });
  pageBar(barKeys());
}

const go = (name) => () => {
  ui.panel = ui.panel === name ? "seats" : name;
  ui.step = "";
  ui.sheet = null;
  render();
};

function barKeys() {
  const back = { icon: "back", label: page.back, press: () => location.assign(home) };
  const levels = { icon: "clock", label: ui.panel === "levels" ? words.seats : words.levels, press: go("levels") };
  const language = { icon: "language", label: ui.panel === "languages" ? words.seats : page.language, press: go("languages") };
  if (from === "floor") {
    return [back, levels, { label: ui.panel === "sheet" ? words.seats : words.whole_table, press: go("sheet") }, language];
  }
  const call = () => api.send("/key", { type: "floor.call", by: "dealer" }, page.floor_called);
  return [back, levels, language, { icon: "floor", label: state.called ? page.call_again : page.call_floor, floor: true, press: call }];
}

// A card that waits is never hidden: it is named here, and a touch goes to it.
function renderAlarm() {
  const waiting = state.alerts.filter((alert) => alert.level !== "info" && alert.wants);
  const alert = waiting.find((one) => one.level === "floor") ?? waiting.at(-1) ?? null;
  const strip = document.getElementById("alarm");
  show(strip, alert !== null);
  if (!alert) return;
  attribute(strip, "data-mark", alert.card.mark);
  icon(strip.querySelector("svg"), alert.card.mark);
  text("alarm", alert.card.headline);
  text("alarmseat", alert.card.seat);
}

// ---- touches

function chooseSeat(seat) {
  if (ui.panel === "seats" && ui.step === "move") return moveTo(seat);
  ui.panel = "seats";
  return api.choose(ui.seat === seat ? null : seat);
}

async function moveTo(to) {
  if (to === ui.seat) return api.go("");
  const waits = state.view.street !== "between";
  if (await api.send("/seats/move", { seat: ui.seat, to }, waits ? words.after_hand : words.done)) api.choose(waits ? ui.seat : to);
}

give(document.getElementById("alarm"), { means: "alarm", press: () => location.assign(home) });
document.getElementById("sheet").addEventListener("change", async ({ target }) => {
  ui.sheet = await takeSheet(target);
  render();
});
document.addEventListener("contextmenu", (event) => event.preventDefault());

// A keyboard's digits are those of the screen; Escape leaves what is open, the innermost first, and never the page.
const TYPED = { Enter: "enter", Escape: "cancel", Backspace: "erase", Delete: "erase", ".": "00" };
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !state || link.isSilent()) return;
  if (entry.isOpen()) return typed(event);
  if (event.key === "Escape") own(leave);
});

function typed(event) {
  const { key: name, repeat, target } = event;
  if (name === "Enter" && target.closest("#entry button")) return; // who walks by Tab presses where he stands
  const key = entry.keyFor(/^\d$/.test(name) ? name : TYPED[name]);
  if (!key) return;
  event.preventDefault();
  if (!repeat || key.dataset.digit || key.dataset.do === "erase") touch(key);
}

function leave() {
  if (ui.sheet) ui.sheet = null;
  else if (ui.panel !== "seats") ui.panel = "seats";
  else if (ui.step) ui.step = "";
  else ui.seat = null;
  render();
}

// The dealer's display comes back by itself.
let touchedAt = performance.now();
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => { touchedAt = performance.now(); });
setInterval(() => {
  if (from === "dealer" && performance.now() - touchedAt > IDLE_MS) location.assign(home);
}, 1000);

const link = follow("seats", {
  onState(news) {
    state = news;
    render();
  },
  onSilence(seconds) {
    text("silence", minutes(seconds));
    attribute(document.body, "data-mode", "stale");
    drawn(document.getElementById("stale"));
  },
});
