//! Calls that concern Fusebox itself: those that always pass, and those that never do.

use fusebox_engine::{Guard, Report};
use serde_json::Value;

use crate::Place;
use crate::event::shown;
use crate::shell::{self, Command, Script};

/// Orders that are a person's. An agent that is stopped must not free itself.
const A_PERSONS: &[&str] = &[
    "reset",
    "bypass",
    "dismiss",
    "purge",
    "install",
    "uninstall",
    "hook",
    "effects",
    "decide",
    "task",
    "skip",
];
/// What an agent may always run, each as one simple command.
const LISTED: &[&str] = &["status", "justify", "prompt"];

/// How a call concerns Fusebox. `changes_files` tells what [`shell::writes`] says of the script.
pub(crate) fn guard(
    tool: &str,
    input: Option<&Value>,
    script: Option<&Script<'_>>,
    changes_files: bool,
    place: &Place<'_>,
) -> Guard {
    if let Some(script) = script {
        return command_line(script, changes_files, place);
    }
    let name = tool.strip_prefix("mcp:fusebox/").unwrap_or(tool);
    if name == "report_complete" || name == "report_blocked" {
        return Guard::Report(reported(name == "report_complete", input));
    }
    if tool.starts_with("mcp:fusebox/") {
        return Guard::Listed;
    }
    edit(tool, input, place)
}

fn command_line(script: &Script<'_>, changes_files: bool, place: &Place<'_>) -> Guard {
    let of_ours = script.invocations("fusebox").chain(script.invocations("fusebox-hook"));
    if let Some(order) = of_ours.filter_map(order).find(|order| A_PERSONS.contains(order)) {
        return Guard::Protected(format!("`fusebox {order}` changes the circuit breaker."));
    }
    if script.invocations("fusebox-hook").next().is_some() {
        return Guard::Protected("`fusebox-hook` is the circuit breaker's own.".to_owned());
    }
    if let Some(single) = script.single()
        && single.words().first().is_some_and(|program| program.text == "fusebox")
        && let Some(order) = order(single)
    {
        if order == "report" {
            return report_command(single).map_or(Guard::Listed, Guard::Report);
        }
        if LISTED.contains(&order) {
            return Guard::Listed;
        }
    }
    let touches = |path: &str| is_protected(path, place);
    if changes_files && shell::mentions(script, &touches) {
        return Guard::Protected("This command writes to the circuit breaker's files.".to_owned());
    }
    Guard::None
}

fn order<'a>(command: &'a Command<'_>) -> Option<&'a str> {
    if command.program() == "fusebox-hook" {
        return Some("hook");
    }
    command.args().find(|arg| !arg.starts_with('-'))
}

/// `fusebox report complete "…"` or `fusebox report blocked [--on X] "…"`.
fn report_command(command: &Command<'_>) -> Option<Report> {
    let mut args = command.args().skip_while(|arg| *arg != "report").skip(1);
    let kind = args.next()?;
    let mut on = None;
    let mut words: Vec<&str> = Vec::new();
    while let Some(arg) = args.next() {
        match arg.strip_prefix("--on") {
            Some("") => on = args.next().map(|on| shown(on, 160)),
            Some(rest) => on = rest.strip_prefix('=').map(|on| shown(on, 160)),
            None => words.push(arg),
        }
    }
    let summary = shown(&words.join(" "), 2_000);
    match kind {
        "complete" => Some(Report::Complete { summary }),
        "blocked" => Some(Report::Blocked { on, summary }),
        _ => None,
    }
}

fn reported(complete: bool, input: Option<&Value>) -> Report {
    let text = |key: &str| input.and_then(|input| input.get(key)).and_then(Value::as_str);
    let told = text("summary").or(text("reason")).or(text("text")).or(text("message"));
    let summary = shown(told.unwrap_or_default(), 2_000);
    if complete {
        Report::Complete { summary }
    } else {
        Report::Blocked { on: text("on").map(|on| shown(on, 160)), summary }
    }
}

fn edit(tool: &str, input: Option<&Value>, place: &Place<'_>) -> Guard {
    if !matches!(tool, "edit" | "write") {
        return Guard::None;
    }
    let path = ["file_path", "path", "notebook_path"]
        .iter()
        .find_map(|key| input.and_then(|input| input.get(*key)).and_then(Value::as_str));
    match path {
        Some(path) if is_protected(path, place) => {
            Guard::Protected(format!("`{}` belongs to the circuit breaker.", shown(path, 120)))
        }
        _ => Guard::None,
    }
}

/// Files that are protected wherever they lie: a project's policy and a client's hook settings.
const BY_NAME: &[&str] =
    &["/.fusebox.toml", "/.claude/settings.json", "/.claude/settings.local.json"];

fn is_protected(path: &str, place: &Place<'_>) -> bool {
    let path = path.trim_end_matches('/');
    let rooted = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    BY_NAME.iter().any(|name| rooted.ends_with(name))
        || place.protected.iter().any(|root| {
            path.strip_prefix(root.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
}
