// A device in trouble in the words of those who sit at the table: what is off, and what they do.

import { fill, page } from "./words.js";

const STATES = ["down", "degraded", "starting", "unknown"];

export function deviceWords({ kind, name, state, told }) {
  if (kind === "journal") return state === "degraded" ? page.record_doubted : page.recording_stopped;
  if (kind === "room") return page.room_away;
  if (kind === "stranger") return page.stranger;
  if (kind === "PIN") return fill(page.wrong_pins, told);
  const device = page.device_kind[name] ?? name;
  return fill(page[`device_${STATES.includes(state) ? state : "down"}`], { device });
}

export const wasOff = (name) => fill(page.device_was, { device: page.device_kind[name] ?? name });

export function deviceSteps({ kind, state }) {
  if (kind === "journal") return page.recording_steps;
  if (kind === "room") return page.room_steps;
  if (kind === "stranger" || kind === "PIN") return [];
  return state === "starting" ? [page.device_wait] : page.device_steps[kind] ?? [];
}
