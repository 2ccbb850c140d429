// A quiet tick when a piece lands. Off until somebody turns it on.

const KEY = 'heterodox-sound';
/** @type {AudioContext | null} */
let audio = null;

export const soundOn = () => localStorage.getItem(KEY) === 'on';

/** @param {boolean} on */
export function setSound(on) {
  localStorage.setItem(KEY, on ? 'on' : 'off');
  if (on) tick(false);
}

/**
 * @param {boolean} capture captures sound lower
 */
export function tick(capture) {
  if (!soundOn()) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency: capture ? 190 : 420 });
  const volume = new GainNode(audio, { gain: 0.16 });
  volume.gain.exponentialRampToValueAtTime(0.001, now + (capture ? 0.18 : 0.09));
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.2);
}
