// Sends a key or a mark; the answer is null where it was taken, else one line that says why not.

import { page } from "./words.js";

export async function post(path, fields) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(fields),
    });
  } catch {
    return page.try_again;
  }
  if (answer.ok) return null;
  const told = await answer.json().catch(() => null);
  return told?.error ? `${page.refused}: ${told.error.message}` : page.try_again;
}
