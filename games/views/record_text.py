"""A finished game as plain text: who played, how it was dealt, each turn, the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.log_words import end_sentence, event_sentence
from games.mail.board_text import kingdom_text, table_text
from games.models import Game, Seat
from games.play.replay import record_of
from games.rules.cards import KINDS
from games.rules.legends import RIVER_SIZE
from games.rules.notation.record import Record
from games.rules.notation.replaying import Replay, Step, replay
from games.rules.visibility import View, view_for
from games.time_words import moment
from games.verdict import ties, verdict
from games.words import kind_name, legend_name, ruleset_name

from .closed import why_void
from .people import names as all_names
from .people import set_apart
from .seats import sheet_of

WIDTH = 78


def record_as_text(game: Game, seats: Sequence[Seat]) -> str:
    """Return a game that has a record as text in the reader's language; times are in their zone.

    A game whose result was taken back is told without it.
    """
    record = record_of(game, seats)
    assert record is not None
    names = [set_apart(seat.shown_name) for seat in seats]
    played = replay(record)
    parts = [
        _heading(game, seats, record),
        _title(_("How it began")),
        _chance(record),
        _beginning(record, names),
        _title(_("Turns")),
        "\n".join(_turns(played, names)),
        _title(_("Result")),
        *_result(game, view_for(played.last, None), names),
    ]
    return "\n\n".join(parts) + "\n"


def _title(words: str) -> str:
    return f"{words}\n{'-' * len(words)}"


def _heading(game: Game, seats: Sequence[Seat], record: Record) -> str:
    lines = [
        f"Drako {settings.SITE_URL}{game.get_absolute_url()}",
        "",
        _("Players: %(names)s.") % {"names": all_names(seats)},
        _("Ruleset: %(ruleset)s.") % {"ruleset": ruleset_name(record.ruleset)},
    ]
    if record.turn_limit:
        limit = record.turn_limit
        pattern = ngettext("%(count)d turn each at most.", "%(count)d turns each at most.", limit)
        lines.append(pattern % {"count": limit})
    if record.leavers == "bot":
        lines.append(_("Bots play on for those who leave."))
    if game.rated and game.status == Game.Status.VOID:
        lines.append(_("The game was rated, but is not counted."))
    elif game.rated:
        lines.append(_("The game was rated."))
    for pattern, at in ((_("Begun %(at)s."), game.started_at), (_("Ended %(at)s."), game.ended_at)):
        if at is not None:
            lines.append(pattern % {"at": moment(at)})
    return "\n".join(lines)


def _chance(record: Record) -> str:
    lines = []
    if record.commitment is not None:
        lines.append(f"{_('Commitment')}: {record.commitment.hex()}")
    if record.seed is not None:
        lines.append(f"{_('Seed')}: {record.seed.hex()}")
    return "\n".join(lines)


def _beginning(record: Record, names: Sequence[str]) -> str:
    who = {"name": names[record.first]}
    if record.first_by == "account":
        first = _("%(name)s has the first turn, as the oldest account.") % who
    else:
        first = _("%(name)s has the first turn, as it was drawn.") % who
    letters = ", ".join(f"{kind} {kind_name(kind)}" for kind in KINDS)
    kingdoms = [
        _("Kingdom of %(name)s:") % {"name": name} + "\n" + kingdom_text(kingdom.cells)
        for name, kingdom in zip(names, record.kingdoms, strict=True)
    ]
    return "\n\n".join(
        [
            first,
            _wrapped(
                _("The letters: %(letters)s. Small ones lie face down.") % {"letters": letters}
            ),
            *kingdoms,
            _("First Discard: %(kind)s.") % {"kind": kind_name(record.discard)},
            _wrapped(_("Draw pile, from its top: %(cards)s") % {"cards": _in_fives(record.pile)}),
            _wrapped(_("River: %(legends)s.") % {"legends": _legends(record.legends[:RIVER_SIZE])}),
            _wrapped(
                _("Legends to come: %(legends)s.")
                % {"legends": _legends(record.legends[RIVER_SIZE:])}
            ),
        ]
    )


def _in_fives(cards: str) -> str:
    return " ".join(cards[start : start + 5] for start in range(0, len(cards), 5))


def _legends(legends: Sequence[str]) -> str:
    return ", ".join(map(legend_name, legends))


def _turns(played: Replay, names: Sequence[str]) -> Iterator[str]:
    """Each step with the number of the position that it leads to."""
    for number, step in enumerate(played.steps, 1):
        yield _wrapped(_told(step, names), head=f"{number:>3}. ")


def _told(step: Step, names: Sequence[str]) -> str:
    """What happened; that a card was drawn is left out, since where it went is told."""
    events = [event for event in step.events if event.code != "drew"]
    sentences = (event_sentence(event, names, str.format) for event in events)
    return " ".join(filter(None, sentences))


def _result(game: Game, view: View, names: Sequence[str]) -> Iterator[str]:
    yield _wrapped(end_sentence(view.end))
    if game.status == Game.Status.VOID:
        yield _wrapped(f"{why_void(game)} {_('It has no result.')}")
    else:
        yield _wrapped(" ".join([verdict(view, names), *ties(view, names)]))
        sheet = sheet_of(view, names)
        rows = [
            (_("Harmony"), sheet.heads),
            *((row.name, row.cells) for row in sheet.rows),
            (_("Total"), sheet.totals),
            (_("Place"), sheet.places),
        ]
        yield table_text([[name, *(text for text, _won in cells)] for name, cells in rows], most=0)
    for kingdom in view.kingdoms:
        told = [_("Kingdom of %(name)s:") % {"name": names[kingdom.seat]}]
        told.append(kingdom_text(kingdom.cells))
        if kingdom.legends:
            legends = {"legends": _legends(kingdom.legends)}
            told.append(_wrapped(_("Legends: %(legends)s.") % legends, head="  "))
        yield "\n".join(told)


def _wrapped(text: str, *, head: str = "") -> str:
    """The text in lines that every program shows as they are, with `head` before the first."""
    lines = wrap(
        text,
        WIDTH,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines)
