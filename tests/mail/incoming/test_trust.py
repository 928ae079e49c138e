"""Whom the own mail server vouches for: its results alone, for the domain of the sender alone."""

from __future__ import annotations

import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.mail.incoming.authentication_results import results_of
from games.mail.incoming.trust import is_vouched_for

ANA = "ana@example.org"
DMARC = "mx.drako.example; dmarc=pass header.from=example.org"


@pytest.fixture(autouse=True)
def checked_by_our_server(settings: Any) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.drako.example"


def ours(text: str, address: str = ANA) -> bool:
    return is_vouched_for([f"mx.drako.example; {text}"], address)


def test_where_nobody_checks_everybody_is_taken_at_their_word(settings: Any) -> None:
    settings.MAIL_AUTHSERV_ID = ""
    assert is_vouched_for([], ANA)
    assert is_vouched_for(["mx.drako.example; dmarc=fail header.from=example.org"], ANA)


def test_without_results_nobody_is_vouched_for() -> None:
    assert not is_vouched_for([], ANA)


@pytest.mark.parametrize(
    "text",
    [
        "dmarc=pass header.from=example.org",
        "dmarc=pass (p=none dis=none) header.from=example.org",
        "DMARC=Pass HEADER.FROM=Example.ORG",
        "dmarc = pass header.from = example.org",
        'dmarc=pass reason="all is well; really" header.from=example.org',
        'dmarc=pass header.from="example.org"',
        "dmarc/1=pass header.from=example.org",
        "dmarc=pass header.from=example.org;",
        "dmarc=pass policy.published-domain-policy=none header.from=example.org",
        "dmarc=pass\r\n\theader.from=example.org",
        "dkim=pass header.d=example.org header.s=k1 header.b=Ab/c+d==",
        'dkim=pass header.d=example.org header.b="Ab/c=="',
        "dkim=pass header.i=@example.org header.s=k1 header.b=abc",
        "dkim=pass header.i=ana@example.org",
        "dkim=fail header.d=example.org; dkim=pass header.d=example.org",
        "dkim=pass header.d=list.example; dkim=pass header.d=example.org",
        "dkim=pass (2048-bit key; unprotected) header.d=example.org",
        "spf=pass smtp.mailfrom=ana@example.org",
        "spf=pass smtp.mailfrom=example.org smtp.helo=mail.elsewhere.example",
        "spf=pass (mx.drako.example: domain of ana@example.org designates 192.0.2.1 as permitted"
        " sender) smtp.mailfrom=ana@example.org; dkim=none",
        'spf=pass smtp.mailfrom="ana b"@example.org',
        "dmarc=none header.from=example.org; dkim=pass header.d=example.org",
        "x-tls=pass smtp.version=TLSv1.3 smtp.bits=256/256; spf=pass smtp.mailfrom=example.org",
        "what=; spf=pass smtp.mailfrom=example.org",
        "spf=pass (a (nested \\) one)) smtp.mailfrom=example.org",
        'spf=pass (it is "so) smtp.mailfrom=example.org',
    ],
)
def test_what_vouches_for_a_sender(text: str) -> None:
    assert ours(text)


@pytest.mark.parametrize(
    "text",
    [
        "none",
        "",
        "dmarc=none header.from=example.org",
        "dmarc=bestguesspass header.from=example.org",
        "dmarc=pass",
        "dmarc=pass header.from=elsewhere.example",
        "dmarc=pass header.from=sub.example.org",
        "dmarc=pass header.from=notexample.org",
        "dmarc=pass (header.from=example.org)",
        'dmarc=pass reason="header.from=example.org"',
        "dmarc=passed header.from=example.org",
        "dkim=pass",
        "dkim=neutral header.d=example.org",
        "dkim=pass header.d=list.example",
        "dkim=pass header.d=example.org.evil.example",
        "dkim=pass header.d=evil.example header.i=@example.org",
        "dkim=pass header.d=sub.example.org",
        "dkim=pass header.d=org",
        "dkim=pass header.d=evil.example header.d=example.org",
        "dkim=pass header.s=example.org",
        "dkim-adsp=pass header.from=example.org",
        "spf=softfail smtp.mailfrom=ana@example.org",
        "spf=pass smtp.mailfrom=ana@elsewhere.example",
        "spf=pass smtp.helo=example.org",
        "spf=pass smtp.mailfrom=example.org@elsewhere.example",
        'spf=pass smtp.mailfrom="x; dkim=pass header.d=example.org"@evil.example',
        "spf=pass (x; dkim=pass header.d=example.org) smtp.mailfrom=evil.example",
        "spf=fail (unclosed; dkim=pass header.d=example.org",
        'spf=fail reason="unclosed; dkim=pass header.d=example.org',
        "spf=fail closed) dkim=pass; dkim=pass header.d=example.org",
        "iprev=pass policy.iprev=192.0.2.1",
        "auth=pass smtp.auth=ana@example.org",
        "dmarc=fail header.from=example.org; dkim=pass header.d=example.org",
        "spf=pass smtp.mailfrom=example.org; dmarc=fail (p=none) header.from=example.org",
        "dmarc=pass header.from=example.org; dmarc=fail header.from=example.org",
    ],
)
def test_what_does_not_vouch_for_a_sender(text: str) -> None:
    assert not ours(text)


@pytest.mark.parametrize(
    ("signer", "address", "vouched"),
    [
        ("example.org", "ana@mail.example.org", True),
        ("example.co.uk", "ana@mail.example.co.uk", True),
        ("co.uk", "ana@example.co.uk", False),
        ("uk", "ana@example.co.uk", False),
        ("com", "ana@example.com", False),
        ("github.io", "ana@somebody.github.io", False),
        ("xample.org", "ana@example.org", False),
        ("münchen.example", "ana@xn--mnchen-3ya.example", True),
        ("xn--mnchen-3ya.example", "ana@münchen.example", True),
        ("example.org.", "ana@example.org", True),
    ],
)
@pytest.mark.parametrize("how", ["dkim=pass header.d=", "spf=pass smtp.mailfrom=bounce@"])
def test_a_domain_speaks_for_those_below_it_if_it_is_nobody_elses(
    how: str, signer: str, address: str, vouched: bool
) -> None:
    assert ours(f"{how}{signer}", address) is vouched


@pytest.mark.parametrize(
    "start",
    ["mx.drako.example", "MX.Drako.Example", '"mx.drako.example"', "mx.drako.example 1"]
    + ["(ours) mx.drako.example (indeed)", "\r\n mx.drako.example"],
)
def test_our_server_is_known_by_its_name(start: str) -> None:
    assert is_vouched_for([f"{start}; dmarc=pass header.from=example.org"], ANA)


@pytest.mark.parametrize(
    "start",
    ["mx.evil.example", "drako.example", "mx.drako.example.evil.example", "mx.drako.example 2"]
    + ["mx.drako.example or not", "xmx.drako.example", "(mx.drako.example) mx.evil.example", ""],
)
def test_others_are_not_believed(start: str) -> None:
    assert not is_vouched_for([f"{start}; dmarc=pass header.from=example.org"], ANA)


def test_a_server_may_be_named_with_its_port(settings: Any) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.drako.example:25"
    assert is_vouched_for(["mx.drako.example:25; spf=pass smtp.mailfrom=example.org"], ANA)


def test_results_without_a_name_are_nobodys() -> None:
    text = "spf=pass smtp.mailfrom=example.org; dmarc=pass action=none header.from=example.org"
    assert not is_vouched_for([text], ANA)


@pytest.mark.parametrize(
    "latest",
    [
        "mx.drako.example; dmarc=none header.from=example.org",
        "mx.drako.example; none",
        "mx.drako.example 2; none",
        "mx.drako.example; spf=fail (unclosed",
        'mx.drako.example; spf=fail smtp.mailfrom="unclosed',
        "mx.drako.example; spf=none" + " " * 20_000,
    ],
)
def test_below_the_latest_of_our_server_a_sender_may_have_written_what_they_like(
    latest: str,
) -> None:
    assert is_vouched_for([DMARC], ANA)
    assert not is_vouched_for([latest, DMARC], ANA)


def test_what_others_added_on_the_way_to_us_hides_nothing() -> None:
    assert is_vouched_for(["spam.drako.example; dmarc=fail", "(odd", DMARC], ANA)


@pytest.mark.parametrize("address", ["", "ana", "ana@", "@", "ana@.", "ana@a..b", "@" + "x" * 99])
def test_what_is_no_address_is_vouched_for_by_nobody(address: str) -> None:
    texts = ["dmarc=pass header.from=", "spf=pass smtp.mailfrom=", "dkim=pass header.d=."]
    assert not any(ours(text, address) for text in texts)


@pytest.mark.parametrize("address", ["ana@stra\u00dfe.example", "ana@xn--strae-oqa.example"])
def test_domains_beyond_ascii_are_those_of_the_dns_of_today(address: str) -> None:
    for named in ("stra\u00dfe.example", "xn--strae-oqa.example", "STRA\u1e9eE.example"):
        assert ours(f"dmarc=pass header.from={named}", address), named
    for other in ("strasse.example", "strase.example"):
        for text in (f"dmarc=pass header.from={other}", f"dkim=pass header.d={other}"):
            assert not ours(text, address)
    assert not ours("dmarc=pass header.from=stra\u00dfe.example", "ana@strasse.example")
    assert ours("dmarc=pass header.from=b\u00fccher.example", "ana@B\u00dcCHER.example")


@pytest.mark.parametrize(
    "domain", ["a..b", "\u00fc." * 200, "\u00fc..b", "\u00ad" * 300, "\u2024", "-\u00fc-"]
)
def test_what_is_no_domain_is_vouched_for_by_nobody(domain: str) -> None:
    assert not ours(f"dmarc=pass header.from={domain}", f"ana@{domain}")


def test_results_are_read_with_their_properties() -> None:
    header = (
        "mx.drako.example;\r\n\tdkim=pass header.i=@Example.org header.s=k1;\r\n"
        '\tspf=fail (why) reason="a \\"b\\"" smtp.mailfrom=x@y.example'
    )
    dkim, spf = results_of("mx.drako.example", [header])
    assert (dkim.method, dkim.result) == ("dkim", "pass")
    assert dkim.properties == {"header.i": "@example.org", "header.s": "k1"}
    assert (spf.method, spf.result) == ("spf", "fail")
    assert spf.properties == {"reason": 'a "b"', "smtp.mailfrom": "x@y.example"}


SIGNS = st.text(st.sampled_from(string.printable + "é\udc80\0"), max_size=60)
PIECES = st.sampled_from(
    ["mx.drako.example", ";", " dkim=pass", " header.d=", "evil.example", "(", ")", '"', "\\", "@"]
)


@given(st.lists(st.lists(SIGNS | PIECES, max_size=12).map("".join), max_size=3), SIGNS)
def test_whatever_comes_nothing_is_raised(headers: list[str], address: str) -> None:
    assert is_vouched_for(headers, address) in (True, False)


@given(st.lists(st.sampled_from(string.printable), max_size=40).map("".join))
def test_no_text_in_quotes_or_a_comment_vouches_for_anybody(text: str) -> None:
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    within = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    head = f'mx.drako.example; spf=pass ({within}) smtp.mailfrom="{quoted}"@evil.example'
    assert not is_vouched_for([head], ANA)
