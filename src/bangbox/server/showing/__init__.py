"""What one reader is shown of a match: positions, events and the table, concealed for a seat or for spectators."""
