"""Mail that comes in: raw bytes to what its author wrote, whose seat it is for, what it orders."""
