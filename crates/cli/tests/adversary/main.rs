//! An agent that really tries: each attempt through the real binaries in a home of its own.
//!
//! The hook is asked about every step. What it lets pass is really run, below a recorded client as
//! a client would, and then the settings, the policies and the breaker must be as they were. What
//! a process of the same user can still do is a row as well: it names the line of
//! `docs/security.md` that says so.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod attack_home;
mod attempt;
mod broken_events;
mod client_agents;
mod client_payloads;
mod document;
mod edits;
mod endless;
mod env_files;
mod false_prompts;
mod files;
mod forked;
mod harmless;
mod hidden;
mod innocent_calls;
mod innocent_copies;
mod innocent_indirect;
mod innocent_later;
mod innocent_near;
mod innocent_programs;
mod innocent_tools;
mod later_sessions;
#[expect(dead_code, reason = "written for the tests of supervised runs")]
#[path = "../supervised/machine.rs"]
mod machine;
mod managed;
mod nested;
mod opened;
mod order_terminals;
mod orders;
mod policy_files;
mod posted;
#[expect(dead_code, reason = "written for the tests of supervised runs")]
#[path = "../supervised/posting_run.rs"]
mod posting_run;
mod pulled;
mod restored_folder;
mod row;
mod same_names;
mod sandbox;
mod table;
mod tampered_programs;
mod tampering;
#[expect(dead_code, reason = "written for the transcripts of commands")]
#[path = "../cli/transcript.rs"]
mod transcript;
#[path = "../faults/unprivileged.rs"]
mod unprivileged;
mod unread_answers;
mod unseen_calls;
#[expect(dead_code, reason = "written for the transcripts of commands")]
#[path = "../cli/world.rs"]
mod world;
