// The decision that is put on record: its selects, what it needs, and what it still lacks. Both floor's pages have it.

import { attribute, show, write } from "./dom.js";
import { fill, mayHaveAmount, ofASeat, otherDecisions, page, withAmount } from "./words.js";

const other = document.getElementById("other");
const seat = document.getElementById("ruledseat");
const amount = document.getElementById("amount");
const why = document.getElementById("why");
const complaint = document.getElementById("complaint");
const bar = document.getElementById("refusalbar");
const NOTICE_MS = 6000;
let seatless = false;
let noAmount = [];

// A complaint stands below the alert that is open; what was touched while none is, is answered above everything.
export function complain(message, fine = false) {
  write(complaint, message);
  show(complaint, message !== "");
  complaint.classList.toggle("fine", fine);
  if (!bar) return;
  write(bar, message);
  show(bar, message !== "" && !complaint.checkVisibility());
  clearTimeout(complain.timer);
  complain.timer = setTimeout(() => show(bar, false), NOTICE_MS);
}

// Begins with an alert: nothing is chosen beforehand. What it offers is listed where the page asks by the list alone.
export function startRuling(row, offered = []) {
  noAmount = withoutAmount(row.options);
  listDecisions(offered);
  if (!seat.options.length) seat.append(new Option(page.which_seat, ""), ...Array.from({ length: 10 }, (_, index) => new Option(fill(page.seat_n, { n: index + 1 }), index + 1)));
  seatless = row.seat === null;
  complain("");
}

// What an alert offers, then what may always be decided; what is chosen stays.
export function listDecisions(offered) {
  if (offered.length) noAmount = withoutAmount(offered);
  const chosen = other.value;
  const always = otherDecisions.filter(({ decision }) => !offered.some((one) => one.decision === decision));
  other.replaceChildren(new Option(page.choose_one, ""), ...[...offered, ...always].map(({ decision, text: words }) => new Option(words, decision)));
  chooseDecision(chosen);
}

export function chooseDecision(decision) {
  other.value = decision;
  if (other.selectedIndex < 0) other.value = "";
  showNeeds(other.value);
}

export const otherDecision = () => other.value;

const asksSeat = (decision) => seatless && ofASeat.includes(decision);
const withoutAmount = (offered) => offered.filter(({ amount: may }) => may === false).map(({ decision }) => decision);
const takesAmount = (decision) => withAmount.includes(decision) || (decision in mayHaveAmount && !noAmount.includes(decision));

// Whether a decision is more than its word.
export const asksMore = (decision) => asksSeat(decision) || takesAmount(decision);

export function showNeeds(decision) {
  const label = page[mayHaveAmount[decision] ?? "amount"];
  show(seat, asksSeat(decision));
  show(amount, takesAmount(decision));
  attribute(amount, "placeholder", label);
  attribute(amount, "aria-label", label);
}

// What is half written, and the fields filled with it again.
export const written = () => [other, seat, amount, why].map(({ value }) => value);
export const rewrite = (values) => [other, seat, amount, why].forEach((field, index) => { field.value = values[index]; });

// The decision with what belongs to it, or null with a complaint where something is missing. What a hidden field
// still holds from another choice does not belong to it.
export function rulingWith(decision, { needsNote }) {
  const note = why.value.trim().replace(/\s+/g, " ");
  if (!decision) return complained(page.choose_decision);
  if (asksSeat(decision) && !seat.value) return complained(page.seat_needed);
  if (needsNote && !note) return complained(page.note_needed);
  if (withAmount.includes(decision) && !/^\d+$/.test(amount.value)) return complained(page.amount_needed);
  const more = takesAmount(decision) && !withAmount.includes(decision) ? amount.value.trim() : "";
  if (more && !/^[1-9]\d*$/.test(more)) return complained(page.amount_needed);
  const ruling = { decision };
  if (asksSeat(decision)) ruling.seat = Number(seat.value);
  if (withAmount.includes(decision)) ruling.amount = Number(amount.value);
  if (more) ruling.amount = Number(more);
  if (note) ruling.note = note;
  return ruling;
}

function complained(message) {
  complain(message);
  return null;
}
