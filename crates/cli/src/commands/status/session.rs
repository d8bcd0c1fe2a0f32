//! `fusebox status SESSION`: all that is known of one session.

use std::path::Path;

use fusebox_config::NoticeKind;
use fusebox_engine::pause::Pause;
use fusebox_runtime::query::{self, SessionView, SubagentView};
use fusebox_runtime::spend;

use super::{SessionWithCost, pause_of_all, pause_text};
use crate::commands::task;
use crate::policy::{self, PolicyArgs};
use crate::text_table::TextTable;
use crate::{Context, Result, clock, display, spend_records, style};

/// The columns in front of a fact's value.
const FACT_COLUMNS: usize = 14;

/// The lines of one session.
pub(super) fn text(session: &SessionWithCost<'_>, context: &Context) -> Result<String> {
    let view = session.view;
    let runtime = context.runtime(None)?;
    let task_view = query::task(runtime.store(), &view.task)?;
    let policy = task::policy_of::task(context, &runtime, &task_view)?;
    let mut facts = TextTable::indented();
    let is_named = view.task.as_str() != view.session.as_str();
    facts.push_facts("task", is_named.then(|| display::one_line(view.task.as_str(), 100)));
    let folder = view.folder.as_deref().map(|folder| display::folder(folder, context));
    facts.push_facts("project", folder);
    facts.push_fact("client", view.client.as_deref().unwrap_or("-"));
    facts.push_facts("role", view.role.as_deref().map(|role| role_text(role, view, context)));
    facts.push_fact("calls", format!("{} ({} refused)", view.tool_calls, view.refused_calls));
    facts.push_fact("active", display::duration(view.active_ms));
    let cost = session.cost.map(|cost| match session.usual {
        Some(usual) => format!("{}, {}", spend_records::shown(cost), spend_records::beyond(usual)),
        None => spend_records::shown(cost),
    });
    facts.push_facts("cost", cost);
    let now = clock::now();
    let mut caps = spend::caps_since_prompt(runtime.store(), &policy, &view.session, &view.task)?;
    caps.extend(spend::caps_of_session(runtime.store(), &view.session, now)?);
    caps.extend(spend::caps_of_task(runtime.store(), &view.task, now)?);
    for cap in caps {
        facts.push_fact("cap", format!("{}: {}", cap.name, cap.sentence()));
    }
    facts.push_facts("attempts", task::text::counts(&task_view, &policy.attempts));
    let room = context.columns().saturating_sub(FACT_COLUMNS);
    if let Some(checkpoint) = task::checkpoint::text(&task_view) {
        facts.push_wrapped("checkpoint", &checkpoint, room);
    }
    facts.push_fact("last event", display::time_ago(view.last));
    let bypassed = view.bypass_until.map(|until| format!("until {}", display::clock_time(until)));
    facts.push_facts("bypassed", bypassed);
    push_pause(&mut facts, view, pause_of_all(&runtime)?.as_ref(), room);
    if view.stricter_policy_holds {
        let text = "an earlier, stricter one holds until your next prompt or `fusebox reset`";
        facts.push_wrapped("policy", text, room);
    }
    if let Some(reason) = &view.reason {
        facts.push_prose("reason", &display::one_line(reason, 300), room);
    }
    for finding in &view.now {
        facts.push_prose("now", &display::one_line(&finding.cause(), 300), room);
    }
    let report = |incident: &Option<String>| {
        incident.as_ref().map(|id| style::command(format!("fusebox show {id}")))
    };
    facts.push_facts("report", report(&view.incident));
    for SubagentView { agent, state, reason, incident, .. } in &view.subagents {
        let reason = reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
        let standing = format!("{agent} {state}{reason}");
        facts.push_prose("subagent", &display::one_line(&standing, 300), room);
        facts.push_facts("", report(incident));
    }
    let state = style::paint(style::for_state(view.state).bold(), view.state);
    let head = format!("{state} {}", display::one_line(view.session.as_str(), 200));
    Ok([vec![head], facts.lines(usize::MAX)].concat().join("\n"))
}

/// Until when it is paused and why, and which command ends that.
fn push_pause(
    facts: &mut TextTable,
    view: &SessionView,
    pause_of_all: Option<&Pause>,
    room: usize,
) {
    let Some(pause) = &view.pause else { return };
    let (whose, resume) = match pause_of_all {
        Some(_) => (", as is every agent on this machine", "fusebox resume".to_owned()),
        None => ("", format!("fusebox resume {}", display::short_id(view.session.as_str()))),
    };
    facts.push_wrapped("paused", &format!("{}{whose}", pause_text(pause)), room);
    facts.push_fact("", format!("{} ends it", style::command(resume)));
}

/// The role, and that it has the defaults where nothing gives it settings.
fn role_text(role: &str, view: &SessionView, context: &Context) -> String {
    let folder = view.folder.as_deref().map(Path::new);
    let compiled = policy::compiled(context, folder, &PolicyArgs::default(), Some(role));
    let is_unknown = compiled.is_ok_and(|compiled| {
        compiled.notices.iter().any(|notice| notice.kind == NoticeKind::UnknownRole)
    });
    let role = display::one_line(role, 100);
    if is_unknown {
        format!("{role} (no preset and no file has settings for it: the defaults hold)")
    } else {
        role
    }
}
