# The words of Grand Chess.
