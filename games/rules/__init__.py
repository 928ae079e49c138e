"""The rules of DRAKO: Aetherya Pocket and nothing else: no Django, no clock, no input or output."""
