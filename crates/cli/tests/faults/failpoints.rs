//! The hook ends at every step on its way: what was there stands, and the next call counts.

use std::os::unix::process::ExitStatusExt;

use crate::machine::{Answer, HOOK, Machine, bash, finish, start};

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

/// A hook that ends at `point`.
fn killed(machine: &Machine, point: &str, input: &[u8]) {
    let mut command = machine.command(HOOK);
    command.arg("claude").env("FAILPOINT", point);
    let output = start(&mut command, input).wait_with_output().unwrap();
    assert_eq!(output.status.signal(), Some(6), "{point}: {output:?}");
    assert_eq!((output.stdout.len(), output.stderr.len()), (0, 0), "{point}");
}

/// The places of `id` in the log.
fn count(machine: &Machine, session: &str, id: &str) -> usize {
    machine.logged(session).iter().filter(|logged| **logged == format!("{id}:request")).count()
}

#[test]
fn a_hook_that_ends_at_any_step_counts_once_or_not_at_all() {
    for (point, kept) in STEPS {
        let machine = Machine::new();
        machine.tripped();
        assert_eq!(machine.ask("s2", "first").answer(), Answer::Passes);
        killed(&machine, point, &machine.call("s2", "killed"));
        machine.is_sound();
        assert_eq!(count(&machine, "s2", "killed"), usize::from(*kept), "{point}");
        // The client tries again, and goes on.
        assert_eq!(machine.ask("s2", "killed").answer(), Answer::Passes, "{point}");
        assert_eq!(machine.ask("s2", "next").answer(), Answer::Passes, "{point}");
        assert_eq!(count(&machine, "s2", "killed"), 1, "{point}");
        let status = machine.run("status s2 --json").json();
        assert_eq!((&status["events"], &status["tool_calls"]), (&3.into(), &3.into()), "{point}");
        assert_eq!(machine.ask("s1", "again").answer(), Answer::Denied, "{point}");
        assert_eq!(machine.errors(), Vec::<String>::new(), "{point}");
    }
}

/// A session one call before it is stopped.
fn nearly_tripped(machine: &Machine) {
    for n in 0..7 {
        let id = format!("c{n}");
        let ask = machine.event("s3", "PreToolUse", bash(&id, "make test"));
        let passes = finish(&mut machine.hook(), &ask).answer() == Answer::Passes;
        if passes {
            let mut result = bash(&id, "make test");
            result["error"] = "Exit code 2\norders.c: error: no such field".into();
            let told = machine.event("s3", "PostToolUseFailure", result);
            finish(&mut machine.hook(), &told).answer();
        }
    }
    assert_ne!(machine.run("status s3 --json").json()["state"], "open");
}

#[test]
fn a_trip_is_whole_or_not_there() {
    for (point, kept) in STEPS.iter().copied().chain([("before-effects", true)]) {
        let machine = Machine::new();
        nearly_tripped(&machine);
        let trip = machine.event("s3", "PreToolUse", bash("c7", "make test"));
        let mut command = machine.command(HOOK);
        command.arg("claude").env("FAILPOINT", point);
        let output = start(&mut command, &trip).wait_with_output().unwrap();
        assert_eq!(output.status.signal(), Some(6), "{point}: {output:?}");
        machine.is_sound();
        let incidents = machine.run("incidents --json").json();
        assert_eq!(incidents.as_array().unwrap().len(), usize::from(kept), "{point}");
        // Asked again, it is stopped, once.
        let again = finish(&mut machine.hook(), &trip);
        assert_eq!(again.answer(), Answer::Denied, "{point}");
        let incidents = machine.run("incidents --json").json();
        assert_eq!(incidents.as_array().unwrap().len(), 1, "{point}");
        assert_eq!(machine.run("status s3 --json").json()["state"], "open", "{point}");
        assert_eq!(machine.ask("s3", "after").answer(), Answer::Denied, "{point}");
    }
}
