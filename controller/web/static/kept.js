// What a page keeps of who reads it when it comes anew in another language: what is open, what is half written.

const PLACE = "kept";
const tellers = new Map();
const before = JSON.parse(sessionStorage.getItem(PLACE) ?? "{}");
sessionStorage.removeItem(PLACE);

// What was kept under a name, or null; `tell` says what to keep there the next time.
export function keeps(name, tell) {
  tellers.set(name, tell);
  return before[name] ?? null;
}

export function keepAll() {
  sessionStorage.setItem(PLACE, JSON.stringify(Object.fromEntries([...tellers].map(([name, tell]) => [name, tell()]))));
}
