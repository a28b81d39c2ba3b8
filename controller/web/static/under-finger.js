// Nothing moves under a finger: what a page would draw while one is down it draws once it has let go, or a key that
// had moved away in between would not be the one that was touched.

const CLICKED_MS = 100;
const HELD_MS = 5000;
let down = false;
let waiting = null;
let lifts = null;

export function onceNoFingerIsDown(draw) {
  if (down) waiting = draw;
  else draw();
}

function lift() {
  down = false;
  const draw = waiting;
  waiting = null;
  draw?.();
}

function liftIn(ms) {
  clearTimeout(lifts);
  lifts = setTimeout(lift, ms);
}

// Who holds his finger down for long touches nothing any more, and of one that was lost nobody hears that it is up.
addEventListener("pointerdown", () => {
  down = true;
  liftIn(HELD_MS);
}, { capture: true });
for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => liftIn(CLICKED_MS), { capture: true });
addEventListener("click", () => liftIn(0), { capture: true });
