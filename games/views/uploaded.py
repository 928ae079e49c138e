"""Looking at a record that somebody has; it is nowhere kept, but goes back and forth with the page.

Whoever steps through it sends it along each time, and each time it is checked anew.
"""

from __future__ import annotations

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from accounts import limits
from accounts.views.too_many import too_many
from games.forms_records import RecordForm, too_long
from games.record_words import shown_players
from games.rules.notation.record import Record

from .lead import lead_to_error
from .lines import HAS
from .numbers import whole_number
from .replay_page import replay_context
from .requests import PageRequest
from .steps import OPEN, SLIDE

LONG = 30_000
"""Characters, or bytes of a file, from which to check a record is much work: some 3,000 turns."""


class _NeverOnDisk(MemoryFileUploadHandler):
    """Takes files that fit into memory; what does not is no record, and is read and forgotten."""

    def file_complete(self, file_size: int) -> UploadedFile | None:
        """Return the file. Raises RequestDataTooBig."""
        if not self.activated:
            raise RequestDataTooBig
        return super().file_complete(file_size)


@csrf_exempt  # to choose where uploads go before anything is read; `_show` is protected
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def records(request: PageRequest) -> HttpResponseBase:
    """The form for a record (GET), and the positions of its game (POST)."""
    request.upload_handlers = [_NeverOnDisk(request)]
    try:
        return _show(request)
    except RequestDataTooBig:
        form = RecordForm({})
        form.errors["text"] = form.error_class([too_long()])
        return _form(request, form, status=422)


@csrf_protect
def _show(request: PageRequest) -> HttpResponse:
    if request.method != "POST":
        return _form(request, RecordForm())
    action = "long_record" if _length(request) > LONG else "record"
    if wait := limits.allow(request, action):
        return too_many(request, wait, action)
    form = RecordForm(request.POST, request.FILES)
    if not form.is_valid():
        # In the middle of a game htmx has no place for the form: its page says that it failed.
        return HttpResponse(status=400) if request.htmx else _form(request, form, status=422)
    at, opened = _asked(request, last=len(form.record.turns))
    people = shown_players(form.record.players)
    context = {
        **replay_context(
            form.record,
            at,
            names=people,
            may_open=True,
            opened=opened,
            has=request.headers.get(HAS, ""),
        ),
        "people": ", ".join(people),
        "text": form.cleaned_data["text"],
        "remarks": _remarks(form),
    }
    page = "games/_position.html" if request.htmx else "games/record_replay.html"
    return render(request, page, context)


def _length(request: HttpRequest) -> int:
    """How much there is to read, at most."""
    file = request.FILES.get("file")
    return max(len(request.POST.get("text", "")), (file.size or 0) if file else 0)


def _form(request: HttpRequest, form: RecordForm, *, status: int = 200) -> HttpResponse:
    lead_to_error(form)
    return render(request, "games/records.html", {"form": form}, status=status)


def _asked(request: HttpRequest, *, last: int) -> tuple[int, bool]:
    """The position that a button or the slider asks for, and whether all cards lie open there."""
    step, _bar, opened = request.POST.get("at", "").partition("-")
    if step == SLIDE:
        step = request.POST.get(SLIDE, "")
    return min(whole_number(step) or 0, last), opened == OPEN


def _remarks(form: RecordForm) -> list[str]:
    """What is known of a record that was found right."""
    record, outcome = form.record, form.outcome
    if outcome.places:
        told = [_("This record is right: every turn is legal, and scores and places follow.")]
    else:
        told = [_("Every turn of this record is legal. Its game is not over.")]
        if record.results:
            told.append(_("The scores and places that it names follow from nothing yet."))
    return [*told, _chance(record)]


def _chance(record: Record) -> str:
    if record.seed is None:
        return _("It names no seed, so nobody can tell whether the shuffles were fair.")
    return _("Its deal and its reshuffles follow from the seed that it names.")
