from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import make_guest
from games.models import Game
from games.play.pace import DAY, HOUR, PRESETS
from games.time_words import pace_words
from tests.builders import NOW, make_user
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


def defaults(client: Client) -> dict[str, str]:
    """What a browser sends when the button is clicked and nothing else was touched."""
    form = client.get("/new/").context["form"]
    return {name: str(form[name].value()) for name in form.fields}


def test_one_click_is_enough(ana: User) -> None:
    client = browser_of(ana)
    answer = client.post("/new/", defaults(client))
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, game.get_absolute_url())
    assert (game.host, game.players, game.public) == (ana, 2, True)
    assert (game.ruleset, game.turn_limit) == ("rulebook", 40)
    assert (game.first_by, game.leavers) == ("seed", "out")
    assert (game.turn_seconds, game.bank_seconds, game.vacations) == (DAY, 3 * DAY, True)
    assert game.seats.get().user == ana


def test_every_choice_is_kept(ana: User) -> None:
    chosen = {
        "players": "4",
        "seen_by": "link",
        "ruleset": "arena-feud",
        "turn_limit": "0",
        "first_by": "account",
        "leavers": "bot",
        "pace": "own",
        "turn_time": "36",
        "turn_unit": "3600",
        "bank_time": "0",
        "bank_unit": "60",
        "vacations": "no",
    }
    browser_of(ana).post("/new/", chosen)
    game = Game.objects.get()
    assert (game.players, game.public, game.ruleset) == (4, False, "arena-feud")
    assert (game.turn_limit, game.first_by, game.leavers) == (0, "account", "bot")
    assert (game.turn_seconds, game.bank_seconds, game.vacations) == (36 * HOUR, 0, False)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", "1"),
        ("players", "5"),
        ("players", ""),
        ("seen_by", "all"),
        ("ruleset", "none"),
        ("turn_limit", "-1"),
        ("turn_limit", "201"),
        ("turn_limit", "many"),
        ("turn_limit", ""),
        ("first_by", "me"),
        ("leavers", "stay"),
        ("pace", "slow"),
        ("vacations", "often"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_lost(ana: User, field: str, value: str) -> None:
    client = browser_of(ana)
    good = defaults(client) | {"players": "3", "ruleset": "arena", "turn_limit": "25"}
    answer = client.post("/new/", good | {field: value})
    assert answer.status_code == 422
    assert not Game.objects.exists()
    form = answer.context["form"]
    assert list(form.errors) == [field]
    kept = {name: form[name].value() for name in ("players", "ruleset", "turn_limit")}
    assert kept == {"players": "3", "ruleset": "arena", "turn_limit": "25"} | (
        {field: value} if field in kept else {}
    )
    assert 'role="alert"' in answer.content.decode()


def test_each_ruleset_is_told_in_a_line(ana: User) -> None:
    text = words(browser_of(ana).get("/new/").content.decode())
    assert "3 / 5 / 6 for each tamed, −3 / −3 / −3 for each wild one" in text
    assert text.count("Goblins tolerate each other.") == 3
    assert text.count("Goblins side by side are in conflict.") == 1


def test_a_guest_opens_tables_by_link_alone() -> None:
    client = browser_of(make_guest(NOW))
    assert "Guests open tables by link only" in words(client.get("/new/").content.decode())
    sent = defaults(client)
    assert client.post("/new/", sent | {"seen_by": "lobby"}).status_code == 422
    assert not Game.objects.exists()
    client.post("/new/", sent)
    assert not Game.objects.get().public


def test_a_stranger_is_sent_to_sign_in_and_back(client: Client) -> None:
    for answer in (client.get("/new/"), client.post("/new/")):
        assert answer.status_code == 302
        assert answer["Location"] == "/accounts/login/?next=/new/"
    assert not Game.objects.exists()


def test_a_double_click_opens_one_table(ana: User) -> None:
    client = browser_of(ana)
    sent = defaults(client)
    first, second = client.post("/new/", sent), client.post("/new/", sent)
    assert first["Location"] == second["Location"]
    assert Game.objects.count() == 1


def test_by_get_nothing_is_opened(ana: User) -> None:
    client = browser_of(ana)
    assert client.get("/new/?players=2").status_code == 200
    assert client.head("/new/").status_code == 200
    assert not Game.objects.exists()


# The pace


@pytest.mark.parametrize("name", PRESETS)
def test_each_preset_is_told_and_kept(ana: User, name: str) -> None:
    client = browser_of(ana)
    pace = PRESETS[name]
    assert pace_words(pace.turn, pace.bank) in words(client.get("/new/").content.decode())
    client.post("/new/", defaults(client) | {"pace": name})
    game = Game.objects.get()
    assert (game.turn_seconds, game.bank_seconds) == (pace.turn, pace.bank)


OWN = {"pace": "own", "turn_time": "2", "turn_unit": str(DAY), "bank_time": "0", "bank_unit": "60"}


@pytest.mark.parametrize(
    ("turn", "unit", "seconds"),
    [("5", "60", 300), ("90", "60", 5400), ("12", "3600", 12 * HOUR), ("14", "86400", 14 * DAY)],
)
def test_a_time_of_one_s_own_is_a_number_of_minutes_hours_or_days(
    ana: User, turn: str, unit: str, seconds: int
) -> None:
    client = browser_of(ana)
    client.post("/new/", defaults(client) | OWN | {"turn_time": turn, "turn_unit": unit})
    assert Game.objects.get().turn_seconds == seconds


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"turn_time": "4", "turn_unit": "60"}, ["The time for a turn is from 5 minutes"]),
        ({"turn_time": "15"}, ["The time for a turn is from 5 minutes to 14 days."]),
        ({"turn_time": "9" * 40}, ["The time for a turn is from 5 minutes to 14 days."]),
        ({"turn_time": ""}, ["Say how long, as a number."]),
        ({"turn_time": "-1"}, ["greater than or equal to 0"]),
        ({"turn_time": "a day"}, ["Enter a whole number."]),
        ({"turn_unit": "1"}, ["Select a valid choice."]),
        ({"bank_time": "337", "bank_unit": "3600"}, ["The time bank is at most 14 days."]),
        ({"bank_time": ""}, ["Say how long, as a number."]),
        (
            {"turn_time": "0", "bank_time": "15", "bank_unit": "86400"},
            ["The time for a turn is from 5 minutes to 14 days.", "The time bank is at most 14"],
        ),
    ],
)
def test_a_pace_that_cannot_be_is_told_at_its_field_with_what_was_typed(
    ana: User, sent: dict[str, str], told: list[str]
) -> None:
    client = browser_of(ana)
    answer = client.post("/new/", defaults(client) | OWN | sent)
    assert answer.status_code == 422
    assert not Game.objects.exists()
    form = answer.context["form"]
    typed = OWN | sent
    assert {name: form[name].value() for name in typed} == typed
    text = words(answer.content.decode())
    for sentence in told:
        assert sentence in text


def test_what_stands_in_the_free_choice_does_not_matter_to_a_preset(ana: User) -> None:
    client = browser_of(ana)
    sent = {"pace": "live", "turn_time": "soon", "turn_unit": "x", "bank_time": "", "bank_unit": ""}
    assert client.post("/new/", defaults(client) | sent).status_code == 303
    assert Game.objects.get().turn_seconds == 300


def test_a_form_from_before_there_were_paces_opens_a_table_by_default(ana: User) -> None:
    client = browser_of(ana)
    fields = ("number", "players", "seen_by", "ruleset", "turn_limit", "first_by", "leavers")
    sent = {name: value for name, value in defaults(client).items() if name in fields}
    client.post("/new/", sent)
    game = Game.objects.get()
    assert (game.turn_seconds, game.bank_seconds, game.vacations) == (DAY, 3 * DAY, True)


def test_who_is_refused_is_led_to_the_field(ana: User) -> None:
    sent = {**defaults(browser_of(ana)), "pace": "own", "turn_time": "99", "bank_time": "99"}
    page = browser_of(ana).post("/new/", sent).content.decode()
    assert page.count("autofocus") == 1
    assert re.search(r'<input[^>]*name="turn_time"[^>]*autofocus', page)
    assert "autofocus" not in browser_of(ana).get("/new/").content.decode()


def test_every_field_is_tied_to_what_helps_with_it(ana: User) -> None:
    for address in ("/new/", "/settings/vacation/", "/settings/mail/", "/accounts/settings/"):
        page = browser_of(ana).get(address).content.decode()
        helps = set(re.findall(r'id="(\w+_helptext)"', page))
        tied = {
            one for ids in re.findall(r'aria-describedby="([^"]+)"', page) for one in ids.split()
        }
        assert helps == tied, address
        assert helps, address
