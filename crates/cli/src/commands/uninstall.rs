//! `fusebox uninstall`.

use super::install::settings_file::SettingsFile;
use super::install::summary::{self, InstallSummary};
use super::install::target::{InstallScope, InstallTarget};
use crate::person::{self, PersonArgs};
use crate::program_folder::ProgramFolder;
use crate::{Context, Result, client_settings, clock};

/// Take Fusebox's hooks out of the settings of an agent program.
///
/// Everything else in the settings stays, and a copy of the file is kept beside it. Only a person
/// may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The agent program: `claude`, `codex`, `gemini`, `qwen` or `copilot`.
    client: String,
    /// Whose settings: yours, or this project's.
    #[arg(long, value_enum, default_value = "user")]
    scope: InstallScope,
    /// Write nothing; show what would change.
    #[arg(long)]
    dry_run: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let target = InstallTarget::named(context, &args.client, args.scope)?;
    let file = SettingsFile::read(&target.file)?;
    let patch = target
        .installer
        .remove(file.text().unwrap_or_default())
        .map_err(|error| summary::cannot_patch(&target, &error))?;
    let mut backup = None;
    if patch.changed() && !args.dry_run {
        let question = format!("Stop guarding {} ({})?", target.client.title, args.scope.word());
        let mut runtime = context.runtime(None)?;
        person::confirm(context, &runtime, args.person, &question)?;
        if patch.empty && made_by_us(&target, &file) {
            file.remove()?;
        } else {
            backup = file.replace(&patch.text, clock::now())?;
        }
        runtime.accept_files([target.file.clone()], clock::now())?;
        let folder = ProgramFolder::of(context)?;
        folder.release(&target.file, client_settings::has_our_hooks)?;
        runtime.accept_programs(folder.programs(), clock::now())?;
    }
    let summary = InstallSummary::new(&target, &patch, None, args.dry_run, backup);
    if args.json {
        context.json(&summary)?;
    } else {
        context.print(&summary.text())?;
    }
    Ok(())
}

/// Whether the file did not exist before the hooks were installed: its oldest backup has them, too.
fn made_by_us(target: &InstallTarget, file: &SettingsFile) -> bool {
    file.oldest_backup().is_none_or(|text| {
        target.installer.status(&text).is_ok_and(|installed| !installed.hooks.is_empty())
    })
}
