"""When mails go out: pure functions of choices, notices and the moment."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import Notice
from games.mail.hours import is_between, next_hour
from games.mail.kind import AT_ONCE_OR_NOT, Kind, Way
from games.mail.kinds import KINDS
from games.mail.timing import Drop, Now, Until, When, Wishes, decide
from tests.mail.post_office import HOUR, MINUTE, look

BERLIN = ZoneInfo("Europe/Berlin")
ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Honolulu"]
ZONES += ["Australia/Lord_Howe", "Pacific/Apia", "America/St_Johns", "Africa/Cairo"]
NOON = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)

AT_ONCE = Kind("at-once", look, label="At once")
BUNDLED = Kind("bundled", look, label="Bundled", way=Way.BUNDLED)
DIGEST = Kind("digest", look, label="Digest", way=Way.DIGEST)
ALWAYS = Kind("always", look)

moments = st.datetimes(datetime(2024, 1, 1), datetime(2029, 1, 1), timezones=st.just(UTC)).map(
    lambda moment: moment.replace(microsecond=0)
)
zones = st.sampled_from(ZONES).map(ZoneInfo)
hours = st.integers(0, 23)


def when(wishes: Wishes, kind: Kind, ripe: datetime, now: datetime, **payload: int) -> When:
    (decision,) = decide(wishes, [(Notice(not_before=ripe, payload=payload), kind)], now)
    return decision


def whens(wishes: Wishes, due: Sequence[tuple[Kind, datetime]], now: datetime) -> list[When]:
    return decide(wishes, [(Notice(not_before=ripe), kind) for kind, ripe in due], now)


def utc(*when: int) -> datetime:
    return datetime(*when, tzinfo=UTC)  # type: ignore[arg-type,misc]


def test_at_once_is_now() -> None:
    assert when(Wishes(BERLIN), AT_ONCE, NOON, NOON) == Now()


def test_a_choice_counts_more_than_the_kind() -> None:
    wishes = Wishes(BERLIN, ways={"at-once": Way.BUNDLED, "bundled": Way.AT_ONCE})
    assert when(wishes, AT_ONCE, NOON, NOON) == Until(NOON + HOUR)
    assert when(wishes, BUNDLED, NOON, NOON) == Now()


def test_a_choice_that_there_is_no_more_is_the_way_of_everybody() -> None:
    near = Kind("near", look, label="Near", ways=AT_ONCE_OR_NOT)
    for way in (Way.BUNDLED, Way.DIGEST):
        assert when(Wishes(BERLIN, {"near": way}), near, NOON, NOON) == Now()
    assert isinstance(when(Wishes(BERLIN, {"near": Way.OFF}), near, NOON, NOON), Drop)


def test_whoever_has_a_choice_can_have_none_of_it() -> None:
    chosen = [kind for kind in KINDS.values() if kind.label]
    assert all(Way.OFF in kind.ways and kind.way in kind.ways for kind in chosen)


def test_what_is_off_is_dropped() -> None:
    assert isinstance(when(Wishes(BERLIN, {"at-once": "off"}), AT_ONCE, NOON, NOON), Drop)


def test_mails_about_a_muted_game_are_dropped_and_no_others() -> None:
    wishes = Wishes(BERLIN, muted=frozenset({7}))
    assert isinstance(when(wishes, AT_ONCE, NOON, NOON, game=7), Drop)
    assert isinstance(when(wishes, DIGEST, NOON, NOON, game=7), Drop)
    assert when(wishes, AT_ONCE, NOON, NOON, game=8) == Now()


def test_kinds_without_a_choice_always_come() -> None:
    wishes = Wishes(BERLIN, {"always": "off"}, quiet_from=0, quiet_until=23, muted=frozenset({7}))
    assert when(wishes, ALWAYS, NOON, NOON, game=7) == Now()


def test_bundled_ones_wait_an_hour_for_the_first_and_go_together() -> None:
    first, second = (BUNDLED, NOON), (BUNDLED, NOON + 50 * MINUTE)
    end = NOON + HOUR
    assert whens(Wishes(BERLIN), [first, second], NOON + 50 * MINUTE) == [Until(end)] * 2
    assert whens(Wishes(BERLIN), [first, second], end) == [Now()] * 2
    assert whens(Wishes(BERLIN), [second], end) == [Until(NOON + 110 * MINUTE)]


def test_a_bundled_one_holds_no_other_back() -> None:
    due = [(BUNDLED, NOON), (AT_ONCE, NOON), (DIGEST, NOON)]
    bundled, at_once, digest = whens(Wishes(BERLIN, digest_hour=8), due, NOON)
    assert (bundled, at_once) == (Until(NOON + HOUR), Now())
    assert digest == Until(utc(2026, 5, 5, 6))


def test_the_digest_comes_at_its_hour_in_the_persons_zone() -> None:
    kathmandu = Wishes(ZoneInfo("Asia/Kathmandu"), digest_hour=8)
    assert when(kathmandu, DIGEST, NOON, NOON) == Until(utc(2026, 5, 5, 2, 15))
    assert when(kathmandu, DIGEST, NOON, utc(2026, 5, 5, 2, 15)) == Now()


def test_what_comes_up_before_a_late_digest_goes_along_and_what_comes_after_it_waits() -> None:
    wishes, late = Wishes(BERLIN, digest_hour=8), utc(2026, 5, 5, 9)
    assert whens(wishes, [(DIGEST, NOON), (DIGEST, late)], late) == [Now(), Now()]
    assert whens(wishes, [(DIGEST, late)], late) == [Until(utc(2026, 5, 6, 6))]


@pytest.mark.parametrize(
    ("hour", "quiet"), [(21, False), (22, True), (0, True), (6, True), (7, False), (12, False)]
)
def test_quiet_hours_go_over_midnight(hour: int, quiet: bool) -> None:
    now = datetime(2026, 5, 4, hour, 30, tzinfo=BERLIN)
    decision = when(Wishes(BERLIN, quiet_from=22, quiet_until=7), AT_ONCE, now, now)
    if quiet:
        day = 5 if hour == 22 else 4
        assert decision == Until(datetime(2026, 5, day, 7, tzinfo=BERLIN))
    else:
        assert decision == Now()


def test_a_digest_in_quiet_hours_comes_at_their_end_with_all_that_came_up_meanwhile() -> None:
    wishes = Wishes(BERLIN, digest_hour=8, quiet_from=22, quiet_until=10)
    eight, ten = utc(2026, 5, 5, 6), utc(2026, 5, 5, 8)
    assert whens(wishes, [(DIGEST, NOON)], eight) == [Until(ten)]
    due = [(DIGEST, NOON), (DIGEST, eight + HOUR)]
    assert whens(wishes, due, eight + HOUR) == [Until(ten), Until(ten)]
    assert whens(wishes, due, ten) == [Now(), Now()]


def test_bundled_ones_wait_for_the_end_of_quiet_hours() -> None:
    wishes = Wishes(ZoneInfo("UTC"), quiet_from=12, quiet_until=14)
    assert when(wishes, BUNDLED, NOON, NOON + HOUR) == Until(NOON + 2 * HOUR)


@pytest.mark.parametrize("quiet", [(None, None), (9, 9), (None, 9), (9, None)])
def test_without_two_hours_there_is_no_quiet(quiet: tuple[int | None, int | None]) -> None:
    for hour in range(24):
        assert not is_between(*quiet, NOON + hour * HOUR, BERLIN)


def test_an_hour_that_the_clocks_leave_out_is_the_next_one() -> None:
    # 29 March 2026, 2:00 to 3:00 in Berlin.
    assert next_hour(2, utc(2026, 3, 28, 12), BERLIN) == utc(2026, 3, 29, 1)
    assert next_hour(2, utc(2026, 3, 29, 1), BERLIN) == utc(2026, 3, 30, 0)
    wishes = Wishes(BERLIN, quiet_from=22, quiet_until=2)
    assert when(wishes, AT_ONCE, NOON, utc(2026, 3, 29, 0, 30)) == Until(utc(2026, 3, 29, 1))


def test_of_an_hour_that_comes_twice_the_first_counts() -> None:
    # 25 October 2026, 3:00 back to 2:00 in Berlin.
    assert next_hour(2, utc(2026, 10, 24, 12), BERLIN) == utc(2026, 10, 25, 0)
    assert next_hour(2, utc(2026, 10, 25, 0), BERLIN) == utc(2026, 10, 26, 1)
    wishes = Wishes(BERLIN, digest_hour=2)
    assert when(wishes, DIGEST, utc(2026, 10, 25, 0, 30), utc(2026, 10, 25, 1)) == Until(
        utc(2026, 10, 26, 1)
    )


@given(hour=hours, now=moments, zone=zones)
def test_an_hour_comes_once_a_day_at_the_hour_or_just_after_a_gap(
    hour: int, now: datetime, zone: ZoneInfo
) -> None:
    moment = next_hour(hour, now, zone)
    assert now < moment <= now + timedelta(hours=26)
    local = moment.astimezone(zone)
    just_before = (moment - timedelta(seconds=1)).astimezone(zone)
    after_gap = just_before.utcoffset() != local.utcoffset()
    assert (local.hour, local.minute) == (hour, 0) or after_gap
    assert next_hour(hour, moment, zone).astimezone(zone).date() > local.date()


@given(first=hours, last=hours, now=moments, zone=zones)
def test_quiet_hours_end_when_they_say_and_nothing_is_quiet_then(
    first: int, last: int, now: datetime, zone: ZoneInfo
) -> None:
    wishes = Wishes(zone, quiet_from=first, quiet_until=last)
    decision = when(wishes, AT_ONCE, now, now)
    if isinstance(decision, Until):
        assert now < decision.moment <= now + timedelta(hours=25)
        assert when(wishes, AT_ONCE, now, decision.moment) == Now()
        assert when(wishes, AT_ONCE, now, decision.moment - MINUTE) != Now()
    else:
        assert not is_between(first, last, now, zone)


@settings(max_examples=40)
@given(digest=hours, first=hours, last=hours, start=moments, zone=zones)
def test_who_wants_a_digest_gets_at_most_one_a_day_whatever_the_hours(
    digest: int, first: int, last: int, start: datetime, zone: ZoneInfo
) -> None:
    wishes = Wishes(zone, digest_hour=digest, quiet_from=first, quiet_until=last)
    waiting: list[tuple[Kind, datetime]] = []
    sent: list[datetime] = []
    for half_hours in range(3 * 24 * 2):
        now = start + half_hours * 30 * MINUTE
        waiting = [*waiting[:1], (DIGEST, now)]
        decisions = whens(wishes, waiting, now)
        if Now() in decisions:
            assert decisions == [Now()] * len(waiting)
            sent.append(now)
            waiting.clear()
    assert len(sent) in (2, 3)
    assert all(later - sooner > 22 * HOUR for sooner, later in zip(sent, sent[1:], strict=False))
