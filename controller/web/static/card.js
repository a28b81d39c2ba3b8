// The ruling card. One at a time: the worst first, then the oldest; the others wait as a number in the band.

import { attribute, className, icon, show, text, write } from "./dom.js";
import { apart, fill, letters, minutes, page, person, secondsBetween, shortName } from "./words.js";

const card = document.getElementById("card");
const steps = [...card.querySelectorAll("li")];
const lock = card.querySelector(".lock");
const called = card.querySelector(".called");
const bars = card.querySelector(".bars");
const arch = [...card.querySelectorAll(".arch i")];
const WORST = { floor: 0, dealer: 1, blind: 2 };
const BLINK_MS = 1000;
const NAME_LETTERS = 18;
const WORD_LETTERS = 8;
const COMING_LETTERS = 11;

let blinking = { id: "", until: 0 };
let read = { id: "", steps: [], changed: new Set() };

// Alerts that want a card now, in the order in which they are shown.
export function waiting(alerts) {
  const open = alerts.filter(({ wants, card: shown }) => {
    if (!wants || shown.mark === "info" || shown.kind === "sensing.device") return false;
    // Cards that were not read are hatched at their seat; only chips have to be keyed.
    return shown.kind !== "sensing.gap" || shown.counts !== null;
  });
  return open.reverse().sort((a, b) => WORST[a.card.mark] - WORST[b.card.mark]);
}

export function renderCard(alert, others, state) {
  const shown = alert.card;
  attribute(card, "data-mark", shown.mark);
  icon(card.querySelector(".sign"), shown.mark);
  text("headline", shown.headline);
  text("more", others > 0 ? fill(page.more, { n: others }) : "");
  text("cardseat", shown.seat);
  text("remedy", shown.remedy);
  const changed = changedSteps(alert);
  steps.forEach((item, index) => {
    show(item, index < shown.steps.length);
    write(item.querySelector("span"), shown.steps[index]);
    className(item, changed.has(index) ? "changed" : "");
  });
  text("saw", shown.seen);
  text("cite", shown.cite);
  const waits = shown.mark === "floor" && alert.state !== "ruled";
  renderLock(alert, state.clock);
  renderCalled(alert, waits, state);
  renderArch(alert, waits);
  blink(alert, waits);
}

// The steps that are others than when this card was first read: they stay marked as long as it stands.
function changedSteps({ id, card: { steps: now } }) {
  if (read.id !== id) read = { id, steps: now, changed: new Set() };
  now.forEach((step, index) => {
    if (step !== read.steps[index]) read.changed.add(index);
  });
  read.steps = now;
  return read.changed;
}

function ruling(by) {
  return { state: "closed", label: by ? page.ruled_by : page.ruled_so, text: by ? apart(person(by)) : "", used: 0, left: 0, seconds: null };
}

const isLong = (name) => letters(name) > NAME_LETTERS || name.split(/[ -]/).some((word) => letters(word) > WORD_LETTERS);

function renderLock({ card: shown, at, ruled, open, by }, clock) {
  const name = ruled && !open;
  const held = name ? ruling(by) : shown.lock;
  show(lock, held !== null);
  if (!held) return;
  icon(lock.querySelector("svg"), held.state);
  text("locklabel", held.label);
  const left = held.seconds === null ? null : Math.max(0, Math.ceil(held.seconds - secondsBetween(at, clock)));
  text("locktext", left === null ? held.text : minutes(left));
  className(lock.querySelector("strong"), left !== null ? "clock" : name && isLong(held.text) ? "long" : "");
  if (bars.children.length !== held.used + held.left) {
    bars.replaceChildren(...Array.from({ length: held.used + held.left }, () => document.createElement("i")));
  }
  [...bars.children].forEach((bar, index) => className(bar, index < held.left ? "left" : ""));
}

// Where the floor's screen is not reached and nobody has said that he comes, the call is told by voice.
function renderCalled({ at, coming }, waits, { clock, devices }) {
  show(called, waits);
  if (!waits) return;
  text("waitlabel", page.floor_called);
  text("waited", minutes(secondsBetween(at, clock)));
  const byVoice = !coming && devices.some(({ kind }) => kind === "room");
  text("who", coming ? fill(page.is_coming, { who: shortName(coming, COMING_LETTERS) }) : byVoice ? page.room_say : "");
  className(called.querySelector("em"), byVoice ? "voice" : "");
}

function renderArch({ seat, card: shown }, waits) {
  const next = shown.lock?.seat ?? null;
  show(card.querySelector(".arch"), (seat !== null || next !== null) && !(waits && shown.lock));
  for (const place of arch) {
    const number = Number(place.dataset.seat);
    const mark = number === seat ? "at" : number === next ? "next" : "";
    className(place, mark);
    write(place, mark ? String(number) : "");
  }
}

// A floor-level band blinks twice in its first second and then stands.
function blink(alert, waits) {
  const now = performance.now();
  if (waits && alert.state === "new" && blinking.id !== alert.id) {
    blinking = { id: alert.id, until: now + BLINK_MS };
    setTimeout(() => card.classList.remove("blinking"), BLINK_MS);
  }
  card.classList.toggle("blinking", blinking.id === alert.id && now < blinking.until);
}
