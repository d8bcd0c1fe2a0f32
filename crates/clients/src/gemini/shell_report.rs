//! The results of Gemini CLI and of Qwen Code, which began as its fork: what a shell command printed stands
//! in a report of labelled lines, and a file that was written is described beside it.

use fusebox_engine::Tool;
use fusebox_engine::event::{ChangedFile, ChangedFiles, ToolResult};
use serde_json::Value;

use crate::exit_code;
use crate::protocol::ReportedResult;

/// The tags around what a tool printed.
const TAGS: (&str, &str) = ("<untrusted_context>", "</untrusted_context>");
/// What stands before the output of a command.
const OUTPUT_LABEL: &str = "Output: ";
/// The lines after the output of a command.
const LABELS: &[&str] =
    &["Error: ", "Exit Code: ", "Signal: ", "Background PIDs: ", "Process Group PGID: "];

/// What a tool returned. A command that failed is in the text of a success.
pub(crate) fn result(reported: &ReportedResult<'_>) -> ToolResult {
    labelled_result(reported, OUTPUT_LABEL)
}

/// The same where this label stands before what a command printed.
pub(crate) fn labelled_result(reported: &ReportedResult<'_>, label: &str) -> ToolResult {
    let response = reported.response.unwrap_or(&Value::Null);
    let error = &response["error"];
    let text = match (&response["llmContent"], response) {
        (Value::String(text), _) | (Value::Null, Value::String(text)) => Some(text.clone()),
        (Value::Null, _) => None,
        (other, _) => Some(other.to_string()),
    };
    let text = reported.error.map(str::to_owned).or(text);
    let mut result = ToolResult {
        ok: Some(error.is_null() && reported.error.is_none()),
        error_kind: error["type"].as_str().map(str::to_owned),
        changed: changed_file(&response["returnDisplay"]),
        ..ToolResult::default()
    };
    if let (Tool::Bash, Some(text)) = (reported.tool, &text) {
        let report = ShellReport::read(text, label);
        result.exit_code = report.exit_code;
        result.ok = result.ok.map(|ok| ok && report.exit_code.is_none_or(|code| code == 0));
        if result.ok == Some(true) {
            result.exit_code = Some(0);
        }
        result.output = Some(report.output);
    } else {
        result.output = text;
    }
    result
}

/// What the report of a shell command says.
#[derive(Debug, PartialEq, Eq)]
struct ShellReport {
    output: String,
    exit_code: Option<i32>,
}

impl ShellReport {
    fn read(text: &str, label: &str) -> Self {
        let text = text.trim();
        let text = text.strip_prefix(TAGS.0).unwrap_or(text);
        let text = text.strip_suffix(TAGS.1).unwrap_or(text).trim();
        let mut exit_code = None;
        let mut error = None;
        let mut rest = text;
        while let Some((before, last)) = rest.rsplit_once('\n') {
            let Some(field) = LABELS.iter().find(|field| last.starts_with(**field)) else { break };
            let value = last[field.len()..].trim();
            match *field {
                "Exit Code: " => exit_code = exit_code::parse(value),
                "Error: " if value != "(none)" => error = Some(value),
                _ => {}
            }
            rest = before;
        }
        // Above the output are the command and its folder.
        let output = rest.strip_prefix(label).map(str::to_owned);
        let output = output.or_else(|| Some(rest.split_once(&format!("\n{label}"))?.1.to_owned()));
        let mut output = output.unwrap_or_else(|| rest.to_owned());
        if output == "(empty)" {
            output.clear();
        }
        if let Some(error) = error {
            output = format!("{output}\n{error}").trim_start().to_owned();
        }
        Self { output, exit_code }
    }
}

/// The file that a tool wrote.
fn changed_file(display: &Value) -> Option<ChangedFiles> {
    let path = display["filePath"].as_str()?.to_owned();
    let content = display["newContent"].as_str().map(str::to_owned);
    let created = display["isNewFile"] == true;
    Some(ChangedFiles::Files(vec![ChangedFile { path, content, created }]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_and_the_exit_code_are_found() {
        for (text, output, exit_code) in [
            (
                "<untrusted_context>\nOutput: oops\nExit Code: 3\nProcess Group PGID: 7\n</untrusted_context>",
                "oops",
                Some(3),
            ),
            ("Output: two\nlines\nProcess Group PGID: 7", "two\nlines", None),
            (
                "Command: x\nDirectory: (root)\nOutput: hi\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)",
                "hi",
                Some(0),
            ),
            (
                "Command: x\nOutput: (empty)\nError: no such file\nExit Code: 1",
                "no such file",
                Some(1),
            ),
            ("Output: says Exit Code: 9\nExit Code: 2", "says Exit Code: 9", Some(2)),
            ("something else", "something else", None),
            ("", "", None),
        ] {
            let expected = ShellReport { output: output.to_owned(), exit_code };
            assert_eq!(ShellReport::read(text, OUTPUT_LABEL), expected, "{text}");
        }
    }
}
