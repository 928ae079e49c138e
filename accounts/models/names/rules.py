"""What a name may be: 2 to 24 characters that can be seen and are what they look like."""

from __future__ import annotations

import unicodedata
from itertools import groupby

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from .alphabets import WITH_READY_MADE_MARKS, alphabet, alphabets, are_living, go_together
from .marks import is_mark, pile_up
from .reserved import is_reserved
from .spelling import NAME_MAX, NAME_MIN, is_guest_name, normal_name

# Control, format, surrogate, private, unassigned, separators of lines, paragraphs and words.
_INVISIBLE_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}
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
# Not symbols and emoji: each device draws them otherwise, they are read out at length, and marks
# like ✓ and ★ are what a site itself gives to people.
_LETTERS_AND_DIGITS = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"}
_HAN_ZERO = "〇"  # no letter to Unicode, yet one of Japanese and Chinese names
_MOST_MARKS = 3  # in a row: what Hebrew points and Hindi vowels need
_MOST_LOOSE_MARKS = 1  # in a row, where letters with marks are characters of their own
_IN_ADDRESSES = "/\\"


def validate_choice(name: str) -> None:
    """Raise ValidationError for a name that nobody may choose: as validate_name, or kept back."""
    validate_name(name)
    if is_guest_name(name):
        raise ValidationError(_("Names like this one are for guests."), code="name_for_guests")
    if is_reserved(name):
        raise ValidationError(
            _("This name could be taken for one of the site's own. Choose another."),
            code="name_reserved",
        )


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
    _validate_signs(name)
    _validate_alphabets(name)
    _validate_marks(name)


def _validate_signs(name: str) -> None:
    if "@" in name:
        # Who signs in types a name or a mail address: one must never pass for the other.
        raise ValidationError(_("A name has no @ in it."), code="name_like_mail")
    if "=?" in name:
        # In the subject of a mail it could begin what mail programs read as other characters.
        raise ValidationError(_("A name has no =? in it."), code="name_like_encoded")
    for char in name:
        if not _is_allowed(char):
            raise ValidationError(
                _("A name has no %(sign)s in it: letters, digits and signs like - . ' will do."),
                code="name_sign",
                params={"sign": char},
            )
    if not any(char.isalnum() for char in name):
        raise ValidationError(
            _("A name has at least one letter or digit."), code="name_without_letter"
        )


def _validate_alphabets(name: str) -> None:
    found = alphabets(name)
    if not are_living(found):
        raise ValidationError(
            _("A name is written in letters that most devices can show."), code="name_alphabet"
        )
    if not go_together(found):
        raise ValidationError(
            _(
                "A name is written in one alphabet, for letters of several can look alike:"
                " Latin and Cyrillic ones, for example."
            ),
            code="name_mixed",
        )


def _validate_marks(name: str) -> None:
    most, behind_letter = 0, False
    for marks, run in groupby(name, key=is_mark):
        signs = list(run)
        if not marks:
            ready_made = alphabet(signs[-1]) in WITH_READY_MADE_MARKS
            most = _MOST_LOOSE_MARKS if ready_made else _MOST_MARKS
            behind_letter = unicodedata.category(signs[-1])[0] in "LM"
        elif not behind_letter or len(signs) > most or pile_up(signs):
            raise ValidationError(
                _("A name has few accents and marks, each on a letter."), code="name_marks"
            )


def _cannot_be_seen(char: str) -> bool:
    if char == " ":
        return False
    if unicodedata.category(char) in _INVISIBLE_CATEGORIES:
        return True
    return any(first <= ord(char) <= last for first, last in _INVISIBLE)


def _is_allowed(char: str) -> bool:
    if char.isascii():
        return char not in _IN_ADDRESSES
    category = unicodedata.category(char)
    return category in _LETTERS_AND_DIGITS or category[0] == "P" or char == _HAN_ZERO
