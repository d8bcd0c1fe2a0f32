//! The changes that installing or uninstalling made or would make, as text and as JSON.

use std::path::{Path, PathBuf};

use fusebox_clients::Client;
use fusebox_clients::install::{ChangeKind, HookChange, HookCommand, HooksPatch, InstallError};
use serde::Serialize;
use serde_json::{Value, json};

use super::companion::CompanionChange;
use super::target::{InstallScope, InstallTarget};
use crate::text_table::{TextTable, plain};
use crate::{CliError, Context, display, style};

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
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    also: &'a [CompanionChange],
    /// How many programs are made executable again.
    #[serde(skip)]
    mended: usize,
    /// Whether a person has to trust the hooks before the client runs them.
    #[serde(skip)]
    awaits_trust: bool,
    #[serde(skip)]
    title: &'static str,
}

/// A client whose settings cannot be read or changed, and why.
pub(crate) struct ClientProblem {
    /// The client.
    pub(crate) client: &'static Client,
    /// Why.
    pub(crate) error: CliError,
}

impl ClientProblem {
    /// Tells a person of each.
    pub(crate) fn note_all(problems: &[Self], context: &Context) {
        for Self { client, error } in problems {
            context.note(&format!("{} is left as it is: {error}", client.title));
        }
    }

    /// What an order over several clients prints as JSON.
    pub(crate) fn document(problems: &[Self], summaries: &[InstallSummary<'_>]) -> Value {
        let problems: Vec<Value> = problems
            .iter()
            .map(
                |Self { client, error }| json!({"client": client.name, "error": error.to_string()}),
            )
            .collect();
        json!({"clients": summaries, "problems": problems})
    }
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
        patch: &'a HooksPatch,
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
            changes: patch.changes().map(HookChangeRow::new).collect(),
            backup,
            also: &[],
            mended: 0,
            awaits_trust: false,
            title: target.client.title,
        }
    }

    /// The same where this many programs are made executable again.
    pub(crate) fn with_mended(self, mended: usize) -> Self {
        Self { changed: self.changed || mended > 0, mended, ..self }
    }

    /// The same where a person may have to trust the hooks before the client runs them.
    pub(crate) fn awaiting_trust(self, awaits_trust: bool) -> Self {
        Self { awaits_trust, ..self }
    }

    /// The same with the changes beside the hooks.
    pub(crate) fn with_companions(self, also: &'a [CompanionChange]) -> Self {
        Self { also, ..self }
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
        if self.mended > 0 {
            let (name, can) =
                if self.dry_run { ("to mend", "cannot") } else { ("mended", "could not") };
            line(name, &format!("{} that {can} be executed", self.mended));
        }
        if let Some(backup) = &self.backup {
            line("backup", &shown(backup));
        }
        out.extend(self.also.iter().map(|change| companion_line(change, self.tense())));
        if self.dry_run {
            out.extend(self.changes.iter().map(|row| row.text.clone()));
        }
        out.join("\n")
    }

    /// Whether the settings change.
    pub(crate) fn is_changed(&self) -> bool {
        self.changed
    }

    /// What is done beside the hooks.
    pub(crate) fn companion_lines(&self) -> Vec<String> {
        let changes = self.also.iter().filter(|change| change.is_change());
        changes.map(|change| companion_line(change, self.tense())).collect()
    }

    fn tense(&self) -> Tense {
        if self.dry_run { Tense::Planned } else { Tense::Done }
    }

    /// What was done to the hooks, in a line.
    pub(crate) fn hooks_line(&self) -> String {
        style::fact("hooks", 8, self.count())
    }

    /// The copy of the file as it was.
    pub(crate) fn backup(&self) -> Option<&Path> {
        self.backup.as_deref()
    }

    /// What was done, in a line.
    pub(crate) fn headline(&self) -> String {
        let title = self.title;
        match (self.dry_run, self.changed, self.command.is_some()) {
            (true, true, _) => format!("{title}: nothing was written, this would change"),
            (_, false, true) if self.awaits_trust => {
                format!("{title} has the hooks of Fusebox already; nothing to change")
            }
            (_, false, true) => format!("{title} is guarded already; nothing to change"),
            (_, false, false) => format!("{title} has no hooks of Fusebox; nothing to change"),
            (false, true, true) if self.awaits_trust => format!("{title} has the hooks of Fusebox"),
            (false, true, true) => format!("{title} is guarded from its next session on"),
            (false, true, false) => format!("{title} is no longer guarded"),
        }
    }

    /// `12 added`, `1 updated, 11 unchanged`.
    fn count(&self) -> String {
        counts(self.changes.iter().map(|row| row.action), Tense::Done)
    }
}

/// Whether a change was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tense {
    /// It is still to be made.
    Planned,
    /// It was made.
    Done,
}

/// The actions, as they are told before and after.
const ACTIONS: &[(&str, &str)] = &[
    ("added", "to add"),
    ("updated", "to update"),
    ("removed", "to take out"),
    ("unchanged", "unchanged"),
];

/// How often each action is among these: `12 added`, `1 to update, 11 unchanged`.
fn counts<'s>(actions: impl Iterator<Item = &'s str> + Clone, tense: Tense) -> String {
    let of = |action: &str| actions.clone().filter(|one| *one == action).count();
    let parts: Vec<String> = ACTIONS
        .iter()
        .filter(|(action, _)| of(action) > 0)
        .map(|(action, planned)| {
            format!("{} {}", of(action), if tense == Tense::Done { action } else { planned })
        })
        .collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

/// What is done to the hook of an event.
fn action(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Added => "added",
        ChangeKind::Updated => "updated",
        ChangeKind::Unchanged => "unchanged",
        ChangeKind::Removed => "removed",
    }
}

/// The changes that are to be made in several settings files, a line for each.
pub(crate) fn change_rows<'t>(
    heading: &str,
    changes: impl Iterator<Item = (&'t InstallTarget, &'t HooksPatch)>,
) -> String {
    let mut table = TextTable::indented();
    for (target, patch) in changes {
        let actions: Vec<&str> = patch.changes().map(|change| action(change.kind)).collect();
        let hooks = counts(actions.into_iter(), Tense::Planned);
        let client = (style::COMMAND, target.client.name.to_owned());
        let caution = target.installer.facts.evidence.caution();
        let caution = caution.map(|text| format!(" ({text})")).unwrap_or_default();
        let hooks = plain(format!("hooks: {hooks}{caution}"));
        table.push([client, plain(shown(&target.file)), hooks]);
    }
    let lines = std::iter::once(style::heading(heading)).chain(table.lines(usize::MAX));
    lines.collect::<Vec<_>>().join("\n")
}

impl<'a> HookChangeRow<'a> {
    fn new(change: &'a HookChange) -> Self {
        let action = action(change.kind);
        let (mark, style) = match change.kind {
            ChangeKind::Added => ("+", style::SUCCESS),
            ChangeKind::Updated => ("~", style::WARNING),
            ChangeKind::Unchanged => (" ", style::DIM),
            ChangeKind::Removed => ("-", style::ERROR),
        };
        let text = style::paint(style, format!("  {mark} hooks.{}", change.event));
        Self { event: &change.event, action, text }
    }
}

/// A change beside the hooks, in a line.
pub(crate) fn companion_line(change: &CompanionChange, tense: Tense) -> String {
    let planned = ACTIONS.iter().find(|(action, _)| *action == change.action);
    let action = match (tense, change.action, planned) {
        (Tense::Planned, _, Some((_, planned))) => planned,
        // The file stays, unless nothing else is in it.
        (Tense::Done, "removed", _) => "taken out",
        (_, action, _) => action,
    };
    let value = format!("{} ({action})", shown(&change.file));
    style::fact(change.what, 8, value)
}

/// A path as it is shown.
pub(crate) fn shown(path: &Path) -> String {
    display::one_line(&path.display().to_string(), 300)
}

/// The error for settings that cannot be patched.
pub(crate) fn cannot_patch(target: &InstallTarget, error: &InstallError) -> CliError {
    CliError::failed(format!("{}: {error}", shown(&target.file))).hint("the file was not touched")
}
