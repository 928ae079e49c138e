"""Several senders at once, and senders that are killed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from games.mail.message_ids import message_id
from games.mail.sender import drain
from tests.builders import make_user
from tests.fixtures.mail_server import STALL, MailServer
from tests.fixtures.site import site_environment
from tests.mail.post_office import notice, person, send, state
from tests.processes import Started, eventually, python, started
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db(transaction=True)
SEND = "import django; django.setup(); from games.tasks import send_mail; send_mail()"
AFTER_THE_LEASE = timedelta(minutes=6)


@pytest.mark.usefixtures("simple_kinds")
@pytest.mark.parametrize("senders", [2, 3])
def test_several_senders_send_each_notice_once_and_split_nobodys(
    mail_server: MailServer, senders: int
) -> None:
    people = [person() for _ in range(12)]
    keys = {notice(user).key for user in people * 3}
    runs = side_by_side([send] * senders)
    assert sum(run.mails for run in runs) == len(people)
    told = Counter(
        key for mail in mail_server.mails for key in str(mail.message.get_content()).split()
    )
    assert told == Counter(keys)
    assert Counter(mail.to[0] for mail in mail_server.mails) == Counter(
        user.email for user in people
    )
    assert not Notice.objects.exclude(state="sent").exists()


@contextmanager
def sending(mail_server: MailServer, log: Path) -> Iterator[Started]:
    """A process that sends what is due, once."""
    environment = site_environment() | {"EMAIL_URL": f"smtp://127.0.0.1:{mail_server.port}"}
    with started(python("-c", SEND), log=log, env=environment) as process:
        yield process


@pytest.fixture
def posted() -> Notice:
    """An account mail that waits."""
    user = make_user()
    return Notice.objects.create(
        user=user,
        key="account:1",
        kind="account",
        payload={"to": user.email, "about": "password_reset_key", "subject": "Hi", "text": "A"},
        created_at=timezone.now(),
        not_before=timezone.now(),
    )


def send_after_the_lease() -> None:
    drain(clock=lambda: timezone.now() + AFTER_THE_LEASE)


def test_a_process_sends_what_is_due(
    mail_server: MailServer, posted: Notice, tmp_path: Path
) -> None:
    with sending(mail_server, tmp_path / "log") as process:
        assert process.ends() == 0, process.output()
    assert [mail.name for mail in mail_server.mails] == [message_id(posted)]
    assert state(posted) == "sent"


@pytest.mark.parametrize("step", ["CONNECT", "MAIL", "DOT"])
def test_killed_before_the_server_has_the_mail_it_comes_once(
    mail_server: MailServer, posted: Notice, tmp_path: Path, step: str
) -> None:
    mail_server.fail(step, STALL)
    with sending(mail_server, tmp_path / "log") as process:
        eventually(lambda: step in mail_server.steps, what=f"{step} is reached")
        process.kill()
    assert state(posted) == "sending"
    mail_server.heal()
    drain()
    assert mail_server.mails == []
    send_after_the_lease()
    assert [mail.name for mail in mail_server.mails] == [message_id(posted)]
    assert state(posted) == "sent"


def test_killed_when_the_server_has_the_mail_it_comes_twice_with_one_name(
    mail_server: MailServer, posted: Notice, tmp_path: Path
) -> None:
    mail_server.fail("TAKEN", STALL)
    with sending(mail_server, tmp_path / "log") as process:
        eventually(lambda: mail_server.mails, what="the mail is taken")
        process.kill()
    # Meanwhile there is more to tell: that is another mail.
    second = Notice.objects.get(pk=posted.pk)
    second.pk, second.key, second.state = None, "account:2", Notice.State.WAITING
    second.claimed_at, second.message_id = None, ""
    second.save(force_insert=True)
    mail_server.heal()
    send_after_the_lease()
    names = Counter(mail.name for mail in mail_server.mails)
    assert names == {message_id(posted): 2, message_id(second): 1}
    assert not Notice.objects.exclude(state="sent").exists()
    assert User.objects.get().refused_address == ""
