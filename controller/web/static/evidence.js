// The evidence drawn: one lane a sensor, a dot an event with its log line, the proving one marked.

import { fill, page } from "./words.js";

const NS = "http://www.w3.org/2000/svg";
const LANE_PX = 35;
const LABELS_PX = 120;
const NARROW_LABELS_PX = 64;
const LETTER_GAP_PX = 36;

function draw(tag, attributes, content = "") {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (content) node.textContent = content;
  return node;
}

export function linesText(lines) {
  if (!lines.length) return "";
  const [first, last] = [lines[0], lines[lines.length - 1]];
  return first === last ? fill(page.log_line, { n: first }) : fill(page.log_lines, { from: first, to: last });
}

export function renderTimeline(node, { evidence, t }) {
  if (!evidence.length) {
    node.replaceChildren();
    return;
  }
  const width = Math.max(node.clientWidth, 280);
  const lanes = [...new Set(evidence.map((event) => event.lane))];
  const height = lanes.length * LANE_PX + 44;
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", direction: "ltr" });
  const at = scale(evidence, t, width);
  const bottom = lanes.length * LANE_PX + 12;
  for (const second of at.seconds) {
    const x = at.x(t + second);
    svg.append(draw("line", { class: "grid", x1: x, x2: x, y1: 12, y2: bottom }));
    const label = second === 0 ? fill(page.seconds, { n: 0 }) : second > 0 ? `+${second}` : String(second);
    svg.append(draw("text", { x, y: height - 8, "text-anchor": "middle" }, label));
  }
  const proof = evidence.reduce((best, event) => (Math.abs(event.t - t) <= Math.abs(best.t - t) ? event : best));
  svg.append(draw("line", { class: "proofline", x1: at.x(proof.t), x2: at.x(proof.t), y1: 12, y2: bottom }));
  lanes.forEach((lane, index) => {
    const y = 26 + index * LANE_PX;
    svg.append(draw("text", { x: 0, y: y + 5 }, lane));
    svg.append(draw("line", { class: "lane", x1: at.left, x2: width, y1: y, y2: y }));
    drawLane(svg, evidence.filter((event) => event.lane === lane), proof, at, y, width);
  });
  node.replaceChildren(svg);
}

function scale(evidence, t, width) {
  const left = width < 500 ? NARROW_LABELS_PX : LABELS_PX;
  const from = Math.min(...evidence.map((event) => event.t), t - 1) - 0.5;
  const to = Math.max(...evidence.map((event) => event.t), t + 2) + 0.5;
  const x = (time) => left + ((time - from) / (to - from)) * (width - left);
  const step = [1, 2, 5, 10, 20, 60, 120, 300, 600, 1800].find((s) => ((to - from) / s) * 46 < width - left) ?? 3600;
  const seconds = [];
  for (let second = Math.ceil((from - t) / step) * step; t + second <= to; second += step) seconds.push(second);
  return { left, x, seconds };
}

function drawLane(svg, events, proof, at, y, width) {
  let lettered = -Infinity;
  for (const event of events) {
    const x = at.x(event.t);
    if (event === proof) {
      svg.append(draw("path", { class: "proof", d: `M${x} ${y - 9} l9 9 -9 9 -9 -9z` }));
      const inside = x < width - 80;
      const label = fill(page.line, { n: event.line });
      svg.append(draw("text", { class: "prooftext", x: x + (inside ? 16 : -16), y: y + 5, "text-anchor": inside ? "start" : "end" }, label));
      continue;
    }
    svg.append(draw("circle", { class: "dot", cx: x, cy: y, r: 6 }));
    if (x - lettered < LETTER_GAP_PX) continue;
    svg.append(draw("text", { x, y: y - 11, "text-anchor": "middle" }, String(event.line)));
    lettered = x;
  }
}
