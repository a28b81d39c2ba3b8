// The whole table from a spreadsheet: chosen, looked at, then set at once or not at all.

import { inLanguage } from "./post.js";
import { apart, fill, page } from "./words.js";

const words = page.seating;

export async function takeSheet(input) {
  const [file] = input.files;
  if (!file) return null;
  const content = await file.text();
  input.value = "";
  const rows = content.split(/\r?\n/).filter((line) => line.trim()).length - 1;
  return { name: file.name, file, rows: Math.max(0, rows), refused: "" };
}

export function sheetPanel({ view }, ui, api) {
  const { sheet } = ui;
  const save = { label: words.save_file, press: () => location.assign("/seats/table.csv") };
  const set = { label: words.set_table, main: true, press: () => setTable(sheet, ui, api) };
  return {
    title: sheet ? apart(sheet.name) : words.whole_table,
    first: sheet ? sheet.refused || fill(words.rows, { n: sheet.rows }) : words.sheet_columns,
    second: sheet && !sheet.refused ? (view.street === "between" ? words.replaces : words.replaces_after) : "",
    keys: [...(sheet && !sheet.refused ? [set] : []), save],
  };
}

async function setTable(sheet, ui, api) {
  const answer = await fetch(inLanguage("/seats/table"), { method: "POST", headers: { "Content-Type": "text/csv" }, body: sheet.file }).catch(() => null);
  const told = answer ? await answer.json().catch(() => null) : null;
  if (answer?.ok) {
    ui.sheet = null;
    ui.panel = "seats";
    ui.seat = null;
    return api.tell(told.waits ? words.table_waits : words.done);
  }
  sheet.refused = told?.error?.text ?? page.try_again;
  return api.tell("");
}
