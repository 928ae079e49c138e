"""The invented past of a site: what `manage.py demo_data` makes, through the doors of real life."""
