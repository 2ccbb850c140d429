// The clouds in the form of a new game: random, drawn, blind, and drifting. The answers are
// combined into the table's options, which the server validates.

import { byId, html } from '../../common/dom.js';
import { savedMaps } from './saved-maps.js';
import { toFile, toOption, CloudMapRows } from './cloud-map.js';
import { drawClouds } from '../../board/clouds-layer.js';
/** @import { GameBoard } from '../../board/game-board.js' */
/** @import { Area } from '../../common/types.d.ts' */

const BLIND = 'blind';
const SEED = 'seed:';

export class CloudOptions {
  /** The rows of the map that was shown last. */
  #shownRows = '';

  /**
   * @param {HTMLFormElement} form
   * @param {GameBoard} board
   */
  constructor(form, board) {
    this.form = form;
    this.board = board;
    this.maps = new CloudMapRows(board.cells);
    this.text = /** @type {HTMLTextAreaElement} */ (byId('map-rows'));
    this.seed = /** @type {HTMLInputElement} */ (byId('option-seed'));
    this.#listSaved();
    this.#preset(new URLSearchParams(location.search).get('clouds') ?? '');
  }

  /** @param {() => void} changed */
  bind(changed) {
    const file = /** @type {HTMLInputElement} */ (byId('map-file'));
    const read = async (/** @type {File | undefined} */ chosen) => {
      if (!chosen) return;
      this.text.value = toFile(toOption(await chosen.text())).trimEnd();
      changed();
    };
    file.addEventListener('change', async () => {
      await read(file.files?.[0]);
      file.value = '';
    });
    this.text.addEventListener('dragover', (event) => event.preventDefault());
    this.text.addEventListener('drop', (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      void read(event.dataTransfer.files[0]);
    });
    byId('own-map').addEventListener('change', () => {
      const { value } = /** @type {HTMLSelectElement} */ (byId('own-map'));
      if (value) this.text.value = toFile(value).trimEnd();
      changed();
    });
    for (const radio of this.form.querySelectorAll('[name=clouds-from]')) {
      radio.addEventListener('change', () => {
        // A drawing starts with the map that is shown.
        if (this.#answer('clouds-from') === 'drawn' && this.isMissing)
          this.text.value = toFile(this.#shownRows).trimEnd();
        changed();
      });
    }
  }

  /** Whether the map has not been entered yet. */
  get isMissing() {
    return this.#isDrawn && this.text.value.trim() === '';
  }

  /** Writes the answers into the options, and the map into the links to its editor. */
  update() {
    const blind = this.#answer('sight') === BLIND;
    const drawn = this.#isDrawn ? toOption(this.text.value) : '';
    this.#field('option-clouds').value = blind ? BLIND : this.isMissing ? '/' : drawn;
    this.#field('option-drift').value = blind ? '' : this.#drift();
    const map = drawn || (this.seed.value ? `${SEED}${this.seed.value}` : '');
    for (const link of document.querySelectorAll('a.to-clouds')) {
      link.setAttribute(
        'href',
        map ? `/clouds?${new URLSearchParams({ clouds: map })}` : '/clouds',
      );
    }
  }

  /** Receives the clouds on the board. @param {Area[]} areas */
  boardShown(areas) {
    if (this.#answer('sight') !== BLIND) this.#shownRows = this.maps.fromAreas(areas);
    this.update();
    const { cells, drawing } = this.board;
    const small = document.getElementById('map-small');
    small?.setAttribute('viewBox', drawing?.getAttribute('viewBox') ?? '');
    small?.replaceChildren(
      ...[...cells.values()].map(({ face }) => face.cloneNode(false)),
      drawClouds(areas, cells),
    );
  }

  get #isDrawn() {
    return this.#answer('sight') !== BLIND && this.#answer('clouds-from') === 'drawn';
  }

  #drift() {
    const amount = (/** @type {string} */ name) =>
      /** @type {HTMLSelectElement} */ (byId(`drift-${name}`)).value;
    switch (this.#answer('drift-how')) {
      case 'dice': return 'dice';
      case 'agreed': return ['every', 'steps', 'direction'].map(amount).join(',');
      default: return '';
    }
  }

  /** @param {string} name */
  #answer(name) {
    return String(new FormData(this.form).get(name) ?? '');
  }

  /** @param {string} name @returns {HTMLInputElement} */
  #field(name) {
    const field = this.form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement)) throw new Error(`the form has no ${name}`);
    return field;
  }

  /** @param {string} name @param {string} value */
  #choose(name, value) {
    const radio = this.form.querySelector(`input[name="${name}"][value="${value}"]`);
    if (radio instanceof HTMLInputElement) radio.checked = true;
  }

  /** Fills in the answers from the URL. @param {string} clouds */
  #preset(clouds) {
    if (clouds === BLIND) this.#choose('sight', BLIND);
    else if (clouds.startsWith(SEED)) this.seed.value = clouds.slice(SEED.length);
    else if (clouds) {
      this.#choose('clouds-from', 'drawn');
      this.text.value = toFile(clouds).trimEnd();
    }
  }

  #listSaved() {
    const maps = savedMaps();
    byId('own-maps').hidden = maps.length === 0;
    byId('own-map').append(...maps.map(({ name, rows }) => html('option', { value: rows }, name)));
  }
}
