# The rules of Grand Chess.
