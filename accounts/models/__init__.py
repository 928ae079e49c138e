from __future__ import annotations

from .blocks import Block
from .exports import DataExport
from .held_names import HeldName
from .notices import MailChoice, Notice
from .sanctions import Sanction
from .site import SiteSwitches
from .staff import Act, PersonNote
from .users import Theme, User
from .vacations import Vacation

__all__ = [
    "Act",
    "Block",
    "DataExport",
    "HeldName",
    "MailChoice",
    "Notice",
    "PersonNote",
    "Sanction",
    "SiteSwitches",
    "Theme",
    "User",
    "Vacation",
]
