// Sends keys and marks one after the other, in the order in which they were touched. The answer says in one
// line why something was not taken; `refusal` is empty where it was. What takes back a key before it is a promise of
// fields, null where that key was not taken.

import { fill, page } from "./words.js";

const PATIENCE_MS = 4000;
const GIVEN_UP_MS = 4500;
const TWICE_MS = 1000;
const underWay = new Map();
let turn = Promise.resolve();

export function post(path, fields) {
  const answer = turn.then(() => Promise.race([send(path, fields), givenUp()]));
  turn = answer;
  return answer;
}

// The same touch that comes twice is sent once: the second one has the answer of the first. `own` is what is of this
// touch alone.
export function postOnce(path, fields, own = {}) {
  const what = JSON.stringify([path, fields]);
  if (!underWay.has(what)) {
    underWay.set(what, post(path, { ...fields, ...own }));
    underWay.get(what).then(() => setTimeout(() => underWay.delete(what), TWICE_MS));
  }
  return underWay.get(what);
}

// A request that neither comes back nor is ended by the browser holds up no other.
function givenUp() {
  return new Promise((resolve) => setTimeout(() => resolve({ refusal: page.try_again }), GIVEN_UP_MS));
}

// A refusal comes in the language of the page, whatever chose it.
export function inLanguage(path) {
  const lang = new URLSearchParams(location.search).get("lang");
  return lang ? `${path}?lang=${encodeURIComponent(lang)}` : path;
}

async function send(path, fields) {
  const keyed = await fields;
  if (keyed === null) return { refusal: page.nothing_to_undo };
  let answer;
  try {
    answer = await fetch(inLanguage(path), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(keyed),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch {
    return { refusal: page.try_again };
  }
  const told = await answer.json().catch(() => null);
  if (answer.ok) return { refusal: "", ...told };
  return { refusal: told?.error ? fill(page.refused, { why: told.error.text ?? told.error.message }) : page.try_again };
}
