"""What a form refuses is answered as a refusal: 422, with the form."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpResponse


class RefusingMixin:
    """For the views of allauth, which answer 200 to it."""

    def form_invalid(self, form: Any) -> HttpResponse:
        response: Any = super().form_invalid(form)  # type: ignore[misc]
        response.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
        return response
