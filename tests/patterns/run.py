#!/usr/bin/env python3
"""Runs every pattern through `fusebox decide` and says where it is nudged, refused and tripped.

usage: run.py [--fusebox PROGRAM] [--names canonical|client] [--preset LIST] [--set first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twentyfirst] [--only TEXT] [--json] [--check FILE]

Each pattern is a process of its own with its state in memory, an empty home and a clean environment, so that none is
judged by what came before it. After a refusal the rest is sent all the same; the first refusal is what counts.
`--check FILE` compares with what `--json` printed earlier and ends with 1 when a pattern that was right is wrong now.
"""
import argparse, collections, concurrent.futures, json, os, pathlib, shutil, statistics, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import make  # noqa: E402


def answers(program, events, preset):
    """What `fusebox decide` says to each event."""
    lines = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events)
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "NO_COLOR": "1"}
        for name in ("CONFIG", "STATE", "DATA", "CACHE", "RUNTIME"):
            folder = "XDG_RUNTIME_DIR" if name == "RUNTIME" else f"XDG_{name}_HOME"
            environment[folder] = os.path.join(home, name.lower())
        command = [program, "decide"] + (["--preset", preset] if preset else [])
        done = subprocess.run(command, input=lines.encode(), env=environment, cwd=home, capture_output=True)
    if done.returncode:
        raise RuntimeError(done.stderr.decode("utf-8", "replace").strip())
    return [json.loads(line) for line in done.stdout.splitlines()]


def judge(program, label, name, events, preset):
    """The first nudge, the first refusal and the first trip of one pattern, with the call and the rule of each."""
    header, call = events[0], 0
    row = {"name": name, "label": label, "set": header["set"], "family": header["family"], "area": header["area"], "wording": header["wording"],
           "calls": header["calls"], "stuck_from": header.get("stuck_from"), "nudge": None, "nudges": 0, "refusal": None, "trip": None}
    for event, answer in zip(events, answers(program, events, preset), strict=True):
        call += event["type"] == "tool_request"
        # An open breaker refuses every call; it repeats the rule that opened it in its text alone.
        rules = [finding["rule"] for finding in answer["findings"]] or [row["trip"][1] if row["trip"] else "?"]
        if answer["verdict"] == "warn":
            row["nudges"] += 1
            row["nudge"] = row["nudge"] or [call, rules[0]]
        elif answer["verdict"] in ("deny", "stop"):
            if event["type"] == "tool_request":
                row["refusal"] = row["refusal"] or [call, rules[0]]
        if answer["state"] == "open" and not row["trip"]:
            row["trip"] = [call, rules[0]]
    first = min((step for step in (row["refusal"], row["trip"]) if step), default=None)
    row["stopped"] = first
    row["without_nudge"] = bool(first) and not (row["nudge"] and row["nudge"][0] <= first[0])
    row["wrong"] = verdict_on(row)
    return row


def verdict_on(row):
    """What is wrong with how a pattern was judged, or None."""
    if row["without_nudge"]:
        return "refused without a nudge"
    if row["label"] == "healthy":
        return "healthy, refused" if row["stopped"] else None
    return None if row["nudge"] else "stuck, silent"


def summary(rows):
    healthy = [row for row in rows if row["label"] == "healthy"]
    bad = [row for row in rows if row["label"] == "stuck"]
    names = lambda some: [row["name"] for row in some]  # noqa: E731
    delays = [(row["nudge"] or row["stopped"])[0] - row["stuck_from"] for row in bad if row["nudge"] or row["stopped"]]
    return {
        "healthy": len(healthy), "stuck": len(bad),
        "healthy_refused": names(row for row in healthy if row["stopped"]),
        "healthy_nudged": names(row for row in healthy if row["nudge"] and not row["stopped"]),
        "stuck_caught": sum(bool(row["nudge"] or row["stopped"]) for row in bad),
        "stuck_stopped": sum(bool(row["stopped"]) for row in bad),
        "stuck_silent": names(row for row in bad if not row["nudge"] and not row["stopped"]),
        "without_nudge": names(row for row in rows if row["without_nudge"]),
        "median_delay": statistics.median(delays) if delays else None,
    }


def print_table(rows):
    step = lambda found: f"{found[0]:>3} {found[1].removeprefix('repetition.')}" if found else "  -"  # noqa: E731
    for row in rows:
        mark = "!" if row["wrong"] else "~" if row["label"] == "healthy" and row["nudge"] else " "
        print(f"{mark} {row['set']:6} {row['label']:7} {row['name']:44} {row['family']:22} {row['wording']:6} {row['calls']:3} calls"
              f"  nudge {step(row['nudge']):24} refusal {step(row['refusal']):24} trip {step(row['trip']):24}"
              + ("  WITHOUT A NUDGE" if row["without_nudge"] else ""))


def print_summary(set_name, found, rows):
    rule_of = {row["name"]: (row["stopped"] or row["nudge"] or [0, ""])[1] for row in rows}
    def listed(what, names, of):
        print(f"{what}: {len(names)} of {of}")
        for name in names:
            print(f"    {name}" + (f"  ({rule_of[name]})" if rule_of[name] else ""))
    print(f"\n{set_name} set")
    listed("healthy, refused or tripped", found["healthy_refused"], found["healthy"])
    listed("healthy, nudged at most", found["healthy_nudged"], found["healthy"])
    print(f"stuck, nudged or stopped: {found['stuck_caught']} of {found['stuck']}; median {found['median_delay']} calls after the point where a person would say stop")
    print(f"stuck, refused or tripped: {found['stuck_stopped']} of {found['stuck']}")
    listed("stuck, silent", found["stuck_silent"], found["stuck"])
    listed("refused without a nudge before", found["without_nudge"], found["healthy"] + found["stuck"])
    causes = collections.Counter(rule_of[name] for name in found["healthy_refused"])
    if causes:
        print("rules that refused healthy work: " + ", ".join(f"{rule} {count}" for rule, count in causes.most_common()))


def compare(rows, file):
    """How many patterns got worse than in an earlier result."""
    before = {row["name"]: row for row in json.loads(file.read_text())["patterns"]}
    worse = 0
    for row in rows:
        old = before.get(row["name"], {}).get("wrong")
        if old != row["wrong"]:
            worse += bool(row["wrong"])
            print(f"{row['name']}: {old or 'right'} -> {row['wrong'] or 'right'}", file=sys.stderr)
    return worse


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--fusebox", default=shutil.which("fusebox") or str(HERE.parents[1] / "target" / "release" / "fusebox"))
    parser.add_argument("--names", choices=["canonical", "client"], default="canonical", help="how tools are named")
    parser.add_argument("--preset")
    parser.add_argument("--set", default="", choices=make.SETS, help="one of the sets")
    parser.add_argument("--only", default="", help="only patterns whose name or family contains this")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--check", type=pathlib.Path)
    options = parser.parse_args()
    # Each pattern runs in a folder of its own.
    options.fusebox = shutil.which(options.fusebox) and os.path.abspath(shutil.which(options.fusebox)) or options.fusebox
    chosen = [(label, name, events) for label, name, events in make.patterns(options.names)
              if options.set in ("", events[0]["set"]) and (options.only in name or options.only in events[0]["family"])]
    try:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            rows = list(pool.map(lambda one: judge(options.fusebox, *one, options.preset), chosen))
    except (OSError, RuntimeError, ValueError) as error:
        print(f"run.py: {options.fusebox}: {error}", file=sys.stderr)
        return 2
    rows.sort(key=lambda row: (row["set"], row["label"], row["family"], row["name"]))
    sets = {name: [row for row in rows if row["set"] == name] for name in make.SETS}
    found = {name: summary(some) for name, some in sets.items() if some}
    if options.json:
        lines = ",\n".join(json.dumps(row) for row in rows)
        print(f'{{"summary": {json.dumps(found)},\n"patterns": [\n{lines}\n]}}')
    else:
        print_table(rows)
        for name in found:
            print_summary(name, found[name], rows)
    if options.check:
        return 1 if compare(rows, options.check) else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
