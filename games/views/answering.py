"""How somebody answers a sanction on them: the same on each page where they can."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.utils.translation import gettext as _

from accounts.models import Sanction
from accounts.sanctions import mark_read
from games.forms_answer import AnswerForm
from games.models import Report
from games.play.errors import PlayError
from games.play.moderation.appeals import appeal, open_one, refused
from games.words import sentence

from .lead import lead_to_error
from .numbers import whole_number
from .requests import PersonRequest

_CANNOT_BE_MENDED = ("appeal-none", "appeal-again", "appeal-last")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the reader's, and what the moderator said who let the sanction stand."""

    report: Report
    why: str


@dataclass(frozen=True, slots=True)
class Answering:
    """What the reader has answered to a sanction in force, and whether they can answer now."""

    answers: list[Answer]
    waits: bool  # for a moderator's decision on an answer
    no_more: str  # why the reader cannot answer now
    form: AnswerForm


def answering(
    sanction: Sanction, why: Mapping[int, str], sent: Mapping[int, AnswerForm], now: datetime
) -> Answering:
    """Return what a page shows of answers to a sanction, whose appeals are read, in their order.

    `why`: what `appeals.why_upheld` says; `sent`: forms that were refused, by key of the sanction.
    """
    appeals = list(sanction.appeals.all())
    waits = open_one(appeals) is not None
    refusal = None if waits else refused(appeals, now)
    return Answering(
        answers=[Answer(each, why.get(each.pk, "")) for each in appeals],
        waits=waits,
        no_more="" if refusal is None else sentence(refusal),
        form=sent.get(sanction.pk) or AnswerForm(sanction_id=sanction.pk),
    )


def take_answer(request: PersonRequest, now: datetime) -> dict[int, AnswerForm]:
    """File the answer that was sent; one that can be put right is returned, by its sanction.

    Who answers a sanction has read it.
    """
    number = whole_number(request.POST.get("sanction", "")) or 0
    form = AnswerForm(request.POST, sanction_id=number)
    if form.is_valid():
        text = form.cleaned_data["text"]
        try:
            appeal(user=request.user, sanction_id=number, text=text, now=now)
        except PlayError as error:
            if error.code not in _CANNOT_BE_MENDED:
                form.refuse(error)
            else:
                messages.error(request, sentence(error))  # the page was an old one
        else:
            mark_read(user_id=request.user.pk, sanction_id=number, now=now)
            messages.success(request, _("Your answer is on its way to a moderator."))
    lead_to_error(form)
    return {number: form} if form.errors else {}
