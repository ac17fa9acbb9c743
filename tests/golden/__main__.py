"""Writes every golden transcript anew: ``python -m tests.golden``."""

from tests.golden import names, path, transcript

for name in names():
    path(name).write_text(transcript(name), encoding="utf-8")
    print(f"wrote {path(name).name}")
