//! What becomes of a trip that nobody sees: the life of its task, and who is told through which channel.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod answer_kills;
mod answers;
mod channels;
mod codes;
#[path = "../faults/dice.rs"]
mod dice;
mod fake_server;
mod forges;
mod kills;
mod lifecycle;
#[expect(dead_code, reason = "written for the transcripts of commands")]
#[path = "../cli/transcript.rs"]
mod transcript;
mod tripped;
#[expect(dead_code, reason = "written for the transcripts of commands")]
#[path = "../cli/world.rs"]
mod world;

use std::ops::Range;
use std::sync::Mutex;
use std::thread;

/// Checks each seed, eight at a time: they mostly wait.
fn check_seeds(seeds: Range<u64>, check: fn(u64)) {
    let seeds = Mutex::new(seeds);
    let next = || seeds.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| std::iter::from_fn(next).for_each(check));
        }
    });
}
