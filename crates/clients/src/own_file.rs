//! A file in which a client finds nothing but our hooks: written whole, and deleted whole.

use crate::hook_settings::shell_words;
use crate::install::{
    ChangeKind, HookChange, HookCommand, InstallError, InstallStatus, InstalledHook, SettingsPatch,
    has_refusal, is_ours, unguarded_line,
};

/// A file that holds nothing but our hooks.
#[derive(Debug)]
pub struct OwnFileForm {
    /// The client's name.
    pub(crate) client: &'static str,
    /// The hooks in it.
    pub(crate) hooks: &'static [&'static str],
    /// Writes it.
    pub(crate) write: fn(&HookCommand) -> String,
}

impl OwnFileForm {
    /// Plans the file with our hooks in it.
    ///
    /// # Errors
    /// When somebody else wrote the file.
    pub(crate) fn plan(
        &self,
        existing: Option<&str>,
        command: &HookCommand,
    ) -> Result<SettingsPatch, InstallError> {
        let existing = existing.filter(|text| !text.trim().is_empty());
        let text = (self.write)(command);
        let kind = match existing {
            None => ChangeKind::Added,
            Some(old) if old == text => ChangeKind::Unchanged,
            Some(old) if self.command_in(old).is_some() => ChangeKind::Updated,
            Some(_) => return Err(InstallError::Foreign),
        };
        Ok(SettingsPatch { text, changes: self.changes(kind), empty: false })
    }

    /// Plans to delete the file, if it is ours.
    pub(crate) fn remove(&self, existing: &str) -> SettingsPatch {
        if self.command_in(existing).is_none() {
            let is_empty = existing.trim().is_empty();
            return SettingsPatch {
                text: existing.to_owned(),
                changes: Vec::new(),
                empty: is_empty,
            };
        }
        let changes = self.changes(ChangeKind::Removed);
        SettingsPatch { text: String::new(), changes, empty: true }
    }

    /// Reports the hooks in the file.
    pub(crate) fn status(&self, text: &str) -> InstallStatus {
        let found = self.command_in(text);
        let hook = |name: &&'static str| {
            let (program, args) = found.clone()?;
            let line = line_of(text, name).unwrap_or_default();
            Some(InstalledHook { event: (*name).to_owned(), program, args, line, position: (0, 0) })
        };
        // A hook is named as a whole word in quotes, or as a key of an object.
        let is_there = |name: &&&'static str| text.contains(&format!("\"{name}\""));
        let hooks: Vec<_> = self.hooks.iter().filter(is_there).filter_map(hook).collect();
        let missing = self.hooks.iter().filter(|name| !is_there(name)).copied().collect();
        let refuses_without_program = !hooks.is_empty() && has_refusal(text);
        InstallStatus { hooks, missing, refuses_without_program, ..InstallStatus::default() }
    }

    fn changes(&self, kind: ChangeKind) -> Vec<HookChange> {
        let change = |name: &&'static str| HookChange { event: (*name).to_owned(), kind };
        self.hooks.iter().map(change).collect()
    }

    /// The program and the first arguments of our hooks in the file.
    fn command_in(&self, text: &str) -> Option<(String, Vec<String>)> {
        let commands = text.lines().filter_map(|line| {
            let command = unguarded_line(line);
            (command != line).then(|| shell_words(&json_text(command)))
        });
        let mut words = commands.into_iter().next()?.into_iter();
        let (program, args) = (words.next()?, words.collect::<Vec<_>>());
        is_ours(&program, &args, self.client).then_some((program, args))
    }
}

/// The shell line of a hook: the JSON string on its line that begins with a check.
fn line_of(text: &str, hook: &str) -> Option<String> {
    let start_of = |line: &str| COMMAND_STARTS.iter().find_map(|start| line.find(start));
    let commands = || text.lines().filter_map(|line| Some((line, start_of(line)?)));
    let is_of_hook = |(line, _): &(&str, usize)| line.contains(&format!("\"{hook}\""));
    // A file may have one command for all of its hooks.
    let (line, start) = commands().find(is_of_hook).or_else(|| commands().next())?;
    Some(json_text(&line[start + 1..]))
}

/// How the JSON string of a command begins: with a check of a variable or of the program.
const COMMAND_STARTS: &[&str] = &["\"[ -z $", "\"[ -x "];

/// What a JSON string holds up to its closing quote.
fn json_text(rest: &str) -> String {
    let (mut text, mut chars) = (String::new(), rest.chars());
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => text.extend(chars.next()),
            c => text.push(c),
        }
    }
    text
}

/// Whether a file starts a hook of ours: a person may have one of the same name.
fn holds_hook(content: &[u8]) -> bool {
    let text = String::from_utf8_lossy(content);
    text.lines().map(|line| (line, unguarded_line(line))).any(|(line, command)| {
        // The program and its first words, also where they stand in a string.
        command != line && command.contains("fusebox")
    })
}

/// Compares two contents of a file of ours; see [`LostProtection`](crate::LostProtection).
pub(crate) fn lost_protection(accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
    match accepted {
        Some(accepted) if present != Some(accepted) && holds_hook(accepted) => {
            vec!["lost or changed the hooks of Fusebox".to_owned()]
        }
        Some(_) | None => Vec::new(),
    }
}

#[cfg(test)]
pub(crate) mod test_support {
    use serde_json::Value;

    use crate::install::{HookCommand, HookInstaller};

    /// Checks that the file of a client is JSON whose hooks are known again, and that it goes whole. `lines` gives the
    /// command lines in a file, in the order of `hooks`.
    pub(crate) fn check_json_file(
        client: &str,
        installer: &HookInstaller,
        hooks: &[&str],
        lines: impl Fn(&Value) -> Vec<Value>,
    ) {
        let command = HookCommand::new("/a b/fusebox-hook", client, &[]).unwrap();
        for command in [command.clone(), command.refusing_without_program("It is \"gone\".")] {
            let new = installer.plan(&[None], &command, false).unwrap().files.remove(0).text;
            let lines = lines(&serde_json::from_str(&new).unwrap());
            assert_eq!(lines.len(), hooks.len());
            let found = installer.status(&[Some(&new)]).unwrap();
            assert_eq!((found.hooks.len(), found.missing.len()), (hooks.len(), 0), "{new}");
            assert_eq!(found.hooks[0].program, "/a b/fusebox-hook");
            for (hook, line) in found.hooks.iter().zip(lines) {
                assert_eq!(hook.line, line);
            }
            assert!(
                !installer.plan(&[Some(&new)], &command, false).unwrap().files.remove(0).changed()
            );
            assert!(installer.remove(&[Some(&new)]).unwrap().files.remove(0).empty);
        }
    }
}
