//! What `fusebox loop` tries again after a trip, and what then waits for a person.

use std::fs;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::hooked::CLIENT;
use crate::loops::{run_loop, status, with_git};
use crate::machine::{Machine, output_of};
use crate::transcript::{CommandOutput, has};

const HEADLINE: &str = "PREVIOUS ATTEMPT FAILED - CIRCUIT BREAKER TRIGGERED";

/// A machine on which trips are tried again so often.
fn retrying(retries: &'static str) -> Machine {
    let variables = [
        ("CLAUDE_CODE_ENTRYPOINT", "sdk-cli"),
        ("FUSEBOX_LIMITS_WRAP_UP", "1s"),
        ("FUSEBOX_GUIDED_ENABLED", "true"),
        ("FUSEBOX_GUIDED_MAX_RETRIES", retries),
    ];
    with_git(&variables)
}

/// A command that keeps its prompt in `../prompt.N`, and then does this.
fn command(work: &str) -> String {
    format!(
        "prompt=$(cat); n=$(ls ../prompt.* 2>/dev/null | wc -l); n=$((n + 1)); \
         printf '%s' \"$prompt\" > ../prompt.$n
         is_retry() {{ case \"$prompt\" in *'{HEADLINE}'*) true;; *) false;; esac; }}\n{work}"
    )
}

fn prompts(machine: &Machine) -> Vec<String> {
    let read = |n| fs::read_to_string(machine.path(&format!("../prompt.{n}"))).ok();
    (1..).map_while(read).collect()
}

/// The states of the iterations, and the number of the retry that follows each.
fn states(turns: &[Value]) -> Vec<(&str, Option<u64>)> {
    turns.iter().map(|turn| (turn["state"].as_str().unwrap(), turn["retry"].as_u64())).collect()
}

fn open_incidents(machine: &Machine) -> usize {
    let incidents = machine.run_fusebox(&["incidents", "--json"]).json();
    incidents.as_array().unwrap().iter().filter(|one| one["status"] == "open").count()
}

#[test]
fn q2_a_loop_that_stagnates_is_tried_again_with_its_analysis_and_closes_with_progress() {
    let machine = retrying("2");
    let work = command("if is_retry || [ $n -gt 5 ]; then echo $n >> code; fi");
    let (ran, turns) = run_loop(&machine, &["--max", "6"], &work);
    assert_eq!(ran.code, 4, "{}", ran.err);
    let expected = [
        ("closed", None),
        ("closed", None),
        ("half_open", None),
        ("open", Some(1)),
        ("closed", None),
        ("closed", None),
    ];
    assert_eq!(states(&turns), expected, "{}", ran.err);
    assert!(ran.err.contains("fusebox: retry 1 of 2 begins in a fresh session"), "{}", ran.err);
    let prompts = prompts(&machine);
    assert!(prompts[4].starts_with(HEADLINE), "{}", prompts[4]);
    assert!(prompts[4].contains("4 iterations in a row without progress"), "{}", prompts[4]);
    assert!(prompts[4].ends_with("\n---\n\ndo the work"), "{}", prompts[4]);
    // Only the retry has the analysis: what comes after it did not follow a failure.
    assert_eq!(prompts[5], "do the work");
    has(&machine.records()[1], json!({"final_status": "passed_after_trip", "retry_count": 1}));
    assert_eq!((machine.queued("escalate"), open_incidents(&machine)), (0, 0));
}

#[test]
fn q3_a_loop_is_tried_again_as_often_as_allowed_and_then_waits_for_a_person() {
    for (retries, iterations) in [("1", 5), ("2", 6)] {
        let machine = retrying(retries);
        let (ran, turns) = run_loop(&machine, &[], &command("echo thinking"));
        assert_eq!((ran.code, turns.len()), (3, iterations), "{}", ran.err);
        assert!(ran.err.contains("circuit_open: "), "{}", ran.err);
        assert_eq!((machine.queued("escalate"), open_incidents(&machine)), (1, 1));
        // Started again, it waits.
        let (ran, turns) = run_loop(&machine, &[], &command("echo thinking"));
        assert_eq!((ran.code, turns.len()), (3, 0), "{}", ran.err);
    }
}

#[test]
fn q2_a_repetition_inside_an_iteration_is_tried_again() {
    let machine = retrying("2");
    let hooks = CLIENT.replace("\"s1\"", "\"s'$$'\"");
    let loops = "for i in 1 2 3 4 5 6 7 8; do call ls; done; sleep 60";
    let work = format!("{hooks}\nis_retry || {{ {loops}; }}; call pwd; echo $n >> code");
    let (ran, turns) = run_loop(&machine, &["--max", "3"], &command(&work));
    assert_eq!(ran.code, 4, "{}", ran.err);
    let retries: Vec<_> = turns.iter().map(|turn| turn["retry"].as_u64()).collect();
    // The third is no retry and goes round in circles as the first; its retry would be the fourth.
    assert_eq!(retries, [Some(1), None, Some(2)], "{}", ran.err);
    // The retry that `--max` did not admit leaves the breaker open and asks a person.
    assert_eq!((machine.queued("escalate"), open_incidents(&machine)), (1, 1));
}

#[test]
fn q2_a_person_s_words_stand_behind_the_analysis() {
    let machine = retrying("1");
    let idle = command("echo thinking");
    run_loop(&machine, &[], &idle);
    let task = status(&machine)["task"].as_str().unwrap().to_owned();
    machine.person(&["reset", &task, "--guidance", "start with the parser"]);
    run_loop(&machine, &["--max", "7"], &idle);
    let last = prompts(&machine).pop().unwrap();
    let (analysis, order) = last.split_once("\n---\n\n").unwrap();
    assert!(analysis.starts_with(HEADLINE), "{last}");
    assert!(order.contains("start with the parser") && order.ends_with("do the work"), "{last}");
}

/// Starts a loop whose command removes itself with its last iteration before the trip.
fn vanishing(machine: &Machine) -> CommandOutput {
    let script =
        "#!/bin/sh\nn=$(ls ../i.* 2>/dev/null | wc -l); : > ../i.$n\n[ $n -lt 3 ] || rm ../agent\n";
    let agent = machine.path("../agent");
    fs::write(&agent, script).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&agent, mode).unwrap();
    fs::write(machine.path("../prompt"), "do the work").unwrap();
    let mut command = machine.fusebox();
    command.args(["loop", "--prompt", "../prompt", "--", "../agent"]).stdin(Stdio::null());
    output_of(command.spawn().unwrap())
}

#[test]
fn q2_a_retry_of_a_loop_that_cannot_start_leaves_the_breaker_open() {
    let machine = retrying("2");
    let ran = vanishing(&machine);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.err.contains("fusebox: the retry could not start: "), "{}", ran.err);
    assert!(ran.err.contains("circuit_open: "), "{}", ran.err);
    assert_eq!((machine.queued("escalate"), open_incidents(&machine)), (1, 1));
    assert_eq!(status(&machine)["state"], "open");
}
