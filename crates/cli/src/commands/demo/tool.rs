//! The tools of the scripted agents. They are real: commands run and files change.

use std::process::Stdio;

use fusebox_runtime::clock;
use serde_json::{Value, json};

use super::project::{SOURCE, SourceEdit};
use super::sandbox::DemoSandbox;
use crate::Result;

/// One call of a tool.
#[derive(Debug, Clone, Copy)]
pub(super) enum ToolCall {
    /// Runs a shell command.
    Bash(&'static str),
    /// Reads a file of the repository.
    Read(&'static str),
    /// Replaces a text in the source.
    Edit(SourceEdit),
}

/// The result of a call.
#[derive(Debug)]
pub(super) struct ToolOutcome {
    /// The exit code of a command; other tools have none.
    pub(super) exit_code: Option<i32>,
    /// What the client's hook is sent.
    pub(super) response: Value,
    /// What the model is sent.
    pub(super) text: String,
    /// The same in a few words.
    pub(super) gist: String,
    /// How long it took.
    pub(super) duration_ms: u64,
}

impl ToolOutcome {
    /// Whether the call succeeded.
    pub(super) fn is_ok(&self) -> bool {
        matches!(self.exit_code, None | Some(0))
    }
}

impl ToolCall {
    /// The client's name of the tool.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Bash(_) => "Bash",
            Self::Read(_) => "Read",
            Self::Edit(_) => "Edit",
        }
    }

    /// The command line or the file.
    pub(super) fn subject(self) -> &'static str {
        match self {
            Self::Bash(subject) | Self::Read(subject) => subject,
            Self::Edit(_) => SOURCE,
        }
    }

    /// The arguments as the client writes them.
    pub(super) fn input(self, sandbox: &DemoSandbox) -> Value {
        let file = sandbox.repository().join(self.subject());
        match self {
            Self::Bash(command) => json!({"command": command}),
            Self::Read(_) => json!({"file_path": file}),
            Self::Edit(SourceEdit { old, new }) => json!({
                "file_path": file, "old_string": old, "new_string": new, "replace_all": false,
            }),
        }
    }

    /// Runs the tool.
    pub(super) fn run(self, sandbox: &DemoSandbox) -> Result<ToolOutcome> {
        let started = clock::now();
        let file = sandbox.repository().join(self.subject());
        let mut outcome = match self {
            Self::Bash(command) => run_command(sandbox, command)?,
            Self::Read(_) => {
                let content = std::fs::read_to_string(&file)?;
                let lines = content.lines().count();
                let response = json!({"type": "text", "file": {
                    "filePath": file, "content": content, "numLines": lines, "startLine": 1,
                    "totalLines": lines,
                }});
                file_outcome(response, content, format!("{lines} lines"))
            }
            Self::Edit(SourceEdit { old, new }) => {
                let original = std::fs::read_to_string(&file)?;
                std::fs::write(&file, original.replacen(old, new, 1))?;
                let response = json!({
                    "filePath": file, "oldString": old, "newString": new, "originalFile": original,
                    "structuredPatch": [], "userModified": false, "replaceAll": false,
                });
                let text = format!("The file {} has been updated successfully.", file.display());
                let gist = format!("+{} -{}", new.lines().count(), old.lines().count());
                file_outcome(response, text, gist)
            }
        };
        outcome.duration_ms = clock::now().since(started).0;
        Ok(outcome)
    }
}

fn file_outcome(response: Value, text: String, gist: String) -> ToolOutcome {
    ToolOutcome { exit_code: None, response, text, gist, duration_ms: 0 }
}

fn run_command(sandbox: &DemoSandbox, command: &str) -> Result<ToolOutcome> {
    let mut shell = sandbox.command("/bin/sh");
    let output = shell.args(["-c", command]).stdin(Stdio::null()).output()?;
    let [stdout, stderr] = [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8_lossy(&bytes).trim_end().to_owned());
    let printed = format!("{stdout}\n{stderr}").trim_end().to_owned();
    let exit_code = output.status.code().unwrap_or(-1);
    Ok(ToolOutcome {
        exit_code: Some(exit_code),
        response: json!({
            "stdout": stdout, "stderr": stderr, "interrupted": false, "isImage": false,
            "noOutputExpected": false,
        }),
        gist: output_gist(&printed),
        text: if exit_code == 0 { printed } else { format!("Exit code {exit_code}\n{printed}") },
        duration_ms: 0,
    })
}

/// The counts of a test run and the first pair of values that differed; of any other output the
/// first sentence of the last line.
fn output_gist(printed: &str) -> String {
    let value = |name| printed.lines().find_map(|line| line.trim().strip_prefix(name));
    let Some(result) = value("test result: ") else {
        let last = printed.lines().next_back().unwrap_or_default();
        return last.split_inclusive(". ").next().unwrap_or_default().trim().to_owned();
    };
    let counts: Vec<&str> = result.split(';').take(2).map(str::trim).collect();
    let counts = counts.join(", ").replace("FAILED. ", "").replace("ok. ", "");
    match (value("left: "), value("right: ")) {
        (Some(left), Some(right)) => format!("{counts}: {left}, expected {right}"),
        _ => counts,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_shortened_to_a_few_words() {
        let failed = "a\n  left: 13\n right: 12\n\ntest result: FAILED. 1 passed; 1 failed; 0 x\n";
        assert_eq!(output_gist(failed), "1 passed, 1 failed: 13, expected 12");
        assert_eq!(output_gist("test result: ok. 2 passed; 0 failed; 0 x"), "2 passed, 0 failed");
        assert_eq!(output_gist("one\n two. three."), "two.");
        assert_eq!(output_gist(""), "");
    }
}
