// Who is in: lets displays in by their code, shuts anybody out. A display goes at one touch, for it may be in a
// stranger's hands, and comes back by its code; with a person a second touch makes sure.

import { make, write } from "./dom.js";
import "./language.js";
import { post } from "./post.js";
import { apart, fill, joined, page } from "./words.js";

const LOOK_MS = 3000;
const list = document.getElementById("in");
const told = document.getElementById("told");
const digits = document.getElementById("digits");
const called = document.getElementById("called");
let sure = null;
let shown = "";

async function look() {
  const answer = await fetch("/access/who").catch(() => null);
  if (answer?.status === 401) location.replace("/login?to=/access");
  if (answer?.ok) render((await answer.json()).in);
}

function render(sessions) {
  const now = JSON.stringify([sessions, sure]);
  if (now === shown) return;
  shown = now;
  list.replaceChildren(...(sessions.length ? sessions.map(row) : [make("li", "nobody", page.nobody_in)]));
}

function row(session) {
  const item = make("li");
  const about = make("div");
  const what = session.display ? page.a_display : session.role ? page.role[session.role] : "";
  const title = make("strong", "", apart(session.name) || (session.display ? page.a_display : page.anybody));
  const small = joined(session.name ? what : "", session.own ? page.this_page : "");
  about.append(title, make("span", "", small), make("small", "", fill(page.since_when, { when: session.since, client: session.client })));
  const out = make("button", session.id === sure ? "key danger" : "key", session.id === sure ? page.shut_out_sure : page.shut_out);
  out.type = "button";
  out.addEventListener("click", () => shut(session));
  item.append(about, out);
  return item;
}

async function shut({ id, display }) {
  if (!display && sure !== id) {
    sure = id;
    await look();
    return;
  }
  sure = null;
  write(told, (await post("/access/shut", { id })).refusal);
  await look();
}

document.getElementById("admit").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { refusal } = await post("/access/admit", { code: digits.value.replace(/\D/g, ""), name: called.value.trim() });
  write(told, refusal);
  if (!refusal) digits.value = called.value = "";
  await look();
});

look();
setInterval(look, LOOK_MS);
