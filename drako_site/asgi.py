"""The site for ASGI servers."""

from __future__ import annotations

import os

from django.core.asgi import get_asgi_application

from .checks import refuse_wrong_settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "drako_site.settings")
application = get_asgi_application()
refuse_wrong_settings()
