"""Names that are read from the right change places with no number or name beside them."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from accounts.models import User
from games.models import Game
from games.play import ending
from games.play.lobby import Options, open_table
from games.play.ratings.counting import count_results
from games.play.rematch import offer
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, play_some
from tests.results import make_rating
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NAME, OTHER = "\u0633\u0644\u0645\u0627\u0631\u0629", "\u05e0\u05e2\u05d4"
INLINE = {"a", "b", "span", "small", "strong", "em", "i", "svg", "use", "input", "button"}
BESIDE = re.compile(rf"(?:{NAME}|{OTHER})[^A-Za-z\n]*\d|\d[^A-Za-z\n]*(?:{NAME}|{OTHER})")


class _Lines(HTMLParser):
    """The text of a page, a line for each block; what is set apart is left out of its line."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.apart = 0
        self.in_columns = self.in_seat = False  # where spans stand in columns by the styles

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.apart += tag == "bdi"
        look = dict(attrs).get("class") or ""
        if tag in ("ol", "ul"):
            self.in_columns = "lines" in look.split()
        columns = tag == "span" and (self.in_columns or self.in_seat)
        if tag == "li":
            self.in_seat = "seat" in look.split()
        if columns or tag not in INLINE | {"bdi"}:
            self.text += "\n"

    def handle_endtag(self, tag: str) -> None:
        self.apart -= tag == "bdi"
        self.in_seat &= tag != "li"
        self.in_columns &= tag != "ol"
        if tag not in INLINE | {"bdi"}:
            self.text += "\n"

    def handle_data(self, data: str) -> None:
        if not self.apart:
            self.text += re.sub("\u2068[^\u2069]*\u2069", "", " ".join(data.split()) + " ")


def moved(html: str) -> list[str]:
    """The places where a name stands beside a number with nothing from the left in between."""
    reader = _Lines()
    reader.feed(html[html.index("<main") : html.index("</main")])
    return BESIDE.findall(reader.text)


@pytest.fixture
def people() -> list[User]:
    return [User.objects.create_user(NAME), User.objects.create_user(OTHER)]


def test_the_check_sees_a_number_beside_a_name() -> None:
    assert moved(f"<main><p>{NAME} <span>(24)</span></p></main>")
    assert moved(f"<main><p>3 · <a>{OTHER}</a></p></main>")
    assert not moved(f"<main><p><bdi>{NAME}</bdi> (24)</p><p>\u2068{NAME}\u2069 7</p></main>")
    assert not moved(f"<main><td>{NAME}</td><td>24</td> {NAME} has 7</main>")


def test_of_finished_games(people: list[User]) -> None:
    game = make_game(*people, rated=True, turn_limit=2)
    act(game, game.active_seat, Move("leave", detail="timeout"))
    over = make_game(*people, rated=True, turn_limit=1)
    play_some(over)
    count_results(NOW, most=9)
    offer(game_id=over.pk, user=people[1], seed=SEED, now=NOW)
    make_rating_enough(people)
    pages = ["/history/", f"/history/{OTHER}/", f"/people/{NAME}/", f"/people/{OTHER}/"]
    pages += ["/games/", "/leaderboard/", f"{over.get_absolute_url()}replay/0/"]
    pages += [game.get_absolute_url(), over.get_absolute_url()]
    client = browser_of(people[0])
    for address in pages:
        answer = client.get(address)
        assert answer.status_code == 200
        html = answer.content.decode()
        assert NAME in html or OTHER in html
        assert moved(html) == [], address


def test_of_tables_that_wait_run_and_are_closed(people: list[User]) -> None:
    make_rating(people[0], 26)
    waiting = open_table(host=people[0], options=Options(players=3, rated=True), now=NOW)
    running, closed = (make_game(*people) for _game in range(2))
    ending.call_off(game_id=closed.pk, user=people[0], now=NOW)
    tables: list[Game] = [waiting, running, closed]
    pages = ["/lobby/", "/games/", f"{running.get_absolute_url()}replay/0/"]
    for address in [*pages, *(game.get_absolute_url() for game in tables)]:
        for person in people:
            assert moved(browser_of(person).get(address).content.decode()) == [], address


def make_rating_enough(people: list[User]) -> None:
    """Let them stand on the leaderboard."""
    for person in people:
        person.rating.games = 5
        person.rating.save()
