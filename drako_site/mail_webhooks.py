"""Where providers post the mails that they take in: by django-anymail, and in bounded memory.

Those are offered whose post holds the whole message: of others (Brevo, Resend) parts have to be
fetched, at any size, while their request waits.
"""

from __future__ import annotations

import json
import logging
from base64 import b64decode
from collections.abc import Callable
from functools import wraps
from traceback import format_tb
from typing import Any

from anymail.exceptions import AnymailWebhookValidationFailure
from anymail.webhooks.mailgun import MailgunInboundWebhookView
from anymail.webhooks.mailjet import MailjetInboundWebhookView
from anymail.webhooks.postmark import PostmarkInboundWebhookView
from anymail.webhooks.sparkpost import SparkPostInboundWebhookView
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    RawPostDataException,
    UnreadablePostError,
)
from django.urls import path
from django.urls.resolvers import URLPattern
from django.utils import timezone

from games.mail.incoming.inlet import AWAY
from games.mail.incoming.kept import keep_post
from games.mail.incoming.receive import NoReplyAddressError

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
    What nobody can read is kept in a file. It is to come again when the database is away, the disk
    is full or no address is ours. Strangers, who can post as often as they like, are a line each in
    the log.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        size = request.META.get("CONTENT_LENGTH") or "0"
        if size.isdecimal() and int(size) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            logger.warning("A mail of %s bytes that a provider posted was not looked at.", size)
            return HttpResponse()
        try:
            return view(request, *args, **kwargs)
        except (AnymailWebhookValidationFailure, SuspiciousOperation, UnreadablePostError) as fault:
            logger.warning("A post to %s was refused: %s", request.path, type(fault).__name__)
            return HttpResponseBadRequest()
        except NoReplyAddressError as fault:
            logger.error("A mail of a provider has to come again: %s", fault)
            return HttpResponse(status=503)
        except (*AWAY, OSError):
            raise
        except Exception as fault:  # what anymail raises for a malformed post is not known
            # Without its message, which may repeat what stands in the mail.
            traceback = "".join(format_tb(fault.__traceback__))
            logger.error("A mail of a provider: %s\n%s", type(fault).__name__, traceback)
            keep_post(_posted(request), timezone.now())
            return HttpResponse()

    return answer


def _posted(request: HttpRequest) -> bytes:
    """Return the body of a post, or what was made of it where it is not kept."""
    try:
        return request.body
    except RawPostDataException:  # a form with files, which was read as it came
        return json.dumps(dict(request.POST.lists())).encode()


def _inbound(name: str, view: Any) -> URLPattern:
    return path(f"{name}/", bounded(view.as_view()), name=name.replace("/", "-"))


urlpatterns = [
    _inbound("mailjet/inbound", MailjetInboundWebhookView),
    _inbound("postmark/inbound", PostmarkInboundWebhookView),
    _inbound("sparkpost/inbound", AnyCharset),
]
if settings.MAILGUN_WEBHOOK_SIGNING_KEY:
    urlpatterns.append(_inbound("mailgun/inbound_mime", MailgunInboundWebhookView))
