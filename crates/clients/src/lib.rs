//! Translates each client's hook protocol to events, and verdicts back. Pure text.
//!
//! The folder of a client has one module for each step: `event` reads what it sends as events, `reply`
//! writes the answer, and `tail` reads what its transcript adds. [`CLIENTS`] lists them all: a new client
//! is one folder and one line there.
//!
//! [`AGENTS`] lists the agent programs that Fusebox can run: [`OutputReader`] reads their output, and
//! [`AgentProgram`] puts their command lines together. [`records`] has what live output and recordings
//! have in common. Nothing here touches a file, a clock or the environment; what a client needs to
//! know of those is passed in as [`ClientEnvironment`].

mod agent;
mod answers;
mod antigravity;
pub mod canonical;
mod claude;
mod client;
mod client_facts;
mod cline;
pub mod codex;
mod command;
mod companion_text;
mod copilot;
mod cursor;
mod env_file;
mod event_files;
mod event_id;
mod exit_code;
pub mod gemini;
mod generic;
mod hook_settings;
pub mod install;
mod json;
mod json_line;
mod kiro;
mod last_messages;
mod named_sessions;
mod object_fields;
mod opencode;
mod own_cap;
mod own_file;
mod posted_hooks;
mod prose;
mod protocol;
mod qwen;
pub mod records;
mod response_rounds;
mod settings;
mod stream;
mod tail;
mod vscode;
mod windsurf;
mod wire_error;

pub use agent::{AGENTS, AgentProgram, GENERIC_AGENT, agent_named};
pub use client::{
    Attendance, CLIENTS, Client, ClientEnvironment, ClientSettings, ClientVariables, EventVerdict,
    FilePart, FolderOwner, GuardedFile, HookCall, HookPoint, HookReply, LostProtection,
    Placeholder, ReplyOptions, TranscriptReader, client_named,
};
pub use client_facts::{ClientAbilities, ClientFacts, Evidence};
pub use command::{DuplicatePrompt, PromptDelivery, agent_of_command};
pub use json::{JsonError, JsonShortener};
pub use last_messages::last_messages;
pub use named_sessions::named_sessions;
pub use own_cap::OwnCap;
pub use posted_hooks::{HOOK_SECRET_VARIABLE, PostTarget, PostedHooks, RUN_HEADER};
pub use stream::{HookCoverage, MAX_LINE_BYTES, OutputReader, RunSummary};
pub use tail::{TRANSCRIPT_READ_BYTES, TranscriptCursor};
pub use wire_error::WireError;

/// What Claude Code writes both to hooks and to transcripts.
pub mod claude_code {
    pub use crate::claude::{
        ContentBlock, FinishedCall, ModelMessage, ResponseUsage, STAND_IN_MODEL, call_result,
        prompt_origin,
    };
}
