"""A process that dies at a statement for the database: at a moment that the test sets."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any


def die_at(statement: int) -> None:
    """Let this process be killed as it comes to the statement of that number from now on."""
    from django.db import connection

    left = statement

    def counted(execute: Callable[..., Any], *given: Any) -> Any:
        nonlocal left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(*given)

    connection.execute_wrappers.append(counted)
