"""How people come to the site in tests."""

from __future__ import annotations

from django.test import Client
from playwright.sync_api import Page

from accounts.models import User

PASSWORD = "a-long-walk-home"
BACKEND = "django.contrib.auth.backends.ModelBackend"


def sign_up(page: Page, name: str) -> None:
    """Fill in and send the form of the sign-up page that is open."""
    page.get_by_label("Name").fill(name)
    page.get_by_label("Mail address").fill(f"{name.lower()}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()


def signed_in(page: Page, user: User, url: str) -> Page:
    """Give the browser of `page` the session of somebody who has signed in at `url`."""
    client = Client()
    client.force_login(user, backend=BACKEND)
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
    return page
