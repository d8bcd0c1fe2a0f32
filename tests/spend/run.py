#!/usr/bin/env python3
"""Compares `fusebox spend` on recorded sessions with a second sum and with ccusage, which reads the same files.

    FUSEBOX_CORPUS=… tests/spend/run.py target/release/fusebox [--bench MEGABYTES]

The second sum (`independent.py`) must be equal to the last digit, ccusage to the cent. With --bench both programs
read that many megabytes of generated transcripts in turns: the medians and the most memory are printed. It fails where
the first reading takes more than 0.8 of the time of ccusage, or either one 64 MB.
"""

import argparse
import csv
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from decimal import Decimal

HERE = pathlib.Path(__file__).resolve().parent
CCUSAGE = "20.0.24"
# Large recordings of real sessions; the small ones beside them are made by hand.
CLAUDE = ["Eyob-smax+FitCommerce-task-15__22dd191d__session-1.jsonl", "Strawhat404+TASK-31__843dd03e__session-2.jsonl"]


def ccusage() -> pathlib.Path:
    """The program of ccusage, installed from npm into the cache."""
    folder = HERE.parent.parent / ".cache" / "ccusage"
    program = folder / "node_modules/@ccusage/ccusage-linux-x64/bin/ccusage"
    if not program.exists():
        folder.mkdir(parents=True, exist_ok=True)
        packages = [f"ccusage@{CCUSAGE}", f"@ccusage/ccusage-linux-x64@{CCUSAGE}"]
        subprocess.run(["npm", "install", "--silent", "--prefix", folder, *packages], check=True, stdout=subprocess.DEVNULL)
        # npm lets only the wrapper in front of it be run.
        program.chmod(0o755)
    return program


class Home:
    """A home of its own, with the recorded sessions where the clients keep them."""

    def __init__(self, folder: pathlib.Path, corpus: pathlib.Path):
        self.folder = folder
        self.claude, self.codex = folder / ".claude", folder / ".codex"
        for target, files in (
            (self.claude / "projects/p", [corpus / "traces/claude_code" / name for name in CLAUDE]),
            (self.codex / "sessions", sorted((corpus / "traces/codex_rollout").glob("*.jsonl"))),
        ):
            target.mkdir(parents=True)
            for file in files:
                shutil.copyfile(file, target / file.name)
        self.files = sorted(path for path in folder.rglob("*.jsonl"))

    def run(self, *command, **variables) -> str:
        environment = {"HOME": str(self.folder), "PATH": os.environ["PATH"], "TZ": "UTC", **variables}
        ran = subprocess.run([str(word) for word in command], env=environment, capture_output=True, text=True)
        if ran.returncode != 0:
            sys.exit(f"{command}: {ran.stderr}")
        return ran.stdout


def ours(fusebox: pathlib.Path, home: Home) -> dict:
    """Counts and cost by day and model, as Fusebox says."""
    rows = csv.DictReader(home.run(fusebox, "spend", "--by", "day,model", "--csv").splitlines())
    names = ["input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "cache_write_1h_tokens"]
    return {(row["day"], row["model"]): ([int(row[name]) for name in names], Decimal(row["cost_usd"])) for row in rows}


def independent(home: Home, corpus: pathlib.Path) -> dict:
    """The same, summed a second time."""
    text = home.run(sys.executable, HERE / "independent.py", corpus / "facts/prices.json", *home.files)
    rows = [line.split() for line in text.splitlines()]
    return {(day, model): ([int(count) for count in counts], Decimal(cost)) for day, model, *counts, cost in rows}


def theirs(program: pathlib.Path, home: Home) -> dict:
    """The cost by day, as ccusage says."""
    variables = {"CLAUDE_CONFIG_DIR": str(home.claude), "CODEX_HOME": str(home.codex)}
    report = json.loads(home.run(program, "daily", "--offline", "--json", **variables))
    return {row["period"]: Decimal(str(row["totalCost"])) for row in report["daily"]}


def compare(fusebox: pathlib.Path, corpus: pathlib.Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Home(pathlib.Path(folder), corpus)
        mine, second, other = ours(fusebox, home), independent(home, corpus), theirs(ccusage(), home)
        assert len(mine) >= 4, mine
        assert mine == second, f"{mine}\n{second}"
        by_day: dict = {}
        for (day, _), (_, cost) in mine.items():
            by_day[day] = by_day.get(day, 0) + cost
        assert by_day.keys() == other.keys(), f"{by_day}\n{other}"
        for day, cost in by_day.items():
            assert abs(cost - other[day]) < Decimal("0.005"), f"{day}: {cost} {other[day]}"
            print(f"{day}: {cost} US dollars, by ccusage {other[day]}")


def bench(fusebox: pathlib.Path, corpus: pathlib.Path, megabytes: int) -> None:
    """Whole runs in turns: the first of Fusebox, its second, and ccusage."""
    recorded = [corpus / "traces/claude_code" / name for name in CLAUDE]
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        generate = [sys.executable, HERE / "generate.py", *recorded, "--out", home / ".claude", "--megabytes", megabytes]
        subprocess.run([str(word) for word in generate], check=True)
        environment = {"HOME": folder, "PATH": os.environ["PATH"], "CLAUDE_CONFIG_DIR": str(home / ".claude")}
        program, times = ccusage(), {"first": [], "second": [], "ccusage": []}
        memory = dict.fromkeys(times, 0)

        def timed(name: str, *command) -> None:
            start = time.perf_counter()
            # The figures of this process alone: those of `getrusage` are the most of all children.
            words, quiet = [str(word) for word in command], subprocess.DEVNULL
            child = subprocess.Popen(words, env=environment, stdout=quiet, stderr=quiet)
            _, status, used = os.wait4(child.pid, 0)
            times[name].append(time.perf_counter() - start)
            memory[name] = max(memory[name], used.ru_maxrss)
            assert status == 0, f"{command} ended with {status}"

        for _ in range(7):
            shutil.rmtree(home / ".local", ignore_errors=True)
            timed("first", fusebox, "spend")
            timed("second", fusebox, "spend")
            timed("ccusage", program, "daily", "--offline")
        medians = {name: statistics.median(seconds) for name, seconds in times.items()}
        for name, seconds in medians.items():
            ratio, megabytes = seconds / medians["ccusage"], memory[name] / 1024
            print(f"{name:8} {seconds * 1000:7.1f} ms  {ratio:.2f} of ccusage  {megabytes:4.0f} MB")
        # Milliseconds belong to the machine: 50 of the second reading are for one that does nothing else.
        assert medians["first"] <= 0.8 * medians["ccusage"], "the first reading takes more than 0.8 of ccusage"
        assert max(memory["first"], memory["second"]) < 64 * 1024, "64 MB of memory are not enough"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fusebox", type=pathlib.Path)
    parser.add_argument("--bench", type=int, metavar="MEGABYTES")
    args = parser.parse_args()
    corpus = pathlib.Path(os.environ["FUSEBOX_CORPUS"])
    if args.bench:
        bench(args.fusebox.resolve(), corpus, args.bench)
    else:
        compare(args.fusebox.resolve(), corpus)


if __name__ == "__main__":
    main()
