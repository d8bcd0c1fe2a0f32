//! Recognises tools that wait; calling them again is no sign of a loop.

use fusebox_engine::Tool;
use serde_json::Value;

use crate::tool_words::has_word;

/// Tools that return the output so far of a command or an agent in the background: of Claude Code,
/// then of Copilot.
const OUTPUT_TOOLS: [&str; 6] =
    ["BashOutput", "TaskOutput", "AgentOutputTool", "read_bash", "read_powershell", "read_agent"];

/// Whether the call waits for time to pass or for something to be printed.
pub(crate) fn is_waiting_tool(tool: &Tool, input: Option<&Value>) -> bool {
    let text = |key: &str| input.and_then(|input| input.get(key)).and_then(Value::as_str);
    match &*tool.name() {
        // OpenHands asks a terminal for more with an empty command line.
        "bash" => text("command").is_some_and(str::is_empty),
        // So does Codex, with nothing to type.
        "write_stdin" => text("chars").is_none_or(str::is_empty),
        name => {
            OUTPUT_TOOLS.contains(&name)
                || has_waiting_verb(name)
                || text("action").is_some_and(|action| is_waiting_action(name, action))
        }
    }
}

/// Whether a call with this label reads what a command in the background has printed so far.
pub(crate) fn reads_background_output(label: &str) -> bool {
    let tool = label.split(' ').next().unwrap_or_default();
    OUTPUT_TOOLS.contains(&tool) || tool == "write_stdin"
}

/// Whether the client says above or below what such a command has printed that it has ended: `<status>killed</status>`,
/// `<command with shellId: 1 completed with exit code 3>`.
pub(crate) fn tells_end_of_process(body: &str) -> bool {
    const STATES: [&str; 6] = ["completed", "killed", "failed", "exited", "stopped", "cancelled"];
    let state = body.split_once("<status>").map(|(_, rest)| rest.trim_start());
    let last = body.lines().next_back().unwrap_or_default();
    state.is_some_and(|state| STATES.iter().any(|end| state.starts_with(end)))
        || last.starts_with('<') && last.contains(" completed with exit code ")
        || body.starts_with("write_stdin failed: Unknown process id")
}

/// One tool for all that can be done with a process or a job says in a field what it is asked to do: `{"action": "poll"}`.
/// What git says changes by the agent's own hand.
fn is_waiting_action(tool: &str, action: &str) -> bool {
    !has_word(tool, &["git"]) && has_word(action, &["wait", "sleep", "poll", "status"])
}

/// `wait_for`, `browser_wait_for`, `waitForSelector`, `Sleep`. The name of the server does not count.
fn has_waiting_verb(tool: &str) -> bool {
    // What git says changes by the agent's own hand.
    if tool.contains("git_status") {
        return false;
    }
    let name = tool.rsplit('/').next().and_then(|tool| tool.rsplit("__").next()).unwrap_or(tool);
    // Who asks a queue for work waits for those that fill it.
    has_word(name, &["wait", "sleep", "poll", "status", "claim", "dequeue", "lease", "receive"])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(tool: &str, input: Value, expected: bool) {
        assert_eq!(is_waiting_tool(&tool.into(), Some(&input)), expected, "{tool} {input}");
    }

    #[test]
    fn r10_tools_that_wait() {
        check("write_stdin", json!({"session_id": 7, "chars": ""}), true);
        check("write_stdin", json!({"session_id": 7}), true);
        check("bash", json!({"command": ""}), true);
        check("TaskOutput", json!({"task_id": "b1", "block": true}), true);
        check("mcp__playwright__browser_wait_for", json!({"time": 3}), true);
        check("mcp:playwright/browser_wait_for", json!({"time": 3}), true);
        check("waitForSelector", json!({}), true);
        check("Sleep", json!({"ms": 5}), true);
        check("mcp:ci/getStatus", json!({"job": 5}), true);
        check("mcp:queue/claim_task", json!({"worker": "w1"}), true);
        check("process", json!({"action": "poll", "sessionId": "s1", "timeout": 60000}), true);
        check("mcp:jobs/job", json!({"action": "get_status", "id": 7}), true);
        assert!(is_waiting_tool(&"wait".into(), None));
    }

    #[test]
    fn r10_what_has_ended_prints_no_more() {
        for body in [
            "<status>killed</status>",
            "<status>completed</status>\n<exit_code>1</exit_code>\n<stdout>\nrunning\n</stdout>",
            "boom\n<command with shellId: 1 completed with exit code 3>",
        ] {
            assert!(tells_end_of_process(body), "{body}");
        }
        for body in ["<status>running</status>\n<stdout>\nkilled\n</stdout>", "completed", ""] {
            assert!(!tells_end_of_process(body), "{body}");
        }
        assert!(reads_background_output("BashOutput {\"bash_id\":\"bash_1\"}"));
        assert!(!reads_background_output("bash_1 BashOutput"));
    }

    #[test]
    fn r10_tools_that_do_not() {
        check("write_stdin", json!({"session_id": 7, "chars": "y\n"}), false);
        check("bash", json!({"command": "ls"}), false);
        check("bash", json!({}), false);
        check("read", json!({"file_path": "wait"}), false);
        check("mcp__wait__search", json!({}), false);
        check("mcp:wait/search", json!({}), false);
        check("waitress_list", json!({}), false);
        check("process", json!({"action": "kill", "sessionId": "s1"}), false);
        check("process", json!({"action": "write", "data": "poll"}), false);
        check("mcp:git/git", json!({"action": "status"}), false);
        check("mcp:shop/orders", json!({"action": "list", "status": "poll"}), false);
    }
}
