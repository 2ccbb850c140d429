# The rules page and the piece guide of KaleidoChess.

krules-title = The rules of KaleidoChess
krules-lead = Two, three or four armies on a round board. Walkers go from side to side, fliers over corners and over everybody, and whoever holds no castle any more is out.

krules-object-title = What it is about
krules-object-1 = Hold a castle. A player without a piece in any of the five castles is out, however many pieces are left, and the last one who is still in has won.
krules-object-2 = White begins, then the turn goes clockwise: white, red, black, green. Whoever is to move must move one piece; passing is not allowed, and nobody may move another’s pieces.

krules-board-title = The board
krules-board-1 = Around a centre cell lie five rings of 8, 16, 16, 24 and 24 cells, 89 cells in all. They fall into eight equal slices, numbered clockwise from the one in which White’s castle lies. In each slice the cells are lettered from A to K, ring by ring from the inside out and clockwise in each ring. A cell is named by slice and letter, such as 1J; the centre is 00.
krules-picture-names = The names of the cells. The centre and four cells of the outer ring, with double borders, are castles; the cells with dotted borders are cities.
krules-board-2 = Five cells are castles: 00, 1J, 3J, 5J and 7J. The 28 cells that touch a castle are cities. They belong to the board, but have no effect in these rules.
krules-board-3 = Two cells touch by a side if they lie next to each other in a ring, or in neighbouring rings with their edges meeting wholly or partly. They touch by a corner if they only meet in a point. The centre touches all eight cells around it by a side. The circles between the rings, and the one around the centre, are the ring lines; they will matter in a moment.
krules-picture-sides = The cells that touch 1D by a side: 1B, 1E, 1F, 1G and 8E. A Pawn can step there.
krules-picture-corners = A Raven can step to 1C, 8C and 8H as well, which touch 1D by a corner only.

krules-pieces-title = The pieces
krules-pieces-1 = There are nine kinds. Their marks say everything: strokes are for fliers, dots for walkers, and there are as many as the piece goes steps. The Wizard’s three strokes form a triangle. The colours differ in the pattern along the rim, too.
krules-pieces-2 = In a game of two each side has eighteen pieces. How many of each kind stands behind its name.
krules-pieces-flies = flies { $steps }
krules-pieces-walks = walks { $steps }
krules-pieces-guide = The piece guide shows what each of them can do, with a board to try it on.

krules-moves-title = The moves
krules-moves-1 = A piece always goes exactly as many steps as it has marks, never more and never fewer. It uses no cell twice on its way, and does not come back to where it set out.
krules-moves-2 = Walkers step from side to side, and every cell between the first and the last must be empty. Fliers step over sides and corners, and over all that stands there, friend or enemy.
krules-picture-walk-free = A Horse on 1J with nothing around it: two steps, to 1F, 1H, 2I or 8K.
krules-picture-walk-barred = Pieces on 1I and 1K bar the ways along the ring. Dashes mark what cannot be reached any more; over 1G it still gets to 1F and 1H.
krules-picture-fly = An Eagle does not care who stands in between: it flies two steps as if nobody were there.
krules-moves-3 = In a whole move a piece crosses at most one ring line. So it comes no more than one ring nearer to the centre or farther from it, and it cannot go in and out again. It need not cross any line. A step over a corner always crosses one, and so does a step between the centre and the first ring.
krules-moves-4 = Only the Wizard is free of this: it may cross one, two or three lines in a move, and the same one more than once.
krules-picture-line-roc = A Roc on 1J, three steps: it stays in the two outer rings.
krules-picture-line-wizard = A Wizard on the same cell, three steps too: it gets as far as the second ring.
krules-moves-5 = By which way a piece gets somewhere does not matter; only the two cells make the move. Where there are several ways, the page shows one of them.
krules-picture-way = One of the ways on which a Wizard flies 1B-2F.

krules-captures-title = Capturing
krules-captures-1 = A piece that ends its move on an occupied cell captures what stands there, and that leaves the board. Any piece captures any piece. Castles and cities protect nobody.
krules-captures-2 = Your own pieces can be captured as well. Now and then that gets you out of a tight spot or makes room for a better guard. The page asks before it lets you do so.
krules-picture-capture = What White’s Horse on 1D can capture: the enemy on 1H, and its own Raven on 8D, marked with a ring.

krules-undo-title = No undoing
krules-undo-1 = Your next move must not undo your last one: a piece that has just gone 1D-1E must not go 1E-1D with your very next move. It may go elsewhere, another piece may move, and a move later it may go back.
krules-undo-2 = Only the two cells count, whatever either move captures and by whatever way. If the piece was captured meanwhile, nothing is forbidden. If the rule takes your only move away, you are locked in.
krules-picture-undo = White’s last move was 1D-1E. Its Pawn can go anywhere but back.

krules-out-title = Who is out
krules-out-1 = After each move every player who holds no castle is out: thrown out by an enemy, or gone by its own move, because it wanted to or had no other. The page warns you before you leave your last castle. How many castles somebody holds, and which, does not matter.
krules-out-2 = If your own piece captures yours in your last castle, you still hold it: that is no loss.
krules-out-3 = Then the turn passes. Who is to move and has no legal move is locked in and out as well; this is very rare. Then the next one is asked, and so on. Players may also resign, or run out of time where a game is timed.
krules-out-4 = While at least two play on, the pieces of those who are out leave the board. When only one is left, that player has won, and the board stays as it is. The others are ranked in the reverse order of going out; those who go out together share a place.
krules-picture-out-before = Red holds only 3J. White’s Roc is about to fly 2J+3J.
krules-picture-out-after = Red has been thrown out: all its pieces are gone, and White and Black play on.
krules-picture-locked = White is locked in. The only way of its Tiger would lead back to where it came from.

krules-setup-title = Setting up
krules-setup-1 = Two players: White has its Wizard in 1J, Black in 5J. From there outwards on both sides stand Roc, Eagle, Raven and Pawn in the outer ring, and below them, with the Dragon in the middle, Elephant, Tiger, Horse and Pawn.
krules-picture-setup-2 = Two players.
krules-setup-2 = Three and four players have twelve pieces each: the Wizard, the Dragon, two Rocs, two Eagles, two Elephants, two Tigers and two Pawns. White begins at 1J, Red at 3J, Black at 5J, Green at 7J. With three, 7J is a free castle; whoever sits next to it has it a little easier, so change seats from game to game.
krules-picture-setup-3 = Three players. The castle 7J is free.
krules-picture-setup-4 = Four players.
krules-setup-3 = Two experiments come from the inventor himself: one side’s whole army may be replaced by Pawns or by Ravens on the same cells. And any other array can be made in the position editor.

krules-draws-title = Draws and house rules
krules-draws-1 = A game ends in a draw when all who still play agree on it. By themselves the rules know no draw.
krules-draws-2 = Two house rules can be agreed on when a game is opened. Without repetition, no move may bring back an arrangement that was on the board before with the same player to move. With a limit of rounds, the game is drawn when the last one is over and nobody has won. Games against the computer have a limit of { $rounds } rounds unless you say otherwise.

krules-dice-title = With a die
krules-dice-1 = In this variant a die is thrown before each move, and only the pieces that it names may move. All other rules stay as they are.
krules-dice-throw = Throw
krules-dice-names = These may move
krules-dice-any = Any piece
krules-dice-2 = Whoever can move must, even if that costs an own piece or the last castle. Whoever cannot passes, which happens by itself and is no loss: with a die nobody is locked in. What must not be undone after a move must not be undone after a pass either.
krules-dice-3 = If nobody who still plays could move, whatever is thrown, the game is drawn. Moves cannot be taken back, since whoever has seen a throw would choose another one. Another table of throws can be agreed on when the game is opened.

krules-fair-title = Why the throws are fair
krules-fair-1 = The server throws, and you need not take its word for it. When the game is opened it draws a secret number that nobody can guess and shows the number’s fingerprint. No other number with the same fingerprint can be found, so from then on the server is bound to it. Only then does each player’s browser add a random part; people at one screen add one together, and computers add none. The number and the parts, joined by dots, are the seed. Every throw follows from the seed and the number of the throw, and nothing is thrown before the last part is there: until then nobody can see a throw coming, not even the server.
krules-fair-2 = When the game is over the seed is shown and stands in the record. Then everybody can work out the fingerprint and all throws again. The page does it by itself; the command heterodox dice does it, and two lines in a shell do it too:
krules-fair-3 = The first line gives the fingerprint of the server’s number, which stands before the first dot of the seed. The second gives the bytes of the first throw: the first byte below 252 counts, and the throw is its remainder when divided by 6, plus 1. The second throw has 2.0 in place of 1.0, and so on.
krules-fair-4 = What this shows is that the server could not choose its number to suit your part, and that no throw was changed to suit what happened in the game. It does not show that nobody knew: whoever runs the server has the seed once all parts are there and could work out the throws to come. And if such a person plays, too, and adds the last part, it could try out parts until the throws suit. So play with a die where you trust the house not to play against you.

krules-notation-title = Writing a game down
krules-notation-1 = A move is written with its two cells and a dash; a plus sign stands for a capture, of an own piece too. With a die the throw comes first. In the long form the pieces have their names; it is what is read aloud, and the list of moves can show it.
krules-notation-move = { $long }
krules-notation-capture = { $long }
krules-notation-throw = The same move with a die, after a 3
krules-notation-pass = A 4 was thrown, and nothing that it names could move
krules-notation-resigns = Red resigns
krules-notation-2 = A record begins with lines that tell the game, the players, the array, the options and, where there is one, the seed. Then come the rounds, one a line. It can be imported here again, and other programs can read it.
krules-picture-record = The beginning of a game of two.
krules-notation-3 = A position is written on one line: the centre and the five rings with a stroke between, each clockwise from slice 1, with numbers for empty cells and colour and letter for a piece; then whose turn it is, each colour’s last move, the die, and the number of the round. The start of two players is:

krules-rulings-title = Where the source leaves something open
krules-rulings-1 = The source’s pictures and its table of throws are lost. What stands here in their place was worked out from the text; if you own an original board, we should like to hear from you. These are our rulings:
krules-rulings-KC1 = The sizes of the rings and the order of the letters are a reconstruction. The text gives five rings, eight equal slices of eleven cells from A to K, four castles in the outer ring, and 1B-2F as a possible move of the Wizard. Of the boards that fit, this one has the squarest cells.
krules-rulings-KC2 = The rule against undoing looks at the player’s own last move only, as told above.
krules-rulings-KC3 = The cells of the array of two are well founded; the order of the pieces in the rows is a reconstruction.
krules-rulings-KC4 = The arrays of three and four are our own; the source’s suggestions were pictures that are lost.
krules-rulings-KC5 = The order in which it is judged who is out, what happens to the pieces, and the places are our rulings. The source speaks of two players.
krules-rulings-KC6 = The table of throws is a reconstruction: each throw names the pieces that go so many steps, the Wizard among the threes, and 5 and 6 name any piece. So a lone Wizard is not forced out of its castle by the first throw.

krules-credits-title = Origins
krules-credits-1 = Patrick Hassel Zein has worked on this game since 1985, with the help of friends and family, under names such as Utopi, Magic Chess and Cai Qi, until in 2003 it found its own: KalejdoSchack, KaleidoChess. He dedicates it to the memory of Franco Fulli. The rule against undoing was added in 2004.
krules-credits-2 = These are the basic rules; the inventor’s rules of magic for advanced players are not played here. Texts and pictures are our own.

guide-kaleidochess-title = The pieces of KaleidoChess
guide-kaleidochess-lead = All nine of them, drawn and told: how far each goes, and from where. Open one to put others around it and see what changes.
guide-kaleidochess-kind-fliers = Fliers
guide-kaleidochess-kind-walkers = Walkers
guide-kaleidochess-sign-both = Goes there, and would capture whatever stood there
guide-kaleidochess-sign-take = Captures the enemy there
guide-kaleidochess-sign-own = Captures its own side’s piece there, which is allowed
guide-kaleidochess-sign-blocked = Not now: every way there is barred, or it would undo the last move
guide-kaleidochess-told-count = Empty cells to go to: { $moves }. Enemies that it can capture: { $captures }; pieces of its own side: { $own }. On an empty board it reaches { $all } cells from here.
guide-kaleidochess-tool = A click on a cell
guide-kaleidochess-stage-keys = A mouse can drag pieces, too. With keys: arrows go around the rings and between them, Enter does what is chosen, Delete takes a piece away.
guide-kaleidochess-reach = Cells that it reaches on the empty board, by where it stands
guide-kaleidochess-from-centre = Centre
guide-kaleidochess-from-ring-1 = Ring 1
guide-kaleidochess-from-ring-2 = Ring 2
guide-kaleidochess-from-ring-3 = Ring 3
guide-kaleidochess-from-ring-4 = Ring 4
guide-kaleidochess-from-ring-5 = Ring 5
guide-kaleidochess-alone-centre = In the centre, alone on the board. Cells in reach: { $all }.
guide-kaleidochess-alone-inner = In the inner ring, alone. Cells in reach: { $all }.
guide-kaleidochess-alone-outer = In a castle of the outer ring, alone. Cells in reach: { $all }.
guide-kaleidochess-company-near = Among others: it takes whatever stands on a cell within its reach, enemies and own pieces alike.
guide-kaleidochess-company-flies = Among others: it flies over everybody, and takes whatever stands where its flight ends, enemies and own pieces alike.
guide-kaleidochess-company-walks = Among others: what stands in between bars its way, so some cells are out of reach (dashes). What stands where its way ends is taken, enemies and own pieces alike.

guide-kaleidochess-W-short = Flies three steps, and no ring line stops it.
guide-kaleidochess-W = The Wizard flies exactly three steps, over sides and corners and over everything that stands there. It alone may cross more than one ring line in a move, and the same line more than once, so it sees deep into the board and is the strongest piece. Its three strokes form a triangle.
guide-kaleidochess-D-short = Flies four steps, over one ring line at most.
guide-kaleidochess-D = The Dragon flies exactly four steps, over sides and corners and over everything that stands there. It crosses at most one ring line in a move, so it gets far around the board, but not far in or out. It has four strokes.
guide-kaleidochess-R-short = Flies three steps, over one ring line at most.
guide-kaleidochess-R = The Roc is the giant bird of Arabian tales that carries off elephants. It flies exactly three steps, over sides and corners and over everything that stands there, and crosses at most one ring line in a move. It has three strokes.
guide-kaleidochess-E-short = Flies two steps, over one ring line at most.
guide-kaleidochess-E = The Eagle flies exactly two steps, over sides and corners and over whatever stands there, and crosses at most one ring line in a move. It has two strokes.
guide-kaleidochess-V-short = Flies one step, over a side or a corner.
guide-kaleidochess-V = The Raven flies one step, to any cell that touches its own by a side or a corner. It has one stroke.
guide-kaleidochess-L-short = Walks four steps, over one ring line at most.
guide-kaleidochess-L = The Elephant walks exactly four steps from side to side, and every cell between must be empty. It crosses at most one ring line in a move. It has four dots. Among its own pieces it is often stuck; in the open it goes far.
guide-kaleidochess-T-short = Walks three steps, over one ring line at most.
guide-kaleidochess-T = The Tiger walks exactly three steps from side to side, and both cells between must be empty. It crosses at most one ring line in a move. It has three dots.
guide-kaleidochess-H-short = Walks two steps, over one ring line at most.
guide-kaleidochess-H = The Horse walks exactly two steps from side to side, and the cell between must be empty. It crosses at most one ring line in a move. It has two dots.
guide-kaleidochess-P-short = Walks one step, to any side.
guide-kaleidochess-P = The Pawn walks one step, to any cell that touches its own by a side: inwards, outwards or along the ring. It captures as it moves and never becomes anything else. It has one dot.
