//! Classifies calls that concern Fusebox itself: those that always pass, and those that never do.

mod file_tools;
mod own_files;
mod told_arguments;
mod tool_commands;

pub(crate) use tool_commands::folder;

use fusebox_engine::GuardClass;
use fusebox_shell::CommandLine;
use fusebox_shell::guard::{ProtectedPaths, operands, refusal};

use crate::agent_statements::{
    JUSTIFY, justify_arguments, justify_command, report_arguments, report_command,
};
use crate::{CallEffects, SessionContext};

/// The orders that an agent may always give, each as one simple command or as a tool.
const ALWAYS_ALLOWED: &[&str] = &["status", JUSTIFY, "prompt"];

/// How a call concerns Fusebox, for an agent that works in `cwd`.
pub(crate) fn classify(
    effects: &CallEffects<'_>,
    cwd: Option<&str>,
    context: &SessionContext<'_>,
) -> GuardClass {
    // Where the event does not tell the agent's folder, it is the session's.
    let cwd = cwd.or(context.folder);
    let folder = effects.input.and_then(|input| folder(input, cwd));
    let protected = ProtectedPaths::new(context.protected)
        .with_hook_files(context.hook_files)
        .from(folder.as_deref().or(cwd))
        .in_project(context.folder);
    if let Some(line) = &effects.command_line {
        return own_order(line).unwrap_or_else(|| {
            let refused = refusal(line, &protected).map(|refusal| refusal.to_string());
            refused.map_or(GuardClass::None, GuardClass::Protected)
        });
    }
    own_tool(effects).unwrap_or_else(|| {
        let refused = file_tools::refusal_text(effects, &protected);
        refused.map_or(GuardClass::None, GuardClass::Protected)
    })
}

/// The class of a command line that is one order to `fusebox` which an agent may give.
fn own_order(line: &CommandLine<'_>) -> Option<GuardClass> {
    let command = line.single()?;
    if command.words().first()?.text != "fusebox" {
        return None;
    }
    match operands(command).next()? {
        "report" => Some(report_command(command).map_or(GuardClass::Listed, GuardClass::Report)),
        JUSTIFY => {
            let given = justify_command(command).map(|(_, given)| given);
            Some(given.map_or(GuardClass::Listed, GuardClass::Justify))
        }
        order => ALWAYS_ALLOWED.contains(&order).then_some(GuardClass::Listed),
    }
}

/// The class of a call of one of Fusebox's own tools.
fn own_tool(effects: &CallEffects<'_>) -> Option<GuardClass> {
    let own = effects.tool.on_server("fusebox");
    let name = effects.tool.bare_name();
    match name.as_ref() {
        name @ ("report_complete" | "report_blocked") => {
            let report = report_arguments(name == "report_complete", effects.input);
            Some(GuardClass::Report(report))
        }
        JUSTIFY if own.is_some() => {
            let given = effects.input.and_then(justify_arguments).map(|(_, given)| given);
            Some(given.map_or(GuardClass::Listed, GuardClass::Justify))
        }
        name => (own.is_some() && ALWAYS_ALLOWED.contains(&name)).then_some(GuardClass::Listed),
    }
}

#[cfg(test)]
mod tests;
