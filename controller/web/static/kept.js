// What a page keeps of who reads it when it comes anew: reloaded, in another language, after another page or after the
// PIN was asked for again. It is what is open and what is half written, his alone who wrote it, and of that page alone.

const PLACE = "kept";
const tellers = new Map();
const name = document.getElementById("name");
const whose = () => `${location.pathname} ${name?.readOnly ? name.value : ""}`;
let before = null;

// What was kept under a name, or null; `tell` says what to keep there the next time.
export function keeps(what, tell) {
  tellers.set(what, tell);
  before ??= takeOut();
  return before[what] ?? null;
}

// The PIN's page, which lies between, keeps nothing and takes nothing out.
function takeOut() {
  const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? "null");
  sessionStorage.removeItem(PLACE);
  return kept?.whose === whose() ? kept.told : {};
}

export function keepAll() {
  if (tellers.size === 0) return;
  const told = Object.fromEntries([...tellers].map(([what, tell]) => [what, tell()]));
  sessionStorage.setItem(PLACE, JSON.stringify({ whose: whose(), told }));
}

addEventListener("pagehide", keepAll);
