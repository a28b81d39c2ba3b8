// The language's words, as the page was given them, and numbers as it groups them. A text's {fact} prints a
// fact; {fact: one # card; other # cards} prints the form that the fact chooses by CLDR's plural rules or by
// its own name. The same in Python: controller/ruling_cards/words.py.

const data = JSON.parse(document.getElementById("words").textContent);
const rules = new Intl.PluralRules(data.language);
const [LTR, RTL, OWN, POP] = ["\u2066", "\u2067", "\u2068", "\u2069"];
const leftwards = data.direction === "rtl";

export const { page, language, languages, cookie } = data;
export const streets = data.street;
export const otherDecisions = data.other;
export const withAmount = data.with_amount;
export const mayHaveAmount = data.may_have_amount;
export const ofASeat = data.of_a_seat;

export function number(value) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, data.thousands);
}

// An amount in thousands or millions where it is whole ones, for a line that has little room.
export function shortened(amount) {
  const [unit, letter] = amount >= 1e6 ? [1e6, page.millions] : [1000, page.thousands];
  return amount >= 10000 && amount % unit === 0 ? fill(letter, { n: number(amount / unit) }) : number(amount);
}

export function fill(text, values) {
  return text.replace(/\{(\w+)(?::([^{}]*))?\}/g, (whole, name, forms) => {
    const value = values[name] ?? null;
    if (value === null) return whole;
    return forms === undefined ? apart(String(value)) : form(forms, value);
  });
}

function form(forms, value) {
  const named = new Map(forms.split(";").map((one) => one.trim().match(/^(\S*) ?(.*)$/s).slice(1)));
  const chosen = typeof value === "number" ? rules.select(value) : value;
  const text = named.get(chosen) ?? named.get("other");
  return text.replaceAll("#", apart(typeof value === "number" ? number(value) : value));
}

// Somebody by his name; who was not named is called by his work.
export const person = (by) => page.nameless[by] ?? by;

// A name where there is little room: of a long one the first words, and of a long first word its beginning.
export function shortName(name, most) {
  if (name.length <= most) return name;
  const whole = name.slice(0, most + 1).replace(/\s+\S*$/, "");
  return whole.length <= most ? whole : `${name.slice(0, most - 1)}…`;
}

// What stands in a line beside other things keeps its own direction where the language runs from right to left;
// what is put together of several has the language's.
export function apart(text) {
  if (!text || !leftwards) return text;
  return `${text.includes(POP) ? RTL : OWN}${text}${POP}`;
}

// Numbers that belong together are read from left to right in every language: "200 / 400".
export const together = (text) => (text && leftwards ? `${LTR}${text}${POP}` : text);

// Things that stand side by side on a line, those that there are.
export const joined = (...things) => things.filter(Boolean).map(apart).join(" · ");

// Things one after the other, in the order in which the language is read.
export function listed(things) {
  const list = things.map((one) => apart(String(one))).join(page.comma);
  return list && leftwards ? `${RTL}${list}${POP}` : list;
}

// How many characters of a text are seen: marks of direction are not.
export const letters = (text) => text.replace(/[\u2066-\u2069]/g, "").length;

// Seconds between two wall-clock times of one night.
export function secondsBetween(from, to) {
  const seconds = (time) => time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return (seconds(to) - seconds(from) + 86400) % 86400;
}

export function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
