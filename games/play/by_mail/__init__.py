"""Turns that are played from the mail: which order does what, and all of a mail in one go."""
