// What a player said, keyed: a verb, a number, or both. The line above repeats the words, never a reading
// of them. In counting mode the number is what a seat has in front.

import { className, text, write } from "./dom.js";
import { counts } from "./bar.js";
import { fill, number, page } from "./words.js";

const MOST_DIGITS = 9;
const NEEDS_NUMBER = ["amount"];
const NO_NUMBER = ["check", "fold", "call", "all_in", "pot"];
const pad = document.getElementById("pad");
const verbs = [...pad.querySelectorAll("[data-verb]")];

export function makePad({ onEnter, onClose, onChange }) {
  let keyed = null;

  for (const key of pad.querySelectorAll("button")) {
    key.addEventListener("click", () => {
      if (keyed && counts({ fast: "digit" in key.dataset || key.dataset.do === "erase" })) press(key.dataset);
    });
  }

  function press({ verb, digit, do: act }) {
    if (verb) chooseVerb(verb);
    else if (digit) addDigits(digit);
    else if (act === "erase") keyed.digits = keyed.digits.slice(0, -1);
    else if (act === "unclear") keyed.unclear = !keyed.unclear;
    else if (act === "conditional") keyed.conditional = !keyed.conditional;
    else if (act === "cancel") return close();
    else if (act === "enter") return enter();
    onChange();
  }

  function chooseVerb(verb) {
    if (keyed.counting) return;
    keyed.verb = keyed.verb === verb ? "" : verb;
    if (NO_NUMBER.includes(keyed.verb)) keyed.digits = "";
  }

  function addDigits(digit) {
    if (NO_NUMBER.includes(keyed.verb)) keyed.verb = "";
    const digits = (keyed.digits + digit).replace(/^0+/, "");
    if (digits.length <= MOST_DIGITS) keyed.digits = digits;
  }

  function enter() {
    const fields = eventOf(keyed);
    if (!fields) return;
    const entered = { ...keyed, words: wordsOf(keyed), fields };
    close();
    onEnter(entered);
  }

  function close() {
    keyed = null;
    onClose();
  }

  return {
    isOpen: () => keyed !== null,
    open(seat, { counting = false, replaces = null } = {}) {
      keyed = { seat, verb: "", digits: "", unclear: false, conditional: false, counting, replaces };
      onChange();
    },
    layout: () => `pad ${keyed.seat}`,
    render: (view) => render(keyed, view),
  };
}

// The event that the keys make, or null while they make none.
function eventOf({ seat, verb, digits, unclear, conditional, counting }) {
  const amount = digits ? Number(digits) : null;
  if (counting) return amount === null ? null : { type: "chips.bet", seat, amount, by: "dealer" };
  const action = verb || (amount === null ? "" : "amount");
  if (!action || (NEEDS_NUMBER.includes(action) && amount === null)) return null;
  const event = { type: "declare", seat, action };
  if (amount !== null) event.amount = amount;
  if (unclear) event.unclear = true;
  if (conditional) event.conditional = true;
  return event;
}

function wordsOf({ verb, digits, unclear, conditional }) {
  const said = verb && !(verb === "amount" && digits) ? page.verb[verb] : "";
  const marks = [unclear && page.unclear, conditional && page.if_then].filter(Boolean).join(", ");
  return [said, digits && number(Number(digits)), marks && `(${marks})`].filter(Boolean).join(" ");
}

function render(keyed, view) {
  text("padseat", String(keyed.seat));
  text("padsaid", keyed.counting ? page.in_front : page.said);
  const words = wordsOf(keyed);
  text("padwords", words);
  pad.style.setProperty("--pad-words", words.length > 13 ? "26px" : words.length > 12 ? "34px" : "44px");
  const turn = view.to_act === keyed.seat && !keyed.counting;
  text("padcall", turn && view.owes > 0 ? `${page.to_call} ${number(view.owes)}` : "");
  text("padraise", turn && view.may_raise && view.min_to !== null ? `${page.smallest_raise} ${number(view.min_to)}` : "");
  for (const key of verbs) className(key, key.dataset.verb === keyed.verb ? "key verb chosen" : "key verb");
  for (const name of ["unclear", "conditional"]) {
    className(pad.querySelector(`[data-do="${name}"]`), keyed[name] ? "key chosen" : "key");
  }
  const enter = pad.querySelector('[data-do="enter"]');
  write(enter, page.enter);
}
