"""Messages as they might come: those kept as files, made wrong by chance."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hypothesis import strategies as st

MESSAGES = sorted((Path(__file__).parent / "messages").glob("*.eml"))
AUTHOR = "bo@example.org"
"""Who wrote them, and"""
ADDRESS = b"play+r-2s-7-k3v7qf5m2xw4hd6zt8nb9cja@drako.example"
"""where they went."""

_PIECES = [
    b"\0",
    b"\xff\xfe",
    b"\r\n",
    b"\r\n\r\n",
    b"\n",
    b"\r",
    b"--",
    b"=?utf-8?b?",
    b"=?utf-16?q?=00?=",
    b"\r\nBcc: other@example.com",
    b"\r\nFrom: other@example.com",
    b"\r\nReply-To: other@example.com",
    b"\r\nAuto-Submitted: auto-replied",
    b"\r\nContent-Type: multipart/mixed; boundary=x",
    b"\r\nContent-Type: message/delivery-status",
    b"\r\nContent-Type: text/html; charset=utf-7",
    b"\r\nContent-Transfer-Encoding: base64",
    b"\r\nMessage-ID: <" + b"a" * 2000 + b">",
    b"\r\nMessage-ID: <a@b>\r\n\tX-Injected: yes",
    b"\r\n\r\nresign\r\n",
    b"draw, reveal c1\r\n",
    b"<" * 500,
    "\N{RIGHT-TO-LEFT OVERRIDE}\ud7ff".encode(),
]
_Change = Callable[[bytes], bytes]


@st.composite
def _changes(draw: st.DrawFn) -> _Change:
    """One thing that goes wrong, at a place given as a share of the whole."""
    what = draw(st.sampled_from(["insert", "delete", "repeat", "flip", "cut"]))
    share, length = draw(st.floats(0, 1)), draw(st.integers(1, 400))
    piece, byte = draw(st.sampled_from(_PIECES)), draw(st.integers(1, 255))

    def change(raw: bytes) -> bytes:
        at = int(share * len(raw))
        before, here, after = raw[:at], raw[at : at + length], raw[at + length :]
        match what:
            case "insert":
                return before + piece + here + after
            case "delete":
                return before + after
            case "repeat":
                return before + here + here + after
            case "flip":
                return before + bytes(sign ^ byte for sign in here[:4]) + here[4:] + after
        return before

    return change


@st.composite
def mutated(draw: st.DrawFn, *, most: int = 6) -> bytes:
    """One of the messages, or the head of one with the body of another, changed by chance."""
    raw = draw(st.sampled_from(MESSAGES)).read_bytes()
    if draw(st.integers(0, 9)) == 0:
        other = draw(st.sampled_from(MESSAGES)).read_bytes()
        raw = raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" + other.partition(b"\r\n\r\n")[2]
    for change in draw(st.lists(_changes(), max_size=most)):
        raw = change(raw)
    return raw
