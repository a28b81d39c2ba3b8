// The sound of a floor's page: due by its rows, woken by the first touch, muted by its key.

import { text } from "./dom.js";
import { Due, Sounder } from "./sound.js";
import { page } from "./words.js";

const WOKEN_MS = 100;
const due = new Due();
const sounder = new Sounder();

export const awake = () => sounder.ready;

export function ring(rows, clock) {
  if (due.sound(rows, clock)) sounder.play("floor");
  text("sound", sounder.muted ? page.sound_muted : sounder.ready ? page.sound_on : page.sound_off);
}

// Has the first touch, and those on the keys named, wake the sound; then `render` shows how it is.
export function startBell(render, ...keys) {
  const wake = () => {
    sounder.wake();
    setTimeout(render, WOKEN_MS);
  };
  document.getElementById("sound").addEventListener("click", () => {
    if (sounder.ready) sounder.mute(!sounder.muted);
    wake();
  });
  for (const key of keys) key.addEventListener("click", wake);
  addEventListener("pointerup", wake, { once: true }); // not before: what moves under a finger is not what it touches
}
