// Pictures of evidence: a row of eight for the eye and for print, one large that runs, and why a camera gave none.
// They come in one piece: the length of a head, the head, then all JPEGs. They are drawn on canvases, kept nowhere.

import { make, show } from "./dom.js";
import { room } from "./room-words.js";
import { fill, number } from "./words.js";

const ROW = 8;
const PATIENCE_MS = 20000;
const place = document.getElementById("pictures");
let wanted = "";
let running = 0;

// `told` is the evidence as the floor has it; null is nothing to show.
export async function renderPictures(about, told) {
  const key = about && told ? `${JSON.stringify(about)} ${told.pictures} ${told.lacking}` : "";
  if (key === wanted) return;
  wanted = key;
  clearInterval(running);
  place.replaceChildren();
  show(place, key !== "" && told.cameras.length > 0);
  if (key === "" || !told.cameras.length) return;
  place.append(make("h3", "", room.pictures));
  for (const { camera, why } of told.cameras) if (why) place.append(make("p", "missing", fill(room.pictures_none, { camera, why })));
  if (told.lacking) place.append(make("p", "missing", fill(room.pictures_lack, { n: told.lacking })));
  if (!told.pictures) return;
  const query = new URLSearchParams({ ...about, lang: document.documentElement.lang });
  const answer = await fetch(`/pictures?${query}`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  if (key !== wanted) return;
  if (!answer?.ok) return void complain(await answer?.json().catch(() => null), key);
  const taken = await unpacked(await answer.arrayBuffer());
  if (key !== wanted) return;
  for (const camera of new Set(taken.map((one) => one.camera))) place.append(film(taken.filter((one) => one.camera === camera)));
  place.append(make("small", "", room.pictures_blurred));
}

function complain(body, key) {
  if (key === wanted) place.append(make("p", "missing", body?.error?.text ?? body?.error?.message ?? ""));
  wanted = body ? wanted : "";
}

function unpacked(buffer) {
  const length = new DataView(buffer).getUint32(0);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  let from = 4 + length;
  return Promise.all(head.map(async (one) => {
    const jpeg = new Blob([buffer.slice(from, from += one.bytes)], { type: "image/jpeg" });
    return { ...one, bitmap: await createImageBitmap(jpeg) };
  }));
}

function film(taken) {
  const figure = make("figure");
  const large = canvas(taken[0]);
  const at = make("figcaption", "clock");
  const slide = make("input");
  Object.assign(slide, { type: "range", min: 0, max: taken.length - 1, step: 1 });
  slide.setAttribute("aria-label", room.pictures);
  const play = make("button", "tab", room.play);
  play.type = "button";
  const turn = (n) => {
    slide.value = n;
    draw(large, taken[n]);
    at.textContent = fill(room.picture_of, { camera: taken[n].camera, t: seconds(taken[n].t) });
  };
  slide.addEventListener("input", () => { clearInterval(running); turn(Number(slide.value)); });
  play.addEventListener("click", () => run(taken, turn));
  turn(taken.reduce((best, one, n) => (Math.abs(one.t) < Math.abs(taken[best].t) ? n : best), 0));
  const keys = make("div", "turn");
  keys.append(play, slide);
  const row = make("div", "row-of-pictures");
  row.append(...spread(taken).map((n) => still(taken[n], () => { clearInterval(running); turn(n); })));
  figure.append(large, at, keys, row);
  return figure;
}

// As it went, from the first picture to the last.
function run(taken, turn) {
  clearInterval(running);
  let n = 0;
  const step = Math.max(100, (1000 * (taken[taken.length - 1].t - taken[0].t)) / Math.max(1, taken.length - 1));
  turn(n);
  running = setInterval(() => { n += 1; if (n < taken.length) turn(n); else clearInterval(running); }, step);
}

function still(one, onTouch) {
  const key = make("button", "still");
  key.type = "button";
  key.append(canvas(one), make("small", "clock", fill(room.picture_at, { t: seconds(one.t) })));
  key.addEventListener("click", onTouch);
  return key;
}

const sign = (t) => (t < 0 ? "\u2212" : t > 0 ? "+" : "");
const tenth = (t) => Math.round(t * 10) / 10;
const seconds = (t) => sign(tenth(t)) + number(Math.abs(tenth(t)));
const spread = (taken) => [...new Set(Array.from({ length: Math.min(ROW, taken.length) }, (_, n) => Math.round((n * (taken.length - 1)) / Math.max(1, Math.min(ROW, taken.length) - 1))))];

function canvas(one) {
  const node = make("canvas");
  node.width = one.bitmap.width;
  node.height = one.bitmap.height;
  draw(node, one);
  return node;
}

const draw = (node, one) => node.getContext("2d").drawImage(one.bitmap, 0, 0);
