//! `fusebox dismiss`.

use std::fs::{DirBuilder, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::PathBuf;

use fusebox_config::{SettingKind, SettingValue, settings};
use fusebox_engine::event::ControlOrder;
use fusebox_engine::{EventKind, Incident, Limit};
use fusebox_runtime::query;

use crate::commands::{incidents, order};
use crate::context::Context;
use crate::error::{CliError, exit};
use crate::person::{self, PersonArgs};
use crate::style;

/// Say that an incident was wrong: its breaker closes and its evidence is forgotten.
///
/// Only a person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The incident (the beginning of its id is enough).
    incident: String,
    /// It was no loop: keep the case, redacted as the log is, and print the setting that would have
    /// avoided it.
    #[arg(long)]
    wrong: bool,
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let mut runtime = context.runtime(None)?;
    let incident = incidents::find(&runtime, &args.incident)?;
    person::confirm(context, &runtime, args.person, &format!("Dismiss incident {}?", incident.id))?;
    let kind = EventKind::Control(ControlOrder::Dismiss { incident: incident.id.clone() });
    order::send_to(context, &mut runtime, &incident.session, &incident.agent, &kind)?;
    context.print(&format!("Incident {} is dismissed.", incident.id))?;
    if args.wrong {
        let kept = keep_case(context, &incident)?;
        context.print(&format!("The case is kept for a report, redacted: {}", kept.display()))?;
        context
            .print("A setting that would have avoided it, in .fusebox.toml or the user's file:")?;
        context.print(&format!("\n{}", style::paint(style::COMMAND, setting(&incident))))?;
    }
    Ok(exit::OK)
}

/// Writes what the log holds of the session up to the incident to a file of its own, which outlives
/// the log: digests and short redacted forms, a line per event.
fn keep_case(context: &Context, incident: &Incident) -> Result<PathBuf, CliError> {
    let runtime = context.runtime(None)?;
    let rows = query::log(runtime.store(), &incident.session, 0, u32::MAX)?;
    let folder = context.home()?.state_dir.join("cases");
    DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
    let path = folder.join(format!("{}.jsonl", incident.id));
    let mut options = OpenOptions::new();
    let mut file = options.write(true).create(true).truncate(true).mode(0o600).open(&path)?;
    for row in rows.iter().filter(|row| row.at <= incident.at) {
        writeln!(file, "{}", super::log::json_line(row)?)?;
    }
    Ok(path)
}

/// The setting that would have kept this rule silent here.
fn setting(incident: &Incident) -> String {
    let Some(setting) = settings::find(incident.rule().name()) else {
        return "# no setting: this rule protects the breaker itself".to_owned();
    };
    let first = incident.findings.iter().find(|finding| finding.rule == incident.rule());
    let more = first.map_or(10, |finding| finding.limit.max(finding.observed) * 2);
    // No percentage is beyond all of it.
    let more =
        if setting.kind == SettingKind::Percent { Limit::UNLIMITED } else { Limit::at(more) };
    let value = setting.kind.to_toml(&SettingValue::Limit(more));
    format!("[{}]\n{} = {value}", setting.section(), setting.name())
}

#[cfg(test)]
mod tests {
    use fusebox_engine::{
        AgentId, Finding, FindingLevel, IncidentId, IncidentStatus, Rule, SessionId, TaskId,
        Timestamp,
    };

    use super::*;

    fn check(rule: Rule, observed: u64, limit: u64, expected: &str) {
        let cause = Finding::new(rule, FindingLevel::Trip, observed, limit);
        let incident = Incident {
            id: IncidentId::from_digest(1),
            session: SessionId::parse("s").unwrap(),
            agent: AgentId::main(),
            task: TaskId::parse("t").unwrap(),
            at: Timestamp(1),
            cause: cause.clone(),
            call: None,
            findings: vec![cause],
            observed_only: false,
            status: IncidentStatus::Open,
            summary: None,
            guidance: None,
            closed_at: None,
        };
        assert_eq!(setting(&incident), expected);
    }

    #[test]
    fn a_setting_that_would_have_avoided_a_trip_is_one_that_can_be_written() {
        check(Rule::NoProgress, 1, 4, "[stagnation]\nno_progress = 8");
        check(Rule::OutputDecline, 80, 70, "[stagnation]\noutput_decline = \"unlimited\"");
        check(Rule::Denials, 2, 2, "[stagnation]\ndenials = 4");
    }
}
