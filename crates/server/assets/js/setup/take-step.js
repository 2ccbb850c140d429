// The step of the setup in which a player takes a side: a colour, if it is still open, and a
// region, by buttons or on the board. The choices are `take gold west` and, for the second
// placement, `take east`.

import { html } from '../common/dom.js';
import { t } from '../common/i18n.js';
/** @import { GameBoard } from '../board/game-board.js' */
/** @import { Choice } from '../common/types.d.ts' */

export class TakeStep {
  #selection = { side: '', region: '' };

  /**
   * @param {GameBoard} board
   * @param {(text: string) => void} submit
   * @param {() => void} onChange called when another side or region is selected
   */
  constructor(board, submit, onChange) {
    this.board = board;
    this.submit = submit;
    this.onChange = onChange;
  }

  /** @param {Choice[]} choices */
  build(choices) {
    const words = choices.map((choice) => choice.text.split(' ').slice(1));
    const sides = [...new Set(words.filter((w) => w.length > 1).map((w) => w[0] ?? ''))];
    const regions = [...new Set(words.map((w) => w.at(-1) ?? ''))];
    this.#selection = {
      side: sides.includes(this.#selection.side) ? this.#selection.side : (sides[0] ?? ''),
      region: regions.includes(this.#selection.region) ? this.#selection.region : '',
    };
    const { side, region } = this.#selection;
    const text = ['take', side, region].filter((word) => word !== '').join(' ');
    this.#highlightRegion();
    return html(
      'div',
      { class: 'take' },
      ...(sides.length > 0 ? [this.#radios('side', t('take-colour'), sides)] : []),
      this.#radios('region', t('take-region'), regions),
      html(
        'button',
        {
          type: 'button',
          class: 'main',
          'data-focus': 'take',
          disabled: region === '',
          onclick: () => this.submit(text),
        },
        region === '' ? t('take-region-first') : t('take-do', { region: t(`region-${region}`) }),
      ),
    );
  }

  /**
   * Selects the region of a cell, if it can be taken.
   * @param {string} cell
   * @param {Choice[]} choices
   */
  pick(cell, choices) {
    const area = this.board.frame.areas.find(
      (area) => area.kind === 'region' && area.cells.includes(cell),
    );
    if (!area || !choices.some((choice) => choice.text.endsWith(` ${area.of}`))) return;
    this.#selection = { ...this.#selection, region: area.of };
    this.onChange();
  }

  /**
   * @param {'side' | 'region'} name
   * @param {string} legend
   * @param {string[]} values
   */
  #radios(name, legend, values) {
    return html(
      'fieldset',
      { class: 'choices' },
      html('legend', {}, legend),
      ...values.map((value) =>
        html(
          'label',
          { class: `choice side-${value}` },
          html('input', {
            type: 'radio',
            name: `take-${name}`,
            value,
            'data-focus': `${name}-${value}`,
            checked: this.#selection[name] === value,
            onchange: () => {
              this.#selection = { ...this.#selection, [name]: value };
              this.onChange();
            },
          }),
          html(
            'span',
            {},
            ...(name === 'side' ? [html('span', { class: 'chip', 'aria-hidden': 'true' })] : []),
            t(`${name}-${value}`),
          ),
        ),
      ),
    );
  }

  /** Highlights the selected region on the board. */
  #highlightRegion() {
    const area = this.board.frame.areas.find(
      (area) => area.kind === 'region' && area.of === this.#selection.region,
    );
    this.board.highlight(area ? [{ cells: area.cells, kind: 'region' }] : []);
  }
}
