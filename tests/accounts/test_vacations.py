"""Planning, changing and ending a vacation: thirty days a year of the person's own calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest

from accounts.models import Notice, User, Vacation
from accounts.vacations import (
    VacationError,
    away_until,
    change,
    close,
    days_left,
    end,
    plan,
    standing,
)
from tests.builders import NOW, make_user
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db
TODAY = date(2026, 3, 1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def ana(db: None) -> User:
    return make_user("Ana")


def planned(
    user: User, first: date, last: date, *, zone: tzinfo = UTC, now: datetime = NOW
) -> Vacation:
    return plan(user=user, first=first, last=last, zone=zone, now=now)


def ended(user: User, vacation: Vacation, now: datetime) -> None:
    """End it by hand, and let its clocks have run on."""
    end(user=user, vacation_id=vacation.pk, now=now)
    row = Vacation.objects.select_related("user").get(pk=vacation.pk)
    close(vacation=row, now=now, told=False)


def refusal(user: User, first: date, last: date, now: datetime = NOW) -> VacationError:
    with pytest.raises(VacationError) as caught:
        planned(user, first, last, now=now)
    return caught.value


def left(user: User, year: int = 2026, zone: tzinfo = UTC) -> int:
    return days_left(user, year, zone)


def test_one_that_begins_today_begins_now_and_ends_with_its_last_day(ana: User) -> None:
    planned(ana, TODAY, TODAY + 2 * DAY)
    row = Vacation.objects.get()
    assert (row.begins, row.ends) == (NOW, datetime(2026, 3, 4, tzinfo=UTC))
    ana.refresh_from_db()
    assert (ana.vacation_from, ana.vacation_until) == (row.begins, row.ends)
    assert away_until(ana, NOW) == row.ends
    assert away_until(ana, row.ends) is None
    assert left(ana) == 27


def test_one_that_begins_later_begins_with_its_first_day(ana: User) -> None:
    row = planned(ana, TODAY + DAY, TODAY + DAY)
    assert (row.begins, row.ends) == (datetime(2026, 3, 2, tzinfo=UTC), row.begins + DAY)
    ana.refresh_from_db()
    assert away_until(ana, NOW) is None
    assert away_until(ana, row.begins) == row.ends


@pytest.mark.parametrize(
    ("zone", "first", "begins", "hours"),
    [
        ("Europe/Berlin", date(2026, 3, 29), datetime(2026, 3, 28, 23), 23),
        ("Europe/Berlin", date(2026, 10, 25), datetime(2026, 10, 24, 22), 25),
        ("America/New_York", date(2026, 3, 8), datetime(2026, 3, 8, 5), 23),
        ("America/New_York", date(2026, 11, 1), datetime(2026, 11, 1, 4), 25),
        ("Asia/Kathmandu", date(2026, 7, 1), datetime(2026, 6, 30, 18, 15), 24),
        ("Pacific/Honolulu", date(2026, 7, 1), datetime(2026, 7, 1, 10), 24),
    ],
)
def test_days_are_those_of_the_persons_own_calendar(
    ana: User, zone: str, first: date, begins: datetime, hours: int
) -> None:
    row = planned(ana, first, first, zone=ZoneInfo(zone))
    assert row.begins == begins.replace(tzinfo=UTC)
    assert row.ends - row.begins == hours * HOUR
    assert left(ana, zone=ZoneInfo(zone)) == 29


def test_today_is_the_day_in_the_persons_zone(ana: User) -> None:
    late = datetime(2026, 3, 1, 20, tzinfo=UTC)  # in Kathmandu the second has begun
    kathmandu = ZoneInfo("Asia/Kathmandu")
    with pytest.raises(VacationError, match="past"):
        planned(ana, TODAY, TODAY + DAY, zone=kathmandu, now=late)
    row = planned(ana, TODAY + DAY, TODAY + DAY, zone=kathmandu, now=late)
    assert (row.begins, row.ends) == (late, datetime(2026, 3, 2, 18, 15, tzinfo=UTC))


def test_thirty_days_a_year_and_no_more(ana: User) -> None:
    error = refusal(ana, TODAY, TODAY + 30 * DAY)
    assert (error.code, error.params) == ("days", {"year": 2026, "left": 30})
    row = planned(ana, TODAY, TODAY + 29 * DAY)
    assert left(ana) == 0
    ended(ana, row, row.ends)
    error = refusal(ana, date(2026, 5, 1), date(2026, 5, 1), now=row.ends)
    assert (error.code, error.params["left"]) == ("days", 0)
    assert left(ana, 2027) == 30


def test_one_over_new_year_counts_in_both_years(ana: User) -> None:
    now = datetime(2026, 12, 20, tzinfo=UTC)
    planned(ana, date(2026, 12, 22), date(2027, 1, 15), now=now)
    assert (left(ana, 2026), left(ana, 2027)) == (20, 15)


def test_new_year_is_that_of_the_persons_zone(ana: User) -> None:
    now = datetime(2026, 12, 20, tzinfo=UTC)
    honolulu = ZoneInfo("Pacific/Honolulu")
    planned(ana, date(2026, 12, 31), date(2026, 12, 31), zone=honolulu, now=now)
    assert (left(ana, 2026, honolulu), left(ana, 2027, honolulu)) == (29, 30)


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        (TODAY - DAY, TODAY + DAY, "past"),
        (TODAY + DAY, TODAY - DAY, "past"),
        (TODAY + DAY, TODAY, "backwards"),
        (date(2027, 12, 31), date(2028, 1, 1), "too-far"),
        (date(9999, 12, 31), date.max, "too-far"),
    ],
)
def test_days_that_cannot_be_are_refused(ana: User, first: date, last: date, code: str) -> None:
    assert refusal(ana, first, last).code == code
    assert not Vacation.objects.exists()
    ana.refresh_from_db()
    assert ana.vacation_from is None


def test_guests_have_none(ana: User) -> None:
    guest = User.objects.create_user("Guest-2345", is_guest=True)
    assert refusal(guest, TODAY, TODAY).code == "guest"


def test_a_second_click_plans_nothing_more_and_other_days_are_refused(ana: User) -> None:
    row = planned(ana, TODAY, TODAY + DAY)
    assert planned(ana, TODAY, TODAY + DAY, now=NOW + HOUR) == row
    assert refusal(ana, TODAY + 5 * DAY, TODAY + 6 * DAY).code == "one-at-a-time"
    assert Vacation.objects.get().begins == NOW


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_the_same_moment_plan_one(ana: User) -> None:
    rows = side_by_side([lambda: planned(ana, TODAY, TODAY + DAY)] * 2)
    assert rows[0] == rows[1] == Vacation.objects.get()


def test_one_that_has_not_begun_is_called_off_and_uses_no_day(ana: User) -> None:
    row = planned(ana, TODAY + DAY, TODAY + 3 * DAY)
    for _click in range(2):
        assert end(user=ana, vacation_id=row.pk, now=NOW) is None
    assert not Vacation.objects.exists()
    ana.refresh_from_db()
    assert (ana.vacation_from, ana.vacation_until, left(ana)) == (None, None, 30)


def test_ended_early_the_days_it_touched_stay_used(ana: User) -> None:
    row = planned(ana, TODAY, TODAY + 9 * DAY)
    now = NOW + DAY
    first = end(user=ana, vacation_id=row.pk, now=now)
    again = end(user=ana, vacation_id=row.pk, now=now + HOUR)
    assert first == again == row
    row.refresh_from_db()
    ana.refresh_from_db()
    assert (row.ends, ana.vacation_until, left(ana)) == (now, now, 28)


def test_several_on_one_day_use_that_day_once(ana: User) -> None:
    for hour in range(3):
        now = NOW + hour * HOUR
        ended(ana, planned(ana, TODAY, TODAY, now=now), now + HOUR / 2)
    assert Vacation.objects.filter(over=True).count() == 3
    assert left(ana) == 29


def test_the_end_of_a_running_one_moves_within_the_days_left(ana: User) -> None:
    row = planned(ana, TODAY, TODAY + 4 * DAY)
    now = NOW + 2 * DAY

    def moved(last: date) -> Vacation:
        return change(user=ana, vacation_id=row.pk, first=TODAY, last=last, zone=UTC, now=now)

    assert moved(TODAY + 9 * DAY).begins == NOW
    ana.refresh_from_db()
    assert (ana.vacation_until, left(ana)) == (datetime(2026, 3, 11, tzinfo=UTC), 20)
    moved(TODAY + 2 * DAY)
    assert left(ana) == 27
    with pytest.raises(VacationError, match="past"):
        moved(TODAY + DAY)
    with pytest.raises(VacationError, match="days"):
        moved(TODAY + 30 * DAY)
    row.refresh_from_db()
    assert row.ends == datetime(2026, 3, 4, tzinfo=UTC)


def test_a_planned_one_moves_to_other_days(ana: User) -> None:
    row = planned(ana, TODAY + 20 * DAY, TODAY + 25 * DAY)
    now = NOW + DAY
    change(user=ana, vacation_id=row.pk, first=TODAY + DAY, last=TODAY + DAY, zone=UTC, now=now)
    row.refresh_from_db()
    ana.refresh_from_db()
    assert (row.begins, ana.vacation_from, left(ana)) == (now, now, 29)


def test_one_that_is_over_or_somebody_elses_cannot_be_changed_or_ended(ana: User) -> None:
    row = planned(ana, TODAY, TODAY)
    other = make_user()
    for user, now in ((other, NOW), (ana, row.ends)):
        with pytest.raises(VacationError, match="gone"):
            change(user=user, vacation_id=row.pk, first=TODAY, last=TODAY + DAY, zone=UTC, now=now)
    assert end(user=other, vacation_id=row.pk, now=NOW) is None
    row.refresh_from_db()
    assert row.ends == datetime(2026, 3, 2, tzinfo=UTC)


def test_an_old_page_does_not_call_off_or_change_the_next_one(ana: User) -> None:
    row = planned(ana, TODAY, TODAY)
    ended(ana, row, NOW + HOUR)
    planned(ana, TODAY + 5 * DAY, TODAY + 6 * DAY)
    assert end(user=ana, vacation_id=row.pk, now=NOW + 2 * HOUR) is None
    day = TODAY + 8 * DAY
    with pytest.raises(VacationError, match="gone"):
        change(user=ana, vacation_id=row.pk, first=day, last=day, zone=UTC, now=NOW + 2 * HOUR)
    kept = standing(ana)
    assert kept is not None
    assert kept.begins.date() == TODAY + 5 * DAY


def test_its_end_is_told_a_day_before(ana: User) -> None:
    row = planned(ana, TODAY, TODAY + 3 * DAY)
    notice = Notice.objects.get()
    assert (notice.kind, notice.user) == ("vacation-ending", ana)
    assert notice.not_before == row.ends - DAY
    assert notice.payload == {"vacation": row.pk, "ends": "2026-03-05T00:00:00+00:00"}


@pytest.mark.parametrize(
    ("first", "days", "hours"), [(1, 2, 24), (1, 1, 12), (0, 1, 8), (0, 2, 20)]
)
def test_of_a_short_one_when_half_of_it_is_over(
    ana: User, first: int, days: int, hours: int
) -> None:
    """One that begins today begins at eight in the morning."""
    row = planned(ana, TODAY + first * DAY, TODAY + (first + days - 1) * DAY)
    assert Notice.objects.get().not_before == row.ends - hours * HOUR


def test_an_end_that_is_moved_too_near_is_not_told(ana: User) -> None:
    row = planned(ana, TODAY, TODAY + 9 * DAY)
    Notice.objects.all().delete()
    now = NOW + 2 * DAY
    change(user=ana, vacation_id=row.pk, first=TODAY, last=now.date(), zone=UTC, now=now)
    assert not Notice.objects.exists()


def test_each_end_that_it_is_moved_to_is_told(ana: User) -> None:
    row = planned(ana, TODAY, TODAY + 3 * DAY)
    for last in (TODAY + 9 * DAY, TODAY + 3 * DAY, TODAY + 9 * DAY):
        change(user=ana, vacation_id=row.pk, first=TODAY, last=last, zone=UTC, now=NOW)
    moments = Notice.objects.order_by("not_before").values_list("not_before", flat=True)
    assert list(moments) == [datetime(2026, 3, day, tzinfo=UTC) for day in (4, 10)]


def test_it_is_closed_once_when_its_end_has_come(ana: User) -> None:
    planned(ana, TODAY, TODAY)
    row = Vacation.objects.select_related("user").get()
    assert not close(vacation=row, now=row.ends - HOUR, told=True)
    assert [close(vacation=row, now=row.ends, told=True) for _worker in range(2)] == [True, False]
    ana.refresh_from_db()
    assert (ana.vacation_from, ana.vacation_until) == (None, None)
    assert Notice.objects.get(kind="vacation-over").key == f"vacation-over:{row.pk}"


def test_who_has_no_address_gets_no_notice(ana: User) -> None:
    User.objects.update(email="")
    row = planned(ana, TODAY, TODAY + 9 * DAY)
    close(vacation=row, now=row.ends, told=True)
    assert Vacation.objects.get().over
    assert not Notice.objects.exists()
