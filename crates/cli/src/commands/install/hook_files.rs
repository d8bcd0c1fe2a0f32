//! The files at one place that hold the hooks of a client: one settings file, or a folder with a file for each event.

use std::fs;
use std::path::{Path, PathBuf};

use fusebox_clients::Client;
use fusebox_clients::install::{HooksPatch, SettingsPatch};

use super::settings_file::SettingsFile;
use crate::{Result, clock};

/// The files as they were read.
#[derive(Debug)]
pub(crate) struct HookFiles {
    files: Vec<SettingsFile>,
    /// The folder that holds them, if each is a program of ours for one event.
    folder: Option<PathBuf>,
}

impl HookFiles {
    /// Reads the files of a client at this place; none need exist.
    pub(crate) fn read(client: &Client, place: &Path) -> Result<Self> {
        let settings = client.settings.filter(|settings| !settings.event_files.is_empty());
        let Some(settings) = settings else {
            return Ok(Self { files: vec![SettingsFile::read(place)?], folder: None });
        };
        let program = |path: PathBuf| SettingsFile::read(&path).map(SettingsFile::for_a_program);
        let files = settings.hook_files(place).into_iter().map(program);
        Ok(Self { files: files.collect::<Result<_>>()?, folder: Some(place.to_owned()) })
    }

    /// The same files, which everybody can read where they are new.
    pub(crate) fn for_everybody(self) -> Self {
        Self { files: self.files.into_iter().map(SettingsFile::for_everybody).collect(), ..self }
    }

    /// The texts of the files, of those that exist.
    pub(crate) fn texts(&self) -> Vec<Option<&str>> {
        self.files.iter().map(SettingsFile::text).collect()
    }

    /// The programs among them that cannot be run, so that the client does not start them.
    pub(crate) fn not_executable(&self) -> Vec<&Path> {
        let lost = self.files.iter().filter(|file| file.is_not_executable());
        lost.map(SettingsFile::path).collect()
    }

    /// Lets all programs among them be run.
    pub(crate) fn make_executable(&self) -> Result<()> {
        self.files
            .iter()
            .filter(|file| file.is_not_executable())
            .try_for_each(SettingsFile::make_executable)
    }

    /// The texts before the first change, of a file that had one: the oldest backups beside them.
    pub(crate) fn oldest_backup(&self) -> Option<String> {
        self.files.first().filter(|_| self.folder.is_none())?.oldest_backup()
    }

    /// Writes what changes, and returns the path of a backup of a settings file. Programs of ours have none.
    pub(crate) fn replace(&self, patch: &HooksPatch) -> Result<Option<PathBuf>> {
        let mut backup = None;
        for (file, patch) in self.changed(patch) {
            if self.folder.is_some() {
                file.write(&patch.text)?;
            } else {
                backup = file.replace(&patch.text, clock::now())?;
            }
        }
        Ok(backup)
    }

    /// Deletes the files that a removal leaves empty, and the folder of programs with the last of them.
    pub(crate) fn remove(&self, patch: &HooksPatch) -> Result<()> {
        for (file, _) in self.changed(patch) {
            file.remove()?;
        }
        // Programs of somebody else keep it there.
        let _ = self.folder.as_ref().map(fs::remove_dir);
        Ok(())
    }

    fn changed<'a>(
        &'a self,
        patch: &'a HooksPatch,
    ) -> impl Iterator<Item = (&'a SettingsFile, &'a SettingsPatch)> {
        self.files.iter().zip(&patch.files).filter(|(_, patch)| patch.changed())
    }
}
