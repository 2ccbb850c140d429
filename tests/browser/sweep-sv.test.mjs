// Every page and state in Swedish, for its words.

import { DESK, useBrowser } from './harness.mjs';
import { sweep } from './sweep.mjs';

useBrowser();
sweep('sv', { viewport: DESK }, 'nothing');
