"""The site for WSGI servers."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

from .checks import refuse_wrong_settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "drako_site.settings")
application = get_wsgi_application()
refuse_wrong_settings()
