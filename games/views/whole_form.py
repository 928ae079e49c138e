"""Forms that need no CSRF token: read before the view begins, as for all others the check does."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpResponse, HttpResponseBadRequest, UnreadablePostError

from .requests import PageRequest

P = ParamSpec("P")
View = Callable[Concatenate[PageRequest, P], HttpResponse]


def whole_form(view: View[P]) -> View[P]:
    """Read what is posted to a view first, and answer 400 if it does not come to its end.

    It comes as slowly as its sender likes: nobody is to wait for that with a game locked.
    """

    @wraps(view)
    def answer(request: PageRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            _ = request.POST
        except UnreadablePostError:  # whoever sent it has gone
            return HttpResponseBadRequest()
        return view(request, *args, **kwargs)

    return answer
