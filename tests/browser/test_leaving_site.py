"""Taking one's data along and leaving the site, in a browser; the pages fit every screen."""

from __future__ import annotations

import zipfile
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from accounts.services import make_guest
from games.models import Game
from games.play.people import sweep
from tests.browser.test_looks import LONG, keeps_what_it_owes
from tests.builders import make_game, make_user, play_some

pytestmark = [pytest.mark.browser, pytest.mark.sqlite]


@pytest.fixture
def ana(live_site: object) -> User:
    return make_user(LONG, email_proven_at=timezone.now())


@pytest.fixture
def page(ana: User, new_member: Callable[..., Page]) -> Page:
    return new_member(ana)


def test_an_account_with_running_games_is_deleted(
    ana: User, page: Page, new_member: Callable[..., Page]
) -> None:
    bo = make_user("Bo")
    two, three = make_game(ana, bo), make_game(ana, bo, make_user("Cy"))
    over = make_game(ana, bo)
    play_some(over)
    page.goto("/accounts/settings/")
    page.get_by_role("link", name="Delete your account").click()
    expect(page.get_by_role("main")).to_contain_text("You leave the 2 games that go on")
    page.get_by_label("Your password").fill("secret-wrong")
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_role("main")).to_contain_text("This is not your password.")
    page.get_by_label("Your password").fill("secret-word")
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_text("Your account is deleted.")).to_be_visible()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    sweep(timezone.now())
    assert not User.objects.filter(pk=ana.pk).exists()
    reader = new_member(bo)
    for game, told in ((two, "Harmony"), (three, "Former player 1 resigned."), (over, "Harmony")):
        reader.goto(game.get_absolute_url())
        expect(reader.get_by_role("main")).to_contain_text("Former player 1")
        expect(reader.get_by_role("main")).to_contain_text(told)
        expect(reader.get_by_text(LONG)).to_have_count(0)
    assert Game.objects.get(pk=three.pk).is_running


def test_a_copy_of_the_data_is_asked_for_and_fetched(page: Page) -> None:
    page.goto("/accounts/settings/")
    page.get_by_role("link", name="Get a copy of your data").click()
    page.get_by_role("button", name="Make a copy").click()
    expect(page.get_by_role("main")).to_contain_text("Being made")
    sweep(timezone.now())
    page.get_by_role("link", name="Look again").click()
    with page.expect_download() as fetched:
        page.get_by_role("link", name="Fetch your copy").click()
    assert fetched.value.suggested_filename.endswith(".zip")
    with zipfile.ZipFile(fetched.value.path()) as archive:
        assert LONG.encode() in archive.read("account.json")


def test_the_pages_keep_what_they_owe(page: Page, new_member: Callable[..., Page]) -> None:
    page.goto("/settings/data/")
    keeps_what_it_owes(page, "Your data")
    page.get_by_role("button", name="Make a copy").click()
    keeps_what_it_owes(page, "Your data")
    sweep(timezone.now())
    page.goto("/settings/data/")
    keeps_what_it_owes(page, "Your data")
    page.goto("/settings/delete/")
    keeps_what_it_owes(page, "Delete your account")
    page.get_by_label("Your password").fill("guessed")
    page.get_by_role("button", name="Delete my account").click()
    keeps_what_it_owes(page, "Delete your account")
    guest = new_member(make_guest(timezone.now()))
    guest.goto("/settings/delete/")
    keeps_what_it_owes(guest, "Delete your account")
