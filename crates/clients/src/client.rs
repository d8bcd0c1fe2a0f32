//! The list of clients, and the types that all of them share.

use std::path::{Path, PathBuf};

use fusebox_engine::event::{PromptOrigin, SessionStart};
use fusebox_engine::{Event, EventKind, RunId, TaskId, Verdict};

use crate::object_fields::ObjectFields;
use crate::{
    HookCoverage, JsonError, TranscriptCursor, WireError, antigravity, claude, cline, codex,
    copilot, cursor, gemini, generic, kiro, opencode, own_file, qwen, vscode, windsurf,
};

/// Every client.
pub const CLIENTS: &[&Client] = &[
    &claude::CLIENT,
    &codex::CLIENT,
    &gemini::CLIENT,
    &qwen::CLIENT,
    &copilot::CLIENT,
    &opencode::CLIENT,
    &cline::CLIENT,
    &cursor::CLIENT,
    &windsurf::CLIENT,
    &kiro::CLIENT,
    &antigravity::CLIENT,
    &vscode::CLIENT,
    &generic::CLIENT,
];

/// An agent client: the functions that read it and answer it, and what it names its files.
#[derive(Debug)]
pub struct Client {
    /// The name on our command lines, in the command that is installed, too.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The fields of a call that may name the session.
    pub session_fields: &'static [&'static str],
    /// Reads one hook call from the bytes that the client writes; of a damaged one, what can be read.
    pub read: fn(&[u8], &ClientEnvironment) -> Result<HookCall, WireError>,
    /// Writes the reply to a call, from the verdicts on its events in their order.
    pub reply: fn(HookPoint, &[EventVerdict], &ReplyOptions) -> HookReply,
    /// Writes a refusal without a verdict, for a failure of Fusebox under `on_error = "deny"`.
    pub refuse: fn(HookPoint, &str) -> HookReply,
    /// Reads what was added to its transcript, if it writes one.
    pub read_transcript: Option<TranscriptReader>,
    /// The name of the format in which its transcript, and those of its subagents, record usage, if they do.
    pub usage_format: Option<&'static str>,
    /// Where it keeps its settings, if hooks can be installed there.
    pub settings: Option<&'static ClientSettings>,
    /// The environment variables that it sets for its hooks.
    pub variables: Option<&'static ClientVariables>,
}

/// Where a client keeps its settings.
#[derive(Debug)]
pub struct ClientSettings {
    /// The names of its program; any of them on the `PATH` shows that it is on the machine.
    pub programs: &'static [&'static str],
    /// The environment variable that moves the person's settings folder, if there is one.
    pub folder_variable: Option<&'static str>,
    /// The person's settings folder, relative to their home.
    pub user_folder: &'static str,
    /// The project's settings folder, relative to its root.
    pub project_folder: &'static str,
    /// The settings file in either folder, or a folder there with a file for each event.
    pub file: &'static str,
    /// Other folders in the person's home that show it is on the machine.
    pub other_folders: &'static [&'static str],
    /// The files for each event, if `file` is a folder.
    pub event_files: &'static [&'static str],
    /// A person's own settings file for a project, in the project's folder.
    pub local_file: Option<&'static str>,
    /// The absolute path of the settings of the machine's administrator, which take precedence.
    pub managed_file: Option<&'static str>,
    /// The folder of transcripts in the person's settings folder.
    pub transcripts_folder: Option<&'static str>,
    /// Whether its hooks run in the project's root, which its payloads do not tell.
    pub hooks_run_in_project: bool,
    /// Every file that can take hooks away or switch them off, the settings files above among them.
    pub guarded_files: &'static [GuardedFile],
}

impl Client {
    /// What its hooks report where they read its transcript, with the messages in it or without.
    #[must_use]
    pub fn transcript_coverage(&self, with_messages: bool) -> HookCoverage {
        match (self.read_transcript, self.usage_format) {
            (Some(_), _) if with_messages => HookCoverage::Conversation,
            (Some(_), _) | (None, Some(_)) => HookCoverage::Usage,
            (None, None) => HookCoverage::Calls,
        }
    }
}

impl ClientSettings {
    /// The settings of a client with one file in each folder, none of which is guarded yet.
    pub(crate) const fn new(
        programs: &'static [&'static str],
        user_folder: &'static str,
        project_folder: &'static str,
        file: &'static str,
    ) -> Self {
        Self {
            programs,
            folder_variable: None,
            user_folder,
            project_folder,
            file,
            other_folders: &[],
            event_files: &[],
            local_file: None,
            managed_file: None,
            transcripts_folder: None,
            hooks_run_in_project: false,
            guarded_files: &[],
        }
    }

    /// The files that hold hooks where the settings are at `place`: itself, or a file for each event in it.
    #[must_use]
    pub fn hook_files(&self, place: &Path) -> Vec<PathBuf> {
        if self.event_files.is_empty() {
            return vec![place.to_owned()];
        }
        self.event_files.iter().map(|name| place.join(name)).collect()
    }

    /// The path of a guarded file, with the person's settings folder and the project's root; `None`
    /// without the folder.
    #[must_use]
    pub fn guarded_path(
        &self,
        guarded: &GuardedFile,
        user_folder: Option<&Path>,
        project: &Path,
    ) -> Option<PathBuf> {
        let (above, file) = match guarded.file.strip_prefix(BESIDE_FOLDER) {
            Some(file) => (true, Path::new(file)),
            None => (false, Path::new(guarded.file)),
        };
        let none = Path::new("");
        let parts = match (guarded.owner, above) {
            (FolderOwner::Person, false) => [user_folder?, none, file],
            (FolderOwner::Person, true) => [user_folder?.parent()?, none, file],
            (FolderOwner::Project, false) => [project, Path::new(self.project_folder), file],
            (FolderOwner::Project, true) => [project, none, file],
        };
        let bytes = parts.iter().map(|part| part.as_os_str().len() + 1).sum();
        let mut path = PathBuf::with_capacity(bytes);
        path.extend(parts);
        Some(path)
    }
}

/// A file of a client that an agent must not change in certain ways.
#[derive(Debug, Clone, Copy)]
pub struct GuardedFile {
    /// Whose settings folder it lies in.
    pub owner: FolderOwner,
    /// Its path in that folder, or after `../` in the one around it.
    pub file: &'static str,
    /// Whether our hooks can stand in it; else there are only switches.
    pub holds_hooks: bool,
    /// Whether Fusebox alone writes it: whatever changes the file changes our hooks.
    pub is_own: bool,
    /// What a change of it takes away.
    pub lost_protection: LostProtection,
    /// What of the file is kept to be put back; `None` is the whole file.
    pub part: Option<FilePart>,
    /// What may take the place of the file, where it does not exist.
    pub placeholder: Placeholder,
}

/// What leads from a settings folder to the one around it, at the beginning of a [`GuardedFile`]'s path.
const BESIDE_FOLDER: &str = "../";

/// The part of a file that protects, where the rest of it is not Fusebox's to keep.
#[derive(Debug, Clone, Copy)]
pub struct FilePart {
    /// The part of a content.
    pub kept: fn(&[u8]) -> Vec<u8>,
    /// A present content with the accepted part, which comes first, in the place of its own.
    pub restored: fn(&[u8], &[u8]) -> Vec<u8>,
}

/// What may take the place of a settings file that does not exist: the client starts as without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placeholder {
    /// A folder, which the client passes over.
    Folder,
    /// A file with this text. A folder keeps the client from starting.
    File(&'static str),
}

impl GuardedFile {
    /// The same file of a client that does not start with a folder in its place, but with this text.
    pub(crate) const fn or_file(self, text: &'static str) -> Self {
        Self { placeholder: Placeholder::File(text), ..self }
    }

    const fn new(
        owner: FolderOwner,
        file: &'static str,
        holds_hooks: bool,
        lost_protection: LostProtection,
    ) -> Self {
        Self {
            owner,
            file,
            holds_hooks,
            is_own: false,
            lost_protection,
            part: None,
            placeholder: Placeholder::Folder,
        }
    }

    /// A file in the person's settings folder that holds hooks.
    pub(crate) const fn hooks_of_person(file: &'static str, lost: LostProtection) -> Self {
        Self::new(FolderOwner::Person, file, true, lost)
    }

    /// A file in the project's settings folder that holds hooks.
    pub(crate) const fn hooks_of_project(file: &'static str, lost: LostProtection) -> Self {
        Self::new(FolderOwner::Project, file, true, lost)
    }

    /// A file in the person's settings folder that holds our hooks and nothing else.
    pub(crate) const fn own_of_person(file: &'static str) -> Self {
        let file = Self::hooks_of_person(file, own_file::lost_protection);
        Self { is_own: true, ..file }
    }

    /// A file in the project's settings folder that holds our hooks and nothing else.
    pub(crate) const fn own_of_project(file: &'static str) -> Self {
        let file = Self::hooks_of_project(file, own_file::lost_protection);
        Self { is_own: true, ..file }
    }

    /// A file in the person's settings folder that can switch hooks off.
    pub(crate) const fn switches_of_person(file: &'static str, lost: LostProtection) -> Self {
        Self::new(FolderOwner::Person, file, false, lost)
    }

    /// The same file, of which only a part is Fusebox's to keep.
    pub(crate) const fn in_part(self, part: FilePart) -> Self {
        Self { part: Some(part), ..self }
    }

    /// A file in the project's settings folder that can switch hooks off.
    pub(crate) const fn switches_of_project(file: &'static str, lost: LostProtection) -> Self {
        Self::new(FolderOwner::Project, file, false, lost)
    }
}

/// Whose settings folder a file lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FolderOwner {
    /// The person's, for all projects.
    Person,
    /// The project's.
    Project,
}

/// What the second content of a settings file lost of the protection that the first one gives, in words
/// that go on after the name of the file. Our hooks count, and whatever switches them off; the rest of
/// the file does not. `None` is a file that does not exist.
pub type LostProtection = fn(Option<&[u8]>, Option<&[u8]>) -> Vec<String>;

/// The environment variables that a client sets for its hooks and its tools.
#[derive(Debug)]
pub struct ClientVariables {
    /// How the client was started.
    pub entrypoint: Option<&'static str>,
    /// Whether a person sits in front of the client.
    pub attendance: Attendance,
    /// The process id of the client.
    pub process_id: Option<&'static str>,
    /// The folder of the project.
    pub project: Option<&'static str>,
    /// Set in every process that the client starts.
    pub is_child: &'static str,
}

/// How it is known whether a person sits in front of a client.
#[derive(Debug, Clone, Copy)]
pub enum Attendance {
    /// By a variable, which is `1` if a person does.
    Variable(&'static str),
    /// By its process: it reads from a terminal, and its command line has none of these words.
    Process(&'static [&'static str]),
}

/// Translates the bytes of a transcript from the offset of the [`TranscriptCursor`] on, and advances
/// the offset past every whole line. Where the last argument is false, the texts of messages are left out.
pub type TranscriptReader = fn(&[u8], &mut TranscriptCursor, bool) -> Vec<EventKind>;

/// The client of that name.
#[must_use]
pub fn client_named(name: &str) -> Option<&'static Client> {
    CLIENTS.iter().copied().find(|client| client.name == name)
}

/// What a client needs to know of the environment of its hook.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClientEnvironment {
    /// How the client was started, in its own words; see [`ClientVariables::entrypoint`].
    pub entrypoint: Option<String>,
    /// Whether a person sits in front of the client, if it says so; see
    /// [`Attendance`].
    pub attended: Option<bool>,
    /// The hook, where the command line names it. Some payloads do not.
    pub hook: Option<String>,
    /// The role of the agent.
    pub role: Option<String>,
    /// The task that the session serves.
    pub task: Option<TaskId>,
    /// The supervised run that the client belongs to.
    pub run: Option<RunId>,
}

impl ClientEnvironment {
    /// The start of a session of `client` in `cwd`, with what the environment says of it.
    pub(crate) fn session_start(&self, client: &str, cwd: Option<String>) -> SessionStart {
        SessionStart {
            client: Some(client.to_owned()),
            role: self.role.clone(),
            task: self.task.clone(),
            cwd,
            run: self.run.clone(),
            ..SessionStart::default()
        }
    }
}

/// One hook call.
#[derive(Debug, Clone, PartialEq)]
pub struct HookCall {
    /// The events, in order; none if no rule needs the call.
    pub events: Vec<Event>,
    /// The point at which the client called.
    pub point: HookPoint,
    /// The absolute path of the transcript of the agent, to be read and never shown. `None` where nothing tells
    /// that of a subagent.
    pub transcript: Option<PathBuf>,
    /// What the client tells of its session at every hook, for a session whose start was not reported: the hooks
    /// were installed after it, or the client has no hook for it. `None` where it tells nothing.
    pub session: Option<SessionStart>,
    /// Why only a part of the call could be read, if it was cut or damaged.
    pub defect: Option<JsonError>,
}

impl HookPoint {
    /// Whether a refusal has an effect here.
    #[must_use]
    pub fn can_refuse(self) -> bool {
        self.is_before_tool() || self == Self::Prompt
    }

    /// Whether a tool call is about to be made.
    #[must_use]
    pub fn is_before_tool(self) -> bool {
        matches!(self, Self::BeforeTool | Self::BeforePermission)
    }
}

impl HookCall {
    /// A call that no rule needs.
    pub(crate) fn unneeded() -> Self {
        let point = HookPoint::Silent;
        Self { events: Vec::new(), point, transcript: None, session: None, defect: None }
    }

    /// Reads a call with `read` from as much of a text as is JSON. Half a prompt speaks for no person: what is
    /// missing may say who gave it.
    pub(crate) fn read(
        text: &[u8],
        read: impl FnOnce(&mut ObjectFields<'_>) -> Result<Self, WireError>,
    ) -> Result<Self, WireError> {
        let (mut fields, defect) = ObjectFields::read_partly(text)?;
        match (read(&mut fields), defect) {
            (Ok(call), None) => Ok(call),
            (Ok(mut call), defect) => {
                for event in &mut call.events {
                    if let EventKind::Prompt { by, .. } = &mut event.kind {
                        *by = PromptOrigin::Automation;
                    }
                }
                Ok(Self { defect, ..call })
            }
            (Err(_), Some(defect)) => Err(defect.into()),
            (Err(error), None) => Err(error),
        }
    }
}

/// The point at which a client calls a hook. It determines what the reply can say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookPoint {
    /// Before a tool call: it can be refused.
    BeforeTool,
    /// The same, before a call for which the client asks a permission hook next: that one can end the
    /// turn.
    BeforePermission,
    /// When the client asks whether a call is permitted: the turn can be ended.
    Permission,
    /// After a tool call that succeeded.
    AfterTool,
    /// After a tool call that failed.
    AfterFailure,
    /// After all calls of one model response: the turn can be ended.
    AfterRound,
    /// Before a prompt reaches the model: it can be refused.
    Prompt,
    /// When a session begins.
    SessionStart,
    /// When a subagent begins.
    SubagentStart,
    /// When a settings file changed: the running session can keep its old settings.
    SettingsChange,
    /// When the agent ended its turn: the reply is shown to people only.
    TurnEnd,
    /// Any other point: the reply is empty.
    Silent,
}

/// The verdict on one event of a hook call.
#[derive(Debug, Clone, PartialEq)]
pub struct EventVerdict {
    /// The verdict.
    pub verdict: Verdict,
    /// Whether the event was decided before. A duplicate still refuses, but does not repeat the text.
    pub duplicate: bool,
}

/// Options of a reply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReplyOptions {
    /// Whether a trip rings the terminal's bell.
    pub bell: bool,
    /// Whether settings changed so that hooks of ours are lost.
    pub lost_protection: bool,
}

/// The output of the hook process.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HookReply {
    /// The text for standard output; an empty one allows the call.
    pub stdout: String,
    /// The text for standard error, where a client takes a refusal from there.
    pub stderr: String,
    /// The exit code.
    pub exit: u8,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_found_by_its_name() {
        for client in CLIENTS {
            assert_eq!(client_named(client.name).map(|found| found.title), Some(client.title));
        }
        assert!(client_named("nobody").is_none());
    }

    #[test]
    fn g01_every_settings_file_with_hooks_is_guarded() {
        for settings in CLIENTS.iter().filter_map(|client| client.settings) {
            let is_guarded = |owner: FolderOwner, file: &str| {
                settings.guarded_files.iter().any(|one| one.owner == owner && one.file == file)
            };
            // Of a file for each event, those around a call refuse and count.
            let of_calls = settings.hook_files(Path::new(settings.file)).into_iter();
            let of_calls = of_calls.map(|file| file.to_string_lossy().into_owned());
            let mut of_calls =
                of_calls.filter(|file| settings.event_files.is_empty() || file.contains("ToolUse"));
            let is_guarded_twice = |file: String| {
                is_guarded(FolderOwner::Person, &file) && is_guarded(FolderOwner::Project, &file)
            };
            assert!(of_calls.all(is_guarded_twice), "{settings:?}");
            assert!(settings.local_file.is_none_or(|file| is_guarded(FolderOwner::Project, file)));
        }
    }
}
