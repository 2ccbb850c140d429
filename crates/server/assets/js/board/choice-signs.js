// A choice between a few moves with the same origin and destination, as signs beside the
// destination on the board. Nothing else is covered; Escape or a tap elsewhere cancels.

import { html, pieceIcon } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { announce } from '../common/live-region.js';
/** @import { GameBoard } from './game-board.js' */
/** @import { Choice } from '../common/types.d.ts' */

/** The space between the destination and the signs, in CSS pixels. */
const GAP_PX = 6;

/**
 * @param {GameBoard} board
 * @param {string} game
 * @param {string} side
 * @param {Choice[]} choices
 * @returns {Promise<Choice | null>}
 */
export function askOnBoard(board, game, side, choices) {
  const { from, to } = choices[0] ?? {};
  const frame = board.parentElement;
  const face = board.cells.get(to ?? '')?.group;
  if (!from || !to || !frame || !face) return Promise.resolve(null);
  const byKey = board.contains(document.activeElement);
  return new Promise((resolve) => {
    const finish = (/** @type {Choice | null} */ choice) => {
      removeEventListener('keydown', key, true);
      removeEventListener('pointerdown', pressed, true);
      removeEventListener('resize', place);
      board.removeEventListener('board-rotate', cancel);
      board.removeEventListener('board-shown', check);
      signs.remove();
      if (byKey) board.keyboard?.focus(to);
      resolve(choice);
    };
    const cancel = () => finish(null);
    const check = () => {
      // The game has gone on, or an earlier position is shown.
      if (!choices.every(({ text }) => board.choices.some((one) => one.text === text))) cancel();
    };
    const buttons = choices.map((choice) =>
      html(
        'button',
        {
          type: 'button',
          class: 'choice-sign',
          'data-variant': choice.variant,
          'aria-label': `${t(`choice-${choice.variant}`)}. ${hint(choice)}`,
          title: hint(choice),
          onclick: () => finish(choice),
        },
        pieceIcon(game, `${choice.piece ?? ''}${choice.variant === 'carry' ? 'G' : ''}`, side),
        html('span', { 'aria-hidden': 'true' }, t(`choice-${choice.variant}`)),
      ),
    );
    const signs = html(
      'div',
      {
        class: 'choice-signs',
        role: 'group',
        'aria-label': t('choose-title', { from, to }),
      },
      ...buttons,
    );
    const place = () => placeBeside(signs, frame, face);
    const key = (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (event.key === 'Escape') cancel();
      else if (step && signs.contains(document.activeElement)) {
        const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
        buttons[(at + step + buttons.length) % buttons.length]?.focus();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const pressed = (/** @type {PointerEvent} */ event) => {
      if (!(event.target instanceof Node && signs.contains(event.target))) cancel();
    };
    frame.append(signs);
    place();
    addEventListener('keydown', key, true);
    addEventListener('pointerdown', pressed, true);
    addEventListener('resize', place);
    board.addEventListener('board-rotate', cancel);
    board.addEventListener('board-shown', check);
    board.stage(from, to);
    announce(`${t('choose-title', { from, to })}. ${t('choose-how')}`);
    buttons[0]?.focus({ preventScroll: true });
  });
}

/** What a choice does with the Goal. @param {Choice} choice */
const hint = ({ variant, from, to }) =>
  t(`choice-${variant}-hint`, { from: from ?? '', to: to ?? '' });

/**
 * Places the signs below the destination, or above it where there is no room, inside the frame.
 * @param {HTMLElement} signs
 * @param {HTMLElement} frame
 * @param {SVGGElement} face
 */
function placeBeside(signs, frame, face) {
  const [outer, cell] = [frame.getBoundingClientRect(), face.getBoundingClientRect()];
  const { offsetWidth: width, offsetHeight: height } = signs;
  const isRoomBelow = cell.bottom + GAP_PX + height < Math.min(outer.bottom, innerHeight);
  const top = isRoomBelow ? cell.bottom + GAP_PX : cell.top - GAP_PX - height;
  const left = (cell.left + cell.right - width) / 2;
  const [least, most] = [Math.max(outer.left, 0), Math.min(outer.right, innerWidth) - width];
  signs.style.top = `${Math.max(top - outer.top, -outer.top)}px`;
  signs.style.left = `${Math.max(least, Math.min(left, most)) - outer.left}px`;
}
