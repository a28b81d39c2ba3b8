// One alert in full: what happened, the dealer's steps, the rule, the evidence, and the ruling to record.
// The form is built once an alert, so that a beat never takes away what is being written.

import { attribute, icon, make, show, text } from "./dom.js";
import { linesText, renderEvidence } from "./evidence.js";
import { renderStory } from "./floor-story.js";
import { keeps } from "./kept.js";
import { complain, otherDecision, rewrite, rulingWith, showNeeds, startRuling, written } from "./ruling.js";
import { ruleNodes, stepItems } from "./told.js";
import { fill, joined, minutes, page, secondsBetween } from "./words.js";

const detail = document.getElementById("detail");
const form = document.getElementById("ruling");
const options = document.getElementById("options");
const other = document.getElementById("other");
let shownId = "";
let again = "";
let onRecord = false;
let kept = keeps("ruling", () => kept ?? (onRecord ? null : { id: shownId, again, decision: decided(), fields: written() }));

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
  list.replaceChildren(...stepItems(steps));
}

function renderRules({ rules, cite, finding, other: reading }) {
  const node = document.getElementById("rules");
  const shown = JSON.stringify([rules, cite, reading]);
  if (node.dataset.shown === shown) return;
  node.dataset.shown = shown;
  node.replaceChildren(...(cite || reading ? ruleNodes(finding ? fill(page.rule_of, { cite }) : cite, rules, reading) : []));
}

function renderLines(row, age) {
  text("lines", linesText(row.lines));
  show(document.getElementById("evidence"), row.lines.length > 0);
  renderEvidence({ about: row.lines.length ? { finding: row.finding } : null, state: row.state, age });
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
  onRecord = false;
  form.reset();
  options.replaceChildren(...row.options.map((option) => choice(option, row.cite)));
  startRuling(row);
  if (kept?.id === row.id) takeUp(kept);
  kept = null;
  showOther();
}

// The form as it was left when the page came anew.
function takeUp({ again: anew, decision, fields }) {
  again = anew;
  rewrite(fields);
  for (const radio of form.querySelectorAll("[name=decision]")) radio.checked = radio.value === decision;
}

function choice({ decision, text: words, cited }, cite) {
  const label = make("label", "option");
  const radio = make("input");
  Object.assign(radio, { type: "radio", name: "decision", value: decision });
  label.append(radio, make("span", "", words), make("small", "", cited && cite.length <= 16 ? cite : ""));
  return label;
}

function showOther() {
  const chosen = decided();
  show(other, chosen === "other");
  showNeeds(decisionOf(chosen));
}

const decided = () => new FormData(form).get("decision");
const decisionOf = (chosen) => (chosen === "other" ? otherDecision() : chosen);

form.addEventListener("change", showOther);
form.addEventListener("input", () => { onRecord = false; });

// What is on record is no longer half written, and to rule once more is a touch of its own.
export function recorded() {
  onRecord = true;
  again = "";
}

// The ruling as it stands on the form, or null with a complaint where it cannot be recorded yet.
export function rulingOf(row, by) {
  const chosen = decided();
  const told = rulingWith(decisionOf(chosen), { needsNote: chosen === "other" });
  if (!told) return null;
  const ruling = { type: "ruling", by, ...told };
  if (row.finding) ruling.finding = row.finding;
  if (row.finding && row.ruled === null) ruling.first = true;
  if (row.seat !== null) ruling.seat = row.seat;
  return ruling;
}
