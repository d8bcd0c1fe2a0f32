//! `fusebox dismiss`.

use fusebox_config::{Value, settings};
use fusebox_engine::event::Control;
use fusebox_engine::{Incident, Limit};

use crate::commands::{incidents, order};
use crate::context::Context;
use crate::error::{CliError, exit};
use crate::person::PersonArgs;
use crate::style;

/// Say that an incident was wrong: its breaker closes and its evidence is forgotten.
///
/// Only a person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The incident (the beginning of its id is enough).
    incident: String,
    /// It was no loop: print the setting that would have avoided it.
    #[arg(long)]
    wrong: bool,
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let incident = incidents::find(&context.runtime(None)?, &args.incident)?;
    let control = Control::Dismiss { incident: incident.id.clone() };
    let question = format!("Dismiss incident {}?", incident.id);
    order::give(context, incident.session.as_str(), &control, args.person, &question)?;
    context.print(&format!("Incident {} is dismissed.", incident.id))?;
    if args.wrong {
        context
            .print("A setting that would have avoided it, in .fusebox.toml or the user's file:")?;
        context.print(&format!("\n{}", style::paint(style::NOTE, setting(&incident))))?;
    }
    Ok(exit::OK)
}

/// The setting that would have kept this rule silent here.
fn setting(incident: &Incident) -> String {
    let Some(setting) = settings::find(incident.rule.name()) else {
        return "# no setting: this rule protects the breaker itself".to_owned();
    };
    let first = incident.findings.iter().find(|finding| finding.rule == incident.rule);
    let more = first.map_or(10, |finding| finding.limit.max(finding.observed) * 2);
    let value = setting.kind.to_toml(&Value::Limit(Limit::at(more)));
    format!("[{}]\n{} = {value}", setting.section(), setting.name())
}
