// What a player said, keyed: a verb, a number, or both. The line above repeats the words, never a reading
// of them. Where only a number is wanted, the verbs are away. What cannot be entered is told in that line's label.

import { className, show, text } from "./dom.js";
import { give } from "./touch.js";
import { fill, joined, letters, number, page } from "./words.js";

const MOST_DIGITS = 9;
const NEEDS_NUMBER = ["amount"];
const NO_NUMBER = ["check", "fold", "call", "all_in", "pot"];
const LIGHT = ["unclear", "conditional"];
const pad = document.getElementById("pad");
const keys = [...pad.querySelectorAll("button")];
const verbs = keys.filter((key) => key.dataset.verb);

export function makePad({ onEnter, onClose, onChange, onMore }) {
  let keyed = null;

  for (const key of keys) {
    const { verb, digit, do: act } = key.dataset;
    const repeats = digit !== undefined || act === "erase";
    give(key, {
      means: `pad ${verb ?? digit ?? act}`, repeats, light: repeats || verb !== undefined || LIGHT.includes(act),
      press: () => press(key.dataset),
    });
  }

  function press({ verb, digit, do: act }) {
    keyed.told = "";
    if (verb) chooseVerb(verb);
    else if (digit) addDigits(digit);
    else if (act === "erase") keyed.digits = keyed.digits.slice(0, -1);
    else if (act === "unclear") keyed.unclear = !keyed.unclear;
    else if (act === "conditional") keyed.conditional = !keyed.conditional;
    else if (act === "cancel") return close();
    else if (act === "enter") return enter();
    else if (act === "more") return more();
    onChange();
  }

  function chooseVerb(verb) {
    if (keyed.wants) return;
    keyed.verb = keyed.verb === verb ? "" : verb;
    if (NO_NUMBER.includes(keyed.verb)) keyed.digits = "";
  }

  function addDigits(digit) {
    if (NO_NUMBER.includes(keyed.verb)) keyed.verb = "";
    const digits = (keyed.digits + digit).replace(/^0+/, "");
    if (digits.length <= MOST_DIGITS) keyed.digits = digits;
    else keyed.told = fill(page.most_digits, { n: MOST_DIGITS });
  }

  function enter() {
    const amount = keyed.digits ? Number(keyed.digits) : null;
    const fields = keyed.wants ? (amount === null ? null : keyed.wants.event(amount)) : eventOf(keyed, amount);
    if (!fields) {
      keyed.told = keyed.wants || keyed.verb ? page.number_missing : page.nothing_chosen;
      return onChange();
    }
    const entered = { ...keyed, words: wordsOf(keyed, page.verb_said), fields };
    close();
    onEnter(entered);
  }

  function more() {
    const { seat } = keyed;
    keyed = null;
    onMore(seat);
  }

  function close() {
    keyed = null;
    onClose();
  }

  return {
    isOpen: () => keyed !== null && !keyed.aside,
    // Look at what waits; what was keyed stays until then.
    putAside: () => { if (keyed) keyed.aside = true; },
    resume: () => { if (keyed) keyed.aside = false; },
    press: (name) => keys.find(({ dataset }) => [dataset.verb, dataset.digit, dataset.do].includes(name)),
    // `wants`: a number alone, {label, event(amount)}; `first`: the words came before the chips.
    open(seat, { verb = "", wants = null, replaces = null, first = false } = {}) {
      keyed = { seat, verb, digits: "", unclear: false, conditional: false, wants, replaces, first, told: "" };
      onChange();
    },
    // A card that waits stands where the price does otherwise.
    render: (view, waits) => render(keyed, view, waits),
  };
}

// The event that the keys make, or null while they make none.
function eventOf({ seat, verb, unclear, conditional, first }, amount) {
  const action = verb || (amount === null ? "" : "amount");
  if (!action || (NEEDS_NUMBER.includes(action) && amount === null)) return null;
  const event = { type: "declare", seat, action };
  if (amount !== null) event.amount = amount;
  if (unclear) event.unclear = true;
  if (conditional) event.conditional = true;
  if (first) event.order = "first";
  return event;
}

function wordsOf({ verb, digits }, verbs) {
  const said = verb && !(verb === "amount" && digits) ? verbs[verb] : "";
  const amount = digits && number(Number(digits));
  return said && amount ? fill(page.said_amount, { verb: said, n: amount }) : said || amount;
}

function render(keyed, view, waits) {
  const { seat, wants } = keyed;
  text("padseat", seat === null ? "" : String(seat));
  show(pad.querySelector(".who"), seat !== null);
  const marks = joined(keyed.unclear && page.unclear, keyed.conditional && page.if_then);
  text("padsaid", keyed.told || (wants ? wants.label : marks || page.said));
  const words = wordsOf(keyed, page.verb);
  text("padwords", words);
  pad.style.setProperty("--pad-words", letters(words) > 15 ? "32px" : letters(words) > 12 ? "37px" : "44px");
  const [first, second] = wants || waits ? ["", ""] : price(keyed, view);
  show(pad.querySelector("header p"), !waits);
  text("padcall", first);
  text("padraise", second);
  for (const key of verbs) {
    className(key, key.dataset.verb === keyed.verb ? "key verb chosen" : "key verb");
    show(key, wants === null);
  }
  for (const name of LIGHT) {
    const key = pad.querySelector(`[data-do="${name}"]`);
    className(key, keyed[name] ? "key chosen" : "key");
    show(key, wants === null);
  }
  show(pad.querySelector('[data-do="more"]'), wants === null);
}

// What a call costs and the least raise, for the seat whose turn it is; a seat that cannot act says why.
function price({ seat }, view) {
  const own = view.seats.find((one) => one.seat === seat);
  if (!own || own.state === "empty" || own.state === "out") return [page.state[own?.state ?? "empty"], ""];
  if (["folded", "dead", "all_in"].includes(own.mark)) return [fill(page.seat_is, { what: page.mark_said[own.mark] }), ""];
  if (view.to_act !== seat) return [view.to_act === null ? "" : fill(page.turn_of, { n: view.to_act }), ""];
  return [
    view.owes > 0 ? fill(page.to_call, { n: view.uncounted ? "?" : number(view.owes) }) : "",
    view.may_raise && view.min_to !== null ? fill(page.smallest_raise, { n: number(view.min_to) }) : "",
  ];
}
