// The switch of a page's language: what is chosen stays with this browser, and the page comes anew in it.

import { keepAll } from "./kept.js";
import { cookie, language, languages } from "./words.js";

const YEAR_S = 31_536_000;

export function speak(chosen) {
  document.cookie = `${cookie}=${chosen}; path=/; max-age=${YEAR_S}; samesite=strict`;
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  keepAll();
  location.replace(address);
}

// The other languages by their own names, for the keys of a display.
export const languageKeys = () => Object.entries(languages).filter(([code]) => code !== language)
  .map(([code, name]) => ({ icon: "language", label: name, means: `language ${code}`, press: () => speak(code) }));

const choice = document.getElementById("language");
choice?.addEventListener("change", () => speak(choice.value));
