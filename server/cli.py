"""`arbitable`: the command line. A command is imported only when called, so that each is fast."""

from __future__ import annotations

import errno
import gc
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from importlib import import_module
from types import FrameType, ModuleType
from typing import Any, NoReturn

import click

from rules.core.errors import ArbitableError
from server.errors import warn

#: Exit statuses of the outside contract.
DONE, UNUSABLE, INTERRUPTED = 0, 2, 130

#: What a disk says that takes no more: it is full, or this user's share of it is.
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)

#: Characters of one word, such as a file's name, that an error repeats.
_MOST_SHOWN = 200

#: Commands with the first line of their help, so that `--help` need not import them all.
COMMANDS = {
    "demo": "The dashboard on a recorded game: no camera, no questions.",
    "serve": "The dashboard on a live table: a camera or a phone watches, every call is kept.",
    "read": "What stands on the table in each PHOTO.",
    "replay": "Referee a game: a folder with one photo a turn, a video, or a saved game (zip).",
    "calibrate": "Learn the table, and the pieces of the user's own set, from a photo.",
    "print": "A set of GAME to print, cut out and play, as PDF.",
    "games": "The games, their house rules with defaults, and the rule codes with their texts.",
    "bench": "Accuracy on the sample pictures, or on the labelled photos of a folder, and speed.",
    "doctor": "What is wrong with this machine, its cameras or the given PHOTOS, and the cure.",
}


class _Commands(click.Group):
    """A group that loads a command's module when it is named and ends with the contract's codes."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = _loaded(f"server.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:  # click itself would print an empty line
            ctx.exit(INTERRUPTED)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        *rest: Any,
        **extra: Any,
    ) -> NoReturn:
        extra["standalone_mode"] = False
        sys.exit(_ended(lambda: super(_Commands, self).main(args, prog_name, *rest, **extra)))


def _loaded(module: str) -> ModuleType:
    """A module with what it needs. Nothing of that is garbage: looking for some among the many new
    classes takes a tenth of the time."""
    gc.disable()
    try:
        return import_module(module)
    finally:
        gc.enable()


def _ended(work: Callable[[], object]) -> int:
    """The exit status of `work`, its failure said in one line on standard error. What a library
    that was interrupted while it loaded makes of that is no fault."""
    try:
        status = work()
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # as click ends where no one reads on
        _drop_output()
        return DONE
    except Exception as error:
        return INTERRUPTED if _interrupted.is_set() else _failed(error)
    return status if isinstance(status, int) else DONE


def _failed(error: Exception) -> int:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return _say(f"give a command; `{error.ctx.command_path} --help` lists them.")
    if isinstance(error, click.UsageError) and error.ctx is not None:
        said, command = error.format_message().rstrip("."), error.ctx.command_path
        return _say(f"{said}; `{command} --help` lists what there is.")
    if isinstance(error, click.ClickException):
        return _say(error.format_message())
    if isinstance(error, OSError) and (refused := _refused_by_the_system(error)) is not None:
        return _say(refused)
    return _say(str(error) if isinstance(error, ArbitableError) else _own_fault(error))


def _refused_by_the_system(error: OSError) -> str | None:
    """What to say of a file or an output that cannot be used, None where it is not known which."""
    if error.filename is not None:
        return f"{os.fsdecode(error.filename)} cannot be used ({error.strerror})."
    if error.errno in _NO_ROOM:
        _drop_output()
        return f"what was found cannot be written ({error.strerror}); make room."
    return None


def _own_fault(error: Exception) -> str:
    """What to say of a mistake of ours. Raises it again for those who asked to see it."""
    if os.environ.get("ARBITABLE_TRACEBACK"):
        raise error
    return (
        f"a fault of Arbitable itself ({type(error).__name__}: {error}); "
        "run it again with ARBITABLE_TRACEBACK=1 set and report what it prints."
    )


def _say(sentence: str) -> int:
    """Prints one line on standard error, whatever line breaks, bytes and endless names the
    sentence holds."""
    words = (
        word if len(word) <= _MOST_SHOWN else f"{word[:_MOST_SHOWN]}…" for word in sentence.split()
    )
    said = " ".join(words).encode("utf-8", "backslashreplace").decode("utf-8")
    warn(said)
    return UNUSABLE


def _drop_output() -> None:
    """Points standard output nowhere: its reader has left, and Python would complain on exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


#: Set once somebody ended the program.
_interrupted = threading.Event()


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    _interrupted.set()
    raise KeyboardInterrupt


def _hear() -> None:
    """Lets Ctrl-C and a stop end the program; who was told to ignore Ctrl-C, as a shell tells what
    it starts in the background, goes on."""
    signal.signal(signal.SIGTERM, _interrupt)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _interrupt)


@click.group("arbitable", cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="arbitable", message="%(prog)s %(version)s")
def cli() -> None:
    """A referee that watches a real table: what was played, whether it was allowed, and why."""


def _speak_utf8() -> None:
    """What goes into a file or a pipe is UTF-8 on every system: Windows would write the code page
    of the country, in which French is read wrongly and some signs cannot be written at all. A
    terminal keeps its own, with a mark for what that cannot show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


def main() -> NoReturn:
    """The entry point of `arbitable`."""
    _hear()
    _speak_utf8()
    try:
        cli.main(prog_name="arbitable")
    except SystemExit as end:
        _leave(end)


def _leave(end: SystemExit) -> NoReturn:
    """Ends the program. Python would wait for a thread that is still reading a photo, up to two
    seconds on a busy machine; nothing of what that thread does is to be kept."""
    if threading.active_count() > 1 and isinstance(end.code, int):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(end.code)
    raise end
