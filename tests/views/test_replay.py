"""A game stepped through: what stands at each position, and how one gets from one to another."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.rules.moves import Move
from tests.builders import act, make_game, make_user, play_some
from tests.views.sitting import HTMX, sit
from tests.views.table_reader import TablePage
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cleo")]


@pytest.fixture
def over(people: list[User]) -> Game:
    game = make_game(*people)
    play_some(game)
    return Game.objects.get(pk=game.pk)


def last_of(game: Game) -> int:
    """How many steps a finished game has."""
    assert game.record is not None
    return len(game.record["turns"])


@pytest.fixture
def running(people: list[User]) -> Game:
    game = make_game(*people)
    play_some(game, 25)
    while Game.objects.get(pk=game.pk).phase != "action":
        play_some(game, 1)
    return Game.objects.get(pk=game.pk)


def look(game: Game, at: int, user: User | None = None, *, htmx: bool = False) -> TablePage:
    """The page of a position, as `user` sees it; a watcher's without one."""
    client = browser_of(user) if user else Client()
    address = reverse("position", args=[game.code, at])
    return TablePage(client.get(address, headers=HTMX if htmx else {}))


def board(page: TablePage) -> list[list[str]]:
    """All squares by seat, without what is marked on them."""
    return [
        [label.removesuffix(", changed").removesuffix(", locked") for label in page.kingdom(seat)]
        for seat in range(3)
    ]


def hrefs(page: TablePage) -> dict[str, str]:
    """Where the page leads to, by what its links are called."""
    return {link["id"]: link["href"] for link in page.all("a") if link["id"]}


def test_the_last_position_of_a_running_game_is_the_table_itself(
    running: Game, people: list[User]
) -> None:
    table = sit(running, people[1]).see()
    page = look(running, running.turn_number, people[1])
    assert board(page) == board(table)
    for part in ("sum", "harmony", "pile"):
        told = [[piece.words for piece in shown.all(class_=part)] for shown in (page, table)]
        assert told[0] == told[1] != []
    assert page.says.endswith("is to play.")
    assert page.acts == []
    assert page.buttons == {}


def test_a_position_stays_the_same_as_the_game_goes_on(running: Game, people: list[User]) -> None:
    at = running.turn_number
    before = look(running, at, people[0])
    play_some(running)
    assert Game.objects.get(pk=running.pk).status == Game.Status.OVER
    after = look(running, at, people[0])
    assert board(after) == board(before)
    assert after.one(class_="panel").words.removesuffix(" Open all cards") == (
        before.one(class_="panel").words
    )


def test_the_end_shows_score_sheet_and_result(over: Game, people: list[User]) -> None:
    page, table = look(over, last_of(over)), sit(over).see()
    assert page.one("table", class_="sheet").words == table.one("table", class_="sheet").words
    assert page.says == table.says
    assert page.all(class_="river") == []
    assert look(over, 0).all("table") == []
    winner = over.seats.get(place=1).user
    assert look(over, last_of(over), winner).says.startswith("You win")


def test_each_line_of_the_log_leads_to_its_position(over: Game) -> None:
    page = look(over, 4)
    lines = page.all("a", id="step-0") + [page.one("a", id=f"step-{n}") for n in range(1, 5)]
    assert [line["href"] for line in lines] == [
        reverse("position", args=[over.code, n]) for n in range(5)
    ]
    assert "has the first turn" in lines[0].words
    assert [line["aria-current"] for line in lines] == ["", "", "", "", "step"]
    assert page.one(id="happened").words == lines[4].words.removeprefix("4 ")
    assert page.all("a", id=f"step-{last_of(over)}")


def test_what_a_step_changed_is_marked(over: Game) -> None:
    page = look(over, 1)
    name = page.one(id="happened").words.split()[0]
    seat = over.seats.get(name=name).number
    for number in range(3):
        marked = [label for label in page.kingdom(number) if label.endswith("changed")]
        assert len(marked) == (number == seat)
    assert not any("changed" in label for label in sum(board(look(over, 0)), []))


def test_one_steps_by_links_to_the_ends_and_to_the_neighbours(over: Game) -> None:
    last = last_of(over)
    steps = ("to-first", "to-previous", "to-next", "to-last")

    def ways(at: int) -> list[str]:
        found = hrefs(look(over, at))
        return [found[name].split("/replay/")[1] for name in steps if name in found]

    assert ways(5) == ["0/", "4/", "6/", f"{last}/"]
    assert ways(0) == ["1/", f"{last}/"]
    assert ways(last) == ["0/", f"{last - 1}/"]


def test_the_slider_is_a_form_that_leads_to_a_position(over: Game) -> None:
    page = look(over, 7)
    slider = page.one("input", id="at")
    last = str(last_of(over))
    assert (slider["min"], slider["max"], slider["value"]) == ("0", last, "7")
    assert slider["type"] == "number", "which tells where one is; a script makes a slider of it"
    form = page.one("form", id="slide")
    assert form["method"] == "get"
    answer = Client().get(form["action"], {"at": "9", "open": "1"})
    assert answer.headers["Location"] == reverse("position", args=[over.code, 9]) + "?open=1"


@pytest.mark.parametrize("query", ["", "?at=", "?at=x", "?at=-1", "?at=" + "9" * 40, "?open=2"])
def test_a_finished_game_begins_at_its_first_position(over: Game, query: str) -> None:
    answer = Client().get(reverse("replay", args=[over.code]) + query)
    assert answer.headers["Location"] == reverse("position", args=[over.code, 0])


@pytest.mark.parametrize("asked", ["9999", "9" * 18])
def test_who_asks_for_a_position_beyond_the_end_is_led_to_the_last(over: Game, asked: str) -> None:
    answer = Client().get(reverse("replay", args=[over.code]), {"at": asked, "open": "1"})
    last = reverse("position", args=[over.code, last_of(over)])
    assert answer.headers["Location"] == f"{last}?open=1"


def test_a_running_game_begins_where_it_stands(running: Game) -> None:
    answer = Client().get(reverse("replay", args=[running.code]))
    here = reverse("position", args=[running.code, running.turn_number])
    assert answer.headers["Location"] == here


def test_htmx_gets_the_part_alone(over: Game) -> None:
    part = look(over, 3, htmx=True)
    assert part.status == 200
    assert part.one("title").words.startswith("Step 3 · Replay")
    assert part.one(id="told")["hx-swap-oob"] == "innerHTML"
    assert part.one(id="told").words.startswith("Step 3 of ")
    assert part.one(id="position")["data-at"] == "3"
    assert part.all("html") == part.all("h1") == part.all("input", id="at") == []


def test_there_are_no_other_positions(running: Game, over: Game) -> None:
    for game, last in ((running, running.turn_number), (over, last_of(over))):
        client = Client()
        assert client.get(reverse("position", args=[game.code, last])).status_code == 200
        for beyond in (str(last + 1), "9" * 30, "9" * 5000, "-1", "x", "٣", "%00"):
            address = f"{reverse('replay', args=[game.code])}{beyond}/"
            assert client.get(address).status_code == 404, beyond


def test_nothing_can_be_sent(over: Game) -> None:
    for name, args in (("replay", [over.code]), ("position", [over.code, 1])):
        address = reverse(name, args=args)
        assert Client().post(address).status_code == 405
        assert Client().head(address).status_code in (200, 302)


def test_the_reader_s_own_kingdom_stays_the_large_one(over: Game, people: list[User]) -> None:
    for at in (0, 1, 2, 3):
        page = look(over, at, people[2])
        assert page.one("section", class_="own").words.startswith("Your Kingdom")
        first = Game.objects.get(pk=over.pk).first_seat
        watched = look(over, at).one("section", class_="own")
        assert watched["aria-labelledby"] == f"kingdom-{first}"


def test_who_has_resigned_is_told_at_their_step(people: list[User]) -> None:
    game = make_game(*people)
    play_some(game, 6)
    act(game, 1, Move("leave", detail="resigned"))
    play_some(game, 3)
    page = look(game, 0)
    (line,) = [line for line in page.all("a") if "resigned" in line.words]
    at = int(line["id"].removeprefix("step-"))
    after, before = look(game, at, people[1]), look(game, at - 1, people[1])
    assert "resigned" in after.one("ol", class_="seats").words
    assert "resigned" not in before.one("ol", class_="seats").words


def test_names_lead_to_people_and_stay_text(people: list[User]) -> None:
    User.objects.filter(pk=people[1].pk).update(name="<i>Bo</i>")
    game = make_game(people[0], User.objects.get(pk=people[1].pk))
    play_some(game, 9)
    page = look(game, 2)
    assert page.all("i") == []
    assert "<i>Bo</i>" in page.one("ol", class_="seats").words
    assert [link.words for link in page.all("a", href=reverse("person", args=["Ana"]))]
