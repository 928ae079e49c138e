"""The cache in Redis, without which pages go on."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
T = TypeVar("T")

REST = 10.0  # seconds until a server that is away is asked again


class ForgivingRedisCache(RedisCache):
    """While Redis is away nothing is found in it, and what is put there counts as kept.

    So limits let everybody through rather than nobody. It is asked no more for a moment, as each
    try could take seconds.
    """

    _away_until: ClassVar[float] = 0

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return self._unless_away(True, super().add, *args, **kwargs)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._unless_away(default, super().get, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._unless_away(None, super().set, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return self._unless_away(False, super().delete, *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return self._unless_away({}, super().get_many, *args, **kwargs)

    def _unless_away(self, otherwise: T, act: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        if time.monotonic() < ForgivingRedisCache._away_until:
            return otherwise
        try:
            return act(*args, **kwargs)
        except (RedisError, OSError) as error:
            ForgivingRedisCache._away_until = time.monotonic() + REST
            logger.warning("The cache is away, so limits let everybody through: %s", error)
            return otherwise
