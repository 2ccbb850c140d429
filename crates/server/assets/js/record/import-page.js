// The import of a record: pasted, chosen or dropped. A line that cannot be parsed is selected.

import { ApiError, postText } from '../common/api.js';
import { byId } from '../common/dom.js';
import { showProblem } from '../common/problem-box.js';

const form = /** @type {HTMLFormElement} */ (byId('import'));
const text = /** @type {HTMLTextAreaElement} */ (byId('record'));
const file = /** @type {HTMLInputElement} */ (byId('file'));
const problem = byId('problem');

/** @param {File | undefined} chosen */
async function read(chosen) {
  if (chosen) text.value = await chosen.text();
}

file.addEventListener('change', () => read(file.files?.[0]));
form.addEventListener('dragover', (event) => {
  event.preventDefault();
  form.classList.add('dropping');
});
form.addEventListener('dragleave', () => form.classList.remove('dropping'));
form.addEventListener('drop', (event) => {
  event.preventDefault();
  form.classList.remove('dropping');
  void read(event.dataTransfer?.files[0]);
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  showProblem(problem, null);
  try {
    const { id } = await postText('/api/records', text.value);
    const analyse = event.submitter?.getAttribute('value') === 'analyse';
    location.assign(`/r/${id}${analyse ? '#analyse' : ''}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showProblem(problem, error.problem);
    text.setAttribute('aria-invalid', 'true');
    selectLine(Number(error.problem.args.line ?? 0));
  }
});

/**
 * Selects the line that cannot be parsed.
 * @param {number} line from 1; 0 for none
 */
function selectLine(line) {
  if (line < 1) return;
  const lines = text.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  // Setting the selection does not scroll; two lines of context stay visible.
  text.scrollTop = (line - 3) * Number.parseFloat(getComputedStyle(text).lineHeight);
}
