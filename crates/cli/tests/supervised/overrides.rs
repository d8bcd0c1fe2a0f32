//! What a task, a flag or a variable of another design changes in what really stops a run, told
//! through the hooks of a client.

use serde_json::json;

use crate::hooked::{CLIENT, machine};
use crate::machine::Machine;

/// A user's own levels, small enough to reach.
const LEVELS: &str =
    "preset = \"guided\"\n[limits]\nwrap_up = \"1s\"\n[guided]\ntool_calls_critical = 2\n";

/// A user whose levels are these.
fn of_user(config: &str, variables: &[(&'static str, &str)]) -> Machine {
    let machine = machine(variables);
    machine.world.write(".config/fusebox/config.toml", config);
    machine
}

/// A client that makes six different calls.
fn six_calls() -> String {
    format!("{CLIENT}\nfor i in 1 2 3 4 5 6; do call \"ls $i\"; done; exit 0")
}

/// A conversation of so many tokens, in the client's own record.
fn conversation(machine: &Machine, tokens: u64) {
    let usage = json!({"input_tokens": tokens, "output_tokens": 0});
    let message = json!({"id": "m1", "model": "claude", "usage": usage, "content": []});
    let records = [json!({"type": "user"}), json!({"type": "assistant", "message": message})];
    let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
    machine.world.write("transcript.jsonl", lines);
}

/// The same client with that record.
fn with_conversation(machine: &Machine) -> String {
    let path = machine.world.path("transcript.jsonl");
    six_calls().replace("\"none\"", &format!("\"{}\"", path.display()))
}

#[test]
fn b01_a_task_sets_limits_in_the_words_of_its_design_and_they_are_what_trips() {
    for (set, code, calls, reason) in [
        (&[][..], 4, 2, "tool calls (2/2)"),
        (&["max_tool_calls=4"], 4, 4, "tool calls (4/4)"),
        (&["maxToolCalls=4"], 4, 4, "tool calls (4/4)"),
        (&["max_tool_calls=1"], 4, 1, "tool calls (1/1)"),
        (&["enabled=false"], 0, 6, ""),
        (&["enabled=true", "max_tool_calls=5"], 4, 5, "tool calls (5/5)"),
    ] {
        let machine = of_user(LEVELS, &[]);
        let words: Vec<&str> = set.iter().flat_map(|pair| ["--set", pair]).collect();
        machine.run_expecting(code, &[&["--task", "42"], &words[..]].concat(), &six_calls());
        let record = machine.record();
        let told = record["failure_reason"].as_str().unwrap_or_default();
        assert_eq!(record["tool_calls"], calls, "{set:?}: {record}");
        assert!(told.starts_with(reason), "{set:?}: {record}");
    }
}

#[test]
fn b01_a_task_raises_the_levels_of_a_preset_that_the_run_alone_chooses() {
    let calls = |n: u32| {
        format!("{CLIENT}\ni=0; while [ $i -lt {n} ]; do i=$((i+1)); call \"ls $i\"; done; exit 0")
    };
    for (set, code, n) in [("max_tool_calls=84", 4, 84), ("max_tool_calls=200", 0, 85)] {
        let machine = machine(&[]);
        let options = ["--preset", "guided", "--task", "42", "--set", set];
        machine.run_expecting(code, &options, &calls(85));
        assert_eq!(machine.record()["tool_calls"], n, "{set}");
    }
}

#[test]
fn q5_a_task_is_told_which_of_its_settings_do_nothing() {
    let machine = of_user(LEVELS, &[]);
    let set = ["--task", "42", "--set", "max_retries=2", "--set", "guided.trim_threshold=50"];
    let ran = machine.run_expecting(4, &set, &six_calls());
    let told = "guided.trim_threshold is accepted, but does nothing yet";
    assert!(ran.err.contains(told), "{}", ran.err);
    assert!(!ran.err.contains("max_retries"), "{}", ran.err);
}

#[test]
fn b04_a_task_sets_its_time_in_seconds() {
    let machine = of_user(LEVELS, &[]);
    let script = format!("{CLIENT}\ncall ls; sleep 60");
    let ran = machine.run_expecting(4, &["--task", "42", "--set", "max_duration=2"], &script);
    assert!(ran.err.contains("circuit_open: active time ("), "{}", ran.err);
}

#[test]
fn q1_a_task_sets_its_context() {
    let levels =
        "preset = \"guided\"\n[limits]\nwrap_up = \"1s\"\n[guided]\ncontext_critical = 1000\n";
    for (set, code) in [("max_context=1400", 4), ("max_context=1600", 0), ("max_context=900", 4)] {
        let machine = of_user(levels, &[]);
        conversation(&machine, 1_500);
        machine.run_expecting(code, &["--task", "42", "--set", set], &with_conversation(&machine));
        let record = machine.record();
        let told = record["failure_reason"].as_str().unwrap_or_default();
        assert_eq!(told.starts_with("context tokens (1"), code == 4, "{set}: {record}");
    }
}

#[test]
fn q1_a_task_that_is_not_to_be_verified_is_not_recommended_for_it() {
    let levels = "preset = \"guided\"\n[guided]\ntool_calls_warning = 2\n";
    for (set, expected) in [("qc_on_exceed=true", true), ("qc_on_exceed=false", false)] {
        let machine = of_user(levels, &[]);
        machine.run_expecting(0, &["--task", "42", "--set", set], &six_calls());
        assert_eq!(machine.record()["qc_recommended"], expected, "{set}");
    }
}

/// Of the ten names, seven are settings of this version; the others are named where they do nothing.
#[test]
fn q1_the_variables_of_a_published_design_are_obeyed() {
    let recommended = |variables: &[(&'static str, &str)]| {
        let machine = machine(variables);
        conversation(&machine, 1_500);
        machine.run_expecting(0, &["--preset", "guided"], &with_conversation(&machine));
        machine.record()["qc_recommended"].clone()
    };
    assert_eq!(recommended(&[]), false);
    for (warning, one_later) in [
        (("CIRCUIT_BREAKER_TOOL_WARNING", "6"), "7"),
        (("CIRCUIT_BREAKER_MESSAGE_WARNING", "2"), "3"),
        (("CIRCUIT_BREAKER_CONTEXT_WARNING", "1500"), "1501"),
    ] {
        assert_eq!(recommended(&[warning]), true, "{warning:?}");
        assert_eq!(recommended(&[(warning.0, one_later)]), false, "{warning:?}");
        assert_eq!(recommended(&[warning, ("QC_AUTO_ENABLE", "false")]), false, "{warning:?}");
    }
    let critical = machine(&[("CIRCUIT_BREAKER_TOOL_CRITICAL", "3")]);
    critical.run_expecting(4, &["--preset", "guided"], &six_calls());
    assert_eq!(critical.record()["tool_calls"], 3);
    for (name, value, key) in [
        ("MESSAGE_TRIM_THRESHOLD", "50", "guided.trim_threshold"),
        ("MESSAGE_TRIM_MAX_TOKENS", "100000", "guided.trim_max_tokens"),
        ("MESSAGE_TRIM_STRATEGY", "last", "guided.trim_strategy"),
    ] {
        let machine = machine(&[(name, value)]);
        let told = machine.run_fusebox(&["config", "check"]).out;
        let notice = format!("{name} is not used: this version does not have {key} yet");
        assert!(told.contains(&notice), "{told}");
    }
}
