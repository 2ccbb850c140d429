# The rules of Klin Zha.

rules-title = The rules of Klin Zha
rules-lead = Two squads meet on a triangle. Each has nine warriors and one Goal, and the Goal is what counts.
rules-contents = Contents
rules-play = Play a game

rules-object-title = What it is about
rules-object-1 = You win by capturing the enemy's Goal. You also win if your opponent is to move and no enemy warrior can move any more. Everything else, the warriors included, is a means to that end.

rules-board-title = The board
rules-board-1 = The board is a triangle of 81 small triangles in nine rows. All movement goes through the sides of the cells, never through their points, so a cell has at most three neighbours.
rules-board-2 = Every cell has a name of three signs: its row, A at the top to I at the bottom, and the two diagonals that cross in it. The first number counts the diagonals that run beside the left edge, the second those that run beside the right edge, both from left to right along the bottom. In the picture each sign has the colour of the lines that bound its strip: green for the row, red for the first number, blue for the second.
rules-board-caption = Cheat sheet 1: the names of the cells, and the regions North, West and East. The dark cells belong to none of them.
rules-board-3 = A straight line keeps to one strip: it follows a row or one of the two diagonals, through up and down cells in turn. Every cell lies in three strips, so there are six straight ways out of it, and each first step begins two of them.
rules-board-4 = The three regions have 24 cells each and matter only while setting up. The nine cells between them are no-man's-land, where nobody places.

rules-squad-title = The warriors
rules-squad-1 = Gold and Green have the same squad: a Blockader, two Fliers, a Swift, three Vanguards, a Lancer and a Fencer. You must move one warrior in each turn; passing is not allowed.
rules-squad-2 = All but the Blockader capture by landing on an enemy warrior. Fliers pass over everything; all others need an open way: no warrior and no Goal of either side on it, and no cell of the enemy Blockader's zone. Only the last cell may hold what is to be captured, or your own abandoned Goal. A way never uses a cell twice.
rules-squad-legend = Cheat sheet 2: red is where the warrior stands, green where it can go, blue what it has to pass on the way. The yellow triangles are the Blockader's zone.
rules-diagram = Possible moves: { $piece }
rules-carries = May carry the Goal.
rules-carries-not = May not carry the Goal.
rules-piece-B = One or two cells straight. It kills nothing and is never killed, but it guards the cells around it.
rules-piece-Fl = Three to six cells straight, over anything that stands there. It cannot go less far.
rules-piece-S = Two to four steps in any direction, turning as it likes. It cannot go a single step, so its neighbours are safe from it.
rules-piece-V = One step. There are three of them, and that is the best that can be said.
rules-piece-L = One to three cells straight. Quick enough to take the Goal out of danger.
rules-piece-Fe = One to three steps in any direction, turning as it likes. The most nimble of those who carry.

rules-zone-title = The Blockader's zone
rules-zone-1 = The up to three cells next to a Blockader are its zone. Enemy warriors can neither enter nor cross it, though a Flier may fly over it. So whoever stands in the zone of its own Blockader is safe, and nobody can land on the Blockader itself.
rules-zone-2 = In return a Blockader may not end its move with an enemy warrior or any Goal in its zone, its own side's Goal included, nor so that the two zones overlap. No Goal may be brought to rest next to its own Blockader, and the Blockader may not stand on its own Goal.
rules-zone-3 = The one thing that a Blockader can take is an abandoned enemy Goal, by landing on it.

rules-goal-title = The Goal
rules-goal-1 = The Goal does not move by itself. A Vanguard, the Lancer or the Fencer that shares its cell may carry it along for the whole move, or leave it behind. Nothing is picked up or put down on the way.
rules-goal-2 = A Goal without a warrior is abandoned. Any own warrior but the Blockader may land on it; to carry it on, a carrier has to arrive first and move off with it in a later turn. A Flier or Swift that stands on the Goal leaves it there when it goes on.
rules-goal-3 = Whoever lands on the enemy Goal captures it, guarded or not, and has won.
rules-goal-4 = A Goal that can be captured should be brought to safety. The page warns you when yours hangs and asks before you leave it hanging. Players may also agree that saving it is compulsory: then only moves after which the Goal is safe are legal, as long as there is one, or such that win at once.

rules-setup-title = Setting up
rules-setup-1 = Spindles: a player casts the two six-sided spindles. Below seven the caster loses the cast, above seven wins it; with seven the other player casts.
rules-setup-2 = Option: the winner of the cast places first, places last, or lets the other choose. Whoever is granted the choice has to choose.
rules-setup-3 = First placement picks a colour and a region and places all nine warriors in that region.
rules-setup-4 = Second placement does the same in one of the other two regions, knowing where the enemy stands. The zones of the two Blockaders may not overlap.
rules-setup-5 = Goals: first placement gives its Goal to a carrier that does not stand next to its own Blockader; then second placement does.
rules-setup-6 = First placement makes the first move.
rules-setup-custom = Placing last is a small advantage. That is why it is thought honourable to grant the choice, and, for whoever is granted it, to place first. If you place first, place symmetrically: otherwise your opponent picks the region that faces your weaker side.
rules-setup-quick = For a quick start there are ready-made arrays that give neither side the better place.

rules-end-title = The end of a battle
rules-end-1 = A battle ends when a Goal is captured, when the player to move has no legal move and so has lost, or when a player resigns.
rules-end-2 = The victor says Zha riest'n, teskas tal'tai-kleon: a pleasant game, my compliments to a worthy opponent. It is the one thing that is always said, and always in these words.
rules-end-3 = The old laws know no draw. Here the players may agree on one at any time.
rules-end-4 = Two house rules can be switched on when a game is opened: the same position with the same player to move for the third time is a draw, and so are 100 moves in a row, both sides counted, without a capture. A win goes before a draw.

rules-notation-title = Writing a battle down
rules-notation-1 = A record has two columns, Gold on the left and Green on the right. A warrior is written as a code and the cell where it stands; the codes are the same in all languages:
rules-notation-place = The Blockader is placed on E37.
rules-notation-place-goal = The Goal is given to the Lancer on D28.
rules-notation-move = The Flier goes from I44 to F14.
rules-notation-capture = The Swift captures the Flier on F14.
rules-notation-carry = The Fencer moves and carries the Goal along.
rules-notation-abandon = The Lancer moves and leaves the Goal behind on D28.
rules-notation-capture-goal = The Vanguard captures the Fencer with its Goal, and the battle is over.
rules-notation-capture-abandoned = The Swift captures an abandoned Goal, and the battle is over.
rules-guide = All pieces in the piece guide
rules-zone-caption = The promotion zones. White’s pawns may promote on the upper three ranks and must on the last; Black’s on the lower three and must on rank 1.
rules-other = The rules of { $game }
