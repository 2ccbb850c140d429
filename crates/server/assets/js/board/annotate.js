// The reader's arrows and circles, loaded when the right button is pressed for the first time.

/** @import { GameBoard } from './game-board.js' */
/** @import { Annotations } from './annotations.js' */

/**
 * @param {GameBoard} board
 * @returns {{ clear: () => void }}
 */
export function annotate(board) {
  /** @type {Annotations | null} */
  let drawn = null;
  /** @type {PointerEvent[]} what has happened while it is loaded */
  let waiting = [];
  const note = (/** @type {PointerEvent} */ event) => waiting.push(event);
  const load = async (/** @type {PointerEvent} */ event) => {
    if (event.button !== 2) return;
    board.removeEventListener('pointerdown', load);
    waiting = [event];
    for (const name of EVENTS) addEventListener(name, note);
    const { Annotations } = await import('./annotations.js');
    for (const name of EVENTS) removeEventListener(name, note);
    drawn = new Annotations(board);
    for (const one of waiting) drawn.replay(one);
  };
  board.addEventListener('pointerdown', load);
  // A menu would open before the button is released, or after it.
  board.addEventListener('contextmenu', (event) => suppressMenu(board, event), { capture: true });
  return { clear: () => drawn?.clear() };
}

const EVENTS = /** @type {const} */ (['pointerdown', 'pointermove', 'pointerup']);

/**
 * Keeps the browser's menu away, and the board from opening a card: the release of the button
 * decides. A long press and the key for menus have no button that is released.
 * @param {GameBoard} board
 * @param {MouseEvent} event
 */
function suppressMenu(board, event) {
  const isMouse =
    event.button === 2 &&
    (!(event instanceof PointerEvent) || event.pointerType === 'mouse' || event.pointerType === '');
  if (!isMouse || !board.cellAtPoint(event.clientX, event.clientY)) return;
  event.preventDefault();
  event.stopPropagation();
}
