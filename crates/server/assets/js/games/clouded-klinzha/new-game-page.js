// The page of a new game.

import { startForm } from '../../new/new-game-form.js';
import { CloudOptions } from './cloud-options.js';

startForm((form, board) => [new CloudOptions(form, board)]);
