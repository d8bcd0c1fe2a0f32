//! The removal of our hooks from the settings of one client, and making it.

use std::path::PathBuf;

use fusebox_clients::install::{HookCommand, HooksPatch};
use fusebox_runtime::Runtime;

use crate::commands::install::companion::{self, CompanionChange};
use crate::commands::install::hook_files::HookFiles;
use crate::commands::install::summary::{self, InstallSummary};
use crate::commands::install::target::InstallTarget;
use crate::program_folder::ProgramFolder;
use crate::{Context, Result, client_settings, clock};

/// A removal from the settings of one client that is not made yet.
#[derive(Debug)]
pub(super) struct PlannedRemoval {
    pub(super) target: InstallTarget,
    pub(super) patch: HooksPatch,
    /// What is taken out beside the hooks.
    pub(super) companions: Vec<CompanionChange>,
    files: HookFiles,
}

impl PlannedRemoval {
    /// Plans the removal. Writes nothing.
    pub(super) fn new(context: &Context, target: InstallTarget) -> Result<Self> {
        let files = target.read()?;
        let mut patch = target
            .installer
            .remove(&files.texts())
            .map_err(|error| summary::cannot_patch(&target, &error))?;
        if let Some(original) = original(&target, &files, &patch) {
            patch = original;
        }
        let companions = companion::removals(context, &target)?;
        Ok(Self { target, patch, companions, files })
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
        runtime.accept_files(self.target.hook_files(), clock::now())?;
        let folder = ProgramFolder::of(context)?;
        folder.release(&self.target.file, client_settings::has_our_hooks)?;
        runtime.accept_programs(folder.programs(), clock::now())?;
        Ok(backup)
    }

    fn remove_hooks(&self) -> Result<Option<PathBuf>> {
        let is_empty = self.patch.files.iter().all(|file| file.empty || !file.changed());
        if is_empty && self.is_made_by_us() {
            self.files.remove(&self.patch)?;
            return Ok(None);
        }
        self.files.replace(&self.patch)
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
        self.files.oldest_backup().is_none_or(|text| {
            let installed = self.target.installer.status(&[Some(&text)]);
            installed.is_ok_and(|installed| !installed.hooks.is_empty())
        })
    }
}

/// The text from before the hooks were installed, if nothing but Fusebox changed it since. What is left
/// without the hooks may differ from it in blanks, or in a list that was empty.
fn original(target: &InstallTarget, files: &HookFiles, patch: &HooksPatch) -> Option<HooksPatch> {
    let backup = files.oldest_backup()?;
    let installer = target.installer;
    let program = installer.status(&files.texts()).ok()?.hooks.into_iter().next()?.program;
    let command = HookCommand::new(&program, target.client.name, &[]).ok()?;
    let installed = installer.plan(&[Some(&backup)], &command, false).ok()?;
    let is_untouched = installer.remove(&installed.texts()).ok()?.texts() == patch.texts();
    let is_unhooked = installer.status(&[Some(&backup)]).ok()?.hooks.is_empty();
    let mut original = patch.clone();
    original.files.first_mut()?.text = backup;
    (is_untouched && is_unhooked).then_some(original)
}
