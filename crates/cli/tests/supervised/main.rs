//! `fusebox run` against real processes that do what agents do: end, loop, ignore, detach, flood.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod analysts;
mod audit;
mod caps;
mod checkpoints;
mod clients;
mod debuggers;
mod ends;
mod escalated;
#[expect(dead_code, reason = "written for the tests of escalation")]
#[path = "../escalation/fake_server.rs"]
mod fake_server;
mod floods;
mod hand_over;
#[cfg(feature = "failpoints")]
mod hand_over_kills;
mod hooked;
mod judges;
mod killed;
mod limits;
mod loop_life;
mod loop_retries;
mod loops;
mod lost_hooks;
mod machine;
mod night;
mod overrides;
mod people;
mod posted;
mod posting_run;
mod reconciled;
mod records;
mod retries;
mod terminal;
#[expect(dead_code, reason = "written for the transcripts of commands")]
#[path = "../cli/transcript.rs"]
mod transcript;
mod verification;
mod watches;
#[expect(dead_code, reason = "written for the transcripts of commands")]
#[path = "../cli/world.rs"]
mod world;
