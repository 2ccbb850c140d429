# The piece guide.
