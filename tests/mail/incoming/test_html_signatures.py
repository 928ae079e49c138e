"""HTML of a mail: signatures and what is struck out go, by the elements of many programs."""

from __future__ import annotations

import pytest

from games.mail.incoming.html_text import text_of
from games.mail.incoming.quoting import written

QUOTE = "<blockquote type='cite'>keep a1</blockquote>"


@pytest.mark.parametrize(
    "element",
    [
        'div dir="ltr" class="gmail_signature"',
        'span class="gmail_signature_prefix"',
        'div id="Signature"',
        'div id="x_Signature"',
        'div id="ms-outlook-mobile-signature"',
        'div id="AppleMailSignature"',
        'div class="moz-signature"',
        'pre class="moz-signature" cols="72"',
        'div class="ydp1a2b3csignature"',
        'div id="ymail_android_signature"',
        'div class="protonmail_signature_block protonmail_signature_block-user"',
        'div id="composer_signature" dir="auto"',
        'div class="k9mail-signature"',
        'div name="messageSignatureSection"',
        'div id="_rc_sig"',
        'div id="bloop_sign_1772445600"',
        'div id="CanarySig"',
        'div data-zbluepencil-ignore="true" id="Zm-_Id_-Sgn"',
        'span class="-x-evo-signature"',
    ],
)
class TestSignature:
    """One element of a page."""

    def test_it_goes_and_what_stands_around_it_stays(self, element: str) -> None:
        tag = element.split()[0]
        page = f"<p>draw</p><{element}>pass<br><b>Bo</b></{tag}>keep b3{QUOTE}<p>ready</p>"
        assert written(text_of(page)).split("\n") == ["draw", "", "keep b3", "ready"]

    def test_it_stays_if_it_is_asked_for(self, element: str) -> None:
        page = f"<{element}>pass</{element.split()[0]}>{QUOTE}"
        assert written(text_of(page, signatures=True)) == "pass"


def test_a_quote_within_a_signature_is_a_quote() -> None:
    page = f"draw<div id='Signature'>Bo{QUOTE}<div id='appendonsend'></div></div><p>keep c1</p>"
    assert text_of(page).split("\n") == ["draw", "> keep a1", "> keep c1", ">"]


def test_a_page_is_no_signature() -> None:
    assert text_of("<body class='with-signature'><p>draw</p>pass</body>") == "draw\n\npass"


@pytest.mark.parametrize(
    "struck",
    [
        "<s>draw</s>",
        "<strike>draw</strike>",
        "<del>draw</del>",
        "<span style='text-decoration:line-through'>draw</span>",
        "<span style='color: red; text-decoration-line: underline line-through'>draw</span>",
        "<s><b>dr</b>aw</s>",
    ],
)
def test_what_is_struck_out_was_not_written(struck: str) -> None:
    assert text_of(f"{struck} take a4").strip() == "take a4"


@pytest.mark.parametrize(
    "kept",
    [
        "<span>draw</span>",
        "<small>draw</small>",
        "<strong>draw</strong>",
        "<u>draw</u>",
        "<span style='text-decoration: underline; font: line-through'>draw</span>",
    ],
)
def test_what_only_looks_like_that_was(kept: str) -> None:
    assert text_of(f"{kept} take a4") == "draw take a4"
