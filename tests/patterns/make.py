#!/usr/bin/env python3
"""Writes the patterns as canonical events: `healthy/NAME.jsonl` and `stuck/NAME.jsonl` under a folder.

usage: make.py FOLDER [--names canonical|client]

The first line of a file, its `session_start`, also says the label, the family, the area and the set of the pattern (the
cases in `second_*.py` are the second set, and so on), and for stuck ones the call from which a person would say stop (`stuck_from`). `fusebox decide` passes over these fields.
With `--names client`, tools have the names that the client itself gives them (`Bash`, `shell` with a list of words).
"""
import argparse, importlib, json, pathlib, sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import session as builder  # noqa: E402

SETS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth", "twentyfirst")


def patterns(names="canonical"):
    """Every pattern as (label, name, events), in the order of the case files."""
    if not builder.REGISTRY:
        for file in sorted((HERE / "cases").glob("[a-z]*.py")):
            importlib.import_module(f"cases.{file.stem}")
    for label, name, family, area, prompt, client, options, function in builder.REGISTRY:
        session = builder.Session(name, label, family, area, prompt, client, names=names, **options)
        function(session)
        header = session.events[0]
        header["calls"], header["wording"] = session.calls, client
        header["set"] = next((name for name in SETS if f".{name}_" in function.__module__), "first")
        if label == "stuck":
            header["stuck_from"] = session.stuck_from or 1
        yield label, name, session.events


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--names", choices=["canonical", "client"], default="canonical")
    options = parser.parse_args()
    for label, name, events in patterns(options.names):
        file = options.folder / label / f"{name}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events))
    return 0


if __name__ == "__main__":
    sys.exit(main())
