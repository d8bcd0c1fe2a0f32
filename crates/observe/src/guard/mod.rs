//! Calls that concern Fusebox itself: those that always pass, and those that never do.

pub(crate) mod tools;

use fusebox_engine::{AgentReport, GuardClass, ScopeJustification, Tool};
use fusebox_shell::guard::{ProtectedPaths, operands, refusal};
use fusebox_shell::{CommandLine, SimpleCommand};
use serde_json::Value;

use crate::SessionContext;
use fusebox_text::redacted_line;

/// What an agent may always run, each as one simple command.
const LISTED: &[&str] = &["status", JUSTIFY, "prompt"];
/// What an agent runs to say why it needs a file outside the scope.
const JUSTIFY: &str = "justify";

/// How a call concerns Fusebox.
pub(crate) fn guard(
    tool: &Tool,
    input: Option<&Value>,
    cwd: Option<&str>,
    script: Option<&CommandLine<'_>>,
    place: &SessionContext<'_>,
) -> GuardClass {
    let protected = ProtectedPaths::new(place.protected).from(cwd);
    if let Some(script) = script {
        return command_line(script, &protected);
    }
    let ours = tool.on_server("fusebox");
    let name = tool.name();
    match ours.unwrap_or(&name) {
        name @ ("report_complete" | "report_blocked") => {
            return GuardClass::Report(reported(name == "report_complete", input));
        }
        JUSTIFY if ours.is_some() => {
            return justified(input)
                .map_or(GuardClass::Listed, |(_, given)| GuardClass::Justify(given));
        }
        name if ours.is_some() && LISTED.contains(&name) => return GuardClass::Listed,
        _ => {}
    }
    let forbidden = input.and_then(|input| tools::forbidden(tool, input, &protected));
    forbidden.map_or(GuardClass::None, GuardClass::Protected)
}

fn command_line(script: &CommandLine<'_>, protected: &ProtectedPaths<'_>) -> GuardClass {
    if let Some(single) = script.single()
        && single.words().first().is_some_and(|program| program.text == "fusebox")
        && let Some(order) = operands(single).next()
    {
        if order == "report" {
            return report_command(single).map_or(GuardClass::Listed, GuardClass::Report);
        }
        if order == JUSTIFY {
            return justify_command(single)
                .map_or(GuardClass::Listed, |(_, given)| GuardClass::Justify(given));
        }
        if LISTED.contains(&order) {
            return GuardClass::Listed;
        }
    }
    refusal(script, protected)
        .map_or(GuardClass::None, |why| GuardClass::Protected(why.to_string()))
}

/// `fusebox report complete "…"` or `fusebox report blocked [--on X] "…"`.
fn report_command(command: &SimpleCommand<'_>) -> Option<AgentReport> {
    let mut args = command.args().skip_while(|arg| *arg != "report").skip(1);
    let kind = args.next()?;
    let mut on = None;
    let mut words: Vec<&str> = Vec::new();
    while let Some(arg) = args.next() {
        match arg.strip_prefix("--on") {
            Some("") => on = args.next().map(|on| redacted_line(on, 160)),
            Some(rest) => on = rest.strip_prefix('=').map(|on| redacted_line(on, 160)),
            None => words.push(arg),
        }
    }
    let summary = redacted_line(&words.join(" "), 2_000);
    match kind {
        "complete" => Some(AgentReport::Complete { summary }),
        "blocked" => Some(AgentReport::Blocked { on, summary }),
        _ => None,
    }
}

/// `fusebox justify FILE --test T --because "…"`: the file, and what is said of it.
pub(crate) fn justify_command(command: &SimpleCommand<'_>) -> Option<(String, ScopeJustification)> {
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
    let [order, file] = operands.as_slice() else { return None };
    (*order == JUSTIFY).then_some(())?;
    given(file, test?, because?)
}

/// The same as arguments of a tool.
pub(crate) fn justified(input: Option<&Value>) -> Option<(String, ScopeJustification)> {
    let text = |key: &str| input.and_then(|input| input.get(key)).and_then(Value::as_str);
    given(text("file")?, text("test")?, text("because")?)
}

fn given(file: &str, test: &str, because: &str) -> Option<(String, ScopeJustification)> {
    let given =
        ScopeJustification { test: redacted_line(test, 200), because: redacted_line(because, 400) };
    (!file.is_empty()).then(|| (file.to_owned(), given))
}

fn reported(complete: bool, input: Option<&Value>) -> AgentReport {
    let text = |key: &str| input.and_then(|input| input.get(key)).and_then(Value::as_str);
    let told = text("summary").or(text("reason")).or(text("text")).or(text("message"));
    let summary = redacted_line(told.unwrap_or_default(), 2_000);
    if complete {
        AgentReport::Complete { summary }
    } else {
        AgentReport::Blocked { on: text("on").map(|on| redacted_line(on, 160)), summary }
    }
}

#[cfg(test)]
mod tests;
