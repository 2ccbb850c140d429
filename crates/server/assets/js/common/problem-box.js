// A refusal on the page, in the reader's language. Where that is English, as the server put it stands below: it is more exact.

import { html } from './dom.js';
import { problemText, t } from './i18n.js';
/** @import { ApiProblem } from './types.d.ts' */

/**
 * @param {HTMLElement} box
 * @param {ApiProblem | null} problem nothing hides the box
 */
export function showProblem(box, problem) {
  box.hidden = problem === null;
  if (!problem) return;
  const reason = problemText(problem);
  const { line } = problem.args;
  // The server's own words say the line themselves.
  const isServerText = reason === problem.message;
  box.replaceChildren(html('strong', {}, line && !isServerText ? t('problem-line', { line, reason }) : reason));
  // What lies behind it is said already, as exactly.
  const { text } = problem.args;
  const isComplete = isServerText || problem.reasons?.length || (text && reason.includes(text)) || document.documentElement.lang !== 'en';
  if (!isComplete) box.append(html('span', { lang: 'en' }, problem.message.replace(/^line \d+: /, '')));
}
