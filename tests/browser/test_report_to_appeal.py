"""A report on its whole way: filed at a table, decided in the queue, answered, and lifted again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import Notice, User
from games.models import Game
from games.play.suspension import sweep
from tests.builders import make_game, make_staff, make_user

pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
INSULT = "Wrote “you play like a goblin” under every move."
REASON = "This is no way to speak to anybody."


def mails_to(user: User) -> set[str]:
    return set(Notice.objects.filter(user=user).values_list("kind", flat=True))


def test_report_queue_suspension_appeal(
    live_site: object, new_member: Callable[..., Page], complaints: list[str]
) -> None:
    ana, bo = make_user("Ana"), make_user("Bo")
    game = make_game(ana, bo, vacations=False)
    mo, mona = make_staff("moderator", "Mo"), make_staff("moderator", "Mona")

    reporter = new_member(ana)
    reporter.goto(game.get_absolute_url())
    reporter.get_by_role("link", name="Report").first.click()
    reporter.get_by_label("Insults or threatens").check()
    reporter.get_by_label("What happened?").fill(INSULT)
    reporter.get_by_role("button", name="Send").click()
    expect(reporter.get_by_text("Thank you. A moderator will look at it.")).to_be_visible()

    queue = new_member(mo)
    queue.goto("/admin/")
    queue.get_by_role("link", name="Queue").click()
    queue.get_by_role("link", name="Bo: insults or threatens").click()
    expect(queue.get_by_text(INSULT)).to_be_visible()
    queue.locator("summary", has_text="Suspend").click()
    form = queue.locator("form", has=queue.get_by_role("button", name="Suspend"))
    form.get_by_label("In your own words").fill(REASON)
    form.get_by_role("button", name="Suspend").click()
    expect(queue.get_by_text("Done, and both sides are told.")).to_be_visible()
    sweep(timezone.now())
    assert Game.objects.get(pk=game.pk).is_running
    assert mails_to(ana) >= {"report-decided"}
    assert mails_to(bo) >= {"sanctioned"}

    suspended = new_member(bo)
    suspended.goto(game.get_absolute_url())
    expect(suspended.get_by_role("heading", name="You are suspended")).to_be_visible()
    expect(suspended.get_by_text(REASON)).to_be_visible()
    expect(suspended.get_by_text("Ana")).to_have_count(0)
    suspended.get_by_label("Your answer").fill("It was a joke among friends.")
    suspended.get_by_role("button", name="Send the answer").click()
    expect(suspended.get_by_text("Your answer is on its way to a moderator.")).to_be_visible()

    queue.goto("/admin/games/report/")
    queue.get_by_role("link", name="Appeal Bo").click()
    expect(queue.get_by_role("button", name="Lift it")).to_have_count(0)
    appeals = new_member(mona)
    appeals.goto("/admin/games/report/")
    appeals.get_by_role("link", name="Appeal Bo").click()
    expect(appeals.get_by_text("It was a joke among friends.")).to_be_visible()
    appeals.get_by_label("In your own words").fill("Ana’s own words were no better.")
    appeals.get_by_role("button", name="Lift it").click()
    expect(appeals.get_by_text("Done, and the person is told.")).to_be_visible()
    sweep(timezone.now())
    assert mails_to(bo) >= {"sanctioned", "lifted"}

    suspended.goto(game.get_absolute_url())
    expect(suspended.locator("#table")).to_be_visible()
    complaints.clear()  # of the 403 that the suspended page is
