// Shows a refusal in the reader's language. In English, the server's text is added if it says more.

import { html } from './dom.js';
import { problemText, t } from './i18n.js';
/** @import { ApiProblem } from './types.d.ts' */

/** A text without what two writings of the same sentence differ in. @param {string} text */
const plain = (text) => text.toLowerCase().replace(/[.!’'\u0060]/g, '');

/**
 * @param {HTMLElement} box
 * @param {ApiProblem | null} problem `null` hides the box
 */
export function showProblem(box, problem) {
  box.hidden = problem === null;
  if (!problem) return;
  const reason = problemText(problem);
  const { line } = problem.args;
  // The server's own text names the line itself.
  const isServerText = plain(reason) === plain(problem.message);
  box.replaceChildren(
    html('strong', {}, line && !isServerText ? t('problem-line', { line, reason }) : reason),
  );
  // Whether the server's English text would only repeat the reason.
  const { text } = problem.args;
  const isComplete =
    isServerText ||
    problem.reasons?.length ||
    (text && reason.includes(text)) ||
    document.documentElement.lang !== 'en';
  if (!isComplete)
    box.append(html('span', { lang: 'en' }, problem.message.replace(/^line \d+: /, '')));
}
