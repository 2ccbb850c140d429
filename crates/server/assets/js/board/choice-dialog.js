// Finds the one choice to submit for an origin and a destination: asks which if several fit, and
// asks for confirmation where the server sees a danger.

import { ask, confirm } from '../common/dialogs.js';
import { html, pieceIcon } from '../common/dom.js';
import { has, t } from '../common/i18n.js';
import { askPromotion } from './promotion-dialog.js';
/** @import { Captured, Choice } from '../common/types.d.ts' */

/**
 * @typedef {object} Context
 * @property {string} game
 * @property {string[]} pieces the game's pieces in the order of its lists
 * @property {Captured[]} pool what pawns may become, where that is limited
 * @property {((kind: string, side: string) => void) | null} showPieceCard opens the guide's card of
 *   a piece
 */

/**
 * @param {string} side
 * @param {Choice[]} choices
 * @param {Context} context
 * @returns {Promise<Choice | null>}
 */
export async function resolveChoice(side, choices, context) {
  const choice =
    choices.length > 1 ? await askVariant(side, choices, context) : (choices[0] ?? null);
  if (!choice?.danger || !has(`danger-${choice.danger}`)) return choice;
  const sure = await confirm({
    title: t(`danger-${choice.danger}`),
    text: t(`danger-${choice.danger}-text`),
    yes: t('danger-yes'),
    danger: true,
  });
  return sure ? choice : null;
}

/**
 * Asks whether the Goal goes along, or, where the variants have no texts, for the promotion.
 * @param {string} side
 * @param {Choice[]} choices
 * @param {Context} context
 */
function askVariant(side, choices, { game, ...more }) {
  const isGoalChoice = choices.every(({ variant }) => has(`choice-${variant}`));
  return isGoalChoice
    ? askGoal(game, side, choices)
    : askPromotion({ game, side, choices, ...more });
}

/**
 * @param {string} game
 * @param {string} side
 * @param {Choice[]} choices
 */
function askGoal(game, side, choices) {
  const [first] = choices;
  return ask({
    title: t('choose-title', { from: first?.from ?? '', to: first?.to ?? '' }),
    answers: choices.map((choice) => ({
      value: choice,
      label: t(`choice-${choice.variant}`),
      hint: t(`choice-${choice.variant}-hint`, { from: choice.from ?? '', to: choice.to ?? '' }),
      picture: choicePicture(game, side, choice),
    })),
  });
}

/**
 * The origin and the destination, with what stands there after the move.
 * @param {string} game
 * @param {string} side
 * @param {Choice} choice
 */
function choicePicture(game, side, { piece, variant, from, to }) {
  const carry = variant === 'carry';
  const left = html(
    'span',
    { class: 'spot' },
    ...(carry ? [] : [pieceIcon(game, 'G', side)]),
    html('small', {}, from ?? ''),
  );
  const reached = html(
    'span',
    { class: 'spot' },
    pieceIcon(game, `${piece ?? ''}${carry ? 'G' : ''}`, side),
    html('small', {}, to ?? ''),
  );
  return html(
    'span',
    { class: 'choice-picture', 'aria-hidden': 'true' },
    left,
    html('span', { class: 'arrow' }, '→'),
    reached,
  );
}
