"""Times on pages: the same instant for all, by each reader's own clock."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.middleware import local_time
from accounts.models import User
from tests.accounts.sign_up_form import form


def told(at: datetime, *, chosen: str | None = None, device: str = "") -> str:
    """How a page tells a time to a member who chose a zone, or to a stranger (None)."""
    request = RequestFactory().get("/")
    request.user = AnonymousUser() if chosen is None else User(time_zone=chosen)
    request.COOKIES["zone"] = device

    def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse(f"{timezone.localtime(at):%Y-%m-%d %H:%M %z}")

    answer = local_time(page)(request)
    assert isinstance(answer, HttpResponse)
    return answer.content.decode()


@pytest.mark.parametrize(
    ("zone", "at", "clock"),
    [
        ("Europe/Berlin", "2026-03-29 00:59", "2026-03-29 01:59 +0100"),
        ("Europe/Berlin", "2026-03-29 01:00", "2026-03-29 03:00 +0200"),
        ("Europe/Berlin", "2026-10-25 00:30", "2026-10-25 02:30 +0200"),
        ("Europe/Berlin", "2026-10-25 01:30", "2026-10-25 02:30 +0100"),
        ("America/New_York", "2026-03-08 07:00", "2026-03-08 03:00 -0400"),
        ("America/New_York", "2026-11-01 06:00", "2026-11-01 01:00 -0500"),
        ("Asia/Kathmandu", "2026-07-01 20:00", "2026-07-02 01:45 +0545"),
        ("Pacific/Honolulu", "2026-01-01 05:00", "2025-12-31 19:00 -1000"),
    ],
)
def test_a_time_is_told_by_the_zone_and_stays_the_same_instant(
    zone: str, at: str, clock: str
) -> None:
    instant = datetime.fromisoformat(at).replace(tzinfo=UTC)
    assert told(instant, chosen=zone) == clock
    assert told(instant, device=zone) == clock
    assert datetime.strptime(clock, "%Y-%m-%d %H:%M %z") == instant


NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("chosen", "device", "clock"),
    [
        ("Asia/Kathmandu", "Europe/Berlin", "17:45"),
        ("", "Europe/Berlin", "14:00"),
        (None, "Europe/Berlin", "14:00"),
        ("", "", "12:00"),
        (None, "", "12:00"),
        ("No/Where", "Europe/Berlin", "14:00"),
        ("", "../../etc/passwd", "12:00"),
        (None, "Mars/Olympus", "12:00"),
    ],
)
def test_the_choice_comes_first_then_the_device_then_utc(
    chosen: str | None, device: str, clock: str
) -> None:
    assert clock in told(NOON, chosen=chosen, device=device)


def test_the_next_request_starts_afresh() -> None:
    told(NOON, device="Asia/Kathmandu")
    assert timezone.get_current_timezone_name() == "UTC"


def test_the_database_is_told_the_zone_by_its_name() -> None:
    names = []

    def page(request: HttpRequest) -> HttpResponse:
        names.append(timezone.get_current_timezone_name())
        return HttpResponse()

    request = RequestFactory().get("/")
    request.user = User(time_zone="Asia/Kathmandu")
    local_time(page)(request)
    assert names == ["Asia/Kathmandu"]


def test_a_page_that_tells_no_time_asks_for_no_person() -> None:
    nobody_there = RequestFactory().get("/")  # asking for its `user` is an error
    local_time(lambda request: HttpResponse())(nobody_there)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("device", "kept"), [("Asia/Kathmandu", "Asia/Kathmandu"), ("Mars/Olympus", ""), ("", "")]
)
def test_who_signs_up_keeps_the_zone_of_the_device(client: Client, device: str, kept: str) -> None:
    client.cookies["zone"] = device
    client.post("/accounts/signup/", form())
    assert User.objects.get().time_zone == kept


@pytest.mark.django_db
def test_a_guest_who_chose_a_zone_keeps_it_at_sign_up(as_guest: Client, guest: User) -> None:
    User.objects.update(time_zone="Pacific/Honolulu")
    as_guest.cookies["zone"] = "Asia/Kathmandu"
    as_guest.post("/accounts/signup/", form())
    guest.refresh_from_db()
    assert (guest.is_guest, guest.time_zone) == (False, "Pacific/Honolulu")
