"""Measurements. Each module prints its figures when it is run; none passes or fails."""
