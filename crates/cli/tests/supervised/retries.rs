//! What `fusebox run` tries again after a trip, with which prompt, and what waits for a person.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use fusebox_engine::Rule;
use serde_json::json;

use crate::hooked::{CLIENT, machine};
use crate::machine::{Machine, kill, output_of};
use crate::transcript::{CommandOutput, has};

pub(crate) const GUIDED: [&str; 2] = ["--preset", "guided"];
pub(crate) const HEADLINE: &str = "PREVIOUS ATTEMPT FAILED - CIRCUIT BREAKER TRIGGERED";

/// A client that is called `claude`: it keeps each prompt in a file, and does `work` in a session of its own.
pub(crate) fn with_client(variables: &[(&'static str, &str)], work: &str) -> Machine {
    let machine = machine(variables);
    let hooks = CLIENT.replace("\"s1\"", "\"s'$$'\"");
    let script = format!(
        "#!/bin/bash\nprompt=\"${{@: -1}}\"; [ \"$prompt\" = -p ] && prompt=\"$(cat)\"\n\
         n=$(ls prompt.* 2>/dev/null | wc -l); printf '%s' \"$prompt\" > prompt.$((n + 1))\n\
         is_retry() {{ case \"$prompt\" in *'{HEADLINE}'*) true;; *) false;; esac; }}\n\
         {hooks}\n{work}\n"
    );
    let file = machine.path("claude");
    fs::write(&file, script).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    machine
}

/// The same call until the breaker opens, and then nothing for long.
pub(crate) const LOOPS: &str = "for i in 1 2 3 4 5 6 7 8; do call ls; done; sleep 60";

/// A client that goes round in circles until the analysis is in its prompt.
pub(crate) fn heeding() -> Machine {
    with_client(&[], &format!("if ! is_retry; then {LOOPS}; fi; call pwd; exit 0"))
}

fn command(machine: &Machine, options: &[&str], client: &[&str]) -> Command {
    let mut command = machine.fusebox();
    command.arg("run").args(options).arg("--").args(client);
    command
}

pub(crate) fn run(machine: &Machine, options: &[&str], client: &[&str]) -> CommandOutput {
    run_piped(machine, options, client, b"")
}

/// The same with this on its standard input; nothing is piped where it is empty.
fn run_piped(machine: &Machine, options: &[&str], client: &[&str], piped: &[u8]) -> CommandOutput {
    let stdin = if piped.is_empty() { Stdio::null() } else { Stdio::piped() };
    let mut child = command(machine, options, client).stdin(stdin).spawn().unwrap();
    if let Some(mut stdin) = child.stdin.take() {
        std::io::Write::write_all(&mut stdin, piped).unwrap();
    }
    output_of(child)
}

pub(crate) fn prompts(machine: &Machine) -> Vec<String> {
    let read = |n| fs::read_to_string(machine.path(&format!("prompt.{n}"))).ok();
    (1..).map_while(read).collect()
}

#[test]
fn q2_a_trip_is_tried_again_once_analysed_and_passes() {
    let machine = heeding();
    let ran = run(&machine, &GUIDED, &["./claude", "-p", "Round the totals.\n---\nBy Friday."]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("fusebox: retry 1 of 2 begins in a fresh session"), "{}", ran.err);

    let [first, second]: [String; 2] = prompts(&machine).try_into().unwrap();
    assert_eq!(first, "Round the totals.\n---\nBy Friday.");
    let parts = [
        HEADLINE,
        "\n\n**Analysis:**\n",
        "Cause: loop.",
        "\n\n**Mistakes to Avoid:**\n- ",
        "\n\n**Your Approach This Time:**\n1. ",
        "\n---\n\nRound the totals.\n---\nBy Friday.",
    ];
    let mut rest = second.as_str();
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("no `{part}` in {second}"));
        rest = &rest[at + part.len()..];
    }
    assert!(second.starts_with(HEADLINE) && rest.is_empty(), "{second}");

    let records = machine.records();
    assert_eq!(records.len(), 2);
    let (retry, tripped) = (&records[0], &records[1]);
    has(tripped, json!({"final_status": "failure", "retry_count": 0, "escalated": false}));
    has(retry, json!({"final_status": "passed_after_trip", "retry_count": 1}));
    assert_ne!(retry["session"], tripped["session"]);
    has(tripped, json!({"qc_invoked": true, "retry_of": null, "kind": "run"}));
    assert_eq!(tripped["analysis"]["root_cause"], "loop");
    assert_eq!(retry["retry_of"], tripped["run"]);
    let stats = machine.run_fusebox(&["runs", "--stats", "--json"]).json();
    has(
        &stats,
        json!({
            "with_analysis": {"runs": 1, "passed": 1}, "without_analysis": {"runs": 1, "passed": 0},
            "retries": 1, "retries_passed": 1, "within_thresholds": 1, "context_explosions": 0,
        }),
    );
    let incidents = machine.run_fusebox(&["incidents", "--json"]).json();
    assert_eq!(incidents.as_array().unwrap().len(), 1);
    assert_eq!(incidents[0]["status"], "retried");
    assert_eq!(machine.queued("escalate"), 0);
}

#[test]
fn q3_two_retries_make_three_runs_and_the_last_trip_waits_for_a_person() {
    for (retries, runs) in [("2", 3), ("1", 2)] {
        let machine = with_client(&[("FUSEBOX_GUIDED_MAX_RETRIES", retries)], LOOPS);
        let ran = run(&machine, &GUIDED, &["./claude", "-p", "work"]);
        assert_eq!(ran.code, 3, "{}", ran.err);
        assert!(ran.err.contains("circuit_open: "), "{}", ran.err);
        assert_eq!(prompts(&machine).len(), runs);
        let records = machine.records();
        assert_eq!(records.len(), runs);
        has(&records[0], json!({"final_status": "failure", "retry_count": runs - 1}));
        let statuses = machine.run_fusebox(&["incidents", "--json"]).json();
        let open = statuses.as_array().unwrap().iter().filter(|one| one["status"] == "open");
        assert_eq!(open.count(), 1);
        assert_eq!(machine.queued("escalate"), 1);
        let report = machine.run_fusebox(&["show", "--json"]).json();
        assert_eq!(report["analysis"]["root_cause"], "loop");
    }
}

#[test]
fn q2_an_order_with_our_own_headings_stands_behind_one_analysis_however_often_it_is_tried() {
    // It trips twice, whatever it is told.
    let machine =
        with_client(&[], &format!("if [ ! -e prompt.3 ]; then {LOOPS}; fi; call pwd; exit 0"));
    let order = format!(
        "{HEADLINE}\n\n**Analysis:**\nNone.\n\n**Your Approach This Time:**\n1. Stop.\n\n---\n\nRound it."
    );
    let ran = run(&machine, &GUIDED, &["./claude", "-p", &order]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let prompts = prompts(&machine);
    assert_eq!(prompts.len(), 3);
    assert_eq!(prompts[0], order);
    for prompt in &prompts[1..] {
        assert!(prompt.ends_with(&format!("\n---\n\n{order}")), "{prompt}");
        assert_eq!(prompt.matches(HEADLINE).count(), 2, "ours and the order's: {prompt}");
        assert!(prompt.contains("Cause: loop."), "{prompt}");
    }
}

#[test]
fn q2_two_runs_of_one_task_at_once_are_each_analysed_and_tried_again_once() {
    let machine = heeding();
    machine.person(&["task", "start", "cart"]);
    let options = [&GUIDED[..], &["--task", "cart"]].concat();
    let started = ["one", "two"].map(|order| {
        let mut command = command(&machine, &options, &["./claude", "-p", order]);
        command.stdin(Stdio::null()).spawn().unwrap()
    });
    for child in started {
        let ran = output_of(child);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert_eq!(ran.err.matches("begins in a fresh session").count(), 1, "{}", ran.err);
    }
    let records = machine.records();
    let (retries, tripped): (Vec<_>, Vec<_>) =
        records.iter().partition(|run| run["retry_of"].is_string());
    assert_eq!((retries.len(), tripped.len()), (2, 2), "{records:?}");
    for run in tripped {
        has(run, json!({"final_status": "failure", "circuit_breaker_triggered": true}));
        assert_eq!(run["analysis"]["root_cause"], "loop");
    }
    for run in retries {
        assert_eq!(run["final_status"], "passed_after_trip", "{run}");
    }
    let incidents = machine.run_fusebox(&["incidents", "--json"]).json();
    let statuses: Vec<_> =
        incidents.as_array().unwrap().iter().map(|one| one["status"].clone()).collect();
    assert_eq!(statuses, ["retried", "retried"]);
}

#[test]
fn q2_loops_and_levels_are_tried_again_and_every_other_rule_waits_for_a_person() {
    let retried = [
        "guided.tool_calls_critical",
        "guided.messages_critical",
        "guided.recursion",
        "guided.context_critical",
        "stagnation.same_error",
        "stagnation.no_progress",
        "stagnation.output_floor",
        "judge.no_progress",
    ];
    let early_signs = [Rule::EditsWithoutCheck, Rule::SameSearch, Rule::GrowingEdits];
    for rule in Rule::ALL {
        let is_loop = rule.name().starts_with("repetition.") && !early_signs.contains(rule);
        assert_eq!(rule.is_retried(), is_loop || retried.contains(&rule.name()), "{rule}");
    }
}

#[test]
fn q2_what_is_switched_off_is_not_tried_again() {
    let machine = with_client(&[("FUSEBOX_GUIDED_ENABLED", "false")], LOOPS);
    assert_eq!(run(&machine, &[], &["./claude", "-p", "work"]).code, 3);
    assert_eq!(machine.records().len(), 1);
    assert_eq!(machine.queued("escalate"), 1);
}

#[test]
fn q2_a_level_counts_anew_in_the_retry_and_a_budget_waits_for_a_person() {
    let six = "for i in 1 2 3 4 5 6; do call \"ls $i.$$\"; done; sleep 60";
    let three = format!("is_retry && for i in 1 2 3; do call \"ls $i\"; done && exit 0; {six}");
    let levels = [("FUSEBOX_GUIDED_TOOL_CALLS_CRITICAL", "4")];
    let machine = with_client(&levels, &three);
    let ran = run(&machine, &GUIDED, &["./claude", "-p", "work"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    has(&machine.record(), json!({"tool_calls": 3, "final_status": "passed_after_trip"}));

    let budget = [levels[0], ("FUSEBOX_LIMITS_TOOL_CALLS", "6")];
    let machine = with_client(&budget, six);
    let ran = run(&machine, &GUIDED, &["./claude", "-p", "work"]);
    assert_eq!(ran.code, 4, "{}", ran.err);
    let calls: Vec<_> = machine.records().iter().map(|run| run["tool_calls"].clone()).collect();
    assert_eq!(calls, [json!(2), json!(4)], "the budget of six holds for all attempts");
}

#[test]
fn q2_the_prompt_is_found_where_it_was_given() {
    for (options, client, piped) in [
        (&["--prompt", "work"][..], &["./claude", "-p"][..], ""),
        (&[], &["./claude", "-p"], "work"),
        (&["--prompt", "work"], &["env", "A=b", "./claude", "-p"], ""),
    ] {
        let machine = heeding();
        let ran = run_piped(&machine, &[&GUIDED, options].concat(), client, piped.as_bytes());
        assert_eq!(ran.code, 0, "{client:?}: {}", ran.err);
        let prompts = prompts(&machine);
        assert_eq!(prompts.len(), 2);
        assert_eq!(prompts[0], "work");
        assert!(prompts[1].ends_with("\n---\n\nwork"), "{}", prompts[1]);
    }
}

#[test]
fn q2_a_command_whose_prompt_nobody_knows_is_not_tried_again_and_says_why() {
    let machine = machine(&[]);
    let ran = machine.run_expecting(3, &[], &format!("{CLIENT}\n{LOOPS}"));
    assert!(ran.err.contains("not tried again: its prompt is not known"), "{}", ran.err);
    assert_eq!(machine.records().len(), 1);
    assert_eq!(machine.queued("escalate"), 1);
}

#[test]
fn q2_what_else_is_piped_reaches_the_client_once_and_so_it_is_not_tried_again() {
    for (client, piped) in [
        (&["./claude", "-p", "work"][..], &b"what it is about"[..]),
        (&["./claude", "-p"], b"\xff\xfe is no text"),
        (&["./claude", "-p", "--input-format", "stream-json"], b"{}"),
    ] {
        let machine = heeding();
        let ran = run_piped(&machine, &GUIDED, client, piped);
        assert_eq!(ran.code, 3, "{client:?}: {}", ran.err);
        assert_eq!(machine.records().len(), 1, "{client:?}");
        assert!(ran.err.contains("or more was piped to it"), "{}", ran.err);
    }
}

#[test]
fn q2_a_run_that_is_interrupted_while_it_ends_is_not_tried_again() {
    let machine =
        with_client(&[("FUSEBOX_LIMITS_WRAP_UP", "1s")], &format!("trap '' TERM; {LOOPS}"));
    let options = [&GUIDED[..], &["--grace", "4s"]].concat();
    let mut command = command(&machine, &options, &["./claude", "-p", "work"]);
    let child = command.stdin(Stdio::null()).spawn().unwrap();
    machine.until("the trip", || {
        let open = machine.run_fusebox(&["incidents", "--json"]).out.contains("\"open\"");
        open.then_some(())
    });
    // The wrap-up is over, and the time to end by itself runs.
    std::thread::sleep(std::time::Duration::from_secs(3));
    kill("INT", u64::from(child.id()));
    let ran = output_of(child);
    assert_eq!(machine.records().len(), 1, "{}", ran.err);
    assert_eq!(prompts(&machine).len(), 1);
}

#[test]
fn q2_a_retry_that_cannot_start_leaves_the_breaker_open_for_a_person() {
    let machine = with_client(&[], &format!("rm claude; {LOOPS}"));
    let ran = run(&machine, &GUIDED, &["./claude", "-p", "work"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.err.contains("fusebox: the retry could not start: "), "{}", ran.err);
    assert!(ran.err.contains("circuit_open: "), "{}", ran.err);
    let incidents = machine.run_fusebox(&["incidents", "--json"]).json();
    assert_eq!(incidents[0]["status"], "open");
    assert_eq!(machine.queued("escalate"), 1);
    // The task waits for a person, whatever is started for it.
    let task = machine.record()["task"].as_str().unwrap().to_owned();
    assert_eq!(machine.run(&["--task", &task], "echo started").code, 3);
}

/// A machine with a checkpoint, on which a retry starts from it.
fn from_checkpoint(work: &str) -> Machine {
    let machine = with_client(&[("FUSEBOX_GUIDED_FROM_CHECKPOINT", "true")], work);
    fs::remove_dir(machine.path(".git")).unwrap();
    fs::write(machine.path("code"), "one\n").unwrap();
    fs::write(machine.path(".gitignore"), "prompt.*\n").unwrap();
    let script = "git init -q . && git config user.name A && git config user.email a@b.example \
        && git add code claude .gitignore && git commit -q -m first";
    assert!(machine.world.command("sh").args(["-c", script]).status().unwrap().success());
    machine
}

#[test]
fn q2_a_retry_from_the_checkpoint_has_the_files_of_before_and_names_the_failed_work() {
    let work = format!(
        "if ! is_retry; then echo wrong > code; {LOOPS}; fi; cat code > prompt.seen; call pwd"
    );
    let machine = from_checkpoint(&work);
    let ran = run(&machine, &GUIDED, &["./claude", "-p", "work"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(fs::read_to_string(machine.path("prompt.seen")).unwrap(), "one\n");
    let second = &prompts(&machine)[1];
    let kept = second.split('`').find(|word| word.starts_with("refs/fusebox/attempts/")).unwrap();
    assert!(ran.err.contains(&format!("the failed work is kept as {kept}")), "{}", ran.err);
    let shown =
        machine.world.command("git").args(["show", &format!("{kept}:code")]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&shown.stdout), "wrong\n");
}

#[test]
fn q2_without_its_checkpoint_the_retry_does_not_start_and_the_breaker_stays_open() {
    let machine = with_client(&[("FUSEBOX_GUIDED_FROM_CHECKPOINT", "true")], LOOPS);
    fs::remove_dir(machine.path(".git")).unwrap();
    let ran = run(&machine, &GUIDED, &["./claude", "-p", "work"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(
        ran.err.contains("the retry could not start: there is no checkpoint for"),
        "{}",
        ran.err
    );
    assert_eq!(machine.run_fusebox(&["incidents", "--json"]).json()[0]["status"], "open");
    assert_eq!(machine.queued("escalate"), 1);
}

#[test]
fn q2_a_dry_run_prints_what_the_retry_would_be_told_and_starts_nothing() {
    let machine = with_client(&[("FUSEBOX_GUIDED_ENABLED", "false")], LOOPS);
    let words = ["run", "--dry-run", "--", "./claude", "-p", "Round the totals."];
    assert_eq!(machine.run_fusebox(&words).out, "Round the totals.\n");
    assert_eq!((prompts(&machine).len(), machine.records().len()), (0, 0));
    assert_eq!(run(&machine, &[], &["./claude", "-p", "Round the totals."]).code, 3);
    let dry = machine.run_fusebox(&words);
    assert!(dry.out.starts_with(HEADLINE), "{}", dry.out);
    assert!(dry.out.ends_with("\n---\n\nRound the totals.\n"), "{}", dry.out);
    assert_eq!((prompts(&machine).len(), machine.records().len()), (1, 1));
    let shown = machine.run_fusebox(&["show", "--retry-prompt"]);
    let (told, _) = dry.out.split_once("\n---\n").unwrap();
    assert!(shown.out.starts_with(told) && shown.out.contains("<the prompt of the run>"));
}

#[test]
fn q2_a_person_can_answer_with_the_analysis_and_the_agent_is_told_it() {
    let machine = with_client(&[("FUSEBOX_GUIDED_ENABLED", "false")], LOOPS);
    assert_eq!(run(&machine, &["--task", "42"], &["./claude", "-p", "work"]).code, 3);
    let shown = machine.run_fusebox(&["show", "--no-pager"]).out;
    let offered = shown.lines().find(|line| line.contains("--guidance-from-analysis")).unwrap();
    let id = offered.split_whitespace().skip_while(|word| *word != "reset").nth(1).unwrap();
    machine.person(&["reset", id, "--guidance-from-analysis"]);
    let incidents = machine.run_fusebox(&["incidents", "--json"]).json();
    assert_eq!(incidents[0]["status"], "guided");
    let told = incidents[0]["guidance"].as_str().unwrap();
    assert!(
        told.starts_with("Cause: loop. ") && told.contains(" 1. Take the answer of call 1"),
        "{told}"
    );
}
