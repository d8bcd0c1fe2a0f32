//! A report for a terminal: its sections, styled, and what else is known of the incident.

use fusebox_engine::{Incident, IncidentStatus};
use fusebox_report::{Diagnostic, ReportBlock, ReportSection, SectionKind};

use super::lines::{FACT_NAME, section_lines};
use crate::incident_text::{self, IncidentRecord};
use crate::{display, style};

/// The whole report, at most `width` columns wide where words allow it; without an incident that
/// of a task as it stands.
pub(crate) fn text(
    report: &Diagnostic,
    record: Option<&IncidentRecord<'_>>,
    width: usize,
) -> String {
    let mut out = vec![title_line(record.map(|record| record.incident))];
    for section in report.sections() {
        match (section.kind, record) {
            (SectionKind::Head, _) => {
                out.push(String::new());
                out.extend(section_lines(&section, width));
                out.extend(record.into_iter().flat_map(|record| trip_facts(record.incident)));
            }
            _ if is_left_out(&section, report, record) => {}
            (SectionKind::Recovery, Some(record)) => {
                out.extend(guidance_lines(record.incident, width));
                out.extend(recovery_with_hint(&section, record.incident, width));
            }
            _ => out.extend(section_with_title(&section, width)),
        }
        if let (SectionKind::ActualError, Some(record)) = (section.kind, record)
            && report.is_about_calls()
        {
            out.extend(incident_text::call_lines(record.calls));
        }
    }
    out.join("\n")
}

fn title_line(incident: Option<&Incident>) -> String {
    let Some(incident) = incident else {
        return style::heading("The task as it stands");
    };
    let (mark, style) = incident_text::status_mark(incident.status);
    format!(
        "{}  {} {}",
        style::heading("Circuit breaker tripped"),
        style::paint(style, mark),
        style::dim(format!("incident {}", incident.id)),
    )
}

/// What the report's head does not say.
fn trip_facts(incident: &Incident) -> Vec<String> {
    let fact = |name, value: &str| style::fact(name, FACT_NAME, value);
    let at = display::time_and_ago(incident.at);
    let mut out = vec![fact("When", &at), fact("Rule", incident.rule().name())];
    if !incident.agent.is_main() {
        out.push(fact("Agent", &display::one_line(incident.agent.as_str(), 200)));
    }
    out
}

fn is_open(incident: &Incident) -> bool {
    matches!(incident.status, IncidentStatus::Open | IncidentStatus::Observed)
}

/// Whether a person at a terminal can do without a section: one that says that there is nothing, a
/// question that was answered, or tests where the report is about something else.
fn is_left_out(
    section: &ReportSection,
    report: &Diagnostic,
    record: Option<&IncidentRecord<'_>>,
) -> bool {
    let is_none = section.blocks == [ReportBlock::Nothing];
    let is_tested = report.attempt_log.iter().any(|attempt| attempt.charged);
    let is_about_calls = report.is_about_calls() && !is_tested;
    let is_left_out = |kind, condition| section.kind == kind && condition;
    is_none
        // The calls stand under what happened, as they were and not only as a table.
        || is_left_out(SectionKind::LastCalls, record.is_some())
        || is_left_out(SectionKind::Expectation, report.test.is_none() || is_about_calls)
        || is_left_out(SectionKind::Attempts, is_about_calls)
        || is_left_out(SectionKind::Question, record.is_some_and(|record| !is_open(record.incident)))
}

fn section_with_title(section: &ReportSection, width: usize) -> Vec<String> {
    style::section(section.title).into_iter().chain(section_lines(section, width)).collect()
}

/// What a person has said about the incident.
fn guidance_lines(incident: &Incident, width: usize) -> Vec<String> {
    let Some(text) = incident.guidance.as_deref() else { return Vec::new() };
    let words = display::wrap_after("  ", &display::one_line(text, 2_000), width);
    style::section("What a person said").into_iter().chain(words).collect()
}

/// What a person can do: nothing once they have answered.
fn recovery_with_hint(section: &ReportSection, incident: &Incident, width: usize) -> Vec<String> {
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
    let mut out = section_with_title(section, width);
    out.push(String::new());
    out.extend(display::wrap_after("  ", &more, width).into_iter().map(style::dim));
    out
}
