"""Games in a terminal: played against bots, replayed from records, and told in the reader's language."""
