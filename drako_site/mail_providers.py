"""Mail services that are reached over https, each by an EMAIL_URL: `postmark://TOKEN`."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import unquote

PATIENCE = 20  # seconds for an answer of a provider


class Provider(NamedTuple):
    """A service by the name of its backend in django-anymail.

    `parts` are the settings its URL holds in this order, `between` what stands between two of them.
    """

    backend: str
    parts: tuple[str, ...]
    between: str = ""
    also: tuple[tuple[str, str], ...] = ()


_MAILGUN = ("MAILGUN_API_KEY", "MAILGUN_SENDER_DOMAIN")
PROVIDERS = {
    "brevo": Provider("brevo", ("BREVO_API_KEY",)),
    "mailgun": Provider("mailgun", _MAILGUN, "@"),
    "mailgun+eu": Provider(
        "mailgun", _MAILGUN, "@", (("MAILGUN_API_URL", "https://api.eu.mailgun.net/v3"),)
    ),
    "mailjet": Provider("mailjet", ("MAILJET_API_KEY", "MAILJET_SECRET_KEY"), ":"),
    "postmark": Provider("postmark", ("POSTMARK_SERVER_TOKEN",)),
    "resend": Provider("resend", ("RESEND_API_KEY",)),
    "sparkpost": Provider("sparkpost", ("SPARKPOST_API_KEY",)),
    "sparkpost+eu": Provider(
        "sparkpost",
        ("SPARKPOST_API_KEY",),
        also=(("SPARKPOST_API_URL", "https://api.eu.sparkpost.com/api/v1"),),
    ),
}
_NEVER_IN_A_PART = frozenset("@:/?# ")


def provider_settings(url: str) -> dict[str, Any]:
    """Return the EMAIL_BACKEND and ANYMAIL settings of a provider's URL.

    Keys may be percent-encoded. Raises KeyError for an unknown scheme, and ValueError with a
    sentence that shows how it is written, and never the key.
    """
    scheme, _, rest = url.partition("://")
    provider = PROVIDERS[scheme]
    given = rest.removesuffix("/")
    parts = given.split(provider.between) if provider.between else [given]
    if len(parts) != len(provider.parts) or not all(map(_is_a_part, parts)):
        raise ValueError(f"Write {written(scheme)}, keys percent-encoded.")
    return {
        "EMAIL_BACKEND": f"anymail.backends.{provider.backend}.EmailBackend",
        "ANYMAIL": {
            **dict(zip(provider.parts, map(unquote, parts), strict=True)),
            **dict(provider.also),
            "REQUESTS_TIMEOUT": PATIENCE,
        },
    }


def written(scheme: str) -> str:
    """Return how the URL of a provider is written."""
    provider = PROVIDERS[scheme]
    names = (part.split("_", 1)[1] for part in provider.parts)
    return f"{scheme}://{provider.between.join(names)}"


def _is_a_part(text: str) -> bool:
    return bool(text) and text.isprintable() and _NEVER_IN_A_PART.isdisjoint(text)
