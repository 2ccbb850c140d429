// The page of a new game.

import { startForm } from '../../new/new-game-form.js';
import { DiceTableOption } from './dice-table-option.js';
import { MoveLimitOption } from './move-limit-option.js';

startForm((form) => [new DiceTableOption(form), new MoveLimitOption(form)]);
