// Shows what the camera's process tells; where it falls silent the page says so and shows no old picture.
const SILENT_MS = 3000;
const STATES = { sees: "sees", waits: "waiting for the first picture", ended: "the pictures ended", silent: "no news from the camera's process" };
const at = (id) => document.getElementById(id);

function element(name, text, className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function zone(told) {
  const item = document.createElement("li");
  const total = told.total === null ? element("b", "not told", "open") : element("b", told.total.toLocaleString("en"));
  item.append(element("span", `Seat ${told.seat}`), total);
  if (told.hand) item.append(element("p", told.hand, "hand"));
  if (told.edge) item.append(element("p", told.sharp ? told.edge : told.advice, told.sharp ? "" : "soft"));
  return item;
}

function say(state, why) {
  document.body.dataset.state = state;
  at("state").textContent = state === "blind" ? `blind: ${why}` : why || STATES[state];
}

let heard = Date.now();
const stream = new EventSource("/state");
stream.addEventListener("state", (message) => {
  heard = Date.now();
  const told = JSON.parse(message.data);
  say(told.state, told.why);
  at("zones").replaceChildren(...told.zones.map(zone));
  at("markers").textContent = told.markers;
  at("said").replaceChildren(...told.said.map((line) => element("li", line)));
  at("lines").replaceChildren(...told.lines.map((line) => element("li", line)));
  at("nothing").hidden = told.lines.length > 0;
});
setInterval(() => {
  if (Date.now() - heard > SILENT_MS) say("silent", "");
}, 500);
