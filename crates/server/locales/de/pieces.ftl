# The names of the pieces of Grand Chess.
