// The map: a tile for each table by section (and by site, where there are several), with what the worst open row there is. Tiles are kept. While no table can be
// heard every tile is hatched, and shows no figure of before.

import { attribute, className, icon, make, makeIcon, write } from "./dom.js";
import { room } from "./room-words.js";
import { fill, joined, shortName, together } from "./words.js";

const NAME_MOST = 13; // letters on one line of a tile
const map = document.getElementById("map");
const made = new Map();
const groups = new Map();

export function renderMap(tiles, { taken, shown, unheard, onChoose }) {
  for (const [key, parts] of made) {
    if (tiles[key] && shown(tiles[key]) && parts.place === placeOf(tiles[key])) continue;
    parts.node.remove();
    made.delete(key);
  }
  const keys = Object.keys(tiles).filter((key) => shown(tiles[key])).sort(byNumber);
  for (const key of keys) renderTile(made.get(key) ?? makeTile(key, tiles[key], onChoose), { ...tiles[key], unheard }, taken.table[key] ?? "");
  for (const [place, { node, field, head, site, section }] of groups) {
    write(head, joined(site, section || room.no_section, taken.section[section] ?? ""));
    if (field.childElementCount) continue;
    node.remove();
    groups.delete(place);
  }
}

const byNumber = (one, other) => one.localeCompare(other, "en", { numeric: true });

// A table's site, where its name alone does not tell whose it is, and its section.
const placesOf = ({ site, name, called, section }) => [called === name ? "" : site, section];
const placeOf = (tile) => JSON.stringify(placesOf(tile));

function makeTile(key, tile, onChoose) {
  const node = make("button", "tile");
  node.type = "button";
  node.dataset.table = key;
  const parts = { node, sign: makeIcon("info"), name: make("b"), more: make("small"), whose: make("small"), shown: "", place: placeOf(tile) };
  node.append(parts.sign, parts.name, parts.more, parts.whose);
  node.addEventListener("click", () => onChoose(key));
  made.set(key, parts);
  const { field } = group(tile);
  const next = [...field.children].find((other) => byNumber(other.dataset.table, key) > 0);
  field.insertBefore(node, next ?? null);
  return parts;
}

function group(tile) {
  const place = placeOf(tile);
  if (!groups.has(place)) {
    const node = make("section");
    const field = make("div", "tiles");
    const head = make("h3");
    const [site, section] = placesOf(tile);
    node.append(head, field);
    map.append(node);
    groups.set(place, { node, field, head, site, section });
  }
  return groups.get(place);
}

function renderTile(parts, tile, holder) {
  const now = JSON.stringify([tile, holder]);
  if (parts.shown === now) return;
  parts.shown = now;
  className(parts.node, ["tile", tile.mark, (tile.silent || tile.unheard) && "silent"].filter(Boolean).join(" "));
  attribute(parts.sign, "hidden", tile.mark ? null : "");
  if (tile.mark) icon(parts.sign, tile.mark);
  write(parts.name, tile.name);
  write(parts.more, tile.silent ? room.silent : tile.unheard ? room.unheard : told(tile));
  write(parts.whose, shortName(holder, NAME_MOST));
  attribute(parts.node, "title", holder || null);
}

function told({ taken, of, gap }) {
  const seats = taken === null ? "" : together(fill(room.seats_taken, { n: taken, of: of ?? "" }));
  return [seats, gap ? `−${gap}` : ""].filter(Boolean).join(" ");
}
