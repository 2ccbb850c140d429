// What each face of the die lets move: the pieces that are ticked, joined into the option of the table. Whatever is ticked
// is a table; where a piece or a face is left with nothing, that is said.

import { byId } from '../common/dom.js';
import { pieceName, t } from '../common/i18n.js';

/** Any piece, and none. */
const [ANY, NONE] = ['*', '-'];

export class DiceAnswers {
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
        const all = ticks(face).every(({ checked }) => checked);
        for (const tick of ticks(face)) tick.checked = !all;
        changed();
      });
    }
  }

  /**
   * Begins with what the address asks for: `VP/EH/WRT/DL/*\/-`.
   * @param {string} text
   */
  begin(text) {
    const own = this.form.querySelector('[name="dice-kind"][value="own"]');
    if (own instanceof HTMLInputElement) own.checked = true;
    const groups = text.split('/');
    this.faces.forEach((face, i) => {
      for (const tick of ticks(face)) tick.checked = groups[i] === ANY || (groups[i] ?? '').includes(tick.value);
    });
  }

  /** Joins the answers, and says what nobody might expect. */
  tidy() {
    const own = new FormData(this.form).get('dice-kind') === 'own';
    const groups = this.faces.map((face) => ticks(face));
    this.option.value = own ? groups.map(written).join('/') : '';
    const texts = [...passes(groups), ...never(groups)].join(' ');
    const note = byId('dice-note');
    if (note.textContent !== texts) note.textContent = texts;
  }
}

/** @param {HTMLElement} face @returns {HTMLInputElement[]} */
const ticks = (face) => [...face.querySelectorAll('input')];

/** @param {HTMLInputElement[]} group */
function written(group) {
  const named = group.filter(({ checked }) => checked);
  return named.length === 0 ? NONE : named.length === group.length ? ANY : named.map(({ value }) => value).join('');
}

/** The faces with which nobody moves. @param {HTMLInputElement[][]} groups */
const passes = (groups) => groups.flatMap((group, i) => (written(group) === NONE ? [t('new-dice-pass', { face: i + 1 })] : []));

/** The pieces that no face lets move. @param {HTMLInputElement[][]} groups */
function never(groups) {
  const kinds = (groups[0] ?? []).filter((_, i) => groups.every((group) => !group[i]?.checked));
  return kinds.length === 0 ? [] : [t('new-dice-never', { pieces: kinds.map(({ value }) => pieceName(value)).join(', ') })];
}
