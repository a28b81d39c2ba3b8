// Whose a call is: sections and tables that somebody took, a call that is given to somebody, the phone that rings. And
// which table has left the room.

import { attribute, show, write } from "./dom.js";
import { named, who } from "./person.js";
import { post } from "./post.js";
import { people, pushKey, room } from "./room-words.js";
import { complain } from "./ruling.js";
import { fill, page } from "./words.js";

const take = document.getElementById("take");
const off = document.getElementById("off");
const give = document.getElementById("give");
const phone = document.getElementById("phone");
let place = null;
let holder = null;
let leaving = null;
let given = null;

// The key that takes what is looked at: a table, as the map has it now, else a section.
export function renderTake(head, { section, table }) {
  place = table ? { table: `${table.site}/${table.name}` } : section ? { section } : null;
  show(take, place !== null);
  if (!place) return;
  holder = (table ? head.table[place.table] : head.section[section]) ?? null;
  const what = table ? fill(room.of_table, { table: table.called }) : section;
  write(take, fill(holder && holder === named() ? room.give_back : room.take, { what }));
}

take.addEventListener("click", async () => {
  const by = who();
  if (by) complain((await post("/take", { by, back: holder === by, ...place })).refusal);
});

// The key that takes a table off the map which is looked at and has gone.
export function renderOff(tile, unheard) {
  leaving = tile?.silent && !unheard && document.body.hasAttribute("data-may-rule") ? `${tile.site}/${tile.name}` : null;
  show(off, leaving !== null);
  if (leaving) write(off, fill(room.take_off, { table: tile.called }));
}

off.addEventListener("click", async () => {
  const by = who();
  if (by && leaving) complain((await post("/off", { by, table: leaving })).refusal);
});

// To whom a call may be given: all whom the house's file names, and who has taken something.
export function renderGive(row, head) {
  given = row;
  show(give, row !== null && row.open && row.rulable);
  if (!row) return;
  const all = [...new Set([...people, ...Object.values(head.table), ...Object.values(head.section), ...(row.person ? [row.person] : [])])];
  const wanted = JSON.stringify(all);
  if (give.dataset.shown !== wanted) {
    give.dataset.shown = wanted;
    give.replaceChildren(new Option(room.nobodys, ""), ...all.map((name) => new Option(fill(room.given_to, { who: name }), name)));
  }
  if (document.activeElement !== give && give.value !== (row.person ?? "")) give.value = row.person ?? "";
}

give.addEventListener("change", async () => {
  const by = who();
  const to = give.value;
  give.blur();
  if (by && given) complain((await post("/give", { id: given.id, by, ...(to && { to }) })).refusal);
});

// ---- the phone

show(phone, pushKey !== null);
phone.addEventListener("click", async () => {
  const by = who();
  if (!by) return;
  const why = await subscribed(by).catch(() => room.phone_failed);
  write(phone, why === "" ? room.phone_rings : fill(room.phone_not, { why }));
  attribute(phone, "data-rings", String(why === ""));
});

async function subscribed(by) {
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis)) return room.phone_unsafe;
  if ((await Notification.requestPermission()) !== "granted") return room.phone_refused;
  await navigator.serviceWorker.register("/worker.js");
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  const { endpoint, keys } = subscription.toJSON();
  return (await post("/phone", { by, endpoint, key: keys.p256dh, secret: keys.auth })).refusal;
}
