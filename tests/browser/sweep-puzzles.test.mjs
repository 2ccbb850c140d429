// Checks every state of the pages about puzzles and of what follows a game.

import { useBrowser } from './harness.mjs';
import { PUZZLE_STATES } from './puzzle-states.mjs';
import { sweep } from './sweep.mjs';

useBrowser();
sweep('pages about puzzles, and what follows a game', PUZZLE_STATES);
