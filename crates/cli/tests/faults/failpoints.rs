//! The hook ends at every step on its way: what was there stands, and the next call counts.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;

use serde_json::json;

use crate::session::Answer;
use crate::world::{World, bash, start};

/// A step, and whether the event of a hook that ended there is written down.
const STEPS: &[(&str, bool)] = &[
    ("after-open", false),
    ("after-begin", false),
    ("after-read", false),
    ("after-append", false),
    ("after-save", false),
    ("before-commit", false),
    ("after-commit", true),
    ("before-answer", true),
];

/// A hook that ends at `point`; how many bytes it wrote.
fn killed(world: &World, point: &str, input: &[u8]) -> usize {
    let output = start(world.hook().env("FAILPOINT", point), input).wait_with_output().unwrap();
    assert_eq!(output.status.signal(), Some(6), "{point}: {output:?}");
    output.stdout.len() + output.stderr.len()
}

/// The places of `id` in the log.
fn count(world: &World, session: &str, id: &str) -> usize {
    world.logged(session).iter().filter(|logged| **logged == format!("{id}:request")).count()
}

#[test]
fn a_hook_that_ends_at_any_step_counts_once_or_not_at_all() {
    for (point, kept) in STEPS {
        let world = World::with_programs();
        world.trip_by_looping();
        assert_eq!(world.ask("s2", "first").answer(), Answer::Passes);
        assert_eq!(killed(&world, point, &world.call("s2", "killed")), 0, "{point}");
        world.is_sound();
        assert_eq!(count(&world, "s2", "killed"), usize::from(*kept), "{point}");
        // The client tries again, and goes on.
        assert_eq!(world.ask("s2", "killed").answer(), Answer::Passes, "{point}");
        assert_eq!(world.ask("s2", "next").answer(), Answer::Passes, "{point}");
        assert_eq!(count(&world, "s2", "killed"), 1, "{point}");
        let status = world.run("status s2 --json").json();
        // What stands in for the start, which nobody reported, is one more event.
        assert_eq!((&status["events"], &status["tool_calls"]), (&4.into(), &3.into()), "{point}");
        assert_eq!(world.ask("s1", "again").answer(), Answer::Denied, "{point}");
        assert_eq!(world.errors(), Vec::<String>::new(), "{point}");
    }
}

#[test]
fn a_trip_is_whole_or_not_there() {
    for (point, kept) in STEPS.iter().copied().chain([("before-effects", true)]) {
        let world = World::with_programs();
        world.loops("s3", 7);
        assert_ne!(world.run("status s3 --json").json()["state"], "open");
        let trip = world.event_of("s3", "PreToolUse", bash("c7", "make test"));
        killed(&world, point, &trip);
        world.is_sound();
        let incidents = world.run("incidents --json").json();
        assert_eq!(incidents.as_array().unwrap().len(), usize::from(kept), "{point}");
        // Asked again, it is stopped, once.
        let again = world.give(&trip);
        assert_eq!(again.answer(), Answer::Denied, "{point}");
        let incidents = world.run("incidents --json").json();
        assert_eq!(incidents.as_array().unwrap().len(), 1, "{point}");
        assert_eq!(world.run("status s3 --json").json()["state"], "open", "{point}");
        assert_eq!(world.ask("s3", "after").answer(), Answer::Denied, "{point}");
    }
}

#[test]
fn m04_what_a_hook_that_ends_read_of_a_transcript_counts_once() {
    for (point, _) in STEPS {
        let world = World::with_programs();
        world.write(".config/fusebox/config.toml", "notify = []\nspend.session = \"0.50 USD\"");
        let path = world.path("s1.jsonl");
        let responds = |id: &str, tokens: u64| {
            let mut file = OpenOptions::new().create(true).append(true).open(&path).unwrap();
            let message = json!({"id": id, "model": "claude-sonnet-4-5", "content": [],
                "usage": {"input_tokens": 0, "output_tokens": tokens}});
            writeln!(file, "{}", json!({"type": "assistant", "message": message})).unwrap();
        };
        let call = |id: &str| {
            let mut fields = bash(id, &format!("ls {id}"));
            fields["transcript_path"] = json!(path);
            world.event_of("s1", "PreToolUse", fields)
        };
        let ask = |id: &str| world.give(&call(id)).answer();
        // The history before the first hook is not charged; 15 US dollars for a million tokens.
        responds("history", 1_000_000);
        assert_eq!(ask("first"), Answer::Passes);
        responds("m1", 20_000);
        killed(&world, point, &call("killed"));
        let status = || world.run("status s1").out;
        assert_eq!(ask("killed"), Answer::Passes, "{point}");
        assert!(status().contains("$0.30 of $0.50"), "{point}: {}", status());
        responds("m2", 13_334);
        killed(&world, point, &call("trips"));
        assert_eq!(ask("trips"), Answer::Denied, "{point}");
        assert!(status().contains("$0.50 of $0.50"), "{point}: {}", status());
        let incidents = world.run("incidents --json").json();
        assert_eq!(incidents.as_array().unwrap().len(), 1, "{point}");
        assert_eq!(incidents[0]["status"], "open", "{point}");
    }
}
