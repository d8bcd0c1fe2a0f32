"""The versions of the clients that are tried: those of the adapters, as the generated page of clients names them.

To try another version, change it in `crates/clients/src/*/facts.rs` and write the page anew; nothing else names one.
"""

from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "clients.md"


def tried(title):
    """The first and the last version of a client that its adapter was made for."""
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == title and len(cells) > 2:
            first, _, last = cells[1].partition(";")[0].partition(" to ")
            return first, last or first
    raise LookupError(f"{PAGE} has no tried version of {title}")


def newest(title):
    """The last version of a client that its adapter was made for."""
    return tried(title)[1]
