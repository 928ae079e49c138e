"""What an answer to a mail of some subject is called, whatever program wrote that."""

from __future__ import annotations

import pytest

from games.mail.reply_marks import answering


@pytest.mark.parametrize(
    "subject",
    [
        "Re: Your turn",
        "RE: Your turn",
        "re:Your turn",
        "RE : Your turn",
        "Re[2]: Your turn",
        "Re(3): Your turn",
        "Re^2: Your turn",
        "AW: Your turn",
        "Antw: Your turn",
        "SV: Your turn",
        "VS: Your turn",
        "R: Your turn",
        "Rif: Your turn",
        "RES: Your turn",
        "Odp: Your turn",
        "YNT: Your turn",
        "TR: Your turn",
        "返信: Your turn",
        "回复：Your turn",
        "答复: Your turn",
        "Re: AW: Your turn",
        "Re: Fwd: Your turn",
    ],
)
def test_a_mark_of_an_answer_stays_the_only_one(subject: str) -> None:
    assert answering(subject) == subject


@pytest.mark.parametrize(
    "subject", ["Your turn", "Fwd: Your turn", "Regarding: a", "Ref 7", "Rest: x", "R", "Re"]
)
def test_all_else_gets_one(subject: str) -> None:
    assert answering(subject) == f"Re: {subject}"


@pytest.mark.parametrize("subject", ["", "Re:", "AW: ", "Re: Re:", "Re: AW:"])
def test_what_says_nothing_gives_none(subject: str) -> None:
    assert answering(subject) == ""
