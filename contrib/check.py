"""Checks what lies beside this file: that systemd accepts the units, that the launchd job is a property list whose command succeeds;
the alert rules with their unit tests; and that a real Prometheus, which reads what `fusebox metrics` prints, answers every
expression of the rules and of the dashboard. Needs systemd-analyze, promtool and prometheus.

python3 contrib/check.py PATH_OF_FUSEBOX
"""

import argparse
import http.server
import json
import os
import pathlib
import plistlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
# Nothing is increasing yet that has been read once; four reads are enough for every rate.
READS = 4
PATIENCE_S = 60


def main():
    parser = argparse.ArgumentParser(description="Checks the alert rules and the dashboard against a real Prometheus.")
    parser.add_argument("fusebox", type=pathlib.Path, metavar="PATH_OF_FUSEBOX", help="the program to ask for figures")
    fusebox = parser.parse_args().fusebox.resolve()
    if not fusebox.is_file():
        parser.error(f"there is no program at {fusebox}")
    packages = {"systemd-analyze": "systemd", "promtool": "prometheus", "prometheus": "prometheus"}
    missing = [f"{name} (Debian's package {of})" for name, of in packages.items() if shutil.which(name) is None]
    if missing:
        sys.exit(f"missing: {', '.join(missing)}")
    with tempfile.TemporaryDirectory() as home:
        check_timers(fusebox, pathlib.Path(home))
    print("the timers are valid, and the command of the launchd job succeeds")
    rules = HERE / "prometheus"
    subprocess.run(["promtool", "check", "rules", "alerts.yml"], cwd=rules, check=True)
    subprocess.run(["promtool", "test", "rules", "alerts_test.yml"], cwd=rules, check=True)
    with tempfile.TemporaryDirectory() as home:
        answered = ask_all(fusebox, pathlib.Path(home))
    print(f"{answered} expressions answered by a real Prometheus")


def check_timers(fusebox, home):
    """The units as systemd reads them, and the job of launchd run once, in a home where the program is installed."""
    installed = home / ".cargo" / "bin" / "fusebox"
    installed.parent.mkdir(parents=True)
    installed.symlink_to(fusebox)
    environment = {"HOME": str(home), "XDG_RUNTIME_DIR": str(home), "PATH": os.environ["PATH"]}
    units = sorted(str(unit) for unit in (HERE / "systemd").iterdir())
    subprocess.run(["systemd-analyze", "verify", "--user", *units], env=environment, check=True)
    job = plistlib.loads((HERE / "launchd" / "fusebox-reconcile.plist").read_bytes())
    if job["Label"] != "fusebox-reconcile" or job["StartInterval"] < 60:
        sys.exit(f"the job of launchd: {job}")
    subprocess.run(job["ProgramArguments"], env=environment, check=True)


def ask_all(fusebox, home):
    source = Source(fusebox, home)
    threading.Thread(target=source.server.serve_forever, daemon=True).start()
    port = free_port()
    (home / "prometheus.yml").write_text(
        "global: { scrape_interval: 1s }\nscrape_configs:\n- job_name: fusebox\n  static_configs:\n"
        f"  - targets: ['127.0.0.1:{source.server.server_port}']\n"
    )
    prometheus = subprocess.Popen(
        ["prometheus", f"--config.file={home}/prometheus.yml", f"--storage.tsdb.path={home}/data",
         f"--web.listen-address=127.0.0.1:{port}", "--log.level=error"]
    )
    try:
        wait_for(lambda: source.reads >= READS, "Prometheus reads the figures")
        expressions = dashboard() + alerts()
        for expression in expressions:
            wait_for(lambda: answer(port, expression), f"an answer to {expression}")
        return len(expressions)
    finally:
        prometheus.terminate()
        prometheus.wait()
        source.server.shutdown()


class Source:
    """Serves what `fusebox metrics` prints; between two reads an agent goes on."""

    def __init__(self, fusebox, home):
        self.reads = 0
        environment = {"HOME": str(home), "PATH": "/nowhere"}
        store = home / ".local/state/fusebox"
        records = home / ".claude/projects/shop/s1.jsonl"
        records.parent.mkdir(parents=True)

        def run(*words, given=""):
            ran = subprocess.run([fusebox, *words], env=environment, input=given, text=True, capture_output=True, cwd=home)
            if ran.returncode != 0:
                sys.exit(f"fusebox {' '.join(words)}: {ran.stderr}")
            return ran.stdout

        def one_more():
            self.reads += 1
            run("decide", "--store", str(store), given=story(self.reads))
            with records.open("a") as file:
                file.write(response(self.reads))
            return run("metrics")

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                text = one_more().encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/plain; version=0.0.4")
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        one_more()
        self.server = http.server.HTTPServer(("127.0.0.1", 0), Handler)


def response(n):
    """A record of Claude Code."""
    usage = {"input_tokens": 1000, "output_tokens": 100}
    message = {"id": f"m{n}", "model": "claude-sonnet-4-5", "content": [], "usage": usage}
    record = {"parentUuid": None, "isSidechain": False, "type": "assistant", "uuid": f"u{n}", "sessionId": "s1",
              "timestamp": "2026-11-01T12:00:00Z", "requestId": f"r{n}", "message": message}
    return json.dumps(record) + "\n"


def story(n):
    """A service that fails, a site that answers, and an agent that goes round in circles until it trips."""
    lines = []

    def call(session, id, tool, given, ok, output):
        event = {"session": session, "id": f"{id}q", "type": "tool_request", "call": id, "tool": tool, "input": given}
        lines.append(event)
        lines.append({"session": session, "id": f"{id}r", "type": "tool_result", "call": id, "ok": ok, "output": output})

    for i in range(6):
        call(f"a{n}", f"f{i}", f"mcp:jira/t{n}", {"i": i}, False, "MCP error -32001: Request timed out")
        call(f"b{n}", f"w{i}", "web", {"url": f"https://docs.example/{i}"}, True, f"page {i}")
    for i in range(8):
        call(f"c{n}", f"m{i}", "bash", {"command": "make"}, False, "error: no such field")
    return "".join(json.dumps(line) + "\n" for line in lines)


def dashboard():
    panels = json.loads((HERE / "grafana/dashboard.json").read_text())["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


def alerts():
    """The expressions of the rules without what they are compared with: each must have a value."""
    text = (HERE / "prometheus/alerts.yml").read_text()
    blocks = re.findall(r"expr: (?:\|\n((?:          .*\n)+)|(.*)\n)", text)
    found = [" ".join((block or line).split()) for block, line in blocks]
    if len(found) != text.count("alert:"):
        sys.exit("an alert has an expression that is not understood here")
    return [re.sub(r" > [0-9.]+$", "", expression) for expression in found]


def answer(port, expression):
    query = urllib.parse.urlencode({"query": expression})
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/query?{query}") as reply:
            return json.load(reply)["data"]["result"]
    except urllib.error.HTTPError as error:
        sys.exit(f"{expression}: {error.read().decode()}")
    except OSError:
        return []


def wait_for(condition, what):
    end = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"not within {PATIENCE_S} s: {what}")
        time.sleep(0.2)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


if __name__ == "__main__":
    main()
