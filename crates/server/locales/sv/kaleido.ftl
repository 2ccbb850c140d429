# The words of KaleidoChess.
