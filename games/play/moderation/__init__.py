"""What moderators decide: on reports, on people, on games. Each act leaves a line in the log."""
