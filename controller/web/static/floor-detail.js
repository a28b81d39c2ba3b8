// One alert in full: what happened, the dealer's steps, the rule, the evidence, and the ruling to record.
// The form is built once an alert, so that a beat never takes away what is being written.

import { attribute, icon, make, show, text, write } from "./dom.js";
import { linesText, renderEvidence } from "./evidence.js";
import { renderStory } from "./floor-story.js";
import { fill, joined, minutes, ofASeat, otherDecisions, page, secondsBetween, withAmount } from "./words.js";

const detail = document.getElementById("detail");
const form = document.getElementById("ruling");
const options = document.getElementById("options");
const other = document.getElementById("other");
const seat = document.getElementById("ruledseat");
const amount = document.getElementById("amount");
const note = document.getElementById("note");
const complaint = document.getElementById("complaint");
let shownId = "";
let again = "";
let seatless = false;

export function renderDetail(row, { table, clock, street }) {
  show(detail, row !== null);
  document.body.classList.toggle("showing-detail", row !== null);
  if (!row) {
    shownId = "";
    return;
  }
  if (row.id !== shownId) startForm(row);
  attribute(detail, "data-mark", row.over ? "over" : row.mark);
  icon(detail.querySelector(".sign"), row.mark);
  text("headline", row.title);
  const place = joined(table, row.place, street);
  text("where", place);
  text("crumb", place);
  // What is over took as long as it took.
  const until = row.over ? (row.story.at(-1)?.at ?? row.at) : clock;
  text("age", minutes(secondsBetween(row.at, until)));
  text("since", fill(page.since, { at: row.at }));
  text("happened", row.happened);
  renderSteps(row.steps);
  renderRules(row);
  renderStory(row);
  renderLines(row, secondsBetween(row.at, clock));
  renderActs(row);
}

function renderSteps(steps) {
  show(document.getElementById("steps"), steps.length > 0);
  const list = document.querySelector("#steps ol");
  if (list.textContent === steps.map((step, index) => `${index + 1}${step}`).join("")) return;
  list.replaceChildren(...steps.map((step, index) => {
    const item = make("li");
    item.append(make("b", "", String(index + 1)), make("span", "", step));
    return item;
  }));
}

// A book's own words are in the book's language.
function inItsOwnDirection(line) {
  const node = make("p", "", line);
  node.dir = "auto";
  return node;
}

function renderRules({ rules, cite, finding, other: reading }) {
  const node = document.getElementById("rules");
  const wanted = [[finding ? fill(page.rule_of, { cite }) : cite, rules.map((rule) => rule.says)], ...(reading ? [[page.other_reading, [reading]]] : [])];
  const shown = cite || reading ? wanted : [];
  if (node.dataset.shown === JSON.stringify(shown)) return;
  node.dataset.shown = JSON.stringify(shown);
  node.replaceChildren(...shown.flatMap(([title, lines]) => [make("h3", "", title), ...lines.map(inItsOwnDirection)]));
}

function renderLines(row, age) {
  text("lines", linesText(row.lines));
  show(document.getElementById("evidence"), row.lines.length > 0);
  renderEvidence({ ...row, age });
}

// What is ruled stays as it was recorded; to rule once more is a touch of its own.
function renderActs(row) {
  const ruled = row.ruling !== null && again !== row.id;
  const waits = row.mark === "floor" && (row.state === "new" || row.state === "seen");
  document.getElementById("coming").disabled = !waits;
  show(form, row.rulable);
  show(document.getElementById("choice"), !ruled);
  show(document.getElementById("record"), !ruled);
  show(document.getElementById("again"), ruled);
}

document.getElementById("again").addEventListener("click", () => {
  again = shownId;
  form.reset();
  complain("");
  show(document.getElementById("choice"), true);
  show(document.getElementById("record"), true);
  show(document.getElementById("again"), false);
});

function startForm(row) {
  shownId = row.id;
  again = "";
  form.reset();
  options.replaceChildren(...row.options.map((option) => choice(option, row.cite)));
  if (!other.options.length) other.append(new Option(page.choose_one, ""), ...otherDecisions.map(({ decision, text: words }) => new Option(words, decision)));
  if (!seat.options.length) seat.append(new Option(page.which_seat, ""), ...Array.from({ length: 10 }, (_, index) => new Option(fill(page.seat_n, { n: index + 1 }), index + 1)));
  seatless = row.seat === null;
  complain("");
  showOther();
}

function choice({ decision, text: words, cited }, cite) {
  const label = make("label", "option");
  const radio = make("input");
  Object.assign(radio, { type: "radio", name: "decision", value: decision });
  label.append(radio, make("span", "", words), make("small", "", cited && cite.length <= 16 ? cite : ""));
  return label;
}

function showOther() {
  const chosen = new FormData(form).get("decision");
  show(other, chosen === "other");
  const decision = decisionOf(chosen);
  show(seat, seatless && ofASeat.includes(decision));
  show(amount, withAmount.includes(decision) || decision === "penalty");
  attribute(amount, "placeholder", decision === "penalty" ? page.rounds : page.amount);
}

const decisionOf = (chosen) => (chosen === "other" ? other.value : chosen);

export function complain(message, fine = false) {
  write(complaint, message);
  show(complaint, message !== "");
  complaint.classList.toggle("fine", fine);
}

form.addEventListener("change", showOther);

// The ruling as it stands on the form, or null with a complaint where it cannot be recorded yet.
export function rulingOf(row, by) {
  const chosen = new FormData(form).get("decision");
  const decision = decisionOf(chosen);
  const said = note.value.trim().replace(/\s+/g, " ");
  if (!decision) return void complain(page.choose_decision);
  if (seatless && ofASeat.includes(decision) && !seat.value) return void complain(page.seat_needed);
  if (chosen === "other" && !said) return void complain(page.note_needed);
  if (withAmount.includes(decision) && !/^\d+$/.test(amount.value)) return void complain(page.amount_needed);
  const ruling = { type: "ruling", decision, by };
  if (row.finding) ruling.finding = row.finding;
  if (row.seat !== null) ruling.seat = row.seat;
  else if (ofASeat.includes(decision)) ruling.seat = Number(seat.value);
  if (withAmount.includes(decision)) ruling.amount = Number(amount.value);
  if (decision === "penalty" && /^[1-9]\d?$/.test(amount.value)) ruling.amount = Number(amount.value);
  if (said) ruling.note = said;
  return ruling;
}
