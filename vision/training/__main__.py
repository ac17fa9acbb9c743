"""Make a net anew, `python -m vision.training NAME`, in a checkout with the `train` extra; or run
one module of this room by itself, such as `python -m vision.training redline.pictures ...`."""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from vision.training.recipes import RECIPES, TRACED, RecipeStep

_NO_TRACED = """\
{name} learnt path-traced boards as well, and {folder} holds none: what is trained now will read
signs, trams and pawns of their ring's colour worse than the net that ships. They are made from
seeds with the photobooth, some 20 seconds a board, and packed by `vision.training.traced`:
  python -m vision.training {game}.booth PHOTOBOOTH BOARDS FIRST COUNT
  python -m vision.training traced BOARDS {folder}
"""


def main(argv: Sequence[str]) -> int:
    """Run a module, or make the pictures that are not there yet, then train and export the net."""
    if argv and argv[0] not in RECIPES and _is_module(argv[0]):
        try:
            module = import_module(f"vision.training.{argv[0]}")
        except ModuleNotFoundError as error:
            sys.exit(f"{error.name} is missing; `pip install -e '.[train]'` brings it.")
        module.main(argv[1:])
        return 0
    args, rest = _parser().parse_known_args(argv)
    *pictures, training = RECIPES[args.name]
    work: Path = args.work
    traced = work / TRACED.get(args.name, "")
    if args.name in TRACED and not any(traced.glob("*.pickle")):
        game = args.name.partition("/")[0]
        print(_NO_TRACED.format(name=args.name, folder=traced, game=game), file=sys.stderr)
    work.mkdir(parents=True, exist_ok=True)
    for step in pictures:
        if not (work / step.makes).exists() and _run(step, work, ()) != 0:
            return 1
    failed = _run(training, work, rest)
    made = work / training.makes
    if not failed and made.exists():
        print(_entry(args.name, made.read_bytes()))
    return failed


def _is_module(name: str) -> bool:
    return (Path(__file__).parent / f"{name.replace('.', '/')}.py").is_file()


def _entry(name: str, data: bytes) -> str:
    """What `vision/models.toml` must say of a new net once it takes the old one's place."""
    digest = hashlib.sha256(data).hexdigest()
    return f'["{name}"]\nbytes = {len(data)}\nsha256 = "{digest}"'


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m vision.training", description=__doc__, epilog=_NETS, usage=_USAGE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("name", choices=tuple(RECIPES), metavar="NAME", help="the net, see below")
    parser.add_argument(
        "--work", type=Path, default=Path("runs/training"), help="folder of pictures and nets"
    )
    return parser


_USAGE = "%(prog)s NAME [--work FOLDER] [arguments of the training, such as --minutes 40]"
_NETS = "nets: " + ", ".join(RECIPES)


def _run(step: RecipeStep, work: Path, more: Sequence[str]) -> int:
    words = [step.module, *step.words(work), *more]
    print("vision.training", *words, file=sys.stderr, flush=True)
    return subprocess.run([sys.executable, "-m", "vision.training", *words], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
