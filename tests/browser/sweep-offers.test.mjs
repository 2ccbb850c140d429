// Checks every state of the pages about offers and lists of games.

import { useBrowser } from './harness.mjs';
import { OFFER_STATES } from './offer-states.mjs';
import { sweep } from './sweep.mjs';

useBrowser();
sweep('pages about offers and lists of games', OFFER_STATES);
