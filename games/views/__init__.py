"""Pages: each fetches, asks the play layer, and answers."""
