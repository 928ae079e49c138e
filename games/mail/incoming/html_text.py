"""HTML of a mail to its text: quotes are marked with >, signatures and the unseen left out."""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree, html

from .html_quotes import Quote, is_hidden, is_signature, quote_of

_DROPPED = frozenset(("head", "title", "style", "script", "template", "noscript", "object", "svg"))
_BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div"),
        *("dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4"),
        *("h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table"),
        *("tbody", "tfoot", "thead", "tr", "ul"),
    )
)
_SPACED = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "pre"))
_CELLS = frozenset(("td", "th"))
_SPACE = re.compile(r"[ \t\r\n\f]+")
_MOST_ELEMENTS = 15_000
_LONGEST = 200_000  # signs of text


def text_of(source: str, *, signatures: bool = False) -> str:
    """Return the text of a page, or a piece of one, in lines as they are shown; it never raises.

    What programs put around signatures is left out, unless it is asked for.
    """
    raw = source.replace("\0", "").encode("utf-8", "replace")
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(raw, parser)
    except etree.LxmlError:
        return ""
    return "" if root is None else _Page(signatures=signatures).read(root)


class _Page:
    """The lines of a page so far."""

    def __init__(self, *, signatures: bool) -> None:
        self.signatures = signatures
        self.lines: list[str] = []
        self.line = ""
        self.depth = 0  # of quoting
        self.rest_is_quote = False
        self.pre = 0
        self.signed = 0  # signatures around it
        self.length = 0

    def read(self, root: etree._Element) -> str:
        todo: list[tuple[etree._Element, str]] = [(root, "")]
        seen = 0
        while todo and self.length < _LONGEST:
            element, closes = todo.pop()
            if closes:
                self.close(element, closes)
            elif seen == _MOST_ELEMENTS:
                break
            else:
                seen += 1
                if _is_shown(element):
                    quote = quote_of(element, inside=self.depth > 0 or self.rest_is_quote)
                    self.open(element, quote)
                    self.write(element.text)
                    todo.append((element, quote.value))
                    todo.extend((child, "") for child in islice(element.iterchildren(), 1))
                    continue
            self.write(element.tail)
            following = element.getnext()
            if following is not None:
                todo.append((following, ""))
        self.end_line()
        return "\n".join(self.lines)

    def open(self, element: etree._Element, quote: Quote) -> None:
        tag, signs = element.tag, self.is_signature(element)
        if tag == "br":
            self.end_line(empty=True)
        elif tag in _BLOCKS or quote is not Quote.NONE or signs:
            self.end_line()
        self.signed += signs
        self.pre += tag == "pre"
        self.depth += quote is Quote.WITHIN
        self.rest_is_quote = self.rest_is_quote or quote is Quote.FROM_HERE

    def close(self, element: etree._Element, quote: str) -> None:
        tag, signs = element.tag, self.is_signature(element)
        if tag in _BLOCKS or quote != Quote.NONE.value or signs:
            self.end_line()
        self.signed -= signs
        if tag in _CELLS:
            self.line += " "
        if tag in _SPACED and "MsoNormal" not in element.get("class", ""):
            self.space()
        self.pre -= tag == "pre"
        self.depth -= quote == Quote.WITHIN.value

    def write(self, text: str | None) -> None:
        if not text:
            return
        if self.pre:
            *whole, text = text.split("\n")
            for each in whole:
                self.line += each
                self.end_line(empty=True)
            self.line += text
            return
        text = _SPACE.sub(" ", text)
        self.line += text.lstrip(" ") if not self.line or self.line.endswith(" ") else text

    def space(self) -> None:
        """Leave a line empty."""
        if self.lines and self.lines[-1].strip("> ") and not self.signed:
            self.lines.append(self.marks().rstrip())

    def end_line(self, *, empty: bool = False) -> None:
        if self.line.strip() or empty:
            marks = self.marks()
            if marks or not self.signed:
                self.lines.append((marks + self.line).rstrip())
            self.length += len(self.line) + 1
        self.line = ""

    def is_signature(self, element: etree._Element) -> bool:
        return not self.signatures and is_signature(element)

    def marks(self) -> str:
        return "> " * (self.depth + self.rest_is_quote)


def _is_shown(element: etree._Element) -> bool:
    tag = element.tag
    return isinstance(tag, str) and tag not in _DROPPED and not is_hidden(element)
