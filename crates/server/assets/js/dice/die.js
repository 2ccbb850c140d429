// The die: a cube that tumbles and comes to rest on the face that the server threw.

import { prefersReducedMotion, svg } from '../common/dom.js';
import { t } from '../common/i18n.js';

/** The duration of a throw. */
const ROLL_MS = 950;

/** The rotation of the cube that shows a face; opposite faces add up to seven. */
const FACE_ROTATIONS = [
  '',
  'rotateX(-90deg)',
  'rotateY(-90deg)',
  'rotateY(90deg)',
  'rotateX(90deg)',
  'rotateY(180deg)',
];

/** Shows three faces of the cube. */
const TILT = 'rotateX(-17deg) rotateY(19deg)';

/** The pips of a face, copied from the page's die. @param {number} face */
const pips = (face) =>
  [...document.querySelectorAll(`#die .die-side-${face} circle`)].map((pip) => pip.cloneNode());

/**
 * A single face as a small picture.
 * @param {number} face
 * @param {string} side that threw
 */
export const dieFace = (face, side) =>
  svg(
    'svg',
    { class: `die-face side-${side}`, viewBox: '-54 -54 108 108', 'aria-hidden': 'true' },
    svg('rect', { x: -50, y: -50, width: 100, height: 100, rx: 20 }),
    ...pips(face),
  );

export class Die {
  #side = '';

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.element = requirePart(place, '.die');
    this.cube = requirePart(place, '.die-cube');
  }

  /**
   * Shows the die at rest.
   * @param {number} face
   * @param {string} side
   */
  rest(face, side) {
    for (const running of this.place.getAnimations({ subtree: true })) running.cancel();
    this.#show(face, side);
  }

  /**
   * @param {number} face
   * @param {string} side
   */
  #show(face, side) {
    this.place.hidden = false;
    this.element.classList.remove(`side-${this.#side}`);
    this.element.classList.add(`side-${side}`);
    this.#side = side;
    this.element.dataset.face = String(face);
    this.element.setAttribute('aria-label', t('die-shows', { face }));
    this.cube.style.transform = `${TILT} ${FACE_ROTATIONS[face - 1] ?? ''}`;
  }

  /**
   * Animates a throw over the board until the die rests in its corner.
   * @param {number} face
   * @param {string} side
   */
  async roll(face, side) {
    this.rest(face, side);
    const board = this.place.parentElement?.getBoundingClientRect();
    if (prefersReducedMotion() || !board) return;
    const end = `${TILT} ${FACE_ROTATIONS[face - 1] ?? ''}`;
    // With whole turns added, the animation ends in the right rotation.
    const tumble = this.cube.animate(
      [{ transform: `rotateX(760deg) rotateY(-560deg) ${end}` }, { transform: end }],
      { duration: ROLL_MS, easing: 'cubic-bezier(.15,.65,.3,1)' },
    );
    const [far, high] = [board.width * 0.42, board.height * -0.4];
    this.element.animate([
      { transform: `translate(${far}px, ${high}px) scale(1.9)`, opacity: 0 },
      { opacity: 1, offset: 0.12 },
      { transform: `translate(${far * 0.45}px, ${high * 0.4}px) scale(1.25)`, offset: 0.42 },
      { transform: `translate(${far * 0.2}px, ${high * 0.28}px) scale(1.35)`, offset: 0.58 },
      { transform: 'none', offset: 0.86 }, { transform: 'none' },
    ], { duration: ROLL_MS, easing: 'ease-in' });
    await tumble.finished.catch(() => {});
  }
}

/**
 * @param {HTMLElement} place
 * @param {string} selector
 * @returns {HTMLElement}
 */
function requirePart(place, selector) {
  const element = place.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`the die has no ${selector}`);
  return element;
}
