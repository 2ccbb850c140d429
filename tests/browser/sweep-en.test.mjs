// Every page and state in English, on a desk, in light and dark.

import { DESK, useBrowser } from './harness.mjs';
import { sweep } from './sweep.mjs';

useBrowser();
sweep('en', { viewport: DESK }, 'all');
