// Checks every state of the pages of Clouded Klin Zha.

import { useBrowser } from './harness.mjs';
import { CLOUDED_STATES } from './clouded-states.mjs';
import { sweep } from './sweep.mjs';

useBrowser();
sweep('pages of Clouded Klin Zha', CLOUDED_STATES);
