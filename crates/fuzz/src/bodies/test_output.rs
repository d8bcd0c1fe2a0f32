//! Checks the readers of test output.

use fusebox_engine::test_run::TestRunEnd;
use fusebox_shell::TestRunner;
use fusebox_test_output::{ParsedTestRun, TestFailure, read_junit_report, read_test_output};
use fusebox_text::ansi;

/// The longest name and the longest text of a failure, in bytes.
const LONGEST_NAME: usize = 300;
const LONGEST_TEXT: usize = 1_000;

/// The first byte chooses the runner of the command line; the rest is the output. What is read is bounded, occurs in the
/// output, and is the same with and without colours.
pub(super) fn body(data: &[u8]) {
    let Some((chosen, output)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(output);
    let plain = ansi::to_plain_text(&text);
    assert_eq!(ansi::to_plain_text(&plain), plain, "plain text stays as it is");
    let runner = TestRunner::ALL.get(usize::from(*chosen) % (TestRunner::ALL.len() + 1)).copied();
    let reading = read_test_output(runner, &text);
    assert_eq!(reading, read_test_output(runner, &plain), "colours change nothing");
    if let Some(reading) = &reading {
        check(reading, &plain);
    }
    let _ = read_junit_report(&text);
}

fn check(reading: &ParsedTestRun, output: &str) {
    let ParsedTestRun { end, failures, passed_names, .. } = reading;
    assert!(failures.len() <= ParsedTestRun::MAX_FAILURES);
    assert!(passed_names.len() <= ParsedTestRun::MAX_PASSED);
    if *end == TestRunEnd::Nothing {
        assert!(failures.is_empty(), "no test ran, and these failed: {failures:?}");
    }
    for TestFailure { name, file, assertion, error, .. } in failures {
        check_name(name, output);
        for text in [file, assertion, error].into_iter().flatten() {
            assert!(text.len() <= LONGEST_TEXT);
        }
    }
    passed_names.iter().for_each(|name| check_name(name, output));
}

/// Checks that each word of a name occurs in the output; the name may come from several lines.
fn check_name(name: &str, output: &str) {
    assert!(name.len() <= LONGEST_NAME);
    // JSON and XML spell some characters in another way.
    if output.contains("\\u") || output.contains("&#") {
        return;
    }
    for word in name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        assert!(output.contains(word), "{word} of {name} is not in the output");
    }
}
