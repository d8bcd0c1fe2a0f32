//! Calls as a client reports them: the output of `cargo test`, and how it ended.

use serde_json::{Value, json};

use super::action::ExitReport;
use crate::attempts_model::ListedTests;
use crate::cargo_test::{BUILD_ERROR, printed};

/// One call, its result, and the effect of that on the counts.
#[derive(Debug, Default)]
pub(crate) struct Call {
    pub(crate) tool: &'static str,
    pub(crate) input: Value,
    pub(crate) result: Value,
    pub(crate) effect: Effect,
    /// The file that it writes, and the number of the content where it can be written again.
    pub(crate) writes: Option<(&'static str, Option<usize>)>,
}

/// The effect of a result on the counts.
#[derive(Debug, Default)]
pub(crate) enum Effect {
    #[default]
    Nothing,
    Changed {
        is_test: bool,
    },
    TestRun(ListedTests),
    Infra,
}

pub(crate) fn bash(command: String, result: Value, effect: Effect) -> Call {
    Call { tool: "bash", input: json!({"command": command}), result, effect, writes: None }
}

/// A run with a verdict, or one in which no test ran. `cut`: a pipe leaves only its end.
pub(crate) fn verdict(
    command: &str,
    mut tests: ListedTests,
    report: ExitReport,
    cut: bool,
) -> Call {
    let is_red = !tests.failed.is_empty();
    let mut output = printed(tests.failed.iter(), tests.passed.iter());
    let effect = if !is_red && tests.passed.is_empty() {
        Effect::Nothing
    } else {
        if cut && report == ExitReport::Piped {
            let end = if is_red { "failures:\n    " } else { "test result" };
            output = output[output.rfind(end).unwrap()..].to_owned();
            tests.passed.clear();
        }
        Effect::TestRun(tests)
    };
    run(command, &output, if is_red { 101 } else { 0 }, report, effect)
}

pub(crate) fn unreadable(command: &str, tests: ListedTests) -> Call {
    let output = "12 fine, 1 broken\nsomething is wrong";
    run(command, output, 2, ExitReport::Everything, Effect::TestRun(tests))
}

pub(crate) fn build_error(command: &str, report: ExitReport) -> Call {
    run(command, BUILD_ERROR, 101, report, Effect::Infra)
}

pub(crate) fn no_cargo(command: &str) -> Call {
    run(command, "sh: 1: cargo: not found", 127, ExitReport::Everything, Effect::Infra)
}

fn run(command: &str, output: &str, code: i32, report: ExitReport, effect: Effect) -> Call {
    let (command, result) = match report {
        ExitReport::Everything => {
            (command.to_owned(), json!({"ok": code == 0, "exit_code": code, "output": output}))
        }
        ExitReport::Code => (command.to_owned(), json!({"exit_code": code, "output": output})),
        ExitReport::Nothing => (command.to_owned(), json!({"output": output})),
        ExitReport::Piped => (
            format!("{command} 2>&1 | tail -{}", output.lines().count()),
            json!({"ok": true, "exit_code": 0, "output": output}),
        ),
    };
    bash(command, result, effect)
}
