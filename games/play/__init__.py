"""What people, bots and clocks do to games: the one door through which a game changes."""
