//! Builds the events of a life as a client reports them, and what each call means to the model.

use std::collections::BTreeSet;

use fusebox_engine::event::{
    ChangedFile, ChangedFiles, EventKind, SessionStart, ToolRequest, ToolResult,
};
use fusebox_engine::{AgentId, CallId, TaskId};
use serde_json::json;

use crate::SimulationError;
use crate::attempts_model::{ListedTests, Selection};
use crate::cargo_test::{BUILD_ERROR, printed};
use crate::dice::word;
use crate::model::CallMeaning;
use crate::random_life::{RoundReporting, SimulatedClient};
use crate::rules::RuleLimits;
use crate::step::{AgentIndex, CallTemplate, RUNS, TESTS, TestRunEnd};

/// A path and its content.
pub(crate) type FileEdit = (String, String);

/// A call and the result it will have.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedCall {
    pub(crate) request: EventKind,
    pub(crate) meaning: CallMeaning,
    pub(crate) result: EventKind,
    /// The edit that the call makes.
    pub(crate) edit: Option<FileEdit>,
}

/// The folder of sessions that know what earlier ones did.
pub(crate) const FOLDER: &str = "/srv/shop";
/// Their client.
pub(crate) const CLIENT: &str = "generic";

pub(crate) fn session_start(
    client: &SimulatedClient,
    with_task: bool,
    rules: &RuleLimits,
) -> Result<EventKind, SimulationError> {
    let task = client.task.filter(|_| with_task);
    let role = client.role.filter(|_| with_task);
    Ok(EventKind::SessionStart(SessionStart {
        cwd: rules.has_project().then(|| FOLDER.to_owned()),
        client: Some(CLIENT.to_owned()),
        role: role.map(str::to_owned),
        task: task.map(TaskId::parse).transpose()?,
        ..SessionStart::default()
    }))
}

pub(crate) fn subagent() -> EventKind {
    EventKind::Subagent { parent: Some(AgentId::main()), depth: Some(1) }
}

pub(crate) fn message(n: usize) -> EventKind {
    EventKind::Message { text: format!("Next comes {}.", word(n)), part: false }
}

/// What a client reports of one call.
struct CallReport {
    tool: &'static str,
    input: serde_json::Value,
    ok: bool,
    output: Option<String>,
    changed: Option<ChangedFiles>,
    meaning: CallMeaning,
}

/// Builds the call that `who` makes now; every call gets another `number`.
pub(crate) fn call(
    client: &SimulatedClient,
    who: AgentIndex,
    call: &CallTemplate,
    (id, number): (CallId, usize),
    last_edit: Option<&FileEdit>,
) -> Result<SimulatedCall, SimulationError> {
    let mut edit = None;
    let report = match (call, last_edit) {
        (CallTemplate::Edit { test_file }, _) => {
            let folder = if *test_file { "tests" } else { "src" };
            let path = format!("{folder}/{}{}.rs", who.session_name(), who.agent_name());
            edit_report(client, edit.insert((path, format!("// {}", word(number)))))
        }
        (CallTemplate::SameEdit, Some(last)) => edit_report(client, edit.insert(last.clone())),
        (CallTemplate::TestRun { run, end }, _) => test_run_report(*run, *end),
        _ => command_report(call, number),
    };
    // Two consecutive calls of one agent can belong to one response.
    let round = (client.rounds == RoundReporting::Named).then(|| format!("r{}", number / 2));
    let CallReport { tool, input, ok, output, changed, meaning } = report;
    let request = EventKind::ToolRequest(ToolRequest {
        call: Some(id.clone()),
        round,
        tool: tool.into(),
        input: Some(input),
        cwd: None,
        can_ask: false,
    });
    let result = EventKind::ToolResult(Box::new(ToolResult {
        call: Some(id),
        ok: Some(ok),
        output,
        changed,
        ..ToolResult::default()
    }));
    Ok(SimulatedCall { request, meaning, result, edit })
}

fn command_report(call: &CallTemplate, number: usize) -> CallReport {
    let text = || Some(format!("text {}", word(number)));
    let (make, noted) = (|n| format!("make {}", word(n)), Some("noted".to_owned()));
    let (command, output, meaning) = match call {
        CallTemplate::Usual(n) => {
            (make(*n), Some(format!("no rule {}", word(*n))), CallMeaning::Plain)
        }
        CallTemplate::Odd(n) => (make(*n), text(), CallMeaning::Plain),
        CallTemplate::Unknown(n) => (make(*n), None, CallMeaning::Plain),
        CallTemplate::Fails(n) => {
            let output = format!("error: broken {}", word(*n));
            (format!("run {}", word(*n)), Some(output), CallMeaning::Plain)
        }
        CallTemplate::Status => ("fusebox status".to_owned(), noted, CallMeaning::Listed),
        CallTemplate::ReportBlocked => {
            let command = "fusebox report blocked --on '#41' \"it waits\"";
            (command.to_owned(), noted, CallMeaning::ReportBlocked)
        }
        CallTemplate::ReportComplete => {
            let command = "fusebox report complete \"half of it\"";
            (command.to_owned(), noted, CallMeaning::ReportComplete)
        }
        // The agent tries to reset its own breaker.
        CallTemplate::ResetItself => {
            ("fusebox reset s0 --yes".to_owned(), noted, CallMeaning::Protected)
        }
        CallTemplate::Fresh
        | CallTemplate::Edit { .. }
        | CallTemplate::SameEdit
        | CallTemplate::TestRun { .. } => {
            (format!("cat {}.txt", word(number)), text(), CallMeaning::Plain)
        }
    };
    let ok = !matches!(call, CallTemplate::Fails(_));
    CallReport {
        tool: "bash",
        input: json!({"command": command}),
        ok,
        output,
        changed: None,
        meaning,
    }
}

fn edit_report(client: &SimulatedClient, (path, content): &FileEdit) -> CallReport {
    let reported = client.reports_content.then(|| content.clone());
    let file = ChangedFile { path: path.clone(), content: reported, created: false };
    let is_test = path.starts_with("tests");
    let meaning = CallMeaning::Edit { content: format!("{path} {content}"), is_test };
    CallReport {
        tool: "write",
        input: json!({"file_path": path, "content": content}),
        ok: true,
        output: Some(String::new()),
        changed: Some(ChangedFiles::Files(vec![file])),
        meaning,
    }
}

fn test_run_report(run: usize, end: TestRunEnd) -> CallReport {
    let (command, selection) = &RUNS[run];
    let (ok, output, meaning) = match end {
        TestRunEnd::BuildError => (false, BUILD_ERROR.to_owned(), CallMeaning::BuildError),
        TestRunEnd::Verdict { failing } => {
            let seen = listed_tests(selection, failing);
            let output = printed(seen.failed.iter(), seen.passed.iter());
            (seen.failed.is_empty(), output, CallMeaning::TestRun(seen))
        }
    };
    let (input, output) = (json!({"command": command}), Some(output));
    CallReport { tool: "bash", input, ok, output, changed: None, meaning }
}

/// The tests that the output of a run lists.
fn listed_tests(selection: &Selection, failing: u8) -> ListedTests {
    let is_part = matches!(selection, Selection::Part(_));
    let (mut failed, mut passed) = (BTreeSet::new(), BTreeSet::new());
    for (bit, test) in TESTS.iter().enumerate() {
        if is_part || selection.names(test) {
            let list = if failing & (1 << bit) != 0 { &mut failed } else { &mut passed };
            list.insert((*test).to_owned());
        }
    }
    ListedTests { selection: selection.clone(), failed, passed }
}
