// The promotion dialog: several moves with the same origin and destination. One of them may be not
// to promote.

import { showModal } from '../common/dialogs.js';
import { html, pieceIcon } from '../common/dom.js';
import { pieceName, t } from '../common/i18n.js';
import { groupPieces, PieceChooser } from './piece-chooser.js';
/** @import { Captured, Choice } from '../common/types.d.ts' */

/** The variant of a choice that does not promote. */
export const NO_PROMOTION = 'none';

/**
 * @param {object} question
 * @param {string} question.game
 * @param {string} question.side
 * @param {string[]} question.pieces the game's pieces in the order of its lists
 * @param {Choice[]} question.choices
 * @param {Captured[]} question.pool how many of each kind there are, where that is limited
 * @param {((kind: string, side: string) => void) | null} question.showPieceCard opens the guide's
 *   card of a piece
 * @returns {Promise<Choice | null>}
 */
export function askPromotion({ game, side, pieces, choices, pool, showPieceCard }) {
  return new Promise((resolve) => {
    /** @type {Choice | null} */
    let chosen = null;
    const take = (/** @type {Choice | undefined} */ choice) => {
      chosen = choice ?? null;
      dialog.close();
    };
    const picker = new PieceChooser({
      game,
      side,
      showPieceCard,
      choose: (kind) => take(choices.find((choice) => choice.variant === kind)),
    });
    const stay = choices.find((choice) => choice.variant === NO_PROMOTION);
    const kinds = choices.flatMap(({ variant }) =>
      variant === null || variant === NO_PROMOTION ? [] : [variant],
    );
    picker.show(groupPieces(kinds, pieces).map((item) => {
      const held = pool.find((one) => one.side === side && one.kind === item.kind)?.count ?? 0;
      return held > 1 ? { ...item, note: `×${held}` } : item;
    }));
    const to = choices[0]?.to ?? '';
    const piece = choices[0]?.piece ?? '';
    const cancel = html(
      'button',
      { type: 'button', class: 'dialog-close', onclick: () => dialog.close() },
      t('dialog-cancel'),
    );
    const dialog = html(
      'dialog',
      { class: 'dialog promotion', 'aria-labelledby': 'promotion-title' },
      html('h2', { id: 'promotion-title' }, t('promotion-title', { cell: to })),
      ...(stay
        ? [
            html(
              'button',
              {
                type: 'button',
                class: 'answer stay',
                'data-variant': NO_PROMOTION,
                onclick: () => take(stay),
              },
              pieceIcon(game, piece, side),
              html(
                'span',
                { class: 'answer-label' },
                t('promotion-stay', { piece: pieceName(piece) }),
              ),
            ),
          ]
        : []),
      picker.root,
      cancel,
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(chosen);
    });
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
    showModal(dialog);
    picker.focus();
  });
}
