//! What a deed is as an event, and as a fact of the model.

use std::collections::BTreeSet;

use fusebox_engine::event::{
    Changed, Control, EventKind, FileChange, Origin, SessionStart, ToolRequest, ToolResult, Usage,
};
use fusebox_engine::{AgentId, CallId, IncidentId, InvalidId, TaskId, Timestamp};
use serde_json::json;

use crate::attempts_model::{Seen, Selection};
use crate::cargo_test::{BUILD_ERROR, printed};
use crate::deed::{Call, Ends, RUNS, TESTS, Who, command};
use crate::dice::word;
use crate::life::{Client, Rounds};
use crate::model::records::Effect;
use crate::model::{Fact, Kind, Request};

/// An event twice: as it is told, and as the model hears it.
#[derive(Debug, Clone)]
pub(crate) struct Telling {
    pub(crate) kind: EventKind,
    pub(crate) fact: Fact,
}

/// A call, with the result it will have.
#[derive(Debug, Clone)]
pub(crate) struct Made {
    pub(crate) request: Telling,
    pub(crate) result: Telling,
    /// The last edit, to be made again.
    pub(crate) edit: Option<(String, String)>,
}

pub(crate) fn told(kind: EventKind, fact: Fact) -> Telling {
    Telling { kind, fact }
}

pub(crate) fn start(client: &Client, with_task: bool) -> Result<Telling, InvalidId> {
    let task = client.task.filter(|_| with_task);
    let role = client.role.filter(|_| with_task);
    let kind = EventKind::SessionStart(SessionStart {
        client: Some("generic".to_owned()),
        role: role.map(str::to_owned),
        task: task.map(TaskId::parse).transpose()?,
        cwd: None,
        run: None,
    });
    Ok(told(kind, Fact::Start { task: task.map(str::to_owned), role: role.map(str::to_owned) }))
}

pub(crate) fn subagent() -> Telling {
    told(EventKind::Subagent { parent: AgentId::main(), depth: 1 }, Fact::Other)
}

pub(crate) fn prompt(by: Origin) -> Telling {
    let fact = if by == Origin::Human { Fact::Human } else { Fact::Automation };
    told(EventKind::Prompt { by, text: "go on".to_owned() }, fact)
}

pub(crate) fn usage(tokens: u64, messages: u64) -> Telling {
    let usage = Usage { output_tokens: tokens, messages: Some(messages), ..Usage::default() };
    told(EventKind::Usage(usage), Fact::Usage { tokens, messages })
}

pub(crate) fn message(n: usize) -> Telling {
    let text = format!("Next comes {}.", word(n));
    told(EventKind::Message { text, part: false }, Fact::Other)
}

pub(crate) fn guidance(test: Option<usize>) -> Telling {
    let test = test.map(|test| TESTS[test].to_owned());
    let kind = EventKind::Guidance { text: "round up".to_owned(), test: test.clone() };
    told(kind, Fact::Guidance(test))
}

pub(crate) fn reset(word: bool) -> Telling {
    let guidance = word.then(|| "round up".to_owned());
    let kind = EventKind::Control(Control::Reset { guidance, test: None });
    told(kind, if word { Fact::Guidance(None) } else { Fact::Reset })
}

pub(crate) fn bypass(until: u64) -> Telling {
    let kind = EventKind::Control(Control::Bypass { until: Timestamp(until) });
    told(kind, Fact::Bypass { until })
}

pub(crate) fn dismiss(incident: &str) -> Result<Telling, InvalidId> {
    let kind = EventKind::Control(Control::Dismiss { incident: IncidentId::parse(incident)? });
    Ok(told(kind, Fact::Dismiss { incident: incident.to_owned() }))
}

pub(crate) fn skip(test: usize) -> Telling {
    let test = TESTS[test].to_owned();
    told(EventKind::Control(Control::Skip { test: test.clone() }), Fact::Skip(test))
}

/// What a client tells of one call.
struct Told {
    tool: &'static str,
    input: serde_json::Value,
    ok: bool,
    output: Option<String>,
    changed: Option<Changed>,
    kind: Kind,
    effect: Effect,
}

/// The call that `who` makes now; `fresh` is another number for each.
pub(crate) fn call(
    client: &Client,
    who: Who,
    call: &Call,
    fresh: usize,
    last_edit: Option<&(String, String)>,
) -> Result<Made, InvalidId> {
    let mut edit = None;
    let told_call = match call {
        Call::Edit { test_file } => {
            let folder = if *test_file { "tests" } else { "src" };
            let path = format!("{folder}/{}{}.rs", who.session_name(), who.agent_name());
            let now = (path, format!("// {}", word(fresh)));
            let told = edited(client, &now, *test_file);
            edit = Some(now);
            told
        }
        Call::SameEdit if last_edit.is_some() => {
            let now = last_edit.cloned().unwrap_or_default();
            let told = edited(client, &now, now.0.starts_with("tests"));
            edit = Some(now);
            told
        }
        Call::Run { run, ends } => ran(*run, *ends),
        Call::Fresh
        | Call::SameEdit
        | Call::Usual(_)
        | Call::Odd(_)
        | Call::Unknown(_)
        | Call::Fails(_)
        | Call::Status
        | Call::ReportBlocked
        | Call::ReportComplete
        | Call::FreeItself => shell(call, fresh),
    };
    let id = format!("c{fresh}");
    // Two calls of one agent in a row can belong to one response.
    let round = (client.rounds == Rounds::Named).then(|| format!("r{}", fresh / 2));
    let Told { tool, input, ok, output, changed, kind, effect } = told_call;
    let call = format!("{tool} {input}");
    let request = EventKind::ToolRequest(ToolRequest {
        call: Some(CallId::parse(id.clone())?),
        round: round.clone(),
        tool: tool.to_owned(),
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
    let asked = Fact::Request(Request { id: id.clone(), call, round, kind, effect });
    let answered = Fact::Result { call: id.clone(), ok, output };
    Ok(Made { request: told(request, asked), result: told(result, answered), edit })
}

fn shell(call: &Call, fresh: usize) -> Told {
    let (ok, output) = match call {
        Call::Usual(n) => (true, Some(format!("no rule {}", word(*n)))),
        Call::Fails(n) => (false, Some(format!("error: broken {}", word(*n)))),
        Call::Unknown(_) => (true, None),
        Call::Fresh | Call::Odd(_) | Call::SameEdit => {
            (true, Some(format!("text {}", word(fresh))))
        }
        Call::Edit { .. }
        | Call::Run { .. }
        | Call::Status
        | Call::ReportBlocked
        | Call::ReportComplete
        | Call::FreeItself => (true, Some("noted".to_owned())),
    };
    let kind = match call {
        Call::Status => Kind::Listed,
        Call::ReportBlocked => Kind::ReportBlocked,
        Call::ReportComplete => Kind::ReportComplete,
        Call::FreeItself => Kind::Protected,
        Call::Fresh
        | Call::Usual(_)
        | Call::Odd(_)
        | Call::Unknown(_)
        | Call::Fails(_)
        | Call::Edit { .. }
        | Call::SameEdit
        | Call::Run { .. } => Kind::Plain,
    };
    let input = json!({"command": command(call, fresh)});
    Told { tool: "bash", input, ok, output, changed: None, kind, effect: Effect::Nothing }
}

fn edited(client: &Client, (path, content): &(String, String), is_test: bool) -> Told {
    let kept = client.tells_content.then(|| content.clone());
    Told {
        tool: "write",
        input: json!({"file_path": path, "content": content}),
        ok: true,
        output: Some(String::new()),
        changed: Some(Changed::Files(vec![FileChange { path: path.clone(), content: kept }])),
        kind: Kind::Plain,
        effect: Effect::Edited { content: format!("{path} {content}"), is_test },
    }
}

fn ran(run: usize, ends: Ends) -> Told {
    let (command, selection) = &RUNS[run];
    let input = json!({"command": command});
    let (ok, output, effect) = match ends {
        Ends::Build => (false, BUILD_ERROR.to_owned(), Effect::Infra),
        Ends::Verdict { failing } => {
            let seen = seen(selection, failing);
            let output = printed(seen.failed.iter(), seen.passed.iter());
            (seen.failed.is_empty(), output, Effect::Ran(seen))
        }
    };
    let output = Some(output);
    Told { tool: "bash", input, ok, output, changed: None, kind: Kind::TestRun, effect }
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
