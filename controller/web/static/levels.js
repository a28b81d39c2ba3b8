// The house's clock in few letters, for a corner of a page; the daemon alone counts its seconds.

import { fill, joined, minutes, page, shortened, together } from "./words.js";

// "Level 3", or the break's name.
export function levelName(levels) {
  if (!levels) return "";
  if (levels.rest !== null) return levels.rest || page.seating.break;
  return fill(page.seating.level, { n: levels.level });
}

// What is left of it, or that the clock stands.
export function levelLeft(levels) {
  if (!levels) return "";
  return levels.paused ? page.seating[levels.started ? "stands" : "not_started"] : minutes(levels.left);
}

// Both in a corner's few letters: "L3 · 12:34".
export function levelCorner(levels) {
  if (!levels) return "";
  const name = levels.rest !== null ? page.seating.break : fill(page.seating.level_short, { n: levels.level });
  return joined(name, levels.paused ? page.seating.stands : minutes(levels.left));
}

// Blinds and antes as a line: "200 / 400 / 50"; at stud ante, bring-in and bets, as they are keyed.
export function blindsLine({ small, big, ante, big_blind_ante: table, bring_in, small_bet, big_bet }) {
  return amounts(bring_in ? [ante, bring_in, small_bet, big_bet] : [small, big, ante || table]);
}

// The same in few letters: the blinds, or the bets, alone.
export const blindsShort = ({ small, big, bring_in, small_bet, big_bet }) => amounts(bring_in ? [small_bet, big_bet] : [small, big]);

const amounts = (all) => together(all.filter(Boolean).map(shortened).join(" / "));

// What is announced: shortly before the level ends, and while the hand in play is still at the one before.
export function levelNews(levels) {
  if (!levels) return "";
  if (levels.waits) return fill(page.seating.from_next_hand, { level: blindsLine(levels.now) });
  if (!levels.soon || levels.paused) return "";
  const left = minutes(levels.left);
  if (levels.next_rest) return fill(page.seating.break_in, { left });
  return levels.next ? fill(page.seating.level_in, { left, level: blindsLine(levels.next) }) : "";
}
