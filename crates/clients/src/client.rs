//! The list of clients, and what is the same for all of them.

use std::path::PathBuf;

use fusebox_engine::{Event, EventKind, RunId, TaskId, Verdict};

use crate::{TranscriptCursor, WireError, claude, generic};

/// Every client, by the name that its installed command carries.
pub const CLIENTS: &[&Client] = &[&claude::CLIENT, &generic::CLIENT];

/// A client: how it is read, answered and installed.
#[derive(Debug)]
pub struct Client {
    /// Its name on our command lines.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Reads what the client writes to a hook.
    pub read: fn(&[u8], &ClientEnvironment) -> Result<HookCall, WireError>,
    /// Writes the answer to the events of one call, in their order.
    pub reply: fn(HookPoint, &[EventVerdict], &ReplyOptions) -> HookReply,
    /// Refuses without a verdict: for when Fusebox itself failed and the policy says deny.
    pub refuse: fn(HookPoint, &str) -> HookReply,
    /// Reads what was added to its transcript, where it keeps one.
    pub read_transcript: Option<TranscriptReader>,
    /// Where it keeps its settings, if hooks can be installed there.
    pub settings: Option<&'static ClientSettings>,
    /// The environment variables that it sets for its hooks.
    pub variables: Option<&'static ClientVariables>,
}

/// Where a client keeps its settings.
#[derive(Debug)]
pub struct ClientSettings {
    /// The environment variable that moves the person's settings folder.
    pub folder_variable: &'static str,
    /// The person's settings folder, relative to their home.
    pub user_folder: &'static str,
    /// The project's settings folder, relative to its root.
    pub project_folder: &'static str,
    /// The settings file in either folder.
    pub file: &'static str,
    /// A person's own settings file for a project, in the project's folder.
    pub local_file: Option<&'static str>,
    /// The absolute path of the settings of the machine's administrator, which take precedence.
    pub managed_file: Option<&'static str>,
    /// The folder of transcripts in the person's settings folder.
    pub transcripts_folder: Option<&'static str>,
}

/// The environment variables that a client sets for its hooks and its tools.
#[derive(Debug)]
pub struct ClientVariables {
    /// How the client was started.
    pub entrypoint: &'static str,
    /// `1` if a person sits in front of the client.
    pub is_attended: &'static str,
    /// The process id of the client.
    pub process_id: &'static str,
    /// The folder of the project.
    pub project: &'static str,
    /// Set in every process that the client starts.
    pub is_child: &'static str,
}

/// Makes events of the bytes of a transcript from the offset of the [`TranscriptCursor`] on, and moves the
/// offset past the lines that are done with.
pub type TranscriptReader = fn(&[u8], &mut TranscriptCursor) -> Vec<EventKind>;

/// The client of that name.
#[must_use]
pub fn client_named(name: &str) -> Option<&'static Client> {
    CLIENTS.iter().copied().find(|client| client.name == name)
}

/// What a client needs to know of the world around the hook.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClientEnvironment {
    /// How the client was started, in its own words (`CLAUDE_CODE_ENTRYPOINT`).
    pub entrypoint: Option<String>,
    /// Whether a person sits in front of it, where the client says so
    /// (`CLAUDE_CODE_SESSION_ATTENDED`).
    pub attended: Option<bool>,
    /// What the agent is for.
    pub role: Option<String>,
    /// The task that the session serves.
    pub task: Option<TaskId>,
    /// The supervised run that the client belongs to.
    pub run: Option<RunId>,
}

/// One hook call, understood.
#[derive(Debug, Clone, PartialEq)]
pub struct HookCall {
    /// What happened, in order; nothing where the call concerns no rule.
    pub events: Vec<Event>,
    /// What the client can be answered.
    pub point: HookPoint,
    /// Where the client writes the conversation of the main agent: an absolute path, to be read
    /// and never shown. `None` for subagents.
    pub transcript: Option<PathBuf>,
}

/// The point at which a client calls a hook, as far as it decides what can be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookPoint {
    /// Before a tool call: it can be refused.
    BeforeTool,
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
    /// When the agent ended its turn: only people can be told.
    TurnEnd,
    /// Nothing can be said.
    Silent,
}

/// The verdict on one event of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct EventVerdict {
    /// The verdict.
    pub verdict: Verdict,
    /// Whether the event was seen before: it still refuses, but says nothing again.
    pub duplicate: bool,
}

/// How an answer is given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReplyOptions {
    /// Whether a trip rings the terminal's bell.
    pub bell: bool,
}

/// What the hook process writes and how it ends.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HookReply {
    /// Everything for standard output; empty means that all may go on.
    pub stdout: String,
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
}
