"""One file a claim; the file is the registration: it has a ``CLAIM``."""
