// The number of extra pieces in an array: limited by its room, with a warning if there are many.

import { byId } from '../../common/dom.js';
import { t } from '../../common/i18n.js';

/** From here on, a hint says that these are many unknown pieces. */
const MANY_PIECES = 3;
/** From here on, a warning says that this is for experts. */
const TOO_MANY_PIECES = 10;

export class ExtraPiecesOption {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.extra = /** @type {HTMLInputElement} */ (byId('option-extra'));
  }

  /** Limits the number to the room of the array. */
  update() {
    const { extra } = this;
    const setup = String(new FormData(this.form).get('option-setup') ?? '');
    const most = (extra.dataset.most ?? '')
      .split(' ')
      .find((pair) => pair.startsWith(`${setup}=`))
      ?.split('=')[1];
    if (most) {
      extra.max = most;
      if (Number(extra.value) > Number(most)) extra.value = most;
    }
    const warning = byId('extra-warning');
    const count = Number(extra.value);
    const text =
      count > TOO_MANY_PIECES ? t('warn-many') : count > MANY_PIECES ? t('warn-some') : '';
    if (warning.textContent !== text) warning.textContent = text;
    warning.classList.toggle('warning', count > TOO_MANY_PIECES);
    warning.hidden = text === '';
  }
}
