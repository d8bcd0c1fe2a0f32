#!/usr/bin/env python3
"""Makes a folder of Claude Code transcripts of a given size from recorded ones.

Every copy has message, request and session ids of its own, and lies on another day.

    generate.py RECORDED… --out FOLDER --megabytes 300
"""

import argparse
import datetime
import pathlib
import re

STAMP = re.compile(rb'"timestamp":"(\d{4}-\d\d-\d\d)T')
ID = re.compile(rb'"(?:id|requestId|sessionId)":"[^"]{8,}(?=")')


def copy(text: bytes, number: int) -> bytes:
    """The transcript under other ids, `number` days later."""
    days = datetime.timedelta(days=number % 300)

    def later(found: re.Match) -> bytes:
        day = datetime.date.fromisoformat(found.group(1).decode()) + days
        return b'"timestamp":"' + day.isoformat().encode() + b"T"

    return ID.sub(lambda found: found.group(0) + b"-%d" % number, STAMP.sub(later, text))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recorded", nargs="+", type=pathlib.Path)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--megabytes", type=int, default=300)
    args = parser.parse_args()
    texts = [path.read_bytes() for path in args.recorded]
    written = number = 0
    while written < args.megabytes * 1_000_000:
        text = copy(texts[number % len(texts)], number)
        folder = args.out / "projects" / f"-work-project-{number % 12}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"session-{number:05}.jsonl").write_bytes(text)
        written += len(text)
        number += 1
    print(f"{number} transcripts, {written} bytes in {args.out}")


if __name__ == "__main__":
    main()
