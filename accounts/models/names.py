"""What a name may be: 2 to 24 characters that can be seen, nobody else's in another spelling."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

NAME_MIN = 2
NAME_MAX = 24
GUEST_PREFIX = "Guest-"

# Control, format, surrogate, private, unassigned, separators of lines, paragraphs and words.
_REFUSED_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}
# Letters and marks that draw nothing: what Unicode calls Default_Ignorable_Code_Point outside the
# categories above, as NFKC leaves it, and the blank Braille pattern.
_INVISIBLE = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2800, 0x2800),
    (0xFE00, 0xFE0F),
    (0xE0100, 0xE01EF),
)


def normal_name(name: str) -> str:
    """The one spelling of a name that is kept: NFKC, single spaces, none at the ends."""
    return " ".join(part for part in unicodedata.normalize("NFKC", name).split(" ") if part)


def name_key(name: str) -> str:
    """What two names that count as the same have in common, whatever the database's alphabet.

    A database's own LOWER knows only ASCII on SQLite and in PostgreSQL's C locale.
    """
    return unicodedata.normalize("NFKC", normal_name(name).casefold())


def is_guest_name(name: str) -> bool:
    """Whether a name looks like one that guests are given."""
    return name_key(name).startswith(name_key(GUEST_PREFIX))


def validate_name(name: str) -> None:
    """Raise ValidationError for a name that nobody may have, judged in its normal form."""
    name = normal_name(name)
    if len(name) < NAME_MIN:
        raise ValidationError(
            _("A name has at least %(least)d characters."),
            code="name_too_short",
            params={"least": NAME_MIN},
        )
    if len(name) > NAME_MAX:
        raise ValidationError(
            _("A name has at most %(most)d characters."),
            code="name_too_long",
            params={"most": NAME_MAX},
        )
    if any(_cannot_be_seen(char) for char in name):
        raise ValidationError(
            _("A name has only characters that can be seen."), code="name_invisible"
        )
    if "@" in name:
        # Who signs in types a name or a mail address: one must never pass for the other.
        raise ValidationError(_("A name has no @ in it."), code="name_like_mail")
    if "=?" in name:
        # In the subject of a mail it could begin what mail programs read as other characters.
        raise ValidationError(_("A name has no =? in it."), code="name_like_encoded")
    if not any(char.isalnum() for char in name):
        raise ValidationError(
            _("A name has at least one letter or digit."), code="name_without_letter"
        )


class NameKeyField(models.CharField):
    """Follows `name` at each save as `name_key`; a save of `update_fields` has to name both."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = name_key(model_instance.name)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, key)
        return key


def _cannot_be_seen(char: str) -> bool:
    if char == " ":
        return False
    if unicodedata.category(char) in _REFUSED_CATEGORIES:
        return True
    return any(first <= ord(char) <= last for first, last in _INVISIBLE)
