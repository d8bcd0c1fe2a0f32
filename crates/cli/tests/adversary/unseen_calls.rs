//! Calls that no hook sees to the end: its process is killed while it reads, or the agent that makes them has no hooks.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::row::{Step, steps_elsewhere};
use crate::tampering::Guarded;
use crate::world::bash;

const SETTINGS: &str = ".claude/settings.json";
/// A call that is refused at its seventh request in a row.
const AGAIN: &str = "ls";
/// An agent without hooks: it makes the same call until it has made it often.
const ANOTHER_AGENT: &str =
    "#!/bin/sh\nfor n in 1 2 3 4 5 6 7 8 9 10 11 12; do ls; echo again >> did; done\n";

/// Whether the client lets a call pass whose hook is killed while it reads the event.
fn passes_killed_hook(home: &Guarded) -> bool {
    let settings: Value = serde_json::from_str(&home.world.read(SETTINGS)).unwrap();
    let hook = &settings["hooks"]["PreToolUse"][0]["hooks"][0];
    let beside = |name| home.world.home.with_file_name(name);
    let (pipe, command, answer) = (beside("pipe"), beside("command"), beside("answer"));
    let no_words = Vec::new();
    let words = hook["args"].as_array().unwrap_or(&no_words).iter();
    let words: String = words.map(|word| format!(" {}", word.as_str().unwrap())).collect();
    fs::write(&command, hook["command"].as_str().unwrap().to_owned() + &words).unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let event = home.world.event("PreToolUse", bash("killed", AGAIN));
    let killed = home.world.path("project/killed");
    let told = thread::spawn({
        let pipe = pipe.clone();
        move || {
            let mut pipe = fs::File::options().write(true).open(pipe).unwrap();
            let (begin, end) = event.split_at(event.len() / 2);
            pipe.write_all(begin).unwrap();
            let waits = (0..1_000).take_while(|_| !killed.exists());
            waits.for_each(|_| thread::sleep(Duration::from_millis(10)));
            // The reader is gone.
            let _ = pipe.write_all(end);
        }
    });
    let code = home.client_runs(&format!(
        "(cd {}; env -i HOME={} PATH=/usr/bin:/bin CLAUDE_PID=$$ sh -c \"$(cat {})\" < {} > {} 2>&1)",
        home.world.path("project").display(),
        home.world.home.display(),
        command.display(),
        pipe.display(),
        answer.display(),
    ));
    told.join().unwrap();
    assert!(home.world.path("project/killed").exists(), "{code}");
    assert!(!fs::read_to_string(answer).unwrap().contains("\"deny\""));
    // What Claude Code makes of a hook that ends this way.
    code != "0" && code != "2" && hook["onFailure"] != "block"
}

/// The agent makes the calls of the row, which the hook lets pass, and then as many equal ones as may be.
fn carry_out_p32(home: &mut Guarded) {
    for step in steps_elsewhere("p32") {
        match step {
            Step::Write(file, text) => home.world.write(&format!("project/{file}"), text),
            Step::Sh(line) => assert_eq!(home.call(line), ["", ""].map(str::to_owned)),
            Step::In(..) | Step::Tool(..) => panic!("{step:?}"),
        }
    }
    for n in 1..=6 {
        assert_eq!(home.call(AGAIN)[0], "", "{n}");
    }
}

#[test]
fn p32_the_call_of_a_killed_hook_passes_once() {
    let mut home = Guarded::new();
    carry_out_p32(&mut home);
    let seen = || home.world.number("SELECT count(*) FROM log WHERE session = 's1'");
    let before = seen();
    assert!(passes_killed_hook(&home));
    assert_eq!(seen(), before, "the call is not seen");
    // The killer has ended: the next hook answers, and refuses the same call.
    assert!(home.call(AGAIN)[0].contains("\"deny\""));
}

#[test]
fn p32_strict_hooks_and_failures_that_refuse_keep_the_call_of_a_killed_hook() {
    for (policy, words) in
        [("", "install claude --strict"), ("on_error = \"deny\"\n", "install claude")]
    {
        let mut home = Guarded::new();
        home.world.write(".config/fusebox/config.toml", policy);
        let installed = home.world.run(words);
        assert_eq!(installed.code, 0, "{}", installed.err);
        carry_out_p32(&mut home);
        assert!(!passes_killed_hook(&home), "{words} {policy}");
    }
}

#[test]
fn p33_the_calls_of_an_agent_without_hooks_do_not_count() {
    let mut home = Guarded::new();
    let program = home.world.path("agents/another-agent");
    home.world.write("agents/another-agent", ANOTHER_AGENT);
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let [Step::Sh(line)] = steps_elsewhere("p33") else { panic!("more than a line") };
    let seen = |home: &Guarded| home.world.number("SELECT count(*) FROM log");
    let before = seen(&home);
    let here = format!("PATH={}:$PATH; {line}", program.parent().unwrap().display());
    assert_eq!(home.call(&here), ["", ""].map(str::to_owned));
    assert_eq!(home.world.read("project/did").lines().count(), 12);
    assert_eq!(seen(&home), before + 2, "one call of the agent that has hooks");
    home.assert_closed();
    // Its own would be stopped by then.
    let refused = (1..=12).filter(|_| home.call(AGAIN)[0].contains("\"deny\"")).count();
    assert!(refused >= 6, "{refused}");
    assert_eq!(home.state()["state"], "open");
}
