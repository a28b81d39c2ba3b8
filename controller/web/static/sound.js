// Sounds of the floor's page, and when they are due. What is due is told by the table's clock alone.

import { secondsBetween } from "./words.js";

const AGAIN_S = [0, 15, 45, 120];
const FRESH_S = 600;
const PAUSE_S_A_ROW = 12;
const LONGEST_PAUSE_S = 60;
const MUTE_MS = 600_000;
const NOTES_HZ = { floor: [523, 659, 784], dealer: [440, 440], blind: [330] };

// Which alerts have a sound due now: new floor-level ones, and again until somebody comes.
export class Due {
  constructor() {
    this.played = new Map();
    this.lastAt = null;
  }

  // alerts: [{id, at, mark, state}]; clock: HH:MM:SS. Returns whether to sound now. The more has come in
  // ten minutes, the longer the pause between sounds, up to a minute; what was due then shares the next one.
  sound(alerts, clock) {
    const times = new Map();
    for (const alert of alerts) {
      if (alert.mark !== "floor" || alert.state !== "new") continue;
      times.set(alert.id, AGAIN_S.filter((after) => after <= secondsBetween(alert.at, clock)).length);
    }
    if (![...times].some(([id, count]) => count > (this.played.get(id) ?? 0))) return false;
    const fresh = alerts.filter((alert) => secondsBetween(alert.at, clock) <= FRESH_S).length;
    const pause = Math.min(LONGEST_PAUSE_S, PAUSE_S_A_ROW * Math.max(0, fresh - 1));
    if (this.lastAt !== null && secondsBetween(this.lastAt, clock) < pause) return false;
    for (const [id, count] of times) this.played.set(id, count);
    this.lastAt = clock;
    return true;
  }
}

export class Sounder {
  constructor() {
    this.context = null;
    this.mutedUntil = 0;
  }

  // A browser lets a page sound only after a touch.
  wake() {
    this.context ??= new AudioContext();
    this.context.resume();
  }

  get ready() {
    return this.context?.state === "running";
  }

  get muted() {
    return performance.now() < this.mutedUntil;
  }

  mute(on) {
    this.mutedUntil = on ? performance.now() + MUTE_MS : 0;
  }

  play(mark) {
    if (!this.ready || this.muted) return;
    NOTES_HZ[mark].forEach((hertz, index) => this.note(hertz, this.context.currentTime + index * 0.22));
  }

  note(hertz, from) {
    // A triangle wave has the harmonics that small speakers need to be heard.
    const wave = new OscillatorNode(this.context, { type: "triangle", frequency: hertz });
    const gain = new GainNode(this.context, { gain: 0 });
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(0.4, from + 0.02);
    gain.gain.linearRampToValueAtTime(0, from + 0.18);
    wave.connect(gain).connect(this.context.destination);
    wave.start(from);
    wave.stop(from + 0.2);
  }
}
