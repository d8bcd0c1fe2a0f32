//! The tools of the scripted agent. They do what they say: commands run, files change.

use std::process::{Output, Stdio};

use fusebox_runtime::clock;
use serde_json::{Value, json};

use super::project::{Edit, SOURCE};
use super::sandbox::Sandbox;
use crate::error::CliError;

/// One call that the agent wants to make.
#[derive(Debug, Clone, Copy)]
pub(super) enum Tool {
    /// A shell command.
    Bash(&'static str),
    /// The content of a file of the repository.
    Read(&'static str),
    /// A replacement in the source.
    Edit(Edit),
}

/// What came of a call.
#[derive(Debug)]
pub(super) struct Ran {
    /// What the command ended with; tools that are no commands have none.
    pub(super) exit_code: Option<i32>,
    /// What the client's hook is told.
    pub(super) response: Value,
    /// What the model is told.
    pub(super) text: String,
    /// The same in a few words.
    pub(super) gist: String,
    /// How long it took.
    pub(super) duration_ms: u64,
}

impl Ran {
    /// Whether it did what was asked.
    pub(super) fn ok(&self) -> bool {
        matches!(self.exit_code, None | Some(0))
    }
}

impl Tool {
    /// Its name in the client.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Bash(_) => "Bash",
            Self::Read(_) => "Read",
            Self::Edit(_) => "Edit",
        }
    }

    /// What it is about, for people.
    pub(super) fn subject(self) -> &'static str {
        match self {
            Self::Bash(subject) | Self::Read(subject) => subject,
            Self::Edit(_) => SOURCE,
        }
    }

    /// Its arguments as the client writes them.
    pub(super) fn input(self, sandbox: &Sandbox) -> Value {
        match self {
            Self::Bash(command) => json!({"command": command}),
            Self::Read(path) => json!({"file_path": sandbox.repository().join(path)}),
            Self::Edit(Edit { old, new }) => json!({
                "file_path": sandbox.repository().join(SOURCE),
                "old_string": old,
                "new_string": new,
                "replace_all": false,
            }),
        }
    }

    /// Does it.
    pub(super) fn run(self, sandbox: &Sandbox) -> Result<Ran, CliError> {
        let begun = clock::now();
        let mut ran = match self {
            Self::Bash(command) => bash(sandbox, command)?,
            Self::Read(path) => read(sandbox, path)?,
            Self::Edit(change) => edit(sandbox, change)?,
        };
        ran.duration_ms = clock::now().since(begun).0;
        Ok(ran)
    }
}

fn bash(sandbox: &Sandbox, command: &str) -> Result<Ran, CliError> {
    let mut shell = sandbox.command("/bin/sh");
    let output = shell.args(["-c", command]).stdin(Stdio::null()).output()?;
    let Output { status, stdout, stderr } = output;
    let [stdout, stderr] = [stdout, stderr].map(|bytes| {
        let text = String::from_utf8_lossy(&bytes);
        text.trim_end().to_owned()
    });
    let printed = [stdout.as_str(), stderr.as_str()].join("\n").trim_end().to_owned();
    let exit_code = status.code().unwrap_or(-1);
    Ok(Ran {
        exit_code: Some(exit_code),
        response: json!({
            "stdout": stdout, "stderr": stderr, "interrupted": false, "isImage": false,
            "noOutputExpected": false,
        }),
        gist: gist(&printed),
        text: if status.success() { printed } else { format!("Exit code {exit_code}\n{printed}") },
        duration_ms: 0,
    })
}

fn read(sandbox: &Sandbox, path: &str) -> Result<Ran, CliError> {
    let file = sandbox.repository().join(path);
    let content = std::fs::read_to_string(&file)?;
    let lines = content.lines().count();
    Ok(Ran {
        exit_code: None,
        response: json!({"type": "text", "file": {
            "filePath": file, "content": content, "numLines": lines, "startLine": 1,
            "totalLines": lines,
        }}),
        text: content,
        gist: format!("{lines} lines"),
        duration_ms: 0,
    })
}

fn edit(sandbox: &Sandbox, Edit { old, new }: Edit) -> Result<Ran, CliError> {
    let file = sandbox.repository().join(SOURCE);
    let original = std::fs::read_to_string(&file)?;
    std::fs::write(&file, original.replacen(old, new, 1))?;
    Ok(Ran {
        exit_code: None,
        response: json!({
            "filePath": file, "oldString": old, "newString": new, "originalFile": original,
            "structuredPatch": [], "userModified": false, "replaceAll": false,
        }),
        text: format!("The file {} has been updated successfully.", file.display()),
        gist: format!("+{} -{}", new.lines().count(), old.lines().count()),
        duration_ms: 0,
    })
}

/// What a test run ended with and the first pair of values that differed; of anything else the
/// first sentence of the last line.
fn gist(printed: &str) -> String {
    let value = |name| printed.lines().find_map(|line| line.trim().strip_prefix(name));
    let last = || printed.lines().next_back().unwrap_or_default();
    let Some(result) = value("test result: ") else {
        return last().split_inclusive(". ").next().unwrap_or_default().trim().to_owned();
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
    fn a_result_is_told_in_a_few_words() {
        let failed = "a\n  left: 13\n right: 12\n\ntest result: FAILED. 1 passed; 1 failed; 0 x\n";
        assert_eq!(gist(failed), "1 passed, 1 failed: 13, expected 12");
        assert_eq!(gist("test result: ok. 2 passed; 0 failed; 0 x"), "2 passed, 0 failed");
        assert_eq!(gist("one\n two. three."), "two.");
        assert_eq!(gist(""), "");
    }
}
