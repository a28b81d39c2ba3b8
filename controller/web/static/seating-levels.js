// The level as it is, and what may be done to the house's clock; without a schedule the level is keyed.

import { blindsLine, levelLeft, levelName } from "./levels.js";
import { fill, joined, page } from "./words.js";

const words = page.seating;

// What is keyed of a level, by game: nobody posts blinds at stud.
const BLINDS = { names: ["small", "big", "ante", "big_blind_ante"], needs: ["small", "big"], none: {} };
const LIMIT = { names: ["small", "big", "small_bet", "big_bet"], needs: ["small", "big"], none: {} };
const STUD = { names: ["ante", "bring_in", "small_bet", "big_bet"], needs: ["bring_in", "small_bet", "big_bet"], none: { small: 0, big: 0 } };
const LEVELS = { flhe: LIMIT, flo8: LIMIT, stud: STUD, stud8: STUD, razz: STUD };

export function levelsPanel({ view, levels }, api) {
  if (!levels) return keyedLevel(view, api);
  const { now, next } = levels;
  const first = levels.rest === null ? blindsLine(now) : "";
  const ahead = levels.next_rest ? words.next_break : next ? fill(words.next_level, { level: blindsLine(next) }) : words.last_level;
  return {
    title: levels.rest === null ? fill(words.level_of, { n: levels.level, of: levels.of }) : levelName(levels),
    big: true,
    figure: levelLeft(levels),
    first,
    second: levels.waits ? joined(words.hand_at_old, ahead) : ahead,
    keys: api.from === "floor" || levels.dealer ? steering(levels, api) : [],
  };
}

function steering(levels, api) {
  const key = (label, act, main = false) => ({ label, main, press: () => steer(act, api) });
  const keys = [key(levels.paused ? words[levels.started ? "go_on" : "start"] : words.pause, levels.paused ? "go" : "pause", levels.paused)];
  if (!levels.last) keys.push(key(words.skip, "next"));
  if (!levels.first) keys.push(key(words.step_back, "back"));
  return [...keys, key(words.add_minute, "add"), key(words.take_minute, "take")];
}

function steer(act, api) {
  return api.send("/clock", { do: act, by: api.by() || api.from, at: api.from }, words.done);
}

function keyedLevel(view, api) {
  const { names, needs, none } = LEVELS[view.game] ?? BLINDS;
  const set = (values) => api.send("/key", { type: "level", ...none, ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) }, words.counts_next);
  const press = () => api.entry.open({ who: words.levels, what: "", names, needs, onEnter: set });
  return {
    title: words.levels,
    figure: blindsLine(view),
    first: words.no_schedule,
    keys: [{ label: words.set_level, main: true, press }],
  };
}
