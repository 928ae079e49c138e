"""People with browsers at the site."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.browser.people import signed_in


@pytest.fixture
def new_member(new_visitor: Callable[..., Page], live_site: LiveServer) -> Callable[..., Page]:
    """Opens the site for somebody who is signed in; takes a user and what `new_visitor` takes."""

    def member(user: User, **options: Any) -> Page:
        return signed_in(new_visitor(**options), user, live_site.url)

    return member
