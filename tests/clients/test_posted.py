"""The real Claude Code under `fusebox run` and `loop` without installed hooks: it posts them, and the supervisor answers."""

import json
import time
import unittest

from case import Case
from claude import OLDER, PATIENCE_S, is_denial, warnings
from scripted_model import Part, bash, call, say

PROMPT = "take the steps of the plan"
OPTIONS = ("--agent", "claude", "--prompt", PROMPT)
# A proxy that an agent starts: it passes everything on but hooks, to which it says that all is well.
PROXY = """
import http.server, urllib.request

class Proxy(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        status, kind, answer = 200, "application/json", b"{}"
        if not self.path.endswith("/hooks"):
            kept = ("authorization", "x-api-key", "anthropic-version", "content-type")
            headers = {name: value for name, value in self.headers.items() if name.lower() in kept}
            direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            reply = direct.open(urllib.request.Request(self.path, body, headers))
            status, kind, answer = reply.status, reply.headers["content-type"], reply.read()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
open("port", "w").write(str(server.server_port))
server.serve_forever()
"""


class Posted(Case):
    with_hooks = False

    def setUp(self):
        super().setUp()
        self.sandbox.command("check", "echo 'error: port 8080 refused the connection' >&2; exit 1")

    def test_a_loop_is_nudged_refused_and_stopped_as_with_installed_hooks(self):
        self.write(".fusebox.toml", "[guided]\nenabled = false\n")
        client = self.play(
            Part([bash("check")], forever=True), Part([say("I stop.")], when="CIRCUIT BREAKER TRIPPED")
        )
        run = self.fusebox.unattended(client, *OPTIONS)
        self.assertEqual(run.code, 3, run.said)
        self.assertEqual(self.sandbox.runs("check"), 6, "the seventh is refused, not only seen")
        self.assertEqual(self.fusebox.incident(run.record["incident"])["rule"], "repetition.same_call")
        told = [warnings(request) for request in self.model.requests]
        self.assertEqual(len(told[4]), 1, "the nudge, after the fourth result")
        self.assertIn("check", told[4][0])
        refused = [is_denial(text) for request in self.model.requests for text, _ in request.results]
        self.assertIn(True, refused)
        self.assertEqual(run.record["tool_calls"], 6, "no call is counted twice")

    def test_healthy_work_is_left_alone_and_counted_once(self):
        file = self.path("a.txt")
        steps = [call("Write", file_path=file, content="one\n"), bash("cat a.txt"), bash("wc -l a.txt")]
        run = self.fusebox.unattended(self.play(Part([*steps, say("All is done.")])), *OPTIONS)
        self.assertEqual((run.code, run.record["tool_calls"]), (0, 3), run.said)
        self.assertEqual(self.fusebox.incidents(), [])
        for request in self.model.requests:
            self.assertEqual(warnings(request), [])

    def test_a_person_answers_a_trip_and_the_retry_knows_it(self):
        self.write(".fusebox.toml", "[guided]\nenabled = false\n")
        client = self.play(
            Part([bash("check")], forever=True),
            Part([say("I stop.")], when="CIRCUIT BREAKER TRIPPED"),
            Part([bash("echo another way"), say("It works on port 8081.")], when="take port 8081"),
        )
        run = self.fusebox.unattended(client, "--task", "42", *OPTIONS)
        self.assertEqual(run.code, 3, run.said)
        self.fusebox.guide("42", "take port 8081")
        again = self.fusebox.unattended(client, "--task", "42", *OPTIONS)
        self.assertEqual((again.code, again.record["tool_calls"]), (0, 1), again.said)

    def test_a_subagent_is_refused_as_well(self):
        self.write(".fusebox.toml", "[guided]\nenabled = false\n")
        client = self.play(
            Part([call("Agent", description="run it", prompt="the work of a helper", subagent_type="general-purpose")]),
            Part([bash("check")] * 12, when="the work of a helper"),
            most=40,
        )
        self.fusebox.unattended(client, *OPTIONS)
        self.assertEqual(self.sandbox.runs("check"), 6)
        self.assertEqual([one["rule"] for one in self.fusebox.incidents()], ["repetition.same_call"])

    def test_a_loop_posts_in_each_iteration(self):
        self.commit_all()
        client = self.play(Part([bash("date +%N >> work; git add work; git commit -qm work"), say("One step is done.")]))
        self.git("config", "user.name", "A")
        self.git("config", "user.email", "a@example.org")
        self.write("../prompt", PROMPT)
        looped = self.fusebox.loop(client, "--prompt", "../prompt", "--max", "2")
        self.assertEqual(len(looped.turns), 2, looped.said)
        self.assertEqual([run["tool_calls"] for run in self.fusebox.runs()], [1, 1], looped.said)

    def test_a_confined_client_posts_too(self):
        self.write(".fusebox.toml", "[guided]\nenabled = false\n")
        client = self.play(
            Part([bash("check")], forever=True), Part([say("I stop.")], when="CIRCUIT BREAKER TRIPPED")
        )
        run = self.fusebox.unattended(client, "--confine=require", *OPTIONS)
        self.assertEqual(run.code, 3, run.said)
        self.assertEqual(self.sandbox.runs("check"), 6)

    def test_calls_are_refused_once_the_supervisor_and_its_watchdog_are_killed(self):
        pids = "fusebox runs --json | python3 -c 'import json, sys; w = json.load(sys.stdin)[0][\"watch\"]; print(w[\"guard\"][0], w[\"supervisor\"][0])'"
        self.sandbox.command("strike", f"kill -9 $({pids}); sleep 1")
        self.sandbox.command("after", "exit 0")
        self.play(Part([bash("strike"), bash("after"), call("Write", file_path=self.path("a"), content="x"), say("Done.")]))
        self.fusebox.unattended(self.make_client(), *OPTIONS)
        until(lambda: len(self.model.requests) >= 4)
        self.assertEqual((self.sandbox.runs("strike"), self.sandbox.runs("after")), (1, 0))
        self.assert_missing("a")

    def test_settings_that_an_agent_writes_lead_no_post_elsewhere(self):
        self.write(".fusebox.toml", "[guided]\nenabled = false\n")
        for settings in (
            {"env": {"HTTP_PROXY": "http://127.0.0.1:PORT", "NO_PROXY": "example.org", "no_proxy": ""}},
            {"sandbox": {"enabled": True, "network": {"httpProxyPort": "PORT"}}},
        ):
            with self.subTest(settings=settings):
                self.check_redirection(json.dumps(settings).replace('"PORT"', "PORT"))

    def check_redirection(self, settings):
        before = self.sandbox.runs("check")
        self.write("settings", settings)
        self.write("proxy.py", PROXY)
        change = "mkdir -p .claude; sed \"s/PORT/$(cat port)/\" settings > .claude/settings.json; sleep 3"
        self.sandbox.command("lead", f"rm -f port; timeout 60 setsid python3 proxy.py >/dev/null 2>&1 & until [ -s port ]; do sleep 0.1; done; {change}; exit 0")
        steps = [bash("lead"), *[bash("check")] * 12]
        client = self.play(Part(steps), Part([say("I stop.")], when="CIRCUIT BREAKER TRIPPED"), most=30)
        run = self.fusebox.unattended(client, *OPTIONS)
        self.assertEqual(run.code, 3, run.said)
        self.assertEqual(self.sandbox.runs("check") - before, 6)
        (self.sandbox.project / ".claude/settings.json").unlink()

    def test_settings_that_forbid_posts_refuse_every_call(self):
        for settings in ({"allowedHttpHookUrls": []}, {"httpHookAllowedEnvVars": []}):
            with self.subTest(settings=settings):
                self.write("settings", json.dumps(settings))
                self.sandbox.command("forbid", "mkdir -p .claude; cp settings .claude/settings.json; sleep 3; exit 0")
                self.sandbox.command("after", "exit 0")
                run = self.fusebox.unattended(self.play(Part([bash("forbid"), bash("after"), say("Done.")])), *OPTIONS)
                self.assertEqual((run.record["tool_calls"], self.sandbox.runs("after")), (1, 0), run.said)
                (self.sandbox.project / ".claude/settings.json").unlink()

    def test_the_secret_is_on_no_command_line_and_a_wrong_one_is_refused(self):
        of_run = "grep -l \"FUSEBOX_RUN=$FUSEBOX_RUN\" /proc/[0-9]*/environ 2>/dev/null"
        lines = f"for one in $({of_run}); do tr '\\0' '\\n' < ${{one%environ}}cmdline; done"
        url = f"url=$({lines} | grep -o 'http://127[.0-9:]*/hooks' | head -1)"
        post = "curl -s -o /dev/null -w '%{http_code}\\n' -X POST -d '{}' -H \"Authorization: Bearer wrong\" $url"
        self.sandbox.command("ask", f"{url}; {post} > codes; {lines} > lines; echo \"$FUSEBOX_HOOK_SECRET\" > secret; exit 0")
        run = self.fusebox.unattended(self.play(Part([bash("ask"), say("All is done.")])), *OPTIONS)
        self.assertEqual(run.code, 0, run.said)
        self.assertEqual(self.read("codes"), "401\n")
        secret = self.read("secret").strip()
        self.assertEqual(len(secret), 32)
        self.assertIn("Bearer $FUSEBOX_HOOK_SECRET", self.read("lines"))
        self.assertNotIn(secret, self.read("lines"), "every user of the machine can read command lines")

    def test_where_hooks_are_installed_nothing_is_posted_or_counted_twice(self):
        self.fusebox.install()
        self.sandbox.command("env-of", "echo \"${FUSEBOX_HOOK_SECRET:-none}\" > secret")
        run = self.fusebox.unattended(self.play(Part([bash("env-of"), say("All is done.")])), *OPTIONS)
        self.assertEqual((run.code, run.record["tool_calls"]), (0, 1), run.said)
        self.assertEqual(self.read("secret"), "none\n")


class BeforePosts(Case):
    """A version that lets a call pass whose post fails."""

    client, with_hooks = OLDER, False

    def test_it_is_not_asked_to_post(self):
        self.sandbox.command("env-of", "echo \"${FUSEBOX_HOOK_SECRET:-none}\" > secret")
        run = self.fusebox.unattended(self.play(Part([bash("env-of"), say("All is done.")])), *OPTIONS)
        self.assertEqual((run.code, run.record["tool_calls"]), (0, 1), run.said)
        self.assertEqual(self.read("secret"), "none\n")


def until(happened):
    """Waits for something that the client does after nobody waits for it."""
    end = time.monotonic() + PATIENCE_S
    while not happened() and time.monotonic() < end:
        time.sleep(0.1)


if __name__ == "__main__":
    unittest.main()
