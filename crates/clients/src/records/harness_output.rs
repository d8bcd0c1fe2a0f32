//! Reads exit codes and times from what harnesses print around the output of a command.

use std::borrow::Cow;

use fusebox_engine::event::ToolResult;
use fusebox_scan::lines;
use serde_json::Value;

use crate::exit_code;

/// Lines of the header, at most.
const MAX_HEADER_LINES: usize = 10;

/// A result from its text alone, with the exit code and the time that a harness wrote there.
pub fn tool_result<'a>(text: impl Into<Cow<'a, str>>) -> ToolResult {
    let text = text.into();
    if let Some(result) = json_result(&text) {
        return result;
    }
    let (exit_code, duration_ms) = harness_header(&text);
    ToolResult {
        ok: exit_code.map(|code| code == 0).or_else(|| was_cut_off(&text).then_some(false)),
        exit_code,
        duration_ms,
        refused: text.starts_with("aborted by user"),
        output: Some(text.into_owned()),
        ..ToolResult::default()
    }
}

/// `{"output":"…","metadata":{"exit_code":0,"duration_seconds":0.1}}`.
fn json_result(text: &str) -> Option<ToolResult> {
    if !text.starts_with('{') || !text.contains("\"metadata\"") {
        return None;
    }
    let value: Value = serde_json::from_str(text).ok()?;
    let code = value["metadata"]["exit_code"].as_i64()?;
    let seconds = value["metadata"]["duration_seconds"].as_f64();
    Some(ToolResult {
        ok: Some(code == 0),
        exit_code: exit_code::from_number(code),
        duration_ms: seconds.map(|seconds| (seconds.max(0.0) * 1_000.0) as u64),
        output: Some(value["output"].as_str()?.to_owned()),
        ..ToolResult::default()
    })
}

/// The exit code and the time in milliseconds that a harness wrote above the output of a command. What the command
/// itself printed of an end (`inactive`, `rc=3`) stands behind the first line that is no header.
fn harness_header(text: &str) -> (Option<i32>, Option<u64>) {
    let (mut code, mut wall_time) = (None, None);
    // Codex repeats the command, which may have many lines.
    let has_command = text.starts_with("Command: ");
    let header = lines(text).map(str::trim).take(MAX_HEADER_LINES);
    let header = header.skip_while(|line| has_command && !line.starts_with("Chunk ID: "));
    for line in header {
        let of_line = code_of_line(line);
        let time = line.strip_prefix("Wall time: ");
        let is_more = || {
            ["Chunk ID: ", "Original token count: ", "Total output lines: "]
                .iter()
                .any(|start| line.starts_with(start))
        };
        if of_line.is_none() && time.is_none() && !is_more() {
            break;
        }
        code = code.or(of_line);
        // The first time counts, even if it cannot be read.
        wall_time = wall_time.or_else(|| time.map(parse_milliseconds));
    }
    (code, wall_time.flatten())
}

/// `rc=0`, `Exit code: 0`, `Process exited with code 0`, `<returncode>0</returncode>`.
fn code_of_line(line: &str) -> Option<i32> {
    let code = ["rc=", "Exit code: ", "Exit code ", "Process exited with code "]
        .iter()
        .find_map(|prefix| line.strip_prefix(prefix))
        .or_else(|| line.strip_prefix("<returncode>")?.split('<').next());
    exit_code::parse(code?)
}

/// `0.8 seconds`.
fn parse_milliseconds(time: &str) -> Option<u64> {
    let seconds: f64 = time.split(' ').next()?.parse().ok()?;
    (seconds >= 0.0).then_some((seconds * 1_000.0) as u64)
}

fn was_cut_off(text: &str) -> bool {
    ["TIMEOUT after ", "command timed out", "<exception>", "execution error:", "failed in sandbox"]
        .iter()
        .any(|words| text.starts_with(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_says_how_it_ended() {
        for (text, ok, code, ms) in [
            ("rc=1\nboom", Some(false), Some(1), None),
            ("Exit code: 0\nWall time: 0.8 seconds\nOutput:\nx", Some(true), Some(0), Some(800)),
            (
                "Command: ls\nChunk ID: a\nWall time: 2 seconds\nProcess exited with code 2\n",
                Some(false),
                Some(2),
                Some(2_000),
            ),
            ("Chunk ID: a\nWall time: 10.0 seconds\nOutput:\nrc=1", None, None, Some(10_000)),
            ("<returncode>127</returncode>\n<output>\n", Some(false), Some(127), None),
            ("<output>\n<returncode>1</returncode>", None, None, None),
            ("inactive\nrc=3", None, None, None),
            ("a.c: ok\nExit code: 1", None, None, None),
            ("TIMEOUT after 60s", Some(false), None, None),
            (
                r#"{"output":"x","metadata":{"exit_code":0,"duration_seconds":0.1}}"#,
                Some(true),
                Some(0),
                Some(100),
            ),
            (r#"{"metadata":{}}"#, None, None, None),
            ("plain", None, None, None),
        ] {
            let result = tool_result(text);
            assert_eq!((result.ok, result.exit_code, result.duration_ms), (ok, code, ms), "{text}");
        }
    }
}
