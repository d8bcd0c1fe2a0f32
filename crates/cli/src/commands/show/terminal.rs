//! A report for a terminal: its sections, styled, and what else is known of the incident.

use fusebox_engine::{Incident, IncidentStatus};
use fusebox_report::{Diagnostic, ReportBlock, ReportSection, SectionKind};

use super::first_screen;
use super::lines::section_lines;
use crate::incident_text::{self, IncidentRecord};
use crate::{display, style};

/// The whole report, at most `width` columns wide where words allow it; without an incident that
/// of a task as it stands.
pub(crate) fn text(
    report: &Diagnostic,
    record: Option<&IncidentRecord<'_>>,
    width: usize,
) -> String {
    let mut out = match record {
        Some(record) => first_screen::lines(report, record, width),
        None => vec![style::heading("The task as it stands")],
    };
    for section in report.sections() {
        match (section.kind, record) {
            (SectionKind::Head, None) => {
                out.push(String::new());
                out.extend(section_lines(&section, width));
            }
            _ if is_left_out(&section, report, record, width) => {}
            (SectionKind::Recovery, Some(record)) => {
                out.extend(guidance_lines(record.incident, width));
                out.extend(recovery_with_hint(&section, record, width));
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

/// Whether a person at a terminal can do without a section: one that says that there is nothing, a
/// question that was answered, what the first screen shows, or tests where the report is about something
/// else.
fn is_left_out(
    section: &ReportSection,
    report: &Diagnostic,
    record: Option<&IncidentRecord<'_>>,
    width: usize,
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
        || is_left_out(SectionKind::Head, record.is_some())
        || is_left_out(SectionKind::Question, record.is_some_and(is_question_over))
        || is_left_out(
            SectionKind::AgentSummary,
            record.is_some_and(|record| first_screen::shows_summary(record.incident, width)),
        )
}

/// Whether the question was answered, or stands on the first screen.
fn is_question_over(record: &IncidentRecord<'_>) -> bool {
    let incident = record.incident;
    !first_screen::is_open(incident) || first_screen::agents_question(incident).is_none()
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

/// What a person can do beside what the first screen says: nothing once they have answered.
fn recovery_with_hint(
    section: &ReportSection,
    record: &IncidentRecord<'_>,
    width: usize,
) -> Vec<String> {
    let id = &record.context.short_id;
    let more = match record.incident.status {
        IncidentStatus::Open => {
            format!("`fusebox bypass {id} --for 30m` lets everything pass for a while.")
        }
        IncidentStatus::Observed => {
            "It was only observed: nothing was refused. `mode = \"enforce\"` stops such a loop."
                .to_owned()
        }
        IncidentStatus::Guided
        | IncidentStatus::Reset
        | IncidentStatus::Retried
        | IncidentStatus::CooledDown
        | IncidentStatus::Dismissed => return Vec::new(),
    };
    // The first screen has all that helps against a repetition.
    let mut out = match record.incident.rule().is_repetition() {
        true => Vec::new(),
        false => section_with_title(section, width),
    };
    out.push(String::new());
    out.extend(display::wrap_after("  ", &more, width).into_iter().map(style::dim));
    out
}
