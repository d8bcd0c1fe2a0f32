//! What a deed is as an event, and as a fact of the model.

use std::collections::BTreeSet;

use fusebox_engine::event::{
    ChangedFile, ChangedFiles, ControlOrder, EventKind, PromptOrigin, SessionStart, TokenUsage,
    ToolRequest, ToolResult,
};
use fusebox_engine::{AgentId, CallId, IncidentId, InvalidId, TaskId, Timestamp};
use serde_json::json;

use crate::attempts_model::{Seen, Selection};
use crate::cargo_test::{BUILD_ERROR, printed};
use crate::deed::{AgentIndex, CallTemplate, RUNS, TESTS, TestRunEnd, command};
use crate::dice::word;
use crate::life::{RoundReporting, SimulatedClient};
use crate::model::records::CallEffect;
use crate::model::{CallKind, ModelEvent, ModelRequest};

/// An event twice: as it is told, and as the model hears it.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedEvent {
    pub(crate) kind: EventKind,
    pub(crate) fact: ModelEvent,
}

/// A call, with the result it will have.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedCall {
    pub(crate) request: SimulatedEvent,
    pub(crate) result: SimulatedEvent,
    /// The last edit, to be made again.
    pub(crate) edit: Option<(String, String)>,
}

pub(crate) fn told(kind: EventKind, fact: ModelEvent) -> SimulatedEvent {
    SimulatedEvent { kind, fact }
}

pub(crate) fn start(
    client: &SimulatedClient,
    with_task: bool,
) -> Result<SimulatedEvent, InvalidId> {
    let task = client.task.filter(|_| with_task);
    let role = client.role.filter(|_| with_task);
    let kind = EventKind::SessionStart(SessionStart {
        client: Some("generic".to_owned()),
        role: role.map(str::to_owned),
        task: task.map(TaskId::parse).transpose()?,
        cwd: None,
        run: None,
    });
    Ok(told(
        kind,
        ModelEvent::Start { task: task.map(str::to_owned), role: role.map(str::to_owned) },
    ))
}

pub(crate) fn subagent() -> SimulatedEvent {
    told(EventKind::Subagent { parent: AgentId::main(), depth: 1 }, ModelEvent::Other)
}

pub(crate) fn prompt(by: PromptOrigin) -> SimulatedEvent {
    let fact = if by == PromptOrigin::Human { ModelEvent::Human } else { ModelEvent::Automation };
    told(EventKind::Prompt { by, text: "go on".to_owned() }, fact)
}

pub(crate) fn usage(tokens: u64, messages: u64) -> SimulatedEvent {
    let usage =
        TokenUsage { output_tokens: tokens, messages: Some(messages), ..TokenUsage::default() };
    told(EventKind::Usage(usage), ModelEvent::Usage { tokens, messages })
}

pub(crate) fn message(n: usize) -> SimulatedEvent {
    let text = format!("Next comes {}.", word(n));
    told(EventKind::Message { text, part: false }, ModelEvent::Other)
}

pub(crate) fn guidance(test: Option<usize>) -> SimulatedEvent {
    let test = test.map(|test| TESTS[test].to_owned());
    let kind = EventKind::Guidance { text: "round up".to_owned(), test: test.clone() };
    told(kind, ModelEvent::Guidance(test))
}

pub(crate) fn reset(word: bool) -> SimulatedEvent {
    let guidance = word.then(|| "round up".to_owned());
    let kind = EventKind::Control(ControlOrder::Reset { guidance, test: None });
    told(kind, if word { ModelEvent::Guidance(None) } else { ModelEvent::Reset })
}

pub(crate) fn bypass(until: u64) -> SimulatedEvent {
    let kind = EventKind::Control(ControlOrder::Bypass { until: Timestamp(until) });
    told(kind, ModelEvent::Bypass { until })
}

pub(crate) fn dismiss(incident: &str) -> Result<SimulatedEvent, InvalidId> {
    let kind = EventKind::Control(ControlOrder::Dismiss { incident: IncidentId::parse(incident)? });
    Ok(told(kind, ModelEvent::Dismiss { incident: incident.to_owned() }))
}

pub(crate) fn skip(test: usize) -> SimulatedEvent {
    let test = TESTS[test].to_owned();
    told(EventKind::Control(ControlOrder::Skip { test: test.clone() }), ModelEvent::Skip(test))
}

/// What a client tells of one call.
struct CallDescription {
    tool: &'static str,
    input: serde_json::Value,
    ok: bool,
    output: Option<String>,
    changed: Option<ChangedFiles>,
    kind: CallKind,
    effect: CallEffect,
}

/// The call that `who` makes now; `fresh` is another number for each.
pub(crate) fn call(
    client: &SimulatedClient,
    who: AgentIndex,
    call: &CallTemplate,
    fresh: usize,
    last_edit: Option<&(String, String)>,
) -> Result<SimulatedCall, InvalidId> {
    let mut edit = None;
    let told_call = match call {
        CallTemplate::Edit { test_file } => {
            let folder = if *test_file { "tests" } else { "src" };
            let path = format!("{folder}/{}{}.rs", who.session_name(), who.agent_name());
            let now = (path, format!("// {}", word(fresh)));
            let told = edited(client, &now, *test_file);
            edit = Some(now);
            told
        }
        CallTemplate::SameEdit if last_edit.is_some() => {
            let now = last_edit.cloned().unwrap_or_default();
            let told = edited(client, &now, now.0.starts_with("tests"));
            edit = Some(now);
            told
        }
        CallTemplate::Run { run, ends } => ran(*run, *ends),
        CallTemplate::Fresh
        | CallTemplate::SameEdit
        | CallTemplate::Usual(_)
        | CallTemplate::Odd(_)
        | CallTemplate::Unknown(_)
        | CallTemplate::Fails(_)
        | CallTemplate::Status
        | CallTemplate::ReportBlocked
        | CallTemplate::ReportComplete
        | CallTemplate::FreeItself => shell(call, fresh),
    };
    let id = format!("c{fresh}");
    // Two calls of one agent in a row can belong to one response.
    let round = (client.rounds == RoundReporting::Named).then(|| format!("r{}", fresh / 2));
    let CallDescription { tool, input, ok, output, changed, kind, effect } = told_call;
    let call = format!("{tool} {input}");
    let request = EventKind::ToolRequest(ToolRequest {
        call: Some(CallId::parse(id.clone())?),
        round: round.clone(),
        tool: tool.into(),
        input: Some(input),
        cwd: None,
    });
    let result = EventKind::ToolResult(Box::new(ToolResult {
        call: Some(CallId::parse(id.clone())?),
        ok: Some(ok),
        output: output.clone(),
        changed,
        ..ToolResult::default()
    }));
    let asked = ModelEvent::Request(ModelRequest { id: id.clone(), call, round, kind, effect });
    let answered = ModelEvent::Result { call: id.clone(), ok, output };
    Ok(SimulatedCall { request: told(request, asked), result: told(result, answered), edit })
}

fn shell(call: &CallTemplate, fresh: usize) -> CallDescription {
    let (ok, output) = match call {
        CallTemplate::Usual(n) => (true, Some(format!("no rule {}", word(*n)))),
        CallTemplate::Fails(n) => (false, Some(format!("error: broken {}", word(*n)))),
        CallTemplate::Unknown(_) => (true, None),
        CallTemplate::Fresh | CallTemplate::Odd(_) | CallTemplate::SameEdit => {
            (true, Some(format!("text {}", word(fresh))))
        }
        CallTemplate::Edit { .. }
        | CallTemplate::Run { .. }
        | CallTemplate::Status
        | CallTemplate::ReportBlocked
        | CallTemplate::ReportComplete
        | CallTemplate::FreeItself => (true, Some("noted".to_owned())),
    };
    let kind = match call {
        CallTemplate::Status => CallKind::Listed,
        CallTemplate::ReportBlocked => CallKind::ReportBlocked,
        CallTemplate::ReportComplete => CallKind::ReportComplete,
        CallTemplate::FreeItself => CallKind::Protected,
        CallTemplate::Fresh
        | CallTemplate::Usual(_)
        | CallTemplate::Odd(_)
        | CallTemplate::Unknown(_)
        | CallTemplate::Fails(_)
        | CallTemplate::Edit { .. }
        | CallTemplate::SameEdit
        | CallTemplate::Run { .. } => CallKind::Plain,
    };
    let input = json!({"command": command(call, fresh)});
    CallDescription {
        tool: "bash",
        input,
        ok,
        output,
        changed: None,
        kind,
        effect: CallEffect::Nothing,
    }
}

fn edited(
    client: &SimulatedClient,
    (path, content): &(String, String),
    is_test: bool,
) -> CallDescription {
    let kept = client.tells_content.then(|| content.clone());
    CallDescription {
        tool: "write",
        input: json!({"file_path": path, "content": content}),
        ok: true,
        output: Some(String::new()),
        changed: Some(ChangedFiles::Files(vec![ChangedFile {
            path: path.clone(),
            content: kept,
            created: false,
        }])),
        kind: CallKind::Plain,
        effect: CallEffect::Edited { content: format!("{path} {content}"), is_test },
    }
}

fn ran(run: usize, ends: TestRunEnd) -> CallDescription {
    let (command, selection) = &RUNS[run];
    let input = json!({"command": command});
    let (ok, output, effect) = match ends {
        TestRunEnd::Build => (false, BUILD_ERROR.to_owned(), CallEffect::Infra),
        TestRunEnd::Verdict { failing } => {
            let seen = seen(selection, failing);
            let output = printed(seen.failed.iter(), seen.passed.iter());
            (seen.failed.is_empty(), output, CallEffect::Ran(seen))
        }
    };
    let output = Some(output);
    CallDescription {
        tool: "bash",
        input,
        ok,
        output,
        changed: None,
        kind: CallKind::TestRun,
        effect,
    }
}

fn seen(selection: &Selection, failing: u8) -> Seen {
    let is_part = matches!(selection, Selection::Part(_));
    let (mut failed, mut passed) = (BTreeSet::new(), BTreeSet::new());
    for (bit, test) in TESTS.iter().enumerate() {
        if !is_part && !selection.names(test) {
            continue;
        }
        if failing & (1 << bit) != 0 {
            failed.insert((*test).to_owned());
        } else {
            passed.insert((*test).to_owned());
        }
    }
    Seen { selection: selection.clone(), failed, passed }
}
