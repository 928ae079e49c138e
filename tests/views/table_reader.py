"""What stands on a table's page, for tests of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Protocol

VOID = {"input", "meta", "link", "img", "br", "use", "line", "circle"}


@dataclass
class Element:
    """An element with the text inside it."""

    tag: str
    attributes: dict[str, str]
    inside: list[Element] = field(default_factory=list)  # the elements around it, outermost first
    words: str = ""

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")


class Answer(Protocol):
    """What a page came in."""

    status_code: int
    content: bytes


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        element = Element(tag, attributes, list(self.open))
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        closed = self.open.pop()
        assert closed.tag == tag, f"</{tag}> closes <{closed.tag}>"

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.words += data


class TablePage:
    """A page or part of a table; refuses markup that is not well formed."""

    def __init__(self, answer: Answer) -> None:
        self.status = answer.status_code
        self.html = answer.content.decode()
        reader = _Reader()
        reader.feed(self.html)
        assert not reader.open, f"never closed: {[element.tag for element in reader.open]}"
        self.elements = reader.elements
        for element in self.elements:
            element.words = " ".join(element.words.split())

    def all(self, tag: str = "", **attributes: str) -> list[Element]:
        """The elements of a tag with these attributes (`class_` for one class of several)."""
        look = attributes.pop("class_", "")
        return [
            element
            for element in self.elements
            if (not tag or element.tag == tag)
            and (not look or look in element["class"].split())
            and all(element[name] == value for name, value in attributes.items())
        ]

    def one(self, tag: str = "", **attributes: str) -> Element:
        """The only such element."""
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} of {tag} {attributes}"
        return found[0]

    @property
    def says(self) -> str:
        """The sentence of the panel."""
        return self.one("p", id="says").words

    @property
    def refusal(self) -> str:
        """The sentence of a refusal; empty when nothing was refused."""
        return " ".join(element.words for element in self.all(role="alert"))

    @property
    def acts(self) -> list[str]:
        """The decisions that the panel's buttons make."""
        return [button["value"] for button in self.all("button", name="act")]

    @property
    def buttons(self) -> dict[str, str]:
        """By name, the squares of the large Kingdom that are buttons: the form they belong to."""
        return {button["id"][3:]: button["form"] for button in self.all("button", class_="square")}

    def square(self, name: str) -> Element:
        """A square of the large Kingdom."""
        return self.one(id=f"sq-{name}")

    def kingdom(self, seat: int) -> list[str]:
        """The labels of a Kingdom's squares."""
        return [
            element["aria-label"]
            for element in self.all(class_="square")
            if any(outer["aria-labelledby"] == f"kingdom-{seat}" for outer in element.inside)
        ]

    def list_under(self, heading: str) -> list[str]:
        """The items of the list that follows a heading of these words."""
        start = next(
            index
            for index, element in enumerate(self.elements)
            if element.tag in ("h2", "h3") and element.words == heading
        )
        items: list[str] = []
        for element in self.elements[start + 1 :]:
            if element.tag in ("h2", "h3"):
                break
            if element.tag == "li":
                items.append(element.words)
        return items
