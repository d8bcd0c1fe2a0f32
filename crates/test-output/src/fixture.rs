//! Reads the recorded outputs under `fixtures` and shows a reading as short text.

use super::{ParsedTestRun, TestRunEnd};

/// The recorded output `case`, such as `pytest/assert`.
fn fixture(case: &str) -> String {
    let path = format!("{}/fixtures/{case}.txt", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// A reading as text: one line for the end and the counts (`failed, 1 passed, 2 failed`), then for
/// each failure its name and place, what it asserts (`want:`) and what happened (`got:`), then the
/// names that passed (`ok:`). `(none)` if there is none.
pub(super) fn shown(reading: Option<&ParsedTestRun>) -> String {
    let Some(reading) = reading else { return "(none)".to_owned() };
    let mut out = match reading.end {
        TestRunEnd::Passed => "passed".to_owned(),
        TestRunEnd::Failed => "failed".to_owned(),

        TestRunEnd::Nothing => "nothing".to_owned(),
        end => format!("infra {end:?}"),
    };
    if let Some(n) = reading.passed {
        out += &format!(", {n} passed");
    }
    if let Some(n) = reading.failed {
        out += &format!(", {n} failed");
    }
    for failure in &reading.failures {
        out += &format!("\n{}", failure.name);
        if let Some(file) = &failure.file {
            out += &format!(" @ {file}");
        }
        if let Some(line) = failure.line {
            out += &format!(":{line}");
        }
        for (key, text) in [("want", &failure.assertion), ("got", &failure.error)] {
            if let Some(text) = text {
                out += &format!("\n  {key}: {}", text.replace('\n', "\n       "));
            }
        }
    }
    if !reading.passed_names.is_empty() {
        out += &format!("\nok: {}", reading.passed_names.join(", "));
    }
    out
}

/// Asserts what `read` finds in each recorded output of `folder`. The first column of the table
/// names the outputs, separated by blanks; the parts of the second, joined by line ends, are expected
/// of each. Every recorded output is in the table.
pub(super) fn check_recorded(
    read: fn(&str) -> Option<ParsedTestRun>,
    folder: &str,
    table: &[(&str, &[&str])],
) {
    let named: usize = table.iter().map(|(cases, _)| cases.split(' ').count()).sum();
    assert_eq!(named, recorded(folder).len(), "every output of {folder} is in the table");
    for (cases, parts) in table {
        let parts: Vec<&str> = parts.iter().map(|part| part.trim_matches('\n')).collect();
        let expected = parts.join("\n");
        for case in cases.split(' ') {
            let text = fixture(&format!("{folder}/{case}"));
            let plain = fusebox_text::ansi::to_plain_text(&text);
            assert_eq!(shown(read(&plain).as_ref()), expected, "{folder}/{case}");
        }
    }
}

/// The names and texts of the recorded outputs in a folder.
pub(super) fn recorded(folder: &str) -> Vec<(String, String)> {
    let path = format!("{}/fixtures/{folder}", env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut outputs: Vec<_> = paths
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    outputs.sort();
    outputs
}
