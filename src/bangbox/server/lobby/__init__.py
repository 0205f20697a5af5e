"""Tables before, beside and after the play: setting up, sitting down, talk, offers, lists, the next match."""
