"""Players against players: checks, tournaments on the same luck, pupils' files."""
