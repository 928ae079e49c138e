"""The page of just one turn: what its seat sees and does by a link alone."""

from __future__ import annotations

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from games.models import Game, Move
from games.rules import moves as rules
from tests.builders import NOW, act, lay_kingdom, make_game, make_user
from tests.views.link_holder import LinkHolder, holder, link_of, mail_player
from tests.views.sitting import begun_turn
from tests.views.table_reader import TablePage
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def people() -> list[User]:
    return [mail_player("Ana"), mail_player("Bo")]


@pytest.fixture
def game(people: list[User]) -> Game:
    return begun_turn(people, public=False)


@pytest.fixture
def turn(game: Game) -> LinkHolder:
    return holder(game)


@pytest.fixture
def owner(game: Game, people: list[User]) -> User:
    """Whose turn it is."""
    return people[game.active_seat]


def moves(game: Game) -> int:
    return Move.objects.filter(game=game).count()


# What it shows


def test_the_link_shows_the_turn_to_whoever_has_it(turn: LinkHolder, owner: User) -> None:
    page = turn.see()
    assert page.status == 200
    assert page.says == "Your turn: draw a card, or choose a square for the Discard: Elf."
    assert page.acts == ["draw"]
    assert len(page.buttons) == 16
    assert page.one("h2", id=f"kingdom-{turn.game.active_seat}").words == "Your Kingdom"
    assert page.one(id="whose").words.startswith(f"This is the turn of {owner.name}.")
    assert page.one(id="clock").words.startswith("You have until ")
    log = page.one("section", class_="log").words
    assert "All are ready:" in log


@pytest.mark.parametrize("method", ["get", "head"])
def test_opening_it_changes_nothing(turn: LinkHolder, method: str) -> None:
    before = (turn.version, moves(turn.game))
    for _time in range(2):
        answer = getattr(turn.client, method)(turn.path + "?act=draw&square=b2&version=1")
        assert answer.status_code == 200
    assert (turn.version, moves(turn.game)) == before
    assert (answer.content == b"") == (method == "head")


def test_other_methods_are_refused(turn: LinkHolder) -> None:
    for method in ("put", "delete", "patch"):
        assert getattr(turn.client, method)(turn.path).status_code == 405


def test_it_shows_nothing_but_this_turn(turn: LinkHolder) -> None:
    make_game(*User.objects.order_by("pk"))
    page = turn.see()
    table = turn.game.get_absolute_url()
    links = {link["href"] for link in page.all("a")}
    assert links == {"#main", "/", f"/accounts/login/?next={table.replace('/', '%2F')}"}
    assert all(form["action"].split("#")[0] == turn.path for form in page.all("form"))
    assert page.all("script") == []
    assert "example.org" not in page.html
    assert "(1)" not in page.one("title").words
    for left_out in ("resign", "more", "report", "waiting", "agree"):
        assert page.all(id=left_out) == []


def test_times_are_told_by_the_clock_of_its_person(turn: LinkHolder, owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(time_zone="Asia/Tokyo")
    visitor = browser_of(make_user("Cy", time_zone="America/New_York"))
    for client in (Client(), visitor):
        assert " JST" in holder(turn.game, client=client).see().one(id="clock").words


def test_its_address_stays_out_of_caches_searches_and_other_sites(turn: LinkHolder) -> None:
    turn.send("draw")
    answers = [
        turn.client.get(turn.path),
        turn.client.get("/mail/turn/nonsense/"),
        turn.send("draw", version=1),
        turn.send("take", square="b2"),
    ]
    assert [answer.status_code for answer in answers] == [200, 404, 409, 422]
    for answer in answers:
        assert "no-store" in answer["Cache-Control"]
        assert "noindex" in answer["X-Robots-Tag"]
        assert answer["Referrer-Policy"] == "no-referrer"


# Who reads it


def test_it_signs_nobody_in_and_sets_no_cookie(turn: LinkHolder) -> None:
    for answer in (turn.client.get(turn.path), turn.send("draw"), turn.send("pass")):
        assert not answer.cookies
    assert not turn.client.cookies
    assert not Session.objects.exists()
    assert turn.client.get("/games/").status_code == 302


def test_somebody_else_who_is_signed_in_reads_whose_turn_it_is(
    turn: LinkHolder, owner: User
) -> None:
    other = make_user("Cy")
    make_game(other, players=2)
    visit = holder(turn.game, client=browser_of(other))
    page = visit.see()
    told = page.one(id="whose").words
    assert told.startswith(f"This is the turn of {owner.name}; you are signed in as Cy.")
    assert page.all(id="waiting") == []
    assert page.one(id="to-table")["href"] == turn.game.get_absolute_url()
    visit.do("draw")
    assert Move.objects.latest("pk").seat == turn.game.active_seat
    assert visit.client.get("/games/").status_code == 200
    assert "Cy" in visit.client.get("/games/").content.decode()


def test_an_opponent_who_got_hold_of_the_link_plays_for_its_seat_alone(
    turn: LinkHolder, people: list[User]
) -> None:
    opponent = people[1 - turn.game.active_seat]
    page = holder(turn.game, client=browser_of(opponent)).do("draw")
    assert f"signed in as {opponent.name}" in page.one(id="whose").words
    assert page.one(class_="drawn").words == "You drew: Forest"


def test_its_own_person_signed_in_is_told_no_more_than_a_stranger(
    turn: LinkHolder, owner: User
) -> None:
    page = holder(turn.game, client=browser_of(owner)).see()
    assert "signed in" not in page.one(id="whose").words
    assert page.one("title").words.startswith("● Your turn")


# What it does


def test_a_whole_turn_without_cookies(turn: LinkHolder) -> None:
    drawn = turn.do("draw")
    assert drawn.says.startswith("You drew Forest. Choose the square")
    chosen = turn.see("square=a1")
    assert chosen.acts == ["keep", "reveal"]
    assert chosen.one("a", id="let-go")["href"] == f"{turn.path}#says"
    over = turn.do("reveal", square="a1")
    assert over.status == 410
    assert over.one("h1").words == "Your turn is made"


def test_taking_claiming_and_passing(turn: LinkHolder) -> None:
    lay_kingdom(turn.game, turn.game.active_seat, "EEHH", "DDGG", "eehh", "ddgg")
    Game.objects.filter(pk=turn.game.pk).update(discard="P")
    claiming = turn.do("take", square="a4")
    assert claiming.status == 200
    assert claiming.acts == ["pass"]
    assert claiming.one("button", id="claim-four-tribes")
    assert claiming.one("button", id="do-claim-four-tribes").words == "Claim The Four Tribes"
    assert turn.do("claim", detail="four-tribes").status == 410


def test_passing_ends_it(turn: LinkHolder) -> None:
    lay_kingdom(turn.game, turn.game.active_seat, "EEHH", "DDGG", "eehh", "ddgg")
    Game.objects.filter(pk=turn.game.pk).update(discard="P")
    turn.do("take", square="a4")
    assert turn.do("pass").status == 410


def test_confirmation_is_as_its_person_wants_it(turn: LinkHolder, owner: User) -> None:
    assert set(turn.see().buttons.values()) == {"choose"}
    User.objects.filter(pk=owner.pk).update(confirm_moves=False)
    visitor = browser_of(make_user("Cy", confirm_moves=True))
    page = holder(turn.game, client=visitor).see()
    assert set(page.buttons.values()) == {"at-once"}
    assert page.one("form", id="at-once")["action"] == turn.path


# What is refused


def test_a_double_click_counts_once(turn: LinkHolder) -> None:
    version = turn.version
    turn.do("draw", version=version)
    again = turn.do("draw", version=version)
    assert again.status == 409
    assert again.refusal == "This move was made already; it counts once."
    assert again.says.startswith("You drew Forest.")
    assert Move.objects.filter(game=turn.game, act="draw").count() == 1


def test_an_old_page_gets_the_true_table(turn: LinkHolder) -> None:
    turn.do("draw", version=turn.version)
    stale = turn.do("take", version=turn.version - 1, square="b2")
    assert stale.status == 409
    assert stale.refusal.startswith("The table has changed since your page was made")
    assert stale.acts == []


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"act": "take", "square": "b9"}, "That is no move of this game"),
        ({"act": "dance"}, "That is no move of this game"),
        ({"act": "leave"}, "That is no move of this game"),
        ({"act": "leave", "detail": "resigned"}, "That is no move of this game"),
        ({"act": "keep", "square": "b2"}, "First comes the action"),
        ({"act": "ready"}, ""),
        ({"act": "arrange", "detail": "PDSH"}, ""),
        ({"act": "draw", "version": ""}, "The table has changed"),
    ],
)
def test_what_may_not_be_is_told_and_changes_nothing(
    turn: LinkHolder, sent: dict[str, str], why: str
) -> None:
    before = (turn.version, moves(turn.game))
    page = turn.do(**sent)
    assert page.status == (409 if sent.get("version") == "" else 422)
    assert why in page.refusal
    assert page.refusal
    assert page.says.startswith("Your turn:")
    assert (turn.version, moves(turn.game)) == before


@pytest.mark.parametrize("how", ["nonsense", "cut", "of-another-seat", "switched off", "address"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_that_is_none_or_void_says_so(
    turn: LinkHolder, owner: User, how: str, method: str
) -> None:
    path = turn.path
    match how:
        case "nonsense":
            path = "/mail/turn/nonsense/"
        case "cut":
            path = turn.path[:-4] + "/"
        case "of-another-seat":
            other = link_of(turn.game, 1 - turn.game.active_seat)
            path = other.split("-")[0] + turn.path[turn.path.index("-") :]
        case "switched off":
            User.objects.filter(pk=owner.pk).update(plays_by_mail_since=None)
        case "address":
            User.objects.filter(pk=owner.pk).update(email="elsewhere@example.org")
    before = moves(turn.game)
    answer = getattr(turn.client, method)(path, {"act": "draw", "version": turn.version})
    page = TablePage(answer)
    assert page.status == 404
    assert page.one("h1").words == "This link leads to no turn"
    said = "Nothing was done: what you pressed did not count."
    assert page.refusal == (said if method == "post" else "")
    assert moves(turn.game) == before
    assert not answer.cookies


@pytest.mark.parametrize(
    "fields", [{"closing_at": NOW}, {"is_active": False}, {"email_proven_at": None}]
)
def test_nobody_plays_for_an_account_that_is_closed(
    turn: LinkHolder, owner: User, fields: dict[str, object]
) -> None:
    User.objects.filter(pk=owner.pk).update(**fields)
    assert turn.see().status == 404
    assert turn.send("draw").status_code == 404
    assert not Move.objects.filter(act="draw").exists()


def test_nobody_plays_for_somebody_who_is_suspended(turn: LinkHolder, owner: User) -> None:
    from_now = NOW.replace(year=2100)
    User.objects.filter(pk=owner.pk).update(suspended_until=from_now)
    for answer, pressed in ((turn.client.get(turn.path), False), (turn.send("draw"), True)):
        page = TablePage(answer)
        assert page.status == 403
        assert ("Nothing was done." in page.says) == pressed
        assert page.says.startswith(f"{owner.name} cannot play now")
        assert page.all("button") == []
    assert not Move.objects.filter(act="draw").exists()


def test_the_link_of_a_turn_to_come_is_dead(turn: LinkHolder) -> None:
    """The others' seat has nothing to decide in this turn, whoever made the token."""
    other = holder(turn.game, 1 - turn.game.active_seat)
    assert other.see().status == 410
    assert other.send("draw").status_code == 410
    assert not Move.objects.filter(act="draw").exists()


def test_no_move_of_a_later_turn_by_an_earlier_link(turn: LinkHolder) -> None:
    """The version of now does not help: the turn's name is looked at under the lock."""
    turn.do("take", square="b2")
    act(turn.game, 1 - turn.game.active_seat, rules.Move("take", 0))
    assert Game.objects.get(pk=turn.game.pk).active_seat == turn.game.active_seat
    before = moves(turn.game)
    late = turn.do("draw")
    assert (late.status, moves(turn.game)) == (410, before)
    assert late.refusal == "The turn was over before this came, so nothing was done."
