// Writes to the page only what differs: the common beat of a second touches one text.

const named = new Map();
for (const node of document.querySelectorAll("[data-text]")) named.set(node.dataset.text, node);

export function text(name, value) {
  write(named.get(name), value);
}

export function named_node(name) {
  return named.get(name);
}

export function write(node, value) {
  const wanted = value ?? "";
  if (node.textContent !== wanted) node.textContent = wanted;
}

export function attribute(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

export function show(node, shown) {
  if (node.hidden === shown) node.hidden = !shown;
}

export function className(node, value) {
  if (node.className !== value) node.className = value;
}

export function icon(svg, name) {
  attribute(svg.querySelector("use"), "href", `#i-${name}`);
}

export function make(tag, classes = "", content = "") {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  if (content) node.textContent = content;
  return node;
}

// The second line of a row: where, and what became of it, on a line of its own where both have no room on one.
export function below(...parts) {
  const line = make("span", "below");
  line.append(...parts);
  return line;
}

export function makeIcon(name, classes = "") {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  if (classes) svg.setAttribute("class", classes);
  svg.append(use);
  return svg;
}
