// The page of a new game.

import { byId } from '../../common/dom.js';
import { startForm } from '../../new/new-game-form.js';
import { CustomPieces } from './custom-pieces.js';
import { ExtraPiecesOption } from './extra-pieces-option.js';

startForm((form) => [
  new CustomPieces(byId('own-rows'), byId('own-add')),
  new ExtraPiecesOption(form),
]);
