"""The message folder as a kombu transport."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import virtual
from kombu.utils.json import dumps, loads

from .folder import MessageFolder

logger = logging.getLogger(__name__)


class QoS(virtual.QoS):
    """Forgets a message when its consumer has acknowledged it, not before."""

    channel: Channel

    def ack(self, delivery_tag: str) -> None:
        super().ack(delivery_tag)
        self.channel.folder.done(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        super().reject(delivery_tag, requeue=requeue)
        if not requeue:
            self.channel.folder.done(delivery_tag)


class Channel(virtual.Channel):
    """Publishes to the folder and consumes from it; a delivery tag is the claim of a message."""

    QoS = QoS
    supports_fanout = True
    connection: Transport

    def __init__(self, connection: Transport, **kwargs: Any) -> None:
        super().__init__(connection, **kwargs)
        self.folder = connection.folder
        self._unacknowledged: set[str] = set()

    def basic_consume(
        self,
        queue: str,
        no_ack: bool,
        callback: Callable[..., Any] | None,
        consumer_tag: str | None,
        **kwargs: Any,
    ) -> str:
        self.connection.recover_once()
        if no_ack:
            self._unacknowledged.add(queue)
        return super().basic_consume(queue, no_ack, callback, consumer_tag, **kwargs)

    def basic_get(self, queue: str, no_ack: bool = False, **kwargs: Any) -> virtual.Message | None:
        message = super().basic_get(queue, no_ack=no_ack, **kwargs)
        if message is not None and no_ack:
            self.folder.done(str(message.delivery_tag))
        return message

    def get_table(self, exchange: str) -> list[tuple[str, str, str]]:
        return self.folder.bindings(exchange)

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        taken = self.folder.take(queue)
        if taken is None:
            raise Empty
        claim, text = taken
        try:
            payload: dict[str, Any] = loads(text)
            payload["properties"]["delivery_tag"] = claim
        except (ValueError, KeyError, TypeError):
            # A power cut can leave a file without its content.
            logger.exception("Unreadable message in queue %s thrown away", queue)
            self.folder.done(claim)
            raise Empty from None
        if queue in self._unacknowledged:
            self.folder.done(claim)
        return payload

    def _put(self, queue: str, message: dict[str, Any], **kwargs: Any) -> None:
        self.folder.put(queue, dumps(message))

    def _put_fanout(
        self, exchange: str, message: dict[str, Any], routing_key: str, **kwargs: Any
    ) -> None:
        for _, _, queue in self.get_table(exchange):
            self._put(queue, message)

    def _size(self, queue: str) -> int:
        return self.folder.size(queue)

    def _purge(self, queue: str) -> int:
        return self.folder.purge(queue)

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        if self.typeof(exchange).type == "fanout":
            # An announcement, such as "shut down", is for those who listened when it was made.
            self._purge(queue)
        self.folder.bind(exchange, (routing_key or "", pattern or "", queue))

    def _delete(
        self,
        queue: str,
        exchange: str = "",
        routing_key: str = "",
        pattern: str = "",
        *args: Any,
        **kwargs: Any,
    ) -> None:
        self.folder.unbind(exchange, (routing_key or "", pattern or "", queue))
        self.folder.drop(queue)

    def _restore(self, message: virtual.Message) -> None:
        self.folder.give_back(str(message.delivery_tag))


class Transport(virtual.Transport):
    """Needs the transport option `folder`; looks for messages 20 times a second."""

    Channel = Channel
    driver_type = driver_name = "embedded"
    polling_interval = 0.05
    implements = virtual.Transport.implements.extend(
        exchange_type=frozenset(["direct", "topic", "fanout"])
    )

    def __init__(self, client: Any, **kwargs: Any) -> None:
        super().__init__(client, **kwargs)
        self.folder = MessageFolder(Path(client.transport_options["folder"]))
        self._recovered = False

    def recover_once(self) -> None:
        """Put back what dead consumers held, when this connection first consumes."""
        if not self._recovered:
            self._recovered = True
            count = self.folder.recover()
            if count:
                logger.info("%d messages of ended workers put back", count)

    def close_connection(self, connection: Any) -> None:
        super().close_connection(connection)
        self.folder.close()

    def driver_version(self) -> str:
        return "1"
