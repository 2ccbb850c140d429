// The page of a new game whose form has no parts of the game's own.

import { startForm } from './new-game-form.js';

startForm();
