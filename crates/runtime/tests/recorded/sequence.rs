//! One labelled sequence: read, told as canonical events, and what came of it.

use fusebox_clients::canonical;
use fusebox_engine::{Answer, Level, Timestamp};
use fusebox_runtime::{PolicySet, Runtime};
use serde_json::{Value, json};

/// A labelled sequence.
pub(crate) struct Sequence {
    pub(crate) id: String,
    pub(crate) family: String,
    /// Whether it should be stopped.
    pub(crate) stuck: bool,
    events: Vec<Value>,
}

/// The worst that was done about a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Silent,
    Nudged,
    Refused,
}

impl Sequence {
    /// Reads a line; `None` where it carries no verdict.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let case: Value = serde_json::from_str(line).unwrap();
        Some(Self {
            id: case["id"].as_str()?.to_owned(),
            family: case["family"].as_str()?.to_owned(),
            stuck: case["recommended"]["stuck"].as_bool()?,
            events: case["events"].as_array()?.clone(),
        })
    }

    /// Tells the sequence under the `default` preset.
    pub(crate) fn play(&self) -> Outcome {
        let mut runtime = Runtime::in_memory().unwrap();
        let policies = PolicySet::default();
        let mut worst = Outcome::Silent;
        for (n, event) in self.events.iter().enumerate() {
            for mut told in canonical_events(n, event) {
                let at = 1_000_000 + n as u64 * 1_000;
                told["session"] = json!("s");
                told["at_ms"] = json!(at);
                let read = canonical::read(told.to_string().as_bytes()).unwrap();
                let verdict = runtime.decide(&policies, &read, Timestamp(at)).unwrap().verdict;
                let nudged = verdict.findings.iter().any(|found| found.level == Level::Warning);
                let tripped = verdict.findings.iter().any(|found| found.level == Level::Trip);
                if verdict.verdict >= Answer::Deny || tripped {
                    worst = Outcome::Refused;
                } else if nudged {
                    worst = worst.max(Outcome::Nudged);
                }
            }
        }
        worst
    }
}

fn canonical_events(n: usize, event: &Value) -> Vec<Value> {
    match event["type"].as_str().unwrap() {
        "tool_call" => call(n, event),
        "user_text" => vec![json!({"type": "prompt", "by": "human", "text": event["text"]})],
        "assistant_text" => {
            let part = event["delta"].as_bool().unwrap_or(false);
            vec![json!({"type": "message", "text": event["text"], "part": part})]
        }
        "assistant_thought" => vec![json!({"type": "thought", "text": event["text"]})],
        "condensation" => vec![json!({"type": "compaction"})],
        "iteration_end" => {
            let error = event.get("error").filter(|error| error.is_string());
            vec![json!({"type": "iteration", "error": error,
                "files_changed": event["files_changed"], "commits": event["commits"]})]
        }
        _ => Vec::new(),
    }
}

fn call(n: usize, event: &Value) -> Vec<Value> {
    let id = event["call_id"].as_str().map_or_else(|| format!("c{n}"), str::to_owned);
    let request = json!({"type": "tool_request", "call": id, "tool": tool(event),
        "input": event["args"], "round": event.get("round").map(ToString::to_string)});
    let Some(result) = event["result"].as_object() else { return vec![request] };
    let mut told = json!({"type": "tool_result", "call": id, "ok": result.get("ok"),
        "output": result.get("output"), "refused": event["refused_by"].is_string()});
    if let Some(effect) = event["effect"].as_object() {
        told["files_changed"] = effect.get("files_changed").cloned().unwrap_or(Value::Null);
        told["workspace"] = effect.get("rev").map_or(Value::Null, |rev| json!(rev.to_string()));
    }
    vec![request, told]
}

/// The canonical class of the tools that the sequences name.
fn tool(event: &Value) -> Value {
    match event["tool"].as_str() {
        Some("Shell" | "execute_command" | "run_shell_command" | "exec" | "shell_exec") => {
            json!("bash")
        }
        Some("write" | "write_file") => json!("write"),
        Some("edit" | "patch") => json!("edit"),
        _ => event["tool"].clone(),
    }
}
