// Checks every state of the analysis boards, reviews and hints.

import { useBrowser } from './harness.mjs';
import { ANALYSIS_STATES } from './analysis-states.mjs';
import { sweep } from './sweep.mjs';

useBrowser();
sweep('analysis boards, reviews and hints', ANALYSIS_STATES);
