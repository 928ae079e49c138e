"""One turn in the browser: what can be done, what is refused, what counts once."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game, LegendCard, Move
from games.rules import moves as rules
from tests.builders import act, lay_kingdom, make_game, make_user, play_some
from tests.views.sitting import Sitting, begun_turn, sit
from tests.views.table_reader import TablePage
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo")]


@pytest.fixture
def game(people: list[User]) -> Game:
    return begun_turn(people)


@pytest.fixture
def mover(game: Game, people: list[User]) -> Sitting:
    return sit(game, people[game.active_seat])


@pytest.fixture
def other(game: Game, people: list[User]) -> Sitting:
    return sit(game, people[1 - game.active_seat])


def names(game: Game) -> tuple[str, str]:
    """The one to play, and the other."""
    return ("Ana", "Bo") if game.active_seat == 0 else ("Bo", "Ana")


# What is offered


def test_the_panel_says_what_can_be_done(mover: Sitting) -> None:
    page = mover.see()
    assert page.says == "Your turn: draw a card, or choose a square for the Discard: Elf."
    assert page.acts == ["draw"]
    assert page.one("title").words == f"(1) ● Your turn · {page.one('h1').words} · Drako"


def test_the_other_one_waits_without_buttons(game: Game, other: Sitting) -> None:
    page = other.see()
    assert page.says == f"{names(game)[0]} is to play."
    assert page.acts == []
    assert page.buttons == {}
    assert "●" not in page.one("title").words


def test_legal_squares_are_buttons_and_others_are_not(mover: Sitting) -> None:
    lay_kingdom(mover.game, mover.game.active_seat, "pfms", "hEDg", "sOHm", "feRp")
    page = mover.see()
    closed = {"b2", "b3", "c4"}  # an Elf, a Portal, a Dragon, face up
    assert set(page.buttons) == {column + row for column in "abcd" for row in "1234"} - closed
    assert page.square("b2")["role"] == "img"
    assert page.square("b3")["aria-label"] == "b3, Portal, face up, locked"
    assert page.square("c4")["aria-label"] == "c4, Dragon, face up, locked"
    assert page.square("a1")["aria-label"] == "a1, Unexplored Territory, face down"


# Choosing, before anything counts


def test_a_chosen_square_shows_the_card_and_what_comes_off(mover: Sitting) -> None:
    page = mover.see("square=b2")
    assert page.says == "Elf from the Discard to b2?"
    assert page.one(class_="effect").words == "Plain comes off and is the next Discard."
    assert page.acts == ["take"]
    chosen = page.square("b2")
    assert chosen["aria-label"] == "b2, Plain, face up, chosen: Elf goes here"
    assert chosen["aria-pressed"] == "true"
    assert page.one("input", type="hidden", name="square")["value"] == "b2"
    assert page.one(id="do-take").attributes.keys() >= {"autofocus"}


def test_a_square_that_is_not_legal_is_not_chosen(mover: Sitting) -> None:
    lay_kingdom(mover.game, mover.game.active_seat, "pfms", "hEDg", "sOHm", "feop")
    for query in ("square=b2", "square=b3", "square=z9", "square="):
        page = mover.see(query)
        assert page.acts == ["draw"]
        assert page.all(class_="chosen") == []


def test_the_last_face_down_card_is_announced_as_the_end(mover: Sitting) -> None:
    lay_kingdom(mover.game, mover.game.active_seat, "pFMS", "HPDG", "SSHM", "FEMP")
    effect = mover.see("square=a1").one(class_="effect").words
    assert effect.endswith("It is your last one: the game ends.")


def test_htmx_gets_the_part_alone(mover: Sitting) -> None:
    part = mover.see("square=b2", htmx=True)
    assert part.all("html") == []
    assert part.one(id="table")["class"].split() == ["table", "mine"]
    assert part.one("title").words.startswith("(1) ● Your turn")


# Deciding


def test_taking_places_the_discard_and_ends_the_turn(
    game: Game, mover: Sitting, other: Sitting
) -> None:
    me, next_one = names(game)
    page = mover.do("take", square="b2")
    assert page.status == 200
    assert page.says == f"{next_one} is to play."
    assert page.square("b2")["aria-label"] == "b2, Elf, face up"
    told = other.see().list_under("Since your last turn")
    assert told[0] == f"{me} took Elf from the Discard to b2; Plain came off."


def test_a_plain_form_leads_back_to_the_table(game: Game, people: list[User]) -> None:
    client = browser_of(people[game.active_seat])
    sent = {"act": "take", "square": "b2", "version": game.version}
    answer = client.post(game.get_absolute_url(), sent)
    assert answer.status_code == 303
    assert answer["Location"] == f"{game.get_absolute_url()}#says"


def test_drawing_shows_the_card_and_both_ways_to_use_it(mover: Sitting) -> None:
    page = mover.do("draw")
    assert page.says.startswith("You drew Forest. Choose the square to place it on")
    assert page.acts == []
    assert page.one(class_="drawn").words == "You drew: Forest"
    assert len(page.buttons) == 16
    face_down = mover.see("square=a1")
    assert face_down.acts == ["keep", "reveal"]
    assert face_down.says == "Forest to a1, or to the Discard and turn over a1?"
    assert mover.see("square=b2").acts == ["keep"]


def test_a_drawn_card_stays_drawn(game: Game, mover: Sitting, people: list[User]) -> None:
    mover.do("draw")
    elsewhere = sit(game, people[game.active_seat])
    for page in (mover.see(), mover.see("square=a1"), elsewhere.see()):
        assert page.one(class_="drawn").words == "You drew: Forest"
        assert "draw" not in page.acts


def test_keeping_places_the_drawn_card(mover: Sitting) -> None:
    mover.do("draw")
    page = mover.do("keep", square="b2")
    assert page.square("b2")["aria-label"] == "b2, Forest, face up"


def test_revealing_puts_the_drawn_card_down(mover: Sitting) -> None:
    mover.do("draw")
    page = mover.do("reveal", square="a1")
    assert page.square("a1")["aria-label"] == "a1, Plain, face up"
    assert page.all("figcaption")[1].words == "Discard: Forest 2"


# Claiming


@pytest.fixture
def fulfilled(game: Game) -> None:
    lay_kingdom(game, game.active_seat, "pfms", "hEDg", "sGHm", "feop")


@pytest.mark.usefixtures("fulfilled")
def test_a_legend_can_be_claimed_before_the_action(mover: Sitting) -> None:
    page = mover.see()
    assert page.one(class_="effect").words == "You can claim: The Four Tribes."
    link = next(each for each in page.all("a") if each.words == "The Four Tribes")
    assert "claimable" in page.one("li", id=link["href"].removeprefix("#"))["class"]
    claim = page.one("button", form="claim")
    assert claim["aria-label"] == "Claim The Four Tribes"
    assert "claimable" in claim.inside[-2]["class"]
    after = mover.do("claim", detail="four-tribes")
    assert after.acts == ["draw"]
    assert after.all("button", form="claim") == []
    assert after.one("button", popovertarget="about-four-tribes")


@pytest.mark.usefixtures("fulfilled")
def test_a_legend_can_be_claimed_with_a_card_in_hand(mover: Sitting) -> None:
    mover.do("draw")
    assert mover.see().one("button", form="claim")["value"] == "four-tribes"
    after = mover.do("claim", detail="four-tribes")
    assert after.status == 200
    assert after.one(class_="drawn")


@pytest.mark.parametrize("act", ["claim", "pass"])
def test_after_the_action_a_legend_is_claimed_or_passed(
    game: Game, mover: Sitting, act: str
) -> None:
    lay_kingdom(game, game.active_seat, "pfms", "hPDg", "sGHm", "feop")
    page = mover.do("take", square="b2")
    assert page.says == "You can claim a Legend of the River now, or pass."
    assert page.acts == ["pass"]
    panel = [button for button in page.all("button") if "panel" in button.inside[-2]["class"]]
    assert [button.words for button in panel] == ["Claim The Four Tribes", "Pass"]
    assert (panel[0]["form"], panel[0]["value"]) == ("claim", "four-tribes")
    assert len({each["id"] for each in page.all("button") if each["id"]}) == len(
        [each for each in page.all("button") if each["id"]]
    )
    assert page.buttons == {}
    after = mover.do(act, detail="four-tribes" if act == "claim" else "")
    assert after.says == f"{names(game)[1]} is to play."
    owned = LegendCard.objects.filter(game=game, zone="owned").count()
    assert owned == (1 if act == "claim" else 0)


# Refusals


@pytest.mark.parametrize(
    ("act", "fields", "sentence"),
    [
        ("keep", {"square": "b2"}, "First comes the action: draw a card, or take the Discard."),
        ("pass", {}, "First comes the action: draw a card, or take the Discard."),
        ("take", {}, "There is no such square: -1."),
        ("take", {"square": "z9"}, "That is no move of this game; nothing was done."),
        ("claim", {"detail": "tribe-goblin"}, "do not fulfil this Legend: Tribe of Goblins."),
        ("claim", {"detail": "nonsense"}, "There is no such Legend: nonsense."),
        ("fly", {}, "That is no move of this game; nothing was done."),
        ("", {}, "That is no move of this game; nothing was done."),
        ("arrange", {"detail": "PDSH"}, "First comes the action"),
    ],
)
def test_what_is_not_legal_is_refused_with_a_sentence(
    mover: Sitting, act: str, fields: dict[str, str], sentence: str
) -> None:
    version = mover.version
    page = mover.do(act, **fields)
    assert page.status == 422
    assert sentence in page.refusal
    assert page.acts == ["draw"]
    assert mover.version == version


def test_a_move_out_of_turn_is_refused(other: Sitting) -> None:
    page = other.do("draw")
    assert page.status == 422
    assert page.refusal == "It is another seat's turn."


def test_a_refusal_is_shown_to_a_plain_browser_too(game: Game, people: list[User]) -> None:
    client = browser_of(people[game.active_seat])
    sent = {"act": "pass", "version": game.version}
    page = TablePage(client.post(game.get_absolute_url(), sent))
    assert page.status == 422
    assert page.one("html")
    assert page.refusal


# One move counts


def test_the_same_move_sent_again_counts_once(mover: Sitting) -> None:
    seen = mover.version
    assert mover.do("draw", version=seen).status == 200
    again = mover.do("draw", version=seen)
    assert again.status == 409
    assert again.refusal == "This move was made already; it counts once."
    assert again.one(class_="drawn").words == "You drew: Forest"
    assert Move.objects.filter(game=mover.game, act="draw").count() == 1


@pytest.mark.parametrize("version", ["", "0", "1", "999", "x", "-1"])
def test_a_move_from_an_old_page_is_stale(mover: Sitting, version: str) -> None:
    page = mover.do("take", square="b2", version=version)
    assert page.status in {409, 422}
    assert page.refusal
    assert page.says.startswith("Your turn")
    assert Move.objects.filter(game=mover.game, act="take").count() == 0


def test_of_two_tabs_one_counts(mover: Sitting) -> None:
    seen = mover.version
    mover.do("take", square="b2", version=seen)
    late = mover.do("take", square="c2", version=seen)
    assert late.status == 409
    assert late.refusal.startswith("The table has changed since your page was made")
    assert late.square("b2")["aria-label"] == "b2, Elf, face up"
    assert late.square("c2")["aria-label"] == "c2, Dwarf, face up"


# Without asking back


def test_without_asking_back_a_square_with_one_use_is_used_at_once(
    game: Game, mover: Sitting, people: list[User]
) -> None:
    User.objects.filter(pk=people[game.active_seat].pk).update(confirm_moves=False)
    page = mover.see()
    assert set(page.buttons.values()) == {"at-once"}
    form = page.one("form", id="at-once")
    hidden = {
        element["name"]: element["value"]
        for element in page.all("input", type="hidden")
        if form in element.inside
    }
    assert hidden["act"] == "take"
    assert hidden["version"] == str(game.version)
    mover.do("draw")
    placing = mover.see().buttons
    assert placing["b2"] == "at-once"
    assert placing["a1"] == "choose"


# Resigning


def test_resigning_asks_back(mover: Sitting) -> None:
    assert mover.see().one("a", id="resign")["href"].startswith(f"{mover.address}?resign=1")
    page = mover.see("resign=1")
    assert page.acts == ["leave"]
    assert page.says.startswith("Resign? You are out at once")
    assert page.one(id="let-go").attributes.keys() >= {"autofocus"}


def test_resigning_needs_no_version_and_ends_a_game_for_two(mover: Sitting) -> None:
    page = mover.do("leave", version="0", detail="removed")
    assert page.status == 200
    seat = mover.game.seats.get(number=mover.game.active_seat)
    assert seat.left_why == "resigned"
    again = mover.do("leave", version="0")
    assert again.status == 422
    assert again.refusal == "This game is not running."


def test_who_is_out_sees_no_cards_of_the_bot_that_plays_on(people: list[User]) -> None:
    people.append(make_user("Cleo"))
    game = make_game(*people, leavers="bot")
    sitting = sit(game, people[game.active_seat])
    assert sitting.do("leave").refusal == ""
    table = play_some(game, 1)
    while (table.state.active, table.state.phase) != (game.active_seat, "action"):
        table = play_some(game, 1)
    act(game, game.active_seat, rules.Move("draw"))
    page = sitting.see()
    assert page.all(class_="drawn") == []
    assert page.says.startswith("You are out of this game.")
    assert page.buttons == {}
    refused = sitting.do("draw")
    assert refused.status in {409, 422}
    assert refused.all(class_="drawn") == []


# The count in the page's head


def test_each_answer_brings_the_count_of_waiting_games_up_to_date(mover: Sitting) -> None:
    assert mover.see(htmx=True).one("span", id="waiting").words == "1 waiting for you"
    assert mover.do("take", square="a1").one("span", id="waiting").words == ""
