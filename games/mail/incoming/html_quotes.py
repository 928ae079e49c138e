"""Which elements mail programs put around what they quote, sign with, strike out or hide."""

from __future__ import annotations

import re
from enum import Enum

from lxml import etree


class Quote(Enum):
    """What of a page is quoted because of an element."""

    NONE = "none"
    WITHIN = "within"  # what stands in it
    FROM_HERE = "from here"  # that, and all that follows


_LONGEST = 500  # of an attribute that is looked at
_WITHIN = re.compile(
    r"gmail_attr|moz-cite-prefix|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra"
    r"|AppleOriginalContents|moz-email-headers-table|OutlookMessageHeader"
)
_GMAIL = re.compile(r"gmail_quote")
_FROM_HERE = re.compile(
    r"divRplyFwdMsg|appendonsend|mail-editor-reference-message-container"
    r"|ms-outlook-mobile-reference-message|OLK_SRC_BODY_SECTION|_MailOriginal|stopSpelling"
)
_INDENT = re.compile(r"border(?:-style)?\s*:\s*(?:none|0)", re.IGNORECASE)
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?:px|pt)?\s*(?:;|$)",
    re.IGNORECASE,
)
_STRUCK_TAGS = frozenset(("s", "strike", "del"))
_STRUCK = re.compile(r"text-decoration(?:-line)?\s*:[^;]{0,60}line-through", re.IGNORECASE)
_STRIKES = re.compile(rb"<(?:s|strike|del)[\s>]|line-through", re.IGNORECASE)
_SIGNATURE = re.compile(
    r"signature|_rc_sig|bloop_sign|CanarySig|Zm-_Id_-Sgn", re.IGNORECASE
)  # of Gmail, Outlook, Apple Mail, Thunderbird, Yahoo, Proton, Samsung, K-9, Spark; then others'


def quote_of(element: etree._Element, *, inside: bool) -> Quote:
    """Return what is quoted because of this element; `inside`: it stands in a quote itself."""
    if not element.keys() and element.tag != "blockquote":
        return Quote.NONE
    names = " ".join(element.get(name, "")[:_LONGEST] for name in ("id", "class", "name")).strip()
    if not names and element.tag != "blockquote":
        return Quote.NONE
    if not inside and _FROM_HERE.search(names):
        return Quote.FROM_HERE
    if element.tag == "blockquote":
        return Quote.NONE if _is_indent(element, names) else Quote.WITHIN
    if _WITHIN.search(names) or element.get("name") == "quote":
        return Quote.WITHIN
    if not inside and _GMAIL.search(names) and next(element.iter("blockquote"), None) is None:
        # Where it has one, that is the quote: answers between its parts stand beside it.
        return Quote.WITHIN
    return Quote.NONE


def is_hidden(element: etree._Element) -> bool:
    """Return whether nobody sees it, or its author has struck it out."""
    if element.tag in _STRUCK_TAGS:
        return True
    if not element.keys():
        return False
    style = element.get("style", "")[:_LONGEST]
    return "hidden" in element.attrib or (
        style != "" and (_HIDDEN.search(style) or _STRUCK.search(style)) is not None
    )


def is_signature(element: etree._Element) -> bool:
    """Return whether a mail program put this element around the signature."""
    if element.tag in ("html", "body") or not element.keys():
        return False
    return any(
        _SIGNATURE.search(element.get(name, "")[:_LONGEST]) for name in ("id", "class", "name")
    )


def may_strike_out(source: bytes) -> bool:
    """Return whether something on a page may be struck out."""
    return _STRIKES.search(source) is not None


def _is_indent(element: etree._Element, names: str) -> bool:
    """Return whether a blockquote only moves to the right what its author wrote."""
    return not (names or element.get("type") or element.get("cite")) and bool(
        _INDENT.search(element.get("style", "")[:_LONGEST])
    )
