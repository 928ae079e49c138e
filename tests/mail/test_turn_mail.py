"""What a mail about a turn says, word for word, and its HTML part the same."""

from __future__ import annotations

import re
from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.core.mail import EmailMultiAlternatives
from pytest_django import Settings

from accounts.models import Notice, User
from games.models import Game
from games.rules.moves import Move
from tests.builders import NOW, act, lay_kingdom, lay_river, make_game, make_user
from tests.mail.telling import html_of, mail, notice_of

pytestmark = pytest.mark.django_db

TEXT = """\
Hello Ana,

It is your turn against Bo and Cy (your table): turn 2 of 40.
Draw a card, or take the Discard: Marsh.
You have 3 days 21 hours, until Thu 5 Mar 2026, 09:00 CET; 3 days of that is
your time bank.

To the table:
https://drako.example/g/abcdefghjkmn/

What has happened since your last turn:
- Bo took Plain from the Discard to b2; Forest came off.
- Cy took Forest from the Discard to c3; Marsh came off.
- Cy claimed Land of Forests. New in the River: Tribe of Dwarves.

Your Kingdom: −1 Harmony so far

     a  b  c  d
  1  ·  ·  ·  ·
  2  ·  H  R  ·
  3  ·  E  F  ·
  4  ·  ·  ·  ·

Kingdom of Bo: −2 Harmony so far

     a  b  c  d
  1  ·  ·  ·  ·
  2  ·  P  O  ·
  3  ·  G  D  ·
  4  ·  ·  ·  ·

Kingdom of Cy: 4 Harmony so far

     a  b  c  d
  1  ·  ·  ·  ·
  2  ·  ·  F  ·
  3  ·  F  F  ·
  4  ·  ·  ·  ·

Legends: Land of Forests

P Plain, F Forest, M Mountain, S Marsh, H Human, E Elf, D Dwarf, G Goblin,
O Portal, R Dragon, · face down

Discard: Marsh. Draw pile: 11 cards.

The River:
- Land of Plains, 4 Harmony: 3 Plains in one connected group
- Tribe of Dwarves, 2 Harmony: 2 connected Dwarves
- Alliance of Humans and Elves, 2 Harmony: Human and Elf, one of each,
  connected (you can claim it now)
- Tribe of Humans, 2 Harmony: 2 connected Humans
- Land of Mountains, 4 Harmony: 3 Mountains in one connected group
- Battle of Elves and Dwarves, 3 Harmony: Elf against Dwarf: 2 of one side,
  each connected to at least one of the other
- The Four Tribes, 4 Harmony: At least one of each Tribe, connected or not
- Alliance of Humans and Dwarves, 2 Harmony: Human and Dwarf, one of each,
  connected
6 more Legends lie face down.

--
This mail was sent by Drako.
No more mails of this kind (It is your turn):
STOP
"""


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana", time_zone="Europe/Berlin"), make_user("Bo"), make_user("Cy")]


@pytest.fixture
def message(people: list[User]) -> EmailMultiAlternatives:
    """Ana's second turn, three hours after it began."""
    game = make_game(*people)
    lay_kingdom(game, 0, "pfms", "pHPp", "pEFp", "pfms")
    lay_kingdom(game, 1, "pfms", "pFOp", "pGDp", "pfms")
    lay_kingdom(game, 2, "pfms", "ppFp", "pFSp", "pfms")
    lay_river(game, "terrain-plain", "terrain-forest", "alliance-human-elf", "tribe-human")
    start = {"first_seat": 0, "active_seat": 0, "discard": "R", "pile": "M" * 11}
    Game.objects.filter(pk=game.pk).update(code="abcdefghjkmn", **start)
    act(game, 0, Move("take", 6))  # c2
    act(game, 0, Move("pass"))
    act(game, 1, Move("take", 5))  # b2
    act(game, 2, Move("take", 10))  # c3
    act(game, 2, Move("claim", detail="terrain-forest"))
    return mail(notice_of(people[0], "turn"), now=NOW + timedelta(hours=3))


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.SITE_URL = "https://drako.example"


def links(html: str) -> list[str]:
    return re.findall(r'href="([^"]*)"', html)


def test_the_text_part_is_complete_by_itself(message: EmailMultiAlternatives) -> None:
    stop = r"https://drako\.example/mail/stop/\S+"
    assert re.sub(stop, "STOP", str(message.body)) == TEXT


def test_the_subject_names_opponents_and_table(message: EmailMultiAlternatives) -> None:
    assert message.subject == "Your turn against Bo and Cy (your table)"


def test_the_html_part_says_the_same(message: EmailMultiAlternatives) -> None:
    page = PageText(html_of(message))
    text = " ".join(str(message.body).split())
    kingdoms = [lines.splitlines() for lines in re.findall(r"     a  b  c  d(?:\n.+){4}", TEXT)]
    assert len(kingdoms) == len(page.tables) == 3
    for lines, rows in zip(kingdoms, page.tables, strict=True):
        told = [row.replace("\N{MIDDLE DOT}", "face down").split("  ") for row in lines]
        told = [[cell.strip() for cell in row if cell.strip()] for row in told]
        shown = [[re.sub(r"^([A-Z]) [A-Z]\w+$", r"\1", cell) for cell in row] for row in rows]
        assert shown == told
    for paragraph in page.paragraphs:
        assert paragraph in text or paragraph.startswith("This mail was sent"), paragraph
    bullets = re.findall(r"^- (.+(?:\n  .+)*)", TEXT, re.M)
    assert len(bullets) == 11
    assert {" ".join(bullet.split()) for bullet in bullets} <= set(page.paragraphs)
    said = " ".join(page.paragraphs)
    for line in TEXT.split("Hello Ana,")[1].split("\n\n"):
        words = " ".join(line.split())
        if not re.match(r"To the table|a b c d|P Plain|--|Your|What|Kingdom|The River", words):
            assert words in said, words


def test_there_is_one_link_and_one_to_stop(message: EmailMultiAlternatives) -> None:
    table, stop = links(html_of(message))
    assert table == "https://drako.example/g/abcdefghjkmn/"
    assert stop.startswith("https://drako.example/mail/stop/")
    assert re.findall(r"https?://\S+", str(message.body)) == [table, stop]


def test_the_html_part_is_all_there_is(message: EmailMultiAlternatives) -> None:
    """Nothing is fetched, run or sent; styles stand in the elements."""
    html = html_of(message)
    tags = set(re.findall(r"<([a-z]\w*)", html))
    assert not tags & {"script", "img", "link", "form", "input", "iframe", "svg", "object"}
    assert "url(" not in html and "@import" not in html and "src=" not in html
    assert '<html lang="en">' in html
    assert re.search(r'<td [^>]*class="kind-E"[^>]*background-color: #dcedb0', html)
    assert "prefers-color-scheme: dark" in html


def test_names_are_escaped_in_html_and_plain_in_text(people: list[User]) -> None:
    User.objects.filter(pk=people[1].pk).update(name="<b>&\N{LATIN SMALL LETTER E WITH ACUTE}")
    make_game(*User.objects.order_by("pk"))
    message = mail(Notice.objects.filter(kind="turn").latest("pk"), now=NOW)
    assert "<b>&é" in message.subject
    assert "<b>&é" in str(message.body)
    assert "&lt;b&gt;&amp;é" in html_of(message)
    assert "<b>&é" not in html_of(message)


class PageText(HTMLParser):
    """The visible text of a page: paragraphs and items, and tables by row and cell."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.paragraphs: list[str] = []
        self.tables: list[list[list[str]]] = []
        self._into: list[str] | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("p", "li", "td", "th"):
            self._into = []

    def handle_data(self, data: str) -> None:
        if self._into is not None:
            self._into.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("p", "li", "td", "th") or self._into is None:
            return
        glue = " " if tag in ("td", "th") else ""
        text = " ".join(glue.join(self._into).split())
        self._into = None
        if tag in ("td", "th"):
            self.tables[-1][-1] += [text] if text else []
        elif text not in ("To the table",):
            self.paragraphs.append(text)
