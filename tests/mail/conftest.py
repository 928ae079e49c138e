"""What tests of mails share."""

from __future__ import annotations

from tests.mail.post_office import simple_kinds

__all__ = ["simple_kinds"]
