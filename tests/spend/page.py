#!/usr/bin/env python3
"""Opens the page of `fusebox spend --html` in Chromium, and reads what a person would see there.

    tests/spend/page.py target/release/fusebox [--screenshots FOLDER]

Needs `chromium` or `google-chrome` in the path. The browser is driven through two pipes, in a temporary home. The page
is shown on a wide and a narrow screen, in light and in dark colours.
"""

import argparse
import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile

# Starting a browser on a busy machine takes its time.
PATIENCE_S = 180
COLUMNS = {"Day": "day", "Model": "model", "Project": "project", "Outcome": "outcome"}
SCREENS = [(1280, 800, "light"), (1280, 800, "dark"), (360, 640, "light"), (360, 640, "dark")]
# What is read of the page: the exact and the shown costs, bars in pixels, the colours, and how far it reaches.
READ_PAGE = """(() => {
  const isShown = element => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === "visible";
  };
  const table = column => {
    const section = document.getElementById(column).closest("section");
    const costs = [...section.querySelectorAll("data")];
    const bars = [...section.querySelectorAll(".bar span")];
    return {
      names: [...section.querySelectorAll("tbody th")].map(name => name.innerText),
      exact: costs.map(cost => cost.value),
      shown: costs.map(cost => cost.innerText),
      bars: bars.map(bar => bar.getBoundingClientRect().width),
      areShown: costs.every(isShown),
      lines: [...section.querySelectorAll("tbody th")].map(name => {
        const line = parseFloat(getComputedStyle(name).lineHeight);
        return Math.floor(name.getBoundingClientRect().height / line);
      }),
    };
  };
  const body = getComputedStyle(document.body);
  return {
    title: document.title,
    numbers: [...document.querySelectorAll("dd")].map(number => number.innerText),
    tables: Object.fromEntries(COLUMNS.map(column => [column, table(column)])),
    colours: [body.color, body.backgroundColor],
    overflow: document.documentElement.scrollWidth - window.innerWidth,
    scripts: document.scripts.length,
  };
})()"""


class Browser:
    """Chromium with one open page, driven by its DevTools protocol: messages of JSON that end with a null byte."""

    def __init__(self, home: pathlib.Path):
        program = shutil.which("chromium") or shutil.which("google-chrome")
        if program is None:
            sys.exit("Chromium is missing: install `chromium`")
        (read_commands, self.commands), (self.answers, write_answers) = os.pipe(), os.pipe()

        def take_pipes() -> None:
            # The browser reads from 3 and writes to 4. Copies first, so that neither is closed by the other.
            pipes = [os.dup(read_commands), os.dup(write_answers)]
            for number, pipe in zip((3, 4), [os.dup(pipe) for pipe in pipes]):
                os.dup2(pipe, number)

        options = ["--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu", "--disable-dev-shm-usage",
                   "--disable-background-networking", "--no-first-run", f"--user-data-dir={home / 'browser'}"]
        environment = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            [program, *options, "about:blank"], env=environment, preexec_fn=take_pipes, close_fds=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(read_commands)
        os.close(write_answers)
        self.number, self.buffer, self.events = 0, b"", []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.ask(f"{domain}.enable")

    def receive(self) -> dict:
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.answers], [], [], PATIENCE_S)
            read = os.read(self.answers, 1 << 16) if ready else b""
            if not read:
                sys.exit(f"the browser says nothing, its exit code is {self.process.poll()}")
            self.buffer += read
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def ask(self, method: str, **params) -> dict:
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self.events.append(answer)

    def open(self, url: str) -> list:
        """Opens a page, and returns what happened until it was loaded."""
        self.events.clear()
        self.ask("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())
        return list(self.events)

    def read(self, expression: str):
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"]["value"]

    def end(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def response(session: str, number: int, day: int, model: str, folder: str, output: int) -> str:
    usage = {"input_tokens": 1000, "output_tokens": output}
    message = {"id": f"{session}-{number}", "model": model, "content": [], "usage": usage}
    record = {"parentUuid": None, "isSidechain": False, "type": "assistant", "uuid": f"u-{session}-{number}",
              "timestamp": f"2026-11-{day:02}T12:00:00Z", "sessionId": session, "cwd": folder,
              "requestId": f"r-{session}-{number}", "message": message}
    return json.dumps(record) + "\n"


def write_records(folder: pathlib.Path) -> None:
    """Two weeks of three projects; one has a name of 120 characters, another one that would be markup."""
    projects = ["/srv/shop", "/srv/" + "long-name-of-a-folder/" * 5, "/srv/<script>document.title='x'</script>"]
    models = ["claude-sonnet-4-5", "claude-opus-4-5", "claude-lyric-9"]
    folder.mkdir(parents=True)
    records = [
        response(f"s{day}", n, day, models[(day + n) % 3], projects[n % 3], 1000 * day * n)
        for day in range(1, 15)
        for n in range(1, 7)
    ]
    (folder / "s.jsonl").write_text("".join(records))


def contrast(colours: list) -> float:
    """The contrast of two colours as WCAG 2 computes it."""
    def luminance(colour: str) -> float:
        parts = [int(part) / 255 for part in colour[colour.index("(") + 1:-1].split(",")[:3]]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, light = sorted(map(luminance, colours))
    return (light + 0.05) / (dark + 0.05)


def expected(fusebox: pathlib.Path, home: pathlib.Path) -> dict:
    def sums(by: str) -> dict:
        command = [fusebox, "spend", "records", "--utc", "--json", "--by", by]
        return json.loads(run(command, home))

    return {column: sums(by) for column, by in COLUMNS.items()}


def run(command: list, home: pathlib.Path) -> str:
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    ran = subprocess.run([str(word) for word in command], env=environment, cwd=home, capture_output=True, text=True)
    assert ran.returncode == 0, f"{command}: {ran.stderr}"
    return ran.stdout


def check(page: dict, sums: dict, colours: str) -> None:
    """What is shown are the sums of `--json`, whole on the screen, and readable."""
    for column, by in COLUMNS.items():
        table, sum_of = page["tables"][column], sums[column]
        names = [group["by"][by] or "unknown" for group in sum_of["groups"]]
        assert table["names"] == names, f"{column}: {table['names']} {names}"
        costs = [group["cost_usd"] for group in [*sum_of["groups"], sum_of["total"]]]
        assert table["exact"] == costs, f"{column}: {table['exact']} {costs}"
        for exact, shown in zip(costs, table["shown"]):
            rounded = float(shown.lstrip("~$").replace(",", ""))
            assert abs(rounded - float(exact)) < 0.0051, f"{column}: {shown} for {exact}"
        assert table["areShown"], f"{column}: a cost is not shown"
        assert column != "Day" or set(table["lines"]) == {1}, f"a day takes {max(table['lines'])} lines"
        dearest = max(range(len(names)), key=lambda row: float(costs[row]))
        assert table["bars"][dearest] == max(table["bars"]) > 20, f"{column}: {table['bars']}"
    assert page["numbers"][0] == page["tables"]["Day"]["shown"][-1], page["numbers"]
    assert page["scripts"] == 0 and page["title"] == "What agents cost", page["title"]
    assert page["overflow"] <= 0, f"the page is {page['overflow']} pixels wider than the screen"
    assert contrast(page["colours"]) >= 7, f"{colours}: {page['colours']}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fusebox", type=pathlib.Path)
    parser.add_argument("--screenshots", type=pathlib.Path, help="where pictures of the page are kept")
    arguments = parser.parse_args()
    fusebox = arguments.fusebox.resolve()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = pathlib.Path(folder)
        write_records(home / "records/projects/p")
        run([fusebox, "spend", "records", "--utc", "--html", "page.html"], home)
        sums, grounds = expected(fusebox, home), {}
        browser = Browser(home)
        try:
            for width, height, colours in SCREENS:
                browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
                browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": colours}])
                url = (home / "page.html").as_uri()
                events = browser.open(url)
                asked = [event["params"]["request"]["url"] for event in events if event.get("method") == "Network.requestWillBeSent"]
                assert asked == [url], f"the page asks for {asked}"
                problems = [event for event in events if event.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown")]
                assert not problems, problems
                page = browser.read(READ_PAGE.replace("COLUMNS", json.dumps(list(COLUMNS))))
                check(page, sums, colours)
                grounds[colours] = page["colours"][1]
                if arguments.screenshots:
                    arguments.screenshots.mkdir(parents=True, exist_ok=True)
                    picture = browser.ask("Page.captureScreenshot", captureBeyondViewport=True)["data"]
                    (arguments.screenshots / f"{width}-{colours}.png").write_bytes(base64.b64decode(picture))
                print(f"{width} x {height}, {colours}: {sum(len(it['exact']) for it in page['tables'].values())} costs shown")
        finally:
            browser.end()
        assert grounds["light"] != grounds["dark"], grounds


if __name__ == "__main__":
    main()
