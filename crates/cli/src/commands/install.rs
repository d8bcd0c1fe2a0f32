//! `fusebox install`.

pub(crate) mod program;
pub(crate) mod settings_file;
pub(crate) mod summary;
pub(crate) mod target;

use std::path::Path;

use fusebox_clients::install::HookCommand;
use fusebox_engine::OnError;

use self::settings_file::SettingsFile;
use self::summary::InstallSummary;
use self::target::{InstallScope, InstallTarget, project_root};
use crate::context::Context;
use crate::error::{CliError, exit};
use crate::policy::{self, PolicyArgs};
use crate::{display, style};

/// Put Fusebox's hooks into the settings of an agent program.
///
/// Everything that is in the settings stays, and a copy of the file is kept beside it. Running it
/// again brings the hooks up to date. `fusebox uninstall` takes them out.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The agent program: `claude`.
    client: String,
    /// Whose settings: yours, or this project's.
    #[arg(long, value_enum, default_value = "user")]
    scope: InstallScope,
    /// Write nothing; show what would change.
    #[arg(long)]
    dry_run: bool,
    /// Deny nothing, only write down what would have been done.
    #[arg(long)]
    observe: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let target = InstallTarget::named(context, &args.client, args.scope)?;
    let command = command(args, context, &target)?;
    let denies = command.args().iter().any(|arg| arg == ON_ERROR_DENY);
    let file = SettingsFile::read(&target.file)?;
    let patch = (target.installer.plan)(file.text(), &command, denies)
        .map_err(|error| summary::cannot_patch(&target, &error))?;
    let write = patch.changed() && !args.dry_run;
    let backup = if write { file.replace(&patch.text, context.now())? } else { None };
    let summary = InstallSummary::new(&target, &patch, backup).dry(args.dry_run).with(&command);
    if args.json {
        context.json(&summary)?;
        return Ok(exit::OK);
    }
    context.print(&summary.text())?;
    if write {
        context.print(&next_steps(context, &target, &patch.text))?;
    }
    warn(context, &target, &patch.text);
    Ok(exit::OK)
}

/// The hook's argument under `on_error = "deny"`.
pub(crate) const ON_ERROR_DENY: &str = "--on-error=deny";

/// The command that the client will run.
fn command(
    args: &Args,
    context: &Context,
    target: &InstallTarget,
) -> Result<HookCommand, CliError> {
    let looked_at = match args.scope {
        InstallScope::User => policy::look_outside(context)?,
        InstallScope::Project => policy::look(context, Some(project_root(&context.dir)))?,
    };
    let layers = policy::layers(&PolicyArgs::default(), &looked_at)?;
    let policy = policy::compiled(&layers, None)?.policy;
    let mut extra = Vec::new();
    if args.observe {
        extra.push("--observe");
    }
    if policy.on_error == OnError::Deny {
        extra.push(ON_ERROR_DENY);
    }
    let program = program::hook(context)?;
    HookCommand::new(&program.to_string_lossy(), target.client.name, &extra)
        .map_err(|error| CliError::failed(error.to_string()))
}

fn next_steps(context: &Context, target: &InstallTarget, settings: &str) -> String {
    let step = |command: &str, why: &str| {
        let command = style::paint(style::COMMAND, format!("{command:<20}"));
        format!("  {command} {}", style::paint(style::DIM, why))
    };
    let mut out = vec![
        String::new(),
        style::paint(style::HEADING, "What is next"),
        format!("  Restart {}: sessions that run now are not guarded.", target.client.title),
        step("fusebox status", "how sessions stand"),
        step("fusebox doctor", "whether everything works"),
    ];
    let status = (target.installer.status)(settings).unwrap_or_default();
    if status.lacks_status_line {
        let own = program::own().map(|own| program::stable(context, &own)).unwrap_or_default();
        let line = serde_json::json!(format!("{} status --line", shell_word(&own)));
        out.push("  To see the breaker in the status line, add to the same file:".to_owned());
        out.push(format!("    \"statusLine\": {{\"type\": \"command\", \"command\": {line}}}"));
    }
    out.join("\n")
}

/// A path as a word of a shell.
fn shell_word(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+@".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// Prints notes about settings that keep the hooks from working as expected.
fn warn(context: &Context, target: &InstallTarget, settings: &str) {
    let installed = (target.installer.status)(settings).unwrap_or_default();
    if installed.disabled {
        context.inform(&format!(
            "{}: this file turns all hooks off; Fusebox sees nothing until that is changed.",
            style::paint(style::WARNING, "note")
        ));
    }
    let other = match target.scope {
        InstallScope::User => InstallScope::Project,
        InstallScope::Project => InstallScope::User,
    };
    let Ok(Some(other)) = InstallTarget::of(context, target.client, other) else { return };
    let there = SettingsFile::read(&other.file)
        .ok()
        .filter(|_| other.file != target.file)
        .and_then(|file| (other.installer.status)(file.text().unwrap_or_default()).ok());
    if there.is_some_and(|there| !there.hooks.is_empty()) {
        context.inform(&format!(
            "{}: the hooks are in {} as well; one place is enough.",
            style::paint(style::WARNING, "note"),
            display::one_line(&other.file.display().to_string(), 300)
        ));
    }
    if target.scope == InstallScope::Project {
        context.inform(&format!(
            "{}: the path of the program is this machine's; do not commit the file for others.",
            style::paint(style::WARNING, "note")
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_blanks_is_one_word_of_a_shell() {
        for (path, word) in [
            ("/opt/fusebox", "/opt/fusebox"),
            ("/my tools/fusebox", "'/my tools/fusebox'"),
            ("/it's/fusebox", "'/it'\\''s/fusebox'"),
        ] {
            assert_eq!(shell_word(Path::new(path)), word);
        }
    }
}
