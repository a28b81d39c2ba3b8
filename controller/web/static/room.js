// The floor's page for all tables of a house: the map, the list, one alert in full, and what the floor does.

import { awake, ring, startBell } from "./bell.js";
import { closesByEscape, keepingPlace } from "./by-keys.js";
import { attribute, show, text, write } from "./dom.js";
import { keeps } from "./kept.js";
import "./language.js";
import { follow } from "./link.js";
import { named, onName, who } from "./person.js";
import { postOnce } from "./post.js";
import { otherRuling, renderDetail, sent } from "./room-detail.js";
import { renderList } from "./room-list.js";
import { renderMap } from "./room-map.js";
import { showNotes, startPast } from "./room-past.js";
import { renderGive, renderOff, renderTake } from "./room-people.js";
import { leads, room, sections } from "./room-words.js";
import { complain } from "./ruling.js";
import { onceNoFingerIsDown } from "./under-finger.js";
import { fill, minutes, page } from "./words.js";

const section = document.getElementById("section");
const search = document.getElementById("search");
let state = null;
const kept = keeps("open", () => ({ chosen, past, table, asked: search.value, view: document.body.dataset.view }));
let chosen = kept?.chosen ?? null;
let past = kept?.past ?? null;
let table = kept?.table ?? null;
let unanswered = {};
if (kept) {
  search.value = kept.asked;
  view(kept.view);
}

for (const one of sections) section.append(new Option(one.name, one.name));
takeSection();

function takeSection() {
  const own = sections.find(({ people }) => people.includes(named()));
  section.value = localStorage.getItem("section") ?? own?.name ?? "";
  if (section.selectedIndex < 0) section.value = "";
}

onName(() => {
  localStorage.removeItem("section");
  takeSection();
  render();
});
section.addEventListener("change", () => {
  localStorage.setItem("section", section.value);
  render();
});
search.addEventListener("input", () => render());

// A delta: of tiles and rows only what has changed, null for what is gone.
function merge(known, { tiles, rows, whole, ...rest }) {
  for (const [part, news] of [["tiles", tiles], ["rows", rows]]) {
    if (whole || !known[part]) known[part] = {};
    for (const [key, value] of Object.entries(news ?? {})) {
      if (value === null) delete known[part][key];
      else known[part][key] = value;
    }
  }
  Object.assign(known, rest);
}

const nameOf = ({ site, name }) => `${site}/${name}`;

// What is not answered for too long is the leads', then everybody's, whatever section is shown.
const called = (row) => row.stage > 1 || (row.stage > 0 && leads.includes(named()));
const mine = (row) => !section.value || row.section === section.value || (row.person !== null && row.person === named()) || called(row);

// The rows that are this person's to see, in their order.
const ours = () => state.order.map((id) => state.rows[id]).filter((row) => row && mine(row));

const ofTable = (row) => row?.tables.includes(table.name) && row.site === table.site;

function wanted(row) {
  const asked = search.value.trim().toLowerCase();
  if (table && !ofTable(row)) return false;
  if (!asked) return true;
  const told = [...row.called, row.title, row.kind, row.coming, row.by, row.ruled, row.ruling?.note, row.seat === null ? "" : fill(page.in_seat, { n: row.seat })];
  return told.some((one) => String(one ?? "").toLowerCase().includes(asked));
}

function render() {
  if (state?.order) onceNoFingerIsDown(() => keepingPlace(draw));
}

function draw() {
  if (table && !state.tiles[nameOf(table)]) table = null;
  const own = ours();
  const rows = own.filter(wanted);
  text("open", String(state.head.open));
  text("new", String(state.head.new));
  text("clock", state.clock);
  show(document.getElementById("silent"), false);
  renderBars();
  const unheard = state.head.broker !== "";
  drawMap(unheard);
  renderList(rows, { chosen, clock: state.clock, unheard, onChoose: choose, onComing: come });
  show(document.getElementById("none"), rows.length === 0);
  renderTake(state.head, { section: section.value, table: table && state.tiles[nameOf(table)] });
  renderOff(table && state.tiles[nameOf(table)], unheard);
  renderGive(state.rows[chosen] ?? null, state.head);
  renderDetail(state.rows[chosen] ?? (past?.id === chosen ? past : null), { clock: state.clock, unheard, onRule: rule });
  ring(own, state.clock);
  document.body.dataset.mode = "live";
}

function drawMap(unheard) {
  renderMap(state.tiles, { taken: state.head, shown: (tile) => !section.value || tile.section === section.value, unheard, onChoose: chooseTable });
  const only = table && nameOf(table);
  for (const node of document.querySelectorAll(".tile")) attribute(node, "aria-pressed", String(node.dataset.table === only));
}

function renderBars() {
  const { broker, store, unkept, targets, pins, flood } = state.head;
  show(document.getElementById("soundbar"), !awake());
  bar("brokerbar", broker, room.broker_off);
  bar("storebar", store, room.store_off);
  bar("unkeptbar", unkept || "", fill(room.unkept, { n: unkept }));
  bar("targetbar", targets, room.target_off);
  bar("pinbar", pins, "{why}");
  show(document.getElementById("floodbar"), flood);
}

function bar(id, why, words) {
  const node = document.getElementById(id);
  show(node, why !== "");
  write(node, fill(words, { why }));
}

function choose(id) {
  chosen = id;
  past = null;
  render();
}

// What calls at the table that was touched lies open at once, the worst of it; touched once more all tables are listed.
function chooseTable(key) {
  const tile = state.tiles[key];
  table = table && nameOf(table) === key ? null : tile;
  view("list");
  const calling = table && ours().filter(wanted).find((row) => row.open);
  if (calling && !ofTable(state.rows[chosen] ?? past)) return choose(calling.id);
  render();
}

function view(name) {
  document.body.dataset.view = name;
  if (name === "notes") showNotes();
}

async function come(id) {
  const by = who();
  if (by) complain((await postOnce("/mark", { id, by })).refusal);
}

// The same touch that comes twice rules once: its key is made with it. Where nobody has answered it may have arrived,
// and the same ruling that is touched once more is that one.
async function rule(row, ruling) {
  const by = who();
  if (!by) return;
  const fields = { id: row.id, by, ...ruling, ...(row.ruled === null && { first: true }) };
  const what = JSON.stringify(fields);
  if (unanswered.what !== what) unanswered = { what, key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` };
  const { refusal } = await postOnce("/rule", fields, { key: unanswered.key });
  if (refusal !== page.try_again && unanswered.what === what) unanswered = {};
  if (!refusal) sent();
  complain(refusal);
}

document.getElementById("coming").addEventListener("click", () => chosen && come(chosen));
document.getElementById("decide").addEventListener("submit", (event) => {
  event.preventDefault();
  const row = state.rows[chosen] ?? past;
  const ruling = row && otherRuling();
  if (ruling) rule(row, ruling);
});
document.getElementById("back").addEventListener("click", () => choose(null));
closesByEscape(() => chosen, () => choose(null), () => {
  if (document.body.dataset.view === "list") return;
  view("list");
  document.querySelector('.tab[data-view="list"]').focus();
});
for (const tab of document.querySelectorAll(".tab[data-view]")) {
  tab.addEventListener("click", () => view(tab.dataset.view));
}
startPast({
  onChoose(row) {
    past = row;
    chosen = row.id;
    render();
  },
});

startBell(() => state && render(), document.getElementById("soundbar"));
addEventListener("resize", () => state && render());

follow("room", {
  merge,
  onState(news) {
    state = news;
    render();
  },
  onSilence(seconds) {
    text("silence", minutes(seconds));
    show(document.getElementById("silent"), true);
    document.body.dataset.mode = "silent";
    if (state?.tiles) drawMap(true);
  },
});
