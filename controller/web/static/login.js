// The PIN's page: who it is and his PIN, by keys or a keyboard; or a display that waits to be let in.

import { show, write } from "./dom.js";
import "./language.js";
import { fill, page } from "./words.js";

const LOOK_MS = 2000;
const form = document.getElementById("login");
const pin = document.getElementById("pin");
const told = document.getElementById("told");
const ask = document.getElementById("ask");
const code = document.getElementById("code");
const people = [...document.querySelectorAll("#people input")];

function goOn() {
  location.replace(new URLSearchParams(location.search).get("to") ?? "/");
}

for (const key of form.querySelectorAll("[data-digit]")) {
  key.addEventListener("click", () => {
    pin.value = key.dataset.digit ? pin.value + key.dataset.digit : pin.value.slice(0, -1);
  });
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const person = people.find((one) => one.checked);
  if (people.length && !person) {
    write(told, page.who_are_you);
    return;
  }
  const answer = await post("/login", { pin: pin.value, ...(person ? { name: person.value } : {}) });
  if (answer?.ok) {
    goOn();
    return;
  }
  pin.value = "";
  const wait = answer?.status === 429 ? answer.headers.get("Retry-After") : null;
  write(told, !answer ? page.try_again : wait ? fill(page.pin_wait, { n: wait }) : page.pin_wrong);
});

// ---- a display asks to be let in

ask.addEventListener("click", async () => {
  const answer = await post("/pair", {});
  if (!answer?.ok) {
    write(told, page.try_again);
    return;
  }
  const { code: digits } = await answer.json();
  write(code.querySelector("strong"), `${digits.slice(0, 3)} ${digits.slice(3)}`);
  write(told, "");
  showCode(true);
  look();
});

async function look() {
  const answer = await fetch("/pair").catch(() => null);
  const now = answer?.ok ? await answer.json() : { waits: true };
  if (now.in) goOn();
  else if (now.waits) setTimeout(look, LOOK_MS);
  else {
    showCode(false);
    write(told, page.not_let_in);
  }
}

function showCode(shown) {
  show(code, shown);
  document.body.classList.toggle("waiting", shown);
}

async function post(path, fields) {
  return fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(fields),
  }).catch(() => null);
}
