// The language's words, as the page was given them, and numbers as it groups them.

const data = JSON.parse(document.getElementById("words").textContent);

export const page = data.page;
export const streets = data.street;
export const otherDecisions = data.other;
export const withAmount = data.with_amount;
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
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// Seconds between two wall-clock times of one night.
export function secondsBetween(from, to) {
  const seconds = (time) => time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return (seconds(to) - seconds(from) + 86400) % 86400;
}

export function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
