// From a picked pair of cells to the one thing to submit: asks which, where several fit, and whether
// really, where the server sees a danger.

import { ask, confirm } from './dialogs.js';
import { html, pieceIcon } from './dom.js';
import { has, t } from './i18n.js';
/** @import { Choice } from './types.d.ts' */

/**
 * @param {string} game
 * @param {string} side
 * @param {Choice[]} choices
 * @returns {Promise<Choice | null>}
 */
export async function settle(game, side, choices) {
  const choice = choices.length > 1 ? await askWhich(game, side, choices) : (choices[0] ?? null);
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
 * @param {string} game
 * @param {string} side
 * @param {Choice[]} choices
 */
function askWhich(game, side, choices) {
  const [first] = choices;
  return ask({
    title: t('choose-title', { from: first?.from ?? '', to: first?.to ?? '' }),
    answers: choices.map((choice) => ({
      value: choice,
      label: t(`choice-${choice.variant}`),
      hint: t(`choice-${choice.variant}-hint`, { from: choice.from ?? '', to: choice.to ?? '' }),
      picture: picture(game, side, choice),
    })),
  });
}

/**
 * The cell that is left and the cell that is reached, with what stands there afterwards.
 * @param {string} game
 * @param {string} side
 * @param {Choice} choice
 */
function picture(game, side, { piece, variant, from, to }) {
  const carry = variant === 'carry';
  const left = html('span', { class: 'spot' }, ...(carry ? [] : [pieceIcon(game, 'G', side)]), html('small', {}, from ?? ''));
  const reached = html('span', { class: 'spot' }, pieceIcon(game, `${piece ?? ''}${carry ? 'G' : ''}`, side), html('small', {}, to ?? ''));
  return html('span', { class: 'choice-picture', 'aria-hidden': 'true' }, left, html('span', { class: 'arrow' }, '→'), reached);
}
