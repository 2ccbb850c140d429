// The pieces that each face of the die lets move: checkboxes, combined into the option of the
// table. Every combination is valid; pieces that never move and faces without pieces are pointed
// out.

import { byId } from '../../common/dom.js';
import { pieceName, t } from '../../common/i18n.js';

/** The signs for any piece and for none. */
const [ANY_PIECE, NO_PIECE] = ['*', '-'];

export class DiceTableOption {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.faces = /** @type {HTMLElement[]} */ ([...form.querySelectorAll('[data-face]')]);
    this.option = /** @type {HTMLInputElement} */ (form.elements.namedItem('option-dice-table'));
  }

  /** @param {() => void} changed */
  bind(changed) {
    for (const face of this.faces) {
      face.querySelector('.tick-all')?.addEventListener('click', () => {
        const all = checkboxes(face).every(({ checked }) => checked);
        for (const box of checkboxes(face)) box.checked = !all;
        changed();
      });
    }
  }

  /**
   * Fills in the answers from the URL: `dice-table=VP/EH/WRT/DL/*\/-`.
   * @param {URLSearchParams} params
   */
  preset(params) {
    const text = params.get('dice-table');
    if (text === null) return;
    const own = this.form.querySelector('[name="dice-kind"][value="own"]');
    if (own instanceof HTMLInputElement) own.checked = true;
    const groups = text.split('/');
    this.faces.forEach((face, i) => {
      for (const box of checkboxes(face))
        box.checked = groups[i] === ANY_PIECE || (groups[i] ?? '').includes(box.value);
    });
  }

  /** Writes the answers into the option, and points out surprising ones. */
  update() {
    const own = new FormData(this.form).get('dice-kind') === 'own';
    const groups = this.faces.map((face) => checkboxes(face));
    this.option.value = own ? groups.map(faceText).join('/') : '';
    const texts = [...passTexts(groups), ...immobileTexts(groups)].join(' ');
    const note = byId('dice-note');
    if (note.textContent !== texts) note.textContent = texts;
  }
}

/** @param {HTMLElement} face @returns {HTMLInputElement[]} */
const checkboxes = (face) => [...face.querySelectorAll('input')];

/** @param {HTMLInputElement[]} group */
function faceText(group) {
  const named = group.filter(({ checked }) => checked);
  return named.length === 0
    ? NO_PIECE
    : named.length === group.length
      ? ANY_PIECE
      : named.map(({ value }) => value).join('');
}

/** The notes about faces that let no piece move. @param {HTMLInputElement[][]} groups */
const passTexts = (groups) =>
  groups.flatMap((group, i) =>
    faceText(group) === NO_PIECE ? [t('new-dice-pass', { face: i + 1 })] : [],
  );

/** The notes about pieces that no face lets move. @param {HTMLInputElement[][]} groups */
function immobileTexts(groups) {
  const kinds = (groups[0] ?? []).filter((_, i) => groups.every((group) => !group[i]?.checked));
  return kinds.length === 0
    ? []
    : [t('new-dice-never', { pieces: kinds.map(({ value }) => pieceName(value)).join(', ') })];
}
