//! Installing hooks: the hook command, and the patches of a client's settings.

use std::path::Path;

pub use crate::companion_text::{
    CompanionFiles, JsonServerForm, ScopedFiles, ServerCommand, ServerFiles, ServerForm,
    with_instructions, without_instructions,
};
use crate::event_files::EventFilesForm;
use crate::hook_settings::{self, HookSettingsForm};
use crate::own_file::OwnFileForm;
pub use crate::settings::{line_end, split_byte_order_mark, without_line_end};
use crate::{
    Client, ClientFacts, JsonError, antigravity, claude, cline, codex, copilot, cursor, gemini,
    kiro, opencode, qwen, vscode, windsurf,
};

/// Every client that hooks can be installed in. The list is apart from [`CLIENTS`](crate::CLIENTS), so
/// that the hook process does not link what edits settings.
const INSTALLERS: &[&HookInstaller] = &[
    &claude::INSTALLER,
    &codex::INSTALLER,
    &gemini::INSTALLER,
    &qwen::INSTALLER,
    &copilot::INSTALLER,
    &opencode::INSTALLER,
    &cline::INSTALLER,
    &cursor::INSTALLER,
    &windsurf::INSTALLER,
    &kiro::INSTALLER,
    &antigravity::INSTALLER,
    &vscode::INSTALLER,
];

/// Installs hooks in the settings of a client. Texts of settings go in and come out.
#[derive(Debug)]
pub struct HookInstaller {
    /// The name of the client.
    pub client: &'static str,
    /// What is known of the client.
    pub facts: &'static ClientFacts,
    /// What else Fusebox can write for the client.
    pub companions: CompanionFiles,
    /// The form of the file, or of the files of its folder.
    pub form: InstallForm,
    /// The first version of the client that refuses a call whose hook crashes or takes too long, where the
    /// settings ask for it; `None` if none does.
    pub refuses_on_failure_since: Option<&'static str>,
    /// What a person has to do before the client runs the hooks, if it does not run them at once.
    pub trust_step: Option<&'static str>,
    /// Where the client notes which hooks a person trusts, if it runs no others.
    pub trust: Option<&'static HookTrust>,
    /// The file beside the administrator's settings that keeps hooks switched on, where those settings alone do
    /// not.
    pub managed_pin: Option<&'static str>,
    /// Where the client can have the same hooks besides, which then count every call twice.
    pub packages: &'static [HookPackage],
}

/// Our hooks in a package of the client: beside installed hooks, every call counts twice.
#[derive(Debug)]
pub struct HookPackage {
    /// What it is, after "the".
    pub name: &'static str,
    /// The command that takes the package out, or what a person does.
    pub removal: &'static str,
    /// Where the client keeps it.
    pub place: PackagePlace,
    /// The title of the client that it was made for, if it is another one that only installs it as well.
    pub made_for: Option<&'static str>,
}

/// Where a client keeps a package.
#[derive(Debug)]
pub enum PackagePlace {
    /// The settings with hooks enable it.
    Settings,
    /// It has a folder of its own.
    Folder(&'static PackageFolder),
    /// A file of the client names it.
    Named(&'static PackageFiles),
}

/// The files of a client that name its packages; each is read on its own.
#[derive(Debug)]
pub struct PackageFiles {
    /// In the person's settings folder.
    pub person: &'static [&'static str],
    /// Under the root of a project.
    pub project: &'static [&'static str],
    /// Whether a text of such a file names ours.
    pub names_ours: fn(&str) -> bool,
}

/// Where a client keeps a package, in the person's settings folder.
#[derive(Debug)]
pub struct PackageFolder {
    /// The folder of the package.
    pub package: &'static str,
    /// The file that switches packages off.
    pub switches: &'static str,
    /// Whether its text switches ours off somewhere.
    pub is_off: fn(&str) -> bool,
}

/// Where a client notes which hooks a person trusts.
#[derive(Debug)]
pub struct HookTrust {
    /// The file, in the person's settings folder.
    pub file: &'static str,
    /// Which of these hooks in the settings file of this path its text does not trust.
    pub untrusted: fn(&str, &[InstalledHook], &str) -> Vec<String>,
}

/// The form of what hooks are installed in.
#[derive(Debug, Clone, Copy)]
pub enum InstallForm {
    /// Settings of the client, of which our hooks are a part.
    Settings(&'static HookSettingsForm),
    /// A file of ours.
    OwnFile(&'static OwnFileForm),
    /// A folder with a file of ours for each event.
    EventFiles(&'static EventFilesForm),
}

impl HookInstaller {
    /// The installer of a client that runs hooks at once and lets a call pass whose hook fails.
    pub(crate) const fn new(
        client: &'static str,
        facts: &'static ClientFacts,
        companions: CompanionFiles,
        form: InstallForm,
    ) -> Self {
        Self {
            client,
            facts,
            companions,
            form,
            refuses_on_failure_since: None,
            trust_step: None,
            trust: None,
            managed_pin: None,
            packages: &[],
        }
    }

    /// Plans the files with our hooks from the texts of those that are there, in the order of
    /// [`ClientSettings::hook_files`](crate::ClientSettings::hook_files); `deny_on_error` asks the client to refuse
    /// calls if a hook fails.
    ///
    /// # Errors
    /// When a file does not have the form that the client reads.
    pub fn plan(
        &self,
        existing: &[Option<&str>],
        command: &HookCommand,
        deny_on_error: bool,
    ) -> Result<HooksPatch, InstallError> {
        let first = existing.first().copied().flatten();
        let files = match self.form {
            InstallForm::Settings(form) => {
                vec![hook_settings::plan(form, first, command, deny_on_error)?]
            }
            InstallForm::OwnFile(form) => vec![form.plan(first, command)?],
            InstallForm::EventFiles(form) => form.plan(existing, command)?,
        };
        Ok(HooksPatch { files })
    }

    /// Plans the same files without our hooks.
    ///
    /// # Errors
    /// When a file does not have the form that the client reads.
    pub fn remove(&self, existing: &[Option<&str>]) -> Result<HooksPatch, InstallError> {
        let first = existing.first().copied().flatten().unwrap_or_default();
        let files = match self.form {
            InstallForm::Settings(form) => vec![hook_settings::remove(form, first)?],
            InstallForm::OwnFile(form) => vec![form.remove(first)],
            InstallForm::EventFiles(form) => form.remove(existing),
        };
        Ok(HooksPatch { files })
    }

    /// Settings for one run of the client, beside those with our hooks: before every call a shell refuses
    /// it with this sentence if a program is gone. `None` where the client takes no such settings.
    #[must_use]
    pub fn refusing_settings(&self, program: &str, sentence: &str) -> Option<String> {
        match self.form {
            InstallForm::Settings(form) => {
                hook_settings::refusing_settings(form, program, sentence)
            }
            InstallForm::OwnFile(_) | InstallForm::EventFiles(_) => None,
        }
    }

    /// Reports which hooks of ours are there.
    ///
    /// # Errors
    /// When a file does not have the form that the client reads.
    pub fn status(&self, existing: &[Option<&str>]) -> Result<InstallStatus, InstallError> {
        let first = existing.first().copied().flatten().unwrap_or_default();
        match self.form {
            InstallForm::Settings(form) => hook_settings::install_status(form, first),
            InstallForm::OwnFile(form) => Ok(form.status(first)),
            InstallForm::EventFiles(form) => Ok(form.status(existing)),
        }
    }
}

/// The installer of a client, if hooks can be installed in it.
#[must_use]
pub fn installer_of(client: &Client) -> Option<&'static HookInstaller> {
    INSTALLERS.iter().copied().find(|installer| installer.client == client.name)
}

/// The folder of the hook's program as a shell finds it in everybody's home: what is committed with a
/// project names no machine's path.
pub const SHARED_FOLDER: &str = "${XDG_STATE_HOME:-$HOME/.local/state}/fusebox/bin/";

/// The command that a client runs at every hook: a program of ours and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookCommand {
    /// An absolute path, or a name after [`SHARED_FOLDER`].
    program: String,
    args: Vec<String>,
    refusal: Option<String>,
}

impl HookCommand {
    /// The hook of `client`: `program` is the path of `fusebox-hook` or of `fusebox`, which does the same
    /// as `fusebox hook`, absolute or in [`SHARED_FOLDER`]; `extra` arguments come last.
    ///
    /// # Errors
    /// When the path is not absolute, or names a program that would not be recognized as ours.
    pub fn new(program: &str, client: &str, extra: &[&str]) -> Result<Self, InstallError> {
        if !Path::new(program).is_absolute() && !program.starts_with(SHARED_FOLDER) {
            return Err(InstallError::NotAbsolute(program.to_owned()));
        }
        let lead: &[&str] = match base_name(program) {
            "fusebox-hook" => &[],
            "fusebox" => &["hook"],
            _ => return Err(InstallError::NotOurs(program.to_owned())),
        };
        let args = lead.iter().chain([&client]).chain(extra);
        let args = args.map(|arg| (*arg).to_owned()).collect();
        Ok(Self { program: program.to_owned(), args, refusal: None })
    }

    /// The same, but before a call a shell refuses with this sentence while the program is gone.
    #[must_use]
    pub fn refusing_without_program(mut self, sentence: &str) -> Self {
        self.refusal = Some(sentence.to_owned());
        self
    }

    /// The path of the program.
    #[must_use]
    pub fn program(&self) -> &str {
        &self.program
    }

    /// Its arguments.
    #[must_use]
    pub fn args(&self) -> &[String] {
        &self.args
    }

    /// Whether only a shell finds the program. It need not be there for everybody who has the settings.
    pub(crate) fn is_shared(&self) -> bool {
        self.program.starts_with(SHARED_FOLDER)
    }

    /// The program as a shell reads it.
    fn shell_word(&self) -> String {
        if self.is_shared() { format!("\"{}\"", self.program) } else { quoted(&self.program) }
    }

    /// The command as one shell line.
    pub(crate) fn shell_line(&self) -> String {
        let args = self.args.iter().map(|arg| quoted(arg));
        std::iter::once(self.shell_word()).chain(args).collect::<Vec<_>>().join(" ")
    }

    /// The same before a call, in a line that refuses it if the program is gone; none unless that is asked
    /// for. Every client takes exit code 2 for a refusal. The reason is what stands on standard error, for
    /// some only with the JSON of `reply` on standard output.
    pub(crate) fn refusing_line(&self, reply: impl Fn(&str) -> Option<String>) -> Option<String> {
        let sentence = self.refusal.as_ref()?;
        let reply = reply(sentence).map(|reply| format!("echo {}; ", quoted(&reply)));
        Some(format!(
            "[ -x {} ] || {{ {}echo {} >&2; {REFUSAL_END}{}",
            self.shell_word(),
            reply.unwrap_or_default(),
            quoted(sentence),
            self.shell_line()
        ))
    }

    /// The same, in a line that ends with 0 if the program is gone. The shell becomes the program, so
    /// that the client is still the parent of the hook.
    pub(crate) fn guarded_line(&self) -> String {
        format!("[ -x {} ]{GUARD_END}{}", self.shell_word(), self.shell_line())
    }
}

/// A shell line that refuses with this sentence if a program is gone, and else does nothing.
pub(crate) fn checking_line(program: &str, sentence: &str) -> String {
    format!("[ -x {} ] || {{ echo {} >&2; exit 2; }}", quoted(program), quoted(sentence))
}

/// What stands between the check and the command in a guarded line.
const GUARD_END: &str = " || exit 0; exec ";

/// The same in a line that refuses.
const REFUSAL_END: &str = "exit 2; }; exec ";

/// The shell line of the command itself, without a check of its program before it.
pub(crate) fn unguarded_line(line: &str) -> &str {
    let ends = [GUARD_END, REFUSAL_END];
    ends.iter().find_map(|end| Some(line.rsplit_once(end)?.1)).unwrap_or(line)
}

/// Whether a text of settings has a line that refuses while the program is gone.
pub(crate) fn has_refusal(text: &str) -> bool {
    text.contains(REFUSAL_END)
}

/// A word as a shell reads it; plain ones stay as they are.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:@%+,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Whether a command of a settings file is our hook of `client`.
pub(crate) fn is_ours(program: &str, args: &[String], client: &str) -> bool {
    match base_name(program) {
        "fusebox-hook" => args.first().is_none_or(|first| first == client),
        "fusebox" => {
            args.first().is_some_and(|one| one == "hook")
                && args.get(1).is_some_and(|two| two == client)
        }
        _ => false,
    }
}

/// Whether a shell line of a hook, behind its check, is our hook of `client`.
pub(crate) fn is_hook_command(line: &str, client: &str) -> bool {
    let mut words = hook_settings::shell_words(unguarded_line(line)).into_iter();
    words.next().is_some_and(|program| is_ours(&program, &words.collect::<Vec<_>>(), client))
}

fn base_name(program: &str) -> &str {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    name.strip_suffix(".exe").unwrap_or(name)
}

/// The new texts of the files with our hooks, and their changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HooksPatch {
    /// One for each file, in the order of the texts that it was planned from.
    pub files: Vec<SettingsPatch>,
}

impl HooksPatch {
    /// The change of each hook, in the order of the client's events.
    pub fn changes(&self) -> impl Iterator<Item = &HookChange> {
        self.files.iter().flat_map(|file| &file.changes)
    }

    /// Whether a text differs from the old one.
    #[must_use]
    pub fn changed(&self) -> bool {
        self.files.iter().any(SettingsPatch::changed)
    }

    /// The new texts.
    #[must_use]
    pub fn texts(&self) -> Vec<Option<&str>> {
        self.files.iter().map(|file| Some(file.text.as_str())).collect()
    }
}

/// The new text of a settings file, and its changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsPatch {
    /// The whole new text.
    pub text: String,
    /// The change of each hook, in the order of the client's events.
    pub changes: Vec<HookChange>,
    /// Whether no setting is left, so that a file that we created can be deleted.
    pub empty: bool,
}

impl SettingsPatch {
    /// Whether the text differs from the old one.
    #[must_use]
    pub fn changed(&self) -> bool {
        self.changes.iter().any(|change| change.kind != ChangeKind::Unchanged)
    }
}

/// The change of the hook of one event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookChange {
    /// The client's name of the event.
    pub event: String,
    /// The kind of change.
    pub kind: ChangeKind,
}

/// A kind of change of a hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// The hook was added.
    Added,
    /// The hook had another path, other arguments, or a duplicate.
    Updated,
    /// The hook was up to date.
    Unchanged,
    /// The hook was removed.
    Removed,
}

/// The state of our hooks in a settings file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InstallStatus {
    /// Our hooks, in the order of the file.
    pub hooks: Vec<InstalledHook>,
    /// The events without a hook of ours.
    pub missing: Vec<&'static str>,
    /// The events with a hook of ours that the client does not run, because a group beside it has no list of handlers.
    pub unread: Vec<String>,
    /// The setting with which the file turns all hooks off, and its value, or why the client reads none of the file.
    pub disabled: Option<String>,
    /// Whether the file, if it is the managed one, allows no hooks but its own.
    pub managed_only: bool,
    /// Whether the client has a status line that the settings do not set.
    pub lacks_status_line: bool,
    /// Whether calls are refused while the program of the hooks is gone.
    pub refuses_without_program: bool,
    /// Whether the settings switch on the plugin of Fusebox, which has the same hooks.
    pub has_plugin: bool,
}

/// One hook of ours in a settings file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InstalledHook {
    /// The client's name of the event.
    pub event: String,
    /// The path of the program.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// The command as a shell runs it.
    pub line: String,
    /// The position of its group in the list of the event, and its own in the group.
    pub position: (usize, usize),
}

/// Why a settings file is not changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InstallError {
    /// The text is not JSON.
    #[error("the settings are not JSON: {0}; mend the file, then try again")]
    JsonValue(#[from] JsonError),
    /// A value does not have the shape that the client reads.
    #[error("`{at}` in the settings is {found}, not {expected}; mend the file, then try again")]
    Shape {
        /// The path of the value.
        at: String,
        /// What the value is.
        found: &'static str,
        /// What the client reads there.
        expected: &'static str,
    },
    /// A block of instructions does not end.
    #[error(
        "line {line} begins a block of Fusebox that does not end; write `{end}` on a line of its own \
         behind the block, or delete the block, then try again"
    )]
    OpenBlock {
        /// The line of its begin mark.
        line: usize,
        /// The mark that it lacks.
        end: &'static str,
    },
    /// Somebody else wrote a file of that name.
    #[error("it holds something else than hooks of Fusebox; move it away, then try again")]
    Foreign,
    /// The program's path is not absolute.
    #[error("`{0}` is not an absolute path; a client starts hooks from any folder")]
    NotAbsolute(String),
    /// The program is not ours.
    #[error("`{0}` is neither `fusebox-hook` nor `fusebox`; uninstall would not find it again")]
    NotOurs(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_of_ours_is_one_that_we_know_again() {
        for (program, extra, args) in [
            ("/opt/fusebox-hook", [].as_slice(), ["claude"].as_slice()),
            ("/my tools/fusebox", &["--observe"], &["hook", "claude", "--observe"]),
        ] {
            let command = HookCommand::new(program, "claude", extra).unwrap();
            assert_eq!((command.program(), command.args().len()), (program, args.len()));
            assert_eq!(command.args(), args);
            assert!(is_ours(command.program(), command.args(), "claude"));
            assert!(!is_ours(command.program(), command.args(), "codex"));
        }
    }

    #[test]
    fn a_command_that_we_would_not_know_again_is_refused() {
        for program in ["fusebox-hook", "./fusebox-hook", "/opt/other", "/opt/fusebox-hook/"] {
            assert!(HookCommand::new(program, "claude", &[]).is_err(), "{program}");
        }
    }

    #[test]
    fn g01_a_variable_that_counts_in_settings_is_refused_before_the_client() {
        use fusebox_shell::guard::{ProtectedPaths, refusal};

        let is_refused =
            |line: &str| refusal(&fusebox_shell::parse(line), &ProtectedPaths::new(&[])).is_some();
        let mut seen = 0;
        for installer in INSTALLERS {
            let InstallForm::Settings(form) = installer.form else { continue };
            for name in form.variables {
                let line = format!("{name}=/x {} -p go", form.client);
                assert!(is_refused(&line), "{line}");
                seen += 1;
            }
        }
        assert!(seen >= 7 && !is_refused("NODE_ENV=test claude -p go"), "{seen}");
    }
}
