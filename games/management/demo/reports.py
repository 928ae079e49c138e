"""The reports, filed and decided by the same functions as in real life, each with a number."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.db.models import Q

from accounts.models import Act, PersonNote, Sanction
from accounts.renaming import take_name_away
from games.models import Report
from games.play import suspension
from games.play.errors import PlayError
from games.play.moderation import acting, decisions, naming
from games.play.moderation.appeals import appeal
from games.play.moderation.reports import AT_A_TABLE, report

from . import cases, roles, texts
from .accused import Pair, moderators_for, pairs
from .cases import Case, case_of
from .going import in_one_go
from .moments import numbered
from .people import everybody

ANSWERED_AFTER = timedelta(hours=3)


def keys() -> dict[int, int]:
    """Return the keys of the reports that were made here, by number.

    Who reported may have left the site since; a report of others has such a number by chance alone.
    """
    people = [user.pk for user in everybody().values()]
    mine = Report.objects.filter(Q(reporter__in=people) | Q(reporter=None)).order_by("-pk")
    return {at.microsecond: pk for pk, at in mine.values_list("pk", "at")}


def make(number: int, *, seed: int, now: datetime) -> bool:
    """Make report `number` unless it is there; return whether it was made."""
    with in_one_go(now):
        known = keys()
        if number in known:
            return False
        case, random = case_of(number), Random(f"report {seed} {number}")
        at = numbered(now - timedelta(days=case.days - random.uniform(0, 0.05)), number)
        if case.about == Report.About.APPEAL:
            filed = _appeal(known.get(number - 1, 0), random, at)
        else:
            filed = _filed(case, random, at)
        if filed is None:
            return False
        _decide(filed, case, random, at + ANSWERED_AFTER * random.uniform(0.2, 0.6), now)
    return True


def follow(now: datetime) -> None:
    """Let running games follow what was imposed, as a sweep does."""
    with in_one_go(now):
        suspension.sweep(now)


def note(now: datetime) -> None:
    """Let moderators note something about people, and take a name away."""
    with in_one_go(now):
        people = everybody()
        by = people[roles.MODERATOR]
        noted = PersonNote.objects.filter(by=by).values_list("person", flat=True)
        for number, text in texts.NOTES.items():
            if people[number].pk not in noted:
                at = now - timedelta(days=3 + number)
                acting.note(person_id=people[number].pk, by=by, text=text, now=at)
        named = people.get(roles.BADLY_NAMED)
        if named and not Act.objects.filter(person=named, what=Act.What.RENAME).exists():
            at = now - timedelta(days=4)
            take_name_away(user=named, by=by, why=texts.NAME_TAKEN_AWAY, now=at)


def _filed(case: Case, random: Random, at: datetime) -> Report | None:
    """File a report of the case by somebody who has not reported the same already.

    One that is to be decided is about somebody about whom both moderators may decide: then one of
    them may answer an appeal.
    """
    for pair in pairs(random, case.person):
        with transaction.atomic():
            filed = _file(pair, case, random, at)
            if filed and (case.fate == cases.OPEN or len(moderators_for(filed, random)) > 1):
                return filed
            transaction.set_rollback(True)
    return None


def _file(pair: Pair, case: Case, random: Random, at: datetime) -> Report | None:
    about = Report.About.OTHER if pair.game is None else case.about
    game = pair.game if about in AT_A_TABLE or random.random() < 0.6 else None
    try:
        filed = report(
            reporter=pair.reporter,
            person_id=pair.person.pk,
            about=about,
            game_id=game.pk if game else None,
            text=random.choice(texts.REPORTS[about]),
            now=at,
        )
    except PlayError:  # they have reported enough
        return None
    return filed if filed.at == at else None


def _appeal(earlier: int, random: Random, at: datetime) -> Report | None:
    sanction = Sanction.objects.filter(reports=earlier).select_related("user").first()
    if sanction is None:
        return None
    text = random.choice(texts.APPEALS)
    return appeal(user=sanction.user, sanction_id=sanction.pk, text=text, now=at)


def _decide(filed: Report, case: Case, random: Random, at: datetime, now: datetime) -> None:
    moderators = moderators_for(filed, random)
    if case.fate == cases.OPEN or not moderators:
        return
    by = moderators[0]
    decisions.take(report_id=filed.pk, by=by, now=at)
    if case.fate == cases.GIVEN_BACK:
        decisions.give_back(report_id=filed.pk, by=by, now=at)
    elif case.fate == cases.DISMISSED:
        why = random.choice(texts.DISMISSED)
        decisions.dismiss(report_id=filed.pk, by=by, why=why, now=at)
    elif case.fate == cases.NAME_TAKEN and filed.person is not None:
        why, name = texts.NAME_TAKEN_AWAY, filed.person.name
        naming.take_name(person_id=filed.person.pk, name=name, by=by, why=why, now=at)
    elif case.fate in (cases.LIFTED, cases.UPHELD):
        lifted = case.fate == cases.LIFTED
        why = texts.LIFTED if lifted else texts.UPHELD
        decisions.answer_appeal(report_id=filed.pk, by=by, lifted=lifted, why=why, now=at)
    elif case.fate in Sanction.Kind:
        decisions.decide(
            report_id=filed.pk,
            by=by,
            kind=case.fate,
            reason=texts.REASONS[Sanction.Kind(case.fate)],
            until=now + timedelta(days=case.until) if case.until else None,
            games=case.games,
            now=at,
        )
