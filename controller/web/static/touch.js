// Touches of the dealer's display. A touch carries what its key meant when the finger came down. It is
// dropped in two cases only: the same place is touched twice in a moment, or the table, not the finger,
// changed what the key means a moment ago. "Call floor" is never too new for a touch.

const TWICE_MS = 400;
const SLIP_MS = 150;
const SLIP_PX = 24;

export class Fingers {
  constructor() {
    this.shown = new Map();
    this.last = null;
  }

  // Note what the keys on the screen mean now, [[key, meaning]]. `own`: a touch brought this about.
  note(keys, now, own) {
    const before = this.shown;
    this.shown = new Map(keys.map(([key, meaning]) => {
      const known = before.get(key);
      if (known?.meaning === meaning) return [key, known];
      return [key, { meaning, since: own || this.touching(key, now) ? -Infinity : now }];
    }));
  }

  // Whether a touch of `key` at x, y counts. A key that `repeats` may come as fast as fingers go; one that
  // is `light` enters nothing by itself; one that is `always` live may be as new as it likes.
  counts(key, { x, y, repeats = false, light = repeats, always = false }, now) {
    if (!always && now - (this.shown.get(key)?.since ?? -Infinity) < TWICE_MS) return false;
    if (key === this.last?.key) {
      if (!repeats && this.touching(key, now)) return false;
    } else if (this.near(x, y) && now - this.last.at < (light ? SLIP_MS : TWICE_MS)) return false;
    this.last = { key, x, y, at: now };
    return true;
  }

  touching(key, now) {
    return key === this.last?.key && now - this.last.at < TWICE_MS;
  }

  near(x, y) {
    return this.last !== null && Math.hypot(x - this.last.x, y - this.last.y) < SLIP_PX;
  }
}

// The time that touches are judged by, in milliseconds.
export const clock = { now: () => performance.now() };

const fingers = new Fingers();
const actions = new WeakMap();
let touched = false;

// Give a key its action: {press, means, repeats, light, always}; null for a key that does nothing now.
export function give(key, action) {
  actions.set(key, action);
}

// Tell that the screen has been drawn: `view` is the part of it that is seen.
export function drawn(view) {
  const keys = [...view.querySelectorAll("button:not([hidden])")].map((key) => [key, actions.get(key)?.means ?? ""]);
  const before = new Map([...fingers.shown].map(([key, { meaning }]) => [key, meaning]));
  fingers.note(keys, clock.now(), touched);
  const same = before.size > 0 && keys.every(([key, meaning]) => before.get(key) === meaning);
  if (!touched && !same) waitVisibly();
}

// Touch a key by finger or keyboard; without a place its middle is meant.
export function touch(key, x, y) {
  const action = actions.get(key);
  if (!action) return;
  const box = x === undefined ? key.getBoundingClientRect() : null;
  const place = box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x, y };
  if (!fingers.counts(key, { ...action, ...place }, clock.now())) return;
  waitVisibly();
  own(action.press);
}

// Do what a finger or the keypad has asked for: what it brings to the screen is no surprise.
export function own(press) {
  touched = true;
  try {
    press();
  } finally {
    touched = false;
  }
}

// The page says for how long a touch would be dropped, from before it is first drawn: whoever drives it from
// outside need not guess.
function waitVisibly() {
  document.body.dataset.settling = "";
  clearTimeout(waitVisibly.timer);
  waitVisibly.timer = setTimeout(() => delete document.body.dataset.settling, TWICE_MS);
}

document.addEventListener("pointerdown", (event) => {
  const key = event.button === 0 && event.target.closest?.("button");
  if (key) touch(key, event.clientX, event.clientY);
});
// A finger or a mouse has been heard when it came down; what clicks without one has no place.
document.addEventListener("click", (event) => {
  const key = event.detail === 0 && event.target.closest?.("button");
  if (key) touch(key);
});
// No key takes the focus, or the keypad's Enter would press it again.
document.addEventListener("mousedown", (event) => event.preventDefault());
