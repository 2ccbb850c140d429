// Makes the sounds of the pages: `node crates/server/sounds/make-sounds.mjs`. The result depends
// on nothing but this file and the encoder (`lame`, a Debian package), and is kept in
// `assets/sounds`.
//
// Struck wood and stone are damped sine modes with a click of filtered noise; metal has modes that
// are no multiples and ring on. Short sounds are WAV in µ-law, which begins without a delay; long
// ones are MP3. All browsers decode both.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RATE = 22_050;
const OUT = new URL('../assets/sounds/', import.meta.url);
/** The largest file, in bytes. */
const LARGEST = 8192;

/**
 * A part of a sound; moments in seconds.
 * @typedef {(out: Float64Array) => void} Part
 */

/** A generator of noise between -1 and 1, the same in each run. @param {number} seed */
function noise(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/**
 * A struck bar: its modes fade one by one, the high ones first.
 * @param {number} at
 * @param {number} pitch
 * @param {{ gain?: number, fade?: number, modes?: [number, number, number][] }} [how] each mode:
 *   multiple of the pitch, gain, and its part of the fading time
 * @returns {Part}
 */
const bar = (at, pitch, { gain = 0.5, fade = 0.06, modes = WOOD } = {}) => (out) => {
  const start = Math.round(at * RATE);
  for (let i = start; i < out.length; i += 1) {
    const t = (i - start) / RATE;
    // A blow of a millisecond, so that the beginning does not crack.
    const attack = Math.min(1, t / 0.0012);
    let sum = 0;
    for (const [multiple, part, length] of modes) {
      if (pitch * multiple < RATE * 0.45)
        sum += part * Math.exp(-t / (fade * length)) * Math.sin(2 * Math.PI * pitch * multiple * t);
    }
    out[i] += gain * attack * sum;
  }
};

/** A block of wood. @type {[number, number, number][]} */
const WOOD = [[1, 1, 1], [2.57, 0.45, 0.5], [4.95, 0.22, 0.3], [7.4, 0.1, 0.2]];
/** A bar of a marimba, tuned to the fourth. @type {[number, number, number][]} */
const MARIMBA = [[1, 1, 1], [3.98, 0.28, 0.28], [9.1, 0.09, 0.12]];
/** A bell of metal. @type {[number, number, number][]} */
const BELL = [
  [0.5, 0.3, 1.2], [1, 1, 1], [1.19, 0.5, 0.9], [2, 0.45, 0.7], [2.76, 0.25, 0.5],
  [5.4, 0.12, 0.25],
];
/** A bowl of glass. @type {[number, number, number][]} */
const GLASS = [[1, 1, 1], [2.32, 0.4, 0.7], [4.25, 0.2, 0.45], [6.63, 0.1, 0.3]];
/** A skin drum. @type {[number, number, number][]} */
const DRUM = [[1, 1, 1], [1.59, 0.5, 0.6], [2.14, 0.35, 0.45], [2.92, 0.2, 0.3]];

/**
 * Noise through two filters of the first order, which fades.
 * @param {number} at
 * @param {{ gain?: number, fade?: number, low?: number, high?: number, rise?: number, seed?: number
 *   }} [how] the band between `low` and `high`, in hertz
 * @returns {Part}
 */
const brush = (at, how = {}) => (out) => {
  const { gain = 0.3, fade = 0.01, low = 400, high = 5000, rise = 0, seed = 1 } = how;
  const next = noise(seed);
  const part = (/** @type {number} */ pitch) => 1 - Math.exp((-2 * Math.PI * pitch) / RATE);
  const [a, b] = [part(high), part(low)];
  let [smooth, slow] = [0, 0];
  const start = Math.round(at * RATE);
  for (let i = start; i < out.length; i += 1) {
    const t = (i - start) / RATE;
    smooth += a * (next() - smooth);
    slow += b * (smooth - slow);
    const shape = (rise > 0 ? 1 - Math.exp(-t / rise) : 1) * Math.exp(-t / fade);
    out[i] += gain * shape * (smooth - slow);
  }
};

/** A piece that is put down. @param {number} at @param {number} [pitch] @param {number} [gain] */
const knock = (at, pitch = 330, gain = 0.55) => [
  bar(at, pitch, { gain, fade: 0.035 }),
  bar(at, pitch * 0.49, { gain: gain * 0.6, fade: 0.03 }),
  brush(at, { gain: gain * 1.1, fade: 0.006, low: 900, high: 6000, seed: Math.round(pitch) }),
];

/**
 * Notes one after the other.
 * @param {number} at
 * @param {number} step
 * @param {number[]} pitches
 * @param {object} how
 */
const run = (at, step, pitches, how) => pitches.map((pitch, i) => bar(at + step * i, pitch, how));

const marimba = { gain: 0.4, fade: 0.2, modes: MARIMBA };
const bell = { gain: 0.26, fade: 0.5, modes: BELL };
const glass = { gain: 0.3, fade: 0.4, modes: GLASS };
const drum = { gain: 0.6, fade: 0.12, modes: DRUM };

/** @type {Record<string, { length: number, parts: Part[] }>} */
const SHORT = {
  move: { length: 0.17, parts: knock(0) },
  // Two pieces meet, and one falls.
  capture: {
    length: 0.26,
    parts: [
      ...knock(0, 410, 0.5),
      ...knock(0.055, 235, 0.6),
      brush(0.05, { gain: 0.25, fade: 0.03, low: 300, high: 3000, seed: 5 }),
    ],
  },
  check: {
    length: 0.32,
    parts: [
      ...knock(0, 330, 0.4),
      bar(0.05, 880, { gain: 0.22, fade: 0.09, modes: GLASS }),
      bar(0.13, 880, { gain: 0.2, fade: 0.09, modes: GLASS }),
    ],
  },
  refusal: {
    length: 0.2,
    parts: [
      bar(0, 150, { gain: 0.5, fade: 0.04, modes: DRUM }),
      bar(0.085, 126, { gain: 0.5, fade: 0.05, modes: DRUM }),
    ],
  },
  'low-time': {
    length: 0.3,
    parts: [
      bar(0, 1175, { gain: 0.3, fade: 0.035 }),
      bar(0.14, 1175, { gain: 0.3, fade: 0.045 }),
    ],
  },
  // A foot against a wall in the mist.
  halt: {
    length: 0.34,
    parts: [
      bar(0, 98, { ...drum, fade: 0.06 }),
      bar(0.14, 82, { ...drum, fade: 0.08 }),
      brush(0.13, { gain: 0.25, fade: 0.03, low: 100, high: 900, seed: 9 }),
    ],
  },
  throw: {
    length: 0.36,
    parts: [0, 0.07, 0.125, 0.2, 0.235, 0.265].flatMap((at, i) =>
      knock(at, [720, 610, 690, 540, 500, 470][i], 0.42 - 0.045 * i)),
  },
  pass: {
    length: 0.22,
    parts: [
      brush(0, { gain: 0.5, fade: 0.06, rise: 0.02, low: 500, high: 2600, seed: 3 }),
      bar(0.08, 245, { gain: 0.3, fade: 0.05 }),
    ],
  },
};

/** @type {Record<string, { length: number, parts: Part[] }>} */
const LONG = {
  'your-turn': { length: 0.8, parts: run(0, 0.13, [587, 880], { ...marimba, fade: 0.22 }) },
  loss: {
    length: 0.8,
    parts: [
      ...knock(0, 260, 0.45),
      ...run(0.06, 0.16, [330, 262, 196], { ...marimba, gain: 0.34 }),
    ],
  },
  drift: {
    length: 1.1,
    parts: [
      brush(0, { gain: 0.8, fade: 0.35, rise: 0.25, low: 250, high: 1300, seed: 7 }),
      brush(0.15, { gain: 0.3, fade: 0.3, rise: 0.2, low: 900, high: 2800, seed: 8 }),
    ],
  },
  defeat: { length: 1.3, parts: run(0, 0.2, [294, 262, 233, 196], { ...marimba, fade: 0.32 }) },
  draw: { length: 1, parts: [...run(0, 0.18, [392, 440, 392], { ...marimba, fade: 0.28 })] },
  victory: {
    length: 1.3,
    parts: [
      ...run(0, 0.11, [392, 494, 587, 784], marimba),
      bar(0.34, 1175, glass),
    ],
  },
  // The drums of a camp, and a blade that is struck against a shield.
  'victory-klinzha': {
    length: 1.5,
    parts: [
      ...run(0, 0.16, [92, 92, 110], drum),
      bar(0.48, 138, { ...drum, fade: 0.2 }),
      bar(0.48, 415, { ...bell, gain: 0.3 }),
      ...run(0.64, 0.11, [277, 330, 415], { ...marimba, gain: 0.3 }),
    ],
  },
  // The same out of the mist.
  'victory-clouded-klinzha': {
    length: 1.6,
    parts: [
      brush(0, { gain: 0.5, fade: 0.25, rise: 0.15, low: 250, high: 1500, seed: 11 }),
      ...run(0.2, 0.16, [92, 110], drum),
      bar(0.52, 138, { ...drum, fade: 0.2 }),
      bar(0.52, 622, glass),
      bar(0.66, 831, glass),
      bar(0.8, 1109, glass),
    ],
  },
  // A fanfare of a court, in octaves.
  'victory-grand-chess': {
    length: 1.5,
    parts: [[0, 262], [0.12, 330], [0.24, 392], [0.42, 523]].flatMap(([at = 0, low = 0]) => [
      bar(at, low, marimba),
      bar(at, 2 * low, { ...bell, gain: 0.14 }),
    ]),
  },
  // Coloured glass that turns.
  'victory-kaleidochess': {
    length: 1.6,
    parts: run(0, 0.085, [587, 740, 880, 1109, 1319, 1760], { ...glass, gain: 0.24 }),
  },
};

/** @param {{ length: number, parts: Part[] }} sound */
function mixed({ length, parts }) {
  const out = new Float64Array(Math.round(length * RATE));
  for (const part of parts) part(out);
  const peak = out.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const fade = Math.round(0.03 * RATE);
  return out.map((x, i) => (0.85 * x * Math.min(1, (out.length - i) / fade)) / peak);
}

/** The byte of a sample in µ-law (ITU-T G.711). @param {number} sample from -1 to 1 */
function muLaw(sample) {
  const sign = sample < 0 ? 0x80 : 0;
  const size = Math.min(Math.round(Math.abs(sample) * 32_767), 32_635) + 132;
  const exponent = Math.max(0, Math.floor(Math.log2(size)) - 7);
  return ~(sign | (exponent << 4) | ((size >> (exponent + 3)) & 0x0f)) & 0xff;
}

/**
 * A WAV file.
 * @param {Uint8Array} data
 * @param {{ format: number, bits: number }} how
 */
function wav(data, { format, bits }) {
  const bytes = bits / 8;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(format, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * bytes, 28);
  head.writeUInt16LE(bytes, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** @param {Float64Array} samples */
function mp3(samples) {
  const folder = mkdtempSync(join(tmpdir(), 'sounds-'));
  const plain = new Int16Array(samples.map((x) => Math.round(x * 32_767)));
  const [from, to] = [join(folder, 'sound.wav'), join(folder, 'sound.mp3')];
  writeFileSync(from, wav(new Uint8Array(plain.buffer), { format: 1, bits: 16 }));
  execFileSync('lame', ['--quiet', '-m', 'm', '-q', '0', '--cbr', '-b', '32', from, to]);
  const bytes = readFileSync(to);
  rmSync(folder, { recursive: true });
  return bytes;
}

/** @param {string} name @param {Uint8Array} bytes */
function keep(name, bytes) {
  if (bytes.length > LARGEST) throw new Error(`${name} has ${bytes.length} bytes`);
  writeFileSync(new URL(name, OUT), bytes);
  console.log(name, bytes.length);
}

for (const [name, sound] of Object.entries(SHORT))
  keep(`${name}.wav`, wav(Uint8Array.from(mixed(sound), muLaw), { format: 7, bits: 8 }));
for (const [name, sound] of Object.entries(LONG)) keep(`${name}.mp3`, mp3(mixed(sound)));
