"""`fusebox mcp serve` with what is not ours: the client of the official SDK, the inspector and the conformance suite."""

import json
import unittest

import mcp
from fusebox import binaries
from sandbox import Sandbox
from scripted_model import Part
from test_claude import CHECK, CheckCase

VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
NO_METHOD, WRONG_PARAMETERS, NO_RESOURCE = -32601, -32602, -32002


class Conformance(CheckCase):
    def setUp(self):
        super().setUp()
        self.session = self.play(Part([CHECK], forever=True)).headless("make the check pass").session
        self.assert_stopped(self.session)
        server = [binaries() / "fusebox", "mcp", "serve"]
        report = {"summary": "port 8080 refused the connection"}
        self.told = mcp.talk(server, report, env=self.sandbox.env, cwd=self.sandbox.project)

    def test_the_server_speaks_with_a_client_that_is_not_ours(self):
        told = self.told
        self.assertEqual(told["server"]["name"], "fusebox")
        self.assertEqual(told["capabilities"], ["resources", "tools"])
        self.assertEqual(told["tools"], ["justify", "report_blocked", "report_complete", "status"])
        for version in VERSIONS:
            self.assertEqual(told["versions"][version], {"negotiated": version, "tools": 4, "complaints": []})
        # A version that is not known is answered with the latest.
        unknown = [one["negotiated"] for version, one in told["versions"].items() if version not in VERSIONS]
        self.assertEqual(set(unknown), {VERSIONS[-1]})
        self.assertEqual(told["complaints"], [])
        # After a trip: the reports pass, and the incident can be read.
        self.assertFalse(told["blocked"]["isError"])
        self.assertIn("Noted as blocked", told["blocked"]["content"][0]["text"])
        self.assertIn(self.session[:8], told["status"]["content"][0]["text"])
        self.assertEqual(len(told["resources"]), 1)
        self.assertIn("port 8080 refused the connection", told["resources"][0])
        # What is wrong is an error of the protocol, and ends nothing.
        self.assertEqual(told["unknown_method"], NO_METHOD)
        self.assertEqual((told["unknown_tool"], told["lacking"]), (WRONG_PARAMETERS, WRONG_PARAMETERS))
        self.assertEqual(told["unknown_resource"], NO_RESOURCE)
        self.assertIn("enough", told["cancelled"])
        self.assertEqual((told["ping"], told["ping_after_noise"], told["exit"]), ({}, {}, 0))


# What the suite asks of any server. Its other scenarios call tools, resources and prompts of its own example server
# (`test_simple_text`, `test://static-text`), log levels and completions, which are optional, or test HTTP itself.
SCENARIOS = ("server-initialize", "ping", "tools-list", "resources-list")


class Tools(unittest.TestCase):
    """Without an agent: what the tools of the protocol say of the server."""

    def setUp(self):
        self.sandbox = self.enterContext(Sandbox())
        self.where = {"env": self.sandbox.env, "cwd": self.sandbox.project}
        self.server = [binaries() / "fusebox", "mcp", "serve"]

    def inspect(self, method, *arguments, exit_code=0):
        ended = mcp.inspect(self.server, "--method", method, *arguments, **self.where)
        self.assertEqual(ended.returncode, exit_code, ended.stderr + ended.stdout)
        return ended.stdout

    def test_the_inspector_lists_calls_and_reads(self):
        tools = json.loads(self.inspect("tools/list", "--strict"))["tools"]
        named = [tool["name"] for tool in tools]
        self.assertEqual(named, ["report_complete", "report_blocked", "justify", "status"])
        self.assertEqual(json.loads(self.inspect("resources/list"))["resources"], [])
        told = json.loads(
            self.inspect("tools/call", "--tool-name", "report_blocked", "--tool-arg", "summary=no network")
        )
        self.assertEqual(told["content"][0]["text"], "Noted as blocked (10 characters). Stop here.")

    def test_the_conformance_suite_passes_where_it_asks_no_tools_of_its_own(self):
        with mcp.bridged(self.server, **self.where) as address:
            for scenario in SCENARIOS:
                ended = mcp.conform(address, scenario, **self.where)
                with self.subTest(scenario):
                    self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)


if __name__ == "__main__":
    unittest.main()
