"""The rows of blocks: who is kept apart from whom."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts import blocks
from accounts.models import Block, User
from accounts.services import make_guest
from tests.accounts.conftest import NOW
from tests.builders import make_user

pytestmark = pytest.mark.django_db


def test_a_block_keeps_both_apart_and_nobody_else(ana: User) -> None:
    bo, cy = make_user("Bo"), make_user("Cy")
    assert blocks.block(by=ana, person_id=bo.pk, now=NOW)
    assert blocks.are_apart(ana.pk, [bo.pk])
    assert blocks.are_apart(bo.pk, [cy.pk, ana.pk])
    assert not blocks.are_apart(cy.pk, [ana.pk, bo.pk])
    assert (blocks.has_blocked(ana.pk, bo.pk), blocks.has_blocked(bo.pk, ana.pk)) == (True, False)


def test_the_second_time_changes_nothing(ana: User) -> None:
    bo = make_user("Bo")
    blocks.block(by=ana, person_id=bo.pk, now=NOW)
    assert not blocks.block(by=ana, person_id=bo.pk, now=NOW + timedelta(days=1))
    assert Block.objects.get().at == NOW


@pytest.mark.parametrize("code", ["block-yourself", "block-nobody"])
def test_refusals(ana: User, code: str) -> None:
    person_id = ana.pk if code == "block-yourself" else 10**9
    with pytest.raises(blocks.BlockRefusedError) as refused:
        blocks.block(by=ana, person_id=person_id, now=NOW)
    assert refused.value.code == code


def test_a_list_that_is_full_takes_nobody_but_those_on_it(
    ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "MOST", 1)
    bo = make_user("Bo")
    blocks.block(by=ana, person_id=bo.pk, now=NOW)
    assert not blocks.block(by=ana, person_id=bo.pk, now=NOW)
    with pytest.raises(blocks.BlockRefusedError, match="block-too-many"):
        blocks.block(by=ana, person_id=make_user().pk, now=NOW)


def test_guests_block_and_are_blocked(ana: User) -> None:
    guest = make_guest(NOW)
    assert blocks.block(by=guest, person_id=ana.pk, now=NOW)
    assert blocks.block(by=ana, person_id=guest.pk, now=NOW)


def test_blocks_go_with_either_person(ana: User) -> None:
    bo = make_user("Bo")
    blocks.block(by=ana, person_id=bo.pk, now=NOW)
    blocks.block(by=bo, person_id=ana.pk, now=NOW)
    bo.delete()
    assert Block.objects.count() == 0
    assert list(blocks.apart_from(ana.pk)) == []


def test_the_list_has_the_latest_first(ana: User) -> None:
    people = [make_user() for _ in range(3)]
    for number, person in enumerate(people):
        blocks.block(by=ana, person_id=person.pk, now=NOW + timedelta(minutes=number))
    assert [block.blocked for block in blocks.blocked_by(ana)] == people[::-1]
