"""Where everything is."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.urls.resolvers import URLPattern, URLResolver

from .mail_pages import html_part

handler429 = "accounts.views.too_many.handler429"
"""Django knows no such handler; django-allauth does."""
urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("accounts/", include("accounts.urls")),
    path("", include("games.urls")),
]
if settings.MAIL_VIEWER:
    urlpatterns[:0] = [
        path("mails/message/<path:message_id>/html/", html_part, name="mail-html"),
        path("mails/", include("django_mail_viewer.urls")),
    ]
if settings.MAIL_WEBHOOK_SECRET:
    urlpatterns.insert(0, path("anymail/", include("drako_site.mail_webhooks")))
