// What the parts of the dealer's display share: the table's news, keys on their way, and what is told of them.

import { post } from "./post.js";
import { show, write } from "./dom.js";

const NOTICE_MS = 4000;
const notice = document.getElementById("notice");

export const api = { state: null, redraw: () => {} };

// Send a key or a mark; what was not taken is told. Returns the answer, or null.
export async function send(path, fields) {
  const answer = await post(path, fields);
  if (!answer.refusal) return answer;
  tell(answer.refusal);
  return null;
}

export const key = (fields) => send("/key", fields);

export function tell(message) {
  write(notice, message);
  show(notice, true);
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => show(notice, false), NOTICE_MS);
}
