"""Clocks in the reader's language: spans, paces, moments, time left."""

from __future__ import annotations

from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.play.pace import DAY, HOUR, MINUTE, PRESETS, Pace

PACE_NAMES: dict[str, str | Promise] = {
    "live": gettext_lazy("Live"),
    "daily": gettext_lazy("Daily"),
    "relaxed": gettext_lazy("Relaxed"),
    "weekly": gettext_lazy("Weekly"),
}

_TIME_UP: dict[str, str | Promise] = {
    "dealt": gettext_lazy("When it is up, your cards stay as they were dealt."),
    "agreed": gettext_lazy(
        "When it is up, you count as agreeing to end the game, as all others do: it ends without a"
        " result."
    ),
    "passes": gettext_lazy("When it is up, you pass: your turn ends without a claim."),
    "alone": gettext_lazy(
        "When it is up, you are out, and the game is over: only one player is left."
    ),
    "bots": gettext_lazy("When it is up, you are out, and the game is over: only bots are left."),
    "out": gettext_lazy("When it is up, you are out, and your turns are skipped."),
    "bot": gettext_lazy("When it is up, you are out, and a bot plays on for you."),
}


def span(seconds: float) -> str:
    """A time in at most two units: days and hours, or hours and minutes, rounded to the nearest."""
    if seconds < MINUTE:
        return _("less than a minute")
    step = MINUTE if seconds < DAY else HOUR
    return _in_units(int(seconds + step / 2) // step * step)


def left(seconds: float) -> str:
    """The time that is left on a clock."""
    if seconds <= 0:
        return _("time is up")
    return left_pattern() % {"time": span(seconds)}


def left_pattern() -> str:
    """What `left` says of a time, which stands in it as `%(time)s`."""
    return _("%(time)s left")


def time_up_words(what: str) -> str:
    """What comes of it when the reader's time is up, by `games.play.time_up.when_time_is_up`."""
    return str(_TIME_UP[what])


def pace_words(turn_seconds: int | None, bank_seconds: int) -> str:
    """A pace as forms, lists, tables and mails tell it; without time for a turn there is none."""
    if turn_seconds is None:
        return _("no clock")
    told = {"turn": _in_units(turn_seconds), "bank": _in_units(bank_seconds)}
    times = _("%(turn)s a turn, %(bank)s in the bank") if bank_seconds else _("%(turn)s a turn")
    pace = Pace(turn_seconds, bank_seconds)
    preset = next((name for name, known in PRESETS.items() if known == pace), "")
    if not preset:
        return times % told
    return _("%(name)s: %(times)s") % {"name": PACE_NAMES[preset], "times": times % told}


def moment(at: datetime) -> str:
    """An instant in the current time zone, which it names: "Tue 3 Mar 2026, 09:00 CET"."""
    local = timezone.localtime(at)
    # Translators: how a date with weekday and time is written, in the letters of Django's formats.
    told = date_format(local, _("D j M Y, H:i"))
    return f"{told} {_zone(local)}"


def day(on: date) -> str:
    """A day, or the one of an instant in the current time zone: "Tue 3 Mar 2026"."""
    local = timezone.localtime(on) if isinstance(on, datetime) else on
    # Translators: how a date with weekday is written, in the letters of Django's formats.
    return date_format(local, _("D j M Y"))


def _zone(local: datetime) -> str:
    """The zone by its letters, else by what it is ahead of UTC."""
    name = local.tzname() or ""
    if name.isalpha():
        return name
    offset = local.strftime("%z")  # as +0545
    sign = "\N{MINUS SIGN}" if offset.startswith("-") else "+"
    return f"UTC{sign}{offset[1:3]}:{offset[3:5]}"


def _in_units(seconds: int) -> str:
    """Whole minutes in all units it takes."""
    days, rest = divmod(seconds, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes = rest // MINUTE
    parts = [
        (days, ngettext("%(count)d day", "%(count)d days", days)),
        (hours, ngettext("%(count)d hour", "%(count)d hours", hours)),
        (minutes, ngettext("%(count)d minute", "%(count)d minutes", minutes)),
    ]
    return " ".join(pattern % {"count": count} for count, pattern in parts if count)
