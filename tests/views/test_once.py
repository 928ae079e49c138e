from __future__ import annotations

from itertools import count

import pytest
from django.contrib.sessions.models import Session
from django.db import IntegrityError

from accounts.models import User
from accounts.services import make_guest
from games.views.once import NOTE_KEPT, Made, form_number, make_once
from tests.builders import NOW, make_user

pytestmark = pytest.mark.django_db
NUMBER = "n" * 22


def test_what_was_made_is_told_again_instead_of_made_again() -> None:
    made = count(1)

    def make() -> Made:
        return Made(person=next(made), address="/there/")

    first = make_once(NUMBER, asked="a", now=NOW, make=make)
    assert make_once(NUMBER, asked="a", now=NOW, make=make) == first == Made(1, "/there/")


def test_another_asks_for_something_else() -> None:
    made = count(1)

    def make() -> Made:
        return Made(person=next(made), address="/")

    make_once(NUMBER, asked="a", now=NOW, make=make)
    assert make_once(NUMBER, asked="b", now=NOW, make=make).person == 2


def test_a_failure_leaves_neither_note_nor_what_was_begun() -> None:
    def fail() -> Made:
        make_guest(NOW)
        raise LookupError

    with pytest.raises(LookupError):
        make_once(NUMBER, asked="a", now=NOW, make=fail)
    assert not User.objects.exists()
    assert not Session.objects.exists()


def test_a_clash_that_is_not_the_form_s_is_passed_on() -> None:
    make_user("Ana")

    def clash() -> Made:
        make_user("Ana", email="other@example.org")
        raise AssertionError

    with pytest.raises(IntegrityError):
        make_once(NUMBER, asked="a", now=NOW, make=clash)


def test_a_note_ends_with_its_time() -> None:
    made = count(1)

    def make() -> Made:
        return Made(person=next(made), address="/")

    make_once(NUMBER, asked="a", now=NOW, make=make)
    later = NOW + NOTE_KEPT + NOTE_KEPT
    assert make_once(NUMBER, asked="a", now=later, make=make).person == 2


def test_numbers_are_of_the_length_that_counts_and_never_the_same() -> None:
    numbers = {form_number() for _form in range(100)}
    assert len(numbers) == 100
    assert {len(number) for number in numbers} == {22}
