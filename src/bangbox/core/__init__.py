"""What a game is: playing, copying, listing, counting, many at once; dice; match records."""
