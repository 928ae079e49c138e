from __future__ import annotations

from .notices import MailChoice, Notice
from .users import Theme, User
from .vacations import Vacation

__all__ = ["MailChoice", "Notice", "Theme", "User", "Vacation"]
