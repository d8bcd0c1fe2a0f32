//! The first screen of an incident's report: who was stopped and why, the question, and how to answer.

use fusebox_engine::test_run::TestRun;
use fusebox_engine::{Incident, IncidentStatus, RecordedCall};
use fusebox_report::{ChangeSize, CheckpointRef, Diagnostic, TrippedTests};
use textwrap::core::display_width;

use crate::incident_text::{self, IncidentRecord};
use crate::{display, style};

/// Lines of the question that are shown, the last ones; all stand in the report.
const QUESTION_LINES: usize = 8;

/// At most 24 lines of 80 columns.
pub(crate) fn lines(report: &Diagnostic, record: &IncidentRecord<'_>, width: usize) -> Vec<String> {
    let incident = record.incident;
    let mut out = title(record, width);
    out.push(String::new());
    out.extend(display::wrap_prose("", &display::one_line(&incident.reason(), 400), width));
    if is_open(incident) {
        out.extend(question(report, incident, width));
        out.push(String::new());
        out.extend(answers(report, record, width));
    }
    out.push(String::new());
    if is_open(incident) {
        let counts = counts(record).join(" · ");
        out.extend(display::wrap_after("", &counts, width));
    }
    let facts = facts(report, record).join(" · ");
    out.extend(display::wrap_after("", &facts, width).into_iter().map(style::dim));
    out
}

/// Whether nobody has answered it yet.
pub(super) fn is_open(incident: &Incident) -> bool {
    matches!(incident.status, IncidentStatus::Open | IncidentStatus::Observed)
}

/// What the agent itself asks, if it does.
pub(super) fn agents_question(incident: &Incident) -> Option<&str> {
    incident.summary.as_deref().filter(|summary| summary.contains(['?', '？']))
}

/// The state, who and where, and at the right the incident.
fn title(record: &IncidentRecord<'_>, width: usize) -> Vec<String> {
    let (incident, context) = (record.incident, record.context);
    let (mark, mark_style) = incident_text::status_mark(incident.status);
    let state = format!("{} {}", incident_text::status_sign(incident.status), mark.to_uppercase());
    let agent = (!incident.agent.is_main())
        .then(|| format!("subagent {}", display::one_line(incident.agent.as_str(), 12)));
    let when = Some(display::clock_and_ago(incident.at));
    let client = context.client.as_deref().map(|client| display::one_line(client, 12));
    let known = [&client, &agent, &when].into_iter().flatten().map(|part| display_width(part) + 3);
    let room = width.saturating_sub(display_width(&state) + 3 + known.sum::<usize>()).clamp(8, 30);
    let folder = context.folder.as_deref().map(|folder| display::ending(folder, room));
    let join = |parts: &[&Option<String>]| {
        parts.iter().filter_map(|part| part.as_deref()).collect::<Vec<_>>().join(" · ")
    };
    let mut who = join(&[&client, &agent, &folder, &when]);
    let mut id = format!("incident {}", incident.id);
    let before_who = display_width(&state) + 3;
    if before_who + display_width(&who) > width {
        who = join(&[&client, &agent, &folder]);
        id = join(&[&when, &Some(id)]);
    }
    let left = style::paint(mark_style, &state) + "   " + &who;
    match width.checked_sub(before_who + display_width(&who) + display_width(&id) + 1) {
        Some(room) => vec![format!("{left} {:room$}{}", "", style::dim(id))],
        None => vec![left, style::dim(id)],
    }
}

/// What the agent asks, else what the evidence asks.
fn question(report: &Diagnostic, incident: &Incident, width: usize) -> Vec<String> {
    let (title, text) = match agents_question(incident) {
        Some(summary) => ("The agent asks", summary),
        None => ("What it needs from you", report.specific_question.as_str()),
    };
    let mut lines = question_lines(text, width);
    if lines.len() > QUESTION_LINES {
        // A question stands at the end of what is said before it.
        lines.splice(..lines.len() - QUESTION_LINES, ["  …".to_owned()]);
    }
    style::section(title).into_iter().chain(lines).collect()
}

fn question_lines(text: &str, width: usize) -> Vec<String> {
    display::wrap_prose("  ", &display::one_line(text, 2_000), width)
}

/// Whether the first screen shows all that the agent says.
pub(super) fn shows_summary(incident: &Incident, width: usize) -> bool {
    let is_whole = |summary| question_lines(summary, width).len() <= QUESTION_LINES;
    is_open(incident) && agents_question(incident).is_some_and(is_whole)
}

/// The commands that answer it, whole; a note after one only where there is room.
fn answers(report: &Diagnostic, record: &IncidentRecord<'_>, width: usize) -> Vec<String> {
    let id = &record.context.short_id;
    // The first of the notes that there is room for.
    let row = |title: &str, command: &str, notes: &[&str]| {
        let room = width.saturating_sub(12 + display_width(command) + 2);
        let mut fitting = notes.iter().filter(|note| display_width(note) <= room);
        let note = fitting.next().map(|note| format!("  {}", style::dim(note))).unwrap_or_default();
        format!("{}{}{note}", style::heading(format!("{title:<12}")), style::command(command))
    };
    let dismiss = format!("fusebox dismiss {id} --wrong");
    if record.incident.status == IncidentStatus::Observed {
        return vec![row("Wrong", &dismiss, &["nothing was refused: it was only observed"])];
    }
    let test = match &report.test {
        Some(TrippedTests::One(test)) if !report.is_about_calls() && test != TestRun::SUITE => {
            format!(" --test {}", display::shell_word(test))
        }
        _ => String::new(),
    };
    let reset = format!("fusebox reset {id} --guidance \"…\"{test}");
    let after = match record.context.is_unattended {
        true => "then start the agent again",
        false => "or type to the agent",
    };
    let mut rows = vec![row("Answer it", &reset, &[after]), row("Wrong trip", &dismiss, &[])];
    // A reset gives no room beyond a cap.
    let is_cap = record.incident.rule().is_spend_cap();
    if let Some(allow) = record.incident.cause.allow_command() {
        rows.splice(..usize::from(is_cap), [row("Allow more", &allow, &["its agents then go on"])]);
    }
    if report.analysis.is_some() && test.is_empty() && !is_cap {
        let reset = format!("fusebox reset {id} --guidance-from-analysis");
        rows.insert(
            1,
            row("As analysed", &reset, &["tells the agent the analysis", "tells it to the agent"]),
        );
    }
    if let Some(checkpoint) = &report.checkpoint {
        let rollback = format!("fusebox rollback {id}");
        let work = undone_work(report, checkpoint);
        let since = work.as_ref().map(|work| format!("{work} since the checkpoint"));
        let partial = checkpoint.partial.as_ref().map(|how| format!("partial: {how}"));
        let both: Vec<&str> =
            [&since, &partial].into_iter().filter_map(|it| it.as_deref()).collect();
        let both = both.join("; ");
        let notes = [Some(both.as_str()), since.as_deref(), work.as_deref()];
        let notes: Vec<&str> = notes.into_iter().flatten().filter(|it| !it.is_empty()).collect();
        rows.push(row("Go back", &rollback, &notes));
    }
    rows
}

/// What a return to the checkpoint undoes: `2 files, +14 −3`.
fn undone_work(report: &Diagnostic, checkpoint: &CheckpointRef) -> Option<String> {
    let files = |number: u64| display::count(number, "file");
    match checkpoint.changed {
        Some(ChangeSize { files: 0, .. }) => Some("no change".to_owned()),
        Some(ChangeSize { files: changed, lines_added, lines_removed }) => {
            Some(format!("{}, +{lines_added} −{lines_removed}", files(changed)))
        }
        None => {
            let listed = report.cumulative_files_modified.len() as u64;
            (listed > 0).then(|| files(listed) + " changed")
        }
    }
}

/// How much went before the trip, and how much of it in circles.
fn counts(record: &IncidentRecord<'_>) -> Vec<String> {
    let context = record.context;
    let calls = display::count(context.tool_calls, "call");
    let mut counts = vec![calls, display::duration(context.active_ms)];
    if context.context_tokens > 0 {
        counts.push(format!("{} tokens", display::thousands(context.context_tokens)));
    }
    if let Some((calls, ms)) = calls_in_circles(record.calls, record.incident) {
        let calls = display::count(calls as u64, "call");
        counts.push(format!("since it went round in circles: {calls}, {}", display::duration(ms)));
    }
    counts
}

/// The last calls that ran of which each was made, or was answered, as another of them was: how
/// many, and the milliseconds from the first of them to the trip.
fn calls_in_circles(calls: &[RecordedCall], incident: &Incident) -> Option<(usize, u64)> {
    let ran: Vec<&RecordedCall> = calls.iter().filter(|call| !call.refused).collect();
    let is_again = |call: &&&RecordedCall| {
        let same = |other: &&&RecordedCall| {
            (other.call.is_some() && other.call == call.call)
                || (other.result.is_some() && other.result == call.result)
        };
        ran.iter().filter(same).count() > 1
    };
    let circle: Vec<_> = ran.iter().rev().take_while(is_again).collect();
    let first = circle.last()?;
    (incident.rule().is_repetition() && circle.len() > 1)
        .then(|| (circle.len(), incident.at.since(first.at).0))
}

/// What else names the work and the rule.
fn facts(report: &Diagnostic, record: &IncidentRecord<'_>) -> Vec<String> {
    let (incident, context) = (record.incident, record.context);
    let is_named = report.slice.id != report.session;
    let name = report.slice.name.as_ref().map(|name| format!(" -- {name}")).unwrap_or_default();
    let task = is_named.then(|| format!("task {}{name}", report.slice.id));
    let test = match &report.test {
        Some(TrippedTests::One(test)) if test != TestRun::SUITE => Some(format!("test {test}")),
        Some(TrippedTests::Several(tests)) => Some(display::count(tests.len() as u64, "test")),
        Some(TrippedTests::One(_)) | None => None,
    };
    let issue = context.issue.as_ref().map(|issue| format!("issue {issue}"));
    let branch = report.branch.as_ref().map(|branch| format!("branch {branch}"));
    let role = context.role.as_ref().map(|role| format!("role {role}"));
    let session = format!("session {}", display::short_id(&report.session));
    let cost = record.cost.map(|cost| format!("cost {}", cost.sentence()));
    let cause = &incident.cause;
    let rule = match cause.rule.counts_attempts() || cause.rule.is_budget() {
        true => format!("{} {}/{}", cause.rule.name(), cause.observed, cause.limit),
        false => cause.rule.name().to_owned(),
    };
    [task, test, issue, branch, role, Some(session), cost, Some(rule)]
        .into_iter()
        .flatten()
        .map(|fact| display::one_line(&fact, 120))
        .collect()
}
