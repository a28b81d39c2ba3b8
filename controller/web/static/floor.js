// The floor's page: alerts as they come, one of them in full, and what the floor does about it.

import { show, text } from "./dom.js";
import { complain, renderDetail, rulingOf } from "./floor-detail.js";
import { isOver, renderList, renderStrip } from "./floor-list.js";
import { renderNotes } from "./floor-notes.js";
import { follow } from "./link.js";
import { post } from "./post.js";
import { Due, Sounder } from "./sound.js";
import { fill, minutes, page, streets } from "./words.js";

const CALL = "floor.call";
const name = document.getElementById("name");
const due = new Due();
const sounder = new Sounder();
let state = null;
let chosen = null;
let touched = false;

if (!name.readOnly) name.value = localStorage.getItem("name") ?? "";
name.addEventListener("change", () => {
  localStorage.setItem("name", name.value.trim());
  document.body.classList.remove("asking-name");
});
name.addEventListener("input", () => name.classList.remove("wanted"));

// ---- what the list shows: findings, the dealer's own call, and devices that are off

function rowsOf() {
  const devices = state.devices.map(deviceRow);
  const alerts = state.alerts.filter(isRow).map(alertRow);
  return [...(state.called ? [callRow()] : []), ...group(alerts), ...devices].sort(openFirst);
}

// What only informs goes with its hand; a device that is off stands there as itself.
function isRow({ state: now, level, card }) {
  if (level === "info" && now !== "new") return false;
  return card.kind !== "sensing.device" || state.devices.length === 0;
}

const openFirst = (a, b) => Number(isOver(a)) - Number(isOver(b));

function alertRow(alert) {
  const { card } = alert;
  const seat = alert.seat === null ? "" : card.seat.toLocaleLowerCase();
  const mends = card.mark === "dealer" && alert.state === "new" ? page.dealer_mends : "";
  return {
    ...alert, mark: alert.level === "floor" ? "floor" : card.mark, title: titleOf(alert), finding: alert.id, rulable: card.mark !== "info",
    place: seat || `${page.hand.toLocaleLowerCase()} ${alert.hand}`, more: mends, happened: card.happened,
    steps: card.steps, rules: card.rules, cite: card.cite, other: card.other, options: card.options,
  };
}

// A misdeal says what made it one, as long as nothing is ruled.
function titleOf({ state: now, card }) {
  const why = card.kind.startsWith("misdeal.") && now !== "ruled" && card.lock?.state !== "closed";
  return why ? `${card.headline}: ${card.remedy.charAt(0).toLocaleLowerCase()}${card.remedy.slice(1)}` : card.headline;
}

function callRow() {
  const { since, coming } = state.called;
  return {
    ...bare(CALL, since), level: "floor", mark: "floor", title: page.floor_called, state: coming ? "coming" : "new",
    coming, happened: page.dealer_called, rulable: true, place: `${page.hand.toLocaleLowerCase()} ${state.view.hand}`,
  };
}

function deviceRow(device) {
  const [live, total] = state.rules;
  const words = fill(page[`device_${device.state}`], { device: device.name });
  return {
    ...bare(`device ${device.name}`, device.since), level: "dealer", mark: "blind", title: words, state: "new",
    happened: device.problem || words, rulable: false, place: `${live}/${total} ${page.rules}`,
    rules: [...new Set(state.blind)].map((kind) => ({ says: kind })), cite: state.blind.length ? page.what_is_off : "",
  };
}

function bare(id, at) {
  return {
    id, at, coming: null, finding: null, seat: null, more: "", steps: [], rules: [], cite: "", other: "",
    options: [], lines: [], evidence: [], t: 0, street: "",
  };
}

// One cause is one row: the same kind at the same seat in the same hand.
function group(alerts) {
  const groups = new Map();
  for (const alert of alerts) {
    const key = isOver(alert) ? alert.id : `${alert.hand} ${alert.card.kind} ${alert.seat}`;
    const first = groups.get(key);
    if (first) first.times += 1;
    else groups.set(key, { ...alert, times: 1 });
  }
  return [...groups.values()].map((row) => {
    const times = row.times > 1 ? fill(page.times, { n: row.times }) : "";
    return { ...row, more: [row.more, times].filter(Boolean).join(" · ") };
  });
}

// ---- the page

function render() {
  const rows = rowsOf();
  const open = rows.filter((row) => !isOver(row) && row.mark !== "info");
  text("open", String(open.length));
  text("new", String(open.filter((row) => row.state === "new" && row.mark === "floor").length));
  text("clock", state.clock);
  show(document.getElementById("silent"), false);
  show(document.getElementById("none"), rows.length === 0);
  const wide = matchMedia("(min-width: 761px)").matches;
  if (!touched && wide) chosen = (open[0] ?? rows[0])?.id ?? null;
  const row = rows.find((one) => one.id === chosen) ?? null;
  const { table } = state.view;
  renderStrip(table, rows);
  renderList(rows, { chosen, table, clock: state.clock, onChoose: choose });
  renderDetail(row, { table, clock: state.clock, street: row ? streets[row.street] : "" });
  renderNotes(state.notes);
  if (due.sound(rows, state.clock)) sounder.play("floor");
  renderSound();
  document.body.dataset.mode = "live";
}

function choose(id) {
  touched = true;
  chosen = id;
  render();
}

function renderSound() {
  text("sound", sounder.muted ? page.sound_muted : sounder.ready ? page.sound_on : page.sound_off);
}

function who() {
  const by = name.value.trim();
  if (by) return by;
  complain(page.choose_name);
  name.classList.add("wanted");
  document.body.classList.add("asking-name");
  name.focus();
  return null;
}

const current = () => rowsOf().find((row) => row.id === chosen) ?? null;

document.getElementById("coming").addEventListener("click", async () => {
  const by = who();
  const row = current();
  if (!by || !row) return;
  complain((await post("/mark", { finding: row.finding ?? CALL, state: "coming", by })) ?? "");
});

document.getElementById("ruling").addEventListener("submit", async (event) => {
  event.preventDefault();
  const row = current();
  const by = row && who();
  const ruling = by && rulingOf(row, by);
  if (!ruling) return;
  const refusal = await post("/key", ruling);
  complain(refusal ?? page.recorded, refusal === null);
});

document.getElementById("back").addEventListener("click", () => choose(null));
document.getElementById("sound").addEventListener("click", () => {
  if (sounder.ready) sounder.mute(!sounder.muted);
  sounder.wake();
  setTimeout(renderSound, 50);
});
addEventListener("pointerdown", () => sounder.wake(), { once: true });
addEventListener("resize", () => state && render());

follow("floor", {
  onState(news) {
    state = news;
    render();
  },
  onSilence(seconds) {
    text("silence", minutes(seconds));
    show(document.getElementById("silent"), true);
    document.body.dataset.mode = "silent";
  },
});
