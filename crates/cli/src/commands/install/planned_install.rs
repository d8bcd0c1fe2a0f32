//! The change that an installation makes in the settings of one client, and making it.

use std::path::PathBuf;

use fusebox_clients::install::{HookCommand, HooksPatch, InstallStatus};

use super::companion::{self, CompanionChange};
use super::hook_files::HookFiles;
use super::summary::{self, InstallSummary};
use super::target::{InstallScope, InstallTarget};
use super::{Args, ON_ERROR_DENY, command};
use crate::commands::doctor::each_client::trust_text;
use crate::program_folder::ProgramFolder;
use crate::{Context, Result, person};

/// An installation into the settings of one client that is not made yet.
#[derive(Debug)]
pub(crate) struct PlannedInstall {
    pub(crate) target: InstallTarget,
    pub(crate) patch: HooksPatch,
    /// What is written beside the hooks.
    pub(crate) companions: Vec<CompanionChange>,
    /// What a person still has to do before the client runs the hooks.
    pub(crate) trust_step: Option<&'static str>,
    command: HookCommand,
    files: HookFiles,
}

impl PlannedInstall {
    /// Plans the installation into `target`. Writes nothing.
    pub(crate) fn new(args: &Args, context: &Context, target: InstallTarget) -> Result<Self> {
        let command = command(args, context, &target)?;
        let denies = args.strict || command.args().iter().any(|arg| arg == ON_ERROR_DENY);
        let files = target.read()?;
        let patch = target
            .installer
            .plan(&files.texts(), &command, denies)
            .map_err(|error| summary::cannot_patch(&target, &error))?;
        let companions = companion::planned(args.companions, context, &target)?;
        let trust_step = remaining_trust_step(context, &target, &patch);
        Ok(Self { target, patch, companions, trust_step, command, files })
    }

    /// Installs, and returns the path of a backup of the settings. Without a change of the settings it
    /// puts only the programs in order.
    pub(crate) fn apply(&self, context: &Context) -> Result<Option<PathBuf>> {
        self.write(context).map_err(|error| self.target.with_rights("install", error))
    }

    fn write(&self, context: &Context) -> Result<Option<PathBuf>> {
        // The administrator's settings name the program where the administrator put it.
        if self.target.scope != InstallScope::Managed {
            ProgramFolder::of(context)?.put(&self.target.file)?;
        }
        let mut backup = None;
        if self.patch.changed() {
            backup = self.files.replace(&self.patch)?;
            person::accept_unless_agent(context, self.target.hook_files())?;
        }
        self.files.make_executable()?;
        self.companions.iter().try_for_each(|change| change.apply(context))?;
        Ok(backup)
    }

    /// Whether anything changes.
    pub(crate) fn is_change(&self) -> bool {
        self.patch.changed()
            || !self.files.not_executable().is_empty()
            || self.companions.iter().any(CompanionChange::is_change)
    }

    /// Whether calls are refused at present while the program is gone.
    pub(crate) fn refuses_without_program(&self) -> bool {
        let present = self.target.installer.status(&self.files.texts());
        present.is_ok_and(|present| present.refuses_without_program)
    }

    /// The hooks in the file as they will be.
    pub(crate) fn status(&self) -> InstallStatus {
        self.target.installer.status(&self.patch.texts()).unwrap_or_default()
    }

    /// The summary of the change.
    pub(crate) fn summary(&self, dry_run: bool, backup: Option<PathBuf>) -> InstallSummary<'_> {
        InstallSummary::new(&self.target, &self.patch, Some(&self.command), dry_run, backup)
            .with_mended(self.files.not_executable().len())
            .with_companions(&self.companions)
            .awaiting_trust(self.trust_step.is_some())
    }
}

/// What a person has to do before the client runs the hooks as they will be; `None` where it runs them at once, or a
/// person has trusted just these.
fn remaining_trust_step(
    context: &Context,
    target: &InstallTarget,
    patch: &HooksPatch,
) -> Option<&'static str> {
    let step = target.installer.trust_step.filter(|_| target.scope != InstallScope::Managed)?;
    let is_trusted = || {
        let trust = target.installer.trust?;
        let installed = target.installer.status(&patch.texts()).ok()?;
        let text = trust_text(context, target.client, trust)?;
        let path = target.file.display().to_string();
        Some((trust.untrusted)(&path, &installed.hooks, &text).is_empty())
    };
    // What changes was not trusted as it will be.
    (patch.changed() || is_trusted() != Some(true)).then_some(step)
}
