//! What an agent says to Fusebox: reports and justifications, as a command or as a tool call.

use fusebox_engine::{AgentReport, ScopeJustification};
use fusebox_shell::SimpleCommand;
use fusebox_text::redacted_line;
use serde_json::Value;

use crate::arguments::text;

/// The order with which an agent says why it needs a file outside the scope.
pub(crate) const JUSTIFY: &str = "justify";

const SUMMARY_CHARS: usize = 2_000;
const BLOCKED_ON_CHARS: usize = 160;
const TEST_CHARS: usize = 200;
const REASON_CHARS: usize = 400;

/// `fusebox report complete "…"` or `fusebox report blocked [--on X] "…"`.
pub(crate) fn report_command(command: &SimpleCommand<'_>) -> Option<AgentReport> {
    let mut args = command.args().skip_while(|arg| *arg != "report").skip(1);
    let kind = args.next()?;
    let mut on = None;
    let mut words: Vec<&str> = Vec::new();
    while let Some(arg) = args.next() {
        match arg.strip_prefix("--on") {
            Some("") => on = args.next(),
            Some(rest) => on = rest.strip_prefix('='),
            None => words.push(arg),
        }
    }
    let summary = words.join(" ");
    match kind {
        "complete" => Some(report(true, None, &summary)),
        "blocked" => Some(report(false, on, &summary)),
        _ => None,
    }
}

/// The same as arguments of a tool.
pub(crate) fn report_arguments(is_complete: bool, input: Option<&Value>) -> AgentReport {
    let text = |key: &str| input.and_then(|input| text(input, key));
    let summary = ["summary", "reason", "text", "message"].iter().find_map(|key| text(key));
    report(is_complete, text("on"), summary.unwrap_or_default())
}

fn report(is_complete: bool, on: Option<&str>, summary: &str) -> AgentReport {
    let summary = redacted_line(summary, SUMMARY_CHARS);
    if is_complete {
        AgentReport::Complete { summary }
    } else {
        AgentReport::Blocked { on: on.map(|on| redacted_line(on, BLOCKED_ON_CHARS)), summary }
    }
}

/// `fusebox justify FILE --test T --because "…"`: the file, and what is said of it.
pub(crate) fn justify_command<'c>(
    command: &'c SimpleCommand<'_>,
) -> Option<(&'c str, ScopeJustification)> {
    let mut args = command.args();
    let (mut test, mut because) = (None, None);
    let mut operands: Vec<&str> = Vec::new();
    while let Some(arg) = args.next() {
        let (name, attached) = match arg.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            _ => (arg, None),
        };
        match name {
            "--test" => test = attached.or_else(|| args.next()),
            "--because" => because = attached.or_else(|| args.next()),
            "--" => operands.extend(args.by_ref()),
            name if name.starts_with("--") => {}
            _ => operands.push(arg),
        }
    }
    let is_fusebox = command.words().first().is_some_and(|program| program.text == "fusebox");
    match operands.as_slice() {
        [JUSTIFY, file] if is_fusebox => justification(file, test?, because?),
        _ => None,
    }
}

/// The same as arguments of a tool.
pub(crate) fn justify_arguments(input: &Value) -> Option<(&str, ScopeJustification)> {
    justification(text(input, "file")?, text(input, "test")?, text(input, "because")?)
}

/// The file of a justification that is given as arguments of a tool.
pub(crate) fn justified_file(input: &Value) -> Option<&str> {
    justify_arguments(input).map(|(file, _)| file)
}

fn justification<'f>(
    file: &'f str,
    test: &str,
    because: &str,
) -> Option<(&'f str, ScopeJustification)> {
    let given = ScopeJustification {
        test: redacted_line(test, TEST_CHARS),
        because: redacted_line(because, REASON_CHARS),
    };
    (!file.is_empty()).then_some((file, given))
}
