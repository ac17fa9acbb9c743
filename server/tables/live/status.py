"""What pages are told of how a live table stands between two calls."""

from __future__ import annotations

from dataclasses import asdict

from rules.core.errors import ArbitableError
from server.tables.channel import Channel
from server.tables.faults import OWN_FAULT, Faults
from server.tables.live.camera import TableCamera
from server.views.now.status import camera_failed, camera_status, gate_status, offer_status
from vision.reading import Refusal
from vision.sources.frame import Ended, Silent


class StatusTeller:
    """Tells the pages of one table how it stands: gate, camera, what is asked, how it does."""

    def __init__(self, channel: Channel, camera: TableCamera) -> None:
        self._channel = channel
        self._camera = camera
        self._faults = Faults()

    @property
    def camera_on(self) -> bool:
        """Whether the pages were told that pictures come."""
        return self._channel.status().get("camera") == "on"

    def tell(
        self, gate: dict[str, object], camera: dict[str, object] | None = None, **more: object
    ) -> None:
        """Tells how things stand; `camera`: its part, where it is other than that it looks."""
        camera = camera or camera_status(self._camera.spec)
        health = self._camera.health
        found = {"health": None if health is None else asdict(health)}
        self._channel.set_status({**gate, **camera, **self._offered(), **found, **more})

    def tell_unseen(self, got: Silent | Ended | None = None) -> None:
        """Says that no picture comes, and why where that is known."""
        self.tell(gate_status("none"), camera_status(self._camera.spec, got))

    def tell_unusable(self, spec: str | None, error: Exception) -> None:
        """Says why a camera cannot be used, or what it brings cannot be kept."""
        own = f"a fault of Arbitable itself ({type(error).__name__}: {error})"
        said = str(error) if isinstance(error, ArbitableError) else own
        self.tell(gate_status("none"), camera_failed(spec, said))

    def tell_refused(self, refusal: Refusal) -> None:
        """Says why a picture cannot be used, and what helps."""
        self.tell(gate_status("lost", refusal.code, refusal))

    def tell_own_fault(self, error: Exception) -> None:
        """Says that Arbitable itself failed at a picture; what failed stands in the terminal."""
        self._faults.note(error)
        self.tell_refused(OWN_FAULT)

    def tell_end(self, error: Exception) -> None:
        """Says that nothing more will come."""
        self.tell(gate_status("fault", type(error).__name__), fault=str(error))

    def tell_offer(self) -> None:
        """Says what the feed asks, beside how things stand."""
        self._channel.set_status({**self._channel.status(), **self._offered()})

    def _offered(self) -> dict[str, object]:
        return {"offer": offer_status(self._camera.offer)}
