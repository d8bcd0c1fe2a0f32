//! A folder in which a client looks for a program for each event: scripts that start our hook, each written whole and
//! deleted whole.

use crate::hook_settings::shell_words;
use crate::install::{
    ChangeKind, HookChange, HookCommand, InstallError, InstallStatus, InstalledHook, SettingsPatch,
    has_refusal, is_ours, unguarded_line,
};

/// The scripts of a client.
#[derive(Debug)]
pub struct EventFilesForm {
    /// The client's name.
    pub(crate) client: &'static str,
    /// Their names: those of the events with an ending.
    pub(crate) files: &'static [&'static str],
    /// The event before a call.
    pub(crate) before_call: &'static str,
    /// What the client reads as a refusal for this reason.
    pub(crate) refusal: fn(&str) -> String,
}

impl EventFilesForm {
    /// Plans each file with our hook in it; the texts are those of [`Self::files`], in their order.
    ///
    /// # Errors
    /// When somebody else wrote one of them.
    pub(crate) fn plan(
        &self,
        existing: &[Option<&str>],
        command: &HookCommand,
    ) -> Result<Vec<SettingsPatch>, InstallError> {
        let files = self.files.iter().zip(existing);
        files.map(|(file, old)| self.plan_file(event_of(file), *old, command)).collect()
    }

    fn plan_file(
        &self,
        event: &str,
        existing: Option<&str>,
        command: &HookCommand,
    ) -> Result<SettingsPatch, InstallError> {
        let text = self.script(event, command);
        let kind = match existing.filter(|text| !text.trim().is_empty()) {
            None => ChangeKind::Added,
            Some(old) if old == text => ChangeKind::Unchanged,
            Some(old) if self.hook_in(event, old).is_some() => ChangeKind::Updated,
            Some(_) => return Err(InstallError::Foreign),
        };
        let changes = vec![HookChange { event: event.to_owned(), kind }];
        Ok(SettingsPatch { text, changes, empty: false })
    }

    /// Plans to delete each file that is ours.
    pub(crate) fn remove(&self, existing: &[Option<&str>]) -> Vec<SettingsPatch> {
        let remove = |(file, old): (&&'static str, &Option<&str>)| {
            let (event, old) = (event_of(file), old.unwrap_or_default());
            if self.hook_in(event, old).is_none() {
                return SettingsPatch { text: old.to_owned(), changes: Vec::new(), empty: false };
            }
            let change = HookChange { event: event.to_owned(), kind: ChangeKind::Removed };
            SettingsPatch { text: String::new(), changes: vec![change], empty: true }
        };
        self.files.iter().zip(existing).map(remove).collect()
    }

    /// Reports the hooks in the files.
    pub(crate) fn status(&self, existing: &[Option<&str>]) -> InstallStatus {
        let mut status = InstallStatus::default();
        for (file, text) in self.files.iter().zip(existing) {
            let (event, text) = (event_of(file), text.unwrap_or_default());
            status.refuses_without_program |= has_refusal(text);
            match self.hook_in(event, text) {
                Some(hook) => status.hooks.push(hook),
                None => status.missing.push(event),
            }
        }
        status
    }

    fn script(&self, event: &str, command: &HookCommand) -> String {
        let refusing = (event == self.before_call)
            .then(|| command.refusing_line(|sentence| Some((self.refusal)(sentence))));
        let line = refusing.flatten().unwrap_or_else(|| command.guarded_line());
        let client = self.client;
        format!(
            "#!/bin/sh\n# `fusebox install {client}` writes this file, `fusebox uninstall {client}` takes it away.\n{line}\n"
        )
    }

    /// Our hook in a script, if it starts it.
    fn hook_in(&self, event: &str, text: &str) -> Option<InstalledHook> {
        let line = text.lines().find(|line| unguarded_line(line) != *line)?;
        let mut words = shell_words(unguarded_line(line)).into_iter();
        let (program, args) = (words.next()?, words.collect::<Vec<_>>());
        let (event, line) = (event.to_owned(), line.to_owned());
        is_ours(&program, &args, self.client).then_some(InstalledHook {
            event,
            program,
            args,
            line,
            position: (0, 0),
        })
    }
}

/// The event of a script: its name without the ending.
fn event_of(file: &'static str) -> &'static str {
    file.split_once('.').map_or(file, |(event, _)| event)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client_named;
    use crate::install::{InstallForm, SHARED_FOLDER, installer_of};

    #[test]
    fn scripts_are_known_again_go_whole_and_one_of_somebody_else_is_left_alone() {
        let installer = installer_of(client_named("cline").unwrap()).unwrap();
        let InstallForm::EventFiles(form) = installer.form else { panic!("one file") };
        let none = vec![None; form.files.len()];
        for program in ["/a b/fusebox-hook", &format!("{SHARED_FOLDER}fusebox-hook")] {
            let command = HookCommand::new(program, "cline", &["--observe"]).unwrap();
            for command in [command.clone(), command.refusing_without_program("It's \"gone\".")] {
                let new = installer.plan(&none, &command, false).unwrap();
                let texts: Vec<_> = new.files.iter().map(|file| Some(file.text.as_str())).collect();
                let status = installer.status(&texts).unwrap();
                assert_eq!((status.hooks.len(), status.missing.len()), (form.files.len(), 0));
                assert!(status.hooks.iter().all(|hook| hook.program == program));
                assert_eq!(status.hooks[0].args, ["cline", "--observe"]);
                assert!(!installer.plan(&texts, &command, false).unwrap().changed());
                let gone = installer.remove(&texts).unwrap();
                assert!(gone.files.iter().all(|file| file.empty && file.text.is_empty()));
                let moved = HookCommand::new("/opt/fusebox-hook", "cline", &[]).unwrap();
                assert!(installer.plan(&texts, &moved, false).unwrap().changed());
            }
        }
        let mut mine = none;
        mine[1] = Some("#!/bin/sh\nexec ./my-hook\n");
        let command = HookCommand::new("/opt/fusebox-hook", "cline", &[]).unwrap();
        assert!(installer.plan(&mine, &command, false).is_err());
        let gone = installer.remove(&mine).unwrap();
        assert!(!gone.changed() && gone.files[1].text == mine[1].unwrap());
    }
}
