"""People: accounts, guests, preferences, sign-in."""
