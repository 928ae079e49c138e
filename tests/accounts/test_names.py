from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.models.names import is_guest_name, name_key, normal_name, validate_name


@pytest.mark.parametrize(
    "name", ["Al", "Anna Maria", "Þórr", "李雷", "24 letters " + "x" * 13, "7" * 2]
)
def test_a_name_is_2_to_24_characters_that_can_be_seen(name: str) -> None:
    validate_name(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("A", "name_too_short"),
        (" A ", "name_too_short"),
        ("", "name_too_short"),
        ("x" * 25, "name_too_long"),
        ("\ufdfa\ufdfa", "name_too_long"),
        ("An\tna", "name_invisible"),
        ("An\nna", "name_invisible"),
        ("An\x00na", "name_invisible"),
        ("An\u200bna", "name_invisible"),
        ("\u202eanna", "name_invisible"),
        ("An\u00adna", "name_invisible"),
        ("An\u2028na", "name_invisible"),
        ("An\ue000na", "name_invisible"),
        ("An\u3164na", "name_invisible"),
        ("An\uffa0na", "name_invisible"),
        ("An\u2800na", "name_invisible"),
        ("An\ufe0fna", "name_invisible"),
        ("An\u034fna", "name_invisible"),
        ("An\U000e0100na", "name_invisible"),
        ("An\u1680na", "name_invisible"),
        ("anna@example.org", "name_like_mail"),
        ("anna\uff20home", "name_like_mail"),
        ("...", "name_without_letter"),
        ("=?utf-8?q?=0A?=", "name_like_encoded"),
        ("a \uff1d\uff1f b", "name_like_encoded"),
        ("\u2066anna", "name_invisible"),  # what turns the direction
        ("an\u2067na", "name_invisible"),
        ("an\u061cna", "name_invisible"),
        ("an\u200fna", "name_invisible"),
        ("an\u200dna", "name_invisible"),
        ("1\ufe0f\u20e3a", "name_invisible"),
        ("a/b", "name_sign"),
        ("a\\b", "name_sign"),
        ("a\uff0fb", "name_sign"),
        ("Ann\u2713", "name_sign"),
        ("\u2605Ann", "name_sign"),
        ("Ann\U0001f600", "name_sign"),
        ("\ufdfdan", "name_sign"),
        ("1\u20e3a", "name_sign"),
        ("a\u0301\u0300\u0302b", "name_marks"),
        ("Z\u0338\u0337a", "name_marks"),
        ("\u0e01\u0e49\u0e49\u0e49\u0e49", "name_marks"),
        ("\u0e01\u0e48\u0e49", "name_marks"),  # two tones, two vowels, a vowel too many
        ("\u0e81\u0ec8\u0ec9", "name_marks"),
        ("\u0e01\u0e34\u0e34", "name_marks"),
        ("\u0e01\u0e34\u0e35\u0e48", "name_marks"),
        ("\u0645\u064b\u064b\u064b\u064b", "name_marks"),
        ("\u0301ab", "name_marks"),
        ("a \u0338b", "name_marks"),
        ("1\u0301a", "name_marks"),
        ("\u0410nna", "name_mixed"),  # Cyrillic and Latin
        ("Ann\u0430", "name_mixed"),
        ("\u03a0aul", "name_mixed"),  # Greek and Latin
        ("\u0391\u0434\u0430", "name_mixed"),  # Greek and Cyrillic
        ("\u0410 B", "name_mixed"),
        ("\u0915an", "name_mixed"),
        ("\u0663a", "name_mixed"),  # a digit of Arabic
        ("\u304b\uae40", "name_mixed"),  # Japanese and Korean
        ("\u0645a", "name_mixed"),
        ("\U00012031\U00012031", "name_alphabet"),  # wide, and centuries out of use
        ("\u16a0\u16a2\u16a6", "name_alphabet"),
    ],
)
def test_other_names_are_refused(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_name(name)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Anna   Maria ", "Anna Maria"),
        ("Ｂｏ", "Bo"),
        ("e\u0301va", "éva"),
        ("Bo\u00a0Li", "Bo Li"),
    ],
)
def test_a_name_is_kept_in_its_normal_form(typed: str, kept: str) -> None:
    assert normal_name(typed) == kept


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "ANNA"), ("Éva", "éVA"), ("Straße", "STRASSE"), ("Ｂｏ", "bo")]
)
def test_names_are_the_same_in_any_case_and_form(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_names_of_guests_are_known_in_any_case() -> None:
    assert is_guest_name("gUEST-7K2M")
    assert not is_guest_name("Guesthouse")


@pytest.mark.django_db
@pytest.mark.parametrize(("one", "other"), [("Anna", "ANNA"), ("Éva", "ÉVA"), ("Bo", "Ｂｏ")])
def test_the_database_keeps_a_name_for_one_person(one: str, other: str) -> None:
    User.objects.create_user(one)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(other)


@pytest.mark.django_db
def test_what_a_name_is_found_by_follows_it() -> None:
    user = User.objects.create_user("Anna")
    user.name = "Berta"
    user.save()
    assert User.objects.get_by_natural_key("BERTA") == user
