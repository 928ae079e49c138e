"""What every request goes through: times in the reader's zone, the door for the suspended."""

from __future__ import annotations

from .readers_zone import local_time as local_time
from .suspended import keep_out_suspended as keep_out_suspended
