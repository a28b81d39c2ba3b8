// The floor's page: alerts as they come, one of them in full, and what the floor does about it.

import { ring, startBell } from "./bell.js";
import { closesByEscape, keepingPlace } from "./by-keys.js";
import { deviceSteps, deviceWords, wasOff } from "./devices.js";
import { show, text } from "./dom.js";
import { recorded, renderDetail, rulingOf } from "./floor-detail.js";
import { renderList, renderStrip } from "./floor-list.js";
import { renderNotes } from "./floor-notes.js";
import { keeps } from "./kept.js";
import "./language.js";
import { levelCorner } from "./levels.js";
import { follow } from "./link.js";
import { who } from "./person.js";
import { postOnce } from "./post.js";
import { complain } from "./ruling.js";
import { onceNoFingerIsDown } from "./under-finger.js";
import { fill, joined, language, minutes, page, streets } from "./words.js";

const MARKS = ["floor", "dealer", "blind", "info"];
let state = null;
const kept = keeps("open", () => ({ chosen, touched }));
let chosen = kept?.chosen ?? null;
let touched = kept?.touched ?? false;

// ---- what the list shows: findings, the dealer's own calls, and devices that are off

function rowsOf() {
  const alerts = group(state.alerts.filter(isRow).map(alertRow));
  const devices = state.devices.map((device) => deviceRow(device, alerts));
  const off = new Set(devices.map((row) => row.cause));
  return [...alerts.filter((row) => !off.has(row.cause)), ...devices].sort(inOrder);
}

// What only informs goes with its hand.
const isRow = ({ state: now, level }) => level !== "info" || now === "new";

// Open ones first, the worst first and the oldest of those; then what is over, the newest first.
function inOrder(a, b) {
  if (a.over !== b.over) return Number(a.over) - Number(b.over);
  if (a.over) return b.hand - a.hand || b.t - a.t;
  const unanswered = (row) => Number(row.state !== "new");
  return MARKS.indexOf(a.mark) - MARKS.indexOf(b.mark) || unanswered(a) - unanswered(b) || a.hand - b.hand || a.t - b.t;
}

function alertRow(alert) {
  const { card } = alert;
  const seat = alert.seat === null ? "" : fill(page.in_seat, { n: alert.seat });
  const mends = card.mark === "dealer" && alert.state === "new" ? page.dealer_mends : "";
  return {
    ...alert, mark: alert.level === "floor" ? "floor" : card.mark, title: titleOf(alert), finding: alert.id, rulable: card.mark !== "info" && card.mark !== "blind",
    place: seat || fill(page.in_hand, { n: alert.hand }), more: mends, happened: card.happened,
    steps: card.steps, rules: card.rules, cite: card.cite, other: card.other, options: alert.call ? [answered()] : card.options,
  };
}

const answered = () => ({ decision: "no_action", text: page.answered, cited: false });

// A misdeal says what made it one, as long as nothing is ruled.
function titleOf({ ruled, card, cause }) {
  if (card.kind === "sensing.device") return wasOff(cause.slice("device ".length));
  const why = card.kind.startsWith("misdeal.") && !ruled && card.lock?.state !== "closed";
  return why ? fill(page.title_why, { what: card.headline, why: card.remedy.charAt(0).toLocaleLowerCase(language) + card.remedy.slice(1) }) : card.headline;
}

// A device that is off stands there as itself, with how often it was in trouble tonight.
function deviceRow(device, alerts) {
  const [live, total] = state.rules;
  const cause = `device ${device.name}`;
  const known = alerts.find((row) => row.cause === cause);
  const times = known?.times > 1 ? fill(page.times, { n: known.times }) : "";
  const story = known?.open ? known.story : [];
  return {
    id: cause, cause, at: device.since, coming: null, finding: null, seat: null, more: times, steps: deviceSteps(device), other: "",
    options: [], lines: [], t: 0, hand: 0, street: "", story, ruling: null, call: null, over: false,
    level: "dealer", mark: "blind", title: deviceWords(device), state: "new", rulable: false,
    happened: fill(page.device_since, { what: deviceWords(device), at: device.since }), place: fill(page.rules_short, { live, total }),
    rules: [...new Set(state.blind)].map((kind) => ({ says: kind })), cite: state.blind.length ? page.what_is_off : "",
  };
}

// One cause is one row: the same kind at the same seat in the same hand; a device the whole night. It is known by the
// first that came, so that what is open and half written stays when the same comes again.
function group(alerts) {
  const groups = new Map();
  for (const alert of alerts) {
    const device = alert.cause.startsWith("device ");
    const key = alert.over && !device ? alert.id : alert.cause;
    const first = groups.get(key);
    const times = alert.back ? 0 : 1; // that a device is back is no second time that it was off
    if (first) Object.assign(first, { times: first.times + times, id: alert.id });
    else groups.set(key, { ...alert, times });
  }
  return [...groups.values()].map((row) => {
    const times = row.times > 1 ? fill(page.times, { n: row.times }) : "";
    return { ...row, more: joined(row.more, times) };
  });
}

// ---- the page

function render() {
  onceNoFingerIsDown(() => keepingPlace(draw));
}

function draw() {
  const rows = rowsOf();
  const open = rows.filter((row) => !row.over && row.mark !== "info");
  text("open", String(open.length));
  text("new", String(open.filter((row) => row.state === "new" && row.mark === "floor").length));
  text("clock", state.clock);
  text("level", levelCorner(state.levels));
  show(document.getElementById("silent"), false);
  show(document.getElementById("none"), rows.length === 0);
  const wide = matchMedia("(min-width: 761px) and (min-height: 481px)").matches;
  if (!touched && wide) chosen = (open[0] ?? rows[0])?.id ?? null;
  const row = rows.find((one) => one.id === chosen) ?? null;
  const table = fill(page.table_n, { n: state.view.table });
  renderStrip(state.view.table, rows);
  renderList(rows, { chosen, table, clock: state.clock, onChoose: choose });
  renderDetail(row, { table, clock: state.clock, street: row ? streets[row.street] : "" });
  renderNotes(state.notes);
  ring(rows, state.clock);
  document.body.dataset.mode = "live";
}

function choose(id) {
  touched = true;
  chosen = id;
  render();
}

const current = () => rowsOf().find((row) => row.id === chosen) ?? null;

document.getElementById("coming").addEventListener("click", async () => {
  const by = who();
  const row = current();
  if (!by || !row) return;
  complain((await postOnce("/mark", { finding: row.finding, state: "coming", by })).refusal);
});

document.getElementById("ruling").addEventListener("submit", async (event) => {
  event.preventDefault();
  const row = current();
  const by = row && who();
  const ruling = by && rulingOf(row, by);
  if (!ruling) return;
  touched = true;
  const { refusal } = await postOnce("/key", ruling);
  if (!refusal) recorded();
  complain(refusal || page.recorded, refusal === "");
});

document.getElementById("ruling").addEventListener("input", () => { touched = true; });
document.getElementById("back").addEventListener("click", () => choose(null));
closesByEscape(() => chosen, () => choose(null));
startBell(() => state && render());
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
