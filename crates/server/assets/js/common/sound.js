// Quiet sounds for moves and for what the umpire tells the viewer; off by default. A sound depends
// only on what the viewer was told, so others who hear it learn no more.

import { readPref, writePref } from './prefs.js';

const KEY = 'heterodox-sound';
/** @type {AudioContext | null} */
let context = null;

/**
 * @typedef {'move' | 'capture' | 'halt' | 'loss' | 'drift' | 'throw' | 'pass' | 'low-time'} Sound
 * @typedef {object} Tone
 * @property {number} pitch
 * @property {number} [to] the pitch at the end of a glide
 * @property {number} at start in seconds
 * @property {number} duration
 */

/**
 * A halt is two bumps, a capture one low tone, a loss a falling sequence, a throw a rattle, low
 * time two high beeps.
 * @type {Record<Sound, Tone[]>}
 */
const SOUNDS = {
  move: [{ pitch: 420, at: 0, duration: 0.09 }],
  capture: [{ pitch: 190, at: 0, duration: 0.18 }],
  halt: [
    { pitch: 120, at: 0, duration: 0.09 },
    { pitch: 120, at: 0.13, duration: 0.14 },
  ],
  loss: [
    { pitch: 330, at: 0, duration: 0.14 },
    { pitch: 247, at: 0.15, duration: 0.14 },
    { pitch: 165, at: 0.3, duration: 0.3 },
  ],
  throw: [0, 0.09, 0.19, 0.32, 0.5].map((at, i) => ({ pitch: 620 - 50 * i, at, duration: 0.05 })),
  pass: [{ pitch: 300, to: 210, at: 0, duration: 0.25 }],
  'low-time': [
    { pitch: 880, at: 0, duration: 0.12 },
    { pitch: 880, at: 0.2, duration: 0.12 },
  ],
  drift: [{ pitch: 220, to: 440, at: 0, duration: 0.7 }],
};

export const soundOn = () => readPref(KEY) === 'on';

/** @param {boolean} on */
export function setSound(on) {
  writePref(KEY, on ? 'on' : 'off');
  if (on) play('move');
}

/** @param {Sound} sound */
export function play(sound) {
  if (!soundOn()) return;
  context ??= new AudioContext();
  for (const tone of SOUNDS[sound]) playTone(context, tone);
}

/**
 * @param {AudioContext} context
 * @param {Tone} tone
 */
function playTone(context, { pitch, to = pitch, at, duration }) {
  const start = context.currentTime + at;
  const tone = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
  const volume = new GainNode(context, { gain: 0.16 });
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.linearRampToValueAtTime(to, start + duration);
  volume.gain.setValueAtTime(0.16, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + duration);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + duration + 0.02);
}
