"""Where providers post the mails that they take in: by django-anymail, and in bounded memory.

Those are offered whose post holds the whole message: of others (Brevo, Resend) parts have to be
fetched, at any size, while their request waits.
"""

from __future__ import annotations

import logging
from base64 import b64decode
from collections.abc import Callable
from functools import wraps
from traceback import format_tb
from typing import Any

from anymail.webhooks.mailgun import MailgunInboundWebhookView
from anymail.webhooks.mailjet import MailjetInboundWebhookView
from anymail.webhooks.postmark import PostmarkInboundWebhookView
from anymail.webhooks.sparkpost import SparkPostInboundWebhookView
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.urls.resolvers import URLPattern

from games.mail.incoming.inlet import AWAY

logger = logging.getLogger(__name__)
View = Callable[..., HttpResponse]


class AnyCharset(SparkPostInboundWebhookView):
    """SparkPost, also where a message is in another character set than UTF-8.

    Signs outside ASCII are lost there; orders have none.
    """

    def esp_to_anymail_event(self, event_class: str, event: Any, raw_event: Any) -> Any:
        """Return the event, its message as text."""
        content = event.get("content", {})
        if content.get("email_rfc822_is_base64"):
            text = b64decode(content["email_rfc822"]).decode("utf-8", "replace")
            content |= {"email_rfc822": text, "email_rfc822_is_base64": False}
        return super().esp_to_anymail_event(event_class, event, raw_event)


def bounded(view: View) -> View:
    """Answer as if a post had been taken when it is too large for memory, or nobody can read it.

    Any other answer makes the provider send it again for hours, and some give up on the site then.
    It is to come again when the database is away, or the disk is full.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        size = request.META.get("CONTENT_LENGTH") or "0"
        if size.isdecimal() and int(size) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            logger.warning("A mail of %s bytes that a provider posted was not looked at.", size)
            return HttpResponse()
        try:
            return view(request, *args, **kwargs)
        except (*AWAY, OSError, SuspiciousOperation):
            raise
        except Exception as fault:  # what anymail raises for a malformed post is not known
            # Without its message, which may repeat what stands in the mail.
            traceback = "".join(format_tb(fault.__traceback__))
            logger.error("A mail of a provider: %s\n%s", type(fault).__name__, traceback)
            return HttpResponse()

    return answer


def _inbound(name: str, view: Any) -> URLPattern:
    return path(f"{name}/", bounded(view.as_view()), name=name.replace("/", "-"))


urlpatterns = [
    _inbound("mailjet/inbound", MailjetInboundWebhookView),
    _inbound("postmark/inbound", PostmarkInboundWebhookView),
    _inbound("sparkpost/inbound", AnyCharset),
]
if settings.MAILGUN_WEBHOOK_SIGNING_KEY:
    urlpatterns.append(_inbound("mailgun/inbound_mime", MailgunInboundWebhookView))
