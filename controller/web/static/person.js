// Who uses a floor's page: the session's person, or the name that was keyed, which the browser keeps.

import { complain } from "./ruling.js";
import { page } from "./words.js";

const name = document.getElementById("name");

if (!name.readOnly) name.value = localStorage.getItem("name") ?? "";
name.addEventListener("input", () => name.classList.remove("wanted"));
name.addEventListener("change", () => {
  localStorage.setItem("name", name.value.trim());
  document.body.classList.remove("asking-name");
});

export const named = () => name.value.trim();

export function onName(changed) {
  name.addEventListener("change", changed);
}

// The name, or null while the page asks for it.
export function who() {
  if (named()) return named();
  complain(page.choose_name);
  name.classList.add("wanted");
  document.body.classList.add("asking-name");
  name.focus();
  return null;
}
