"""Ratings: how well people play, by the results of their rated games."""
