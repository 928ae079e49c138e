"""The game, from rules to pages."""
