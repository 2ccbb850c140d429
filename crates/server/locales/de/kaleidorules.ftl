# The rules page and the piece guide of KaleidoChess.
