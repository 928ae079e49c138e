"""Delivery of what the outbox holds: what is still true, in whose words and when."""
