//! `fusebox dismiss`.

use std::io::Write;
use std::path::PathBuf;

use fusebox_config::{SettingKind, SettingValue, settings};
use fusebox_engine::event::ControlOrder;
use fusebox_engine::{EventKind, Incident, Limit, Rule};
use fusebox_runtime::query;

use crate::commands::{incidents, order};
use crate::person::{self, PersonArgs};
use crate::{Context, Result, style};

/// Dismiss a false incident: its breaker closes and its evidence is cleared.
///
/// Only a person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The incident, or the session of which the latest is meant (the beginning of an id is enough).
    incident: String,
    /// Keep the redacted case for a report, and print the setting that would have avoided the
    /// incident.
    #[arg(long)]
    wrong: bool,
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let (incident, line) = dismiss(context, &args.incident, args.person)?;
    context.say(&line)?;
    if args.wrong {
        let case = write_case(context, &incident)?;
        context.print(&format!("The redacted case is kept for a report: {}", case.display()))?;
        context.say(
            "A setting that would have avoided it, in .fusebox.toml or your own configuration:",
        )?;
        context.print(&format!("\n{}", style::command(avoiding_setting(&incident))))?;
    }
    Ok(())
}

/// What a person is asked before an incident is dismissed.
pub(super) fn question(incident: &str) -> String {
    format!("Dismiss incident {incident}?")
}

/// Dismisses the incident that `prefix` names, once a person agrees. Returns it, and a line that says so.
pub(super) fn dismiss(
    context: &Context,
    prefix: &str,
    person: PersonArgs,
) -> Result<(Incident, String)> {
    let mut runtime = context.runtime(None)?;
    let incident = incidents::find(&runtime, prefix)?;
    person::confirm(context, &runtime, person, &question(incident.id.as_str()))?;
    let kind = EventKind::Control(ControlOrder::Dismiss { incident: incident.id.clone() });
    order::send_to_agent(&mut runtime, &incident.session, &incident.agent, &kind)?;
    let line = format!(
        "Incident {} is dismissed; its breaker is closed, and the agent may go on.",
        incident.id
    );
    Ok((incident, line))
}

/// Copies the log of the session up to the incident to a file that outlives the log. Returns the
/// file, which holds one event a line: digests and short redacted forms.
fn write_case(context: &Context, incident: &Incident) -> Result<PathBuf> {
    let runtime = context.runtime(None)?;
    let rows = query::log(runtime.store(), &incident.session, 0, u32::MAX)?;
    let name = format!("{}.jsonl", incident.id);
    let (path, mut file) = context.private_file("cases", &name, true)?;
    for row in rows.iter().filter(|row| row.at <= incident.at) {
        writeln!(file, "{}", super::log::json_line(row)?)?;
    }
    Ok(path)
}

/// The lines of a configuration file with which the incident would not have occurred.
fn avoiding_setting(incident: &Incident) -> String {
    let cap = incident.cause.spend_cap();
    if let Some(cap) = cap.filter(|cap| !cap.name.scope.is_since_prompt()) {
        let raised =
            cap.limit.with_amount(cap.limit.amount().max(cap.spent.amount()).saturating_mul(2));
        return format!("[spend]\n{} = \"{raised}\"", cap.name);
    }
    if incident.rule() == Rule::SpendUnknown {
        return "[spend]\nunknown = \"dearest\"".to_owned();
    }
    if incident.rule() == Rule::Calibrated {
        return "[limits]\ncalibrated = false".to_owned();
    }
    if incident.rule() == Rule::JudgedStuck {
        return "[guided]\njudge = \"off\"".to_owned();
    }
    let Some(setting) = settings::find(incident.rule().name()) else {
        return "# no setting: this rule protects the breaker itself".to_owned();
    };
    let first = incident.findings.iter().find(|finding| finding.rule == incident.rule());
    let limit = first.map_or(10, |finding| finding.limit.max(finding.observed) * 2);
    // A percentage cannot exceed 100.
    let limit =
        if setting.kind == SettingKind::Percent { Limit::UNLIMITED } else { Limit::at(limit) };
    let value = setting.kind.to_toml(&SettingValue::Limit(limit));
    format!("[{}]\n{} = {value}", setting.section(), setting.name())
}

#[cfg(test)]
mod tests {
    use fusebox_engine::spend::CapStanding;
    use fusebox_engine::{
        AgentId, Finding, FindingLevel, FindingSubject, IncidentId, SessionId, TaskId, Timestamp,
    };

    use super::*;

    fn check(rule: Rule, observed: u64, limit: u64, expected: &str) {
        check_cause(Finding::new(rule, FindingLevel::Trip, observed, limit), expected);
    }

    fn check_cause(cause: Finding, expected: &str) {
        let session = SessionId::parse("s").unwrap();
        let who = (session, AgentId::main(), TaskId::parse("t").unwrap());
        let id = IncidentId::from_digest(1);
        let incident = Incident {
            findings: vec![cause.clone()],
            ..Incident::open(id, who, Timestamp(1), cause)
        };
        assert_eq!(avoiding_setting(&incident), expected);
    }

    #[test]
    fn a_setting_that_would_have_avoided_a_trip_is_one_that_can_be_written() {
        check(Rule::NoProgress, 1, 4, "[stagnation]\nno_progress = 8");
        check(Rule::OutputDecline, 20, 70, "[stagnation]\noutput_floor = \"unlimited\"");
        check(Rule::Denials, 2, 2, "[stagnation]\ndenials = 4");
        check(Rule::Calibrated, 70, 70, "[limits]\ncalibrated = false");
        check(Rule::SpendUnknown, 1, 1, "[spend]\nunknown = \"dearest\"");
    }

    #[test]
    fn m03_a_cap_is_raised_under_its_own_name() {
        let cap = CapStanding {
            name: "all.day".parse().unwrap(),
            subject: String::new(),
            spent: "5.2 USD".parse().unwrap(),
            limit: "5 USD".parse().unwrap(),
            until: None,
            incident: None,
        };
        let subject = FindingSubject::SpendCap(Box::new(cap));
        let cause = Finding::new(Rule::SpendAll, FindingLevel::Trip, 5_200_000, 5_000_000);
        check_cause(cause.about(subject), "[spend]\nall.day = \"10.4 USD\"");
    }
}
