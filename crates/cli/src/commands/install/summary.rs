//! The changes that installing or uninstalling made or would make, as text and as JSON.

use std::path::{Path, PathBuf};

use fusebox_clients::install::{ChangeKind, HookChange, HookCommand, InstallError, SettingsPatch};
use serde::Serialize;

use super::target::{InstallScope, InstallTarget};
use crate::{CliError, display, style};

/// The changes of one settings file.
#[derive(Debug, Serialize)]
pub(crate) struct InstallSummary<'a> {
    client: &'static str,
    scope: InstallScope,
    file: &'a Path,
    dry_run: bool,
    changed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<Vec<&'a str>>,
    changes: Vec<HookChangeRow<'a>>,
    backup: Option<PathBuf>,
    #[serde(skip)]
    title: &'static str,
}

/// The change of the hook of one event.
#[derive(Debug, Serialize)]
struct HookChangeRow<'a> {
    event: &'a str,
    action: &'static str,
    #[serde(skip)]
    text: String,
}

impl<'a> InstallSummary<'a> {
    /// Summarizes a patch; installing has the command that the hooks run.
    pub(crate) fn new(
        target: &'a InstallTarget,
        patch: &'a SettingsPatch,
        command: Option<&'a HookCommand>,
        dry_run: bool,
        backup: Option<PathBuf>,
    ) -> Self {
        let words = |command: &'a HookCommand| {
            let args = command.args().iter().map(String::as_str);
            [command.program()].into_iter().chain(args).collect()
        };
        Self {
            client: target.client.name,
            scope: target.scope,
            file: &target.file,
            dry_run,
            changed: patch.changed(),
            command: command.map(words),
            changes: patch.changes.iter().map(HookChangeRow::new).collect(),
            backup,
            title: target.client.title,
        }
    }

    /// The summary as text.
    pub(crate) fn text(&self) -> String {
        let mut out = vec![style::heading(self.headline())];
        let mut line = |name: &str, value: &str| out.push(style::fact(name, 8, value));
        line("settings", &shown(self.file));
        if let Some(command) = &self.command {
            line("command", &command.join(" "));
        }
        if !self.dry_run {
            line("hooks", &self.count());
        }
        if let Some(backup) = &self.backup {
            line("backup", &shown(backup));
        }
        if self.dry_run {
            out.extend(self.changes.iter().map(|row| row.text.clone()));
        }
        out.join("\n")
    }

    fn headline(&self) -> String {
        let title = self.title;
        match (self.dry_run, self.changed, self.command.is_some()) {
            (true, true, _) => format!("{title}: nothing was written, this would change"),
            (_, false, true) => format!("{title} is guarded already; nothing to change"),
            (_, false, false) => format!("{title} has no hooks of Fusebox; nothing to change"),
            (false, true, true) => format!("{title} is guarded from its next session on"),
            (false, true, false) => format!("{title} is no longer guarded"),
        }
    }

    /// `12 added`, `1 updated, 11 unchanged`.
    fn count(&self) -> String {
        let of = |action: &str| self.changes.iter().filter(|row| row.action == action).count();
        let parts: Vec<String> = ["added", "updated", "removed", "unchanged"]
            .into_iter()
            .filter(|action| of(action) > 0)
            .map(|action| format!("{} {action}", of(action)))
            .collect();
        if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
    }
}

impl<'a> HookChangeRow<'a> {
    fn new(change: &'a HookChange) -> Self {
        let (action, mark, style) = match change.kind {
            ChangeKind::Added => ("added", "+", style::SUCCESS),
            ChangeKind::Updated => ("updated", "~", style::WARNING),
            ChangeKind::Unchanged => ("unchanged", " ", style::DIM),
            ChangeKind::Removed => ("removed", "-", style::ERROR),
        };
        let text = style::paint(style, format!("  {mark} hooks.{}", change.event));
        Self { event: &change.event, action, text }
    }
}

fn shown(path: &Path) -> String {
    display::one_line(&path.display().to_string(), 300)
}

/// The error for settings that cannot be patched.
pub(crate) fn cannot_patch(target: &InstallTarget, error: &InstallError) -> CliError {
    CliError::failed(format!("{}: {error}", shown(&target.file))).hint("the file was not touched")
}
