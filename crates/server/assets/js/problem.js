// A refusal on the page: in the reader's language, and below it as the server put it, which is more exact.

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
  box.replaceChildren(html('strong', {}, line ? t('problem-line', { line, reason }) : reason));
  // A reason that the text quotes need not stand there twice.
  const told = reason === problem.message || (problem.args.reason && reason.includes(problem.args.reason));
  if (!told) box.append(html('span', { lang: 'en' }, problem.message));
}
