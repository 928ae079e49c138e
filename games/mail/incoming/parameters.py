"""What the fields of a MIME part say of it; "" where they say nothing that can be read."""

from __future__ import annotations

from email.message import Message
from email.utils import collapse_rfc2231_value


def kind_of(part: Message) -> str:
    """Return its type, small letters: "text/plain"."""
    try:
        return part.get_content_type()
    except Exception:  # the email package raises what it likes for what is malformed
        return ""


def parameter(part: Message, name: str, field: str = "Content-Type") -> str:
    """Return a parameter of a field: the charset of its Content-Type."""
    try:
        return collapse_rfc2231_value(part.get_param(name, "", field) or "")
    except Exception:  # as above
        return ""


def word(part: Message, field: str) -> str:
    """Return what a field says before its parameters, small letters: "base64", "attachment"."""
    for name, value in part.raw_items():
        if name.lower() == field.lower():
            return str(value).partition(";")[0].strip().lower()
    return ""
