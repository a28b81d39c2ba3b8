// One alert in full, and its decisions: a touch on one of them sends it to its table.

import { keepingPlace } from "./by-keys.js";
import { attribute, className, icon, make, named_node, show, text, write } from "./dom.js";
import { renderEvidence } from "./evidence.js";
import { keeps } from "./kept.js";
import { named } from "./person.js";
import { isSent, isTrouble, orderWord, waits, whose } from "./room-list.js";
import { renderPictures } from "./room-pictures.js";
import { room } from "./room-words.js";
import { complain, otherDecision, rewrite, rulingWith, showNeeds, startRuling, written } from "./ruling.js";
import { draw, ruleNodes, rulingNodes, stepItems } from "./told.js";
import { fill, joined, minutes, page, secondsBetween, streets } from "./words.js";

const detail = document.getElementById("detail");
const options = document.getElementById("options");
const other = document.getElementById("other");
const otherwise = document.getElementById("otherwise");
const order = document.getElementById("order");
const mayRule = document.body.hasAttribute("data-may-rule");
let shown = { id: null, version: "", told: null };
let kept = keeps("ruling", () => kept ?? ({ id: shown.id, otherwise: !otherwise.hidden, fields: written() }));

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
  const version = JSON.stringify([row.state, row.coming, row.ruled, row.by, row.ruling?.note, row.times]);
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
  startRuling(row);
  if (kept?.id === row.id) {
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
  text("age", row.open ? minutes(secondsBetween(row.at, clock)) : row.at.slice(0, 5));
  renderRuling(row, shown.told?.ruling);
  show(order, row.order !== "");
  className(order, isSent(row) ? "" : "not");
  write(order, isSent(row) ? joined(row.asked, orderWord(row, unheard)) : orderWord(row, unheard));
  show(document.getElementById("choice"), row.rulable && mayRule && !row.ruled && !isSent(row));
  document.getElementById("coming").disabled = !waits(row);
  show(document.getElementById("coming"), row.open && !isTrouble(row));
  if (isTrouble(row)) text("happened", row.tables.length > 1 ? fill(room.struck, { n: row.tables.length }) : row.title);
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
  options.replaceChildren(...told.options.map((option) => {
    const key = make("button", "key", option.text);
    key.type = "button";
    key.dataset.decision = option.decision;
    key.addEventListener("click", () => onRule(row, { decision: option.decision }));
    return key;
  }));
}

other.addEventListener("change", () => showNeeds(otherDecision()));
document.getElementById("more").addEventListener("click", () => show(otherwise, otherwise.hidden));
document.getElementById("print").addEventListener("click", () => print());

// The other decision as it stands on the form, or null with a complaint.
export const otherRuling = () => rulingWith(otherDecision(), { needsNote: true });
