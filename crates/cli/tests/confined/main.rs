//! `fusebox run --confine` against real commands that try to get out, as a user without rights.
//!
//! Each attempt is made twice: it takes effect without the confinement, and none with it. A kernel that
//! cannot confine fails these tests.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod attempts;
mod files;
mod hooks;
mod keys;
mod levels;
mod links;
mod prison;
mod processes;
mod settings;
mod starved;
#[expect(dead_code, reason = "written for the transcripts of commands")]
#[path = "../cli/transcript.rs"]
mod transcript;
#[path = "../faults/unprivileged.rs"]
mod unprivileged;
mod work;
#[expect(dead_code, reason = "written for the transcripts of commands")]
#[path = "../cli/world.rs"]
mod world;
