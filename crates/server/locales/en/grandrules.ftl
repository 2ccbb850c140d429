# The rules of Grand Chess.

grules-title = The rules of Grand Chess
grules-lead = Chess on a hundred squares, with cardinal and marshall, and with up to 73 more kinds of pieces if you dare.

grules-object-title = What it is about
grules-object-1 = You win by checkmating the enemy king. Grand Chess is played like orthodox chess; where it differs, it says so here.
grules-object-2 = The classic game has two pieces that orthodox chess lacks, the cardinal and the marshall. In the other setups 73 more kinds can take part; the piece guide shows each of them with its moves.

grules-board-title = Board and start
grules-board-1 = The board has ten files, a to j, and ten ranks, 1 to 10. A player's own third or eighth rank is counted from that player's side: Black's own third rank is rank 8.
grules-board-2 = White's rooks stand alone on rank 1, on a1 and j1. On rank 2, from b2 to i2, stand knight, bishop, queen, king, marshall, cardinal, bishop and knight, and on rank 3 the ten pawns. Black stands opposite on ranks 10, 9 and 8, each piece on the same file as White's.
grules-board-caption = The classic start.
grules-board-3 = Nothing stands between the rooks, so they come into play early.

grules-moves-title = The moves
grules-moves-1 = King, queen, rook, bishop and knight move as in orthodox chess. The cardinal moves like a bishop or a knight, the marshall like a rook or a knight. There is no castling.
grules-moves-2 = A pawn goes one square straight ahead, from its owner's third rank also two, and captures one square diagonally ahead. It does not matter whose pawn it was before: one that was won over and now stands on its new owner's third rank may go two squares as well.
grules-moves-3 = If a pawn's double step passes over a square that an enemy pawn attacks, that pawn may take it en passant, on the very next move only.
grules-moves-4 = An extra piece captures as it moves, by taking the place of an enemy, unless its own rule says otherwise; own pieces block it. Special captures, such as the archer's shot or the withdrawer's retreat, are part of the move and cannot be left out. If one of them is aimed at something that cannot be captured, such as a block, it has no effect and the move stands.

grules-promotion-title = Promotion
grules-promotion-1 = A pawn that arrives on its own eighth or ninth rank may be promoted at once or stay a pawn; on the tenth rank it must be promoted. It never becomes a king. A pawn that stayed a pawn has the choice again with its next move.
grules-promotion-2 = Normally a pawn can only become a piece that its own side has lost. Every piece but a pawn that is removed from the board goes into its owner's pool; a promotion takes one of the chosen kind out again. If a promoted piece is captured, it goes back to the pool as what it had become.
grules-promotion-3 = While its side's pool is empty, a pawn may neither step nor capture onto the tenth rank. On the ninth rank it then has no move at all, but it still attacks and gives check, much as a pinned piece does.
grules-promotion-4 = Two other choices can be made for a game: pawns become any kind that stood in their side's first array, or any of the 79 kinds other than king and pawn. Neither sets a limit on their number. If the first array had nothing but the king, the tenth rank is closed to pawns as with an empty pool.
grules-promotion-5 = Changing sides at the hand of a diplomat puts nothing into a pool. If such a piece is captured later, it goes to the pool of the side that it belonged to by then. Nor does changing sides promote: a pawn won over in its new owner's zone waits there until it moves.

grules-setups-title = The setups
grules-setups-1 = Classic: the start described above.
grules-setups-2 = Classic with random pieces: besides, up to ten of the 73 extra kinds are placed on random empty squares of the two home ranks.
grules-setups-3 = Classic with chosen pieces: the same, but the players pick the extra pieces.
grules-setups-4 = Random: the king and up to 19 pieces stand on random squares of the two home ranks. They are drawn from the extra kinds and from queen, rook, bishop, knight, cardinal and marshall. The pawns stand where they always do.
grules-setups-5 = Chosen: the same, but the players pick. Picking is open and goes by turns, Black first, who with an odd number thus picks one more. What one player picks, both get.
grules-setups-6 = Both sides always have the same pieces on corresponding squares. Usually they stand straight across, on the same file. Diagonally across, the whole array is turned: a piece of White's on a1 answers to one of Black's on j10. Then bishops, camels and other pieces that keep to one colour have their counterparts on squares of that same colour; the classic pieces are turned too.
grules-setups-7 = Where the same kind may come twice, it can be drawn or picked again; otherwise it is then used up for both players. Whatever chance decides comes from the number of the array, which is shown: the same number gives the same array again.
grules-setups-8 = A piece of advice: play with at most three kinds that you do not know yet. A start with 19 unknown pieces is beyond anyone's analysis and meant for madmen only.

grules-locks-title = Locked pieces
grules-locks-1 = Some pieces could give check from their place in the array on the very first move: nightrider, dabbaba-rider, giraffe, pegasus, grasshopper, scorpion, dragon, kangaroo, tiger, cannon, vao and leo. So that both players have time to deal with that, these pieces are locked for their owner's first five moves: they may neither move nor capture.
grules-locks-2 = A lock also holds off any check that could only be carried out on one of those moves. White's locked pieces begin to threaten with Black's fifth move, because White's sixth follows it; Black's begin with White's sixth move.
grules-locks-3 = The lock goes by the move number alone. It holds for every piece of the kind, promoted ones and those that changed sides too, and then by the moves of their present owner. A fool is never locked, whatever it copies. Locked pieces are coloured on the board.

grules-check-title = Check
grules-check-1 = A king is in check when the enemy could remove it on the very next move, by whatever kind of capture: by taking its place, by the archer's shot, by running up to it or withdrawing from it, by coordination, by winning it over, by the chameleon's mimicry or by a fool's copy of any of these. A move after which one's own king is in check is illegal.
grules-check-2 = Frozen pieces give no check, and neither do those that would still be locked on that next move. Whether the capture would expose the capturer's own king does not matter.
grules-check-3 = Kings may stand side by side only if at least one of them is frozen. The frozen one gives no check; the other one does.
grules-check-4 = A special capture that would lay open one's own king is not left out: the whole move is illegal. Moving an immobilizer away is illegal too if an enemy that is freed by it then attacks one's king.
grules-check-5 = What an enemy fool threatens depends on the move that it gets to copy. It therefore counts only after your move, and as the kind that you just moved; before your move it attacks nothing. If fools alone leave you without a legal move, that is stalemate.

grules-end-title = The end
grules-end-1 = Whoever checkmates the enemy king wins. A player may also resign. Games have no clock here; but the record of a game from elsewhere may say that it was lost on time.
grules-end-2 = A player who has no legal move and is not in check is stalemated, and the game is a draw. This holds too when all pieces are frozen, locked or stuck.
grules-end-3 = The player to move may claim a draw when the position occurs for the third time. Positions are the same when board, side to move, possible en passant captures, pools and what fools shield or freeze agree; locks count only while a locked kind is on the board, what a fool would copy only while the side to move has a fool.
grules-end-4 = The player to move may also claim a draw when both sides have made 50 moves without a pawn move, a capture or a change of sides. A promotion counts like a pawn move, a fool's step as a pawn does not. Neither draw comes by itself.
grules-end-5 = When only the two kings are left, the game is drawn at once. The players may agree on a draw at any time.

grules-notation-title = Notation
grules-notation-1 = A move is written with its two squares, c3c5, and a promotion with the code of the new piece added in small letters: a9a10q, a9a10gr. Winning over is written as a move from the diplomat's square to that of the enemy piece.
grules-notation-2 = In records a move looks as chess players know it: Nd4, Qxe7+, exd5. Pieces have the codes of the piece guide as their letters, so Gre5 is a grasshopper's move. Where two pieces of a kind could go to the same square, the whole square of departure is written: Ba1e5 is a bishop from a1, but Bae5 a badger.
grules-notation-3 = What a special capture removes is added with a star: Arxg6*i7, Coc4*b4*c2. Di~f6 wins over the piece on f6.
grules-notation-4 = The codes are the same in all languages. A for the cardinal and C for the marshall are the letters of other programs as well, where these pieces are called archbishop and chancellor.
grules-notation-5 = Positions are written as FEN, rank 10 first. Empty squares are numbers up to 10, codes of two letters stand in braces, {"{Gr}"} for White and {"{gr}"} for Black, and the field for castling is always a dash. The classic start is r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1.
grules-notation-6 = What the board cannot tell may follow in a seventh field, its parts divided by semicolons: pool= the pieces that pawns can become, White's and Black's; init= the kinds of the first array; last= what a fool copies; shield= and freeze= the square of a fool that cannot be captured now or that freezes its neighbours.

grules-credits-title = Origins
grules-credits-1 = Christian Freeling, a Dutch designer of games, invented Grand Chess in 1984.
grules-credits-2 = The extra pieces come from many hands and times. Ferz and elephant are as old as chess itself, the gryphon walked the boards of Alfonso the Wise in 1283, the cannon comes from China, dragon king and dragon horse come from Japan. Thomas Rayner Dawson thought of grasshopper and nightrider, Robert Abbott's Ultima gave withdrawer, coordinator, immobilizer and chameleon, and many others were collected at chessvariants.com.
grules-credits-3 = The selection of pieces and the setups follow the online version that Valdas Bučinskas developed for Yucata in 2024. Texts and pictures here are our own.
