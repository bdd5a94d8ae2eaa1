"""The front door: one page that plays, on this computer or as a folder of files for the web."""
