"""How dates and times are written where no code says it, by language: in the admin."""
