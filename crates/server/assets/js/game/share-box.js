// Ways to pass a page on: its address, the share sheet of the system, a QR code, and a frame for
// other pages.

import { copyText } from '../common/copy-buttons.js';
import { html } from '../common/dom.js';
import { t } from '../common/i18n.js';
/** @import { GameState } from '../common/types.d.ts' */

/** The size of a frame that shows any board with its stepper, in pixels. */
const FRAME = { width: 480, height: 580 };

/**
 * An address with buttons to copy and to share it, and as a QR code.
 * @param {string} [address] that of the page by default
 */
export function linkBox(address = `${location.origin}${location.pathname}`) {
  const share = () => navigator.share({ url: address, title: document.title }).catch(() => {});
  const canShare = typeof navigator.share === 'function';
  return html('div', { class: 'link-box' },
    ...copyField(address, t('link-label'), canShare ? html('button', { type: 'button', onclick: share }, t('link-share')) : null),
    qrCode(address));
}

/**
 * Adds the frame for other pages, once it is known that the game is not private.
 * @param {HTMLElement} root
 * @param {GameState} state
 */
export function showEmbed(root, { id, visibility }) {
  if (visibility !== 'private' && !root.querySelector('.embed')) root.append(embedBox(`/embed/g/${id}`));
}

/**
 * The element that shows a game in a page of another site.
 * @param {string} path of the page for frames
 */
export function embedBox(path) {
  const source = `${location.origin}${path}`;
  const snippet = `<iframe src="${source}" width="${FRAME.width}" height="${FRAME.height}" title="${document.title}"></iframe>`;
  return html('details', { class: 'embed' },
    html('summary', {}, t('embed-title')),
    html('div', { class: 'link-box' }, html('p', {}, t('embed-text')), ...copyField(snippet, t('embed-label'))));
}

/**
 * A text to copy, with its button and more of them.
 * @param {string} text
 * @param {string} label
 * @param {...(Node | null)} more
 */
function copyField(text, label, ...more) {
  const field = html('input', { class: 'link', readonly: true, 'aria-label': label, value: text });
  field.addEventListener('focus', () => field.select());
  const copied = html('span', { class: 'copied', role: 'status' });
  const copy = async () => {
    if (await copyText(text)) copied.textContent = t('link-copied');
    // The selected text can be copied by hand.
    else field.select();
  };
  const button = html('button', { type: 'button', class: 'main', onclick: copy }, t('link-copy'));
  return [field, html('div', { class: 'row' }, button, ...more, copied)];
}

/**
 * The QR code of an address of this server, which is loaded when it is opened.
 * @param {string} address
 */
function qrCode(address) {
  const details = html('details', { class: 'qr' }, html('summary', {}, t('qr-title')));
  details.addEventListener('toggle', () => {
    const source = `/api/qr.svg?${new URLSearchParams({ link: address })}`;
    const picture = html('img', { src: source, alt: t('qr-alt'), width: 220, height: 220 });
    // A server behind another name than its own draws no code of it.
    picture.addEventListener('error', () => details.remove());
    details.append(picture);
  }, { once: true });
  return details;
}
