#!/usr/bin/env python3
"""Compares every verdict of two builds of Fusebox: rule, level, observed, limit and event id.

usage: compare.py OLD NEW [CORPUS] [--canonical PROGRAM] [--keep FOLDER]

OLD and NEW are folders with a `fusebox` binary. Recorded sessions and labelled sequences of CORPUS (default:
FUSEBOX_CORPUS) are written as canonical events by PROGRAM (default: NEW/canonical) and answered by `fusebox decide`
of both, under three choices of presets; so are the calls of `guard.jsonl` and `scope.jsonl` beside this script. What
`fusebox replay --json` prints of the same recordings is compared as well. Differences that are meant stand in
`intended.txt`, one regular expression a line for the line that is printed here, with the reason before it.
Exit code: 0 the same, 1 a difference, 2 something could not be run.
"""
import argparse, concurrent.futures, hashlib, json, os, pathlib, re, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).resolve().parent
PRESETS = ["default", "budget,tdd", "loop"]
SCOPE = '[scope]\nfiles = ["src/cart/**"]\njustify = ["src/cart/mod.rs"]\nforbid = ["**/routes/**"]\n'
FIELDS = ("rule", "level", "observed", "limit")


def environment(home):
    return {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "NO_COLOR": "1"}


def run(command, home, **options):
    done = subprocess.run(command, env=environment(home), capture_output=True, **options)
    return done.stdout.decode("utf-8", "replace"), done.returncode


def verdicts(build, events, home, *options):
    """The verdicts, one tuple an event, without the sentences."""
    out, _ = run([str(build / "fusebox"), "decide", *options], home, input=events, cwd=home)
    answers = []
    for line in out.splitlines():
        answer = json.loads(line)
        findings = [tuple(finding.get(field) for field in FIELDS) for finding in answer["findings"]]
        incident = bool(answer.get("incident"))
        answers.append((answer["session"], answer["id"], answer["verdict"], answer["state"], findings, incident))
    return answers


def calls_of(table, places):
    """A session for each call of a table, so that none is judged by what came before it."""
    lines = []
    for number, text in enumerate((HERE / table).read_text().splitlines()):
        for name, place in places.items():
            text = text.replace("{" + name + "}", str(place))
        call, session = json.loads(text), f"{table}-{number}"
        start = {"session": session, "type": "session_start", "cwd": call.get("cwd") or str(places["tree"])}
        request = {"session": session, "type": "tool_request", "call": "c1", "tool": call["tool"], "input": call["input"]}
        result = {"session": session, "type": "tool_result", "call": "c1", "ok": True, "output": "done"}
        lines += [json.dumps(event) for event in (start, request, result, dict(request, call="c2"))]
    return "\n".join(lines).encode()


def from_table(build, table, home, *options):
    tree, state = home / "tree", pathlib.Path(tempfile.mkdtemp(dir=home)) / "fusebox"
    for folder in (".git", "src/cart", "src/routes", "src/lib", "tests"):
        (tree / folder).mkdir(parents=True, exist_ok=True)
    for name, target in (("r", "../routes"), ("l", "../lib")):
        link = tree / "src/cart" / name
        link.is_symlink() or link.symlink_to(target)
    events = calls_of(table, {"tree": tree, "home": home, "state": state})
    return verdicts(build, events, home, "--store", str(state), *options)


def compare(what, old, new, intended):
    if old == new:
        return len(old), 0
    different = 0
    for before, after in zip(old + [None] * len(new), new + [None] * len(old)):
        if before is None and after is None:
            break
        line = f"{what}: {before} -> {after}"
        if before != after and not any(pattern.search(line) for pattern in intended):
            different += 1
            if different <= 5:
                print(line[:600], flush=True)
    return len(old), different


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    parser.add_argument("corpus", type=pathlib.Path, nargs="?", default=os.environ.get("FUSEBOX_CORPUS"))
    parser.add_argument("--canonical", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path, help="keep what the old build said in this folder, and read it from there")
    options = parser.parse_args()
    old, new = options.old.resolve(), options.new.resolve()
    if not options.corpus:
        print("compare.py: name the recorded data: CORPUS or FUSEBOX_CORPUS", file=sys.stderr)
        return 2
    lines = (HERE / "intended.txt").read_text().splitlines() if (HERE / "intended.txt").exists() else []
    intended = [re.compile(line) for line in lines if line and not line.startswith("#")]
    corpus = options.corpus.resolve()
    sources = [str(corpus / "traces"), str(corpus / "cases" / "loops.jsonl")]
    with tempfile.TemporaryDirectory() as temporary:
        home = pathlib.Path(temporary)
        events = (options.keep or home) / "events"
        if not events.is_dir():
            program = options.canonical or new / "canonical"
            subprocess.run([str(program.resolve()), str(events), *sources], check=True)
        jobs = []
        for file in sorted(events.iterdir()):
            for preset in PRESETS:
                jobs.append((f"{file.name} [{preset}]", lambda build, file=file, preset=preset: verdicts(
                    build, file.read_bytes(), home, "--preset", preset)))
        jobs.append(("guard.jsonl", lambda build: from_table(build, "guard.jsonl", home)))
        config = home / "scope.toml"
        config.write_text(SCOPE)
        jobs.append(("scope.jsonl", lambda build: from_table(build, "scope.jsonl", home, "--config", str(config), "--preset", "tdd")))
        for preset in PRESETS:
            jobs.append((f"replay --json [{preset}]", lambda build, preset=preset: run(
                [str(build / "fusebox"), "replay", "--json", "--preset", preset, *sources], home)[0].splitlines()))

        def kept(name, job):
            """What the old build said, which is asked once where a folder is given."""
            if not options.keep:
                return job(old)
            file = options.keep / (hashlib.sha1(name.encode()).hexdigest() + ".json")
            if not file.exists():
                file.write_text(json.dumps(job(old)))
            return [tuple_of(line) for line in json.loads(file.read_text())]

        def judged(named):
            name, job = named
            return compare(name, list(map(tuple_of, kept(name, job))), list(map(tuple_of, job(new))), intended)

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list(pool.map(judged, jobs))
    asked, different = (sum(column) for column in zip(*found))
    print(f"{asked} answers compared in {len(jobs)} runs: {different} differ")
    return 1 if different or not asked else 0


def tuple_of(value):
    return tuple(map(tuple_of, value)) if isinstance(value, (list, tuple)) else value


if __name__ == "__main__":
    sys.exit(main())
