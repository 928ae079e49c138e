"""What the author wrote is kept in its lines; what they quote, and what programs add, goes."""

from __future__ import annotations

import pytest

from games.mail.incoming.flowed import unflowed
from games.mail.incoming.quoting import written

QUOTED = "> You can write:\n> keep a1"
BARE = "You can write:\nkeep a1"


def test_lines_and_empty_lines_stay_as_they_are() -> None:
    text = "Hello,\n\ndraw\n\n\n  reveal c1\n\nBo"
    assert written(text) == text


@pytest.mark.parametrize(
    "head",
    [
        "On 2 Mar 2026, at 10:00, Drako <play@drako.example> wrote:",
        "On Mon, 2 Mar 2026 at 10:00, Drako\n<play@drako.example> wrote:",
        "On Mon, 2 Mar 2026 at 10:00, Drako <play+r-2s-7-k3v7qf5m2@drako.example>\nwrote:",
        "On Mon, 2 Mar 2026 at 10:00,\nDrako the game\n<play@drako.example>\nwrote:",
        "*On 2 Mar 2026, Drako wrote:*",
        "Am 02.03.26 um 10:00 schrieb Drako:",
        "Am Mo., 2. März 2026 um 10:00 Uhr schrieb Drako <\nplay@drako.example>:",
        "Drako schrieb am Montag, 2. März 2026, 10:00:",
        "Le lun. 2 mars 2026 à 10:00, Drako <play@drako.example> a écrit :",
        "Le lun. 2 mars 2026 à 10:00, Drako <play@drako.example> a\nécrit\u00a0:",
        "Il giorno lun 2 mar 2026 alle ore 10:00 Drako <play@drako.example>\nha scritto:",
        "In data 2 marzo 2026 10:00:00 Drako ha scritto:",
        "2026年3月2日(月) 10:00 Drako <play@drako.example>:",
        "2026/03/02 10:00、Drako <play@drako.example>のメール:",
        "El lun, 2 mar 2026 a las 10:00, Drako escribió:",
        "Op ma 2 mrt 2026 om 10:00 schreef Drako <play@drako.example>:",
        "Den mån 2 mars 2026 kl 10:00 skrev Drako <play@drako.example>:",
        "pon., 2 mar 2026 o 10:00 Drako <play@drako.example> napisał(a):",
        "2 марта 2026 г. 10:00, Drako написал:",
        "-----Original Message-----",
        "-----Ursprüngliche Nachricht-----",
        "----- Message d'origine -----",
        "-----Messaggio originale-----",
        "-------- Original message --------",
        "---------- Forwarded message ---------",
        "From: Drako\nSent: Monday, 2 March 2026 10:00\nTo: Bo\nSubject: Your turn",
        "*From:* Drako\n*Sent:* Monday, 2 March 2026 10:00\n*To:* Bo",
        "From: Drako\nDate: 2 March 2026\n\nSubject: Your turn",
        "Von: Drako\nGesendet: Montag, 2. März 2026 10:00\nAn: Bo\nBetreff: Your turn",
        "De : Drako\nEnvoyé : lundi 2 mars 2026 10:00\nÀ : Bo\nObjet : Your turn",
        "Da: Drako\nInviato: lunedì 2 marzo 2026 10:00\nA: Bo\nOggetto: Your turn",
        "差出人: Drako\n送信日時: 2026年3月2日 10:00\n宛先: Bo\n件名: Your turn",
        "差出人：Drako\n日時：2026年3月2日\n宛先：Bo",
        'From "Drako" <play@drako.example>\nTo "Bo" <bo@example.org>\nDate 02/03/2026 10:00:00',
        'Von "Drako" <play@drako.example>\nAn "Bo" <bo@example.org>\nDatum 02.03.2026 10:00',
        'De "Drako" <play@drako.example>\nÀ "Bo" <bo@example.org>\nDate 02/03/2026\nObjet Turn',
        "------ Original Message ------\nFrom Drako <play@drako.example>\nTo Bo\nSent 2 March 2026",
    ],
)
class TestUnderItsHead:
    """A quote in the way of many programs and languages."""

    def test_without_marks_all_goes(self, head: str) -> None:
        assert written(f"draw\nreveal c1\n\n{head}\n\n{BARE}\n") == "draw\nreveal c1"

    def test_right_below_the_answer_it_goes_too(self, head: str) -> None:
        assert written(f"draw\n{head}\n{BARE}\n") == "draw"

    def test_with_marks_what_stands_below_stays(self, head: str) -> None:
        assert written(f"{head}\n\n{QUOTED}\n\ndraw\n") == "draw"

    def test_with_marks_what_stands_around_stays(self, head: str) -> None:
        text = f"draw\n\n{head}\n{QUOTED}\nreveal c1\n{QUOTED}\n"
        assert written(text).split("\n") == ["draw", "", "reveal c1"]


def test_heads_that_the_library_alone_knows_end_the_text() -> None:
    head = "[Original Message processed by david]\nYour turn\n02.03.2026 10:00\nVon: Drako\nAn: Bo"
    assert written(f"draw\n\n{head}\n\n{BARE}\n") == "draw"


@pytest.mark.parametrize(
    "text",
    [
        "On second thoughts, as Cy wrote:\ndraw",
        "From: my heart\n\ndraw",
        "My orders:\ndraw\nkeep b3:",
        "To: Drako\ndraw",
        "--- draw ---\nkeep b3",
        "draw - then\n- keep b3\n-- please",
        "Take a4\nTak",
        "a: draw\nb: keep b3",
        "Thanks,\ndraw",
        "Best,\nkeep b3",
        "https://drako.example/g/abc/\ndraw",
        "I wrote at 10:00: draw\npass",
        "From Bo <bo@example.org>\ndraw",
        "From Bo <bo@example.org>\nTo Drako\ndraw",
        "From here\nTo there\nDate unknown\ndraw",
    ],
)
def test_what_only_looks_like_a_quote_is_kept(text: str) -> None:
    assert written(text) == text


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my iPhone",
        "Sent from Outlook for Android",
        "Get Outlook for iOS<https://aka.example/x>",
        "Von meinem iPhone gesendet",
        "Von meinem/meiner Galaxy gesendet",
        "Gesendet mit der GMX Mail App",
        "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "Envoyé de mon iPhone",
        "Envoyé à partir de Outlook pour Android",
        "Téléchargez Outlook pour Android",
        "Inviato da iPhone",
        "Scarica Outlook per Android",
        "iPhoneから送信",
        "Enviado desde mi iPhone",
        "Verzonden vanaf mijn iPhone",
        "*Sent from my phone*",
    ],
)
def test_what_a_phone_adds_goes(line: str) -> None:
    assert written(f"draw\n\n{line}\n\n{QUOTED}\n").strip() == "draw"


def test_a_signature_goes_up_to_what_is_quoted_below() -> None:
    assert written("draw\n-- \nBo\nkeep a1\n") == "draw"
    assert written(f"-- \nBo\n\n{QUOTED}\ndraw\n-- \nBo") == "draw"


def test_marks_may_be_doubled_indented_initials_or_wide() -> None:
    assert written(">> keep a1\n  > keep a1\nDR> keep a1\n\uff1e keep a1\ndraw") == "draw"


LONG = "> - After that: “pass”; or both at once, in one mail, like take a4,"


def test_what_a_program_broke_off_a_quoted_line_is_quoted_too() -> None:
    assert written(f"draw\n\n{LONG}\npass.\n> Your Kingdom").strip() == "draw"


def test_an_answer_right_below_what_it_answers_is_kept() -> None:
    assert written("> Draw?\ndraw\n> And then?\nkeep b3\n> Right.") == "draw\nkeep b3"
    assert written(f"{LONG}\n\ndraw\n\n> And then?\nkeep b3").split() == ["draw", "keep", "b3"]
    assert written(f"{LONG}\ndraw\n") == "draw"


def test_signs_that_nobody_sees_are_left_out() -> None:
    assert (
        written("\ufeffdr\u200baw\u00ad\0\u00a0\u2003keep\u202f\u3000b3\ud800") == "draw  keep  b3"
    )


def test_every_kind_of_line_end_ends_a_line() -> None:
    assert written("draw\r\nkeep b3\rpass\u2028ready\u0085board\vhelp") == (
        "draw\nkeep b3\npass\nready\nboard\nhelp"
    )


def test_flowed_lines_are_joined_within_their_depth() -> None:
    assert unflowed("claim \nfour-tribes\n> a \n> b\n>c \nd", delsp=False) == (
        "claim four-tribes\n> a b\n> c \nd"
    )
    assert unflowed("re \nveal c1", delsp=True) == "reveal c1"


def test_a_flowed_line_may_be_stuffed_and_a_signature_does_not_flow() -> None:
    assert unflowed(" >no quote\n  From\ndraw \n-- \nBo", delsp=False) == (
        ">no quote\n From\ndraw \n-- \nBo"
    )
