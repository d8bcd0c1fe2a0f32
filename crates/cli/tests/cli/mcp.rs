//! `fusebox mcp serve`: JSON-RPC over standard input and output, as a client of the Model Context Protocol
//! speaks it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::world::World;

/// A client of the server.
struct McpClient {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last_id: u64,
}

impl McpClient {
    /// Starts the server and greets it.
    fn start(world: &World) -> Self {
        let mut command = world.fusebox();
        command.args(["mcp", "serve"]).stdin(Stdio::piped());
        let mut server = command.spawn().unwrap();
        let input = server.stdin.take();
        let output = BufReader::new(server.stdout.take().unwrap());
        let mut client = Self { server, input, output, last_id: 0 };
        let greeting = client.request(
            "initialize",
            json!({"protocolVersion": "2025-06-18", "capabilities": {},
                "clientInfo": {"name": "test", "version": "0"}}),
        );
        assert_eq!(greeting["result"]["serverInfo"]["name"], "fusebox", "{greeting}");
        assert_eq!(greeting["result"]["protocolVersion"], "2025-06-18");
        assert!(greeting["result"]["capabilities"]["tools"].is_object());
        assert!(greeting["result"]["capabilities"]["resources"].is_object());
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
    }

    /// The answer to a request.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the server is gone");
            let answer: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(answer["jsonrpc"], "2.0");
            if answer["id"] == id {
                return answer;
            }
        }
    }

    /// The text that a tool answers, and whether it is an error.
    fn call(&mut self, name: &str, arguments: Value) -> (String, bool) {
        let answer = self.request("tools/call", json!({"name": name, "arguments": arguments}));
        let result = &answer["result"];
        let text = result["content"][0]["text"].as_str();
        (text.unwrap_or_else(|| panic!("{answer}")).to_owned(), result["isError"] == true)
    }

    /// Closes the connection; the server ends with 0.
    fn close(mut self) {
        drop(self.input.take());
        assert!(self.server.wait().unwrap().success());
    }
}

#[test]
fn b05_the_tools_are_what_an_agent_may_do_after_a_trip() {
    let world = World::new();
    let mut client = McpClient::start(&world);
    let answer = client.request("tools/list", json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap();
    let named: Vec<(&str, Value)> = tools
        .iter()
        .map(|tool| (tool["name"].as_str().unwrap(), tool["inputSchema"]["required"].clone()))
        .collect();
    let expected = [
        ("report_complete", json!(["summary"])),
        ("report_blocked", json!(["summary"])),
        ("justify", json!(["file", "test", "because"])),
        ("status", json!([])),
    ];
    assert_eq!(named, expected);
    let blocked = json!({"summary": "tried twice", "on": "#41"});
    let (text, is_error) = client.call("report_blocked", blocked);
    assert_eq!(
        (text.as_str(), is_error),
        ("Noted as blocked on #41 (11 characters). Stop here.", false)
    );
    let (text, _) = client.call("report_complete", json!({"summary": "--help"}));
    assert_eq!(text, "Noted as complete (6 characters).");
    let because = json!({"file": "src/a.rs", "test": "t", "because": "it lives there"});
    assert!(client.call("justify", because).0.starts_with("Noted: src/a.rs for t"));
    client.close();
}

#[test]
fn b05_a_report_that_no_command_line_can_have_is_noted_all_the_same() {
    let world = World::new();
    let mut client = McpClient::start(&world);
    let (text, is_error) = client.call("report_blocked", json!({"summary": "x".repeat(200_000)}));
    assert!(text.starts_with("Noted as blocked (2000 characters)") && !is_error, "{text}");
    assert!(text.ends_with("`summary` was cut to its first 2000 characters."), "{text}");
    let (text, is_error) = client.call("report_complete", json!({"summary": "done\0."}));
    assert_eq!((text.as_str(), is_error), ("Noted as complete (6 characters).", false));
    client.close();
}

#[test]
fn b05_the_hook_lets_the_tools_of_the_server_pass_after_a_trip_and_no_others() {
    let world = World::new();
    world.tripped("s1");
    let call = |tool: &str, input: Value| {
        let fields = json!({"tool_name": tool, "tool_use_id": tool, "tool_input": input});
        world.claude("PreToolUse", fields).out
    };
    assert_eq!(call("mcp__fusebox__report_blocked", json!({"summary": "I am stuck"})), "");
    assert_eq!(call("mcp__fusebox__status", json!({})), "");
    assert!(call("mcp__other__status", json!({})).contains("\"deny\""));
    assert!(call("mcp__fusebox__reset", json!({})).contains("\"deny\""));
}

#[test]
fn what_a_tool_lacks_is_said_and_ends_nothing() {
    let world = World::new();
    let mut client = McpClient::start(&world);
    for (name, arguments) in [("report_complete", json!({})), ("reset", json!({"session": "s1"}))] {
        let answer = client.request("tools/call", json!({"name": name, "arguments": arguments}));
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
    let answer = client.request("tools/frobnicate", json!({}));
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    client.send(&json!("not a message"));
    assert!(!client.call("status", json!({})).1);
    client.close();
}

#[test]
fn an_open_incident_is_a_resource_with_its_report() {
    let world = World::new();
    let mut client = McpClient::start(&world);
    let list = |client: &mut McpClient| {
        client.request("resources/list", json!({}))["result"]["resources"].clone()
    };
    assert_eq!(list(&mut client), json!([]));
    world.tripped("s1");
    let listed = list(&mut client);
    let uri = listed[0]["uri"].as_str().unwrap();
    assert_eq!(uri, format!("fusebox://incident/{}", world.incident()));
    let read = client.request("resources/read", json!({"uri": uri}));
    let content = &read["result"]["contents"][0];
    assert_eq!(content["mimeType"], "text/markdown");
    assert!(content["text"].as_str().unwrap().contains("make test"), "{content}");
    let answer = client.request("resources/read", json!({"uri": "fusebox://incident/00000000"}));
    assert!(answer["error"]["code"].is_i64(), "{answer}");
    let (text, _) = client.call("status", json!({}));
    assert!(text.contains("s1"), "{text}");
    client.close();
}
