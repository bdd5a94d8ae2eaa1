"""The game for people: cards, rule sets, deals and matches to step through, what happened."""
