"""A message broker made of files, so that Celery runs where no broker server is installed.

Any number of processes of one machine may publish and consume. A message is seen whole or not at
all, is given to one consumer, and stays until that consumer acknowledges it.
"""

from __future__ import annotations

from .transport import Transport

__all__ = ["Transport"]
