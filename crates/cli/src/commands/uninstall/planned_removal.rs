//! The removal of our hooks from one settings file, and making it.

use std::path::PathBuf;

use fusebox_clients::install::{HookCommand, SettingsPatch};
use fusebox_runtime::Runtime;

use crate::commands::install::companion::{self, CompanionChange};
use crate::commands::install::settings_file::SettingsFile;
use crate::commands::install::summary::{self, InstallSummary};
use crate::commands::install::target::InstallTarget;
use crate::program_folder::ProgramFolder;
use crate::{Context, Result, client_settings, clock};

/// A removal from one settings file that is not made yet.
#[derive(Debug)]
pub(super) struct PlannedRemoval {
    pub(super) target: InstallTarget,
    pub(super) patch: SettingsPatch,
    /// What is taken out beside the hooks.
    pub(super) companions: Vec<CompanionChange>,
    file: SettingsFile,
}

impl PlannedRemoval {
    /// Plans the removal. Writes nothing.
    pub(super) fn new(context: &Context, target: InstallTarget) -> Result<Self> {
        let file = target.read(&target.file)?;
        let mut patch = target
            .installer
            .remove(file.text().unwrap_or_default())
            .map_err(|error| summary::cannot_patch(&target, &error))?;
        if let Some(original) = original(&target, &file, &patch) {
            patch.text = original;
        }
        let companions = companion::removals(context, &target)?;
        Ok(Self { target, patch, companions, file })
    }

    /// Removes the hooks, and returns the path of a backup of the settings.
    pub(super) fn apply(
        &self,
        context: &Context,
        runtime: &mut Runtime,
    ) -> Result<Option<PathBuf>> {
        let no_rights = |error| self.target.with_rights("uninstall", error);
        let mut removals = self.companions.iter();
        removals.try_for_each(|change| change.apply(context)).map_err(no_rights)?;
        if !self.patch.changed() {
            return Ok(None);
        }
        // The server may have been registered in the same file.
        let this = Self::new(context, self.target.clone())?;
        let backup = this.remove_hooks().map_err(no_rights)?;
        runtime.accept_files([self.target.file.clone()], clock::now())?;
        let folder = ProgramFolder::of(context)?;
        folder.release(&self.target.file, client_settings::has_our_hooks)?;
        runtime.accept_programs(folder.programs(), clock::now())?;
        Ok(backup)
    }

    fn remove_hooks(&self) -> Result<Option<PathBuf>> {
        let mut backup = None;
        if self.patch.empty && self.is_made_by_us() {
            self.file.remove()?;
        } else {
            backup = self.file.replace(&self.patch.text, clock::now())?;
        }
        Ok(backup)
    }

    /// Whether anything changes.
    pub(super) fn is_change(&self) -> bool {
        self.patch.changed() || !self.companions.is_empty()
    }

    /// The summary of the removal.
    pub(super) fn summary(&self, dry_run: bool, backup: Option<PathBuf>) -> InstallSummary<'_> {
        InstallSummary::new(&self.target, &self.patch, None, dry_run, backup)
            .with_companions(&self.companions)
    }

    /// Whether the file did not exist before the hooks were installed: its oldest backup has them, too.
    fn is_made_by_us(&self) -> bool {
        self.file.oldest_backup().is_none_or(|text| {
            self.target.installer.status(&text).is_ok_and(|installed| !installed.hooks.is_empty())
        })
    }
}

/// The text from before the hooks were installed, if nothing but Fusebox changed it since. What is left
/// without the hooks may differ from it in blanks, or in a list that was empty.
fn original(target: &InstallTarget, file: &SettingsFile, patch: &SettingsPatch) -> Option<String> {
    let backup = file.oldest_backup()?;
    let installer = target.installer;
    let program = installer.status(file.text()?).ok()?.hooks.into_iter().next()?.program;
    let command = HookCommand::new(&program, target.client.name, &[]).ok()?;
    let installed = installer.plan(Some(&backup), &command, false).ok()?;
    let is_untouched = installer.remove(&installed.text).ok()?.text == patch.text;
    (is_untouched && installer.status(&backup).ok()?.hooks.is_empty()).then_some(backup)
}
