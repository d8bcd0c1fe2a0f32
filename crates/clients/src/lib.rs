//! Translates each client's hook protocol to events, and verdicts back. Pure text.
//!
//! What a client sends is read by its `wire`, what that means is said by its `event`, and what is
//! answered is written by its `reply`; what its transcript adds is read by its `tail`. [`CLIENTS`]
//! lists them all: a new client is one folder and one line there.
//!
//! An agent that is run, with hooks or without, is read by its [`OutputReader`] and gone on with by its
//! command line; [`AGENTS`] lists those. What live output and recordings have in common is read by
//! [`records`]. Nothing here touches a file, a clock or the environment; what a client needs to
//! know of the world around it comes in as [`ClientEnvironment`].

mod agent;
mod answers;
pub mod canonical;
mod claude;
mod client;
mod codex;
mod command;
pub mod gemini;
mod generic;
pub mod install;
mod json;
mod object_fields;
mod prose;
pub mod records;
mod settings;
mod stream;
mod tail;
mod wire_error;

pub use agent::{AGENTS, AgentProgram, GENERIC_AGENT, agent_named};
pub use client::{
    CLIENTS, Client, ClientEnvironment, ClientSettings, ClientVariables, EventVerdict, HookCall,
    HookPoint, HookReply, ReplyOptions, TranscriptReader, client_named,
};
pub use command::{DuplicatePrompt, PromptDelivery, agent_of_command};
pub use json::JsonError;
pub use stream::{HookCoverage, MAX_LINE_BYTES, OutputReader, RunSummary};
pub use tail::{TRANSCRIPT_READ_BYTES, TranscriptCursor};
pub use wire_error::WireError;

/// What Claude Code writes in its hooks and in its transcripts alike.
pub mod claude_code {
    pub use crate::claude::{ContentBlock, FinishedCall, ModelMessage, call_result, prompt_origin};
}
