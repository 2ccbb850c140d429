# What the piece guide says of each piece.
