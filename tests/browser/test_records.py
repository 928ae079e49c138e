"""The record of a game is downloaded, checked by the command, given back and stepped through."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from tests.browser.looks import axe_faults, layout_faults
from tests.builders import make_game, make_user, play_some
from tests.processes import ROOT

# What browsers do does not depend on the database; two people play on both.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]


@pytest.fixture
def over(live_site: object) -> Game:
    game = make_game(make_user("Ana"), make_user("Bo"), turn_limit=3)
    play_some(game)
    return Game.objects.get(pk=game.pk)


def downloaded(page: Page, game: Game, folder: Path) -> Path:
    """The file that the table's page gives, as the browser keeps it."""
    page.goto(game.get_absolute_url())
    with page.expect_download() as started:
        page.get_by_role("link", name="Record", exact=True).click()
    file = folder / started.value.suggested_filename
    started.value.save_as(file)
    return file


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_from_the_table_to_the_command_and_back(
    new_visitor: Callable[..., Page], over: Game, tmp_path: Path, scripts: bool
) -> None:
    page = new_visitor(java_script_enabled=scripts)
    file = downloaded(page, over, tmp_path)
    assert file.name == f"drako-{over.code}.json"
    with file.open("rb") as record:
        subprocess.run(
            [sys.executable, "manage.py", "check_records"],
            stdin=record,
            stdout=subprocess.DEVNULL,
            cwd=ROOT,
            check=True,
        )
    page.goto("/records/")
    page.get_by_label("A file").set_input_files(file)
    page.get_by_role("button", name="Check it and look").click()
    expect(page.locator("#remark")).to_contain_text("This record is right")
    position = page.locator("#position")
    expect(position).to_have_attribute("data-at", "0")
    page.locator("#to-next").click()
    expect(position).to_have_attribute("data-at", "1")
    page.locator("#step-4").click()
    expect(position).to_have_attribute("data-at", "4")
    expect(page.locator("#step-4")).to_have_attribute("aria-current", "step")
    page.locator("#open").click()
    expect(page.get_by_label("face down").first).to_be_visible()
    expect(position).to_have_attribute("data-at", "4")
    if scripts:
        page.locator("#says").focus()
        page.keyboard.press("ArrowRight")
        expect(position).to_have_attribute("data-at", "5")
        page.keyboard.press("Home")
        expect(position).to_have_attribute("data-at", "0")
        page.locator("#at").focus()
        page.keyboard.press("End")
    else:
        page.locator("#to-last").click()
    expect(position).to_have_attribute("data-at", "6")
    expect(page.get_by_role("table", name="Score sheet")).to_be_visible()
    assert page.url.endswith("/records/")


def test_how_the_pages_look(page: Page, over: Game) -> None:
    page.goto(f"{over.get_absolute_url()}shuffle/")
    page.get_by_text("How an order follows from the seed").click()
    assert layout_faults(page) == []
    assert axe_faults(page) == []
    page.goto("/records/")
    page.get_by_label("Or its text").fill('{"format": "drako-record/2"}')
    page.get_by_text("What a record looks like").click()
    page.get_by_role("button", name="Check it and look").click()
    expect(page.get_by_text("This is not a record of the format")).to_be_visible()
    assert layout_faults(page) == []
    assert axe_faults(page) == []
