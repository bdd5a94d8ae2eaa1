"""One file a claim; the file is the registration: its ``run`` is declared a claim."""
