// Every page and state in German, on a phone.

import { PHONE, useBrowser } from './harness.mjs';
import { sweep } from './sweep.mjs';

useBrowser();
sweep('de', PHONE, 'light');
