// A device written from PROTOCOL.md and docs/sensor-log.md alone: node device.mjs KIND SERIAL DESCRIPTOR
// The descriptor is the device's end of a pty; each line of standard input is an event, sensed now.
import fs from "fs";
import tty from "tty";
import readline from "readline";

const [kind, serial, descriptor] = process.argv.slice(2);
const fd = Number(descriptor);
const DEV = { shoe: 1, antennas: 2, chips: 3, panel: 4 }[kind];
const [HELLO, EVENT, PONG, DONE] = [1, 2, 4, 6];
const [WHO, WELCOME, REFUSE, ACK, RESEND, PING, COMMAND] = [0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47];
const boot = (Math.random() * 0xfffffffe + 1) >>> 0;
const started = process.hrtime.bigint();
const now = () => (process.hrtime.bigint() - started) / 1000n;
const wire = new tty.ReadStream(fd);
let ring = [], next = 1, acked = 0, welcome = false, heard = now(), helloed = -5000n;

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

function stuffed(bytes) {
  const out = [0];
  let at = 0;
  for (const byte of bytes) {
    if (byte) out.push(byte);
    if (!byte || out.length - at === 255) (out[at] = out.length - at), (at = out.length), out.push(0);
  }
  out[at] = out.length - at;
  return Buffer.from(out);
}

function unstuffed(bytes) {
  const out = [];
  for (let at = 0; at < bytes.length; ) {
    const count = bytes[at];
    out.push(...bytes.subarray(at + 1, at + count));
    at += count;
    if (count < 255 && at < bytes.length) out.push(0);
  }
  return Buffer.from(out);
}

function send(type, seq, payload, t = now(), flags = 0) {
  const head = Buffer.alloc(20);
  head.set([1, type, DEV, flags]);
  head.writeUInt32LE(boot, 4);
  head.writeUInt32LE(seq, 8);
  head.writeBigUInt64LE(t, 12);
  const content = Buffer.concat([head, payload]), check = Buffer.alloc(4);
  check.writeUInt32LE(crc32(content));
  fs.writeSync(fd, Buffer.concat([Buffer.of(0), stuffed(Buffer.concat([content, check])), Buffer.of(0)]));
}

function hello() {
  if (now() - helloed < 5000n) return;
  helloed = now();
  const numbers = Buffer.alloc(14);
  numbers.set([1, 1]);
  [ring.length ? ring[0].seq : next, next, 0].forEach((value, at) => numbers.writeUInt32LE(value, 2 + 4 * at));
  const name = (text) => Buffer.concat([Buffer.of(text.length), Buffer.from(text)]);
  send(HELLO, 0, Buffer.concat([numbers, name(serial), name("js-1")]));
}

function offer(event) {
  const parts = Math.max(1, Math.ceil(event.payload.length / 200));
  for (let part = 0; part < parts; part++)
    send(EVENT, event.seq, event.payload.subarray(part * 200, part * 200 + 200), event.t, (part << 4) | (part < parts - 1));
  event.sent = now();
}

function covered(seq) {
  if (seq > acked) console.log(JSON.stringify({ acked: (acked = seq) }));
  ring = ring.filter((event) => event.seq > seq);
}

function answer(type, of, seq, asked, payload) {
  if (type === WHO) return hello();
  if (type === REFUSE || of !== boot) return;
  heard = now();
  if (type === WELCOME) (welcome = true), covered(seq), ring.forEach(offer);
  else if (!welcome) hello();
  else if (type === ACK) covered(seq);
  else if (type === PING) {
    covered(seq);
    const times = Buffer.alloc(24);
    [asked, now(), now()].forEach((value, at) => times.writeBigUInt64LE(value, 8 * at));
    send(PONG, next - 1, times);
  } else if (type === RESEND) {
    const [first, last] = [payload.readUInt32LE(0), payload.readUInt32LE(4)];
    ring.filter((event) => event.seq >= first && event.seq <= last).slice(0, 64).forEach(offer);
  } else if (type === COMMAND) send(DONE, seq, Buffer.of(4));
}

let pending = Buffer.alloc(0);
wire.on("data", (data) => {
  const pieces = Buffer.concat([pending, data]).toString("latin1").split("\0");
  pending = Buffer.from(pieces.pop(), "latin1");
  for (const piece of pieces.filter((text) => text.length)) {
    const frame = unstuffed(Buffer.from(piece, "latin1"));
    if (frame.length < 24 || crc32(frame.subarray(0, -4)) !== frame.readUInt32LE(frame.length - 4)) continue;
    answer(frame[1], frame.readUInt32LE(4), frame.readUInt32LE(8), frame.readBigUInt64LE(12), frame.subarray(20, -4));
  }
});
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const event = { seq: next++, t: now(), payload: Buffer.from(line) };
  ring.push(event);
  console.log(JSON.stringify({ sensed: event.seq }));
  if (welcome) offer(event);
}).on("close", () => process.exit(0));
setInterval(() => {
  if (welcome && now() - heard > 3000000n) welcome = false;
  if (!welcome && now() - helloed > 1000000n) hello();
  if (welcome && ring.length && now() - (ring[0].sent ?? 0n) > 250000n) offer(ring[0]);
}, 50);
hello();
