// Who uses a floor's page: the session's person, or the name that was keyed, which the browser keeps.

import { complain } from "./ruling.js";
import { page } from "./words.js";

const name = document.getElementById("name");

if (!name.readOnly) name.value = localStorage.getItem("name") ?? "";
let known = name.value.trim();
name.addEventListener("input", () => name.classList.remove("wanted"));
name.addEventListener("change", () => {
  known = name.value.trim();
  localStorage.setItem("name", known);
  document.body.classList.remove("asking-name");
});

// Half a name that is still being keyed is nobody's.
export const named = () => known;

export function onName(changed) {
  name.addEventListener("change", changed);
}

// The name, or null while the page asks for it.
export function who() {
  if (name.value.trim() !== known) name.dispatchEvent(new Event("change"));
  if (known) return known;
  complain(page.choose_name);
  name.classList.add("wanted");
  document.body.classList.add("asking-name");
  name.focus();
  return null;
}
