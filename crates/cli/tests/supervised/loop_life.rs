//! A loop that is killed, asked, answered and begun again.

use std::fs;

use serde_json::{Value, json};

use crate::loops::{loop_ends, run_loop, start, status, with_git};
use crate::machine::{Machine, kill, output_of};
use crate::transcript::{check, has};

/// Kills the supervisor of a loop in the middle of the iteration that writes its pid.
fn killed(machine: &Machine, options: &[&str]) {
    let script = "echo $$ > ../pid; exec sleep 60";
    let child = start(machine, options, script);
    machine.until("an iteration", || fs::metadata(machine.world.path("pid")).ok());
    let record = machine.record();
    kill("KILL", record["watch"]["supervisor"][0].as_u64().unwrap());
    let ran = output_of(child);
    assert_eq!(ran.code, 1, "{}", ran.err);
    fs::remove_file(machine.world.path("pid")).unwrap();
}

#[test]
fn a_killed_loop_goes_on_with_its_counts_and_escapes_no_limit() {
    let machine = with_git(&[]);
    let (ran, _) = run_loop(&machine, &["--max", "2"], "true");
    assert_eq!(ran.code, 4, "{}", ran.err);
    killed(&machine, &["--max", "9"]);
    // The third took place, though nobody measured it: no progress, and no stagnation either.
    loop_ends(&machine, (4, 0), &["--max", "3"], "true");
    assert_eq!(status(&machine)["iterations"], 3);
    assert_eq!(status(&machine)["consecutive_no_progress"], 2);
    let (_, turns) = loop_ends(&machine, (3, 2), &[], "true");
    assert_eq!(turns[1]["iteration"], 5);
    // What was counted once is not counted again.
    loop_ends(&machine, (3, 0), &[], "true");
    assert_eq!(status(&machine)["iterations"], 5);
}

#[test]
fn who_kills_its_supervisor_each_time_is_stopped_too() {
    let machine = with_git(&[]);
    for _ in 0..5 {
        killed(&machine, &[]);
    }
    let (ran, _) = loop_ends(&machine, (3, 0), &[], "true");
    assert!(ran.err.contains("Same error repeated 5 times"), "{}", ran.err);
    assert_eq!(machine.queued("escalate"), 1);
}

#[test]
fn l14_an_iteration_of_an_earlier_start_is_passed_over() {
    let machine = with_git(&[]);
    run_loop(&machine, &["--max", "1"], "true");
    let earlier = machine.record()["run"].as_str().unwrap().rsplit_once('-').unwrap().0.to_owned();
    run_loop(&machine, &["--max", "2"], "true");
    let run = machine.record()["run"].as_str().unwrap().to_owned();
    let later = run.rsplit_once('-').unwrap().0.to_owned();
    let tell = |start: &str, id: &str| {
        machine.world.decide(&[json!({"session": run, "id": id, "type": "iteration",
            "run": start, "files_changed": 0})]);
    };
    tell(&earlier, "a");
    assert_eq!(status(&machine)["iterations"], 2);
    tell(&later, "b");
    assert_eq!(status(&machine)["iterations"], 3);
}

#[test]
fn until_ends_it_and_is_asked_first() {
    let machine = with_git(&[]);
    let options = ["--until", "grep -q two code"];
    loop_ends(&machine, (0, 1), &options, "cat >> code; echo two >> code");
    // The prompt came in the agent's way.
    assert!(fs::read_to_string(machine.path("code")).unwrap().contains("do the work"));
    loop_ends(&machine, (0, 0), &options, "false");
    let missing = machine.run_fusebox(&["loop", "--prompt", "nowhere.md", "--", "true"]);
    assert_eq!(missing.code, 2, "{missing:?}");
    loop_ends(&machine, (2, 0), &["--until", "no-such-command-here"], "true");
}

#[test]
fn who_interrupts_it_ends_the_command_with_it() {
    let machine = with_git(&[]);
    let child = start(&machine, &[], "echo $$ > ../pid; setsid sleep 7301");
    machine.until("an iteration", || fs::metadata(machine.world.path("pid")).ok());
    kill("INT", u64::from(child.id()));
    let ran = output_of(child);
    assert_eq!(ran.code, 130, "{}", ran.err);
    assert!(!machine.has_process("sleep 7301"));
    let status = status(&machine);
    has(&status, json!({"iterations": 1, "consecutive_no_progress": 0}));
}

#[test]
fn one_loop_of_a_task_at_a_time() {
    let machine = with_git(&[]);
    let child = start(&machine, &[], "echo $$ > ../pid; while :; do sleep 0.1; done");
    machine.until("an iteration", || fs::metadata(machine.world.path("pid")).ok());
    let (ran, _) = loop_ends(&machine, (1, 0), &[], "true");
    assert!(ran.err.contains("runs already"), "{}", ran.err);
    kill("TERM", u64::from(child.id()));
    output_of(child);
}

#[test]
fn l11_an_open_loop_is_tried_once_more_when_its_cooldown_is_over() {
    let machine = with_git(&[("FUSEBOX_STAGNATION_RECOVERY", "cooldown:1h")]);
    loop_ends(&machine, (3, 4), &[], "true");
    loop_ends(&machine, (3, 0), &[], "true");
    let machine = with_git(&[("FUSEBOX_STAGNATION_RECOVERY", "cooldown:1s")]);
    run_loop(&machine, &[], "true");
    let (ran, turns) = machine.until("the end of the cooldown", || {
        Some(run_loop(&machine, &[], "true")).filter(|(_, turns)| !turns.is_empty())
    });
    assert_eq!((ran.code, turns.len()), (3, 1), "{}", ran.err);
    let (_, turns) = machine.until("the end of the cooldown", || {
        Some(run_loop(&machine, &["--max", "7"], "echo >> code"))
            .filter(|(_, turns)| !turns.is_empty())
    });
    assert_eq!(turns[0]["state"], "closed");
}

#[test]
fn l12_asking_changes_nothing() {
    let machine = with_git(&[]);
    run_loop(&machine, &["--max", "3"], "true");
    let logged = || machine.world.number("SELECT count(*) FROM log");
    let before = (logged(), status(&machine));
    assert_eq!(machine.run_fusebox(&["loop", "status"]).code, 0);
    assert_eq!((logged(), status(&machine)), before);
    let status = &before.1;
    has(status, json!({"state": "half_open", "half_open": "watching"}));
    for field in ["consecutive_no_progress", "error_counts", "output_trend", "last_progress"] {
        assert!(status.get(field).is_some(), "{field}");
    }
}

#[test]
fn l13_reset_keeps_totals_and_history_and_is_a_persons() {
    let machine = with_git(&[]);
    let (ran, _) = run_loop(&machine, &["--max", "9"], "true");
    assert_eq!(ran.code, 3, "{}", ran.err);
    let refused = machine.run_fusebox(&["loop", "reset", "--yes"]);
    assert_ne!(refused.code, 0, "there is no terminal: {refused:?}");
    assert_eq!(status(&machine)["state"], "open");
    machine.person(&["loop", "reset"]);
    let after = status(&machine);
    has(&after, json!({"iterations": 4, "total_opens": 1}));
    assert_eq!(after["history"].as_array().map(Vec::len), Some(1));
    has(&after, json!({"iterations_since_reset": 0, "state": "half_open"}));
    // One iteration decides.
    loop_ends(&machine, (3, 1), &[], "true");
}

#[test]
fn l13_a_count_against_max_begins_again() {
    let machine = with_git(&[]);
    loop_ends(&machine, (4, 2), &["--max", "2"], "echo >> code");
    loop_ends(&machine, (4, 0), &["--max", "2"], "echo >> code");
    machine.person(&["loop", "reset"]);
    let (_, turns) = loop_ends(&machine, (4, 2), &["--max", "2"], "echo >> code");
    assert_eq!(turns[1]["iteration"], 4);
}

#[test]
fn l13_a_state_that_cannot_be_read_is_open() {
    let machine = with_git(&[]);
    run_loop(&machine, &["--max", "1"], "true");
    let changed =
        machine.world.sql().execute("UPDATE scope SET durable = 'x' WHERE key LIKE 'loop-%'", []);
    assert!(changed.unwrap() > 0);
    assert_eq!(status(&machine)["state"], "open");
    let (ran, _) = loop_ends(&machine, (3, 0), &[], "true");
    assert!(ran.err.contains("circuit_open: "), "{}", ran.err);
}

#[test]
fn a_persons_answer_stands_in_front_of_every_prompt_that_follows() {
    let machine = with_git(&[]);
    run_loop(&machine, &[], "true");
    let task: Value = status(&machine)["task"].clone();
    let task = task.as_str().unwrap();
    machine.person(&["reset", task, "--guidance", "use the new parser"]);
    loop_ends(&machine, (4, 2), &["--max", "2"], "cat >> code");
    let prompts = fs::read_to_string(machine.path("code")).unwrap();
    assert_eq!(prompts.matches("use the new parser").count(), 2, "{prompts}");
}

#[test]
fn a_person_answers_a_loop_with_the_ids_as_they_are_printed() {
    let machine = with_git(&[]);
    loop_ends(&machine, (3, 4), &[], "true");
    // One trip holds the four iterations: one row.
    let listed = machine.run_fusebox(&["status"]);
    assert_eq!(listed.out.lines().count(), 2, "{}", listed.out);
    assert!(listed.err.contains("… 3 more sessions of the same trips"), "{}", listed.err);
    assert_eq!(machine.run_fusebox(&["status", "--all"]).out.lines().count(), 5);
    let session = listed.out.lines().nth(1).unwrap().split_whitespace().nth(1).unwrap();
    let screen = machine.run_fusebox(&["show", session, "--brief"]);
    assert!(screen.out.starts_with("○ OPEN   generic · "), "{}", screen.transcript());
    let reset = screen.out.lines().find_map(|line| line.strip_prefix("Answer it   ")).unwrap();
    let id = reset.split_whitespace().nth(2).unwrap();
    // Nobody can type to an agent that the loop has ended.
    assert!(reset.ends_with("  then start the agent again"), "{reset}");
    for words in [&["log", session][..], &["status", session], &["status", id], &["log", id]] {
        assert_eq!(machine.run_fusebox(words).code, 0, "{words:?}");
    }
    machine.world.person_does(&["reset", id, "--guidance", "write a second line"]);
    loop_ends(&machine, (4, 1), &["--max", "1"], "cat > ../got; echo two >> code");
    let prompt = fs::read_to_string(machine.world.path("got")).unwrap();
    assert!(prompt.contains("write a second line"), "{prompt}");
    assert_eq!(machine.run_fusebox(&["incidents", "--open"]).out, "");
}

#[test]
fn a_name_that_no_loop_has_is_no_closed_loop() {
    let machine = with_git(&[]);
    for words in [&["loop", "status", "nope"][..], &["loop", "status", "nope", "--json"]] {
        let said = "2> error: no loop has run for task nope\n\
            2> hint: `fusebox loop --prompt FILE -- COMMAND` starts one in this folder\nexit 1";
        check(&machine.run_fusebox(words), said);
    }
    run_loop(&machine, &["--task", "nope", "--max", "1"], "true");
    assert_eq!(
        machine.run_fusebox(&["loop", "status", "nope", "--json"]).json()["state"],
        "closed"
    );
}
