// The PIN's page: keys or a keyboard; on success, the page that was wanted.

import { write } from "./dom.js";
import { fill, page } from "./words.js";

const form = document.getElementById("login");
const pin = document.getElementById("pin");
const told = document.getElementById("told");

for (const key of form.querySelectorAll("[data-digit]")) {
  key.addEventListener("click", () => {
    pin.value = key.dataset.digit ? pin.value + key.dataset.digit : pin.value.slice(0, -1);
  });
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await fetch("/login", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ pin: pin.value }),
  }).catch(() => null);
  if (answer?.ok) {
    const to = new URLSearchParams(location.search).get("to");
    location.replace(to === "/floor" ? "/floor" : "/");
    return;
  }
  pin.value = "";
  const wait = answer?.status === 429 ? answer.headers.get("Retry-After") : null;
  write(told, !answer ? page.try_again : wait ? fill(page.pin_wait, { n: wait }) : page.pin_wrong);
});
