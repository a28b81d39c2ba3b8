// The stream of the table's state. A silence is told after less than two seconds, however it came about:
// the stream's own errors are not waited for, and a stream that stands is opened anew.

import { keepAll } from "./kept.js";

const SILENT_MS = 1800;
const REOPEN_MS = 4000;
const RETRY_MS = 700;

export function follow(page, { onState, onSilence, merge = Object.assign }) {
  const state = {};
  const query = new URLSearchParams(location.search);
  const lang = query.get("lang");
  const address = `/events?page=${page}${lang ? `&lang=${encodeURIComponent(lang)}` : ""}`;
  let lastNews = performance.now();
  let opened = 0;
  let source = null;
  let silent = false;

  function open() {
    source?.close();
    opened = performance.now();
    // A new stream begins with everything; until then nothing kept is believed to be whole.
    source = new EventSource(address);
    source.addEventListener("state", (message) => {
      lastNews = performance.now();
      merge(state, JSON.parse(message.data));
      silent = false;
      onState(state);
    });
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) askForPin();
    });
  }

  async function askForPin() {
    const answer = await fetch(location.pathname, { method: "HEAD", redirect: "manual" }).catch(() => null);
    if (answer?.type !== "opaqueredirect") return;
    keepAll();
    location.reload();
  }

  setInterval(() => {
    const now = performance.now();
    if (now - lastNews < SILENT_MS) return;
    silent = true;
    onSilence(Math.floor((now - lastNews) / 1000), state);
    const patience = source.readyState === EventSource.CLOSED ? RETRY_MS : REOPEN_MS;
    if (now - opened > patience) open();
  }, 100);

  open();
  return { isSilent: () => silent };
}
