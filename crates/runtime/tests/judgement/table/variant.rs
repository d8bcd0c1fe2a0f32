//! The ways in which one case is told: whose words, with or without exit codes and durations.

use serde_json::{Value, json};

use super::Case;
use super::call::{Action, Call};

/// Where the agent works.
const FOLDER: &str = "/home/dev/project";
const START_MS: u64 = 1_790_000_000_000;
const DAY_MS: u64 = 86_400_000;

/// One way to tell a case.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Variant {
    pub(crate) wording: Wording,
    pub(crate) has_codes: bool,
    pub(crate) durations: Durations,
}

/// Whose words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wording {
    /// Claude Code's: descriptions beside commands, numbered lines, `Exit code 1` in front of an output.
    Claude,
    /// Codex's: everything through the shell or a patch, an envelope or nothing around every output, and
    /// no word about success.
    Codex,
    /// The fields of the canonical form.
    Plain,
}

/// How long the calls take, and whether that is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Durations {
    Given,
    Absent,
    /// Each call takes 25 seconds.
    Slow,
}

impl Wording {
    pub(crate) const ALL: [Self; 3] = [Self::Claude, Self::Codex, Self::Plain];
}

/// All ways to tell a case in one client's words.
pub(crate) fn variants(wording: Wording) -> impl Iterator<Item = Variant> {
    let durations = [Durations::Given, Durations::Absent, Durations::Slow];
    [true, false].into_iter().flat_map(move |has_codes| {
        durations.map(|durations| Variant { wording, has_codes, durations })
    })
}

impl Case {
    /// The case as canonical events of a session of its own, so many days after the first: the circuit of
    /// a service is shared by all sessions of a time.
    pub(crate) fn events(&self, variant: Variant, day: u64) -> Vec<Value> {
        let session = format!("{}, {variant:?}", self.name);
        let mut at = START_MS + day * DAY_MS;
        let mut events = Vec::new();
        let mut tell = |at: u64, mut event: Value| {
            event["session"] = json!(session);
            event["at_ms"] = json!(at);
            events.push(event);
        };
        tell(at, json!({"type": "session_start", "client": "generic", "cwd": FOLDER}));
        let by = if self.is_attended { "human" } else { "automation" };
        tell(at, json!({"type": "prompt", "by": by, "text": "Please do this."}));
        for (number, call) in self.calls.iter().enumerate() {
            if let Action::Message { text, is_thought } = &call.action {
                let kind = if *is_thought { "thought" } else { "message" };
                tell(at, json!({"type": kind, "text": text}));
                continue;
            }
            let took_ms = match variant.durations {
                Durations::Slow => 25_000,
                Durations::Given | Durations::Absent => 240 + 137 * (number as u64 * 7 % 11),
            };
            at += call.gap_s * 1_000 + 173 * (number as u64 * 5 % 9);
            let (mut request, mut result) = variant.request_and_result(call, took_ms);
            let id = format!("call_{number:03}");
            (request["type"], request["call"]) = (json!("tool_request"), json!(id));
            (result["type"], result["call"]) = (json!("tool_result"), json!(id));
            if variant.durations != Durations::Absent && variant.wording != Wording::Codex {
                result["duration_ms"] = json!(took_ms);
            }
            if call.is_announced {
                tell(at, request);
            } else {
                result["request"] = request;
            }
            at += took_ms;
            tell(at, result);
            tell(at, json!({"type": "round_end"}));
        }
        events
    }
}

impl Variant {
    fn request_and_result(self, call: &Call, took_ms: u64) -> (Value, Value) {
        let is_codex = self.wording == Wording::Codex;
        let is_claude = self.wording == Wording::Claude;
        match &call.action {
            Action::Shell { command, output, code } => {
                let (mut request, result) = self.shell_call(command, output, *code, took_ms);
                if !call.folder.is_empty() {
                    let folder = format!("{FOLDER}/{}", call.folder);
                    match is_codex {
                        true => request["input"]["workdir"] = json!(folder),
                        false => request["cwd"] = json!(folder),
                    }
                }
                (request, result)
            }
            Action::Look { path, first, text } if is_codex => {
                let last = first + text.lines().count().max(60) - 1;
                self.shell_call(&format!("sed -n '{first},{last}p' {path}"), text, 0, took_ms)
            }
            Action::Look { path, first, text } => {
                let mut input = json!({"file_path": format!("{FOLDER}/{path}")});
                if *first > 1 {
                    input["offset"] = json!(first);
                    input["limit"] = json!(text.lines().count());
                }
                let numbered = text.lines().zip(*first..).map(|(line, n)| format!("{n:6}→{line}"));
                let numbered = numbered.collect::<Vec<_>>().join("\n");
                self.tool_call("read", input, if is_claude { &numbered } else { text }, true)
            }
            Action::Search { pattern, path, hits } if is_codex => {
                let command = format!("rg -n '{pattern}' {path}");
                self.shell_call(&command, hits, i32::from(hits.is_empty()), took_ms)
            }
            Action::Search { pattern, path, hits } => {
                let mut input = json!({"pattern": pattern, "path": path});
                if is_claude {
                    input["output_mode"] = json!("content");
                }
                let found = if hits.is_empty() { "No matches found" } else { hits };
                self.tool_call("search", input, found, true)
            }
            Action::Edit { path, old, new, rejected } => {
                self.edit_call(path, old, new, rejected.as_deref())
            }
            Action::Plan { items } => self.plan_call(items),
            Action::Message { .. } => (Value::Null, Value::Null),
            Action::Tool { name, input, output, ok } => {
                self.tool_call(name, input.clone(), output, *ok)
            }
        }
    }

    fn shell_call(self, command: &str, output: &str, code: i32, took_ms: u64) -> (Value, Value) {
        match self.wording {
            Wording::Claude => {
                let described = format!("Run {}", command.split(' ').next().unwrap_or_default());
                let input = json!({"command": command, "description": described});
                let text = match (code, self.has_codes) {
                    (0, _) | (_, false) => output.to_owned(),
                    (code, true) => format!("Exit code {code}\n{output}"),
                };
                self.tool_call("bash", input, &text, code == 0)
            }
            Wording::Codex => {
                let input = json!({"command": command, "workdir": FOLDER});
                let text = match self.has_codes {
                    true => format!(
                        "Exit code: {code}\nWall time: {}.1 seconds\nOutput:\n{output}",
                        took_ms / 1_000
                    ),
                    false => output.to_owned(),
                };
                self.tool_call("bash", input, &text, code == 0)
            }
            Wording::Plain => {
                let input = json!({"command": command});
                let (request, mut result) = self.tool_call("bash", input, output, code == 0);
                if self.has_codes {
                    result["exit_code"] = json!(code);
                }
                (request, result)
            }
        }
    }

    fn edit_call(self, path: &str, old: &str, new: &str, rejected: Option<&str>) -> (Value, Value) {
        if self.wording == Wording::Codex {
            let patch = format!(
                "*** Begin Patch\n*** Update File: {path}\n@@\n-{}\n+{}\n*** End Patch",
                old.replace('\n', "\n-"),
                new.replace('\n', "\n+")
            );
            let text = match rejected {
                Some(_) => format!(
                    "apply_patch verification failed: Failed to find expected lines in \
                     {FOLDER}/{path}:\n{old}"
                ),
                None => format!("Success. Updated the following files:\nM {path}\n"),
            };
            return self.tool_call("apply_patch", json!({"input": patch}), &text, true);
        }
        let full = format!("{FOLDER}/{path}");
        let input = json!({"file_path": full, "old_string": old, "new_string": new});
        let is_claude = self.wording == Wording::Claude;
        let text = match rejected {
            Some(why) if is_claude => format!("<tool_use_error>{why}</tool_use_error>"),
            Some(why) => format!("edit rejected: {why}"),
            None if is_claude => format!("The file {full} has been updated."),
            None => format!("edited {path}"),
        };
        let (request, mut result) = self.tool_call("edit", input, &text, rejected.is_none());
        if rejected.is_none() && !is_claude {
            result["files_changed"] = json!([path]);
        }
        (request, result)
    }

    fn plan_call(self, items: &[String]) -> (Value, Value) {
        let steps = |key: &str| -> Vec<Value> {
            items.iter().map(|item| json!({key: item, "status": "pending"})).collect()
        };
        match self.wording {
            Wording::Codex => {
                self.tool_call("update_plan", json!({"plan": steps("step")}), "Plan updated", true)
            }
            Wording::Claude | Wording::Plain => {
                let name = if self.wording == Wording::Claude { "TodoWrite" } else { "todo" };
                let said = "Todos have been modified successfully.";
                self.tool_call(name, json!({"todos": steps("content")}), said, true)
            }
        }
    }

    fn tool_call(self, name: &str, input: Value, output: &str, ok: bool) -> (Value, Value) {
        let mut result = json!({"output": output});
        if self.wording != Wording::Codex {
            result["ok"] = json!(ok);
        }
        (json!({"tool": name, "input": input}), result)
    }
}
