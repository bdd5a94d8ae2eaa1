"""One file a strategy; the file is the registration."""
