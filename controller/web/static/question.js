// What was said with silent chips, where nobody keys words: a quiet line, and two keys until play has told it.

import { askKey } from "./card-keys.js";
import { key } from "./api.js";

// The alert whose question is open; null where there is none.
export const asked = ({ alerts, view }) => alerts.find(({ id, card }) => card.question && view.asked.includes(id)) ?? null;

// `ui`: {hear(seat, verb)}. The words that were said, and that nothing was.
export function questionKeys(alert, ui) {
  const { question, asks: [ask] } = alert.card;
  const ruling = { type: "ruling", finding: alert.id, decision: question.decision, by: "dealer" };
  return {
    heard: { ...askKey({ ...ask, text: question.heard }, ui), means: `${alert.id} heard` },
    nothing: { label: question.nothing, means: `${alert.id} nothing`, press: () => key(ruling) },
  };
}
