//! A report for a terminal: its parts, styled, and what else is known of the incident.

use fusebox_engine::{Incident, IncidentStatus};
use fusebox_report::{Diagnostic, ReportLine, ReportSection};
use fusebox_runtime::query::RecordedCall;

use super::lines::{fact, lines, wrapped};
use crate::context::Context;
use crate::{display, incident_text, style};

/// An incident, and the calls before it.
#[derive(Debug)]
pub(crate) struct Seen<'a> {
    /// The incident.
    pub(crate) incident: &'a Incident,
    /// The calls, the latest last.
    pub(crate) calls: &'a [RecordedCall],
}

/// The whole report, at most `width` columns wide where words allow it; without an incident that
/// of a task as it stands.
pub(crate) fn text(
    report: &Diagnostic,
    seen: Option<&Seen<'_>>,
    context: &Context,
    width: usize,
) -> String {
    let mut out = vec![head(seen.map(|seen| seen.incident))];
    for (n, section) in report.sections().iter().enumerate() {
        if n == 0 {
            out.push(String::new());
            out.extend(lines(section, width));
            out.extend(seen.into_iter().flat_map(|seen| facts(seen.incident, context)));
            continue;
        }
        if !is_left_out(section, report, seen) {
            match (section.title, seen) {
                ("Recovery options", Some(seen)) => {
                    out.extend(said(seen.incident, width));
                    out.extend(recovery(section, seen.incident, width));
                }
                _ => out.extend(titled(section, width)),
            }
        }
        if let ("What actually happens", Some(seen)) = (section.title, seen)
            && !report.rule.as_deref().is_some_and(|rule| rule.starts_with("attempts."))
        {
            out.extend(incident_text::evidence(seen.calls));
        }
    }
    out.join("\n")
}

fn head(incident: Option<&Incident>) -> String {
    let Some(incident) = incident else {
        return style::paint(style::HEADING, "The task as it stands");
    };
    let (mark, style) = incident_text::mark(incident.status);
    format!(
        "{}  {} {}",
        style::paint(style::HEADING, "Circuit breaker tripped"),
        style::paint(style, mark),
        style::paint(style::DIM, format!("incident {}", incident.id)),
    )
}

/// What the report's head does not say.
fn facts(incident: &Incident, context: &Context) -> Vec<String> {
    let at = format!(
        "{} ({})",
        display::utc_time(incident.at),
        display::time_ago(incident.at, context.now())
    );
    let mut out = vec![fact("When", &at), fact("Rule", &incident.rule.to_string())];
    if !incident.agent.is_main() {
        out.push(fact("Agent", &display::one_line(incident.agent.as_str(), 200)));
    }
    out
}

fn is_open(incident: &Incident) -> bool {
    matches!(incident.status, IncidentStatus::Open | IncidentStatus::Observed)
}

/// What a person at a terminal can do without: parts that say that there is nothing, a question that
/// was answered, and tests where it is about something else.
fn is_left_out(section: &ReportSection, report: &Diagnostic, seen: Option<&Seen<'_>>) -> bool {
    let none = matches!(section.lines.as_slice(), [ReportLine::Text(text)] if text == "None");
    let other_rule = report.rule.as_deref().is_some_and(|rule| !rule.starts_with("attempts."));
    let tested = report.attempt_log.iter().any(|attempt| attempt.charged);
    none || match section.title {
        // The calls stand under what happened, as they were and not only as a table.
        "The last calls" => seen.is_some(),
        "What the test expects" => report.test.is_none() || (other_rule && !tested),
        "Attempts log" => other_rule && !tested,
        "What I need from you" => seen.is_some_and(|seen| !is_open(seen.incident)),
        _ => false,
    }
}

fn titled(section: &ReportSection, width: usize) -> Vec<String> {
    let title = style::paint(style::HEADING, section.title);
    [String::new(), title].into_iter().chain(lines(section, width)).collect()
}

fn said(incident: &Incident, width: usize) -> Vec<String> {
    let Some(text) = incident.guidance.as_deref() else { return Vec::new() };
    let title = style::paint(style::HEADING, "What a person said");
    let words = wrapped(&display::one_line(text, 2_000), "  ", width);
    [String::new(), title].into_iter().chain(words).collect()
}

/// What a person can do: nothing once they have answered.
fn recovery(section: &ReportSection, incident: &Incident, width: usize) -> Vec<String> {
    let session = display::short_id(incident.session.as_str());
    let more = match incident.status {
        IncidentStatus::Open => format!(
            "Typing a sentence to the agent does the same as a reset with guidance. \
             `fusebox bypass {session} --for 30m` lets everything pass for a while."
        ),
        IncidentStatus::Observed => {
            "It was only observed: nothing was denied. `mode = \"enforce\"` stops such a loop."
                .to_owned()
        }
        IncidentStatus::Guided
        | IncidentStatus::Reset
        | IncidentStatus::CooledDown
        | IncidentStatus::Dismissed => return Vec::new(),
    };
    let mut out = titled(section, width);
    out.push(String::new());
    out.extend(wrapped(&more, "  ", width).into_iter().map(|line| style::paint(style::DIM, line)));
    out
}
