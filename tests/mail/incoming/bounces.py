"""Reports that a mail could not be delivered, as mail servers of several makes write them."""

from __future__ import annotations

from collections.abc import Callable

OUR_MAIL = """\
From: Drako <drako@drako.example>
To: {gone}
Subject: Your turn
Message-ID: <turn-1@drako.example>
Auto-Submitted: auto-generated

draw
"""
UNKNOWN = "550 5.1.1 <{gone}>: Recipient address rejected: User unknown in virtual mailbox table"


def dsn(
    to: str,
    gone: str,
    answer: str = UNKNOWN,
    *,
    status: str = "5.1.1",
    action: str = "failed",
    original: str = "",
    more: str = "",
) -> bytes:
    """A report of Postfix about one recipient, to the address that the mail came from."""
    fields = f"Final-Recipient: rfc822; {gone}\n"
    if original:
        fields += f"Original-Recipient: rfc822;{original}\n"
    fields += f"Action: {action}\nStatus: {status}\nRemote-MTA: dns; mx.example.org\n"
    fields += f"Diagnostic-Code: smtp; {answer.format(gone=gone)}\n{more}"
    return report(to, f"Reporting-MTA: dns; mail.drako.example\n\n{fields}", gone)


def report(to: str, fields: str, gone: str = "", *, kind: str = "message/delivery-status") -> bytes:
    """A report with these fields; the blocks of recipients stand apart by an empty line."""
    return f"""\
Return-Path: <>
From: MAILER-DAEMON@mail.drako.example (Mail Delivery System)
To: {to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Message-ID: <20260301.4F1@mail.drako.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="4F1/mail"

This is a MIME-encapsulated message.

--4F1/mail
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

Your message could not be delivered. It is attached below.

--4F1/mail
Content-Description: Delivery report
Content-Type: {kind}

{fields}
--4F1/mail
Content-Description: Undelivered Message
Content-Type: message/rfc822

{OUR_MAIL.format(gone=gone)}
--4F1/mail--
""".encode()


def of_exim(to: str, gone: str) -> bytes:
    """One in plain words with its own header, without the fields of RFC 3464."""
    return f"""\
Return-path: <>
X-Failed-Recipients: {gone}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mail.drako.example>
To: {to}
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1x2y3-0001Ab-Cd@mail.drako.example>

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  {gone}
    host mx.example.org [192.0.2.1]
    SMTP error from remote mail server after RCPT TO:<{gone}>:
    550 5.1.1 <{gone}>: User unknown

------ This is a copy of the message, including all the headers. ------

{OUR_MAIL.format(gone=gone)}""".encode()


def of_qmail(to: str, gone: str) -> bytes:
    """One as that server writes it: words alone."""
    return f"""\
Return-Path: <>
From: MAILER-DAEMON@mail.drako.example
To: {to}
Subject: failure notice

Hi. This is the qmail-send program at mail.drako.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<{gone}>:
192.0.2.1 does not like recipient.
Remote host said: 550 5.1.1 User unknown
Giving up on 192.0.2.1.

--- Below this line is a copy of the message.

{OUR_MAIL.format(gone=gone)}""".encode()


def of_qmail_itself(to: str, gone: str) -> bytes:
    """One about an address at that server."""
    text = of_qmail(to, gone).decode()
    start, _, rest = text.partition("192.0.2.1 does not like")
    _, _, end = rest.partition("Giving up on 192.0.2.1.\n")
    return f"{start}Sorry, no mailbox here by that name. (#5.1.1)\n{end}".encode()


def of_gmail(to: str, gone: str) -> bytes:
    """An answer of several lines, each with its code; two texts before the report."""
    answer = f"""550-5.1.1 The email account that you tried to reach does not exist. Please try
 550-5.1.1 double-checking the recipient's email address for typos or
 550-5.1.1 unnecessary spaces. For more information, go to
 550 5.1.1 https://support.mailer.example/?p=NoSuchUser {gone.partition("@")[0]}1si12 - gsmtp"""
    return f"""\
Return-Path: <>
To: {to}
Auto-Submitted: auto-replied
From: Mail Delivery Subsystem <mailer-daemon@mailer.example>
Subject: Delivery Status Notification (Failure)
References: <turn-1@drako.example>
In-Reply-To: <turn-1@drako.example>
X-Failed-Recipients: {gone}
Message-ID: <65e1.170a.5@mailer.example>
Content-Type: multipart/report; boundary="00000000000f"; report-type=delivery-status

--00000000000f
Content-Type: multipart/related; boundary="000000000012"

--000000000012
Content-Type: multipart/alternative; boundary="000000000013"

--000000000013
Content-Type: text/plain; charset="UTF-8"

** Address not found **

Your message was not delivered to {gone}.

--000000000013
Content-Type: text/html; charset="UTF-8"

<p>Address not found</p>
--000000000013--
--000000000012--
--00000000000f
Content-Type: message/delivery-status

Reporting-MTA: dns; mailer.example
Received-From-MTA: dns; drako@drako.example
Arrival-Date: Sun, 01 Mar 2026 00:00:00 -0800 (PST)
X-Original-Message-ID: <turn-1@drako.example>

Final-Recipient: rfc822; {gone}
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.example.org. (192.0.2.1, the server for the domain.)
Diagnostic-Code: smtp; {answer}
Last-Attempt-Date: Sun, 01 Mar 2026 00:00:01 -0800 (PST)


--00000000000f
Content-Type: message/rfc822

{OUR_MAIL.format(gone=gone)}
--00000000000f--
""".encode()


def of_exchange(to: str, gone: str) -> bytes:
    """Lines end as they do on Windows; the address in large letters, the report in two codes."""
    text = dsn(
        to,
        gone.upper(),
        "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
        status="5.1.10",
        original=gone,
        more="X-Display-Name: Somebody\n",
    )
    return text.replace(b"\n", b"\r\n")


def of_exim_by_rfc(to: str, gone: str) -> bytes:
    """Exim's with fields: it does not look into the answer for the status."""
    answer = f"550 5.1.1 <{gone}>: Recipient address rejected: User unknown"
    return dsn(to, gone, answer, status="5.0.0")


MAKES: dict[str, Callable[[str, str], bytes]] = {
    "postfix": dsn,
    "exim": of_exim,
    "exim by rfc": of_exim_by_rfc,
    "exchange": of_exchange,
    "gmail": of_gmail,
    "qmail": of_qmail,
    "qmail itself": of_qmail_itself,
}
"""What writes them, by make."""
