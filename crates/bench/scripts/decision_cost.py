#!/usr/bin/env python3
"""Compares what the decision about one event takes in two builds: the fold alone, and observing the event with the fold.

    decision_cost.py OTHER OWN PATH… [--rounds N]

OTHER and OWN are the `cost` programs of two builds (`cargo build --release -p fusebox-replay --bin cost`), and PATH… are
recorded sessions. Both programs run in turns; the ratio is the median of the pairs. Where there is `valgrind`, the
instructions are counted too: they depend on no load.
"""
import argparse
import re
import shutil
import statistics
import subprocess


def times(program, paths):
    """Nanoseconds an event, of the fold and of the whole decision: each the median of some passes."""
    printed = subprocess.run([program, "9", "5", *paths], capture_output=True, text=True, check=True)
    events, fold, decision = map(int, re.findall(r"\d+", printed.stdout))
    return events, fold, decision


def instructions(program, paths, passes):
    """The instructions of a run with so many passes of the fold and of the decision."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, *passes, *paths]
    counted = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", counted.stderr)[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("other")
    parser.add_argument("own")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--rounds", type=int, default=15)
    args = parser.parse_args()
    rounds = []
    for number in range(args.rounds):
        order = [args.other, args.own] if number % 2 else [args.own, args.other]
        found = {program: times(program, args.paths) for program in order}
        rounds.append((found[args.other], found[args.own]))
    for what, at in (("fold", 1), ("observe and fold", 2)):
        other, own = (statistics.median(pair[side][at] for pair in rounds) for side in (0, 1))
        ratio = statistics.median(pair[1][at] / pair[0][at] for pair in rounds)
        print(f"{what}: {other:.0f} and {own:.0f} ns an event, ratio {ratio:.2f}")
    if not shutil.which("valgrind"):
        return
    events = rounds[0][0][0]
    counts = []
    for program in (args.other, args.own):
        none, fold, decision = (
            instructions(program, args.paths, passes) for passes in (("0", "0"), ("1", "0"), ("0", "1"))
        )
        counts.append(((fold - none) / events, (decision - none) / events))
    for what, at in (("fold", 0), ("observe and fold", 1)):
        other, own = counts[0][at], counts[1][at]
        print(f"{what}: {other:.0f} and {own:.0f} instructions an event, ratio {own / other:.2f}")


main()
