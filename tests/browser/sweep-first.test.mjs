// Checks every state of the pages of the site, of Klin Zha and of Grand Chess.

import { useBrowser } from './harness.mjs';
import { FIRST_STATES } from './states.mjs';
import { sweep } from './sweep.mjs';

useBrowser();
sweep('pages of the site, of Klin Zha and of Grand Chess', FIRST_STATES);
