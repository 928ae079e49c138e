"""The site's addresses where a provider shares a secret with it."""

from __future__ import annotations

from anymail.webhooks.mailgun import MailgunInboundWebhookView
from django.urls import include, path

from drako_site import mail_webhooks, urls

urlpatterns = [
    path("anymail/", include(mail_webhooks)),
    path(
        "anymail/mailgun/inbound_mime/",
        mail_webhooks.bounded(MailgunInboundWebhookView.as_view()),
    ),
    *urls.urlpatterns,
]
