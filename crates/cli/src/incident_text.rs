//! Incidents for people: one line in a list, and the whole report.

use fusebox_engine::{Incident, IncidentStatus, Timestamp};
use fusebox_runtime::query::Attempt;

use crate::{shown, style};

/// One line in a list.
pub(crate) fn line(incident: &Incident, now: Timestamp, columns: usize) -> String {
    let (mark, style) = mark(incident.status);
    let session = shown::session(incident.session.as_str());
    let room = columns.saturating_sub(33 + session.chars().count().max(8));
    format!(
        "{} {} {} {} {}",
        style::paint(style::NOTE, &incident.id),
        style::paint(style, format!("{mark:<9}")),
        style::paint(style::DIM, format!("{:>11}", shown::ago(incident.at, now))),
        style::paint(style::DIM, format!("{session:<8}")),
        shown::line(&incident.reason, room)
    )
}

fn mark(status: IncidentStatus) -> (&'static str, anstyle::Style) {
    match status {
        IncidentStatus::Open => ("open", style::BAD),
        IncidentStatus::Guided => ("guided", style::GOOD),
        IncidentStatus::Reset => ("reset", style::GOOD),
        IncidentStatus::Dismissed => ("dismissed", style::DIM),
        IncidentStatus::Observed => ("observed", style::WARN),
    }
}

/// The whole report: what happened, the evidence, what the agent says, what to do.
pub(crate) fn report(incident: &Incident, calls: &[Attempt], now: Timestamp) -> String {
    let (mark, style) = mark(incident.status);
    let mut out = vec![
        format!(
            "{}  {} {}",
            style::paint(style::HEAD, "Circuit breaker tripped"),
            style::paint(style, mark),
            style::paint(style::DIM, format!("incident {}", incident.id)),
        ),
        String::new(),
        shown::line(&incident.reason, 400),
        String::new(),
    ];
    let mut row = |name: &str, value: String| {
        out.push(format!("  {} {value}", style::paint(style::DIM, format!("{name:<8}"))));
    };
    row("when", format!("{} ({})", shown::utc(incident.at), shown::ago(incident.at, now)));
    row("session", shown::line(incident.session.as_str(), 200));
    if !incident.agent.is_main() {
        row("agent", shown::line(incident.agent.as_str(), 200));
    }
    row("rule", incident.rule.to_string());
    out.extend(evidence(calls));
    out.extend(told("What the agent says", incident.summary.as_deref()));
    out.extend(told("What a person said", incident.guidance.as_deref()));
    out.extend(next_steps(incident));
    out.join("\n")
}

fn head(text: &str) -> [String; 2] {
    [String::new(), style::paint(style::HEAD, text)]
}

fn told(title: &str, text: Option<&str>) -> Vec<String> {
    let Some(text) = text else { return Vec::new() };
    let mut out = head(title).to_vec();
    out.push(format!("  {}", shown::line(text, 2_000)));
    out
}

/// The last calls, equal ones in a row as one line.
fn evidence(calls: &[Attempt]) -> Vec<String> {
    if calls.is_empty() {
        return Vec::new();
    }
    let mut out = head("The last calls").to_vec();
    for run in calls.chunk_by(|a, b| a.same_as(b)) {
        let Some(first) = run.first() else { continue };
        let (mark, style) = match (first.refused, first.ok) {
            (true, _) => ("✗", style::BAD),
            (false, Some(false)) => ("!", style::WARN),
            (false, Some(true)) => ("·", style::GOOD),
            (false, None) => ("…", style::DIM),
        };
        let times = if run.len() > 1 { format!(" ×{}", run.len()) } else { String::new() };
        out.push(format!(
            "  {} {}{}{}",
            style::paint(style, mark),
            shown::line(&first.label, 90),
            style::paint(style::HEAD, times),
            style::paint(style::DIM, if first.refused { "  refused" } else { "" })
        ));
        // What a single call that went well printed is no evidence of anything.
        let telling = !first.refused && (first.ok == Some(false) || run.len() > 1);
        if let Some(gist) = first.gist.as_deref().filter(|_| telling) {
            out.push(format!("      {}", style::paint(style::DIM, shown::line(gist, 110))));
        }
    }
    out
}

fn next_steps(incident: &Incident) -> Vec<String> {
    let session = shown::session(incident.session.as_str());
    let steps: Vec<(String, &str)> = match incident.status {
        IncidentStatus::Open => vec![
            ("type a sentence to the agent".to_owned(), "it goes on, under watch"),
            (format!("fusebox reset {session} --guidance \"…\""), "the same from here"),
            (format!("fusebox dismiss {} --wrong", incident.id), "this was no loop"),
            (format!("fusebox bypass {session} --for 30m"), "let everything pass for a while"),
        ],
        IncidentStatus::Observed => vec![
            (format!("fusebox dismiss {} --wrong", incident.id), "this was no loop"),
            ("fusebox install claude".to_owned(), "stop such loops from now on"),
        ],
        IncidentStatus::Guided | IncidentStatus::Reset | IncidentStatus::Dismissed => Vec::new(),
    };
    if steps.is_empty() {
        return Vec::new();
    }
    let width = steps.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0);
    let mut out = head("What you can do").to_vec();
    out.extend(steps.iter().map(|(command, why)| {
        let command = style::paint(style::NOTE, format!("{command:<width$}"));
        format!("  {command}  {}", style::paint(style::DIM, why))
    }));
    out
}
