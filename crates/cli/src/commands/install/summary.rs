//! The changes that installing or uninstalling made or would make, as text and as JSON.

use std::path::{Path, PathBuf};

use fusebox_clients::install::{ChangeKind, HookChange, HookCommand, InstallError, SettingsPatch};
use serde::Serialize;

use super::target::{InstallScope, InstallTarget};
use crate::error::CliError;
use crate::style;

/// The changes of one settings file.
#[derive(Debug, Serialize)]
pub(crate) struct InstallSummary {
    client: &'static str,
    scope: InstallScope,
    file: PathBuf,
    dry_run: bool,
    changed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<Vec<String>>,
    changes: Vec<HookChangeRow>,
    backup: Option<PathBuf>,
    #[serde(skip)]
    title: &'static str,
}

/// The change of the hook of one event.
#[derive(Debug, Serialize)]
struct HookChangeRow {
    event: String,
    action: &'static str,
}

impl InstallSummary {
    /// Summarizes a patch that was written, and its backup.
    pub(crate) fn new(
        target: &InstallTarget,
        patch: &SettingsPatch,
        backup: Option<PathBuf>,
    ) -> Self {
        Self {
            client: target.client.name,
            scope: target.scope,
            file: target.file.clone(),
            dry_run: false,
            changed: patch.changed(),
            command: None,
            changes: patch.changes.iter().map(row).collect(),
            backup,
            title: target.client.title,
        }
    }

    /// The same, for a dry run.
    pub(crate) fn dry(self, dry_run: bool) -> Self {
        Self { dry_run, ..self }
    }

    /// The same, with the command that the hooks run.
    pub(crate) fn with(self, command: &HookCommand) -> Self {
        let words = std::iter::once(command.program().to_owned());
        Self { command: Some(words.chain(command.args().iter().cloned()).collect()), ..self }
    }

    /// The summary as text.
    pub(crate) fn text(&self) -> String {
        let mut out = vec![style::paint(style::HEADING, self.headline())];
        let mut line = |name: &str, value: &str| {
            out.push(format!("  {} {value}", style::paint(style::DIM, format!("{name:<8}"))));
        };
        line("settings", &shown(&self.file));
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
            out.extend(self.changes.iter().map(HookChangeRow::text));
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

impl HookChangeRow {
    fn text(&self) -> String {
        let (mark, style) = match self.action {
            "added" => ("+", style::SUCCESS),
            "removed" => ("-", style::ERROR),
            "updated" => ("~", style::WARNING),
            _ => (" ", style::DIM),
        };
        style::paint(style, format!("  {mark} hooks.{}", self.event))
    }
}

fn row(change: &HookChange) -> HookChangeRow {
    let action = match change.kind {
        ChangeKind::Added => "added",
        ChangeKind::Updated => "updated",
        ChangeKind::Unchanged => "unchanged",
        ChangeKind::Removed => "removed",
    };
    HookChangeRow { event: change.event.clone(), action }
}

fn shown(path: &Path) -> String {
    crate::display::one_line(&path.display().to_string(), 300)
}

/// The error for settings that cannot be patched.
pub(crate) fn cannot_patch(target: &InstallTarget, error: &InstallError) -> CliError {
    CliError::failed(format!("{}: {error}", shown(&target.file))).hint("the file was not touched")
}
