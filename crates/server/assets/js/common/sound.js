// The sounds of moves, of what the umpire tells the viewer, and of the end. A sound depends only on
// what the viewer was told, so others who hear it learn no more. Sounds are on until the reader
// turns them off; browsers allow them after the first press of a key or a pointer, and the files
// are loaded then. They are made by `crates/server/sounds/make-sounds.mjs`.

import { readPref, writePref } from './prefs.js';

const KEY = 'heterodox-sound';
const VOLUME_KEY = 'heterodox-volume';
const DEFAULT_VOLUME = 60;

/**
 * The files, and how loud each is played.
 * @satisfies {Record<string, [string, number]>}
 */
const SOUNDS = {
  move: ['move.wav', 0.8],
  capture: ['capture.wav', 0.9],
  check: ['check.wav', 0.8],
  refusal: ['refusal.wav', 0.5],
  'low-time': ['low-time.wav', 0.6],
  halt: ['halt.wav', 0.9],
  throw: ['throw.wav', 0.6],
  pass: ['pass.wav', 0.5],
  'your-turn': ['your-turn.mp3', 0.6],
  loss: ['loss.mp3', 0.7],
  drift: ['drift.mp3', 0.45],
  defeat: ['defeat.mp3', 0.7],
  draw: ['draw.mp3', 0.6],
  victory: ['victory.mp3', 0.7],
};

/**
 * A sound, or the victory of a game (`victory-GAME`), which has its own where the page says so.
 * @typedef {keyof typeof SOUNDS | `victory-${string}`} Sound
 */

/** Sounds that are loaded with the first gesture; the others when they are played. */
const FIRST = /** @type {const} */ (['move', 'capture']);

/** @type {AudioContext | null} before the first gesture */
let context = null;
/** @type {Map<Sound, Promise<AudioBuffer | null>>} */
const loaded = new Map();

export const soundOn = () => readPref(KEY) !== 'off';

/** From 0 to 100. */
export function volume() {
  const kept = Number(readPref(VOLUME_KEY) ?? DEFAULT_VOLUME);
  return Number.isFinite(kept) ? Math.min(100, Math.max(0, kept)) : DEFAULT_VOLUME;
}

/** @param {boolean} on */
export function setSound(on) {
  writePref(KEY, on ? 'on' : 'off');
  if (on) play('move');
  dispatchEvent(new Event('sound-changed'));
}

/** @param {number} value from 0 to 100 */
export function setVolume(value) {
  writePref(VOLUME_KEY, String(value));
}

/**
 * The file of a sound, and how loud it is played.
 * @param {Sound} sound
 * @returns {[string, number]}
 */
const fileOf = (sound) =>
  sound in SOUNDS
    ? /** @type {[string, number]} */ (SOUNDS[/** @type {keyof typeof SOUNDS} */ (sound)])
    : [`${sound}.mp3`, 0.75];

/** @param {Sound} sound */
export function play(sound) {
  if (soundOn() && context) void start(context, sound);
}

/**
 * @param {AudioContext} context
 * @param {Sound} sound
 */
async function start(context, sound) {
  // A device that has slept, or a browser that has changed its mind.
  if (context.state === 'suspended') await context.resume().catch(() => {});
  const asked = performance.now();
  const buffer = await load(context, sound);
  // A sound that comes late tells of something else by then.
  if (!buffer || performance.now() - asked > LATE_MS) return;
  // The ear hears loudness by ratios.
  const [, gain] = fileOf(sound);
  const loudness = (volume() / 100) ** 2 * gain * 1.6;
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(new GainNode(context, { gain: loudness })).connect(context.destination);
  source.start();
  dispatchEvent(new CustomEvent('sound-played', { detail: sound }));
}

const LATE_MS = 1500;

/** The address below which this release's files are. */
const ASSETS = /^.*?\/assets\/[^/]+\//.exec(import.meta.url)?.[0] ?? '';

/**
 * @param {AudioContext} context
 * @param {Sound} sound
 */
function load(context, sound) {
  const known = loaded.get(sound) ?? fetchSound(context, sound);
  loaded.set(sound, known);
  return known;
}

/**
 * @param {AudioContext} context
 * @param {Sound} sound
 */
async function fetchSound(context, sound) {
  try {
    const answer = await fetch(`${ASSETS}sounds/${fileOf(sound)[0]}`);
    if (!answer.ok) return null;
    return await context.decodeAudioData(await answer.arrayBuffer());
  } catch {
    // The game goes on without a sound; the next time it is tried again.
    loaded.delete(sound);
    return null;
  }
}

/** Creates the context in a gesture, without which browsers keep silent. */
function unlock() {
  for (const name of GESTURES) removeEventListener(name, unlock, { capture: true });
  if (context || !('AudioContext' in globalThis)) return;
  const fresh = new AudioContext({ latencyHint: 'interactive' });
  context = fresh;
  if (soundOn()) for (const sound of FIRST) void load(fresh, sound);
}

const GESTURES = /** @type {const} */ (['pointerup', 'keydown', 'click']);
for (const name of GESTURES) addEventListener(name, unlock, { capture: true });
