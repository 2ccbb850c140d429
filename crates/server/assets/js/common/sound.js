// Quiet sounds: a tick when a piece lands, and what the umpire tells a player. Off until somebody turns them on. What
// is heard depends on nothing but what the viewer was told, so whoever listens beside the table learns no more.

const KEY = 'heterodox-sound';
/** @type {AudioContext | null} */
let audio = null;

/**
 * @typedef {'move' | 'capture' | 'halt' | 'loss' | 'drift' | 'throw' | 'pass'} Sound
 * @typedef {object} Tone
 * @property {number} pitch
 * @property {number} [to] where it glides
 * @property {number} at when it begins, in seconds
 * @property {number} lasts
 */

/** A halt bumps twice, a capture falls, a loss falls further, clouds rise and go, a die rattles, a pass sinks. @type {Record<Sound, Tone[]>} */
const SOUNDS = {
  move: [{ pitch: 420, at: 0, lasts: 0.09 }],
  capture: [{ pitch: 190, at: 0, lasts: 0.18 }],
  halt: [{ pitch: 120, at: 0, lasts: 0.09 }, { pitch: 120, at: 0.13, lasts: 0.14 }],
  loss: [{ pitch: 330, at: 0, lasts: 0.14 }, { pitch: 247, at: 0.15, lasts: 0.14 }, { pitch: 165, at: 0.3, lasts: 0.3 }],
  throw: [0, 0.09, 0.19, 0.32, 0.5].map((at, i) => ({ pitch: 620 - 50 * i, at, lasts: 0.05 })),
  pass: [{ pitch: 300, to: 210, at: 0, lasts: 0.25 }],
  drift: [{ pitch: 220, to: 440, at: 0, lasts: 0.7 }],
};

export const soundOn = () => localStorage.getItem(KEY) === 'on';

/** @param {boolean} on */
export function setSound(on) {
  localStorage.setItem(KEY, on ? 'on' : 'off');
  if (on) play('move');
}

/** @param {Sound} sound */
export function play(sound) {
  if (!soundOn()) return;
  audio ??= new AudioContext();
  for (const tone of SOUNDS[sound]) strike(audio, tone);
}

/**
 * @param {AudioContext} audio
 * @param {Tone} tone
 */
function strike(audio, { pitch, to = pitch, at, lasts }) {
  const start = audio.currentTime + at;
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
  const volume = new GainNode(audio, { gain: 0.16 });
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.linearRampToValueAtTime(to, start + lasts);
  volume.gain.setValueAtTime(0.16, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + lasts + 0.02);
}
