// Checks every state of the pages of KaleidoChess.

import { useBrowser } from './harness.mjs';
import { KALEIDO_STATES } from './kaleido-states.mjs';
import { sweep } from './sweep.mjs';

useBrowser();
sweep('pages of KaleidoChess', KALEIDO_STATES);
