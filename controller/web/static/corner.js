// The two upper corners: table, hand and level; the time and how many rules are live; a call that is open.

import { className, named_node, show, text } from "./dom.js";
import { blindsLine, blindsShort, levelCorner } from "./levels.js";
import { apart, fill, letters, minutes, page, secondsBetween, shortName } from "./words.js";

const LEVEL_LETTERS = 15;
const TABLE_LETTERS = 9;
const NAME_LETTERS = 11;

// What a table never had takes no rule away tonight: only a device in trouble does.
const isSensor = ({ kind }) => kind !== "journal" && kind !== "room";

// `aside` is a card that the dealer has put aside to look at the table.
export function renderCorner(state, aside) {
  const { view } = state;
  const named = fill(page.table_n, { n: view.table });
  text("table", letters(named) <= TABLE_LETTERS ? named : view.table);
  className(named_node("table"), view.table.length > TABLE_LETTERS ? "longname" : "");
  text("hand", view.hand ? fill(page.hand_n, { n: view.hand }) : "");
  text("blinds", level(view));
  text("clock", state.clock);
  const [live, total] = state.rules;
  text("rules", fill(page.rules_short, { live, total }));
  className(named_node("rules"), live < total && state.devices.some(isSensor) ? "off" : "");
  text("level", levelCorner(state.levels));
  const since = aside?.at ?? state.called?.since ?? null;
  show(document.getElementById("callmark"), since !== null);
  if (since === null) return;
  text("called", minutes(secondsBetween(since, state.clock)));
  const coming = aside ? aside.coming : state.called.coming;
  text("calledwho", coming ? apart(shortName(coming, NAME_LETTERS)) : page.floor_called);
}

// Blinds and ante as the corner has room for them: thousands and millions short, the ante left out of a long line.
function level(view) {
  const whole = blindsLine(view);
  return letters(whole) <= LEVEL_LETTERS ? whole : blindsShort(view);
}
