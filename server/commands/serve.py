"""`arbitable serve`: the dashboard on a live table."""

from __future__ import annotations

import os
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path

import click
import cv2

from rules.core.discovery import discover
from rules.core.errors import ArbitableError
from server.commands.options import (
    DEFAULT_PORT,
    INTERVAL,
    PLAYERS,
    RULES,
    given_players,
    rules_of,
    where_calibrations_are,
)
from server.commands.options import TABLE as CALIBRATED
from server.errors import UnusableInput, warn
from server.http.auth.guard import LOOPBACK_NAMES
from server.http.context import Services
from server.http.listen import free_port, listen, open_socket
from server.pairing.addresses import host_names, lan_addresses
from server.pairing.links import TlsFiles
from server.pipeline.calibrations import CalibratedStart, calibration_folder
from server.pipeline.photos import folder_of_photos
from server.pipeline.rejudge import rejudged
from server.pipeline.session import DEFAULT_PLAYERS, check_session
from server.store.backups import WITHIN_S, back_up
from server.store.bundle import imported, read_bundle
from server.store.folders import open_store
from server.store.store import Store
from server.tables.incoming.camera_feed import CameraFeed
from server.tables.incoming.feed import Feed
from server.tables.incoming.photo_feed import PhotoFeed
from server.tables.incoming.photo_history import PhotoHistory
from server.tables.learners import Learners
from server.tables.live_table import LiveTable
from server.tables.registry import MOST_TABLES, TableRegistry
from server.tables.resuming import Setup, tables_of_the_evening
from server.tables.table import Table
from vision.live.watcher import Watcher
from vision.reader import Reader
from vision.sources.capture import CapturedSource
from vision.sources.folder import FolderSource
from vision.sources.frame import Silent, SourceError
from vision.sources.opening import check_address, open_source
from vision.sources.paths import is_file, is_folder, named_path
from vision.sources.pushed import PHONE

#: The name of the table that the command line opens.
TABLE = "table"

#: What the server writes is for the user's own eyes.
_PRIVATE = 0o077

#: Seconds for copies while the program goes on.
_ANY_TIME_S = 3600.0

#: Seconds in which a camera that is not there says so; of a slower one only the page tells.
_OPENED_S = 1.0

#: Where a phone can reach this computer.
_EVERYWHERE = "0.0.0.0"


@click.command("serve")
@click.option("--game", help="The game's name; without it the game is chosen on the dashboard.")
@click.option(
    "--camera",
    metavar="SRC",
    help="A camera's number or name, a film, a folder of photos, an http(s):// or rtsp:// address, "
    "or phone; without it it is chosen on the dashboard.",
)
@click.option("--host", help="The address to listen on: 127.0.0.1, or for a phone 0.0.0.0.")
@click.option("--port", default=DEFAULT_PORT, show_default=True, help="0 takes a free one.")
@INTERVAL
@click.option(
    "--data", metavar="DIR", type=click.Path(path_type=Path), help="Where games are kept."
)
@click.option("--new", is_flag=True, help="Begin a new game, also where one could be gone on with.")
@CALIBRATED
@PLAYERS
@RULES
def command(
    *,
    game: str | None,
    camera: str | None,
    host: str | None,
    port: int,
    interval: float,
    data: Path | None,
    new: bool,
    table: str | None,
    players: str | None,
    rules: tuple[str, ...],
) -> None:
    """The dashboard on a live table: a camera or a phone watches, every call is kept."""
    # OpenCV tells of every camera that is not there; the dashboard says what matters.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
    resume = not new and not _is_film(camera)
    setup = Setup(game, given_players(players), rules_of(rules), resume)
    _check(setup, camera)
    taught = where_calibrations_are(data)
    known = CalibratedStart(taught, table)
    known.check(game)
    where = host or (_EVERYWHERE if camera == PHONE else "127.0.0.1")
    with closing(open_socket(where, port)) as taken:
        os.umask(_PRIVATE)
        store = _opened(data)
        services = Services(store, known, calibration_folder(taught))
        if camera == PHONE and host is None:
            click.echo("Open to your network: scan the code under “Cameras and links”.", err=True)
        make = partial(_table, store, services, interval)
        now = time.time()
        looks = camera or (last_camera(store, TABLE, now) if resume else None)
        tables = [
            make(TABLE, setup, looks),
            *(make(name, Setup(), last_camera(store, name, now)) for name in _others(store, now)),
        ]
        registry = TableRegistry(tables, make, partial(_import_game, store))
        secure = _secure(store, where, taken)
        with _kept_safe(store):
            # Who has no game yet chooses from them all.
            chooses = game is None and not (resume and tables_of_the_evening(store, now))
            listen(registry, taken, where, secure, services, _fetch_games if chooses else None)


def _fetch_games(_address: str) -> None:
    """Imports every game beside the server that answers by now: the first page asks for all."""
    threading.Thread(target=discover, daemon=True).start()


def _opened(data: Path | None) -> Store:
    """The store of a folder; what had to be mended there is said."""
    store = open_store(data)
    if store.mended is not None:
        warn(store.mended)
    return store


@contextmanager
def _kept_safe(store: Store) -> Iterator[None]:
    """Copies evenings while the program goes on and when it ends, and closes the store then."""
    threading.Thread(target=_backed_up, args=(store, _ANY_TIME_S), daemon=True).start()
    try:
        yield
    finally:
        _backed_up(store)
        store.close()


def _backed_up(store: Store, within_s: float = WITHIN_S) -> None:
    """Copies the evenings that have no copy yet: at a stop the one that ends, at the next start
    those that a kill ended. A copy that cannot be made is no reason to stop."""
    with suppress(OSError, ArbitableError, sqlite3.Error):
        back_up(store, within_s)


def _check(setup: Setup, camera: str | None) -> None:
    """Raises UnusableInput or UnknownName for what would fail as soon as somebody plays."""
    if setup.game is not None:
        check_session(setup.game, setup.players or DEFAULT_PLAYERS, setup.rules)
    elif setup.rules or setup.players:
        raise UnusableInput("--players and --rule belong to a game; name it with --game.")
    if camera is not None:
        _check_camera(camera)


def _check_camera(camera: str) -> None:
    if not camera.strip():
        raise UnusableInput("--camera: give a camera, a film, a folder, an address or phone.")
    if is_folder(named_path(camera)):
        folder_of_photos(named_path(camera))
        return
    try:
        if "://" in camera:
            check_address(camera)
            return
        with closing(open_source(camera)) as source:
            got = source.newest(_OPENED_S) if isinstance(source, CapturedSource) else None
    except SourceError as error:
        raise UnusableInput(f"--camera: {error}") from None
    if isinstance(got, Silent) and got.reason is not None:
        cure = f"{got.cure} `arbitable doctor` lists them; it is used as soon as it answers."
        warn(f"--camera {camera}: {got.reason} {cure}")


def _is_film(camera: str | None) -> bool:
    """A recording shows an evening from its start: there is nothing to go on with."""
    return camera is not None and is_file(named_path(camera))


def _others(store: Store, now: float) -> tuple[str, ...]:
    """The tables besides the command line's that are played at this evening: a club's others."""
    found = [name for name in tables_of_the_evening(store, now) if name != TABLE]
    return tuple(found[1 - MOST_TABLES :])


def last_camera(store: Store, table: str, now: float) -> str | None:
    """What looked at a table whose game is of this evening, as before a power cut; None for a film,
    which would begin anew. `now`: seconds since the epoch."""
    kept = store.camera(table) if table in tables_of_the_evening(store, now) else None
    return None if _is_film(kept) else kept


def _table(
    store: Store, services: Services, interval: float, ident: str, setup: Setup, camera: str | None
) -> Table:
    return LiveTable(
        store.table(ident),
        store,
        setup,
        camera,
        partial(open_feed, interval),
        start_memory=services.start_memory,
        learners=Learners.of(ident, services.calibrations),
    )


def _import_game(store: Store, ident: str, data: bytes) -> None:
    bundle = read_bundle(data)
    for _ in rejudged(bundle):  # whatever is wrong with its events shows before anything is kept
        pass
    imported(store, store.table(ident).ident, bundle)


def open_feed(interval: float, spec: str, reader: Reader, history: PhotoHistory) -> Feed:
    """What looks at a table. `history`: what is known of a folder's photos. Raises SourceError
    with its cure."""
    path = named_path(spec)
    if is_folder(path):
        folder = FolderSource(path, fates=history.fates, beginnings=history.beginnings)
        return PhotoFeed(spec, folder, interval_s=interval)
    return CameraFeed(spec, open_source(spec), Watcher(reader))


def _secure(store: Store, host: str, taken: socket.socket) -> tuple[socket.socket, TlsFiles] | None:
    """A second listener for pages that use a camera, where others can reach this computer."""
    if host in LOOPBACK_NAMES:
        return None
    # Slow to load, and most tables are not open to the network.
    from server.pairing.authority import tls_files  # noqa: PLC0415

    wanted = free_port(taken.getsockname()[1] + 1, host)
    named = () if host == _EVERYWHERE else (host,)
    addresses = (*lan_addresses(), *named, "127.0.0.1")
    files = tls_files(store.folder / "tls", addresses, (*host_names(), *named))
    return open_socket(host, wanted), files
