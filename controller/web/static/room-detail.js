// One alert in full, and its decisions: a touch on one of them sends it to its table.

import { keepingPlace } from "./by-keys.js";
import { attribute, className, icon, make, named_node, show, text, write } from "./dom.js";
import { renderEvidence } from "./evidence.js";
import { keeps } from "./kept.js";
import { named } from "./person.js";
import { isSent, isTrouble, orderWord, waits, whenOf, whose } from "./room-list.js";
import { renderPictures } from "./room-pictures.js";
import { room } from "./room-words.js";
import { asksMore, chooseDecision, complain, listDecisions, otherDecision, rewrite, rulingWith, showNeeds, startRuling, written } from "./ruling.js";
import { draw, ruleNodes, rulingNodes, stepItems } from "./told.js";
import { fill, joined, minutes, page, secondsBetween, streets } from "./words.js";

const detail = document.getElementById("detail");
const options = document.getElementById("options");
const other = document.getElementById("other");
const otherwise = document.getElementById("otherwise");
const order = document.getElementById("order");
const mayRule = document.body.hasAttribute("data-may-rule");
let shown = { id: null, version: "", told: null };
let offered = [];
let again = "";
let kept = keeps("ruling", () => kept ?? ({ id: shown.id, again, otherwise: !otherwise.hidden, fields: written() }));

// Fetches what the row does not carry, once for each state of it.
export async function renderDetail(row, { clock, unheard, onRule }) {
  show(detail, row !== null);
  document.body.classList.toggle("showing-detail", row !== null);
  if (row === null) {
    shown = { id: null, version: "", told: null };
    showProof(null);
    return;
  }
  if (shown.id !== row.id) start(row);
  const version = JSON.stringify([row.state, row.coming, row.ruled, row.by, row.ruling, row.times, row.options]);
  const known = shown.version === version;
  if (!known) shown.told = null;
  renderHead(row, clock, unheard);
  renderProof(row, clock);
  if (known || isTrouble(row)) return;
  shown.version = version;
  const query = new URLSearchParams({ id: row.id, lang: document.documentElement.lang });
  const answer = await fetch(`/alert?${query}`).catch(() => null);
  if (!answer?.ok || shown.id !== row.id || shown.version !== version) return;
  shown.told = await answer.json();
  keepingPlace(() => renderTold(row, shown.told, onRule));
}

function start(row) {
  shown = { id: row.id, version: "", told: null };
  text("happened", "");
  document.querySelector("#steps ol").replaceChildren();
  document.getElementById("rules").replaceChildren();
  document.getElementById("story").replaceChildren();
  options.replaceChildren();
  document.getElementById("decide").reset();
  show(otherwise, false);
  again = "";
  offered = row.options;
  startRuling(row, offered);
  if (kept?.id === row.id) {
    again = kept.again;
    rewrite(kept.fields);
    show(otherwise, kept.otherwise);
  }
  kept = null;
  showNeeds(otherDecision());
}

// Evidence is opened by somebody: who has no name sees none.
function renderProof(row, clock) {
  const age = row.open ? secondsBetween(row.at, clock) : Infinity;
  show(document.getElementById("evidence"), !isTrouble(row));
  show(document.getElementById("nameless"), !named());
  showProof(isTrouble(row) || !named() ? null : { id: row.id, by: named() }, row.state, age);
}

function showProof(about, state, age) {
  renderEvidence({ about, state, age, onTold: (told) => renderPictures(about, told) });
}

function renderHead(row, clock, unheard) {
  attribute(detail, "data-mark", row.open ? row.mark : "over");
  icon(detail.querySelector(".sign"), row.mark);
  text("headline", row.title);
  const place = joined(whose(row), row.seat === null ? "" : fill(page.in_seat, { n: row.seat }), row.hand ? fill(page.in_hand, { n: row.hand }) : "");
  text("where", place);
  text("crumb", place);
  text("age", row.open ? minutes(secondsBetween(row.at, clock)) : whenOf(row));
  renderRuling(row, shown.told?.ruling);
  show(order, row.order !== "");
  className(order, isSent(row) ? "" : "not");
  write(order, isSent(row) ? joined(row.asked, orderWord(row, unheard)) : orderWord(row, unheard));
  renderChoice(row);
  document.getElementById("coming").disabled = !waits(row);
  show(document.getElementById("coming"), row.open && row.ruled === null && !isTrouble(row));
  if (isTrouble(row)) text("happened", row.tables.length > 1 ? fill(room.struck, { n: row.tables.length }) : row.title);
}

// What is ruled stays as it was recorded; to rule once more is a touch of its own.
function renderChoice(row) {
  const may = row.rulable && mayRule && !isSent(row);
  const ruled = row.ruled !== null && again !== row.id;
  show(document.getElementById("choice"), may && !ruled);
  show(document.getElementById("again"), may && ruled);
}

// What the row does not carry of it is told with the rest.
function renderRuling({ ruled, by, ruling: known }, told) {
  const ruling = { by, note: null, amount: null, seat: null, ...known, ...told };
  draw(document.getElementById("ruled"), ruled === null ? null : [ruled, ruling], () => rulingNodes(ruled, ruling));
}

function renderTold(row, told, onRule) {
  renderRuling(row, told.ruling);
  text("happened", told.happened || told.headline);
  const street = streets[told.finding.street] ?? "";
  if (street) text("where", joined(named_node("crumb").textContent, street));
  document.querySelector("#steps ol").replaceChildren(...stepItems(told.steps));
  show(document.getElementById("steps"), told.steps.length > 0);
  document.getElementById("rules").replaceChildren(...ruleNodes(told.cite, told.rules, told.other));
  document.getElementById("story").replaceChildren(...told.story.map((moment) => {
    const line = make("p");
    line.append(make("time", "clock", moment.at), make("span", "", joined(moment.text, moment.by)));
    return line;
  }));
  offered = told.options;
  listDecisions(offered);
  options.replaceChildren(...offered.map((option) => keyOf(row, option, onRule)));
}

// What is asked for beside a decision is seen at once, above the keys that stand below the page on a phone.
function openMore() {
  show(otherwise, true);
  otherwise.scrollIntoView({ block: "nearest" });
}

// A decision is sent at a touch, with the note where one is written; what needs a seat or has an amount asks for it first.
function keyOf(row, { decision, text: words }, onRule) {
  const key = make("button", "key", words);
  key.type = "button";
  key.dataset.decision = decision;
  key.addEventListener("click", () => {
    if (!asksMore(decision)) return onRule(row, rulingWith(decision, { needsNote: false }));
    chooseDecision(decision);
    openMore();
    return otherwise.querySelector("#ruledseat:not([hidden]), #amount:not([hidden])").focus({ preventScroll: true });
  });
  return key;
}

// What is sent is ruled; what becomes of it is told on the row.
export function sent() {
  again = "";
}

other.addEventListener("change", () => showNeeds(otherDecision()));
document.getElementById("again").addEventListener("click", () => {
  again = shown.id;
  document.getElementById("decide").reset();
  complain("");
  show(otherwise, false);
  show(document.getElementById("again"), false);
  show(document.getElementById("choice"), true);
});
document.getElementById("more").addEventListener("click", () => (otherwise.hidden ? openMore() : show(otherwise, false)));
document.getElementById("print").addEventListener("click", () => print());

// The decision as it stands on the form, or null with a complaint; what the alert does not offer needs its reason.
export const otherRuling = () => rulingWith(otherDecision(), { needsNote: !offered.some(({ decision }) => decision === otherDecision()) });
