// One alert in full, and its decisions: a touch on one of them sends it to its table.

import { attribute, className, icon, make, named_node, show, text, write } from "./dom.js";
import { waits, whose } from "./room-list.js";
import { room } from "./room-words.js";
import { fill, joined, minutes, ofASeat, otherDecisions, page, secondsBetween, streets, withAmount } from "./words.js";

const detail = document.getElementById("detail");
const options = document.getElementById("options");
const other = document.getElementById("other");
const seat = document.getElementById("ruledseat");
const amount = document.getElementById("amount");
const otherwise = document.getElementById("otherwise");
const complaint = document.getElementById("complaint");
const order = document.getElementById("order");
const mayRule = document.body.hasAttribute("data-may-rule");
let shown = { id: null, version: "", told: null };

export function complain(message) {
  write(complaint, message);
  show(complaint, message !== "");
}

// Fetches what the row does not carry, once for each state of it.
export async function renderDetail(row, { clock, onRule }) {
  show(detail, row !== null);
  document.body.classList.toggle("showing-detail", row !== null);
  if (row === null) {
    shown = { id: null, version: "", told: null };
    return;
  }
  if (shown.id !== row.id) start(row);
  renderHead(row, clock);
  const version = JSON.stringify([row.state, row.coming, row.ruled, row.times]);
  if (shown.version === version || row.kind.startsWith("room.")) return;
  shown.version = version;
  const lang = new URLSearchParams(location.search).get("lang");
  const answer = await fetch(`/alert?id=${encodeURIComponent(row.id)}${lang ? `&lang=${lang}` : ""}`).catch(() => null);
  if (!answer?.ok || shown.id !== row.id) return;
  shown.told = await answer.json();
  renderTold(row, shown.told, onRule);
}

function start(row) {
  shown = { id: row.id, version: "", told: null };
  complain("");
  text("happened", "");
  document.querySelector("#steps ol").replaceChildren();
  document.getElementById("rules").replaceChildren();
  document.getElementById("story").replaceChildren();
  options.replaceChildren();
  document.getElementById("decide").reset();
  show(otherwise, false);
  if (!other.options.length) other.append(new Option(page.choose_one, ""), ...otherDecisions.map(({ decision, text: words }) => new Option(words, decision)));
  if (!seat.options.length) seat.append(new Option(page.which_seat, ""), ...Array.from({ length: 10 }, (_, index) => new Option(fill(page.seat_n, { n: index + 1 }), index + 1)));
  seatless = row.seat === null;
  showOther();
}

let seatless = false;

function renderHead(row, clock) {
  attribute(detail, "data-mark", row.open ? row.mark : "over");
  icon(detail.querySelector(".sign"), row.mark);
  text("headline", row.title);
  const place = joined(whose(row), row.seat === null ? "" : fill(page.in_seat, { n: row.seat }), row.hand ? fill(page.in_hand, { n: row.hand }) : "");
  text("where", place);
  text("crumb", place);
  text("age", row.open ? minutes(secondsBetween(row.at, clock)) : row.at.slice(0, 5));
  show(document.getElementById("ruled"), row.ruled !== null);
  text("ruled", row.ruled ?? "");
  text("ruledby", row.by ?? "");
  show(order, row.order !== "");
  className(order, row.order === "sent" ? "" : "not");
  write(order, row.order === "sent" ? room.sent : fill(room.refused, { table: row.tables[0], why: row.order }));
  show(document.getElementById("choice"), row.rulable && mayRule && !row.ruled && row.order !== "sent");
  document.getElementById("coming").disabled = !waits(row);
  show(document.getElementById("coming"), !row.kind.startsWith("room."));
  if (row.kind.startsWith("room.")) text("happened", row.tables.length > 1 ? fill(room.struck, { n: row.tables.length }) : row.title);
}

function renderTold(row, told, onRule) {
  text("happened", told.happened || told.headline);
  const street = streets[told.finding.street] ?? "";
  if (street) text("where", joined(named_node("crumb").textContent, street));
  document.querySelector("#steps ol").replaceChildren(...told.steps.map((step, index) => {
    const item = make("li");
    item.append(make("b", "", String(index + 1)), make("span", "", step));
    return item;
  }));
  show(document.getElementById("steps"), told.steps.length > 0);
  const rules = told.rules.map((rule) => make("p", "", rule.says));
  document.getElementById("rules").replaceChildren(...(told.cite ? [make("h3", "", told.cite), ...rules] : rules));
  document.getElementById("story").replaceChildren(...told.story.map((moment) => {
    const line = make("p");
    line.append(make("time", "clock", moment.at), make("span", "", joined(moment.text, moment.by)));
    return line;
  }));
  options.replaceChildren(...told.options.map((option) => {
    const key = make("button", "key", option.text);
    key.type = "button";
    key.dataset.decision = option.decision;
    key.addEventListener("click", () => onRule(row, { decision: option.decision }));
    return key;
  }));
}

function showOther() {
  show(seat, seatless && ofASeat.includes(other.value));
  show(amount, withAmount.includes(other.value) || other.value === "penalty");
}

other.addEventListener("change", showOther);
document.getElementById("more").addEventListener("click", () => show(otherwise, otherwise.hidden));

// The other decision as it stands on the form, or null with a complaint.
export function otherRuling() {
  const decision = other.value;
  const note = document.getElementById("why").value.trim().replace(/\s+/g, " ");
  if (!decision) return void complain(page.choose_decision);
  if (seatless && ofASeat.includes(decision) && !seat.value) return void complain(page.seat_needed);
  if (!note) return void complain(page.note_needed);
  if (withAmount.includes(decision) && !/^\d+$/.test(amount.value)) return void complain(page.amount_needed);
  const ruling = { decision, note };
  if (seatless && seat.value) ruling.seat = Number(seat.value);
  if (/^\d+$/.test(amount.value)) ruling.amount = Number(amount.value);
  return ruling;
}
