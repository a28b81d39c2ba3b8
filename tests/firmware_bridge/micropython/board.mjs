// A MicroPython with a folder of files in it, told what to do by JSON lines on standard input.
//   {"run": code}            runs code; answers {"out": what it printed, "error": null or the traceback}
//   {"link": fd, "uart": n}  joins a UART of the board to an open descriptor; the main loop then runs
//   {"faults": {...}}        loss, flip, tear, twice: chances of 0 to 1 for the link, both ways
//   {"restart": code}        a fresh interpreter, and code run in it
import { createRequire } from "module";
import { pathToFileURL } from "url";
import fs from "fs";
import path from "path";
import readline from "readline";
import tty from "tty";

const [files, modules, heap] = process.argv.slice(2);
const found = createRequire(path.join(modules, "x.js")).resolve("@micropython/micropython-webassembly-pyscript/micropython.mjs");
const { loadMicroPython } = await import(pathToFileURL(found).href);

let mp, out, step;
const lines = {};
let faults = {};
let seed = 1;
const chance = () => ((seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) / 4294967296);
const strikes = (name) => faults[name] && chance() < faults[name];

async function boot() {
  mp = await loadMicroPython({ heapsize: Number(heap) * 1024, linebuffer: false, stdout: (data) => out.push(Buffer.from(data)) });
  copy(files, "/");
  step = null;
}

function copy(from, to) {
  for (const name of fs.readdirSync(from)) {
    const source = path.join(from, name), target = path.posix.join(to, name);
    if (fs.statSync(source).isDirectory()) {
      mp.FS.mkdir(target);
      copy(source, target);
    } else mp.FS.writeFile(target, fs.readFileSync(source));
  }
}

function run(code) {
  out = [];
  let error = null;
  try {
    mp.runPython(code);
  } catch (problem) {
    error = String(problem.message || problem);
  }
  return { out: Buffer.concat(out).toString("utf8"), error };
}

// What a cable does: whole chunks get lost or come twice, bits flip, and everything may come in pieces.
function cable(data) {
  const parts = [];
  for (let at = 0; at < data.length; ) {
    const size = strikes("tear") ? 1 + Math.floor(chance() * 9) : Math.min(64, data.length - at);
    const part = Buffer.from(data.subarray(at, at + size));
    at += size;
    if (strikes("loss")) continue;
    if (strikes("flip")) part[Math.floor(chance() * part.length)] ^= 1 << Math.floor(chance() * 8);
    parts.push(part);
    if (strikes("twice")) parts.push(part);
  }
  return parts;
}

function turn() {
  if (!step) return;
  for (const uart in lines) {
    const line = lines[uart];
    while (line.heard.length) says(step(Number(uart), line.heard.shift().toString("hex")));
  }
  says(step(-1, ""));
}

// What the board's UARTs said in a turn: "0:3a01 1:ff".
function says(told) {
  if (!told) return;
  for (const each of told.split(" ")) {
    const [uart, hex] = each.split(":");
    const said = Buffer.from(hex, "hex");
    for (const part of uart === "0" ? cable(said) : [said]) lines[uart]?.write(part);
  }
}

function join(fd, uart) {
  const stream = new tty.ReadStream(fd);
  const waiting = [];
  const write = (part) => {
    if (part) waiting.push(part);
    while (waiting.length) {
      try {
        const sent = fs.writeSync(fd, waiting[0]);
        waiting[0] = waiting[0].subarray(sent);
        if (!waiting[0].length) waiting.shift();
      } catch (problem) {
        if (problem.code !== "EAGAIN") throw problem;
        if (waiting.length > 200) waiting.length = 0; // nobody reads: lost, as on a wire
        return;
      }
    }
  };
  lines[uart] = { heard: [], write };
  stream.on("data", (data) => {
    lines[uart].heard.push(...(uart === 0 ? cable(data) : [data]));
    turn();
  });
  stream.on("error", () => {});
}

await boot();
process.stdout.write(JSON.stringify({ ready: true }) + "\n");
setInterval(turn, 4);
for await (const line of readline.createInterface({ input: process.stdin })) {
  const order = JSON.parse(line);
  let answer = {};
  if ("run" in order) answer = run(order.run);
  if ("restart" in order) {
    await boot();
    answer = run(order.restart);
  }
  if ("link" in order) join(order.link, order.uart);
  if ("faults" in order) { faults = order.faults; seed = order.faults.seed || 1; }
  if (order.turning) step = mp.globals.get(order.turning);
  process.stdout.write(JSON.stringify(answer) + "\n");
}
process.exit(0);
